"""One sentence for each action of a battle, without the name of whoever takes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.fief import actions as b
from domain.games.fief import words
from domain.games.fief.battle.forces import ABSORBING
from domain.games.fief.board import Board
from domain.rules.text import Text, listed

Say = Callable[[Board, str, Any], Text]


def fixed(en: str, fr: str) -> Say:
    """The same sentence whatever the action says."""
    return lambda board, seat, action: Text(en, fr)


def _battle(board: Board, seat: str, x: b.DeclareBattle) -> Text:
    where = words.place(board, x.place)
    if x.infidels:
        return Text(f"attacks {x.infidels} infidels in {where}", f"attaque {x.infidels} infidèles à {where}")
    whom = words.families(board, x.against)
    en, fr = (", through a Souterrain", ", par un Souterrain") if x.souterrain else ("", "")
    if x.outside:
        en, fr = f"{en}, outside the walls", f"{fr}, hors les murs"
    if x.engines:
        en, fr = f"{en}, with {x.engines} siege engines", f"{fr}, avec {x.engines} engins de siège"
    return Text(f"attacks {whom.en} in {where}{en}", f"attaque {whom.fr} à {where}{fr}")


def _join(board: Board, seat: str, x: b.JoinBattle) -> Text:
    return {
        "attack": Text("joins the attack", "rejoint l'attaque"),
        "defence": Text("joins the defence", "rejoint la défense"),
        "none": Text("stands aside", "reste à l'écart"),
    }[x.side]


def _commit(board: Board, seat: str, x: b.CommitMercenaries) -> Text:
    sent = words.count(x.count, "mercenary")
    return Text(f"sends {sent.en} into the battle", f"engage {sent.fr}")


def _aim(board: Board, seat: str, x: b.AimAtLord) -> Text:
    who = words.lord(board, x.lord)
    return Text(f"has the archers aim at {who}", f"fait viser {who} par les archers")


def _fight(board: Board, seat: str, x: b.FightRound) -> Text:
    if board.battle is not None and board.battle.stage == "loose":
        return Text("lets the arrows fly", "laisse partir les flèches")
    return Text("fights the round", "livre le round")


def _reroll(board: Board, seat: str, x: b.Reroll) -> Text:
    return Text(f"rerolls die {x.die + 1} with a bombard", f"relance le dé {x.die + 1} grâce à une bombarde")


def _share(board: Board, seat: str, x: b.ShareLosses) -> Text:
    names = [(words.family(board, s.family), s.hits) for s in x.shares]
    all_ = listed(tuple(Text(f"{n.en} {h}", f"{n.fr} {h}") for n, h in names), words.NOBODY)
    return Text(f"shares the hits out: {all_.en}", f"répartit les dégâts : {all_.fr}")


def _take(board: Board, seat: str, x: b.TakeLosses) -> Text:
    what = words.counts(**{kind: getattr(x, kind) for kind in ABSORBING}, lord=len(x.lords))
    return Text(f"takes losses: {what.en}", f"subit des pertes : {what.fr}")


def _truce(board: Board, seat: str, x: b.AnswerTruce) -> Text:
    return Text("accepts the truce", "accepte la trêve") if x.accept else Text("refuses the truce", "refuse la trêve")


SAY_BATTLE_ACTIONS: dict[type, Say] = {
    b.DeclareBattle: _battle,
    b.JoinBattle: _join,
    b.CommitMercenaries: _commit,
    b.HoldMercenaries: fixed("sends no more mercenaries", "n'engage pas d'autres mercenaires"),
    b.Volley: fixed("has the archers make their special attack", "lance l'attaque spéciale des archers"),
    b.AimAtLord: _aim,
    b.HoldFire: fixed("has the archers hold fire", "retient les archers"),
    b.FightRound: _fight,
    b.Reroll: _reroll,
    b.KeepDice: fixed("keeps the dice", "garde les dés"),
    b.ShareLosses: _share,
    b.TakeLosses: _take,
    b.FightOn: fixed("fights on", "continue le combat"),
    b.Surrender: fixed("surrenders", "se rend"),
    b.OfferTruce: fixed("offers a truce", "propose une trêve"),
    b.AnswerTruce: _truce,
    b.BreakOff: fixed("breaks the battle off", "rompt le combat"),
}
