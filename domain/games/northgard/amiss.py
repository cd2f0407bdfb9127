"""What makes a board of Training Grounds impossible, when an arbiter declares one (`Ruleset.amiss`)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from domain.games.northgard.board import Battle, Board
from domain.games.northgard.land import Territory
from domain.games.northgard.renew import renew_card
from domain.rules.invariants import SEAT, above, at, below, exactly, missing, twice, unknown
from domain.rules.text import Text

CARD = Text("an Action card", "une carte Action")
TERRITORY = Text("a territory of the revealed tiles", "un territoire des tuiles révélées")
BUILDING = Text("a building", "un bâtiment")


def amiss(board: Board) -> tuple[Text, ...]:
    """Everything that is wrong, the seats and the map first: the rest is said of those."""
    return tuple(chain(_seats(board), _grid(board))) or tuple(chain(_map(board), _sides(board), _moment(board), _fight(board)))


def _seats(board: Board) -> Iterator[Text]:
    seats = board.setting.seats
    yield from exactly(board.sides, seats, SEAT, Text("the side of", "le camp de"))
    yield from unknown((board.turn, *board.renewing), seats, SEAT)
    yield from twice(board.renewing)


def _grid(board: Board) -> Iterator[Text]:
    land = board.setting.land
    yield from unknown(board.grid, land.cells, Text("a cell of the grid", "une case de la grille"))
    yield from missing(board.grid, board.setting.bases.values(), Text("the base tile in", "la tuile de base en"))
    yield from unknown((lying.tile for lying in board.grid.values()), land.rings, Text("a tile", "une tuile"))
    yield from twice(lying.tile for lying in board.grid.values())
    for cell, lying in board.grid.items():
        if lying.turns not in range(4):
            yield Text(
                f"{cell}: a tile cannot lie at {lying.turns} quarter turns",
                f"{cell} : une tuile ne peut être tournée de {lying.turns} quarts de tour",
            )


def _map(board: Board) -> Iterator[Text]:
    """The territories are those that the revealed tiles make, with units and buildings that can stand there."""
    found = board.setting.land.survey(board.grid, board.territories)
    yield from exactly(board.territories, found, TERRITORY, Text("the territory", "le territoire"))
    for id, there in board.territories.items():
        if id in found and _printed(there) != _printed(found[id]):
            yield Text(
                f"{id}: areas, resources, slots and borders are not those of the revealed tiles",
                f"{id} : zones, ressources, cases et frontières ne sont pas celles des tuiles révélées",
            )
        yield from _standing(board, id, there)


def _printed(there: Territory) -> tuple[object, ...]:
    return there.areas, there.resources, there.slots, there.borders


def _standing(board: Board, id: str, there: Territory) -> Iterator[Text]:
    yield from unknown(there.units, board.setting.seats, SEAT)
    yield from below(((at(id, f"units of {seat}", f"unités de {seat}"), count) for seat, count in there.units.items()), 1)
    yield from unknown(there.buildings, board.setting.values.buildings, BUILDING)
    yield from above([(at(id, "buildings", "bâtiments"), len(there.buildings))], there.slots)
    if len(there.units) > 1 and not _fought_over(board, id):
        yield Text(
            f"{id}: both players have units there, and no combat is fought",
            f"{id} : les deux joueurs y ont des unités, et il n'y a pas de combat",
        )


def _fought_over(board: Board, id: str) -> bool:
    """Whether both players can have units in a territory: in the one that is fought for, and in others while that waits."""
    return board.stage == "over" or (board.battle is not None and (board.battle.territory == id or bool(board.renewing)))


def _sides(board: Board) -> Iterator[Text]:
    values, renew = board.setting.values, renew_card(board)
    points = {side.points for side in board.sides.values()}
    if len(points) == 1 and min(points) >= board.setting.goal:
        yield Text(
            f"both players have {min(points)} points: one of them has won before the other",
            f"les deux joueurs ont {min(points)} points : l'un a gagné avant l'autre",
        )
    for seat, side in board.sides.items():
        yield from below([(at(seat, "reserve", "réserve"), side.reserve), (at(seat, "points", "points"), side.points)])
        yield from unknown(side.up, board.setting.cards, CARD)
        yield from twice(side.up)
        if not side.placed:
            reserve = at(seat, "reserve before the first units are placed", "réserve avant de placer les premières unités")
            yield from below([(reserve, side.reserve)], values.start_units)
        if not _can_come_back(board, seat, renew):
            yield Text(
                f"{seat}: “{renew}” lies face down, where nothing could turn it up again",
                f"{seat} : « {renew} » est face cachée, et plus rien ne pourrait la retourner",
            )
    yield from exactly(board.supply, values.buildings, BUILDING, Text("the supply of", "la réserve de"))
    yield from below((at("supply", id, id), left) for id, left in board.supply.items())


def _can_come_back(board: Board, seat: str, renew: str) -> bool:
    """Whether the card that renews lies face up, or is being used."""
    played = board.playing == renew and seat == board.turn
    drawn = board.battle is not None and board.battle.cards.get(seat) == renew
    return renew in board.sides[seat].up or played or drawn


def _moment(board: Board) -> Iterator[Text]:
    """The card in play and what is left of its move."""
    playing, most = board.playing, max((card.steps for card in board.setting.cards.values()), default=0)
    if playing:
        yield from unknown([playing], board.setting.cards, CARD)
        if board.turn in board.sides and playing in board.sides[board.turn].up:
            yield Text(f"“{playing}” is in play and lies face up too", f"« {playing} » est en jeu et aussi face visible")
    steps = Text("steps left", "pas restants")
    yield from below([(steps, board.steps)])
    yield from above([(steps, board.steps)], most if playing else 0)
    if playing and not board.steps and board.stage == "stepping":
        yield Text(f"“{playing}” is in play and has no step left", f"« {playing} » est en jeu et n'a plus de pas")
    if board.fought is not None:
        yield from unknown([board.fought.territory], board.territories, TERRITORY)
        yield from below([(Text("units that fought", "unités qui ont combattu"), board.fought.units)])


def _fight(board: Board) -> Iterator[Text]:
    battle = board.battle
    if battle is None:
        if board.renewing:
            yield Text(
                "a Renew drawn in a combat waits for its answer, and no combat is fought",
                "un Renouveler tiré en combat attend sa réponse, et il n'y a pas de combat",
            )
        return
    yield from unknown([battle.territory], board.territories, TERRITORY)
    yield from unknown(battle.cards, board.setting.seats, SEAT)
    yield from unknown(battle.cards.values(), board.setting.cards, CARD)
    yield from _sides_of_battle(board, battle)


def _sides_of_battle(board: Board, battle: Battle) -> Iterator[Text]:
    if (battle.attacker, battle.defender) != (board.turn, board.setting.rival[board.turn]):
        yield Text(
            "the attacker in a combat is the player whose turn it is, the defender the other",
            "l'attaquant d'un combat est le joueur dont c'est le tour, le défenseur l'autre",
        )
    there = board.territories.get(battle.territory)
    if there is not None and board.stage != "over" and set(there.units) != set(board.setting.seats):
        yield Text(
            f"{battle.territory}: a combat is fought where only one player has units",
            f"{battle.territory} : un combat a lieu où un seul joueur a des unités",
        )
    if battle.loser not in ("", *board.setting.seats) or (not battle.loser and not board.renewing and board.stage != "over"):
        yield Text("the combat waits for nobody", "le combat n'attend personne")
