"""The report says correctly who contributed to the dice: whose link or key entered each part,
who entered one for somebody else, and which parts were never shown."""

from typing import Any

import pytest

from domain.proof.chance.dice import contribution_commitment
from domain.proof.verify.report import Report
from domain.titles.contract.chance import dice_key
from tests.builders.world import World, audit, verified
from tests.domain.proof.games import SEATS, SEED, VALUES, RecordedTable

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


def game_with_parts(
    blue: tuple[str, str], red: tuple[str, str], links: dict[str, str] = LINKS, **of_red: Any
) -> RecordedTable:
    table = commit(opened(links), "blue", blue[0])
    commit(table, "red", red[0], **of_red)
    reveal(table, "blue", blue[1])
    reveal(table, "red", red[1], **of_red)
    return table.act("2d6").close()


def report_on(table: RecordedTable) -> Report:
    report = verified(audit(World().play("g1", table.records).bundle("g1")))
    assert all(
        f.said.fr and f.said.fr != f.said.en and f.status == "note"
        for f in report.findings
        if f.check == "parts"
    )
    return report


OWN = ("linkofblue", "linkofblue")
MADE = "only the service together with whoever made the parts of all of"
HANDS: dict[str, tuple[RecordedTable, list[str]]] = {
    "the operator's key": (
        game_with_parts(OWN, ("operator", "operator")),
        [
            '"red": bound and shown with the operator\'s key',
            "it rests on the service and blue; the operator's key bound the parts of red",
            f'{MADE} "blue" could have chosen them',
        ],
    ),
    "the operator's key for all": (
        game_with_parts(("operator", "operator"), ("operator", "operator")),
        [
            "it rests on the service alone; the operator's key bound the parts of blue, red",
            "the service alone could have chosen them, since it made up every part itself, or its "
            "operator's key bound them",
        ],
    ),
    **{
        f"the key {actor}": (
            game_with_parts(OWN, (actor, actor)),
            [f'"red": bound and shown {how}'],
        )
        for actor, how in (
            (OWNER, "with the organiser's key"),
            (ARBITER, "with the arbiter's link"),
            ("linkofblue", 'with the link of "blue"'),
            ("elsewhere", 'with another key or link ("elsewhere")'),
            ("", "and the records do not tell by whom"),
        )
    },
    "different hands": (
        game_with_parts(OWN, ("linkofred", "operator")),
        [
            '"red": bound with its own link, shown with the operator\'s key: not by the same hand',
        ],
    ),
    "the service, at a request": (
        game_with_parts(OWN, (ARBITER, "linkofblue"), by="service"),
        [
            '"red": the service stood in, at a request entered with the arbiter\'s link',
            "which stood in for red",
        ],
    ),
    "never shown": (
        reveal(
            commit(commit(opened(), "blue", "linkofblue"), "red", "linkofred"),
            "blue",
            "linkofblue",
        ).close(),
        ['"red": bound with its own link, never shown'],
    ),
    "a record from before links were named": (
        game_with_parts(OWN, ("operator", "operator"), {}),
        [
            '"blue": bound and shown by "linkofblue", and the records do not tell whose that is',
            '"red": bound and shown with the operator\'s key',
        ],
    ),
    "the key of the game, from before links were named": (
        game_with_parts((OWNER, OWNER), ("x", "x"), {}),
        ['"blue": bound and shown with the organiser\'s key'],
    ),
}


@pytest.mark.parametrize("whose", HANDS)
def test_whose_hand_a_part_was(whose: str) -> None:
    table, expected = HANDS[whose]
    sentences = [finding.said.en for finding in report_on(table).findings]
    assert all(any(words in line for line in sentences) for words in expected), sentences


def test_parts_of_the_seats_own_hands() -> None:
    report = report_on(game_with_parts(OWN, ("linkofred", "linkofred")))
    assert [f.said.en for f in report.findings if f.check == "parts"] == [
        '"blue": bound and shown with its own link',
        '"red": bound and shown with its own link',
        "whose link or key it was is the service's word: only a position that a seat signed with "
        "its own key proves a hand",
    ]
    assert next(f.data for f in report.findings if f.check == "parts") == {
        "seat": "blue",
        "by": "seat",
        "bound": "own",
        "bound_by": "linkofblue",
        "shown": "own",
        "shown_by": "linkofblue",
    }


def test_a_branch_that_a_player_grew_belongs_to_its_owner() -> None:
    table = opened(owner="theclub", lineage={"game": "g0", "seq": 3, "purpose": "analysis"})
    commit(commit(table, "blue", "theclub"), "red", "linkofred")
    report = report_on(reveal(reveal(table, "blue", "theclub"), "red", "linkofred").close())
    first = next(f.said.en for f in report.findings if f.check == "parts")
    assert first.endswith("with the organiser's key")
