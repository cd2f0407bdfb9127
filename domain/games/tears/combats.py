"""What the table enters of the wedge phase and the objective phase: the rule text has the limits, not the arithmetic."""

from __future__ import annotations

from domain.games.tears import damage
from domain.games.tears import facts as f
from domain.games.tears.actions import FaceObjective, Fight
from domain.games.tears.board import TearsBoard, army
from domain.games.tears.damage import Story, room_on_wedge
from domain.games.tears.evolve import evolve
from domain.games.tears.limits import NORMAL, check_wedge
from domain.games.tears.results import check_results, tell_results
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Resolution, Verdict, illegal


def judge_fight(board: TearsBoard, action: Fight) -> Verdict:
    """A wedge not fought over yet this round, damage by sides that may, and one taker at most."""
    if str(action.wedge) not in board.left:
        return illegal(
            "wedge-not-due", NORMAL,
            f"Wedge {action.wedge} is not to be fought now; still to enter: {', '.join(board.left)}.",
            f"L'Aile {action.wedge} n'est pas à jouer ; restent : {', '.join(board.left)}.",
        )  # fmt: skip
    for by, amount in (("player", action.by_player), ("enemy", action.by_enemy)):
        verdict = check_wedge(board, action.wedge, by, amount)
        if not verdict.legal:
            return verdict
    if _takes(board, action.wedge, "player", action.by_player) and _takes(board, action.wedge, "enemy", action.by_enemy):
        return illegal(
            "one-taker", NORMAL,
            "Both sides cannot take the same wedge: decide whose damage falls first, and stop the other one short of it.",
            "Les deux camps ne peuvent pas prendre la même Aile : décidez qui frappe d'abord, et arrêtez l'autre avant.",
        )  # fmt: skip
    if not action.results:
        return LEGAL
    course: Story = Resolution(evolve, board)
    _hurt(course, action)
    return check_results(course.board, action.results)


def _takes(board: TearsBoard, wedge: int, by: str, amount: int) -> bool:
    return amount > 0 and room_on_wedge(board, wedge, by) <= amount


def _hurt(course: Story, action: Fight) -> None:
    """Both sides' tokens; those that take the wedge last, since they may end the game."""
    course.tell(f.WedgeFought(action.wedge))
    tokens = [("player", action.by_player), ("enemy", action.by_enemy)]
    for by, amount in sorted(tokens, key=lambda t: _takes(course.board, action.wedge, *t)):
        if amount:
            damage.hurt_wedge(course, action.wedge, by, amount)


def decide_fight(course: Story, action: Fight, chance: Chance) -> None:
    """The damage on the wedge, then what else the combats did."""
    _hurt(course, action)
    tell_results(course, action.results, chance)


def judge_objective(board: TearsBoard, action: FaceObjective) -> Verdict:
    """A side that has still to test its objective, and a fall that agrees with the objective's strength."""
    if action.side not in board.left:
        return illegal(
            "objective-not-due", "Objectifs",
            f"Now the objective of {' and '.join(board.left)} is tested.",
            f"On teste maintenant l'objectif de : {', '.join(board.left)}.",
        )  # fmt: skip
    side = army(board, action.side)
    objective = board.setting.values.factions[side.faction].objectives[side.objective]
    if not action.destroyed or objective.strength is None or side.objective_damage + action.damage >= objective.strength:
        return LEGAL
    return illegal(
        "objective-stands", "Objectifs",
        f"{objective.name.en} stands: it has {side.objective_damage + action.damage} damage of {objective.strength}.",
        f"{objective.name.fr} tient : {side.objective_damage + action.damage} dégâts sur {objective.strength}.",
    )  # fmt: skip


def decide_objective(course: Story, action: FaceObjective, chance: Chance) -> None:
    """The damage, and the next objective if this one is destroyed."""
    course.tell(f.ObjectiveTested(action.side))
    damage.hurt_objective(course, action.side, action.damage, action.destroyed)
