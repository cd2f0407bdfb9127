"""Checks across fields: contradictions within a catalog, and what is impossible on a board although
each field is within its bounds. The cards are checked first, because the other checks rely on
them."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import chain

from domain.kernel.faults import Fault
from domain.titles.contract.invariants import (
    count_out_of_bounds,
    missing_ids,
    name_with_location,
    repeated_ids,
    unknown_ids,
)
from domain.titles.kit import Sentences, Text
from domain.titles.tears.board import NONE, SEATS, Board, Question, wedge_of
from domain.titles.tears.values import (
    AUTOMATIC,
    DIFFICULTIES,
    FACTIONS,
    FIGHTERS,
    Card,
    FactionCards,
    Values,
)

WRONG = Sentences("""
first-row = row 1, and no other, is without a number
last-rank = the last rank, and no other, has no end
next-rank = the next rank must begin at this one's end or one point later
factions = the factions are saxon and norman
named-twice = {count} cards have the id {id}
leader = the leader must be of the kind leader
no-deck = the deck has no card left after the set-up
start = {id} is not a character or unit of this deck
in-deck = the leader does not lie in the deck
no-fighter = a card of the kind {kind} has no range, cavalry or health
event = an event needs an action
one-action = only an event may offer the Enemy more than one action
discount = outside events a discount has a keyword: the Enemy ignores it
amount = must be at least 1
""")


def conflicts(v: Values) -> tuple[Fault, ...]:
    sides = (_faction_cards(f"/factions/{name}", side, v) for name, side in v.factions.items())
    return tuple(chain(_tables(v), _factions(v), *sides))


def _tables(v: Values) -> Iterator[Fault]:
    for level in DIFFICULTIES:
        for n, row in enumerate(v.resources.of(level)):
            stray = (row is None) != (n == 0)
            yield from WRONG.at_when(stray, f"/resources/{level}/{n}", "first-row")
    for n, rank in enumerate(v.ranks):
        if (rank.most is None) != (n == len(v.ranks) - 1):
            yield WRONG.at(f"/ranks/{n}", "last-rank")
        elif rank.most is not None:
            meets = rank.least <= rank.most <= v.ranks[n + 1].least <= rank.most + 1
            yield from WRONG.at_when(not meets, f"/ranks/{n}", "next-rank")


def _factions(v: Values) -> Iterator[Fault]:
    for name in sorted(set(FACTIONS) ^ set(v.factions)):
        yield WRONG.at(f"/factions/{name}", "factions")
    ids = (card.id for side in v.factions.values() for card in (side.leader, *side.deck))
    for id, count in Counter(ids).items():
        yield from WRONG.at_when(count > 1, "/factions", "named-twice", count=count, id=id)


def _faction_cards(where: str, side: FactionCards, v: Values) -> Iterator[Fault]:
    yield from WRONG.at_when(side.leader.kind != "leader", f"{where}/leader/kind", "leader")
    short = len(side.deck) <= v.player.opening_hand + len(side.start)
    yield from WRONG.at_when(short, f"{where}/deck", "no-deck")
    kinds = {card.id: card.kind for card in side.deck}
    for n, id in enumerate(side.start):
        yield from WRONG.at_when(
            kinds.get(id) not in FIGHTERS, f"{where}/start/{n}", "start", id=id
        )
    yield from _card(f"{where}/leader", side.leader)
    for n, card in enumerate(side.deck):
        yield from WRONG.at_when(card.kind == "leader", f"{where}/deck/{n}/kind", "in-deck")
        yield from _card(f"{where}/deck/{n}", card)


def _card(where: str, card: Card) -> Iterator[Fault]:
    fights, event, actions = card.kind in FIGHTERS, card.kind == "event", f"{where}/actions"
    fighting = card.ranged or card.cavalry or card.health is not None
    yield from WRONG.at_when(not fights and fighting, where, "no-fighter", kind=card.kind)
    yield from WRONG.at_when(event and not card.actions and not card.solo, actions, "event")
    yield from WRONG.at_when(not event and len(card.used_abilities()) > 1, actions, "one-action")
    for _, ability in card.used_abilities():
        yield from WRONG.at_when(not event and ability.do == "discount", actions, "discount")
    for n, ability in enumerate((*card.actions, *((card.solo,) if card.solo else ()))):
        idle = ability.amount < 1 and ability.do in (*AUTOMATIC, "discount")
        yield from WRONG.at_when(idle, f"{actions}/{n}/amount", "amount")


# -- the board -------------------------------------------------------------------------------------

WHAT = Sentences("""
card = a card
the-card = the card
to-enter = a card to be entered
fighter = a card that stands on a space
attachment = an attachment
tactic = a tactic
standing = a wedge that stands
option = an option of the question
""")


SAID = Sentences("""
wrong-side = {seat}: not the side that the game was opened with
nine-spaces = {seat}: a battlefield has nine spaces in three wedges
entered-as = “{id}” is entered as “{other}”
no-leader = {seat}: the leader stands nowhere, and the game goes on
won = {seat} has taken {taken} wedges, and the game goes on
phase = the phase {phase} in round {round}
nobody = the phase {phase} waits for nobody
nothing-left = nothing is left to declare in the phase {phase}
enemy-turn = the Enemy's turn in the phase {phase}
no-might = the might of no wedge was stated
not-asked = nobody asks “{kind}” now
no-options = a question without options
revealed = the question “{kind}” is about the card revealed
in-hand = the leader is not in hand to be placed
no-text = “{about}” has no text {place}
""")


def contradictions(board: Board) -> tuple[Text, ...]:
    sides = (chain(_cards(board, seat), _objective(board, seat)) for seat in SEATS)
    parts = (_wedges(board), *sides, _round(board), _enemy_turn(board), _question(board))
    return (
        *chain(*(_each_card_once(board, seat) for seat in SEATS)),
        *_entered_cards(board),
    ) or tuple(chain(*parts))


def all_cards(board: Board, seat: str) -> list[str]:
    """All cards of a side, wherever they are; for the Enemy, with the card just turned up."""
    turned_up = board.turn.revealed if seat == "enemy" and board.turn else ""
    return [*board.army(seat).cards(), *([turned_up] if turned_up else [])]


# -- the cards


def _each_card_once(board: Board, seat: str) -> Iterator[Text]:
    setting, entered, side = board.setting, board.setting.options.cards == "table", board.army(seat)
    faction = setting.options.faction if seat == "player" else setting.enemy_faction
    # the Enemy's deck is known once it is turned over
    deck_known = side.entered != entered and (seat == "player" or not entered)
    yield from SAID.when(side.faction != faction or deck_known, "wrong-side", seat=seat)
    whole = len(side.spaces) == 9 and len(board.wedges) == len(setting.values.placement)
    yield from SAID.when(not whole, "nine-spaces", seat=seat)
    everywhere, printed = all_cards(board, seat), setting.values.factions[side.faction]
    yield from unknown_ids((id for id in everywhere if not board.is_known(id)), (), WHAT["card"])
    cards = [printed.leader.id, *(card.id for card in printed.deck)]
    own = Text("a card on the side of {seat}", seat=seat)
    yield from unknown_ids((id for id in everywhere if id not in board.entered), cards, own)
    yield from repeated_ids(everywhere)
    yield from missing_ids(everywhere, [printed.leader.id] if entered else cards, WHAT["the-card"])


def _entered_cards(board: Board) -> Iterator[Text]:
    if board.setting.options.cards != "table":
        yield from unknown_ids(board.entered, (), WHAT["to-enter"])
    for id, card in board.entered.items():
        yield from SAID.when(card.id != id, "entered-as", id=id, other=card.id)


def _cards(board: Board, seat: str) -> Iterator[Text]:
    side, leader = board.army(seat), board.leader_id(seat)
    for _, stands in side.fielded():
        yield from _kinds(board, [stands.card], FIGHTERS, "fighter")
        yield from _kinds(board, stands.attached, ("attachment",), "attachment")
        health = board.card(stands.card).health
        most = None if health is None else max(health - 1, 0)
        yield from count_out_of_bounds(
            name_with_location(stands.card, Text("damage")), stands.damage, 0, most
        )
    for stands in side.reserve:
        yield from _kinds(board, [stands.card], ("tactic",), "tactic")
        counts = name_with_location(stands.card, Text("attachments and damage"))
        yield from count_out_of_bounds(counts, len(stands.attached) + stands.damage, most=0)
    present = [*side.hand, *(stands.card for _, stands in side.fielded())]
    yield from SAID.when(not board.ending and leader not in present, "no-leader", seat=seat)


def _kinds(board: Board, ids: Iterable[str], kinds: tuple[str, ...], what: str) -> Iterator[Text]:
    """A fault for each card that is of none of these kinds. `what`: the words for such a card, in
    `WHAT`."""
    return unknown_ids((id for id in ids if board.card(id).kind not in kinds), (), WHAT[what])


def _objective(board: Board, seat: str) -> Iterator[Text]:
    side = board.army(seat)
    objectives = board.setting.values.factions[side.faction].objectives
    last, n = len(objectives) - 1, side.objective
    yield from count_out_of_bounds(name_with_location(seat, Text("objective")), n, 0, last)
    strength = objectives[n].strength if 0 <= n < last else None
    most = None if strength is None else strength - 1
    yield from count_out_of_bounds(
        name_with_location(seat, Text("damage on the objective")), side.objective_damage, 0, most
    )


def _wedges(board: Board) -> Iterator[Text]:
    values = board.setting.values
    for n, wedge in enumerate(board.wedges, start=1):
        for seat, tokens in zip(SEATS, (wedge.by_player, wedge.by_enemy), strict=True):
            damage = Text("wedge {n}, damage by {seat}", n=n, seat=seat)
            yield from count_out_of_bounds(
                damage, tokens, 0, values.wedge_damage - (0 if wedge.taken else 1)
            )
    for seat in SEATS:
        taken = sum(wedge.taken == seat for wedge in board.wedges)
        won = taken >= values.wedges_to_win and not board.ending
        yield from SAID.when(won, "won", seat=seat, taken=taken)


# -- the moment of a round: the phase, the Enemy's turn, the question that waits for an answer

ABOUT_REVEALED = ("ranged-wedge", "host", "replaced", "event-action")
ABOUT_CARD = ("results", "target", "shot")


def _round(board: Board) -> Iterator[Text]:
    phase, question = board.phase, board.question
    first = (phase == "setup") != (board.round == 0)
    yield from SAID.when(first, "phase", phase=phase, round=board.round)
    asks = {"setup": "leader", "preparation": "keep"}.get(phase)
    waits = not asks or (question is not None and question.kind == asks)
    yield from SAID.when(not board.ending and not waits, "nobody", phase=phase)
    idle = phase in ("wedges", "objectives") and not board.left and question is None
    yield from SAID.when(not board.ending and idle, "nothing-left", phase=phase)


def _untaken_wedge_ids(board: Board) -> list[str]:
    return [str(wedge) for wedge in board.untaken_wedges()]


def _enemy_turn(board: Board) -> Iterator[Text]:
    if (turn := board.turn) is None:
        return
    yield from SAID.when(board.phase != "deployment", "enemy-turn", phase=board.phase)
    stated = [str(might.wedge) for might in turn.might or ()]
    yield from chain(
        unknown_ids(stated, _untaken_wedge_ids(board), WHAT["standing"]), repeated_ids(stated)
    )
    yield from SAID.when(turn.might == (), "no-might")


def _question(board: Board) -> Iterator[Text]:
    if (question := board.question) is None:
        return
    anytime, own = question.kind == "draw", question.kind in ("leader", "keep")
    if board.ending or (own != (board.turn is None) and not anytime):
        yield SAID("not-asked", kind=question.kind)
        return
    yield from _question_subject(board, question)
    yield from repeated_ids(question.options)
    chosen = own or question.kind == "results"
    yield from SAID.when(not question.options and not chosen, "no-options")


def _question_subject(board: Board, question: Question) -> Iterator[Text]:
    about, kind = question.about, question.kind
    revealed = board.turn.revealed if board.turn else ""
    if kind in ABOUT_REVEALED and (not about or about != revealed):
        yield SAID("revealed", kind=kind)
    elif kind in (*ABOUT_REVEALED, *ABOUT_CARD) and not board.is_known(about):
        yield from unknown_ids([about], (), WHAT["card"])
    elif kind == "leader" and about not in board.player.hand:
        yield SAID("in-hand")
    else:
        yield from unknown_ids(question.options, _possible_options(board, question), WHAT["option"])
        if kind in ("results", "target"):
            printed = question.place in _ability_places(board, about)
            yield from SAID.when(not printed, "no-text", about=about, place=question.place)


def _possible_options(board: Board, question: Question) -> Collection[str]:
    """All ids that the options of a question of this kind may contain on this board."""
    mine, theirs = (
        [stands.card for _, stands in side.fielded()] for side in (board.player, board.enemy)
    )
    match question.kind:
        case "keep":
            return board.player.hand
        case "draw":
            return "yes", "no"
        case "might" | "leader-wedge":
            return _untaken_wedge_ids(board)
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
            return [str(place) for place in _ability_places(board, question.about)]
        case _:
            return ()


def _ability_places(board: Board, id: str) -> list[int]:
    """The indices of a card's abilities, -1 for its Solo: text."""
    printed = board.card(id)
    return [*range(len(printed.actions)), *([-1] if printed.solo else [])]
