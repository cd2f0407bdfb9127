"""PDF documents are tagged, exist in both languages, and are the same bytes each time. What people
wrote is never interpreted as markup."""

import re
import zlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask

from api.proof import pages as proof_pages
from api.web.pages import documents, typesetting
from api.web.pages.typesetting import Blocks, Run
from domain.game.clerk.clerk import Clerk
from domain.titles.registry import ids
from tests.amount import slow_but
from tests.builders.api.callers import Club
from tests.builders.api.client import Caller, Table, problem
from tests.builders.api.event_pages import EventPages
from tests.builders.api.forms import Person

NAMES = (
    '#panic("x")',
    "*Ada* $x^2$ _y_ @z <label> \\ // /* ",
    "漢字 \U0001f600 ☃",
    '"]} #read("/etc/passwd")',
)

SQUARE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2" class="qr"><path d="M0 '
    '0h2v2h-2z"/></svg>'
)


FOOT = typesetting.PageFooter("Record 1", "", "http://localhost/", SQUARE, "Verify", "Page")


@pytest.fixture(autouse=True)
def made() -> None:
    pytest.importorskip("typst")


def pdf(caller: Caller, path: str, **headers: str) -> bytes:
    answer = caller.get(path, Accept="text/html", **headers)
    assert (answer.status_code, answer.content_type) == (200, "application/pdf"), answer.text
    return answer.get_data()


ReadBlocks = Callable[[Caller, str], Blocks]


@pytest.fixture
def document(monkeypatch: pytest.MonkeyPatch) -> ReadBlocks:
    blocks_made: list[Blocks] = []

    def note(document: typesetting.Document) -> bytes:
        blocks_made.append(document.blocks)
        return typesetting.pdf(document)

    monkeypatch.setattr(documents, "pdf", note)

    def of(caller: Caller, path: str) -> Blocks:
        assert pdf(caller, path).startswith(b"%PDF-")
        return blocks_made[-1]

    return of


def plain(runs: list[Run]) -> str:
    return "".join(run["t"] for run in runs)


def rows(blocks: Blocks, table: int) -> list[list[str]]:
    return [
        [plain(cell["runs"]) for cell in row]
        for row in [block for block in blocks.all if block["b"] == "table"][table]["rows"]
    ]


def section(blocks: Blocks, heading: str) -> str:
    level, begin = next(
        (block["level"], n)
        for n, block in enumerate(blocks.all)
        if block["b"] == "heading" and plain(block["runs"]) == heading
    )
    after = blocks.all[begin + 1 :]
    ends = (
        n for n, block in enumerate(after) if block["b"] == "heading" and block["level"] <= level
    )
    return " ".join(run["t"] for block in after[: next(ends, len(after))] for run in inside(block))


def inside(part: object) -> Iterator[Run]:
    if isinstance(part, dict) and "t" in part:
        yield part
    elif isinstance(part, dict | list):
        for piece in part.values() if isinstance(part, dict) else part:
            yield from inside(piece)


def streams(data: bytes) -> Iterator[bytes]:
    for match in re.finditer(rb"stream\n(.*?)\nendstream", data, re.DOTALL):
        try:
            yield zlib.decompress(match[1])
        except zlib.error:
            yield match[1]


def metadata(data: bytes) -> str:
    return next(
        stream for stream in streams(data) if b"<x:xmpmeta" in stream or b"rdf:RDF" in stream
    ).decode()


@pytest.mark.parametrize("ruleset", slow_but(("fief-tactics", "score-sheet"), ids()))
def test_the_score_sheet_of_every_title_is_a_tagged_pdf_with_the_same_bytes_each_time(
    ruleset: str, caller: Caller
) -> None:
    table = Table.open(caller, ruleset=ruleset).moves(6)
    path = f"/games/{table.id}/score-sheet.pdf"
    english, french = pdf(caller, path), pdf(caller, path, Accept_Language="fr")
    assert english == pdf(caller, path)
    for data, words in ((english, "Score sheet"), (french, "Feuille de score")):
        about = metadata(data)
        assert "<pdfuaid:part>1</pdfuaid:part>" in about and words in about
        assert f"<rdf:li>{'en' if data is english else 'fr'}</rdf:li>" in about.replace("\n", "")


def test_a_sheet_of_rounds_is_read_again_round_by_round_with_the_names_of_its_table(
    caller: Caller, document: ReadBlocks
) -> None:
    table = Table.open(caller, ruleset="score-sheet", catalog="rounds", players=2)
    table.written("/seats/p1/take", {"name": "Ada <b>"})
    for round, seat, value in ((1, "p1", 12), (1, "p2", -3), (2, "p1", 7)):
        action = {
            "type": "enter",
            "category": "points",
            "value": value,
            "whose": seat,
            "round": round,
        }
        assert table.act(seat, action).status_code == 201
    path = f"/games/{table.id}/score-sheet"
    assert rows(document(caller, path + ".pdf"), 1)[:2] == [
        ["Round 1", "12", "-3"],
        ["Round 2", "7", "·"],
    ]
    page = caller.get(path, Accept="text/html").text
    assert "Ada &lt;b&gt;" in page and "Ada <b>" not in page


def test_the_score_sheet_says_who_has_which_points_and_what_for(
    caller: Caller, document: ReadBlocks
) -> None:
    table = Table.open(caller, ruleset="raiders-solo")
    table.written("/seats/player/take", {"name": "Ada <b>"})
    sheet = document(caller, f"/games/{table.id}/score-sheet.pdf")
    assert sheet.title == sheet.heading == "Score sheet · Raiders of the North Sea, solo opponent"
    assert rows(sheet, 0) == [["Player", "Ada <b>", "0"], ["Opponent", "–", "0"]]
    headings = [plain(block["runs"]) for block in sheet.all if block["b"] == "heading"]
    assert headings[-1] == "The board" and "Clocks" not in headings, "there are none"
    board = sheet.all[-1]
    assert board["b"] == "picture" and board["svg"].startswith("<svg") and board["alt"].strip()


@pytest.mark.parametrize("name", NAMES)
def test_what_people_wrote_is_never_markup_in_a_pdf(
    name: str, caller: Caller, table: Table
) -> None:
    table.written("/seats/blue/take", {"name": name})
    assert pdf(caller, f"/games/{table.id}/score-sheet.pdf").startswith(b"%PDF-")


def test_characters_that_no_font_has_stand_as_boxes() -> None:
    blocks = Blocks()
    blocks.head("漢 title")
    blocks.add("paragraph", "漢字 🀄 Ångström Ωμέγα Ж ★ ⚑")
    document = typesetting.Document("en", blocks, FOOT, datetime(2026, 1, 2, tzinfo=UTC))
    made = typesetting.pdf(document)
    assert made == typesetting.pdf(document)
    assert "□ title" in metadata(made)


def test_the_audit_as_pdf_has_every_record_and_the_heads_of_log_and_game(
    caller: Caller, clerk: Clerk, document: ReadBlocks
) -> None:
    table = Table.open(caller).moves(5)
    path = f"/games/{table.id}/audit.pdf"
    assert [row[0] for row in rows(document(caller, path), -1)] == [
        str(n) for n in range(1, clerk.game(table.id).seq + 1)
    ]
    assert pdf(caller, path) == pdf(caller, path)


@pytest.mark.parametrize(
    "what",
    slow_but(
        ["pairings", "final"],
        [
            "pairings",
            "names",
            "slips",
            "standings",
            "poster",
            "final",
            "cross",
            "worksheet",
            "plays",
            "irregularities",
        ],
    ),
)
def test_every_paper_of_a_tournament_is_a_pdf(what: str, app: Flask) -> None:
    event = EventPages(app).begun()
    event.play(1)
    path = f"{event.base}/paper/{what}.pdf?round=1"
    director, scorer = event.director.client, event.link("Scorer").client
    answers = [who.get(path) for who in (director, director, scorer)]
    assert [(a.status_code, a.content_type) for a in answers] == [(200, "application/pdf")] * 3
    assert answers[0].data == answers[1].data
    assert app.test_client().get(path, headers={"Accept": "text/html"}).status_code == 401


def test_the_report_of_a_tournaments_irregularities_tells_the_director_why_and_nobody_else(
    app: Flask, document: ReadBlocks
) -> None:
    event = EventPages(app).begun()
    event.play(1)
    event.submit(
        "/rulings",
        "/penalties",
        **{"penalty.entrant": "1", "penalty.points": "1/2", "penalty.reason": "Late."},
    )
    protest = {
        "protest.entrant": "2",
        "protest.round": "1",
        "protest.table": "1",
        "protest.text": "#panic() Not so.",
    }
    event.submit("/rulings", "/protests", **protest)
    paper = document(Caller(app), f"{event.base}/paper/irregularities.pdf")
    assert "#panic() Not so." in section(paper, "Protests (1)")
    assert "Penalty of 1/2" in section(paper, "What was decided by hand (2)")
    scorer = event.link("Scorer")
    scorer.go(f"{event.base}/paper/irregularities")
    assert "Not so." not in scorer.page and "What was decided by hand" in scorer.page
    answers = [
        event.director.client.get(
            f"{event.base}/paper/irregularities.pdf", headers={"Accept-Language": "fr"}
        )
        for _ in "ab"
    ]
    assert answers[0].status_code == 200 and answers[0].data == answers[1].data
    assert "Rapport des irrégularités" in metadata(answers[0].data)


def test_the_report_of_a_games_irregularities_is_a_pdf_with_cells_that_reach_over_rows(
    caller: Caller, document: ReadBlocks
) -> None:
    table = Table.open(caller, undo="free")
    seat = table.get("/legal").json["seats"][0]["seat"]
    table.move()
    page = caller.get(f"/games/{table.id}/irregularities", Accept="text/html").text
    path = f"/games/{table.id}/irregularities.pdf"
    assert path in page
    assert pdf(caller, path) == pdf(caller, path)
    assert table.write("/undo", {"seat": seat}).status_code == 201
    [row] = rows(document(caller, path), -1)
    assert row[0] == str(table.seq) and row[1].startswith(f"{table.seq - 1} · ")
    blocks = Blocks()
    blocks.head("t")
    blocks.table("a", "b", "c")
    blocks.row(blocks.over(3, 9), 1, "a")
    blocks.row(blocks.plain(2), "b")
    blocks.row(blocks.plain(3), "c")
    blocks.row(blocks.across(3, "x"))
    made = typesetting.pdf(
        typesetting.Document("en", blocks, FOOT, datetime(2026, 1, 2, tzinfo=UTC))
    )
    assert made.startswith(b"%PDF-")


def test_the_sheets_of_a_campaign_are_a_pdf(organiser: Person) -> None:
    campaign = organiser.fill_in(
        "/organise/campaigns/open?ruleset=northgard-training", "/organise/campaigns", follow=False
    ).headers["Location"]
    assert organiser.client.get(f"{campaign}/sheets.pdf").content_type == "application/pdf", (
        "before the first scenario"
    )
    organiser.fill_in(campaign, "/next", follow=False)
    assert "/sheets.pdf" in organiser.go(f"{campaign}/sheets").text
    for path in (
        f"{campaign}/sheets.pdf",
        f"{campaign}/sheet/1.pdf",
        f"{campaign}/sheet/1.pdf?at=1",
    ):
        answer = organiser.client.get(path)
        assert answer.status_code == 200 and answer.content_type == "application/pdf", path
    assert organiser.client.get(f"{campaign}/sheet/1.pdf?at=99").status_code == 404


def test_without_the_extra_no_page_offers_a_pdf(
    app: Flask, caller: Caller, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = f"/games/{table.id}/score-sheet"
    assert f"{page}.pdf" in caller.get(page, Accept="text/html").text
    monkeypatch.setattr(documents, "is_available", lambda: False)
    monkeypatch.setitem(app.jinja_env.globals, "documents_made", lambda: False)
    assert "As PDF" not in caller.get(page, Accept="text/html").text
    assert caller.get(f"{page}.pdf", Accept="application/json").status_code == 404
    assert "Print the page itself" in caller.get(f"{page}.pdf", Accept="text/html").text


def test_a_document_that_takes_too_long_is_one_problem(
    caller: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/games/{Table.open(caller).id}/score-sheet.pdf"
    with monkeypatch.context() as patch:
        patch.setattr(typesetting, "PATIENCE", 0.001)
        assert problem(caller.get(path)) == (503, "document-too-long")
    monkeypatch.setattr(typesetting, "QUEUE", 0.001)
    with typesetting._turn:
        assert problem(caller.get(path)) == (503, "document-too-long")
    assert pdf(caller, path).startswith(b"%PDF-")


def test_the_audit_of_a_long_game_is_set_in_parts(
    caller: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/games/{Table.open(caller).moves(5).id}/audit.pdf?after=3"
    whole = pdf(caller, path)
    monkeypatch.setattr(proof_pages, "WHOLE", 2)
    assert len(pdf(caller, path)) < len(whole)
    assert path in caller.get(path.replace(".pdf", ""), Accept="text/html").text


def test_the_score_sheet_tells_the_clocks_and_what_was_claimed_and_ruled_on_time(
    app: Flask, clerk: Clerk, document: ReadBlocks
) -> None:
    club = Club(app, clerk, time_control={"kind": "fischer", "seconds": 300, "increment": 5})
    club.table().move()
    (seat,) = clerk.game(club.game).to_act
    other = next(other_seat for other_seat in ("red", "blue") if other_seat != seat)
    path = f"/games/{club.game}/score-sheet"

    def clocks(who: Caller, at: int = 0) -> str:
        return section(document(who, path + ".pdf" + (f"?at={at}" if at else "")), "Clocks")

    assert "Agreed: 5:00 for the game, and 5 s more after each turn." in clocks(club.organiser)
    assert "Nobody claimed that time was over, and nothing was ruled on clocks." in clocks(
        club.organiser
    )
    then = clerk.clock()
    clerk.clock = lambda: then
    arbiter = club.table("arbiter")

    def rules(remedy: dict[str, Any], code: str, **more: Any) -> int:
        return int(arbiter.written("/rulings", {"remedy": remedy, "code": code, **more})["seq"])

    late = rules({"type": "set-clock", "seat": seat, "seconds": 0}, "time", text="Spilt tea.")
    clerk.clock = lambda: then + timedelta(seconds=60)
    claim = club.table(other).written(
        "/claims", {"seat": other, "about": 3, "text": "The flag has fallen."}
    )["seq"]
    shown = clocks(club.organiser)
    assert [
        words
        for words in ("−1:00", "time over", "The flag has fallen.", "Spilt tea.")
        if words not in shown
    ] == []
    assert f"Record {late}" in shown and f"Record {claim}" in shown
    arbiter.seq = club.seq
    stopped = rules({"type": "stop-clocks"}, "conduct", claim=claim)
    arbiter.written(f"/rulings/{stopped}/overturn", {"code": "ruling-error"})
    rules({"type": "penalty", "seat": other, "points": -1}, "conduct", rule="1")
    shown = clocks(club.organiser)
    assert f"Overturned by record {stopped + 1}." in shown
    assert "penalty" not in shown, "that is not about time"
    before = clocks(club.organiser, 2)
    assert "−1:00" not in before and "Spilt tea." not in before
    assert pdf(club.organiser, path + ".pdf") == pdf(club.organiser, path + ".pdf")
    assert pdf(club.organiser, path + ".pdf", Accept_Language="fr").startswith(b"%PDF-")
