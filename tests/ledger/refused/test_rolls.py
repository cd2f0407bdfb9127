"""Attacks on dice and on records: parts by nobody, numbers that no roll has, more than an audit keeps, names that stand twice."""

from __future__ import annotations

import pytest

from domain.ledger.chance import rolls
from domain.rules.chance import dice_key
from tests.builders.world import World, audit
from tests.ledger.games import Table, small_game
from tests.ledger.refusing import told


def test_a_contribution_by_a_seat_that_nobody_plays() -> None:
    """The service could add one of its own in an automa's name, and show a report with one seat more."""
    values = {"blue": b"b" * 16, "red": b"r" * 20, "wolf": b"w" * 16}
    table = Table().open().contribute(values)
    table.key = dice_key(table.seed, "g1", list(values.items()))
    told(table.act("2d6").close().records, '"wolf" contributes but is no player\'s seat', record=4)


def test_dice_do_not_rest_on_parts_that_were_never_all_shown() -> None:
    """One part shown and the other not: what was rolled before rests on the service alone, and the report says so."""
    for reveals in (0, 1):
        table = Table().open().act("2d6")
        table.records += Table().open().contribute().records[1 : 3 + reveals]
        world = World()
        world.play("g1", table.close().records)
        report = audit(world.bundle("g1"))
        assert report.verdict == "verified"
        (dice,) = [f for f in report.findings if f.check == "dice"]
        assert dice.said.en.endswith("they rest on the service alone"), dice.said.en
        assert dice.data["by_seats"] == []


def test_dice_that_were_all_rolled_before_the_parts_rest_on_the_service() -> None:
    world = World()
    world.play("g1", Table().open().act("2d6").contribute().close().records)
    (dice,) = [f for f in audit(world.bundle("g1")).findings if f.check == "dice"]
    assert dice.said.en.endswith("they rest on the service alone"), dice.said.en


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("number", b"1e400"),
        ("number", b"-0"),
        ("number", b"2.0"),
        ("number", b"9" * 4000),
        ("number", b'1,"number":2'),
        ("spec", b'"2d6","spec":"1d6"'),
        ("spec", b'"2D6"'),
        ("spec", b'" 2d6"'),
        ("spec", '"2d\u0666"'.encode()),
        ("spec", b'"999999999d6"'),
        ("spec", b'"1000000000d6"'),
        ("spec", b'"1of999999999999999999"'),
        ("picks", b"[1e400,1]"),
        ("picks", b"[-0,-1]"),
        ("values", b'["\\ud800",1,2]'),
        ("of", b"-1"),
        ("of", b"2"),
        ("source", b'"sealed\\u0000"'),
    ],
)
def test_numbers_and_words_that_no_roll_has(field: str, value: bytes) -> None:
    table = Table().open()
    topic, data = table.act_with(table.roll("2d6", **{field: "HERE"})).records.pop()
    told([*table.records, (topic, data.replace(b'"HERE"', value)), *Table().close().records], record=2)


def test_more_rolls_than_an_audit_keeps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rolls, "MOST_ROLLS", 2)
    told(
        Table(chance="table").open().act("1d6").act("1d6").close().records,
        "more rolls than an audit can keep",
        record=3,
        second=False,
    )


def test_a_record_with_one_name_twice_beside_its_rolls() -> None:
    """Two readers could see two records: it is refused wherever the audit looks into a record."""
    closing = b'{"type":"GameClosed","seed":"","seed":"' + b"00" * 32 + b'"}'
    told([*small_game()[:-1], ("GameClosed", closing)], "one name twice", record=10)
