import html
import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from flask import Flask

from domain.game.clerk.clerk import Clerk
from domain.game.play.sheets import score_of
from domain.proof.log.notes import read_verifier_key
from tests.builders.api.event_pages import EventPages, submits
from tests.builders.api.forms import Person, excerpt
from tests.builders.logs import Log
from tests.builders.players import play_on
from tests.builders.policies import policy_text

ROOT = Path(__file__).parents[3]


@pytest.fixture
def event(app: Flask) -> EventPages:
    event = EventPages(app, 3, "raiders-solo", chance="duplicate", scoring__points="match")
    return event.begun(games=True)


def games(event: EventPages) -> dict[int, str]:
    return {table.entrants[0]: table.game for table in event.now.rounds[0].tables}


def test_a_challenge_is_played_on_phones_and_compared(
    event: EventPages, app: Flask, clerk: Clerk
) -> None:
    there = games(event)
    assert len({clerk.game(id).opened.commitment for id in there.values()}) == 1
    phones = {n: event.link("", n) for n in there}
    for n, phone in phones.items():
        link = excerpt(r'class="button go" href="(/seat/[^"]+)"', phone.page)
        player = Person(app.test_client(), link.removeprefix("/seat/"))
        assert player.answer.request.path.startswith(f"/games/{there[n]}/")
        for other in there.values():
            seen = player.go(f"/games/{other}/play").status_code
            assert (seen == 200) == (other == there[n]), "nobody looks ahead in another's game"
    for n, seed in zip(there, (1, 1, 2), strict=True):
        play_on(clerk, clerk.game(there[n]), Random(seed), anybody=True)
    assert phones[1].go(f"{event.base}/rounds/1/compare").status_code == 409
    assert "once the round is closed" in phones[1].page
    api = f"/api/v1{event.base}/rounds/1/compare"
    assert phones[1].go(api).status_code == 409, "the API says no earlier either"
    scorer = event.link("Scorer")
    for table in (1, 2, 3):
        submits(scorer, f"{event.base}/rounds/1/tables/{table}", "/result", "Take it from the game")
    event.close(1)
    first, second, third = there
    page = phones[third].go(f"{event.base}/rounds/1/compare?a={first}&b={second}").text
    assert "They did the same in all" in page
    assert "every card and every die of both games was drawn again" in page
    page = event.go(f"/rounds/1/compare?a={first}&b={third}").text
    assert re.search(
        r"They did the same in (\d+) steps? and parted at step (\d+)\.|They parted with the first "
        r"step\.",
        page,
    )
    assert page.count('class="differs"') > 5
    for n in (first, third):
        points = next(
            line.points for line in score_of(clerk.game(there[n])) if line.seat == "player"
        )
        assert f"<dt>Player {n}</dt><dd><strong>{points}</strong>" in page, (
            "the own points, not the automa's"
        )
    json = phones[third].go(f"{api}?a={first}&b={third}").json
    assert json["same_deal"] and [game["entrant"] for game in json["games"]] == [first, third]
    assert [game["wrong_rolls"] for game in json["games"]] == [0, 0]
    steps = [
        [(step["seat"], step["said"]["en"]) for step in game["steps"]] for game in json["games"]
    ]
    assert steps[0][: json["alike"]] == steps[1][: json["alike"]]
    assert steps[0][json["alike"]] != steps[1][json["alike"]]
    assert steps[0][json["alike"]][1] in html.unescape(page), "the page says the same"
    assert phones[third].go(api).json["games"][0]["entrant"] == third, (
        "a table's link begins with its own"
    )
    assert f"/rounds/1/compare?a={second}" in phones[second].go(f"{event.base}/me").text
    assert "by how many did worse at the same deal" in event.go().text
    ranks = dict(reversed(standing) for standing in event.standings())
    assert ranks[first] == ranks[second], "who did the same stands alike"


def test_a_comparison_with_an_unknown_entrant_is_refused(event: EventPages) -> None:
    query = "/rounds/1/compare?a=1&b=9"
    assert event.director.go(f"/api/v1{event.base}{query}").json["pointer"] == "/b"
    page = event.go(query)
    assert page.status_code == 409 and "There is no entrant 9" in page.text


def test_a_closed_tournament_proves_every_roll_of_its_deal_offline(
    event: EventPages, clerk: Clerk, book: Log, tmp_path: Path
) -> None:
    there, event_file = games(event), tmp_path / "tournament.bundle"
    for table, id in enumerate(there.values(), start=1):
        play_on(clerk, clerk.game(id), Random(3), anybody=True)
        event.submit(f"/rounds/1/tables/{table}", "/result", "Take it from the game")
    event.close(1)
    book.log_and_sign_all()
    event_file.write_bytes(event.director.go(f"/api/v1/tournaments/{event.id}/bundle").data)
    game = event.director.go(f"/api/v1/games/{there[1]}/bundle").data
    sentence = verified_outside(tmp_path, book, game)[1]
    assert "not closed yet" in sentence
    event.go()
    event.director.press("Close it for good")
    book.log_and_sign_all()
    event_file.write_bytes(event.director.go(f"/api/v1/tournaments/{event.id}/bundle").data)
    code, sentence = verified_outside(tmp_path, book, game)
    assert "every roll is drawn again from the deal of the tournament" in sentence, sentence
    assert code == 3, "the game itself was not closed"


def test_teams_of_several_sizes_stand_by_size_on_the_page(app: Flask) -> None:
    alone = {"format": "challenge", "rounds": "1", "least": "1", "preferred": "1", "most": "1"}
    event = EventPages(
        app, 0, "convicted", chance="duplicate", seats="2", scoring__points="match", **alone
    )
    event.go("/entrants")
    rows = ["name;team", "Ann;1", "Bo;", "Cid;1", "Dee;4"]
    event.send(event.director.form("/entrants/import"), pasted="\n".join(rows))
    event.fill_in(
        "/entrants", "/entrants", within="one", follow=False, **{"one.name": "Eve", "one.team": "9"}
    )
    assert "8" in event.trouble()
    event.pair(1)
    event.submit("/rounds/1", "/games")
    for table, score in ((1, "10"), (2, "40"), (3, "20"), (4, "90")):
        event.type_result(1, table, "1", score)
    event.close(1)
    assert re.findall(r"Teams of \d players?", event.go("/standings").text) == [
        "Teams of 1 player",
        "Teams of 2 players",
        "Teams of 4 players",
    ]
    assert event.standings() == [(1, 3), (2, 1), (1, 2), (1, 4)]
    why = "Ann and Bo are teams of different sizes, each of which is ranked by itself."
    assert why in html.unescape(event.go("/standings/2").text)


def verified_outside(folder: Path, book: Log, game: bytes) -> tuple[int, str]:
    """Run `greffe verify --replay` on a game's bundle beside that of its tournament, in a folder
    outside of the service that has no settings and no data. Returns the exit status and what it
    printed."""
    keys = [read_verifier_key(key.verifier) for key in book.log_keys()]
    (folder / "policy").write_text(policy_text(keys))
    (folder / "game.bundle").write_bytes(game)
    words = "--policy policy --replay --event tournament.bundle game.bundle"
    done = subprocess.run(
        [sys.executable, "-m", "ops.cli", "verify", *words.split()],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "HOME": str(folder)},
        capture_output=True,
        timeout=300,
        check=False,
    )
    assert b"Traceback" not in done.stdout + done.stderr, done.stderr
    return done.returncode, done.stdout.decode()
