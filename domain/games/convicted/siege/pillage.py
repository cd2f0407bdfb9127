"""The pillage step, the end of a turn, of a scenario, of the campaign.

In the rule text: "Etape de Pillage" (a heading alone), the introduction (what the enemy is after), "Structure d'un Tour", the
save sheet at the end of each scenario. Enemies in the city plunder it; the defenders loot the slain (A-CV-18); the fortress
falls when enemies stand in a city without a keep or without a defender (A-CV-19).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from domain.games.convicted.board import Board
from domain.games.convicted.common import available, bands, first_fault, in_box, payable, present
from domain.games.convicted.facts import Gained
from domain.games.convicted.field import at_place
from domain.games.convicted.preparation.setup import Table, prepare_turn
from domain.games.convicted.siege import actions as a
from domain.games.convicted.siege import facts as f
from domain.games.convicted.siege.losses import DefendersLost, InvadersLost
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Verdict, illegal
from domain.rules.text import Text


def last_turn(board: Board) -> int:
    """The turn with which the scenario ends."""
    campaign = board.setting.values.campaign
    return min(board.scenario * campaign.turns_per_scenario, campaign.turns)


def fallen(board: Board) -> bool:
    """Whether the fortress has fallen: enemies in the city, and no keep or no defender left."""
    return bool(board.inside) and (not board.buildings["keep"] or not board.defenders())


def _judge_ravage(board: Board, seat: str, action: a.Ravage) -> Verdict:
    lost, slain = bands(action.losses), bands(action.enemies_lost)
    if not (action.plundered.total or action.razed or lost or slain):
        return illegal(
            "nothing", "Etape de Pillage", "Say what the enemy does in the city.", "Dites ce que l'ennemi fait dans la ville."
        )
    for building, times in Counter(action.razed).items():
        level = board.buildings[building]
        if times > level:
            name = board.setting.named(building)
            return illegal(
                "not-there",
                "Etape de Pillage",
                f"The {name.en} is at level {level}; it cannot lose {times}.",
                f"{name.fr} : niveau {level} ; on ne peut en ôter {times}.",
            )
    return first_fault(
        payable(board, action.plundered),
        present(board, board.city, lost, at_place("city")),
        present(board, board.inside, slain, at_place("city")),
    )


def _ravage(table: Table, seat: str, action: a.Ravage, chance: Chance) -> None:
    if action.plundered.total:
        table.tell(f.Plundered(action.plundered))
    for building in action.razed:
        table.tell(f.BuildingRazed(building, table.board.buildings[building] - 1))
    table.tell(*(DefendersLost("city", unit, count) for unit, count in bands(action.losses).items()))
    table.tell(*(InvadersLost(unit, count) for unit, count in bands(action.enemies_lost).items()))


def _judge_loot(board: Board, seat: str, action: a.Loot) -> Verdict:
    if board.looted or not board.slain or not action.goods.total:
        reason = (
            Text("the dead have been looted this turn", "les morts ont déjà été dépouillés ce tour-ci")
            if board.looted
            else Text("the enemy lost nobody this turn", "l'ennemi n'a perdu personne ce tour-ci")
            if not board.slain
            else Text("say what is gained", "dites ce qui est gagné")
        )
        return illegal("no-loot", "Etape de Pillage", f"Nothing to loot: {reason.en}.", f"Rien à piller : {reason.fr}.")
    return first_fault(available(board, action.goods), in_box(board, "resources", action.goods.total))


def _loot(table: Table, seat: str, action: a.Loot, chance: Chance) -> None:
    table.tell(f.Looted(), Gained(action.goods))


def _judge_end(board: Board, seat: str, action: a.EndPillage) -> Verdict:
    return LEGAL


def _end(table: Table, seat: str, action: a.EndPillage, chance: Chance) -> None:
    board = table.board
    table.tell(f.TurnSurvived(board.turn))
    if board.turn < last_turn(board):
        prepare_turn(table, first_of_all=False)
        return
    whole = board.turn == board.setting.values.campaign.turns
    table.tell(f.ScenarioEnded("redeemed" if whole else "survived"), f.SheetWritten(board.sheets + 1))


JUDGE: dict[type, Callable[[Board, str, Any], Verdict]] = {
    a.Ravage: _judge_ravage,
    a.Loot: _judge_loot,
    a.EndPillage: _judge_end,
}
DECIDE: dict[type, Callable[[Table, str, Any, Chance], None]] = {
    a.Ravage: _ravage,
    a.Loot: _loot,
    a.EndPillage: _end,
}
