"""What the Enemy does with the text of a card it plays ("Jouez les cartes Ennemies", "Capacités Solo:")."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.tears import facts as f
from domain.games.tears.asking import ask
from domain.games.tears.board import TearsBoard, army, card, fielded, owner, wedge_of
from domain.games.tears.cards import AUTOMATIC, Ability, ability_at, ignored_by_enemy, used_by_enemy
from domain.games.tears.damage import Story, hurt
from domain.games.tears.shots import prefer_ranged


def begin(course: Story, id: str) -> None:
    """A card other than an event has come into play: its action is carried out at once, if possible."""
    tell_reading(course, id)
    for place, ability in used_by_enemy(card(course.board, id)):
        if is_possible(course.board, ability):
            perform(course, id, place)
        else:
            course.tell(f.ActionImpossible(id))


def tell_reading(course: Story, id: str) -> None:
    """Which texts of the card count: its Solo: text and nothing else; or all but those that the Enemy ignores."""
    printed = card(course.board, id)
    if printed.solo:
        course.tell(f.SoloUsed("enemy", id))
        return
    for keyword in ignored_by_enemy(printed):
        course.tell(f.ActionIgnored(id, keyword))


def play_event(course: Story, id: str) -> None:
    """An event is played only if an action of it can be carried out now, otherwise it is discarded and the Enemy draws again.
    With several actions the player chooses among those that are possible."""
    tell_reading(course, id)
    actions = [(place, a) for place, a in used_by_enemy(card(course.board, id)) if is_possible(course.board, a)]
    if not actions:
        course.tell(f.Discarded(id, "cannot-resolve", True, 0))
    elif len(actions) == 1:
        play_action(course, id, actions[0][0], ())
    else:
        ask(course, "event-action", id, [place for place, _ in actions])


def play_action(course: Story, id: str, place: int, others: Sequence[str]) -> None:
    """One action of an event. A discount waits for the next card. A text that the table carries out may turn out impossible:
    the event is played only once that is known, and `others` are the actions that can be taken instead."""
    ability = ability_at(card(course.board, id), place)
    if ability.do == "discount":
        course.tell(f.Reduced(id, ability.amount))
    elif ability.do in AUTOMATIC:
        course.tell(f.EventPlayed("enemy", id))
        perform(course, id, place)
    else:
        ask(course, "results", id, others, place)


def give_up_action(course: Story, id: str, others: Sequence[str]) -> None:
    """The action chosen cannot be carried out: another one of the event, or the event is discarded and the Enemy draws again."""
    if not others:
        course.tell(f.Discarded(id, "cannot-resolve", True, 0))
    elif len(others) == 1:
        play_action(course, id, int(others[0]), ())
    else:
        ask(course, "event-action", id, others)


def perform(course: Story, id: str, place: int) -> None:
    """Carry an action out: pick the target, or ask the player for it; leave other texts to the table."""
    ability = ability_at(card(course.board, id), place)
    if ability.do not in AUTOMATIC:
        ask(course, "results", id, (), place)
        return
    options = targets(course.board, ability)
    if len(options) == 1:
        hit(course, id, place, options[0])
    else:
        ask(course, "target", id, options, place)


def is_possible(board: TearsBoard, ability: Ability) -> bool:
    """Whether an action can be carried out now; of texts that the table carries out it is the table that says so."""
    return ability.do not in AUTOMATIC or bool(targets(board, ability))


def targets(board: TearsBoard, ability: Ability) -> tuple[str, ...]:
    """What an action may target: the player's ranged cards if possible, otherwise any of his cards or wedges that it can
    affect. To ready a card: the Enemy's exhausted cards."""
    if ability.do == "ready":
        return tuple(s.card for _, s in fielded(board.enemy) if s.exhausted)
    cards = tuple(s.card for _, s in fielded(board.player) if ability.do != "exhaust" or not s.exhausted)
    preferred = prefer_ranged(board, cards)
    if ability.do == "volley":
        return tuple(map(str, sorted({wedge_of(at) for at, s in fielded(board.player) if s.card in preferred})))
    return preferred


def hit(course: Story, id: str, place: int, target: str) -> None:
    """The action takes effect on its target."""
    ability = ability_at(card(course.board, id), place)
    course.tell(f.ActionResolved(id, target))
    if ability.do == "damage":
        hurt(course, "player", target, ability.amount)
    elif ability.do == "volley":
        _volley(course, int(target), ability.amount)
    elif ability.do == "exhaust":
        course.tell(f.CardExhausted("player", target))
    else:
        course.tell(f.CardReadied(owner(course.board, target) or "enemy", target))


def _volley(course: Story, wedge: int, amount: int) -> None:
    for at, stands in tuple(fielded(army(course.board, "player"))):
        if wedge_of(at) == wedge and not course.board.ending:
            hurt(course, "player", stands.card, amount)
