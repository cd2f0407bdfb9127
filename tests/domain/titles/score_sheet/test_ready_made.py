"""The ready-made sheets, played at random: what they come to is what is reckoned by hand."""

from collections.abc import Iterator
from random import Random

import pytest

from domain.game.aggregate.sanity import unsound
from domain.titles.contract.chance import TableChance
from domain.titles.contract.ruleset import (
    PUBLIC,
    BadOpening,
    decode_board,
    encode_board,
    open_setting,
)
from domain.titles.score_sheet import RULES
from domain.titles.score_sheet.actions import End, Enter, Fill
from domain.titles.score_sheet.board import Board, Entry, Setting
from domain.titles.score_sheet.values import TABLE, Category
from tests.amount import count
from tests.domain.titles.score_sheet.by_hand import BY_HAND
from tests.domain.titles.score_sheet.sheets import done


def seated(name: str, rng: Random) -> Board:
    catalog = RULES.catalogs()[name]
    while True:
        try:
            setting = open_setting(RULES, catalog, {}, rng.randint(1, 8))
        except BadOpening:
            continue
        assert isinstance(setting, Setting)
        return RULES.blank(setting)


def some(setting: Setting, line: Category, rng: Random) -> Entry:
    if line.kind != "number":
        return rng.choice(setting.choices(line))
    whole = rng.randint(line.least, min(line.most, line.least + 180))
    return f"{whole}.5" if line.parts == 2 and whole < line.most and rng.random() < 0.3 else whole


def whole_round(board: Board, number: int, rng: Random) -> Fill:
    setting, values = board.setting, dict[str, Entry]()
    sums = {check.line: check.number for check in setting.values.checks if check.kind == "sum"}
    for line in setting.entered:
        if line.per == "round" and (line.required or rng.random() < 0.3):
            owners = setting.owners(line)
            entries = [some(setting, line, rng) for _ in owners]
            if line.id in sums:
                entries = [rng.choice((0, 62, 81, 162))]
                entries.append(sums[line.id] - int(entries[0]))
            values |= {
                line.id if column == TABLE else f"{line.id}:{column}": entry
                for column, entry in zip(owners, entries, strict=True)
            }
    return Fill(values, number)


def played(board: Board, rng: Random) -> Board:
    """A random game: what the rules refuse is tried again otherwise."""
    setting, seat = board.setting, board.setting.seats[0]
    last = rng.randint(1, 6) if setting.rounds else 0
    for number in range(1, last + 1) if setting.by_form else ():
        fill = next(
            f
            for _ in range(400)
            if RULES.judge(board, seat, f := whole_round(board, number, rng)).legal
        )
        board = done(board, seat, fill)
    for row in setting.rows.values():
        line = row.category
        if line.kind == "reckoned" or row.round > last or (row.round and setting.by_form):
            continue
        for column in setting.owners(line):
            whose = "" if column == TABLE else column
            for _ in range(20 if line.required else rng.randint(0, 2)):
                fill = Fill(
                    {f"{line.id}:{whose}" if whose else line.id: some(setting, line, rng)},
                    row.round,
                )
                if RULES.judge(board, seat, fill).legal:
                    board = done(
                        board,
                        seat,
                        Enter(line.id, next(iter(fill.values.values())), whose, row.round),
                    )
                    break
    return board


def games(name: str) -> Iterator[tuple[Board, Random]]:
    for seed in range(count(12, 1000)):
        rng = Random(f"{name} {seed}")
        yield played(seated(name, rng), rng), rng


@pytest.mark.parametrize("name", BY_HAND)
def test_a_ready_made_sheet_comes_to_what_is_reckoned_by_hand(name: str) -> None:
    ended = 0
    for board, _ in games(name):
        setting, seats = board.setting, board.setting.seats
        by_hand = BY_HAND[name](board.cells, seats)
        assert {line.seat: line.points for line in RULES.score(board)} == by_hand, board.cells
        assert RULES.view(board, PUBLIC)["totals"] == by_hand
        if name == "tarot":
            assert sum(by_hand.values()) == 0
        again = decode_board(type(board), encode_board(board), setting)
        assert again == board and RULES.score(again) == RULES.score(board)
        assert RULES.amiss(board) == ()
        grid = RULES.grid(board, seats)
        assert all(
            cell.why.en.endswith(f" = {cell.value or '–'}")
            for row in grid.rows
            for cell in row.cells
            if cell.why.en
        )
        if not RULES.judge(board, seats[0], End()).legal:
            continue
        ended += 1
        board = RULES.resolve(board, seats[0], End(), TableChance([]))[1]
        sign = 1 if setting.values.wins == "lowest" else -1
        places = RULES.places(board)
        for seat in seats:
            for other in seats:
                assert (places[seat] <= places[other]) or sign * by_hand[seat] >= sign * by_hand[
                    other
                ]
        least = min(by_hand.values(), key=lambda points: sign * points)
        outcome = RULES.outcome(board)
        assert outcome is not None
        assert all(by_hand[seat] == least for seat in outcome.winners)
    assert ended > 3, "a game ends by its sheet, now and then"


@pytest.mark.parametrize("name", RULES.catalogs())
def test_a_sheet_on_which_nothing_stands_can_be_looked_at_and_filled_in(name: str) -> None:
    board = seated(name, Random(name))
    assert unsound(RULES, board, board) is None
    assert RULES.grid(board, board.setting.seats).columns
