"""How each fact of a battle changes the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.games.fief.board import INFIDELS, Battle, Board, Side, SideName, Troops
from domain.games.fief.facts import battle as f
from domain.games.fief.facts.changes import with_place


def _began(board: Board, fact: f.BattleBegan) -> Board:
    battle = Battle(
        fact.place,
        fact.ground,
        Side(fact.attack),
        Side(fact.defence, fact.horde),
        "rally",
        fact.waiting,
        fact.souterrain,
        fact.engines,
    )
    return replace(board, battle=battle, battles=board.battles if board.setting.first else board.battles + 1)


def _in_battle(change: Callable[[Battle, Any], Battle]) -> Callable[[Board, Any], Board]:
    """A change of the battle alone; without a battle the fact changes nothing."""

    def evolve(board: Board, fact: Any) -> Board:
        return board if board.battle is None else replace(board, battle=change(board.battle, fact))

    return evolve


def _sides(battle: Battle, name: SideName, **changes: Any) -> Battle:
    if name == "attack":
        return replace(battle, attack=replace(battle.attack, **changes))
    return replace(battle, defence=replace(battle.defence, **changes))


def _without(battle: Battle, family: str) -> tuple[str, ...]:
    return tuple(s for s in battle.waiting if s != family)


def _joined(battle: Battle, fact: f.BattleJoined) -> Battle:
    return _sides(battle, fact.side, families=(*battle.side(fact.side).families, fact.family))


def _stage(battle: Battle, fact: f.StageBegan) -> Battle:
    sent = {} if fact.stage == "muster" else battle.sent
    return replace(battle, stage=fact.stage, waiting=fact.families, sent=sent)


def _spoke(battle: Battle, fact: f.Spoke) -> Battle:
    return replace(battle, waiting=_without(battle, fact.family))


def _round(battle: Battle, fact: f.RoundBegan) -> Battle:
    fresh = {"dice": (), "bonus": 0, "rerolls": 0, "rerolled": (), "hits": 0, "shares": {}, "truce_refused": False}
    battle = _sides(_sides(battle, "attack", **fresh), "defence", **fresh)
    return replace(battle, round=fact.round, quiet=fact.quiet, felled=False)


def _committed(board: Board, fact: f.MercenariesCommitted) -> Board:
    battle = board.battle
    if battle is None:
        return board
    survive = fact.count - fact.felled
    family = board.families[fact.family]
    place = board.place(battle.place)
    there = place.troops.get(fact.family, Troops()) + Troops(mercenary=survive)
    sent = battle.sent if board.setting.first else {**battle.sent, fact.family: battle.sent.get(fact.family, 0) + fact.count}
    return replace(
        board,
        families={**board.families, fact.family: replace(family, camp=family.camp - fact.count)},
        places={**board.places, battle.place: replace(place, troops={**place.troops, fact.family: there})},
        pool=board.pool + fact.felled,
        battle=replace(battle, engaged={**battle.engaged, fact.family: battle.engaged.get(fact.family, 0) + survive}, sent=sent),
    )


def _shot(battle: Battle, fact: f.ShotChosen) -> Battle:
    return _sides(battle, fact.side, shot=fact.shot, target=fact.target)


def _dice(battle: Battle, fact: f.DiceRolled) -> Battle:
    return _sides(battle, fact.side, dice=fact.dice, bonus=fact.bonus, rerolls=fact.rerolls, rerolled=())


def _rerolled(battle: Battle, fact: f.DieRerolled) -> Battle:
    side = battle.side(fact.side)
    dice = tuple(fact.face if i == fact.die else face for i, face in enumerate(side.dice))
    return _sides(battle, fact.side, dice=dice, rerolls=side.rerolls - 1, rerolled=(*side.rerolled, fact.die))


def _hits(battle: Battle, fact: f.HitsDealt) -> Battle:
    return _sides(_sides(battle, "attack", hits=fact.attack), "defence", hits=fact.defence)


def _shares(battle: Battle, fact: f.SharesSet) -> Battle:
    return _sides(battle, fact.side, shares=fact.shares)


def _horde(battle: Battle, fact: f.HordeFelled) -> Battle:
    return replace(_sides(battle, "defence", horde=battle.defence.horde - fact.count), felled=True)


def _truce(battle: Battle, fact: f.TruceOffered) -> Battle:
    return replace(battle, truce=fact.family, stage="truce")


def _truce_refused(battle: Battle, fact: f.TruceRefused) -> Battle:
    name = battle.side_of(battle.truce) or "attack"
    return replace(_sides(battle, name, truce_refused=True), truce="", stage="parley")


def _told(battle: Battle, fact: Any) -> Battle:
    """Facts that only tell the story."""
    return battle


def _ended(board: Board, fact: f.BattleEnded) -> Board:
    battle = board.battle
    if battle is None or board.setting.first:
        return replace(board, battle=None)
    place, attackers = board.place(battle.place), battle.attack.families
    foes = battle.defence.families or (INFIDELS,)
    fought = {**place.fought, **{s: tuple(dict.fromkeys((*place.fought.get(s, ()), *foes))) for s in attackers}}
    shot = tuple(dict.fromkeys((*place.shot, *attackers))) if battle.attack.shot == "volley" else place.shot
    return replace(with_place(board, battle.place, fought=fought, shot=shot), battle=None)


BATTLE_FACTS: dict[type, Callable[[Board, Any], Board]] = {
    f.BattleBegan: _began,
    f.BattleJoined: _in_battle(_joined),
    f.StageBegan: _in_battle(_stage),
    f.Spoke: _in_battle(_spoke),
    f.RoundBegan: _in_battle(_round),
    f.MercenariesCommitted: _committed,
    f.ShotChosen: _in_battle(_shot),
    f.ShotsShown: _in_battle(_told),
    f.AimRolled: _in_battle(_told),
    f.DiceRolled: _in_battle(_dice),
    f.DieRerolled: _in_battle(_rerolled),
    f.HitsDealt: _in_battle(_hits),
    f.SharesSet: _in_battle(_shares),
    f.HordeFelled: _in_battle(_horde),
    f.TruceOffered: _in_battle(_truce),
    f.TruceRefused: _in_battle(_truce_refused),
    f.Surrendered: _in_battle(_told),
    f.BattleEnded: _ended,
}
