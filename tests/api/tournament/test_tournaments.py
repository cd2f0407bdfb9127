import json
from contextlib import closing

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from domain.game.clerk.clerk import Clerk
from domain.game.clerk.people import People
from tests.api.tournament.event import TOURNAMENTS, Event, places
from tests.builders.api.client import Caller, new_key
from tests.builders.logs import Log


@pytest.fixture
def event(caller: Caller) -> Event:
    return Event(caller)


def test_a_tournament_from_its_opening_to_its_verified_bundle(event: Event, book: Log) -> None:
    for round in (1, 2):
        for table in event.pair(round):
            assert event.first_wins(round, table).status_code == 201
        assert event.write(f"/rounds/{round}/close", {"minutes": 10}).status_code == 201
    refused = event.write("/close")
    assert (refused.status_code, refused.json["type"], refused.json["times"]) == (
        409,
        "/problems/confirmation-needed",
        1,
    )
    assert event.write("/close", {"confirm": {"times": 1, "reason": "Late."}}).status_code == 201
    shown = event.get().json
    assert (shown["tournament"]["status"], shown["tournament"]["title"], shown["next_round"]) == (
        "closed",
        "Spring open",
        None,
    )
    assert [
        (departure["departure"]["code"], departure["reason"]) for departure in shown["departures"]
    ] == [("protests-run", None), ("closed-early", "Late.")]
    standings = event.get("/standings?trees=1").json
    assert standings["ranks"][0]["rank"] == 1
    assert standings["ranks"][0]["trees"][0]["what"] == "points"
    closed = [
        entry for entry in event.get("/records").json["entries"] if entry["type"] == "RoundClosed"
    ][-1]["record"]
    assert closed["standings"] == standings["sha256"]
    book.log_and_sign_all()
    bundle = event.get("/bundle?names=1")
    assert bundle.status_code == 200 and "Player 1" in bundle.text, bundle.json


def test_a_bundle_with_its_games_is_the_directors_and_the_access_log_says_who_took_it(
    caller: Caller, book: Log
) -> None:
    stage = {"least": 3, "preferred": 3, "most": 3, "rounds": 1, "keys": ["points"]}
    event = Event(caller, 3, ruleset="fief-tactics", rules={"stages": [stage]})
    event.pair()
    game = event.write("/rounds/1/games").json["games"][0]["game"]
    book.log_and_sign_all()
    assert event.get("/bundle").text.count('{"format":') == 1
    for duty in ("scorer", "check-in", "screen", "table"):
        assert event.get("/bundle?games=true", by=event.link(duty)).status_code == 403
    taken = event.get("/bundle?games=true", by=event.link("director"))
    assert taken.status_code == 200 and taken.text.count('{"format":') == 2, taken.json
    look = caller.get(f"/api/v1/games/{game}/looks").json["looks"][-1]
    assert (look["audience"], look["what"].split()[0]) == ("arbiter", "GET")
    before = event.get("/bundle?games=true&at=1").text
    assert before.count('{"format":') == 1, "no game was linked by then"
    assert event.get("/bundle?games=maybe").status_code == 400


def test_a_write_is_against_the_newest_record(event: Event) -> None:
    stale = event.write("/entrants", {"entrants": [{"name": "Other"}]}, seq=2)
    assert (stale.json["type"], stale.json["current"]) == ("/problems/stale", 5)
    unmatched = event.caller.post(event.path("/lots"), None, Idempotency_Key=new_key())
    assert unmatched.status_code == 428
    assert event.get(If_None_Match=event.get().headers["ETag"]).status_code == 304


def test_each_link_does_what_it_is_for(event: Event) -> None:
    check_in, scorer, screen, director = (
        event.link(duty) for duty in ("check-in", "scorer", "screen", "director")
    )
    assert (
        event.write("/presence", {"round": 1, "entrants": [1, 2, 3, 4]}, by=check_in).status_code
        == 201
    )
    assert event.write("/rounds/1/pairing", by=director).status_code == 201
    assert event.write("/rounds/1/publish", by=director).status_code == 201
    first_table, two = event.get("/rounds/1", by=screen).json["tables"]
    refused = event.first_wins(1, first_table, by=check_in)
    assert (refused.status_code, refused.json["type"], refused.json["duty"]) == (
        403,
        "/problems/duty-too-low",
        "check-in",
    )
    assert event.first_wins(1, first_table, by=scorer).status_code == 201
    mine, other = (event.link("table", number) for number in two["entrants"])
    slip = {"entrant": two["entrants"][0], "entries": places(*two["entrants"])}
    for at, by, type in (
        (0, other, "/problems/not-your-table"),
        (0, mine, "SlipFiled"),
        (1, other, "ResultTaken"),
    ):
        slip["entrant"] = two["entrants"][at]
        answer = event.write(f"/rounds/1/tables/{two['table']}/slip", slip, by=by)
        assert answer.json["type"] == type
    for path in ("", "/entrants", "/standings", "/records"):
        assert event.get(path, by=screen).status_code == 200


def test_a_round_that_is_not_published_refuses_all_but_directors_alike(event: Event) -> None:
    """Refusals are the same before and after the pairing, whatever table a link names."""
    guessed = {"entrant": 1, "entries": places(1, 2)}
    scorer, mine = event.link("scorer"), event.link("table", 1)
    refused = []
    for paired in (False, True):
        if paired:
            assert event.write("/rounds/1/pairing", {"tables": [[1, 3], [2, 4]]}).status_code == 201
        refused += [
            event.write("/rounds/1/tables/1/result", {"entries": places(1, 2)}, by=scorer),
            event.write("/rounds/1/tables/9/slip", guessed, by=mine),
            event.write("/rounds/1/tables/1/slip", guessed, by=mine),
            event.write(
                "/protests", {"entrant": 1, "round": 1, "table": 1, "text": "No."}, by=mine
            ),
            event.get("/rounds/1", by=mine),
        ]
    assert {answer.json["detail"] for answer in refused} == {
        "Round 1 is not paired, or not published yet."
    }
    assert event.write("/rounds/1/tables/1/result", {"entries": places(1, 3)}).status_code == 201


def test_a_link_covers_its_own_tournament_and_no_game(event: Event, caller: Caller) -> None:
    director, other = event.link("director"), Event(caller)
    assert other.get(by=director).json["type"] == "/problems/role-too-low"
    game = caller.post(
        "/api/v1/games", {"ruleset": "northgard-training"}, Idempotency_Key=new_key()
    ).json["id"]
    assert director.get(f"/api/v1/games/{game}").status_code == 403
    for path in ("/api/v1/games", "/api/v1/tournaments"):
        assert (
            director.post(path, {"title": "x"}, Idempotency_Key=new_key()).json["type"]
            == "/problems/role-too-low"
        )
    links = event.get("/links").json["links"]
    assert (
        event.caller.post(event.path(f"/links/{links[0]['id']}/revoke")).json["links"][0]["state"]
        == "revoked"
    )
    assert event.get(by=director).json["type"] == "/problems/link-revoked"


def test_what_entrants_wrote_and_what_is_not_published_is_the_directors(event: Event) -> None:
    screen = event.link("screen")
    event.write("/rounds/1/pairing")
    assert event.get("/rounds/1", by=screen).json["type"] == "/problems/tournament-refused"
    assert event.get("/rounds/1").json["pairing"]["type"] == "RoundPaired"
    assert hidden(event, screen) == ["RoundPaired"]
    everything = "".join(
        event.get(path, by=screen).text
        for path in ("", "/entrants", "/records", "/standings", "/export?names=1")
    )
    assert "example.org" not in everything and "example.org" in event.get("/entrants").text
    event.write("/rounds/1/publish")
    assert hidden(event, screen) == []
    two = event.get("/rounds/1").json["tables"][0]
    event.write(
        "/rounds/1/tables/1/slip",
        {"entrant": two["entrants"][0], "entries": places(*two["entrants"])},
    )
    assert event.get("/rounds/1", by=screen).json["tables"][0]["slips"] == []
    assert len(event.get("/rounds/1").json["tables"][0]["slips"]) == 1


def hidden(event: Event, by: Caller) -> list[str]:
    entries = event.get("/records", by=by).json["entries"]
    for after, entry in enumerate(entries):
        assert event.get(f"/records?after={after}&limit=1", by=by).json["entries"] == [entry]
        assert (entry["record"] is None) == (entry["sentence"] is None)
    return [
        entry["type"]
        for entry in entries
        if entry["record"] is None and entry["type"] != "EntrantAdded"
    ]


def test_a_pairing_that_was_published_stays_shown_once_it_is_withdrawn(event: Event) -> None:
    screen = event.link("screen")
    event.pair()
    assert (
        event.write("/rounds/1/withdraw", {"confirm": {"times": 1, "reason": "Wrong."}}).status_code
        == 201
    )
    assert hidden(event, screen) == []
    departures = event.get(by=screen).json["departures"]
    assert [departure["departure"]["code"] for departure in departures] == ["round-withdrawn"]
    assert event.write("/rounds/1/pairing", {"tables": [[1, 2], [3, 4]]}).status_code == 201
    assert hidden(event, screen) == ["RoundPaired"]
    assert event.get(by=screen).json["departures"] == departures
    assert event.write("/rounds/1/withdraw").status_code == 201
    assert hidden(event, screen) == ["RoundPaired", "RoundWithdrawn"]
    assert event.get("/papers?paper=calendar").text.count("BEGIN:VEVENT") == 0


def test_ids_of_players_are_the_directors(event: Event) -> None:
    player = event.get("/entrants").json["entrants"][0]["player"]
    assert player in event.get("/records", by=event.link("director")).text
    for duty in ("scorer", "check-in", "table", "screen"):
        link = event.link(duty)
        assert (
            "".join(
                event.get(path, by=link).text for path in ("/records", "/entrants", "/export")
            ).count(player)
            == 0
        )
        assert event.get("/bundle", by=link).status_code == 403
    with closing(event.get("/stream?after=0", by=event.link("screen"))) as stream:
        stream_bytes = b""
        for piece in stream.response:  # type: ignore[attr-defined]
            stream_bytes += piece
            if b"id: 5" in stream_bytes:
                break
    assert player.encode() not in stream_bytes and b'"type":"EntrantAdded"' in stream_bytes


def test_games_are_opened_with_their_links_and_give_their_results(
    caller: Caller, app: Flask, clerk: Clerk
) -> None:
    event = Event(caller, 2, ruleset="northgard-training")
    event.pair()
    answer = event.write("/rounds/1/games")
    assert answer.status_code == 201, answer.json
    (game,) = answer.json["games"]
    assert [link["role"] for link in game["links"]] == ["seat", "seat", "arbiter", "spectator"]
    player = Caller(app, game["links"][0]["token"])
    assert player.get(f"/api/v1/games/{game['game']}/legal").status_code == 200
    assert event.write("/rounds/1/tables/1/result").json["detail"].endswith("has no outcome yet.")
    refused = event.write("/rounds/1/withdraw", {"confirm": {"times": 1}})
    assert (
        refused.json["times"],
        [departure["code"] for departure in refused.json["departures"]],
    ) == (
        1,
        ["round-withdrawn"],
    )
    assert (
        event.write("/rounds/1/withdraw", {"confirm": {"times": 1, "reason": "Wrong."}}).status_code
        == 201
    )
    assert clerk.game(game["game"]).closed


CSV = "nom;Verein;Rtg;FED\nZoé;Nantes;1500;FRA\nMax;Lyon;;\n"


def test_entrants_come_from_csv(event: Event) -> None:
    assert event.write("/entrants/import", CSV.encode("utf-8-sig")).status_code == 415
    answer = import_csv(event, CSV.encode("utf-8-sig"))
    assert answer.status_code == 201, answer.json
    notes = [(note["line"], note["text"]["en"]) for note in answer.json["notes"]]
    assert notes == [(1, "The column FED is not taken.")]
    event.seq = answer.json["seq"]
    last = event.get("/entrants").json["entrants"][-2:]
    assert [(entrant["name"], entrant["club"], entrant["rating"]) for entrant in last] == [
        ("Zoé", "Nantes", 1500),
        ("Max", "Lyon", 0),
    ]


def import_csv(event: Event, data: bytes) -> TestResponse:
    headers = {**event.caller.headers, "If-Match": f'"{event.seq}"', "Idempotency-Key": new_key()}
    return event.caller.client.post(
        event.path("/entrants/import"), data=data, headers=headers, content_type="text/csv"
    )


def test_an_export_comes_in_again_and_a_changed_one_does_not(
    event: Event, caller: Caller, clerk: Clerk
) -> None:
    first, second = event.pair()
    event.first_wins(1, first)
    data = event.get("/export?names=1").data
    again = imported(caller, data)
    assert (again.status_code, again.json["already"]) == (200, True)
    lines = data.split(b"\n")
    at = next(n for n, line in enumerate(lines) if b'"RoundPaired"' in line)
    changed = json.loads(lines[at])
    changed["data"]["basis"]["seq"] += 1
    broken = b"\n".join([*lines[:at], json.dumps(changed).encode(), *lines[at + 1 :]])
    refused = imported(caller, broken)
    assert (refused.status_code, refused.json["line"]) == (422, at + 1)
    screen = event.link("screen")
    slip = {"entrant": second["entrants"][0], "entries": places(*second["entrants"])}
    assert event.write("/rounds/1/tables/2/slip", slip).status_code == 201
    copy = imported(caller, event.get("/export", by=screen).data)
    assert copy.json["type"] == "/problems/redacted-file"


def imported(caller: Caller, data: bytes) -> TestResponse:
    return caller.client.post(
        f"{TOURNAMENTS}/import",
        data=data,
        headers=caller.headers,
        content_type="application/x-ndjson",
    )


def test_who_is_erased_is_nameless_everywhere(event: Event, clerk: Clerk) -> None:
    player = event.get("/entrants").json["entrants"][0]["player"]
    pages = ("/entrants", "/standings", "/rounds/1")
    event.pair()
    tags = [event.get(path).headers["ETag"] for path in pages]
    assert [
        event.get(path, If_None_Match=tag).status_code
        for path, tag in zip(pages, tags, strict=True)
    ] == [304] * 3
    before = event.get("/records").json["entries"]
    assert before[1]["sentence"]["fr"] == "Player 1 (1) s'inscrit."
    erased = People(clerk).erase(player)
    assert (erased.names, erased.texts) == (1, 1)
    for path, tag in zip(pages, tags, strict=True):
        after = event.get(path, If_None_Match=tag)
        assert after.status_code == 200 and "Player 1" not in after.text, (
            "a name that was erased comes from no cache"
        )
    first = event.get("/entrants", If_None_Match="x").json["entrants"][0]
    assert (first["name"], first["contact"]) == (None, None)
    after = event.get("/records").json["entries"]
    assert after[1]["sentence"]["en"] == "Entrant 1 enters."
    assert [entry["record"] for entry in after] == [entry["record"] for entry in before]
    assert b"Player 1" not in event.get("/export?names=1").data


def test_tournaments_are_listed_newest_first(event: Event, caller: Caller) -> None:
    other = Event(caller, 0)
    assert [tournament["id"] for tournament in caller.get(TOURNAMENTS).json["tournaments"]] == [
        other.id,
        event.id,
    ]


@pytest.mark.parametrize(
    ("path", "body", "type", "pointer"),
    [
        ("/rounds/1/pairing", {"tables": [[1, 2], [3, 1]]}, "tournament-refused", "/tables"),
        ("/rounds/2/pairing", None, "tournament-refused", "/round"),
        ("/rounds/1/publish", None, "tournament-refused", "/round"),
        ("/entrants/9/withdraw", None, "tournament-refused", "/number"),
        (
            "/entrants",
            {"entrants": [{"name": "Player 1", "club": "B"}]},
            "tournament-refused",
            "/entrants/0/name",
        ),
        ("/separations", {"a": 1, "b": 1}, "invalid-fields", "/b"),
        (
            "/rules",
            {"rules": {"stages": [{"factor": "x"}]}},
            "invalid-fields",
            "/rules/stages/0/factor",
        ),
        (
            "/rules",
            {"rules": {"stages": [{"round": 5}]}},
            "invalid-fields",
            "/rules/stages/0/round",
        ),
        (
            "/rules",
            {"rules": {"stages": [{"scoring": {"wins": "1"}}]}},
            "invalid-fields",
            "/rules/stages/0/scoring/wins",
        ),
        (
            "/rules",
            {"rules": {"stages": [{"scoring": {"best": 9}}]}},
            "invalid-fields",
            "/rules/stages/0/scoring/best",
        ),
        (
            "/penalties",
            {"entrant": 1, "points": "lots", "reason": "x"},
            "invalid-fields",
            "/points",
        ),
        ("/byes", {"entrant": 1, "round": 99}, "tournament-refused", "/round"),
    ],
)
def test_bad_input_is_one_sentence_with_its_place(
    event: Event, path: str, body: object, type: str, pointer: str
) -> None:
    answer = event.write(path, body)
    assert (answer.json["type"], answer.json.get("pointer")) == (f"/problems/{type}", pointer), (
        answer.json
    )
    assert answer.json["text"]["en"] != answer.json["text"]["fr"]
    assert event.get().json["seq"] == event.seq
