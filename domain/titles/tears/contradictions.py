"""What cannot be on a board of 1066 although its fields keep their bounds, when an arbiter declares
one: first the cards, of which the rest speaks."""

from collections.abc import Collection, Iterable, Iterator
from itertools import chain

from domain.kernel.text import texts
from domain.titles.contract.invariants import above, at, below, missing, twice, unknown
from domain.titles.kit import Text
from domain.titles.tears.board import NONE, SEATS, Board, Question, wedge_of
from domain.titles.tears.values import FIGHTERS

WHAT = texts("""
card | a card
the-card | the card
to-enter | a card to be entered
fighter | a card that stands on a space
attachment | an attachment
tactic | a tactic
standing | a wedge that stands
option | an option of the question
""")


def contradictions(board: Board) -> tuple[Text, ...]:
    return tuple(_names(board)) or tuple(
        chain(
            _wedges(board),
            *(chain(_cards(board, seat), _objective(board, seat)) for seat in SEATS),
            _moment(board),
        )
    )


def census(board: Board, seat: str) -> list[str]:
    """Every card of a side, wherever it lies; of the Enemy's, the one just turned up too."""
    turned_up = board.turn.revealed if seat == "enemy" and board.turn else ""
    return [*board.army(seat).cards(), *([turned_up] if turned_up else [])]


# -- the cards -------------------------------------------------------------------------------------


def _names(board: Board) -> Iterator[Text]:
    setting, entered = board.setting, board.setting.options.cards == "table"
    for seat, faction in zip(SEATS, (setting.options.faction, setting.enemy_faction), strict=True):
        side = board.army(seat)
        deck_known = side.entered != entered and (
            seat == "player" or not entered
        )  # the Enemy's is, once it is turned over
        if side.faction != faction or deck_known:
            yield Text("{seat}: not the side that the game was opened with", seat=seat)
        if len(side.spaces) != 9 or len(board.wedges) != len(setting.values.placement):
            yield Text("{seat}: a battlefield has nine spaces in three wedges", seat=seat)
        everywhere = census(board, seat)
        yield from unknown((id for id in everywhere if not board.known(id)), (), WHAT["card"])
        printed = setting.values.factions[side.faction]
        cards = [printed.leader.id, *(card.id for card in printed.deck)]
        yield from unknown(
            (id for id in everywhere if id not in board.entered),
            cards,
            Text("a card on the side of {seat}", seat=seat),
        )
        yield from twice(everywhere)
        yield from missing(everywhere, [printed.leader.id] if entered else cards, WHAT["the-card"])
    if not entered:
        yield from unknown(board.entered, (), WHAT["to-enter"])
    yield from (
        Text("“{id}” is entered as “{other}”", id=id, other=card.id)
        for id, card in board.entered.items()
        if card.id != id
    )


def _cards(board: Board, seat: str) -> Iterator[Text]:
    side, leader = board.army(seat), board.leader(seat)
    for _, stands in side.fielded():
        yield from _kinds(board, [stands.card], FIGHTERS, "fighter")
        yield from _kinds(board, stands.attached, ("attachment",), "attachment")
        health = board.card(stands.card).health
        damage = [(at(stands.card, Text("damage")), stands.damage)]
        yield from chain(below(damage), () if health is None else above(damage, max(health - 1, 0)))
    for stands in side.reserve:
        yield from _kinds(board, [stands.card], ("tactic",), "tactic")
        counts = at(stands.card, Text("attachments and damage"))
        yield from above([(counts, len(stands.attached) + stands.damage)], 0)
    if not board.ending and leader not in [
        *side.hand,
        *(stands.card for _, stands in side.fielded()),
    ]:
        yield Text("{seat}: the leader stands nowhere, and the game goes on", seat=seat)


def _kinds(board: Board, ids: Iterable[str], kinds: tuple[str, ...], what: str) -> Iterator[Text]:
    yield from unknown((id for id in ids if board.card(id).kind not in kinds), (), WHAT[what])


def _objective(board: Board, seat: str) -> Iterator[Text]:
    side = board.army(seat)
    objectives = board.setting.values.factions[side.faction].objectives
    number = [(at(seat, Text("objective")), side.objective)]
    damage = [(at(seat, Text("damage on the objective")), side.objective_damage)]
    yield from chain(below(number), above(number, len(objectives) - 1), below(damage))
    strength = (
        objectives[side.objective].strength if 0 <= side.objective < len(objectives) else None
    )
    if strength is not None and side.objective < len(objectives) - 1:
        yield from above(damage, strength - 1)


def _wedges(board: Board) -> Iterator[Text]:
    values = board.setting.values
    for n, wedge in enumerate(board.wedges, start=1):
        for seat, tokens in zip(SEATS, (wedge.by_player, wedge.by_enemy), strict=True):
            damage = [(Text("wedge {n}, damage by {seat}", n=n, seat=seat), tokens)]
            yield from chain(
                below(damage), above(damage, values.wedge_damage - (0 if wedge.taken else 1))
            )
    for seat in SEATS:
        taken = sum(wedge.taken == seat for wedge in board.wedges)
        if taken >= values.wedges_to_win and not board.ending:
            yield Text(
                "{seat} has taken {taken} wedges, and the game goes on", seat=seat, taken=taken
            )


# -- the moment of a round: the phase, the Enemy's turn, the question that waits for an answer
# ---------------------------

OF_REVEALED = ("ranged-wedge", "host", "replaced", "event-action")
OF_CARD = ("results", "target", "shot")


def _moment(board: Board) -> Iterator[Text]:
    return chain(
        _round(board), _turn(board), _question(board, board.question) if board.question else ()
    )


def _round(board: Board) -> Iterator[Text]:
    phase, goes_on = board.phase, not board.ending
    if (phase == "setup") != (board.round == 0):
        yield Text("the phase {phase} in round {round}", phase=phase, round=board.round)
    asks = {"setup": "leader", "preparation": "keep"}.get(phase)
    if goes_on and asks and (board.question is None or board.question.kind != asks):
        yield Text("the phase {phase} waits for nobody", phase=phase)
    if goes_on and phase in ("wedges", "objectives") and not board.left and board.question is None:
        yield Text("nothing is left to declare in the phase {phase}", phase=phase)


def _standing(board: Board) -> list[str]:
    return [str(wedge) for wedge in board.existing()]


def _turn(board: Board) -> Iterator[Text]:
    turn = board.turn
    if turn is None:
        return
    if board.phase != "deployment":
        yield Text("the Enemy's turn in the phase {phase}", phase=board.phase)
    stated = [str(might.wedge) for might in turn.might or ()]
    yield from chain(unknown(stated, _standing(board), WHAT["standing"]), twice(stated))
    if turn.might == ():
        yield Text("the might of no wedge was stated")


def _question(board: Board, question: Question) -> Iterator[Text]:
    anytime, own = question.kind == "draw", question.kind in ("leader", "keep")
    if board.ending or (own != (board.turn is None) and not anytime):
        yield Text("nobody asks “{kind}” now", kind=question.kind)
        return
    yield from _about(board, question)
    yield from twice(question.options)
    if not question.options and question.kind not in ("leader", "keep", "results"):
        yield Text("a question without options")


def _about(board: Board, question: Question) -> Iterator[Text]:
    about, kind = question.about, question.kind
    revealed = board.turn.revealed if board.turn else ""
    if kind in OF_REVEALED and (not about or about != revealed):
        yield Text("the question “{kind}” is about the card revealed", kind=kind)
    elif kind in (*OF_REVEALED, *OF_CARD) and not board.known(about):
        yield from unknown([about], (), WHAT["card"])
    elif kind == "leader" and about not in board.player.hand:
        yield Text("the leader is not in hand to be placed")
    else:
        yield from unknown(question.options, _options(board, question), WHAT["option"])
        if kind in ("results", "target") and question.place not in _texts(board, about):
            yield Text("“{about}” has no text {place}", about=about, place=question.place)


def _options(board: Board, question: Question) -> Collection[str]:
    mine, theirs = (
        [stands.card for _, stands in side.fielded()] for side in (board.player, board.enemy)
    )
    match question.kind:
        case "keep":
            return board.player.hand
        case "draw":
            return "yes", "no"
        case "might" | "leader-wedge":
            return _standing(board)
        case "ranged-wedge":
            return {str(wedge_of(space)) for space in board.free_spaces("enemy")}
        case "shooter" | "host" | "leader-space":
            return theirs
        case "replaced":
            return [*theirs, NONE]
        case "shot":
            return mine
        case "target":
            return [*mine, *theirs, "1", "2", "3"]
        case "event-action" | "results":
            return [str(place) for place in _texts(board, question.about)]
        case _:
            return ()


def _texts(board: Board, id: str) -> list[int]:
    printed = board.card(id)
    return [*range(len(printed.actions)), *([-1] if printed.solo else [])]
