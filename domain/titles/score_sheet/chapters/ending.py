"""The end of the game: with ranks computed from the sheet, or agreed on by the table."""

from collections.abc import Iterator, Mapping, Sequence

from domain.kernel.amounts import Amount
from domain.kernel.text import NO_WORDS, joined, listed
from domain.titles.contract.types import Field, Template
from domain.titles.kit import (
    LEGAL,
    Course,
    Move,
    Outcome,
    Ranking,
    Refusals,
    Text,
    Verdict,
)
from domain.titles.kit.offering import entry
from domain.titles.score_sheet import facts as f, standing
from domain.titles.score_sheet.actions import End
from domain.titles.score_sheet.board import Board, Row, Setting
from domain.titles.score_sheet.chapters import across
from domain.titles.score_sheet.reckoning import reckoning_of

RULE = "The end"
NO = Refusals(RULE, """
nothing-entered
  Nothing is entered yet: there are no places to work out. Say which places you have agreed on.
missing
  The sheet still wants {cells}.
unranked
  Without {cells} there are no places to work out: nobody is first for what is missing. Enter it, or end with the places that you
    agree on.
broken
  {sentence}
together
  This table plays together: it ends by what is entered, and nobody has a place.
not-places
  These are no places: each of {seats} has one, the first is 1, equal seats share one, and the next counts all before it.
below
  {points} of {target} is reached: by the sheet nobody has won yet. Play on, or end with the places that you agree on.
partners
  {side} are one side and share their place: give them the same.
""")  # fmt: skip

MOST_CELLS_NAMED = 4


def judge_end(board: Board, seat: str, action: End) -> Verdict:
    if board.setting.values.wins == "together":
        return NO("together") if action.placings else _judge_complete(board)
    if not action.placings:
        return _judge_complete(board)
    setting = board.setting
    if standing.is_placing(action.placings, setting.seats):
        parted = (
            setting.side_of[seat]
            for seat in setting.seats
            if len({action.placings[mate] for mate in setting.mates(seat)}) > 1
        )
        side = next(parted, "")
        return NO("partners", side=setting.column_name(side)) if side else LEGAL
    return NO("not-places", seats=listed(tuple(map(board.setting.name, board.setting.seats))))


def _judge_complete(board: Board) -> Verdict:
    """The verdict on ending the game by the sheet as it is filled in."""
    if not any(board.cells.values()):
        return NO("nothing-entered")
    lacks = [*standing.missing_cells(board)]
    decides = board.setting.values.decides
    if (
        decides
        and standing.have_players_won(board) is None
        and not any(row.category.id == decides for row, _ in lacks)
    ):
        lacks.append((board.setting.rows[decides], board.setting.columns[-1]))
    if lacks:
        return NO("missing", cells=_cells_in_words(board, lacks))
    if board.setting.version == 1:
        return LEGAL
    unranked = standing.cells_missing_for_points(board) or standing.cells_missing_for_ties(board)
    if unranked:
        return NO("unranked", cells=_cells_in_words(board, unranked))
    for row, sentence in reckoning_of(board).failed_checks():
        return NO.under(row.category.rule)("broken", sentence=sentence)
    short = board.setting.version > 3 and _target_refusal(board)
    return across.contradiction_refusal(board) or short or LEGAL


def _target_refusal(board: Board) -> Verdict | None:
    """The refusal to end the game because nobody has reached the target; None if somebody has, or
    if no more rounds can be played."""
    target, rounds = board.setting.values.target, board.setting.values.rounds
    if target is None or (rounds and standing.rounds_begun(board) == rounds):
        return None
    most = max(standing.total(board, seat) for seat in board.setting.seats)
    return NO("below", points=most, target=target) if most < target else None


def why_cannot_have_ended(board: Board) -> Text | None:
    """Why a game that ended by its sheet could not have ended on this board, as a sentence without
    a full stop; None if it could, or before version 4 of the rules."""
    if board.setting.version < 4 or board.ending in ("", "agreed"):
        return None
    verdict = _judge_complete(board)
    return None if verdict.legal else verdict.text.changed(lambda words: words.rstrip("."))


def _cells_in_words(board: Board, lacks: Sequence[tuple[Row, str]]) -> Text:
    cells = [
        standing.cell_name(row, board.setting.column_name(column))
        for row, column in lacks[:MOST_CELLS_NAMED]
    ]
    if len(lacks) > MOST_CELLS_NAMED:
        cells.append(Text("{count} more", count=len(lacks) - MOST_CELLS_NAMED))
    return listed(tuple(cells))


def end(course: Course, seat: str, action: End) -> None:
    board = course.board
    if board.setting.values.wins == "together":
        course.emit(
            f.GameEnded(
                seat, "won" if standing.have_players_won(board) else "lost", standing.places(board)
            )
        )
    elif action.placings:
        agreed = {seat: action.placings[seat] for seat in board.setting.seats}
        course.emit(f.GameEnded(seat, "agreed", agreed, _sheet_ranks_unless_agreed(board, agreed)))
    else:
        course.emit(f.GameEnded(seat, "worked-out", standing.places(board)))


def offers(board: Board, seat: str) -> Iterator[End]:
    """The end by the sheet and, if the sheet is incomplete, the end by agreement on the ranks that
    it gives now."""
    yield End()
    if any(board.cells.values()) and not _judge_complete(board).legal:
        yield End(standing.places(board))


def forms(board: Board, seat: str) -> Iterator[Template]:
    if board.setting.values.wins != "together":
        label = Text("places (1 is first)")
        yield entry(AGREED, End(standing.places(board)), placings=Field(label, board.setting.seats))


def _sheet_ranks_unless_agreed(
    board: Board, agreed: Mapping[str, int], penalties: Mapping[str, Amount] = standing.NONE
) -> dict[str, int]:
    """The ranks by the sheet if they differ from those agreed on; else, or if the sheet is
    incomplete, empty."""
    if board.setting.version == 1 or not _judge_complete(board).legal:
        return {}
    places = standing.places(board, penalties)
    return {} if places == agreed else places


def ranks_in_words(board: Board, places: Mapping[str, int]) -> Text:
    order = sorted(places.items(), key=lambda placing: placing[1])
    return listed(
        tuple(
            Text("{place}. {name}", place=place, name=board.setting.name(seat))
            for seat, place in order
        )
    )


def ranking(board: Board, penalties: Mapping[str, Amount]) -> Ranking:
    """The outcome and the ranks: by the sheet with penalties, or as the table agreed. A table that
    plays together wins or loses together. If the sheet gives other ranks than those agreed on, the
    outcome's sentence mentions them."""
    if not board.ending:
        return Ranking(None)
    places = standing.final_places(board, penalties)
    outcome = _outcome(board, places, penalties)
    sheet = _sheet_ranks_unless_agreed(board, places, penalties) if board.ending == "agreed" else {}
    if sheet:
        text = Text(
            "{outcome} This was agreed; the sheet says: {places}.",
            outcome=outcome.text,
            places=ranks_in_words(board, sheet),
        )
        outcome = Outcome(outcome.code, outcome.winners, text)
    left = reckoning_of(board).open_checks_text()
    if left is not NO_WORDS and board.setting.version > 3:
        outcome = Outcome(outcome.code, outcome.winners, joined((outcome.text, left), " "))
    return Ranking(outcome, places)


def _outcome(board: Board, places: Mapping[str, int], penalties: Mapping[str, Amount]) -> Outcome:
    setting = board.setting
    if board.ending in ("won", "lost"):
        won = standing.is_won(board)
        text = Text("All win together.") if won else Text("All lose together.")
        return Outcome(
            "won-together" if won else "lost-together", setting.seats if won else (), text
        )
    first = tuple(seat for seat in setting.seats if places.get(seat) == 1)
    names, points = listed(_side_names(setting, first)), _points_in_words(board, first, penalties)
    if setting.version > 2 and points is not NO_WORDS:
        points = joined((points, _margin_in_words(board, first, penalties)), "")
    if (
        len({setting.side_of.get(seat, seat) for seat in first})
        == 1
        < len(first)
        < len(setting.seats)
    ):
        names = setting.column_name(setting.side_of[first[0]])
        return Outcome("won", first, Text("{names} win{points}.", names=names, points=points))
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


def _side_names(setting: Setting, seats: tuple[str, ...]) -> tuple[Text, ...]:
    """The names of seats. Since version 4 of the rules the seats of a side have one name
    together."""
    if setting.version < 4:
        return tuple(map(setting.name, seats))
    sides = dict.fromkeys(setting.side_of.get(seat, seat) for seat in seats)
    return tuple(map(setting.column_name, sides))


def _points_in_words(board: Board, first: tuple[str, ...], penalties: Mapping[str, Amount]) -> Text:
    totals = {standing.total_with_penalties(board, seat, penalties) for seat in first}
    if board.ending == "agreed" or len(totals) != 1 or not board.setting.counts_points:
        return NO_WORDS
    total = totals.pop()
    if board.setting.units_per_point > 1:
        return Text(" with {points} points", points=total)
    return Text(" with {points}", points=Text("{n:point|points}", n=total))


def _margin_in_words(board: Board, first: tuple[str, ...], penalties: Mapping[str, Amount]) -> Text:
    """Words for the difference between the first total and the next; empty if there is none."""
    totals = {
        seat: standing.total_with_penalties(board, seat, penalties) for seat in board.setting.seats
    }
    gaps = [totals[first[0]] - totals[seat] for seat in totals if seat not in first]
    least = min((max(gap, -gap) for gap in gaps), default=0)
    return Text(", {margin} ahead", margin=least) if least else NO_WORDS


def missing_cells_sentence(board: Board) -> Text:
    """A sentence on the cells that are missing before the game can end by its sheet; empty if none
    are, or if nothing was entered yet."""
    if board.ending or not any(board.cells.values()):
        return NO_WORDS
    cells = standing.missing_cells(board) or standing.cells_missing_for_points(board)
    return (
        Text("The sheet still wants {cells}.", cells=_cells_in_words(board, cells))
        if cells
        else NO_WORDS
    )


def end_due_sentence(board: Board) -> Text:
    """A sentence on why the game can end now: the target is reached, or all rounds are played.
    Empty if neither is so."""
    setting, sheet = board.setting, board.setting.values
    if board.ending:
        return NO_WORDS
    if sheet.target is not None:
        there = tuple(setting.sides or setting.seats)
        names = [
            setting.column_name(column)
            for column in there
            if standing.total(board, column) >= sheet.target
        ]
        if names:
            reached = Text(
                "{names}: {target} is reached. The game can end here.",
                names=joined(names),
                target=sheet.target,
            )
            left = reckoning_of(board).open_checks_text()
            return reached if left is NO_WORDS else joined((reached, left), " ")
    if (
        sheet.rounds
        and standing.rounds_begun(board) == sheet.rounds
        and _judge_complete(board).legal
    ):
        return Text("All rounds are played. The game can end here.")
    return NO_WORDS


def _label(board: Board, action: End) -> Text:
    if action.placings:
        return Text("ends the game as agreed: {some}", some=ranks_in_words(board, action.placings))
    if board.setting.values.wins == "together" or not _judge_complete(board).legal:
        return Text("ends the game")
    return Text("ends the game: {some}", some=ranks_in_words(board, standing.places(board)))


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
        calls_go_on=False,
    ),
)
