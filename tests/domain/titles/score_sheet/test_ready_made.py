"""The totals of the ready-made sheets, played at random, equal those computed by hand."""

from random import Random

import pytest

from domain.game.aggregate.sanity import board_fault
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
from tests.builders.refusals import refused_with
from tests.domain.titles.score_sheet.by_hand import BY_HAND
from tests.domain.titles.score_sheet.sheets import done


def seated(name: str, rng: Random) -> Board:
    catalog = RULES.catalogs()[name]
    while True:
        try:
            setting = open_setting(RULES, catalog, {}, rng.randint(1, 8))
        except BadOpening:
            continue
        return RULES.blank(setting)


def random_entry(setting: Setting, line: Category, rng: Random) -> Entry:
    if line.kind != "number":
        return rng.choice(setting.choices(line))
    whole = rng.randint(line.least, min(line.most, line.least + 180))
    return f"{whole}.5" if line.parts == 2 and whole < line.most and rng.random() < 0.3 else whole


def whole_round(board: Board, number: int, rng: Random) -> Fill:
    setting, values = board.setting, dict[str, Entry]()
    sums = {check.line: check.number for check in setting.values.checks if check.kind == "sum"}
    for line in setting.entered_lines:
        if line.per == "round" and (line.required or rng.random() < 0.3):
            owners = setting.columns_of(line)
            entries = [random_entry(setting, line, rng) for _ in owners]
            if line.id in sums:
                entries = [rng.choice((0, 62, 81, 162))]
                entries.append(sums[line.id] - int(entries[0]))
            values |= {
                line.id if column == TABLE else f"{line.id}:{column}": entry
                for column, entry in zip(owners, entries, strict=True)
            }
    return Fill(values, number)


def played(board: Board, rng: Random) -> Board:
    """Play a random game. An entry that the rules refuse is replaced by another."""
    setting, seat = board.setting, board.setting.seats[0]
    last = rng.randint(1, 6) if setting.rounds else 0
    for number in range(1, last + 1) if setting.enters_whole_rounds else ():
        fill = next(
            f
            for _ in range(400)
            if RULES.judge(board, seat, f := whole_round(board, number, rng)).legal
        )
        board = done(board, seat, fill)
    for row in setting.rows.values():
        line = row.category
        if (
            line.kind == "reckoned"
            or row.round > last
            or (row.round and setting.enters_whole_rounds)
        ):
            continue
        for column in setting.columns_of(line):
            whose = "" if column == TABLE else column
            for _ in range(20 if line.required else rng.randint(0, 2)):
                fill = Fill(
                    {f"{line.id}:{whose}" if whose else line.id: random_entry(setting, line, rng)},
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


@pytest.mark.parametrize("name", BY_HAND)
def test_a_ready_made_sheet_comes_to_what_is_reckoned_by_hand(name: str) -> None:
    ended = 0
    for seed in range(count(12, 40)):
        rng = Random(f"{name} {seed}")
        board = played(seated(name, rng), rng)
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
        assert all(by_hand[seat] == least for seat in outcome.winners)
    target = RULES.catalogs()[name].values_as(RULES.values_type).target
    assert ended > 3 or target, "a game ends by its sheet, now and then"


def deal(name: str, players: int, rounds: list[dict[str, Entry]], seat: str = "p1") -> Board:
    setting = open_setting(RULES, RULES.catalogs()[name], {}, players)
    board = RULES.blank(setting)
    for number, values in enumerate(rounds, 1):
        fill = Fill(values, number if setting.rounds else 0)
        verdict = RULES.judge(board, seat, fill)
        if not verdict.legal:
            raise AssertionError(verdict.text.en)
        board = done(board, seat, fill)
    return board


TAROT: dict[str, Entry] = {"taker": "p1", "contract": "garde", "oudlers": 1, "points": 51}
FIVE = TAROT | {"partner": "p2"}


@pytest.mark.parametrize(
    ("name", "players", "rounds", "says"),
    [
        ("tarot", 4, [TAROT | {"oudlers": 3, "points": 0}], "these points cannot be"),
        ("tarot", 4, [TAROT | {"oudlers": 0, "points": 91}], "these points cannot be"),
        ("tarot", 4, [TAROT | {"oudlers": 2, "chelem": "made", "points": 50}], "a chelem"),
        ("tarot", 4, [TAROT | {"poignee": "simple-double"}], "at five alone"),
        ("yams", 1, [{"three:p1": 2}], "Three of a kind: five dice are 5 at least"),
        ("terraforming-mars", 3, [{"awards:p1": 3}], "three awards give 5 or 2 each (Player 1)"),
        ("darts-501", 1, [{"score:p1": n} for n in (180, 141, 180)], "do not finish with this"),
        ("darts-501", 1, [{"score:p1": n} for n in (180, 162, 159)], "do not finish with this"),
        (
            "darts-501", 2,
            [{"score:p1": 180, "score:p2": 100}, {"score:p1": 180}, {"score:p1": 141, "score:p2": 60}],
            "somebody has checked out before this visit (Player 2)",
        ),
    ],
)  # fmt: skip
def test_what_no_game_can_come_to_is_refused_in_a_sentence(
    name: str, players: int, rounds: list[dict[str, Entry]], says: str
) -> None:
    assert says in str(refused_with(AssertionError, "", deal, name, players, rounds))


@pytest.mark.parametrize(
    ("name", "players", "rounds", "total"),
    [
        # three oudlers are 13½ points at least; 36 are needed, so −(25 + 22.5, up) × 2 from three
        ("tarot", 4, [TAROT | {"oudlers": 3, "points": "13.5"}], -3 * 48 * 2),
        # 170 is the highest check-out: two triple twenties and the bull
        ("darts-501", 2, [{"score:p1": n} for n in (180, 151, 170)], 501),
        # two doubles at five are 60, as simple and triple: (25 + 0) × 2 + 60, twice from three
        ("tarot", 5, [FIVE | {"poignee": "two-double"}], 2 * 110),
        ("tarot", 5, [FIVE | {"poignee": "simple-triple"}], 2 * 110),
    ],
)
def test_what_a_game_can_just_come_to_is_taken(
    name: str, players: int, rounds: list[dict[str, Entry]], total: int
) -> None:
    assert RULES.score(deal(name, players, rounds))[0].points == total


def belote(first: int, taker: int = 1) -> dict[str, Entry]:
    return {"taker": f"side-{taker}", "points:side-1": first, "points:side-2": 162 - first}


def test_what_is_in_dispute_at_the_end_is_told_and_waits_for_a_deal_that_is_missing() -> None:
    """Six times 162 is 972. At 81 to 81 the takers' 81 points go to whoever wins the next deal."""
    board = deal("belote", 2, [*[belote(162)] * 6, belote(100), belote(81)])
    told = "Points in dispute, nobody's without another deal: 81."
    grid = RULES.grid(board, ())
    assert grid is not None and grid.due.en.endswith(told)
    ended = RULES.outcome(done(board, "p1", End()))
    assert (
        ended is not None and ended.text.en == f"Player 1 wins with 1072 points, 929 ahead. {told}"
    )
    skipped = done(board, "p1", Fill(belote(90), 10))
    assert RULES.score(skipped)[0].points == 1072, "nothing is reckoned after a missing deal"
    assert "Taker, round 9" in RULES.judge(skipped, "p1", End()).text.en
    assert RULES.score(done(skipped, "p1", Fill(belote(100), 9)))[0].points == 1072 + 100 + 81 + 90


def test_below_its_target_a_game_is_won_by_agreement_alone() -> None:
    board = deal("belote", 2, [belote(100)])
    verdict = RULES.judge(board, "p1", End())
    assert (verdict.code, verdict.text.en) == (
        "below",
        "100 of 1000 is reached: by the sheet nobody has won yet. Play on, or end with the places that "
        "you agree on.",
    )
    assert RULES.outcome(done(board, "p1", End({"p1": 1, "p2": 2}))).winners == ("p1",)


@pytest.mark.parametrize("name", RULES.catalogs())
def test_a_sheet_on_which_nothing_stands_can_be_looked_at_and_filled_in(name: str) -> None:
    board = seated(name, Random(name))
    assert board_fault(RULES, board, board) is None
    assert RULES.grid(board, board.setting.seats).columns
