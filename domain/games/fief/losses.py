"""Losses: who takes them, and which.

The usual rule (published): the owner chooses, must absorb as many hits as whole tokens allow (a knight falls to three hits
together, never to fewer), and loses lords only once every troop falls. A side of several families first shares its hits
out, by the word of its captain; then each owner chooses.
"""

from __future__ import annotations

from itertools import islice

from domain.chance import Chance
from domain.games.fief import battle_actions as b
from domain.games.fief import battle_facts as bf
from domain.games.fief import troop_facts as t
from domain.games.fief import words
from domain.games.fief.absorbing import absorbed, as_guards, as_troops, exactly, hits_of, splits, troop_hits, ways
from domain.games.fief.battle_board import SIDES, Battle, Side, SideName, Stage
from domain.games.fief.board import NONE, FiefBoard, Troops
from domain.games.fief.chapter import Story
from domain.games.fief.forces import Force, Losses, army, captain, force, in_battle
from domain.games.fief.guard import kill
from domain.games.fief.values import Guards
from domain.ruleset import LEGAL, Verdict, illegal

RULE = "TA 1.1"


# -- taking tokens off ---------------------------------------------------------------------------------------------


def fell(story: Story, family: str, place: str, losses: Losses) -> None:
    """Take a family's losses off the board."""
    if as_troops(losses) != NONE:
        story.tell(t.TroopsLost(family, place, as_troops(losses)))
    _fell_guard(story, family, place, as_guards(losses))
    for lord in losses.lords:
        kill(story, lord)


def _fell_guard(story: Story, family: str, place: str, gone: Guards) -> None:
    knight, sergeant = gone.knight, gone.sergeant
    for lord in story.board.lords_of(family, place):
        guard = story.board.lords[lord].guard
        some = Guards(min(knight, guard.knight), min(sergeant, guard.sergeant))
        if some.any:
            story.tell(t.GuardLost(lord, some))
        knight, sergeant = knight - some.knight, sergeant - some.sergeant


def fell_bombards(story: Story, family: str, place: str) -> None:
    """TA 2: bombards fall at once with the army's last other troop."""
    bombards = story.board.troops(family, place).bombard
    if bombards:
        story.tell(t.TroopsLost(family, place, Troops(bombard=bombards)))


# -- what is owed ----------------------------------------------------------------------------------------------------


def debt(board: FiefBoard, seat: str) -> tuple[Force, int] | None:
    """The force of a family that has to choose losses now, and the hits it absorbs exactly."""
    battle, revolt = board.battle, board.revolt
    if battle is not None and battle.stage == "losses" and seat in battle.waiting:
        name = battle.side_of(seat)
        if name is not None and seat in battle.side(name).shares:
            return in_battle(board, battle, seat), battle.side(name).shares[seat]
    if revolt is not None and revolt.hits and not revolt.waiting and revolt.victim == seat and revolt.place:
        there = force(board, seat, revolt.place)
        return there, absorbed(board.setting.values, there, revolt.hits)
    return None


def to_share(board: FiefBoard, seat: str) -> Side | None:
    """The side whose hits a captain has to share out now."""
    battle = board.battle
    if battle is None or battle.stage != "losses" or seat not in battle.waiting:
        return None
    name = battle.side_of(seat)
    side = battle.side(name) if name else None
    return side if side and side.hits and not side.shares else None


def judge_take(board: FiefBoard, seat: str, action: b.TakeLosses) -> Verdict:
    """The tokens are there and absorb exactly what must be absorbed."""
    owed = debt(board, seat)
    if owed is None:
        return illegal("no-losses", RULE, "The family has no losses to choose now.", "La famille n'a pas de pertes à choisir.")
    there, share = owed
    values, losses = board.setting.values, chosen(action)
    if not there.holds(losses):
        return illegal("not-there", RULE, "These troops do not all fight here.", "Ces troupes ne combattent pas toutes ici.")
    troops, total = troop_hits(values, there), _hits(board, losses)
    if losses.lords and share < troops:
        return illegal(
            "lords-last",
            RULE,
            "Lords fall only once every troop has fallen.",
            "Les seigneurs ne tombent qu'après toutes les troupes.",
        )
    if total != share or (share >= troops and total - len(losses.lords) * values.lord.hits != troops):
        return illegal(
            "wrong-losses",
            RULE,
            f"The losses must absorb {share} hits, troops before lords; these absorb {total}. Bombards absorb none.",
            f"Les pertes doivent absorber {share} dégâts, les troupes avant les seigneurs ; celles-ci en absorbent {total}. "
            "Les bombardes n'en absorbent pas.",
        )
    return LEGAL


def chosen(action: b.TakeLosses) -> Losses:
    """The losses an action names."""
    return Losses(
        action.sergeant,
        action.knight,
        action.archer,
        action.mercenary,
        action.guard_sergeant,
        action.guard_knight,
        action.lords,
    )


def _hits(board: FiefBoard, losses: Losses) -> int:
    values = board.setting.values
    return sum(n * c for n, c in zip(losses.tokens, hits_of(values), strict=True)) + len(losses.lords) * values.lord.hits


def judge_share(board: FiefBoard, seat: str, action: b.ShareLosses) -> Verdict:
    """Each family of the side gets hits it can absorb exactly, together as many as the side must absorb."""
    side, battle = to_share(board, seat), board.battle
    if side is None or battle is None:
        return illegal("no-sharing", RULE, "There are no hits to share out now.", "Il n'y a pas de dégâts à répartir.")
    shares = {share.family: share.hits for share in action.shares}
    if len(shares) != len(action.shares) or not set(shares) <= set(side.families):
        return illegal(
            "wrong-families", RULE, "Name each family of the side at most once.", "Nommez chaque famille du camp une fois au plus."
        )
    values, whole = board.setting.values, army(board, battle, side)
    due = absorbed(values, whole, side.hits)
    if sum(shares.values()) != due:
        total = sum(shares.values())
        return illegal(
            "wrong-total", RULE, f"The side absorbs {due} hits, not {total}.", f"Le camp absorbe {due} dégâts, pas {total}."
        )
    all_troops_fall = due >= troop_hits(values, whole)
    for family in side.families:
        there, share = in_battle(board, battle, family), shares.get(family, 0)
        if not exactly(values, there, share) or (all_troops_fall and share < troop_hits(values, there)):
            name = words.family(board, family)
            return illegal(
                "wrong-share",
                RULE,
                f"{name.en} cannot absorb exactly {share} hits; every troop falls before any lord.",
                f"{name.fr} ne peut pas absorber exactement {share} dégâts ; toutes les troupes tombent avant les seigneurs.",
            )
    return LEGAL


# -- settling a roll -------------------------------------------------------------------------------------------------


def settle(story: Story) -> bool:
    """Let hits fall on both sides as far as nobody has a choice; whether all losses are taken."""
    for name in SIDES:
        _share_out(story, name)
    waiting = []
    for name in SIDES:
        battle = current(story)
        side = battle.side(name)
        if side.families and side.hits and not side.shares and _due(story.board, battle, side):
            waiting.append(captain(story.board, battle, name))
        for family, share in side.shares.items():
            if share and not _settle_one(story, family, share):
                waiting.append(family)
    if waiting:
        story.tell(bf.StageBegan("losses", tuple(waiting)))
    return not waiting


def current(story: Story) -> Battle:
    """The battle of a story that tells of one."""
    battle = story.board.battle
    assert battle is not None
    return battle


def _due(board: FiefBoard, battle: Battle, side: Side) -> int:
    return absorbed(board.setting.values, army(board, battle, side), side.hits)


def _share_out(story: Story, name: SideName) -> None:
    battle, board = current(story), story.board
    side = battle.side(name)
    if not side.hits:
        return
    if side.horde:
        story.tell(bf.HordeFelled(min(side.hits, side.horde)))
        return
    forces = tuple(in_battle(board, battle, family) for family in side.families)
    found = list(islice(splits(board.setting.values, forces, side.hits), 2))
    if len(found) == 1 and any(found[0]):
        shares = {family: hits for family, hits in zip(side.families, found[0], strict=True) if hits}
        story.tell(bf.SharesSet(name, shares))


def _settle_one(story: Story, family: str, share: int) -> bool:
    """Take a family's losses if there is only one way to; whether they are taken."""
    battle = current(story)
    there = in_battle(story.board, battle, family)
    found = list(islice(ways(story.board.setting.values, there, share), 2))
    if len(found) == 1:
        fell(story, family, battle.place, found[0])
    return len(found) == 1


def share_losses(story: Story, seat: str, action: b.ShareLosses, chance: Chance) -> bool:
    """Share the hits out; whether all losses are taken."""
    battle = current(story)
    name = battle.side_of(seat) or "attack"
    shares = {share.family: share.hits for share in action.shares if share.hits}
    story.tell(bf.SharesSet(name, shares), bf.Spoke(seat))
    for family, share in shares.items():
        if not _settle_one(story, family, share):
            story.tell(bf.StageBegan("losses", (*current(story).waiting, family)))
    return not current(story).waiting


def take_losses(story: Story, seat: str, action: b.TakeLosses) -> bool:
    """Take a family's losses in a battle; whether all losses are taken."""
    fell(story, seat, current(story).place, chosen(action))
    story.tell(bf.Spoke(seat))
    return not current(story).waiting


def asked(board: FiefBoard, seat: str, stage: Stage) -> Verdict:
    """Whether the battle waits, at this stage, for this family."""
    battle = board.battle
    if battle is None or battle.stage != stage or seat not in battle.waiting:
        return illegal(
            "not-asked",
            "Battles",
            "The battle does not wait for this from you now.",
            "La bataille n'attend pas cela de vous maintenant.",
        )
    return LEGAL
