"""The abilities of a card that the Enemy plays, and how they are carried out ("Jouez les cartes
Ennemies", "Capacités Solo:")."""

from collections.abc import Sequence

from domain.titles.kit import Course
from domain.titles.tears import facts as f
from domain.titles.tears.board import Board, wedge_of
from domain.titles.tears.chapters.damage import hurt_card
from domain.titles.tears.chapters.shots import prefer_ranged
from domain.titles.tears.values import AUTOMATIC, Ability


def carry_out_abilities(course: Course, id: str) -> None:
    """Carry out the abilities of a card that the Enemy put into play, as far as they are possible.
    Not for events."""
    emit_ignored_or_solo(course, id)
    for place, ability in course.board.card(id).used_abilities():
        if is_possible(course.board, ability):
            carry_out(course, id, place)
        else:
            course.emit(f.ActionImpossible(id))


def emit_ignored_or_solo(course: Course, id: str) -> None:
    """Emit which abilities of a card that the Enemy plays count: its Solo: text alone if it has
    one, else all but those that it ignores."""
    printed = course.board.card(id)
    if printed.solo:
        course.emit(f.SoloUsed("enemy", id))
    else:
        course.emit(*(f.ActionIgnored(id, keyword) for keyword in printed.ignored_keywords()))


def play_event(course: Course, id: str) -> None:
    """Play an event by one of its abilities that are possible; if several are, ask the player
    which. If none is, discard the event; then the Enemy draws again."""
    emit_ignored_or_solo(course, id)
    board = course.board
    choose_event_ability(
        course,
        id,
        [
            str(place)
            for place, ability in board.card(id).used_abilities()
            if is_possible(board, ability)
        ],
    )


def choose_event_ability(course: Course, id: str, places: Sequence[str]) -> None:
    """Play an event by one of these abilities, given by their index on the card; if there are
    several, ask the player which. If there are none, discard the event; then the Enemy draws
    again."""
    if not places:
        course.emit(f.Discarded(id, "cannot-resolve", True, 0))
    elif len(places) == 1:
        play_event_ability(course, id, int(places[0]), ())
    else:
        course.emit(f.question_fact("event-action", id, places))


def play_event_ability(course: Course, id: str, place: int, others: Sequence[str]) -> None:
    """Play an event by one ability, at index `place` on the card. A discount is stored for the
    Enemy's next card. For a text that the table carries out, the table is asked first, and the
    event counts as played only if it was possible; `others`: the indices of the abilities to try if
    it was not."""
    ability = course.board.card(id).ability(place)
    if ability.do == "discount":
        course.emit(f.Reduced(id, ability.amount))
    elif ability.do in AUTOMATIC:
        course.emit(f.EventPlayed("enemy", id))
        carry_out(course, id, place)
    else:
        course.emit(f.question_fact("results", id, others, place))


def carry_out(course: Course, id: str, place: int) -> None:
    """Carry out an ability, at index `place` on a card. If the table has to do it, or if there are
    several targets, a question is asked."""
    ability = course.board.card(id).ability(place)
    if ability.do not in AUTOMATIC:
        course.emit(f.question_fact("results", id, (), place))
        return
    options = possible_targets(course.board, ability)
    if len(options) == 1:
        carry_out_on(course, id, place, options[0])
    else:
        course.emit(f.question_fact("target", id, options, place))


def is_possible(board: Board, ability: Ability) -> bool:
    """Whether an ability has a target now. A text that the table carries out counts as possible
    until the table states otherwise."""
    return ability.do not in AUTOMATIC or bool(possible_targets(board, ability))


def possible_targets(board: Board, ability: Ability) -> tuple[str, ...]:
    """The possible targets of an ability, as ids of cards. For `ready`: the Enemy's exhausted cards.
    Else the player's cards on the battlefield (for `exhaust` the ready ones), only the ranged ones
    if there are any. For `volley`: the numbers of the wedges in which these cards are."""
    if ability.do == "ready":
        return tuple(s.card for _, s in board.enemy.fielded() if s.exhausted)
    cards = tuple(
        s.card for _, s in board.player.fielded() if ability.do != "exhaust" or not s.exhausted
    )
    preferred = prefer_ranged(board, cards)
    if ability.do == "volley":
        return tuple(
            map(
                str,
                sorted({wedge_of(at) for at, s in board.player.fielded() if s.card in preferred}),
            )
        )
    return preferred


def carry_out_on(course: Course, id: str, place: int, target: str) -> None:
    """Carry out an ability on a target: the id of a card or, for `volley`, the number of a
    wedge."""
    ability = course.board.card(id).ability(place)
    course.emit(f.ActionResolved(id, target))
    if ability.do == "exhaust":
        course.emit(f.CardExhausted("player", target))
    elif ability.do == "ready":
        course.emit(f.CardReadied(course.board.owner(target) or "enemy", target))
    else:
        for card in (
            course.board.player.in_wedge(int(target)) if ability.do == "volley" else (target,)
        ):
            if not course.board.ending:
                hurt_card(course, "player", card, ability.amount)
