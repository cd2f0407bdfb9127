import pytest

from domain.proof.chance import standing_rolls
from tests.builders.world import World, audit
from tests.domain.proof.games import RecordedTable
from tests.domain.proof.refusing import failed, holds, told


def test_a_ruling_lets_rolls_stand_once() -> None:
    """Records 1 opened, 2 and 3 acted with rolls 1 and 2, 4 annuls from 2 on and lets them
    stand."""
    table = RecordedTable().open(()).act("2d6").act("1d6").annul(2)
    table.act_with(table.roll(again=1), table.roll(again=2), table.roll("1d6"))
    holds(table.act("2d6").close().records, "2 of them let stand by rulings")
    told(
        table.act_with(table.roll(again=1)).records[:6] + table.records[-1:],
        "repeats roll 1",
        record=7,
    )


def test_a_ruling_that_crosses_it_lets_the_repeated_roll_stand_again() -> None:
    table = RecordedTable().open(()).act("2d6").annul(2)
    table.act_with(table.roll(again=1)).annul(4)
    holds(table.act_with(table.roll(again=1)).close().records, "2 of them let stand")


def test_rolls_stand_again_when_what_repeated_them_is_taken_back() -> None:
    table = RecordedTable().open(()).act("2d6").annul(2)
    table.act_with(table.roll(again=1)).add(
        "ActionsRetracted", seat="blue", from_seq=4, actions=[4]
    )
    holds(
        [*table.act_with(table.roll(again=1)).records, *RecordedTable().close().records],
        "2 of them let stand",
    )
    table = RecordedTable().open(()).act("2d6").annul(2)
    table.act_with(table.roll(again=1)).add(
        "ActionsRetracted", seat="blue", from_seq=4, actions=[4]
    )
    table.add("ActionsRestored", seat="blue", retraction=5)
    told(table.act_with(table.roll(again=1)).records, "no ruling in force", record=7)


@pytest.mark.parametrize("how", ["reroll", "overturned", "later", "undone", "a copy of a copy"])
def test_rolls_that_no_ruling_lets_stand(how: str) -> None:
    table = RecordedTable().open(()).act("2d6")
    if how == "reroll":
        table.annul(2, "reroll")
    elif how == "overturned":
        table.annul(2).add("RulingOverturned", ruling=3, rule="1", code="x")
    elif how == "later":
        table.act().annul(3)
    elif how == "undone":
        table.add("ActionsRetracted", seat="blue", from_seq=2, actions=[2])
    else:
        table.annul(2)
        table.act_with(table.roll(again=1)).annul(4)
        table.roll(again=1)
        table.rolls[-1]["of"] = 2
        told(table.act_with(table.rolls[-1]).records, "repeats roll 2", record=6)
        return
    told(
        table.act_with(table.roll(again=1)).records,
        "repeats roll 1, which no ruling in force let stand",
    )


@pytest.mark.parametrize(
    "changed",
    [
        {"picks": [0, 0], "values": [1, 1]},
        {"kind": "fire"},
        {"spec": "2d7"},
        {"values": [17, 18]},
        {"of": 2},
        {"of": 9},
        {"of": -1},
    ],
)
def test_a_roll_that_says_it_is_another_and_is_not(changed: dict[str, object]) -> None:
    table = RecordedTable().open(()).act("2d6").annul(2)
    told(table.act_with(table.roll(again=1, **changed)).records, record=4)


def test_more_rulings_than_an_audit_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standing_rolls, "MOST_RULINGS", 2)
    table = RecordedTable().open(()).act().annul(2).act().annul(4).act()
    holds(table.close().records, "0 sealed rolls")
    told(
        table.annul(6).records[:6] + table.records[-1:],
        "more rulings than an audit follows",
        record=7,
        second=False,
    )


def test_more_rolls_that_stand_or_come_again_than_an_audit_follows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(standing_rolls, "MOST_STANDING", 2)
    told(
        RecordedTable().open(()).act("2d6", "1d6", "1d4").annul(2).records,
        "more rolls stand than an audit follows",
        record=3,
        second=False,
    )
    monkeypatch.setattr(standing_rolls, "MOST_REPEATS", 1)
    table = RecordedTable().open(()).act("2d6", "1d6").annul(2)
    table.act_with(table.roll(again=1), table.roll(again=2))
    told(table.records, "more rolls come again than an audit follows", record=4, second=False)


# -- records that are none
# ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "roll",
    [
        {"picks": [1]},
        {"picks": [1, 6]},
        {"picks": [-1, 1]},
        {"picks": [True, 1]},
        {"picks": [1.0, 1]},
        {"picks": "12"},
        {"picks": [1, 1], "values": [2, 3]},
        {"values": [1, None]},
        {"values": [[[]], 1]},
        {"values": [1]},
        {"spec": "2d"},
        {"spec": 26},
        {"kind": 1},
        {"source": None},
        {"of": "1"},
    ],
)
def test_rolls_that_are_none(roll: dict[str, object]) -> None:
    table = RecordedTable().open()
    told(table.act_with(table.roll("2d6", **roll)).close().records, record=2)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (b'"chance":"sealed"', b'"chance":"none"', "not sealed, duplicate or table"),
        (b'"chance":"sealed"', b'"chance":["sealed"]', "its field chance"),
        (b'"id":"red"', b'"id":"blue"', "cannot be told apart"),
        (b'"id":"red"', b'"id":"r d"', "cannot be told apart"),
        (b'"seats":[', b'"seats":[1,', "its field seats"),
        (b'"commitment":"', b'"commitment":"0', "not lower-case hex"),
        (b'"rolls":[', b'"rolls":[[],', "its field rolls"),
        (b'"rolls":[', b'"rolls":{"a":[', "not JSON"),
        (b'"at":', b'"type":"GameOpened","at":', "one name twice"),
        (b'"at":', b'"x":NaN,"at":', "not JSON"),
        (b'"at":', b'"x":-Infinity,"at":', "not JSON"),
        (b'"at":', b'"x":' + b"9" * 5000 + b',"at":', "not JSON"),
        (b'"at":', b'"x":' + b"[" * 100_000 + b"]" * 100_000 + b',"at":', "nested too deep"),
        (b'"type":"GameOpened"', b'"type":"GameClosed"', "filed as GameOpened"),
        (b'"type":"GameOpened"', b'"kind":"GameOpened"', "filed as GameOpened"),
        (b'{"type"', b'[{"type"', "not JSON"),
        (b'{"type"', b' {"type"', "not JSON"),
    ],
)
def test_openings_that_are_none(old: bytes, new: bytes, words: str) -> None:
    topic, data = RecordedTable().open().records[0]
    assert old in data
    told([(topic, data.replace(old, new, 1))], words, record=1)


def test_a_roll_of_nothing() -> None:
    """No dice at all: nothing is drawn, and nothing has to be written down."""
    table = RecordedTable().open()
    nothing = {"number": 2, "kind": "battle", "spec": "0d6", "source": "sealed"}
    table.rolls.append(nothing)
    holds(table.act_with(nothing).close().records, "2 sealed rolls")


def test_records_with_something_after_them() -> None:
    topic, data = RecordedTable().open().records[0]
    told([(topic, data + b"{}")], "no single JSON object", record=1)
    told([("GameOpened", b'"GameOpened"')], "no single JSON object", record=1)
    quiet = RecordedTable().open().records
    told([*quiet, ("ActionTaken", b"{}")], "filed as ActionTaken but says", record=2)
    told([*quiet, ("ActionTaken", b'{"type":"ActionTaken",')], "it is not JSON", record=2)


def test_a_failing_story_does_not_hide_a_failing_proof() -> None:
    world = World()
    world.play("g1", RecordedTable().open().act("2d6").close(seed="00" * 32).records)
    report = audit(world.bundle("g1").replace(b"blue", b"teal"))
    failed(report)
    assert {f.check for f in report.findings if f.status == "failed"} == {"records", "proof"}
