"""Who could have chosen which dice: what the report says by name, in both languages, without changing the verdict."""

from __future__ import annotations

from domain.ledger.chance import choices
from tests.builders.world import Record, World, audit
from tests.ledger.games import SEATS, Table


def said(records: list[Record], lang: str = "en") -> list[str]:
    world = World()
    world.play("g1", records)
    report = audit(world.bundle("g1"))
    assert report.verdict != "failed", list(report.text("en"))
    found = [f.said for f in report.findings if f.check == "choice"]
    assert all(one.fr and one.fr != one.en for one in found)
    assert all(f.status == "note" for f in report.findings if f.check == "choice")
    return [one.en if lang == "en" else one.fr for one in found]


def test_dice_that_rest_on_the_service_alone() -> None:
    first, setup, *_ = said(Table().open().act("2d6").close().records)
    assert first == "rolls 1 to 2: whoever ran the service could have tried seeds before the opening, and kept the dice it liked"
    assert setup == "1 of these in the set-up: whoever opened the game could have opened others before, and left them"


def test_dice_that_rest_on_parts() -> None:
    found = said(Table().open().contribute().act("2d6", "1d6").close().records)
    assert found[0].startswith("roll 1: whoever ran the service")
    assert 'rolls 2 to 3: only the service together with whoever made the parts of all of "blue", "red"' in found[2]
    half = said(Table().open(()).contribute(by={"red": "service"}).act("2d6").close().records)
    assert 'made the parts of all of "blue" could have chosen them' in half[0]
    none = said(Table().open(()).contribute(by=dict.fromkeys(SEATS, "service")).act("2d6").close().records)
    assert none[0] == "roll 1: the service alone could have chosen them, since it made up every part itself"


def test_a_part_that_was_bound_and_never_shown() -> None:
    table = Table().open()
    table.records += Table().open().contribute().records[1:3]
    assert any("its seat has not shown it so far" in one and '("blue", "red")' in one for one in said(table.records))
    assert any("its seat never showed it" in one for one in said(table.close().records))


def test_rolls_that_do_not_count_any_more_by_whom() -> None:
    table = Table().open(()).act("2d6").annul(2, "reroll").act("1d6").annul(4).act("1d6", "2d6")
    table.records.pop()
    del table.rolls[-2:]
    table.act_with(table.roll(again=2)).add("ActionsRetracted", seat="blue", from_seq=6, actions=[6], agreed=["red"])
    table.add("RulingOverturned", ruling=5, rule="1", code="x")
    found = said(table.close().records)
    assert "record 3: by ruling, the arbiter had roll 1 not count, to be rolled again or not" in found
    assert "record 5: the arbiter took roll 2 out of force and let it stand: it comes again, under another number" in found
    assert 'record 7: "blue" took back roll 3, and "red" agreed: together they could have had new dice by it' in found, found
    fr = said(table.records, "fr")
    assert any("avec l'accord de" in one for one in fr)


def test_a_forbidden_action_that_rolled() -> None:
    table = Table().open(())
    rolls = [table.roll("2d6")]
    table.add("ActionTaken", seat="blue", action={"type": "x"}, facts=[], rolls=rolls, verdict={"legal": False, "rule": "1"})
    table.add("RulingGiven", remedy={"type": "stands"}, rule="1", code="x", about=2)
    assert "record 2: an action that the rules forbid, and that the arbiter let stand, made roll 1" in said(table.close().records)


def test_rolls_that_were_left_standing() -> None:
    found = said(Table().open(()).act("2d6").annul(2).act().close().records)
    assert "roll 1 stood by ruling and did not come again: what was done since asked for no such roll" in found


def test_dice_of_the_table_by_the_seats_they_were_typed_in_for() -> None:
    table = Table(chance="table").open().act("2d6").act("1d6", "1d6", seat="red")
    assert said(table.close().records) == [
        'whoever typed a roll in could have chosen it; rolls typed in for: the opening 1, "blue" 1, "red" 2'
    ]


def test_a_game_without_dice_leaves_nothing_to_choose() -> None:
    assert said(Table().open(()).act().close().records) == []


def test_no_more_lines_than_somebody_reads() -> None:
    table = Table(chance="table").open(())
    for _ in range(choices.SHOWN + 3):
        table.act("1d6")
        table.annul(len(table.records), "reroll")
    found = said(table.close().records)
    assert found[-1] == "and 3 more of this kind"
    assert len(found) == choices.SHOWN + 2
