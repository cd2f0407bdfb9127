"""Checks across fields: contradictions within a catalog, and what is impossible on a board although
each field is within its bounds."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

from domain.kernel.faults import Fault
from domain.titles.contract.invariants import count_out_of_bounds, repeated_ids, unknown_ids
from domain.titles.fief.board import SIDES, TROOP_KINDS, Battle, Board, Lord, Troops
from domain.titles.fief.values import FAMILIES, Guards, Values
from domain.titles.kit import Sentences, Text

WRONG = Sentences("""
no-hits = only bombards absorb no hits
bombard = bombards absorb no hits (TA 2)
guards = the box has fewer guards than a king or a queen may take
start = a family starts with more tokens than it has
forts = {families} families start with one each
crowns = there must be exactly one {kind}, not {count}
twice = the id {id} stands there {count} times
""")


def conflicts(v: Values) -> tuple[Fault, ...]:
    """The contradictions in a catalog's values."""
    return tuple(chain(_tokens(v), _cards(v)))


def _tokens(v: Values) -> Iterator[Fault]:
    for kind in ("sergeant", "knight", "archer"):
        stands = getattr(v.troops, kind).hits >= 1
        yield from WRONG.at_when(not stands, f"/troops/{kind}/hits", "no-hits")
    yield from WRONG.at_when(v.troops.bombard.hits, "/troops/bombard/hits", "bombard")
    for kind in ("knight", "sergeant"):
        box, king, queen = (getattr(g, kind) for g in (v.guard.box, v.guard.king, v.guard.queen))
        yield from WRONG.at_when(box < max(king, queen), f"/guard/box/{kind}", "guards")
        more = getattr(v.start, kind) > getattr(v.troops, kind).max
        yield from WRONG.at_when(more, f"/start/{kind}", "start")
    fort = v.start.fort
    few = fort != "open" and getattr(v.forts, fort).count < FAMILIES
    yield from WRONG.at_when(few, f"/forts/{fort}/count", "forts", families=FAMILIES)


def _cards(v: Values) -> Iterator[Fault]:
    kinds = Counter(title.kind for title in v.titles)
    for kind, count in (("king", kinds["king"]), ("queen", kinds["queen"])):
        yield from WRONG.at_when(count != 1, "/titles", "crowns", kind=kind, count=count)
    yield from _twice("/villages", (place.id for place in (*v.villages, v.overseas)))
    yield from _twice("/lords", (card.id for card in v.lords))
    yield from _twice("/titles", (card.id for card in v.titles))


def _twice(pointer: str, ids: Iterable[str]) -> Iterator[Fault]:
    for id, count in Counter(ids).items():
        yield from WRONG.at_when(count > 1, pointer, "twice", id=id, count=count)


# -- the board -------------------------------------------------------------------------------------

KINDS = (*TROOP_KINDS, "mercenary")
IN_BATTLE = Text("a family in the battle")
UNDER_WAY = {
    "auction": "auction",
    "battle": "battles",
    "revolt": "cards",
    "proposal": "end",
    "recruited": "purchases",
}
"""Parts of the board that exist in one phase only, with that phase."""
CALLED = Sentences("""
auction = an auction
battle = a battle
revolt = a revolt
proposal = a proposed end
recruited = troops just bought
castle = castles
city = cities
""")
SAID = Sentences("""
stock = {seat}, stock
not-its-own = {seat}, mercenaries in its stock
guard = {name}, royal guard, {kind}
bid = {seat}, bid
engaged = {seat}, mercenaries engaged
number = {of}, {what}
no-troops = {place}, {seat}: troops that are none
overseas = {place} is overseas: nobody holds or fortifies it
one-sided = {name}'s marriage is not returned
dead = {name} is dead and keeps nothing but the name
nowhere = {name} is either in a place or somebody's captive
own-captive = {name} is a captive of the own family
crown = {name} cannot wear the crown {crown}
other-phase = {what} in the phase {phase}
no-auction = the phase auction without an auction
other-turn = the phase {phase} in turn {turn}
waiting = families wait to act until the session has ended, and no longer
bid-twice = {seat} has bid and is still to bid
own-answer = {seat} waits for its own answer
one-side = a battle without two sides
no-truce = an answer to a truce that nobody offered
dice = {side}: dice that cannot come up
""")  # fmt: skip


def contradictions(board: Board) -> tuple[Text, ...]:
    """What is impossible on a board, as sentences without a full stop."""
    parts = (_families(board), _places(board), _lords(board), _phase(board), _auction(board))
    return tuple(chain(*parts, _proposal(board), _battle(board)))


def _families(board: Board) -> Iterator[Text]:
    for seat, family in board.families.items():
        yield from _negative_counts(SAID("stock", seat=seat), family.stock)
        yield from count_out_of_bounds(
            SAID("not-its-own", seat=seat), family.stock.mercenary, most=0
        )


def _negative_counts(where: Text, troops: Troops) -> Iterator[Text]:
    for kind in KINDS:
        yield from count_out_of_bounds(
            SAID("number", of=where, what=kind), getattr(troops, kind), 0
        )


def _places(board: Board) -> Iterator[Text]:
    overseas, forts = board.setting.values.overseas.id, board.setting.values.forts
    for id, place in board.places.items():
        for seat, troops in place.troops.items():
            yield from _negative_counts(SAID("number", of=id, what=seat), troops)
            yield from SAID.when(not troops.total, "no-troops", place=id, seat=seat)
        marked = place.holder or place.fort != "open" or place.plague
        yield from SAID.when(id == overseas and marked, "overseas", place=id)
    for fort, printed in (("castle", forts.castle), ("city", forts.city)):
        built = sum(place.fort == fort for place in board.places.values())
        yield from count_out_of_bounds(CALLED[fort], built, most=printed.count)


def _lords(board: Board) -> Iterator[Text]:
    yield from repeated_ids(title for lord in board.lords.values() for title in lord.titles)
    for id, lord in board.lords.items():
        name, spouse = board.setting.lords[id].name, board.lords.get(lord.spouse)
        yield from (SAID(wrong, name=name) for wrong in _wrong_whereabouts(lord))
        returned = spouse is not None and spouse.spouse == id and lord.spouse != id
        yield from SAID.when(lord.spouse and (lord.dead or not returned), "one-sided", name=name)
        yield from _crown_faults(board, id, lord)


def _wrong_whereabouts(lord: Lord) -> Iterator[str]:
    if lord.dead:
        yield from ["dead"] if lord != Lord(lord.family, "", dead=True) else []
    elif bool(lord.place) == bool(lord.captor):
        yield "nowhere"
    elif lord.captor == lord.family:
        yield "own-captive"


def _crown_faults(board: Board, id: str, lord: Lord) -> Iterator[Text]:
    setting, card, most = board.setting, board.setting.lords[id], Guards()
    kings, queens = setting.values.guard.king, setting.values.guard.queen
    for crown, sex, guard in ((setting.king, "man", kings), (setting.queen, "lady", queens)):
        wears = crown in lord.titles
        most = guard if wears else most
        yield from SAID.when(wears and card.sex != sex, "crown", name=card.name, crown=crown)
    limit = Guards() if lord.captor else most
    for kind in Guards.__struct_fields__:
        what = SAID("guard", name=card.name, kind=kind)
        yield from count_out_of_bounds(what, getattr(lord.guard, kind), most=getattr(limit, kind))


def _phase(board: Board) -> Iterator[Text]:
    phase, turn = board.phase, board.turn
    for name, own in UNDER_WAY.items():
        stray = getattr(board, name) and phase != own
        yield from SAID.when(stray, "other-phase", what=CALLED[name], phase=phase)
    yield from SAID.when(phase == "auction" and board.auction is None, "no-auction")
    other = (phase == "placement") != (turn == 0) or turn < 0
    yield from SAID.when(other, "other-turn", phase=phase, turn=turn)
    yield from SAID.when(bool(board.waiting) == (board.ending is not None), "waiting")


def _auction(board: Board) -> Iterator[Text]:
    if (auction := board.auction) is not None:
        for seat, amount in (*auction.bids.items(), *auction.revealed.items()):
            yield from count_out_of_bounds(
                SAID("bid", seat=seat), amount, 0, board.families[seat].purse
            )
        for seat in auction.bids:
            yield from SAID.when(seat in board.waiting, "bid-twice", seat=seat)


def _proposal(board: Board) -> Iterator[Text]:
    if (proposal := board.proposal) is not None:
        yield from SAID.when(proposal.by in proposal.waiting, "own-answer", seat=proposal.by)


def _battle(board: Board) -> Iterator[Text]:
    if (battle := board.battle) is None:
        return
    families = [*battle.attack.families, *battle.defence.families]
    yield from repeated_ids(families)
    overseas = battle.place == board.setting.values.overseas.id and battle.stage == "losses"
    defended = battle.defence.families or battle.defence.horde or overseas
    yield from SAID.when(not battle.attack.families or not defended, "one-side")
    yield from SAID.when((battle.stage == "truce") != bool(battle.truce), "no-truce")
    yield from unknown_ids([battle.truce] if battle.truce else [], families, IN_BATTLE)
    yield from _numbers(board, battle)


def _numbers(board: Board, battle: Battle) -> Iterator[Text]:
    for seat, count in battle.engaged.items():
        most = board.troops(seat, battle.place).mercenary
        yield from count_out_of_bounds(SAID("engaged", seat=seat), count, most=most)
    faces = board.setting.values.die_faces
    for name in SIDES:
        side = battle.side(name)
        for what in ("horde", "bonus", "rerolls", "hits"):
            yield from count_out_of_bounds(
                SAID("number", of=name, what=what), getattr(side, what), 0
            )
        yield from unknown_ids(side.shares, side.families, IN_BATTLE)
        rolled = all(0 <= die < len(side.dice) for die in side.rerolled)
        yield from SAID.when(set(side.dice) - set(faces) or not rolled, "dice", side=name)
