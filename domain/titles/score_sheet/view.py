"""The board of a score sheet as data, as a picture made of lines of text, and as gauges for
analysts. Nothing in it is hidden."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from domain.kernel.amounts import Amount, amount_as_json as as_data, in_digits, read_amount
from domain.kernel.text import Lang
from domain.titles.contract.series import Gauge, ViewData
from domain.titles.contract.types import NOTHING, TALL, Audience, Changed, Shape
from domain.titles.drawing import plain
from domain.titles.drawing.scene import Scene
from domain.titles.kit import Text
from domain.titles.kit.showing import headline as waiting
from domain.titles.score_sheet import standing
from domain.titles.score_sheet.board import Board, Setting
from domain.titles.score_sheet.chapters.turn import PHASES, to_act
from domain.titles.score_sheet.reckoning import reckoning_of
from domain.titles.score_sheet.values import TABLE

MOST_GAUGES = 8
WIDTH, NAME, VALUE = 98, 26, 16
"""In characters: the width of the picture, the width of a line's name, and the largest width of a
value."""

_TOTAL, _PLACE, _ROLLED = Text("Total"), Text.pgettext("score-sheet", "Place"), Text("Last roll")
_IS = Text("{what}: {shown}")


def view(board: Board, audience: Audience) -> dict[str, Any]:
    setting = board.setting
    return {
        "phase": board.phase,
        "to_act": list(to_act(board)),
        "turn": board.turn,
        "sheet": {column: dict(board.cells.get(column, {})) for column in setting.columns},
        "totals": {seat: as_data(standing.total(board, seat)) for seat in setting.seats},
        **_reckoned_values(board),
        "counters": {id: dict(columns) for id, columns in board.counters.items()},
        "rolled": None if board.rolled is None else {
            "die": board.rolled.die, "faces": list(board.rolled.faces), "seat": board.rolled.seat,
        },
        "ending": board.ending,
        "places": dict(standing.final_places(board)),
        "series": [
            {"id": id, "name": {"en": name.en, "fr": name.fr}, "values": {seat: as_data(n) for seat, n in values.items()}}
            for id, name, values in _amount_lines(board)
        ],
    }  # fmt: skip


def _reckoned_values(board: Board) -> dict[str, Any]:
    """The values of reckoned lines as data, by column and row: numbers, or fractions as text. Empty
    if the sheet has no such lines."""
    setting, there = board.setting, reckoning_of(board)
    if not setting.reckoned_lines:
        return {}
    values: dict[str, dict[str, int | str]] = {column: {} for column in setting.columns}
    for row in setting.rows.values():
        if row.category.kind == "reckoned" and row.round <= there.begun:
            for column in setting.columns_of(row.category):
                value = there.value(row.category, column, row.round)
                if value is not None:
                    whole = Fraction(value).denominator == 1
                    values[column][row.id] = int(value) if whole else in_digits(value)
    return {"reckoned": values}


def _amount_lines(board: Board) -> Iterator[tuple[str, Text, Mapping[str, Amount]]]:
    setting, columns = board.setting, reckoning_of(board).columns
    sums = {seat: standing.points_by_line(board, columns(seat)[:-1]) for seat in setting.seats}
    for category in setting.lines:
        if category.whose != "table" and category.counts:
            values = {seat: own.get(category.id, 0) for seat, own in sums.items()}
            yield category.id, category.name, values
    for counter in setting.values.counters:
        if counter.whose == "seat":
            yield counter.id, counter.name, board.counters[counter.id]


def headline(setting: Setting, view: ViewData) -> Text:
    if view["phase"] == "playing" and not view["turn"]:
        return Text("Everybody may fill in the sheet.")
    return waiting(setting, tuple(view["to_act"]), PHASES[0].doing)


def gauges(board: Board, audience: Audience) -> tuple[Gauge, ...]:
    own = [(id, name, values) for id, name, values in _amount_lines(board) if values]
    return tuple(Gauge(id, name, dict(values)) for id, name, values in own[:MOST_GAUGES])


# -- a picture -------------------------------------------------------------------------------------


def picture(
    title: Text,
    setting: Setting,
    seen: ViewData,
    lang: Lang,
    changed: Changed = NOTHING,
    shape: Shape = TALL,
) -> str:
    parts: dict[str, Any] = {"to_act": seen["to_act"]}
    names: dict[str, Text] = {}
    penalties = seen.get("penalties", {})
    if setting.values.wins != "together":
        parts["*total"], names["*total"] = (
            {
                seat: in_digits(read_amount(n) + read_amount(penalties.get(seat, 0)))
                for seat, n in seen["totals"].items()
            },
            _TOTAL,
        )
    counting = {part["id"]: part["values"] for part in seen["series"]}
    for category in setting.lines:
        if setting.reckoned_lines:
            if category.id in counting and len(counting) > 1:
                parts[category.id], names[category.id] = counting[category.id], category.name
        elif len(setting.lines) > 1 or setting.values.wins == "together":
            parts[category.id], names[category.id] = (
                _of_category(setting, category.id, seen, lang),
                category.name,
            )
    if seen["places"] and seen["ending"] not in ("won", "lost"):
        follow = penalties and seen["ending"] != "agreed"
        parts["*place"] = (
            standing.places(
                Board(setting, seen["sheet"], {}),
                {seat: read_amount(points) for seat, points in penalties.items()},
            )
            if follow
            else seen["places"]
        )
        names["*place"] = _PLACE
    for counter in setting.values.counters:
        columns = seen["counters"][counter.id]
        parts[f"{counter.id}"], names[counter.id] = (
            columns if counter.whose == "seat" else columns[TABLE],
            counter.name,
        )
    if setting.values.dice:
        parts["*rolled"], names["*rolled"] = _roll_in_words(setting, seen["rolled"], lang), _ROLLED
    scene = Scene(setting, parts, lang, changed)
    return plain.picture(title, headline(setting, seen), scene, names, shape)


def _of_category(setting: Setting, id: str, seen: ViewData, lang: Lang) -> Any:
    category = setting.categories[id]
    columns = {}
    for column in setting.columns_of(category):
        values = [
            value
            for row, value in seen["sheet"][column].items()
            if setting.rows[row].category.id == id
        ]
        numbers = [value for value in values if isinstance(value, int)]
        words = [setting.in_words(category, value).to(lang) for value in values]
        columns[column] = (
            sum(numbers) if numbers and len(numbers) == len(values) else ", ".join(words)
        )
    return columns[TABLE] if category.whose == "table" else columns


def _roll_in_words(setting: Setting, rolled: Any, lang: Lang) -> str:
    if rolled is None:
        return "–"
    shown = ", ".join(setting.face(rolled["die"], face, lang) for face in rolled["faces"])
    return _IS.filled({"what": setting.dice[rolled["die"]].name, "shown": shown}).to(lang)
