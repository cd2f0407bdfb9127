"""One sentence for each fact of a battle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.fief import words
from domain.games.fief.board import Board, SideName
from domain.games.fief.facts import battle as f
from domain.rules.text import Text, listed

SIDES: dict[SideName, Text] = {"attack": Text("the attack", "l'attaque"), "defence": Text("the defence", "la défense")}

ENDS: dict[f.Ended, Text] = {
    "victory": Text("won", "gagnée"),
    "wiped-out": Text("nobody is left", "personne n'en réchappe"),
    "lords-only": Text("only lords are left, and stay", "il ne reste que des seigneurs, qui demeurent"),
    "leaderless": Text("the last attacking lord is dead", "le dernier seigneur attaquant est mort"),
    "too-weak": Text("too weak an army for these walls", "armée trop faible pour ces murs"),
    "surrender": Text("surrender", "reddition"),
    "truce": Text("truce", "trêve"),
    "broken-off": Text("broken off", "rompue"),
    "deadlock": Text("deadlock", "enlisée"),
}


def _began(board: Board, x: f.BattleBegan) -> Text:
    where, ground = words.place(board, x.place), words.GROUNDS[x.ground]
    one = words.families(board, x.attack)
    two = words.families(board, x.defence) if x.defence else Text(f"{x.horde} infidels", f"{x.horde} infidèles")
    return Text(
        f"Battle of {where} ({ground.en}): {one.en} against {two.en}.",
        f"Bataille de {where} ({ground.fr}) : {one.fr} contre {two.fr}.",
    )


def _joined(board: Board, x: f.BattleJoined) -> Text:
    who, side = words.family(board, x.family), SIDES[x.side]
    return Text(f"{who.en} joins {side.en}.", f"{who.fr} rejoint {side.fr}.")


def _stage(board: Board, x: f.StageBegan) -> Text:
    who, what = words.families(board, x.families), words.STAGES[x.stage]
    return Text(f"The battle waits for {who.en} {what.en}.", f"La bataille attend : {who.fr}, pour {what.fr}.")


def _spoke(board: Board, x: f.Spoke) -> Text:
    who = words.family(board, x.family)
    return Text(f"{who.en} has spoken.", f"{who.fr} s'est prononcé.")


def _round(board: Board, x: f.RoundBegan) -> Text:
    return Text(f"Round {x.round} begins.", f"Le round {x.round} commence.")


def _committed(board: Board, x: f.MercenariesCommitted) -> Text:
    who, what = words.family(board, x.family), words.count(x.count, "mercenary")
    if x.felled:
        dead = words.count(x.felled, "mercenary")
        return Text(
            f"{what.en} of {who.en} enter the plague zone; {dead.en} die at once.",
            f"{what.fr} ({who.fr}) entrent en zone de peste ; {dead.fr} meurent aussitôt.",
        )
    return Text(f"{what.en} of {who.en} enter the battle.", f"{what.fr} ({who.fr}) entrent dans la bataille.")


def _shot(board: Board, x: f.ShotChosen) -> Text:
    side = SIDES[x.side]
    if x.shot == "aim":
        who = words.lord(board, x.target)
        return Text(f"Archers of {side.en} aim at {who}.", f"Les archers visent {who} ({side.fr}).")
    if x.shot == "volley":
        return Text(f"Archers of {side.en} make ready.", f"Les archers se préparent ({side.fr}).")
    return Text(f"Archers of {side.en} hold fire.", f"Les archers ne tirent pas ({side.fr}).")


def _shown(board: Board, x: f.ShotsShown) -> Text:
    attack, defence = (
        _shot(board, f.ShotChosen("attack", x.attack or "none")),
        _shot(board, f.ShotChosen("defence", x.defence or "none", x.target)),
    )
    return Text(f"{attack.en} {defence.en}", f"{attack.fr} {defence.fr}")


def _aim(board: Board, x: f.AimRolled) -> Text:
    return Text(f"The aimed shot: {x.face}.", f"Le tir visé : {x.face}.")


def _dice(board: Board, x: f.DiceRolled) -> Text:
    side, dice, total = SIDES[x.side], words.faces(x.dice), sum(x.dice) + x.bonus
    bonus = f" +{x.bonus}" if x.bonus else ""
    return Text(f"{side.en.capitalize()} rolls {dice}{bonus}: {total}.", f"{side.fr.capitalize()} lance {dice}{bonus} : {total}.")


def _reroll(board: Board, x: f.DieRerolled) -> Text:
    side = SIDES[x.side]
    return Text(
        f"A bombard of {side.en}: die {x.die + 1} now shows {x.face}.",
        f"Une bombarde ({side.fr}) : le dé {x.die + 1} montre {x.face}.",
    )


def _hits(board: Board, x: f.HitsDealt) -> Text:
    return Text(f"The attack suffers {x.attack}, the defence {x.defence}.", f"L'attaque subit {x.attack}, la défense {x.defence}.")


def _shares(board: Board, x: f.SharesSet) -> Text:
    shares = [(words.family(board, s), n) for s, n in x.shares.items()]
    all_ = listed(tuple(Text(f"{w.en} {n}", f"{w.fr} {n}") for w, n in shares), words.NOBODY)
    return Text(f"Hits to absorb: {all_.en}.", f"Dégâts à absorber : {all_.fr}.")


def _horde(board: Board, x: f.HordeFelled) -> Text:
    return Text(f"{x.count} infidels fall.", f"{x.count} infidèles tombent.")


def _truce(board: Board, x: f.TruceOffered) -> Text:
    who, to = words.family(board, x.family), words.family(board, x.to)
    return Text(f"{who.en} offers {to.en} a truce.", f"{who.fr} propose une trêve ({to.fr}).")


def _truce_refused(board: Board, x: f.TruceRefused) -> Text:
    who = words.family(board, x.family)
    return Text(f"{who.en} refuses the truce.", f"{who.fr} refuse la trêve.")


def _surrendered(board: Board, x: f.Surrendered) -> Text:
    side = SIDES[x.side]
    return Text(f"{side.en.capitalize()} surrenders.", f"{side.fr.capitalize()} se rend.")


def _ended(board: Board, x: f.BattleEnded) -> Text:
    how = ENDS[x.how]
    if x.winner:
        side = SIDES[x.winner]
        by = Text("", "") if x.how == "victory" else Text(f" by {how.en}", f" ({how.fr})")
        return Text(f"The battle is over: {side.en} wins{by.en}.", f"La bataille est finie : {side.fr} l'emporte{by.fr}.")
    return Text(f"The battle is over: {how.en}.", f"La bataille est finie : {how.fr}.")


SAY_BATTLE: dict[type, Callable[[Board, Any], Text]] = {
    f.BattleBegan: _began,
    f.BattleJoined: _joined,
    f.StageBegan: _stage,
    f.Spoke: _spoke,
    f.RoundBegan: _round,
    f.MercenariesCommitted: _committed,
    f.ShotChosen: _shot,
    f.ShotsShown: _shown,
    f.AimRolled: _aim,
    f.DiceRolled: _dice,
    f.DieRerolled: _reroll,
    f.HitsDealt: _hits,
    f.SharesSet: _shares,
    f.HordeFelled: _horde,
    f.TruceOffered: _truce,
    f.TruceRefused: _truce_refused,
    f.Surrendered: _surrendered,
    f.BattleEnded: _ended,
}
