"""The end: places worked out from the sheet, or agreed on by the table."""

from collections.abc import Iterator, Mapping, Sequence

from domain.kernel.text import NO_WORDS, listed
from domain.titles.contract.verdict import Field, Template
from domain.titles.kit import (
    LEGAL,
    Course,
    Move,
    Outcome,
    Ranking,
    Refusals,
    Text,
    Verdict,
    counted,
)
from domain.titles.kit.offering import entry
from domain.titles.score_sheet import across, facts as f, standing
from domain.titles.score_sheet.actions import End
from domain.titles.score_sheet.board import Board, Row

RULE = "The end"
NO = Refusals(RULE, """
nothing-entered
  Nothing is entered yet: there are no places to work out. Say which places you have agreed on.
missing
  The sheet still wants {cells}.
unranked
  Without {cells} there are no places to work out: nobody is first for what is missing. Enter it, or end with the places that you
    agree on.
together
  This table plays together: it ends by what is entered, and nobody has a place.
not-places
  These are no places: each of {seats} has one, the first is 1, equal seats share one, and the next counts all before it.
""")  # fmt: skip

SAID = 4


def judge_end(board: Board, seat: str, action: End) -> Verdict:
    if board.setting.values.wins == "together":
        return NO("together") if action.placings else _complete(board)
    if not action.placings:
        return _complete(board)
    if standing.is_placing(action.placings, board.setting.seats):
        return LEGAL
    return NO("not-places", seats=listed(tuple(map(board.setting.name, board.setting.seats))))


def _complete(board: Board) -> Verdict:
    if not any(board.cells.values()):
        return NO("nothing-entered")
    lacks = [*standing.missing(board)]
    decides = board.setting.values.decides
    if (
        decides
        and standing.together(board) is None
        and not any(row.category.id == decides for row, _ in lacks)
    ):
        lacks.append((board.setting.rows[decides], board.setting.columns[-1]))
    if lacks:
        return NO("missing", cells=_cells(board, lacks))
    if board.setting.version == 1:
        return LEGAL
    unranked = standing.lacking_points(board) or standing.lacking_ties(board)
    if unranked:
        return NO("unranked", cells=_cells(board, unranked))
    return across.amiss(board) or LEGAL


def _cells(board: Board, lacks: Sequence[tuple[Row, str]]) -> Text:
    cells = [standing.told(row, board.setting.owner(column)) for row, column in lacks[:SAID]]
    if len(lacks) > SAID:
        cells.append(Text("{count} more", count=len(lacks) - SAID))
    return listed(tuple(cells))


def end(course: Course, seat: str, action: End) -> None:
    board = course.board
    if board.setting.values.wins == "together":
        course.tell(
            f.GameEnded(seat, "won" if standing.together(board) else "lost", standing.places(board))
        )
    elif action.placings:
        agreed = {seat: action.placings[seat] for seat in board.setting.seats}
        course.tell(f.GameEnded(seat, "agreed", agreed, _sheet_otherwise(board, agreed)))
    else:
        course.tell(f.GameEnded(seat, "worked-out", standing.places(board)))


def offers(board: Board, seat: str) -> Iterator[End]:
    """The end by the sheet; while the sheet lacks something, as it stands, agreed."""
    yield End()
    if any(board.cells.values()) and not _complete(board).legal:
        yield End(standing.places(board))


def forms(board: Board, seat: str) -> Iterator[Template]:
    if board.setting.values.wins != "together":
        label = Text("places (1 is first)")
        yield entry(AGREED, End(standing.places(board)), placings=Field(label, board.setting.seats))


def _sheet_otherwise(
    board: Board, agreed: Mapping[str, int], penalties: Mapping[str, int] = standing.NONE
) -> dict[str, int]:
    """The places that the sheet says where others were agreed on; empty where they are the same, or
    the sheet says none."""
    if board.setting.version == 1 or not _complete(board).legal:
        return {}
    places = standing.places(board, penalties)
    return {} if places == agreed else places


def in_order(board: Board, places: Mapping[str, int]) -> Text:
    order = sorted(places.items(), key=lambda placing: placing[1])
    return listed(
        tuple(
            Text("{place}. {name}", place=place, name=board.setting.name(seat))
            for seat, place in order
        )
    )


def ranking(board: Board, penalties: Mapping[str, int]) -> Ranking:
    """Who is first, and the places, by the sheet as it stands with penalties; all together, or
    nobody, where the table plays so. Places that were agreed on stand, and what the sheet says
    otherwise is told."""
    if not board.ending:
        return Ranking(None)
    places = standing.final_places(board, penalties)
    outcome = _outcome(board, places, penalties)
    sheet = _sheet_otherwise(board, places, penalties) if board.ending == "agreed" else {}
    if sheet:
        text = Text(
            "{outcome} This was agreed; the sheet says: {places}.",
            outcome=outcome.text,
            places=in_order(board, sheet),
        )
        outcome = Outcome(outcome.code, outcome.winners, text)
    return Ranking(outcome, places)


def _outcome(board: Board, places: Mapping[str, int], penalties: Mapping[str, int]) -> Outcome:
    setting = board.setting
    if board.ending in ("won", "lost"):
        won = standing.won(board)
        text = Text("All win together.") if won else Text("All lose together.")
        return Outcome(
            "won-together" if won else "lost-together", setting.seats if won else (), text
        )
    first = tuple(seat for seat in setting.seats if places.get(seat) == 1)
    names, points = listed(tuple(map(setting.name, first))), _points(board, first, penalties)
    if len(first) == len(setting.seats) > 1:
        return Outcome("drawn", (), Text("A draw{points}.", points=points))
    if len(first) > 1:
        return Outcome(
            "shared",
            first,
            Text("{names} share the first place{points}.", names=names, points=points),
        )
    if len(setting.seats) == 1:
        return Outcome("won", first, Text("{names} finishes{points}.", names=names, points=points))
    return Outcome("won", first, Text("{names} wins{points}.", names=names, points=points))


def _points(board: Board, first: tuple[str, ...], penalties: Mapping[str, int]) -> Text:
    totals = {standing.total(board, seat) + penalties.get(seat, 0) for seat in first}
    if board.ending == "agreed" or len(totals) != 1 or not board.setting.counts_points:
        return NO_WORDS
    points = counted(totals.pop(), Text("point"), Text("points"))
    return Text(" with {points}", points=points)


def _label(board: Board, action: End) -> Text:
    if not action.placings:
        return Text("ends the game, by the sheet")
    return Text("ends the game as agreed: {some}", some=in_order(board, action.placings))


NAME, AGREED = Text("End the game"), Text("End with places agreed on")
MOVES = (
    Move(
        End,
        ("playing",),
        judge_end,
        end,
        offers,
        _label,
        NAME,
        weight=0.08,
        forms=forms,
        goes_on=False,
    ),
)
