from random import Random

import pytest

from domain.game.aggregate.dice_statistics import (
    LEAST_EXPECTED,
    DiceTable,
    Throw,
    dice_statistics,
    p_value,
    tabulate,
)
from domain.game.clerk.clerk import Clerk
from domain.game.record.records import UMPIRE
from domain.kernel.text import same
from domain.titles.contract.chance import Roll, Source, Value
from tests.amount import count
from tests.builders.table import CONVICTED, DUEL, FIEF, RAIDERS, TEARS, Table, last_step

COIN = ("heads", "tails")
SIX = (1, 2, 3, 4, 5, 6)
ODD = ("shield", "shield", "shield", "sword", "sword", "skull")


def throws(
    values: list[Value], faces: tuple[Value, ...] = SIX, seat: str = "red", in_force: bool = True
) -> list[Throw]:
    return [
        Throw(rolled(n, "sealed", value), seat, same("battle"), faces, in_force)
        for n, value in enumerate(values, start=1)
    ]


def rolled(number: int, source: Source, *values: Value) -> Roll:
    return Roll(number, "battle", f"{len(values)}d6", (0,) * len(values), values, source)


def only_table(values: list[Value], faces: tuple[Value, ...] = SIX) -> DiceTable:
    (table,) = tabulate(throws(values, faces))
    return table


# -- the test --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("degrees", "statistic", "p"),
    [
        (1, 3.841458820694124, 0.05),
        (1, 6.6348966010212145, 0.01),
        (2, 5.991464547107979, 0.05),
        (5, 11.070497693516351, 0.05),
        (5, 1.1454762260617692, 0.95),
        (10, 23.209251158954356, 0.01),
        (19, 30.14352720564616, 0.05),
        (30, 59.70306430442993, 0.001),
        (100, 124.34211340400407, 0.05),
        (100, 70.06489492539978, 0.99),
    ],
)
def test_the_printed_tables_of_chi_square_are_reached(
    degrees: int, statistic: float, p: float
) -> None:
    assert p_value(statistic, degrees) == pytest.approx(p, rel=1e-9)


def test_honest_dice_are_flagged_about_as_often_as_chance_has_it() -> None:
    rng = Random(7)
    for faces in (SIX, ODD, COIN):
        many = count(500, 1_500)
        tables = [only_table([rng.choice(faces) for _ in range(120)], faces) for _ in range(many)]
        assert not any(table.few for table in tables)
        assert many // 500 <= sum(table.flagged for table in tables) <= many // 50, (
            "one in a hundred"
        )
        assert 0.40 < sum(table.p < 0.5 for table in tables if table.p is not None) / many < 0.60


def test_loaded_dice_are_flagged() -> None:
    rng = Random(8)
    loaded = only_table([rng.choice((*SIX, 6, 6)) for _ in range(600)])
    assert loaded.flagged and loaded.p is not None and loaded.p < 1e-6


# -- the tables ------------------------------------------------------------------------------------


def test_a_die_is_measured_by_its_own_faces() -> None:
    table = only_table(["shield"] * 30 + ["sword"] * 20 + ["skull"] * 10, ODD)
    assert [(face.face, face.sides, face.count, face.expected) for face in table.faces] == [
        ("shield", 3, 30, 30.0),
        ("sword", 2, 20, 20.0),
        ("skull", 1, 10, 10.0),
    ]
    assert (table.chi_square, table.degrees, table.p, table.few, table.flagged) == (
        0.0,
        2,
        1.0,
        False,
        False,
    )


def test_too_few_dice_are_never_flagged() -> None:
    table = only_table([6] * 20)
    assert table.p is not None and table.p < 1e-9
    assert max(face.expected for face in table.faces) < LEAST_EXPECTED
    assert (table.few, table.flagged) == (True, False)


def test_a_die_with_one_face_has_nothing_to_test() -> None:
    table = only_table(["x"] * 9, ("x", "x"))
    assert (table.degrees, table.p, table.flagged) == (0, None, False)


def test_tables_for_the_game_and_for_each_seat_for_each_source_and_for_what_was_taken_back() -> (
    None
):
    some = (
        throws([1, 2], seat="red")
        + throws([3], seat="blue")
        + throws([4], seat="red", in_force=False)
        + throws([5], seat="")
    )
    counts = [
        (t.seat, t.in_force, t.dice, [face.count for face in t.faces]) for t in tabulate(some)
    ]
    assert counts == [
        ("", True, 4, [1, 1, 1, 0, 1, 0]),
        ("blue", True, 1, [0, 0, 1, 0, 0, 0]),
        ("red", True, 2, [1, 1, 0, 0, 0, 0]),
        ("red", False, 1, [0, 0, 0, 1, 0, 0]),
    ]
    typed = [Throw(rolled(9, "table", 6, 6), "red", same("battle"), SIX, True)]
    assert [(t.source, t.rolls, t.dice) for t in tabulate([*some, *typed])][-2:] == [
        ("table", 1, 2),
        ("sealed", 1, 1),
    ]
    assert len(tabulate(throws([1]) + throws(["heads"], COIN))) == 2, "another die, another table"


# -- recorded games --------------------------------------------------------------------------------


@pytest.mark.parametrize("chance", ["sealed", "table"])
@pytest.mark.parametrize("title", [DUEL, RAIDERS, FIEF, TEARS, CONVICTED])
def test_every_roll_of_a_game_is_accounted_for(clerk: Clerk, title: str, chance: str) -> None:
    table = Table(clerk, title, chance=chance)
    for _ in range(100):
        if table.game.to_act:
            table.step()
    game = table.game
    rolls = [roll for _, body in table.bodies() for roll in getattr(body, "rolls", ())]
    dice = [roll for roll in rolls if "d" in roll.spec]
    statistics = dice_statistics(game)
    assert (statistics.unknown, statistics.hidden, statistics.repeated, statistics.retracted) == (
        0,
        0,
        0,
        (),
    )
    assert statistics.draws == len(rolls) - len(dice)
    faces = [frozenset((face.face, face.sides) for face in t.faces) for t in statistics.tables]
    whole = [
        t
        for t, die in zip(statistics.tables, faces, strict=True)
        if faces.count(die) == 1 or not t.seat
    ]
    assert sum(t.dice for t in whole) == sum(len(roll.values) for roll in dice)
    assert {t.source for t in statistics.tables} == ({chance} if dice else set())
    for t in statistics.tables:
        assert sum(face.count for face in t.faces) == t.dice, (
            "every value that came up is on the die"
        )


def test_a_roll_that_was_taken_back_stands_apart(clerk: Clerk) -> None:
    table = Table(clerk, RAIDERS, chance="table")
    table.step()
    at = table.until(
        lambda g: last_step(g)[1] and "d" in table.body(g.in_force()[-1]).rolls[0].spec
    ).in_force()[-1]
    before, roll = dice_statistics(table.game), table.body(at).rolls[0]
    table.undo(UMPIRE, at)
    after = dice_statistics(table.game)
    (gone,) = after.retracted
    assert (gone.number, gone.seq, gone.values, gone.by) == (
        roll.number,
        at,
        roll.values,
        table.game.seq,
    )
    assert sum(t.dice for t in after.tables) == sum(t.dice for t in before.tables)
    assert [t.dice for t in after.tables if not t.in_force] == [len(roll.values)]
    table.redo(UMPIRE)
    assert dice_statistics(table.game) == before


def test_a_roll_that_is_repeated_counts_once(clerk: Clerk) -> None:
    table = Table(clerk, RAIDERS, chance="table")
    table.step()
    at = table.until(
        lambda g: last_step(g)[1] and "d" in table.body(g.in_force()[-1]).rolls[0].spec
    ).in_force()[-1]
    before = dice_statistics(table.game)
    table.rule("annul", from_seq=at, rolls="stands")
    assert [roll.seq for roll in dice_statistics(table.game).retracted] == [at], (
        "nothing in force has repeated it yet"
    )
    table.again(at)
    after = dice_statistics(table.game)
    assert (after.repeated, after.retracted, after.tables) == (1, (), before.tables)


def test_what_the_reader_may_not_know_is_in_no_table(clerk: Clerk) -> None:
    game = Table(clerk, RAIDERS, chance="table").until(lambda g: len(dice_statistics(g).tables) > 0)
    statistics = dice_statistics(game, lambda seq, roll: False)
    assert (statistics.tables, statistics.retracted) == ((), ())
    assert statistics.hidden == sum(t.rolls for t in dice_statistics(game).tables)


def test_dice_that_the_rules_have_forgotten_are_said_to_be(
    clerk: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Table(clerk, RAIDERS, chance="table").until(lambda g: len(dice_statistics(g).tables) > 0)
    known = dice_statistics(game)

    def forgotten(*_: object) -> None:
        raise KeyError("raid")

    monkeypatch.setattr(type(game.rules), "decide", forgotten)
    statistics = dice_statistics(game)
    assert (statistics.tables, statistics.unknown) == ((), sum(t.rolls for t in known.tables))
