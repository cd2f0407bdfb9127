"""Mise en place: the base tiles, the first player, and the first units."""

from collections.abc import Iterator

from domain.titles.kit import LEGAL, Course, Move, Refusals, Text, Verdict
from domain.titles.northgard import facts as f
from domain.titles.northgard.actions import PlaceUnits
from domain.titles.northgard.board import Board, Setting, Side

NO = Refusals("Mise en place", """
not-base-tile = {name} is not on your base tile: {home}.
wrong-number = Set-up places {wanted} units, at least 1 where any are placed; this places {total}.
""")  # fmt: skip


def blank(setting: Setting) -> Board:
    side = Side(setting.values.units_per_player, tuple(setting.cards))
    supply = {id: b.count for id, b in setting.buildings.items()}
    return Board(setting, "", dict.fromkeys(setting.seats, side), supply, {}, {})


def set_up(course: Course) -> None:
    setting, chance = course.board.setting, course.chance
    bases = setting.values.grid.bases
    label = Text("Base tiles in {bases} and {bases2}", bases=bases[0], bases2=bases[1])
    tiles = chance.draw("tile", label, tuple(setting.land.rings), len(bases))
    for cell, tile in zip(bases, tiles, strict=True):
        course.emit(f.TileRevealed(cell, str(tile), draw_orientation(course, str(tile))))
    first = chance.dice("first-player", Text("First player"), 1, setting.seats)[0]
    course.emit(f.FirstPlayerDrawn(str(first)))


def draw_orientation(course: Course, tile: str) -> int:
    """Draw the orientation in which a tile is found. Returns it in quarter turns. No chance is used
    if all orientations look the same."""
    ways = course.board.setting.land.orientations[tile]
    if len(ways) == 1:
        return int(ways[0])
    label = Text("Quarter turns of {tile}, clockwise", tile=tile)
    return int(course.chance.dice("orientation", label, 1, ways)[0])


def judge_placing(board: Board, seat: str, action: PlaceUnits) -> Verdict:
    home, expected = board.home_territories(seat), board.setting.values.start_units
    for name in action.units:
        if (
            name not in board.setting.land.areas_of[board.grid[board.setting.bases[seat]].tile]
            and name not in home
        ):
            return NO("not-base-tile", name=name, home=", ".join(home))
    total = sum(action.units.values())
    return (
        LEGAL
        if total == expected and min(action.units.values()) > 0
        else NO("wrong-number", wanted=expected, total=total)
    )


def place(course: Course, seat: str, action: PlaceUnits) -> None:
    units: dict[str, int] = {}
    for name, count in action.units.items():
        id = course.board.find_territory(name) or name
        units[id] = units.get(id, 0) + count
    course.emit(f.UnitsPlaced(seat, units), f.TurnPassed(course.board.setting.rival[seat]))


def offer_placing(board: Board, seat: str) -> Iterator[PlaceUnits]:
    for units in _splits(board.setting.values.start_units, board.home_territories(seat)):
        yield PlaceUnits(units)


def _splits(total: int, places: list[str]) -> Iterator[dict[str, int]]:
    first, *rest = places
    if not rest:
        yield {first: total} if total else {}
        return
    for here in range(total, -1, -1):
        for others in _splits(total - here, rest):
            yield {first: here, **others} if here else others


def _label(board: Board, action: PlaceUnits) -> Text:
    return Text("places {where}", where=f.units_in_words(action.units))


PLACE = Text("Place the first units")
MOVES = (
    Move(
        PlaceUnits,
        ("placing",),
        judge_placing,
        place,
        offer_placing,
        _label,
        PLACE,
        calls_go_on=False,
    ),
)
