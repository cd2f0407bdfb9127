"""Losses: which family absorbs how many hits, and which of its tokens fall.

The usual rule (published): the owner of the troops chooses. He must absorb as many hits as he can
by whole tokens (a knight falls to three hits together, not to fewer), and loses lords only once
every troop falls. If a side has several families, its captain first divides the hits among them;
then each family chooses."""

from collections.abc import Iterator
from itertools import islice

from domain.titles.contract.types import Field, Template
from domain.titles.fief import actions as a, facts as f
from domain.titles.fief.board import NONE, Board, Side, Troops
from domain.titles.fief.chapters.forces import (
    ABSORBING,
    Force,
    Losses,
    army,
    as_guards,
    as_troops,
    force,
    force_in_battle,
    hit_splits,
    hits_of,
    hits_to_absorb,
    must_absorb_all,
    troop_hits,
    ways_to_absorb,
)
from domain.titles.fief.chapters.lords import kill_lord
from domain.titles.fief.values import Guards
from domain.titles.fief.words import token_name as kind_of_token
from domain.titles.kit import LEGAL, Course, Refusals, Sentences, Text, Verdict, entry

MOST = 24
"""How many ways to take or to share losses are listed; if there are more, a form accepts the
others."""

NO = Refusals("TA 1.1", """
no-losses = The family has no losses to choose now.
not-there = These troops do not all fight here.
lords-last = Lords fall only once every troop has fallen.
wrong-losses = The losses must absorb {share} hits, troops before lords; these absorb {total}. Bombards absorb none.
no-sharing = There are no hits to share out now.
wrong-families = Name each family of the side at most once.
wrong-total = The side absorbs {due} hits, not {total}.
wrong-share = {family} cannot absorb exactly {share} hits; every troop falls before any lord.
""")  # fmt: skip
SAID = Sentences("""
other-shares = Share {hits} hits out another way
other-losses = Absorb {hits} hits another way
""")  # fmt: skip

# -- taking tokens off -----------------------------------------------------------------------------


def emit_losses(course: Course, family: str, place: str, losses: Losses) -> None:
    """Emit the loss of a family's tokens and lords in a place."""
    if as_troops(losses) != NONE:
        course.emit(f.TroopsLost(family, place, as_troops(losses)))
    _emit_guard_losses(course, family, place, as_guards(losses))
    for lord in losses.lords:
        kill_lord(course, lord)


def _emit_guard_losses(course: Course, family: str, place: str, gone: Guards) -> None:
    knight, sergeant = gone.knight, gone.sergeant
    for lord in course.board.lords_of(family, place):
        guard = course.board.lords[lord].guard
        some = Guards(min(knight, guard.knight), min(sergeant, guard.sergeant))
        if some.has_any:
            course.emit(f.GuardLost(lord, some))
        knight, sergeant = knight - some.knight, sergeant - some.sergeant


def emit_bombard_losses(course: Course, family: str, place: str) -> None:
    """Emit the loss of a family's bombards in a place; called when the other troops of their army
    have all fallen (TA 2)."""
    if bombards := course.board.troops(family, place).bombard:
        course.emit(f.TroopsLost(family, place, Troops(bombard=bombards)))


# -- what is owed ----------------------------------------------------------------------------------


def losses_due(board: Board, seat: str) -> tuple[Force, int] | None:
    """The force of a family that has to choose losses now, and how many hits it must absorb; None
    if it has nothing to choose."""
    battle, revolt = board.battle, board.revolt
    if battle is not None and battle.stage == "losses" and seat in battle.waiting:
        name = battle.side_of(seat)
        if name is not None and seat in battle.side(name).shares:
            return force_in_battle(board, battle, seat), battle.side(name).shares[seat]
    if (
        revolt is not None
        and revolt.hits
        and not revolt.waiting
        and revolt.victim == seat
        and revolt.place
    ):
        there = force(board, seat, revolt.place)
        return there, hits_to_absorb(board.setting.values, there, revolt.hits)
    return None


def side_to_share(board: Board, seat: str) -> Side | None:
    """The side whose hits a family has to divide now; None if there is none."""
    battle = board.battle
    if battle is None or battle.stage != "losses" or seat not in battle.waiting:
        return None
    name = battle.side_of(seat)
    side = battle.side(name) if name else None
    return side if side and side.hits and not side.shares else None


# -- choosing --------------------------------------------------------------------------------------


def judge_losses_taken(board: Board, seat: str, action: a.TakeLosses) -> Verdict:
    if (owed := losses_due(board, seat)) is None:
        return NO("no-losses")
    there, share = owed
    values, losses = board.setting.values, chosen_losses(action)
    if not there.holds(losses):
        return NO("not-there")
    troops, total = troop_hits(values, there), _hits(board, losses)
    if losses.lords and share < troops:
        return NO("lords-last")
    if total != share or (
        share >= troops and total - len(losses.lords) * values.lord.hits != troops
    ):
        return NO("wrong-losses", share=share, total=total)
    return LEGAL


def chosen_losses(action: a.TakeLosses) -> Losses:
    return Losses(**{kind: getattr(action, kind) for kind in ABSORBING}, lords=action.lords)


def _hits(board: Board, losses: Losses) -> int:
    values = board.setting.values
    return (
        sum(n * c for n, c in zip(losses.tokens, hits_of(values), strict=True))
        + len(losses.lords) * values.lord.hits
    )


def offer_losses(board: Board, seat: str) -> Iterator[a.TakeLosses]:
    owed = losses_due(board, seat)
    for some in islice(ways_to_absorb(board.setting.values, *owed), MOST) if owed else ():
        yield a.TakeLosses(*some.tokens, some.lords)


def loss_form(board: Board, seat: str) -> Iterator[Template]:
    """A form for other choices of losses, if there are more than the buttons show."""
    owed = losses_due(board, seat)
    if owed and any(True for _ in islice(ways_to_absorb(board.setting.values, *owed), MOST, None)):
        there, share = owed
        fields = {
            kind: Field(kind_of_token(kind), (), 0, n)
            for kind, n in zip(ABSORBING, there.tokens, strict=True)
        }
        yield entry(SAID("other-losses", hits=share), next(offer_losses(board, seat)), **fields)


def judge_shares(board: Board, seat: str, action: a.ShareLosses) -> Verdict:
    side, battle = side_to_share(board, seat), board.battle
    if side is None or battle is None:
        return NO("no-sharing")
    shares = {share.family: share.hits for share in action.shares}
    if len(shares) != len(action.shares) or not set(shares) <= set(side.families):
        return NO("wrong-families")
    values, whole = board.setting.values, army(board, battle, side)
    due = hits_to_absorb(values, whole, side.hits)
    if sum(shares.values()) != due:
        return NO("wrong-total", due=due, total=sum(shares.values()))
    all_troops_fall = due >= troop_hits(values, whole)
    for family in side.families:
        there, share = force_in_battle(board, battle, family), shares.get(family, 0)
        if not must_absorb_all(values, there, share) or (
            all_troops_fall and share < troop_hits(values, there)
        ):
            return NO("wrong-share", family=board.word("family", family), share=share)
    return LEGAL


def offer_shares(board: Board, seat: str) -> Iterator[a.ShareLosses]:
    side = side_to_share(board, seat)
    for split in islice(_splits(board, side), MOST) if side else ():
        yield a.ShareLosses(
            tuple(a.Share(family, n) for family, n in zip(side.families, split, strict=True))  # type: ignore[union-attr]
        )


def _splits(board: Board, side: Side) -> Iterator[tuple[int, ...]]:
    battle = board.battle
    forces = (
        tuple(force_in_battle(board, battle, family) for family in side.families) if battle else ()
    )
    return hit_splits(board.setting.values, forces, side.hits)


def share_form(board: Board, seat: str) -> Iterator[Template]:
    """A form for other divisions of the hits, if there are more than the buttons show."""
    side, battle = side_to_share(board, seat), board.battle
    if side and battle and any(True for _ in islice(_splits(board, side), MOST, None)):
        due = hits_to_absorb(board.setting.values, army(board, battle, side), side.hits)
        family, hits = Field(Text("family"), side.families), Field(Text("hits"), (), 0, due)
        fields = Field(Text("shares"), within={"family": family, "hits": hits})
        yield entry(SAID("other-shares", hits=due), next(offer_shares(board, seat)), shares=fields)
