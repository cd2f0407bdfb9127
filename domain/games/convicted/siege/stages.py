"""Period III from outside: the enemy's deployment, the order of the fourteen stages, and the end of the assault.

In the rule text: "Structure d'un Tour", "Zones du champ de bataille", "Lancer de dés". That stage 14 lowers the
enemy's morale, and that the stages then start over, is published (see README); how far morale starts is catalog data.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.convicted.board import ENEMY, Board
from domain.games.convicted.common import bands, first_fault, in_box
from domain.games.convicted.field import ENEMY_TAKES, SIDES, STAGES, phase
from domain.games.convicted.preparation.setup import Table
from domain.games.convicted.siege import actions as a
from domain.games.convicted.siege import facts as f
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Verdict, illegal
from domain.rules.text import Text

D3_BY_D6 = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3}
"""A three-sided die rolled with a six-sided one ("Lancer de dés")."""


def revealed(board: Board) -> bool:
    """Whether the enemy cards of this turn are turned over."""
    return bool(board.fronts["N"].people)


def to_act(board: Board) -> tuple[str, ...]:
    """Who may act in the siege: in a stage, the players if it takes something of theirs, the besiegers if something of theirs."""
    players, enemy = board.setting.players, (ENEMY,)
    if board.step == "deployment":
        if not revealed(board):
            heretic = board.seat_of("heretic")
            return (heretic, ENEMY) if heretic and not board.preached else enemy
        return players if all(front.deployed for front in board.fronts.values()) else enemy
    if board.step == "pillage":
        return (*players, ENEMY) if board.inside else players
    takes = board.setting.values.stages[board.stage - 1].takes
    theirs = sum(1 for kind in takes if kind in ENEMY_TAKES)
    if not theirs:
        return players
    return enemy if theirs == len(takes) else (*players, ENEMY)


def in_stage(board: Board, kind: str) -> Verdict:
    """Whether results of a kind are declared in the stage being played; stages come in order."""
    if board.takes(kind):
        return LEGAL
    when = [n for n, stage in enumerate(board.setting.values.stages, start=1) if kind in stage.takes]
    stages, (_, name) = ", ".join(map(str, when)), phase(board.stage)
    return illegal(
        "not-this-stage",
        "Structure d'un Tour",
        f"This belongs to stage {stages}; stage {board.stage} ({name.en}) is being played.",
        f"Cela relève du stade {stages} ; on joue le stade {board.stage} ({name.fr}).",
    )


def _judge_reveal(board: Board, seat: str, action: a.RevealEnemies) -> Verdict:
    if revealed(board):
        return illegal(
            "already-revealed",
            "Période de Siège",
            "The enemy cards of this turn are turned over already.",
            "Les cartes d'ennemis de ce tour sont déjà retournées.",
        )
    return LEGAL


def _reveal(table: Table, seat: str, action: a.RevealEnemies, chance: Chance) -> None:
    deck = [p.id for p in table.board.setting.values.peoples]
    cards = chance.draw("enemy-cards", Text("enemy cards for N, E, S, W", "cartes d'ennemis pour N, E, S, W"), deck, len(SIDES))
    table.tell(*(f.PeopleRevealed(side, str(card)) for side, card in zip(SIDES, cards, strict=True)))


def _judge_deploy(board: Board, seat: str, action: a.Deploy) -> Verdict:
    front, setting = board.fronts[action.side], board.setting
    if not front.people:
        return illegal(
            "not-revealed",
            "Période de Siège",
            "Turn over the enemy cards first: they say who comes against which side.",
            "Retournez d'abord les cartes d'ennemis : elles disent qui attaque de quel côté.",
        )
    if front.deployed:
        return illegal(
            "already-deployed",
            "Zone de Déploiement",
            f"Side {action.side} is deployed already.",
            f"Le côté {action.side} est déjà déployé.",
        )
    troops = bands(action.troops)
    for unit in troops:
        foe, engine = setting.foes.get(unit), setting.engines.get(unit)
        if not (foe and foe.people == front.people) and not (engine and "enemy" in engine.sides):
            people, name = setting.named(front.people), setting.named(unit)
            return illegal(
                "other-people",
                "Ennemis",
                f"Against side {action.side} come the {people.en} and siege engines of the enemy: {name.en} is neither.",
                f"Le côté {action.side} est attaqué par ce peuple ({people.fr}) et ses engins de siège : {name.fr} n'en est pas.",
            )
    engines = sum(n for unit, n in troops.items() if unit in setting.engines)
    return first_fault(in_box(board, "enemies", sum(troops.values()) - engines), in_box(board, "engines", engines))


def _deploy(table: Table, seat: str, action: a.Deploy, chance: Chance) -> None:
    table.tell(*(f.EnemiesDeployed(action.side, unit, count) for unit, count in bands(action.troops).items()))
    table.tell(f.SideDeployed(action.side))


def _judge_begin(board: Board, seat: str, action: a.BeginAssault) -> Verdict:
    if all(front.deployed for front in board.fronts.values()):
        return LEGAL
    return illegal(
        "not-deployed",
        "Zone de Déploiement",
        "The enemy is placed in all four deployment zones before the assault.",
        "L'ennemi est placé dans les quatre Zones de Déploiement avant l'assaut.",
    )


def _begin(table: Table, seat: str, action: a.BeginAssault, chance: Chance) -> None:
    table.tell(f.MoraleSet(table.board.setting.values.siege.morale), f.StageOpened(1, 1))


def _judge_dice(board: Board, seat: str, action: a.RollDice) -> Verdict:
    return LEGAL


def _dice(table: Table, seat: str, action: a.RollDice, chance: Chance) -> None:
    label = Text("six-sided dice", "dés à 6 faces")
    rolled = [int(v) for v in chance.dice(action.die, label, action.count, range(1, 7))]
    table.tell(f.DiceRolled(action.die, tuple(D3_BY_D6[v] for v in rolled) if action.die == "d3" else tuple(rolled)))


def _judge_close(board: Board, seat: str, action: a.CloseStage) -> Verdict:
    if action.stage != board.stage:
        return illegal(
            "stage-order",
            "Structure d'un Tour",
            f"The stages are played in order, 1 to {STAGES}: stage {board.stage} is being played, not {action.stage}.",
            f"Les stades se jouent dans l'ordre, de 1 à {STAGES} : on joue le stade {board.stage}, pas le {action.stage}.",
        )
    return LEGAL


def _close(table: Table, seat: str, action: a.CloseStage, chance: Chance) -> None:
    board = table.board
    if board.stage < STAGES:
        table.tell(f.StageOpened(board.round, board.stage + 1))
        return
    table.tell(f.SquadsDissolved())
    morale = max(0, board.morale - board.setting.values.siege.morale_per_round)
    table.tell(f.MoraleSet(morale))
    outside = any(front.deployment or front.assault for front in table.board.fronts.values())
    if morale and outside:
        table.tell(f.StageOpened(board.round + 1, 1))
    else:
        table.tell(f.AssaultEnded("cleared" if not outside else "routed"))


JUDGE: dict[type, Callable[[Board, str, Any], Verdict]] = {
    a.RevealEnemies: _judge_reveal,
    a.Deploy: _judge_deploy,
    a.BeginAssault: _judge_begin,
    a.RollDice: _judge_dice,
    a.CloseStage: _judge_close,
}
DECIDE: dict[type, Callable[[Table, str, Any, Chance], None]] = {
    a.RevealEnemies: _reveal,
    a.Deploy: _deploy,
    a.BeginAssault: _begin,
    a.RollDice: _dice,
    a.CloseStage: _close,
}
