"""Losses: who takes them, and which.

The usual rule (published): the owner chooses, must absorb as many hits as whole tokens allow (a knight falls to three hits
together, never to fewer), and loses lords only once every troop falls. A side of several families first shares its hits
out, by the word of its captain; then each owner chooses.
"""

from __future__ import annotations

from domain.games.fief import actions as b
from domain.games.fief import words
from domain.games.fief.battle.absorbing import absorbed, as_guards, as_troops, exactly, hits_of, troop_hits
from domain.games.fief.battle.forces import Force, Losses, army, force, in_battle
from domain.games.fief.board import NONE, Board, Side, Troops
from domain.games.fief.chapter import Story
from domain.games.fief.facts import troops as t
from domain.games.fief.lords import kill
from domain.games.fief.values import Guards
from domain.rules.ruleset import LEGAL, Verdict, illegal

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


def debt(board: Board, seat: str) -> tuple[Force, int] | None:
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


def to_share(board: Board, seat: str) -> Side | None:
    """The side whose hits a captain has to share out now."""
    battle = board.battle
    if battle is None or battle.stage != "losses" or seat not in battle.waiting:
        return None
    name = battle.side_of(seat)
    side = battle.side(name) if name else None
    return side if side and side.hits and not side.shares else None


def judge_take(board: Board, seat: str, action: b.TakeLosses) -> Verdict:
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


def _hits(board: Board, losses: Losses) -> int:
    values = board.setting.values
    return sum(n * c for n, c in zip(losses.tokens, hits_of(values), strict=True)) + len(losses.lords) * values.lord.hits


def judge_share(board: Board, seat: str, action: b.ShareLosses) -> Verdict:
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
