"""Points, tie-breaks and the outcome (`Fin de partie`).

The opponent scores its raids, Valkyrie and armour tracks and offering tiles, nothing else; the player as in the base game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from domain.games.raiders.board import Automa, Player, RaidersBoard
from domain.games.raiders.field import AUTOMA, PLAYER, PLUNDER
from domain.games.raiders.people import EndPoints, EndPointsPer
from domain.games.raiders.values import Values
from domain.games.raiders.wording import TRIGGERS
from domain.rules.ruleset import Outcome, ScoreLine
from domain.rules.text import Text

MARKER, VALKYRIES, ARMOUR = Text("score marker", "marqueur de score"), Text("Valkyries", "Valkyries"), Text("armour", "Armement")
OFFERINGS, CREW, PLUNDER_LEFT = Text("offerings", "Offrandes"), Text("crew", "Équipage"), Text("plunder", "Butin")


def valkyrie_points(values: Values, taken: int) -> int:
    """The track's points; past its end they stay what they are there."""
    track = values.valkyrie_points
    return track[min(taken, len(track) - 1)]


def armour_points(values: Values, armour: int) -> int:
    """The points of the last flag reached."""
    return max((points for flag, points in values.armour_points if armour >= flag), default=0)


def offering_points(values: Values, held: Iterable[str]) -> int:
    """What the tiles are worth."""
    return sum(values.offerings[tile].points for tile in held)


def crew_points(board: RaidersBoard) -> int:
    """What hired crew is worth at the end."""
    player, total = board.player, 0
    counts = {"livestock": player.livestock, "offerings": len(player.offerings)}
    for card in player.crew:
        ability = board.setting.values.townsfolk[card].crew
        if isinstance(ability, EndPoints):
            total += ability.points
        elif isinstance(ability, EndPointsPer):
            total += counts[ability.of]
    return total


def score(board: RaidersBoard) -> tuple[ScoreLine, ...]:
    """Both sides' points as if the game ended here; everything they are made of lies open."""
    values, player, automa = board.setting.values, board.player, board.automa
    per = values.pieces_per_point
    plunder = player.gold // per.gold + player.iron // per.iron + player.livestock // per.livestock
    mine = (
        (MARKER, player.points),
        (VALKYRIES, valkyrie_points(values, player.valkyries)),
        (ARMOUR, armour_points(values, player.armour)),
        (OFFERINGS, offering_points(values, player.offerings)),
        (CREW, crew_points(board)),
        (PLUNDER_LEFT, plunder),
    )
    theirs = (
        (MARKER, automa.points),
        (VALKYRIES, valkyrie_points(values, automa.valkyries)),
        (ARMOUR, armour_points(values, automa.armour)),
        (OFFERINGS, offering_points(values, automa.offerings)),
    )
    return (ScoreLine(PLAYER, sum(n for _, n in mine), mine), ScoreLine(AUTOMA, sum(n for _, n in theirs), theirs))


def outcome(board: RaidersBoard) -> Outcome | None:
    """Who won: more points, then further on the Valkyrie track, then more armour; none while the game goes on."""
    if board.stage != "over":
        return None
    mine, theirs = (line.points for line in score(board))
    why = TRIGGERS[board.trigger]
    en, fr = f"The game is over: {why.en}. {mine} to {theirs}.", f"La partie est finie : {why.fr}. {mine} à {theirs}."
    player, automa = board.player, board.automa
    if mine != theirs:
        code = "victory" if mine > theirs else "defeat"
        return Outcome(code, (PLAYER if mine > theirs else AUTOMA,), Text(en, fr))
    ahead = (player.valkyries, player.armour) > (automa.valkyries, automa.armour)
    if (player.valkyries, player.armour) == (automa.valkyries, automa.armour):
        even = Text(f"{en} Valkyries and armour are even too.", f"{fr} Égalité aussi aux Valkyries et à l'Armement.")
        return Outcome("draw", (), even)
    on = VALKYRIES if player.valkyries != automa.valkyries else ARMOUR
    side = Text("the player", "le joueur") if ahead else Text("the opponent", "l'adversaire")
    tie = Text(f"{en} The tie goes to {side.en} on {on.en}.", f"{fr} Égalité au profit de {side.fr} : {on.fr}.")
    return Outcome("victory-on-tie-break" if ahead else "defeat-on-tie-break", (PLAYER if ahead else AUTOMA,), tie)


ENDINGS = ("victory", "defeat", "victory-on-tie-break", "defeat-on-tie-break", "draw")


def sheet(board: RaidersBoard) -> dict[str, Any]:
    """What stands beside the score on a campaign's sheet: the difficulty, what ended the game, and what decides a tie."""
    sides: dict[str, Player | Automa] = {PLAYER: board.player, AUTOMA: board.automa}
    return {
        "difficulty": board.setting.options.difficulty,
        "rounds": board.round,
        "trigger": board.trigger or None,
        "valkyries": {seat: side.valkyries for seat, side in sides.items()},
        "armour": {seat: side.armour for seat, side in sides.items()},
        "offerings": {PLAYER: len(board.player.offerings), AUTOMA: len(board.automa.offerings) + board.automa.face_down},
    }


def census(board: RaidersBoard) -> dict[str, int]:
    """Every piece of the box, wherever it lies."""
    supply, player, spaces = board.supply, board.player, board.spaces.values()
    count = {p: getattr(supply, p) + sum(getattr(space, p) for space in spaces) for p in PLUNDER}
    for piece in ("gold", "iron", "livestock"):
        count[piece] += getattr(player, piece)
    workers = [*(space.worker for space in spaces), *board.village.values(), player.worker]
    if board.assault and not board.assault.deaths:  # sent, but not yet standing where the plunder was
        workers.append(board.assault.worker)
    for colour in ("black", "grey", "white"):
        count[colour] = getattr(supply, colour) + workers.count(colour)
    count["silver"] = supply.silver + player.silver
    count["provisions"] = supply.provisions + player.provisions + board.automa.provisions
    count["townsfolk"] = supply.cards + player.cards + len(player.crew)
    tiles = (board.stack, board.sunk, board.face_up, player.offerings, board.automa.offerings)
    count["offerings"] = sum(map(len, tiles))
    count["schemes"] = len(board.pile) + len(board.discard) + len(board.set_aside)
    return count
