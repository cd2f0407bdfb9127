from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any, ClassVar

from domain.kernel.faults import Fault, pointer_step
from domain.kernel.text import Lang, joined, same
from domain.titles.contract.catalogs.catalog import Catalog
from domain.titles.contract.types import NOTHING, TALL, WIDE, Changed, Field, Shape
from domain.titles.kit import BadOpening, Course, Text, Title
from domain.titles.score_sheet import check, facts, grid, standing, view
from domain.titles.score_sheet.about import ABOUT, HEADINGS, OF_ANY_GAME, TERMS
from domain.titles.score_sheet.board import Board, Setting
from domain.titles.score_sheet.chapters import counters, dice, ending, entering, filling, turn
from domain.titles.score_sheet.chapters.entering import accepts_value
from domain.titles.score_sheet.values import CELLS, WORK, Values


class ScoreSheet(Title[Setting, Board]):
    id = "score-sheet"
    version = 4
    about = ABOUT
    setting_type, board_type, values_type = Setting, Board, Values
    chapters: ClassVar[tuple[ModuleType, ...]] = (entering, filling, dice, counters, turn, ending)
    facts = (facts,)
    phases = turn.PHASES
    terms = TERMS
    turn_rule, end_rule = turn.RULE, ending.RULE
    shapes = TALL, WIDE

    to_act = staticmethod(turn.to_act)
    score = staticmethod(standing.score)
    ranking = staticmethod(ending.ranking)
    grid = staticmethod(grid.grid)
    headline = staticmethod(view.headline)
    gauges = staticmethod(view.gauges)
    view = staticmethod(view.view)

    def rule_name(self, rule: str) -> Text:
        heading, comma, line = rule.partition(", ")
        known = HEADINGS.get(heading, same(heading))
        return joined((known, line), ", ") if comma else known

    def game_name(self, catalog: Catalog) -> Text:
        """The name of the game that a sheet is for. For a sheet of any game, the title's name; for
        a sheet that is not one of this title's catalogs, the catalog's edition."""
        ready = {known.sha256: name for name, known in self.catalogs().items()}
        name = ready.get(catalog.sha256, "")
        if name in OF_ANY_GAME:
            return self.about.title
        return self.about.editions.get(name) or same(catalog.edition)

    def check_values(self, values: Values) -> tuple[Fault, ...]:
        return (
            *check.check_values(values, self.version),
            *(check.long_name_faults(values) if self.version > 1 else ()),
        )

    def usual_players(self, values: Values) -> int:
        seats = values.seats
        return min(max(seats.usual, seats.least), seats.most)

    def check_setting(self, setting: Setting) -> None:
        seats, number = setting.values.seats, len(setting.seats)
        if not seats.least <= number <= seats.most:
            raise BadOpening(
                "/players",
                Text(
                    "This sheet is for {least} to {most} players, not {number}.",
                    least=seats.least,
                    most=seats.most,
                    number=number,
                ),
            )
        if setting.sides and number % len(setting.sides):
            raise BadOpening(
                "/players",
                Text(
                    "{number} players cannot be parted into {sides} sides of equal size.",
                    number=number,
                    sides=len(setting.sides),
                ),
            )
        if setting.total_steps > WORK:
            raise BadOpening(
                "/catalog",
                Text(
                    "This sheet reckons too much: for {players} players it takes {work} steps, and "
                    "at most {most} are possible. Take fewer lines, rounds or players.",
                    players=number,
                    work=setting.total_steps,
                    most=WORK,
                ),
            )
        if self.version > 1 and setting.cell_count > CELLS:
            raise BadOpening(
                "/catalog",
                Text(
                    "This sheet is too large: for {players} players it has {cells} cells and "
                    "choices in them, and at most {most} "
                    "are possible. Take fewer lines, rounds, choices or players.",
                    players=number,
                    cells=setting.cell_count,
                    most=CELLS,
                ),
            )

    def blank(self, setting: Setting) -> Board:
        counters = {
            counter.id: dict.fromkeys(setting.columns_of(counter), counter.start)
            for counter in setting.values.counters
        }
        first = setting.seats[0] if setting.values.turns else ""
        return Board(setting, {column: {} for column in setting.columns}, counters, first)

    def begin(self, course: Course) -> None:
        """Emit nothing, since an empty sheet needs no set-up."""

    def places(self, board: Board) -> Mapping[str, int]:
        return standing.final_places(board)

    def lowest_wins(self, board: Board) -> bool:
        return board.setting.values.wins == "lowest"

    def census(self, board: Board) -> Mapping[str, int]:
        return {"columns": len(board.cells), "counters": sum(map(len, board.counters.values()))}

    def why_cannot_have_ended(self, board: Board) -> Text | None:
        return ending.why_cannot_have_ended(board)

    def contradictions(self, board: Board) -> tuple[Text, ...]:
        return tuple(_contradictions(board))

    def enterable_values(self, board: Board) -> Mapping[str, Field]:
        return {**super().enterable_values(board), **dict(_allowed_values(board))}

    def picture(
        self,
        setting: Setting,
        view_of: dict[str, Any],
        lang: Lang,
        changed: Changed = NOTHING,
        shape: Shape = TALL,
    ) -> str:
        return view.picture(self.game_name(setting.catalog), setting, view_of, lang, changed, shape)


def _contradictions(board: Board) -> Iterator[Text]:
    setting = board.setting
    for column, cells in board.cells.items():
        for id, value in cells.items():
            row = setting.rows.get(id)
            if row is None or column not in setting.columns_of(row.category):
                yield Text("{column} has no line “{id}”", column=column, id=id)
            elif not accepts_value(setting, row.category, value):
                yield Text(
                    "{column}, {id}: {value} cannot be entered", column=column, id=id, value=value
                )
    yield from _counter_contradictions(board)
    if bool(board.turn) != setting.values.turns:
        yield Text("it is somebody's turn on a sheet with turns, and on no other")
    if board.rolled is not None and not _could_be_rolled(board):
        yield Text("the dice of the last roll are not in the cup")
    yield from _ending_contradictions(board)


def _counter_contradictions(board: Board) -> Iterator[Text]:
    setting = board.setting
    expected = {counter.id: set(setting.columns_of(counter)) for counter in setting.values.counters}
    if {id: set(columns) for id, columns in board.counters.items()} != expected:
        yield Text("the bank has other counters than the sheet")
        return
    for id, columns in board.counters.items():
        counter = setting.bank[id]
        for column, now in columns.items():
            if not counter.least <= now <= counter.most:
                yield Text(
                    "{id}, {column}: {now} is not from {least} to {most}",
                    id=id,
                    column=column,
                    now=now,
                    least=counter.least,
                    most=counter.most,
                )


def _could_be_rolled(board: Board) -> bool:
    rolled = board.rolled
    die = board.setting.dice.get(rolled.die) if rolled else None
    return rolled is not None and die is not None and rolled.seat in board.setting.seats and (
        1 <= len(rolled.faces) <= die.most and all(face in dice.faces_of_die(die) for face in rolled.faces)
    )  # fmt: skip


def _ending_contradictions(board: Board) -> Iterator[Text]:
    setting, plays_together = board.setting, board.setting.values.wins == "together"
    if not board.ending:
        if board.places:
            yield Text("there are places although the game goes on")
    elif (board.ending in ("won", "lost")) != plays_together:
        yield Text("the sheet does not end like this")
    elif setting.version > 1 and board.ending != "agreed":
        if board.places:
            yield Text("places follow from the lines of the sheet, unless they were agreed on")
    elif not standing.is_placing(board.places, setting.seats):
        yield Text("these are no places")


def _allowed_values(board: Board) -> Iterator[tuple[str, Field]]:
    setting = board.setting
    for column, cells in board.cells.items():
        for id in cells:
            row = setting.rows[id]
            at, category, name = (
                f"/cells{pointer_step(column)}{pointer_step(id)}",
                row.category,
                setting.line_and_round(row.category.id, row.round),
            )
            number = category.kind == "number"
            yield (
                at,
                Field(name, least=category.least, most=category.most)
                if number
                else Field(name, setting.choices(category)),
            )
    for id, columns in board.counters.items():
        counter = setting.bank[id]
        for column in columns:
            yield (
                f"/counters{pointer_step(id)}{pointer_step(column)}",
                Field(counter.name, least=counter.least, most=counter.most),
            )


class ScoreSheet3(ScoreSheet):
    """Version 3. On a sheet with sides, each seat is ranked by its own lines. A sheet's formulas
    are also checked for lines that exist only for other numbers of players. A correction after the
    end need not satisfy the sheet's checks."""

    version = 3


class ScoreSheet2(ScoreSheet3):
    """Version 2, without formulas: no value is computed from others."""

    version = 2
    chapters = (entering, dice, counters, turn, ending)


class ScoreSheet1(ScoreSheet2):
    """Version 1. Later corrections do not change the final ranks. An empty cell counts as 0, even
    where the lowest total wins. Values are not checked across seats."""

    version = 1


RULES_1 = ScoreSheet1()
RULES_2 = ScoreSheet2()
RULES_3 = ScoreSheet3()
RULES = ScoreSheet()
