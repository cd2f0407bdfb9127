import re
from html import unescape

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from api.proof import pages as audit
from domain.game.clerk.clerk import Clerk
from tests.builders import world
from tests.builders.api.client import Caller, Table
from tests.builders.api.disputes import Dispute
from tests.builders.api.forms import Person
from tests.builders.logs import Log


def page(who: Caller, game: str, query: str = "", **headers: str) -> TestResponse:
    return who.get(f"/games/{game}/audit{query}", Accept="text/html", **headers)


def text(answer: TestResponse) -> str:
    assert answer.status_code == 200, answer.text[:400]
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", answer.text).split()))


def test_a_long_game_is_paged_and_printed_whole(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "LINES", 3)
    table.moves(7)
    assert re.findall(r'<tr id="r(\d+)"', page(table.caller, table.id, "?all=1").text) == [
        str(seq) for seq in range(1, 9)
    ]
    assert "?after=3#lines" in page(table.caller, table.id, "?after=6").text


def test_a_seat_can_sign_and_others_cannot(app: Flask, clerk: Clerk) -> None:
    club = Dispute(app, clerk).played_for(2)
    seat = page(club.holder("blue"), club.game)
    assert [
        words
        for words in (
            'data-seat="blue" data-about="3"',
            "greffe countersign game.jsonl --at 3 --seat blue --key blue.pem",
            "countersign.js",
        )
        if words not in seat.text
    ] == []
    assert 'data-about="2"' in page(club.holder("blue"), club.game, "?sign=2").text
    assert [
        name
        for name in ("spectator", "arbiter")
        if "greffe-countersign" in page(club.holder(name), club.game).text
    ] == []
    assert "red" not in re.findall(r'data-seat="(\w+)"', seat.text)


def test_an_address_that_is_no_page_is_a_page_that_says_so(table: Table) -> None:
    for query in ("?after=-1", "?after=x", "?sign=0", "?sign=99", "?after=9999999999999"):
        answer = page(table.caller, table.id, query)
        assert answer.status_code == 404 and "<h1>" in answer.text, query
    assert page(Caller(table.caller.app, None), table.id).status_code == 401


def test_the_audit_begins_with_its_verdict(app: Flask, clerk: Clerk) -> None:
    """The verdict comes first on the page: what contradicts the record, what is not proven yet,
    what is known."""
    table = Dispute(app, clerk, seed=2).played_for(3)
    page = (
        Person(app.test_client(), table.links["arbiter"]["token"])
        .go(f"/games/{table.game}/audit")
        .text
    )
    verdict = page.partition('aria-labelledby="verdict"')[2].partition("</section>")[0]
    assert "The record holds" in verdict and "The position, played again: exact." in verdict
    assert page.index('id="verdict"') < page.index('id="rests"')


@pytest.mark.parametrize("chance", ["sealed", "table"])
def test_the_page_says_who_could_have_chosen_which_dice_as_the_verifier_does(
    chance: str, app: Flask, clerk: Clerk, book: Log
) -> None:
    """The page shows, in both languages, every line of the verifier's report, with the record it is
    about. The page also replays the position, which settles what only the rules can tell."""
    values = [["T04", "T07"], ["blue"]] if chance == "table" else None
    club = Dispute(app, clerk, chance=chance, **({"values": values} if values else {})).played_for(
        6
    )
    club.rule({"type": "annul", "from_seq": club.now.in_force()[-1], "rolls": "reroll"})
    book.log_and_sign_all()
    report = world.audit(club.get("spectator", "/bundle").data, book.policy())
    findings = [
        finding
        for finding in report.findings
        if finding.check == "choice" and "--replay" not in finding.said.en
    ]
    assert findings
    choices = club.read("spectator", "/audit")["head"]["resting"]["choices"]
    assert [(finding["seq"] or 0, finding["text"]["en"].lower()) for finding in choices] == [
        (finding.record, f"{finding.said.en}.".lower()) for finding in findings
    ]
    for lang, heading in (
        ("en", "Who could have chosen which dice"),
        ("fr", "Qui a pu choisir quels dés"),
    ):
        shown = page(club.holder("spectator"), club.game, f"?lang={lang}")
        assert heading in text(shown)
        part = shown.text.partition('class="plain choices"')[2].partition("</ul>")[0]
        assert part.count("<li>") == len(findings)
