"""What cannot be on a board of Fief although each of its fields keeps its bounds, when an arbiter
declares one."""

from collections.abc import Iterator
from itertools import chain

from domain.kernel.text import texts
from domain.titles.contract.invariants import above, below, twice, unknown
from domain.titles.fief.board import SIDES, TROOP_KINDS, Battle, Board, Lord, Troops
from domain.titles.fief.values import Guards
from domain.titles.kit import Sentences, Text

KINDS = (*TROOP_KINDS, "mercenary")
IN_BATTLE = Text("a family in the battle")
UNDER_WAY = {
    "auction": "auction",
    "battle": "battles",
    "revolt": "cards",
    "proposal": "end",
    "recruited": "purchases",
}
"""What can be under way, with the one phase that it belongs to."""
CALLED = texts("""
auction | an auction
battle | a battle
revolt | a revolt
proposal | a proposed end
recruited | troops just bought
castle | castles
city | cities
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
    parts = (_families(board), _places(board), _lords(board), _phase(board), _auction(board))
    return tuple(chain(*parts, _answers(board), _battle(board)))


def _families(board: Board) -> Iterator[Text]:
    for seat, family in board.families.items():
        yield from _counted(SAID("stock", seat=seat), family.stock)
        yield from above([(SAID("not-its-own", seat=seat), family.stock.mercenary)], 0)


def _counted(where: Text, troops: Troops) -> Iterator[Text]:
    yield from below((SAID("number", of=where, what=kind), getattr(troops, kind)) for kind in KINDS)


def _places(board: Board) -> Iterator[Text]:
    overseas, forts = board.setting.values.overseas.id, board.setting.values.forts
    for id, place in board.places.items():
        for seat, troops in place.troops.items():
            yield from _counted(SAID("number", of=id, what=seat), troops)
            if not troops.total:
                yield SAID("no-troops", place=id, seat=seat)
        if id == overseas and (place.holder or place.fort != "open" or place.plague):
            yield SAID("overseas", place=id)
    for fort in ("castle", "city"):
        built = sum(place.fort == fort for place in board.places.values())
        yield from above([(CALLED[fort], built)], getattr(forts, fort).count)


def _lords(board: Board) -> Iterator[Text]:
    yield from twice(title for lord in board.lords.values() for title in lord.titles)
    for id, lord in board.lords.items():
        name = board.setting.lords[id].name
        yield from (SAID(wrong, name=name) for wrong in _whereabouts(lord))
        if lord.spouse and (
            lord.dead or board.lords[lord.spouse].spouse != id or lord.spouse == id
        ):
            yield SAID("one-sided", name=name)
        yield from _crowned(board, id, lord)


def _whereabouts(lord: Lord) -> Iterator[str]:
    if lord.dead:
        if lord != Lord(lord.family, "", dead=True):
            yield "dead"
    elif bool(lord.place) == bool(lord.captor):
        yield "nowhere"
    elif lord.captor == lord.family:
        yield "own-captive"


def _crowned(board: Board, id: str, lord: Lord) -> Iterator[Text]:
    setting, name, most = board.setting, board.setting.lords[id].name, Guards()
    kings, queens = setting.values.guard.king, setting.values.guard.queen
    for crown, sex, guard in ((setting.king, "man", kings), (setting.queen, "lady", queens)):
        if crown in lord.titles:
            most = guard
            if setting.lords[id].sex != sex:
                yield SAID("crown", name=name, crown=crown)
    if lord.captor:
        most = Guards()
    for kind in Guards.__struct_fields__:
        yield from above(
            [(SAID("guard", name=name, kind=kind), getattr(lord.guard, kind))], getattr(most, kind)
        )


def _phase(board: Board) -> Iterator[Text]:
    for name, phase in UNDER_WAY.items():
        if getattr(board, name) and board.phase != phase:
            yield SAID("other-phase", what=CALLED[name], phase=board.phase)
    if board.phase == "auction" and board.auction is None:
        yield SAID("no-auction")
    if (board.phase == "placement") != (board.turn == 0) or board.turn < 0:
        yield SAID("other-turn", phase=board.phase, turn=board.turn)
    if bool(board.waiting) == (board.ending is not None):
        yield SAID("waiting")


def _auction(board: Board) -> Iterator[Text]:
    if (auction := board.auction) is None:
        return
    for seat, amount in (*auction.bids.items(), *auction.revealed.items()):
        bid = [(SAID("bid", seat=seat), amount)]
        yield from chain(below(bid), above(bid, board.families[seat].purse))
    yield from (SAID("bid-twice", seat=seat) for seat in auction.bids if seat in board.waiting)


def _answers(board: Board) -> Iterator[Text]:
    if board.proposal is not None and board.proposal.by in board.proposal.waiting:
        yield SAID("own-answer", seat=board.proposal.by)


def _battle(board: Board) -> Iterator[Text]:
    if (battle := board.battle) is None:
        return
    families = [*battle.attack.families, *battle.defence.families]
    yield from twice(families)
    overseas = battle.place == board.setting.values.overseas.id and battle.stage == "losses"
    if not battle.attack.families or not (
        battle.defence.families or battle.defence.horde or overseas
    ):
        yield SAID("one-side")
    if (battle.stage == "truce") != bool(battle.truce):
        yield SAID("no-truce")
    if battle.truce:
        yield from unknown([battle.truce], families, IN_BATTLE)
    yield from _numbers(board, battle)


def _numbers(board: Board, battle: Battle) -> Iterator[Text]:
    for seat, count in battle.engaged.items():
        yield from above(
            [(SAID("engaged", seat=seat), count)], board.troops(seat, battle.place).mercenary
        )
    faces = board.setting.values.die_faces
    for name in SIDES:
        side = battle.side(name)
        numbers = {
            "horde": side.horde,
            "bonus": side.bonus,
            "rerolls": side.rerolls,
            "hits": side.hits,
        }
        yield from below(
            (SAID("number", of=name, what=what), count) for what, count in numbers.items()
        )
        yield from unknown(side.shares, side.families, IN_BATTLE)
        if any(die not in faces for die in side.dice) or any(
            not 0 <= die < len(side.dice) for die in side.rerolled
        ):
            yield SAID("dice", side=name)
