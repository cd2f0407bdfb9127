"""Déplacer: one or two steps of any number of units; a rough border takes both."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.northgard import actions as a
from domain.games.northgard import facts as f
from domain.games.northgard.board import Board
from domain.games.northgard.turn import may_play, unknown_territory
from domain.games.northgard.words import units
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Resolution, Verdict, illegal
from domain.rules.text import Text

RULE = "Déplacer"


def judge_move(board: Board, seat: str, action: a.Move) -> Verdict:
    """A card that moves, and a step it allows."""
    verdict = may_play(board, seat, action.card, "move")
    if not verdict.legal:
        return verdict
    return judge_step(board, seat, action, board.setting.cards[action.card].steps)


def judge_rest(board: Board, seat: str, action: a.Step) -> Verdict:
    """A step that the rest of the move allows."""
    return judge_step(board, seat, action, board.steps)


def judge_stop(board: Board, seat: str, action: a.Stop) -> Verdict:
    """Nobody has to take the second step of a Move 2."""
    return LEGAL


def judge_step(board: Board, seat: str, step: a.Move | a.Step, steps: int) -> Verdict:
    """Enough units there, a border between the two territories, and enough steps to cross it."""
    origin, target = board.find(step.origin), board.find(step.target)
    if origin is None or target is None:
        return unknown_territory(step.origin if origin is None else step.target, RULE)
    here, most = available(board, seat, origin), board.setting.values.move.units_per_step
    if not 1 <= step.units <= here:
        why = (" (those that fought stay)", " (celles qui ont combattu restent)") if _held_back(board, origin) else ("", "")
        return illegal(
            "not-enough-units",
            RULE,
            f"You cannot move {units(step.units).en} from {origin}: {here} may leave{why[0]}.",
            f"Vous ne pouvez pas déplacer {units(step.units).fr} depuis {origin} : {here} peuvent partir{why[1]}.",
        )
    if most is not None and step.units > most:
        return illegal("too-many-units", RULE, f"A step carries at most {most} units.", f"Un pas porte au plus {most} unités.")
    border = board.territories[origin].borders.get(target)
    if border is None:
        beside = ", ".join(sorted(board.territories[origin].borders)) or "–"
        return illegal(
            "not-adjacent",
            RULE,
            f"{target} does not share a border with {origin}; adjacent are {beside}.",
            f"{target} ne partage aucune frontière avec {origin} ; sont adjacents {beside}.",
        )
    if cost(board, origin, target) > steps:
        return illegal(
            "rough-border",
            RULE,
            f"The border between {origin} and {target} is rough: it takes a whole Move 2.",
            f"La frontière entre {origin} et {target} est difficile : il faut un Déplacer 2 entier.",
        )
    return LEGAL


def move(course: Resolution[Board, f.AnyFact], seat: str, action: a.Move, chance: Chance) -> None:
    """The card is in play; the first step is taken."""
    steps = course.board.setting.cards[action.card].steps
    course.tell(f.CardPlayed(seat, action.card))
    _walk(course, seat, action, steps)


def step(course: Resolution[Board, f.AnyFact], seat: str, action: a.Step, chance: Chance) -> None:
    """The step that was left is taken."""
    _walk(course, seat, action, course.board.steps)


def stop(course: Resolution[Board, f.AnyFact], seat: str, action: a.Stop, chance: Chance) -> None:
    """The turn ends with a step unused."""
    course.tell(f.TurnPassed(course.board.setting.rival[seat]))


def _walk(course: Resolution[Board, f.AnyFact], seat: str, step: a.Move | a.Step, steps: int) -> None:
    board = course.board
    origin, target = board.find(step.origin) or step.origin, board.find(step.target) or step.target
    course.tell(f.UnitsMoved(seat, origin, target, step.units, steps - cost(board, origin, target)))


def cost(board: Board, origin: str, target: str) -> int:
    """The steps it takes to cross the border between two adjacent territories."""
    rough = board.territories[origin].borders[target] == "rough"
    return board.setting.values.move.rough_border_cost if rough else 1


def available(board: Board, seat: str, origin: str) -> int:
    """The units of a seat that may leave a territory: all, but those that fought this turn have done their part."""
    here = board.territories[origin].units.get(seat, 0)
    return here - board.fought.units if board.fought and _held_back(board, origin) else here


def _held_back(board: Board, origin: str) -> bool:
    return board.fought is not None and board.fought.territory == origin and not board.setting.options.fought_may_step


def ways(board: Board, seat: str, steps: int) -> Iterator[tuple[str, str, int]]:
    """Every origin and target for so many steps, with the most units that can go."""
    most = board.setting.values.move.units_per_step
    for origin in board.held(seat):
        able = available(board, seat, origin)
        if able:
            for target in board.territories[origin].borders:
                if cost(board, origin, target) <= steps:
                    yield origin, target, able if most is None else min(able, most)


def moves(board: Board, seat: str, card: str) -> Iterator[a.Move]:
    """The first steps a card can take, each with as many units as can go."""
    for way in ways(board, seat, board.setting.cards[card].steps):
        yield a.Move(card, *way)


def meets(board: Board, seat: str, step: a.Move | a.Step) -> Text | None:
    """Whom a step attacks, and with how many against how many before the bonus cards are drawn; none where nobody stands there."""
    target = board.find(step.target)
    rival = board.setting.rival[seat]
    there = board.territories[target].units if target is not None else {}
    if not there.get(rival):
        return None
    name, ours = board.setting.name(rival), step.units + there.get(seat, 0)
    return Text(
        f"attacks {name.en}: {ours} against {there[rival]}, before bonus cards",
        f"attaque {name.fr} : {ours} contre {there[rival]}, avant les cartes de bonus",
    )
