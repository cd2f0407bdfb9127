import re

import pytest
from flask import Flask

from tests.builders.api.event_pages import EventPages
from tests.builders.api.forms import signed_in

TITLE = "northgard-training"


def test_the_cross_table_and_the_worksheet_add_up_on_paper(event: EventPages) -> None:
    for round in (1, 2):
        event.pair(round, played=True)
    first = event.standings()[0][1]
    cross = event.go("/paper/cross").text
    assert cross.count('<td class="met">') == 4 * 2, "a cell for each entrant and round"
    rows = re.findall(r"<tr>.*?</tr>", cross, re.DOTALL)
    line = next(row for row in rows if f'"number">{first}</span>' in row.split("</th>")[0])
    met = [int(n) for n in re.findall(r'<span class="number">(\d+)</span></td>', line)]
    assert len(met) == 2
    for at, other in enumerate(met, 1):
        assert sorted((first, other)) in [sorted(table) for table in event.tables(at).values()]
    sheet = event.go("/paper/worksheet").text
    summed = (
        rf'id="w-{first}".*?<th scope="row">[Pp]oints</th><td>(.*?)</td><td class="value">= '
        rf"<strong>(.*?)</strong>"
    )
    points = re.search(summed, sheet, re.DOTALL)
    assert sum(map(int, re.findall(r"</span> (\d+)</span>", points[1]))) == int(points[2]) == 2
    assert "<s>" in sheet, "the cut of Buchholz strikes one out"
    assert event.link("Scorer").go(f"{event.base}/paper/cross").status_code == 200


def test_a_direct_encounter_says_against_whom_on_paper_and_in_its_tree(app: Flask) -> None:
    event = EventPages(app, 2).begun()
    event.type_result(1, 1, "=")
    for page in (event.go("/paper/worksheet").text, event.go("/standings/1").text):
        assert ("Against Player 2" in page, "table 0" in page) == (True, False)


def test_names_on_paper_and_on_screens_stand_where_a_reader_looks_for_them(app: Flask) -> None:
    event = EventPages(app, entrants=0)
    event.enter("Kim Zu", "Évariste", "EMMY Zoé", "Zoé Œdipe", "Zoé Ada", "Zoé Ödön 2")
    event.pair(1)
    for page in ("/paper/names", "/screen?show=names"):
        text = event.go(page).text
        order = ("Ada", "EMMY", "Évariste", "Ödön", "Œdipe", "Zu")
        places = [text.index(f"<b>{name}</b>") for name in order]
        assert places == sorted(places), page


def test_finished_tables_have_a_code_for_bg_stats_on_paper(event: EventPages) -> None:
    event.pair(1)
    assert "No table of this round has a result yet." in event.go("/paper/plays").text
    event.type_result(1, 1, "1")
    page = event.go("/paper/plays").text
    assert page.count("<svg") - event.go("/paper/pairings").text.count("<svg") == 1
    assert page.count("https://app.bgstatsapp.com/createPlay.html?data=") == 1


@pytest.mark.parametrize(
    ("ruleset", "path", "codes"),
    [("", "/paper/plays?round=1&page=", [12, 1]), (TITLE, "/rounds/1/seats?page=", [24, 2])],
)
def test_pages_of_codes_stay_small(app: Flask, ruleset: str, path: str, codes: list[int]) -> None:
    event = EventPages(app, 26, ruleset).begun()
    if ruleset:
        event.submit("/rounds/1", "/games")
    else:
        event.play(1)
    pages = [event.go(f"{path}{number}") for number in (1, 2)]
    drawn = [len(re.findall(r'<svg[^>]*class="qr', page.text)) for page in pages]
    assert drawn == codes and all(len(page.data) <= 200_000 for page in pages)
    assert f"{path}2" in pages[0].text.replace("&amp;", "&")


def test_the_codes_of_all_seats_of_a_round_are_printed_and_lead_into_the_games(app: Flask) -> None:
    event = EventPages(app, 4, "northgard-training").begun()
    assert "not opened yet" in event.go("/rounds/1/seats").text
    event.submit("/rounds/1", "/games")
    assert "/rounds/1/seats" in event.go("/rounds/1").text
    page = event.go("/rounds/1/seats").text
    links = re.findall(r'value="[^"]*(/seat/[^"]+)" aria-label="[^"]*Player (\d)"', page)
    assert sorted(int(n) for _, n in links) == [1, 2, 3, 4] and page.count('class="qr"') == 4
    tables = event.now.rounds[0].tables
    for link, n in links:
        player = signed_in(app, at=link)
        table = next(table for table in tables if int(n) in table.entrants)
        assert f"/games/{table.game}" in player.answer.request.path
    assert event.link("Scorer").go(f"{event.base}/rounds/1/seats").status_code == 403
    assert event.link("Director").go(f"{event.base}/rounds/1/seats").status_code == 200


def test_prizes_go_to_whoever_has_the_rank_and_are_kept_nowhere(event: EventPages) -> None:
    event.pair(1, played=True)
    order = event.standings()
    page = event.go("/paper/final?prizes=1:+A+cup%0A%0A4%29+Chocolate%0Aa+book").text
    won = re.findall(r'<li><span class="rank">(\d+)=?</span>.*?class="prize">(.*?)</span>', page)
    ranked = {"1": "A cup", "4": "Chocolate"}
    assert won == [(str(rank), ranked[str(rank)]) for rank, _ in order if str(rank) in ranked]
    assert "Line 4 is no prize" in page
    assert "A cup" not in event.go("/paper/final").text
