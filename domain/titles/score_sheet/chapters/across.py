"""Checks across seats: on some lines the values of all seats must fit together before the game can
end by the sheet."""

from collections import Counter
from collections.abc import Iterator, Mapping

from domain.kernel.text import joined
from domain.titles.contract.types import Verdict
from domain.titles.kit import Refusals, Text
from domain.titles.score_sheet.board import Board, Entry, Row

NO = Refusals("The sheet", """
place-twice
  {row}: {seats} have place {place}, and each place has one seat. Correct it; where they share it, end with the places that you
    agree on.
place-missing
  {row}: nobody has place {place} ({values}). Places go from 1 to {count}, one for each seat.
win-and-draw
  {row}: one seat has won and another has drawn ({values}). Beside a win there are losses.
no-loss
  {row}: all have won ({values}). Beside a win there is a loss; where nobody has lost, it is a draw.
no-win
  {row}: nobody has won ({values}). Somebody wins, or two and more draw.
""")  # fmt: skip


def contradiction_refusal(board: Board) -> Verdict | None:
    """The refusal for the first line on which the values of the seats contradict each other; None
    if there is none. Empty cells are left out."""
    for row in board.setting.rows.values():
        values = {
            seat: value
            for seat in board.setting.seats
            if (value := board.value(seat, row.id)) is not None
        }
        if row.category.across and values:
            wrong = (
                _judge_places(board, row, values)
                if row.category.across == "places"
                else _judge_results(board, row, values)
            )
            if wrong is not None:
                return wrong
    return None


def _judge_places(board: Board, row: Row, values: Mapping[str, Entry]) -> Verdict | None:
    under, where, count = (
        NO.under(row.category.rule),
        board.setting.line_and_round(row.category.id, row.round),
        len(board.setting.seats),
    )
    for place, seats in Counter(values.values()).items():
        if seats > 1:
            names = joined(
                board.setting.name(seat) for seat, value in values.items() if value == place
            )
            return under("place-twice", row=where, seats=names, place=place)
    gap = next((place for place in range(1, count + 1) if place not in values.values()), None)
    return (
        None
        if gap is None
        else under(
            "place-missing",
            row=where,
            place=gap,
            count=count,
            values=_values_in_words(board, row, values),
        )
    )


def _judge_results(board: Board, row: Row, values: Mapping[str, Entry]) -> Verdict | None:
    if len(board.setting.seats) == 1:
        return None
    named = {choice.id: choice.result for choice in row.category.choices}
    results: Counter[str] = Counter(named[str(value)] for value in values.values())
    code = next(_contradiction_codes(results), "")
    where = board.setting.line_and_round(row.category.id, row.round)
    return (
        NO.under(row.category.rule)(code, row=where, values=_values_in_words(board, row, values))
        if code
        else None
    )


def _contradiction_codes(results: Counter[str]) -> Iterator[str]:
    if results["win"] and results["draw"]:
        yield "win-and-draw"
    elif results["win"] and not results["loss"]:
        yield "no-loss"
    elif not results["win"] and results["draw"] < 2:
        yield "no-win"


def _values_in_words(board: Board, row: Row, values: Mapping[str, Entry]) -> Text:
    setting = board.setting
    return joined(
        Text(
            "{seat}: {value}", seat=setting.name(seat), value=setting.in_words(row.category, value)
        )
        for seat, value in values.items()
    )
