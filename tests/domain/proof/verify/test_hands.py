"""P4: who contributed to the dice, told rightly: whose link or key entered each part, who stood in,
what was never shown."""

from typing import Any

import pytest

from domain.proof.chance.dice import contribution_commitment
from domain.proof.verify.report import Report
from domain.titles.contract.chance import dice_key
from tests.builders.world import World, audit
from tests.domain.proof.games import SEATS, SEED, VALUES, RecordedTable
from tests.domain.proof.refusing import told

LINKS = {"blue": "linkofblue", "red": "linkofred"}
ARBITER, OWNER = "linkofarbiter", "keyoforganiser"


def opened(links: dict[str, str] = LINKS, **fields: Any) -> RecordedTable:
    named = {"arbiter": ARBITER} if links else {}
    return RecordedTable().open((), links=links, actor=OWNER, **named, **fields)


def commit(table: RecordedTable, seat: str, actor: str, **fields: Any) -> RecordedTable:
    commitment = contribution_commitment(table.game, seat, VALUES[seat]).hex()
    return table.add(
        "ContributionCommitted", seat=seat, commitment=commitment, actor=actor, **fields
    )


def reveal(table: RecordedTable, seat: str, actor: str, **fields: Any) -> RecordedTable:
    table.add("ContributionRevealed", seat=seat, value=VALUES[seat].hex(), actor=actor, **fields)
    table.key = dice_key(SEED, table.game, [(seat, VALUES[seat]) for seat in SEATS])
    return table


def parts(
    blue: tuple[str, str], red: tuple[str, str], links: dict[str, str] = LINKS, **of_red: Any
) -> Report:
    table = commit(opened(links), "blue", blue[0])
    commit(table, "red", red[0], **of_red)
    reveal(table, "blue", blue[1])
    reveal(table, "red", red[1], **of_red)
    return report_on(table.act("2d6").close())


def report_on(table: RecordedTable) -> Report:
    world = World()
    world.play("g1", table.records)
    report = audit(world.bundle("g1"))
    assert report.verdict == "verified", list(report.text("en"))
    assert all(
        f.said.fr and f.said.fr != f.said.en and f.status == "note"
        for f in report.findings
        if f.check == "parts"
    )
    return report


def said(report: Report, check: str = "parts") -> list[str]:
    return [f.said.en for f in report.findings if f.check == check]


OWN = ("linkofblue", "linkofblue")


def test_parts_of_the_seats_own_hands() -> None:
    report = parts(OWN, ("linkofred", "linkofred"))
    assert said(report) == [
        '"blue": bound and shown with its own link',
        '"red": bound and shown with its own link',
        "whose link or key it was is the service's word: only a position that a seat signed with "
        "its own key proves a hand",
    ]
    assert report.json()["checks"][3] | {"en": "", "fr": ""} == {
        "check": "parts",
        "status": "note",
        "en": "",
        "fr": "",
        "seat": "blue",
        "by": "seat",
        "bound": "own",
        "bound_by": "linkofblue",
        "shown": "own",
        "shown_by": "linkofblue",
    }


def test_a_part_entered_with_the_operators_key_is_not_the_seats() -> None:
    """Who runs the service made it up, whatever `by` says."""
    report = parts(OWN, ("operator", "operator"))
    assert said(report)[1] == '"red": bound and shown with the operator\'s key'
    assert (
        "it rests on the service and blue; the operator's key bound the parts of red"
        in said(report, "dice")[0]
    )
    assert any(
        'only the service together with whoever made the parts of all of "blue"' in sentence
        for sentence in said(report, "choice")
    )
    alone = parts(("operator", "operator"), ("operator", "operator"))
    assert (
        "it rests on the service alone; the operator's key bound the parts of blue, red"
        in said(alone, "dice")[0]
    )
    assert any(
        "the service alone could have chosen them" in sentence and "operator's key" in sentence
        for sentence in said(alone, "choice")
    )


@pytest.mark.parametrize(
    ("actor", "how"),
    [
        (OWNER, "with the organiser's key"),
        (ARBITER, "with the arbiter's link"),
        ("linkofblue", 'with the link of "blue"'),
        ("elsewhere", 'with another key or link ("elsewhere")'),
        ("", "and the records do not tell by whom"),
    ],
)
def test_a_part_entered_by_another_hand(actor: str, how: str) -> None:
    assert said(parts(OWN, (actor, actor)))[1] == f'"red": bound and shown {how}'


def test_a_part_bound_and_shown_by_different_hands() -> None:
    assert said(parts(OWN, ("linkofred", "operator")))[1] == (
        '"red": bound with its own link, shown with the operator\'s key: not by the same hand'
    )


def test_a_part_that_the_service_stood_in_for_at_whose_request() -> None:
    report = parts(OWN, (ARBITER, "linkofblue"), by="service")
    assert (
        said(report)[1]
        == '"red": the service stood in, at a request entered with the arbiter\'s link'
    )
    assert "which stood in for red" in said(report, "dice")[0]


def test_a_part_that_was_bound_and_never_shown() -> None:
    table = commit(commit(opened(), "blue", "linkofblue"), "red", "linkofred")
    reveal(table, "blue", "linkofblue")
    assert said(report_on(table.close()))[1] == '"red": bound with its own link, never shown'


def test_a_record_from_before_links_were_named_does_not_tell() -> None:
    """But the operator's own id and the key of the game were always known."""
    before = parts(("linkofblue", "linkofblue"), ("operator", "operator"), {})
    assert said(before)[:2] == [
        '"blue": bound and shown by "linkofblue", and the records do not tell whose that is',
        '"red": bound and shown with the operator\'s key',
    ]
    assert (
        said(parts((OWNER, OWNER), ("x", "x"), {}))[0]
        == '"blue": bound and shown with the organiser\'s key'
    )


def test_a_branch_that_a_player_grew_belongs_to_its_owner() -> None:
    table = opened(owner="theclub", lineage={"game": "g0", "seq": 3, "purpose": "analysis"})
    commit(commit(table, "blue", "theclub"), "red", "linkofred")
    assert said(report_on(reveal(reveal(table, "blue", "theclub"), "red", "linkofred").close()))[
        0
    ].endswith("with the organiser's key")


# -- forged ----------------------------------------------------------------------------------------


def test_a_part_bound_by_one_and_shown_by_another() -> None:
    for bound, shown in (("service", "seat"), ("seat", "service")):
        table = commit(commit(opened(), "blue", "linkofblue"), "red", ARBITER, by=bound)
        reveal(reveal(table, "blue", "linkofblue"), "red", ARBITER, by=shown)
        told(
            table.close().records, f"was bound by the {bound} and is shown by the {shown}", record=5
        )


@pytest.mark.parametrize(
    "links",
    [
        {"blue": "one", "red": "one"},
        {"blue": "operator", "red": "two"},
        {"blue": OWNER, "red": "two"},
        {"blue": ARBITER, "red": "two"},
    ],
)
def test_a_link_that_would_make_another_hand_a_seats(links: dict[str, str]) -> None:
    """An operator who names his own key as the seat's link would be told as the seat."""
    told(opened(links).close().records, "is said to be that of two, or a key", record=1)


def test_a_link_that_is_no_text() -> None:
    told(RecordedTable().open((), arbiter=7).close().records, "arbiter", record=1)


def test_parts_in_a_game_with_the_tables_dice() -> None:
    table = RecordedTable(chance="table").open(())
    told(
        commit(table, "blue", "linkofblue").close().records,
        "the dice are the table's: nothing is added to them",
        record=2,
    )
