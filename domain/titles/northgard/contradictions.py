"""What cannot be on a board of Training Grounds although each of its fields keeps its bounds, when
an arbiter declares one."""

from collections.abc import Iterator
from itertools import chain

from domain.titles.contract.invariants import above, at, below, exactly, missing, twice
from domain.titles.kit import Text
from domain.titles.northgard.board import TERRITORY, Battle, Board
from domain.titles.northgard.cards.renew import renew_card
from domain.titles.northgard.land import Territory

BASE, THE_TERRITORY = Text("the base tile in"), Text("the territory")


def contradictions(board: Board) -> tuple[Text, ...]:
    """Everything that is wrong, the grid first: the rest is said of the map that it makes."""
    return tuple(_grid(board)) or tuple(
        chain(_map(board), _sides(board), _moment(board), _connections(board), _fight(board))
    )


def _grid(board: Board) -> Iterator[Text]:
    yield from missing(board.grid, board.setting.bases.values(), BASE)
    yield from twice(lying.tile for lying in board.grid.values())


def _map(board: Board) -> Iterator[Text]:
    surveyed = board.setting.land.survey(board.grid, board.territories)
    yield from exactly(board.territories, surveyed, TERRITORY, THE_TERRITORY)
    for id, there in board.territories.items():
        if id in surveyed and _printed(there) != _printed(surveyed[id]):
            yield Text(
                "{id}: areas, resources, slots and borders are not those of the revealed tiles",
                id=id,
            )
        yield from above([(at(id, Text("buildings")), len(there.buildings))], there.slots)
        if len(there.units) > 1 and not _fought_over(board, id):
            yield Text("{id}: both players have units there, and no combat is fought", id=id)


def _printed(there: Territory) -> tuple[object, ...]:
    return there.areas, there.resources, there.slots, there.borders


def _fought_over(board: Board, id: str) -> bool:
    return board.stage == "over" or (
        board.battle is not None and (board.battle.territory == id or bool(board.renewing))
    )


def _sides(board: Board) -> Iterator[Text]:
    renew, points = renew_card(board), {side.points for side in board.sides.values()}
    if len(points) == 1 and min(points) >= board.setting.goal:
        yield Text(
            "both players have {points} points: one of them has won before the other",
            points=min(points),
        )
    for seat, side in board.sides.items():
        if not side.placed:
            reserve = at(seat, Text("reserve before the first units are placed"))
            yield from below([(reserve, side.reserve)], board.setting.values.start_units)
        if not _can_come_back(board, seat, renew):
            yield Text(
                "{seat}: “{card}” lies face down, where nothing could turn it up again",
                seat=seat,
                card=renew,
            )


def _can_come_back(board: Board, seat: str, renew: str) -> bool:
    played = board.playing == renew and seat == board.turn
    drawn = board.battle is not None and board.battle.cards.get(seat) == renew
    return renew in board.sides[seat].up or played or drawn


def _moment(board: Board) -> Iterator[Text]:
    playing, most = (
        board.playing,
        max((card.steps for card in board.setting.cards.values()), default=0),
    )
    if playing and playing in board.sides[board.turn].up:
        yield Text("“{card}” is in play and lies face up too", card=playing)
    yield from above([(Text("steps left"), board.steps)], most if playing else 0)
    if playing and not board.steps and board.stage == "stepping":
        yield Text("“{card}” is in play and has no step left", card=playing)


def _connections(board: Board) -> Iterator[Text]:
    for seat, side in board.sides.items():
        if side.connection is not None and (seat != board.turn or not board.playing):
            yield Text(
                "{seat}: an explored tile brings combats, and no card of this player is in play",
                seat=seat,
            )


def _fight(board: Board) -> Iterator[Text]:
    if board.battle is not None:
        yield from _sides_of_battle(board, board.battle)
    elif board.renewing:
        yield Text("a Renew drawn in a combat waits for its answer, and no combat is fought")


def _sides_of_battle(board: Board, battle: Battle) -> Iterator[Text]:
    if (battle.attacker, battle.defender) != (board.turn, board.setting.rival[board.turn]):
        yield Text(
            "the attacker in a combat is the player whose turn it is, the defender the other"
        )
    if board.stage != "over" and set(board.territories[battle.territory].units) != set(
        board.setting.seats
    ):
        yield Text("{id}: a combat is fought where only one player has units", id=battle.territory)
    if not battle.loser and not board.renewing and board.stage != "over":
        yield Text("the combat waits for nobody")
