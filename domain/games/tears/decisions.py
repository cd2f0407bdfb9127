"""What follows from the player's decision where the rules leave one to him."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.tears import abilities, commander, placement, shots
from domain.games.tears import facts as f
from domain.games.tears.board import Question, QuestionKind, free_spaces
from domain.games.tears.damage import Story
from domain.games.tears.draws import draw_cards
from domain.rules.chance import Chance


def settle(course: Story, question: Question, option: str, chance: Chance) -> None:
    """Record the decision and carry it out."""
    course.tell(f.Decided(question.kind, question.about, option))
    _SETTLE[question.kind](course, question, option, chance)


def _shooter(course: Story, question: Question, option: str, chance: Chance) -> None:
    shots.aim(course, option)


def _shot(course: Story, question: Question, option: str, chance: Chance) -> None:
    shots.fire(course, "enemy", question.about, option)


def _ranged_wedge(course: Story, question: Question, option: str, chance: Chance) -> None:
    free = free_spaces(course.board, "enemy")
    placement.put(course, question.about, placement.first_in(free, int(option)))


def _host(course: Story, question: Question, option: str, chance: Chance) -> None:
    placement.put_on(course, question.about, option)


def _replaced(course: Story, question: Question, option: str, chance: Chance) -> None:
    placement.replace(course, question.about, option)


def _event_action(course: Story, question: Question, option: str, chance: Chance) -> None:
    others = tuple(o for o in question.options if o != option)
    abilities.play_action(course, question.about, int(option), others)


def _target(course: Story, question: Question, option: str, chance: Chance) -> None:
    abilities.hit(course, question.about, question.place, option)


def _leader_wedge(course: Story, question: Question, option: str, chance: Chance) -> None:
    commander.move_to(course, int(option))


def _leader_space(course: Story, question: Question, option: str, chance: Chance) -> None:
    commander.replace(course, option)


def _draw(course: Story, question: Question, option: str, chance: Chance) -> None:
    if option == "yes":
        draw_cards(course, 1, chance)


_SETTLE: dict[QuestionKind, Callable[[Story, Question, str, Chance], None]] = {
    "shooter": _shooter,
    "shot": _shot,
    "ranged-wedge": _ranged_wedge,
    "host": _host,
    "replaced": _replaced,
    "event-action": _event_action,
    "target": _target,
    "leader-wedge": _leader_wedge,
    "leader-space": _leader_space,
    "draw": _draw,
}
