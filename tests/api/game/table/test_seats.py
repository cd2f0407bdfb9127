import io
import json
import logging

import pytest
from flask import Flask

from domain.game.clerk.clerk import Clerk
from domain.game.clerk.people import People
from tests.builders.api.callers import Club, organiser
from tests.builders.api.client import GAMES, Caller, problem

ANN = "Annabella Quux"


def test_somebody_sits_down_by_their_link_and_leaves(club: Club) -> None:
    blue = club.table("blue")
    taken = blue.write("/seats/blue/take", {"name": ANN})
    assert (taken.status_code, taken.headers["ETag"]) == (201, '"2"')
    assert {"type": "SeatTaken", "seq": 2, "seat": "blue"}.items() <= taken.json.items()
    assert taken.json["sentence"]["fr"] == "Quelqu'un prend la place 1, Bleu."
    player = taken.json["player"]
    assert blue.get("/seats").json == {
        "game": club.game,
        "seq": 2,
        "seats": [
            {
                "seat": "blue",
                "role": "player",
                "name": {"en": "Blue", "fr": "Bleu"},
                "player": player,
                "called": ANN,
                "since": 2,
            },
            {
                "seat": "red",
                "role": "player",
                "name": {"en": "Red", "fr": "Rouge"},
                "player": None,
                "called": None,
                "since": None,
            },
        ],
    }
    left = blue.write("/seats/blue/leave")
    assert (left.json["type"], left.json["player"]) == ("SeatLeft", player)
    assert [seat["player"] for seat in blue.get("/seats").json["seats"]] == [None, None]
    assert [seat["called"] for seat in blue.get("/seats?at=2").json["seats"]] == [ANN, None], (
        "as it was then"
    )
    assert problem(blue.get("/seats?at=9")) == (404, "no-such-position")
    assert blue.get("/seats").headers["Cache-Control"] == "no-store", (
        "a name that was erased comes from no cache"
    )


def test_a_retry_names_nobody_and_is_answered_alike_once_the_name_is_erased(club: Club) -> None:
    blue = club.table("blue")
    first = blue.write("/seats/blue/take", {"name": ANN}, key="the-key")
    assert ANN not in first.text
    People(club.clerk).erase(first.json["player"])
    again = blue.write("/seats/blue/take", {"name": ANN}, seq=1, key="the-key")
    assert again.get_data() == first.get_data()


def test_only_ones_own_seat_is_taken_unless_by_the_arbiter(club: Club) -> None:
    arbiter, take, leave = club.table("arbiter"), "/seats/red/take", "/seats/red/leave"
    for name, of, slug in (
        ("blue", take, "not-your-seat"),
        ("blue", leave, "not-your-seat"),
        ("spectator", take, "role-too-low"),
    ):
        assert problem(club.table(name).write(of)) == (403, slug)
    arbiter.written(take, {"name": ANN})
    assert club.clerk.load(club.game).record(2).body.actor == club.links["arbiter"]["id"], (
        "who entered it is recorded"
    )
    taken = club.table("red").write(take)
    assert (problem(taken), taken.json["at"]) == ((409, "seat-taken"), 2)
    arbiter.written(leave)
    assert problem(arbiter.write(leave)) == (409, "seat-empty")


def test_bad_input_records_nothing(club: Club) -> None:
    before = club.clerk.recorder.max_notification_id()
    empty = club.table("arbiter").write("/seats/yellow/leave")
    assert (problem(empty), empty.json["seats"]) == ((404, "no-such-seat"), ["blue", "red"])
    for body, slug, pointer in (
        ({"name": "x" * 81}, "invalid-fields", "/name"),
        ({"name": "a\nb"}, "invalid-fields", "/name"),
        ({"nom": ANN}, "invalid-fields", "/nom"),
        ({"player": "p-nobody"}, "unknown-player", "/player"),
    ):
        refused = club.table().write("/seats/blue/take", body)
        assert (problem(refused), refused.json["pointer"]) == ((422, slug), pointer)
    assert club.clerk.recorder.max_notification_id() == before
    assert list(club.clerk.key_values.keys("name")) == []
    club.table("arbiter").write("/close")
    assert problem(club.table("blue").write("/seats/blue/take")) == (409, "game-closed")


def test_a_player_of_another_game_is_named_by_organisers_alone(club: Club) -> None:
    """A player id from another game links the seat to that person and shows their name, so a seat
    or an arbiter may not give one."""
    player = club.table("blue").write("/seats/blue/take", {"name": ANN}).json["player"]
    refused = club.table("red").write("/seats/red/take", {"player": player})
    assert (problem(refused), refused.json["needed"]) == ((403, "role-too-low"), "organiser")
    assert problem(club.table("arbiter").write("/seats/red/take", {"player": player})) == (
        403,
        "role-too-low",
    )
    assert club.table().write("/seats/red/take", {"player": player}).json["player"] == player


def test_names_are_for_those_who_have_a_link_or_the_games_key(
    app: Flask, clerk: Clerk, club: Club, caller: Caller
) -> None:
    club.table("blue").write("/seats/blue/take", {"name": ANN})
    path = f"{club.path}/seats"
    for who in (*map(club.holder, ("blue", "red", "arbiter", "spectator")), club.organiser, caller):
        assert who.get(path).json["seats"][0]["called"] == ANN
    assert Caller(app, club.issue("spectator")["token"]).get(path).json["seats"][0]["called"] == ANN
    for stranger in (organiser(app, clerk, "another club"), Club(app, clerk).holder("arbiter")):
        assert problem(stranger.get(path)) == (403, "not-covered")


def test_who_watches_a_public_game_without_a_link_is_told_no_names(
    app: Flask, clerk: Clerk
) -> None:
    club = Club(app, clerk, public=True)
    club.table("blue").write("/seats/blue/take", {"name": ANN})
    for watcher in (
        Caller(app, key=None),
        Club(app, clerk).holder("arbiter"),
        organiser(app, clerk, "another club"),
    ):
        seats = watcher.get(f"{club.path}/seats")
        assert (seats.status_code, ANN in seats.text) == (200, False)
        assert seats.json["seats"][0]["player"]
    assert club.holder("spectator").get(f"{club.path}/seats").json["seats"][0]["called"] == ANN


def test_nothing_personal_is_in_the_log_or_in_another_answer(
    club: Club, caller: Caller, log: io.BytesIO, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.INFO, "greffe.access")
    blue = club.table("blue")
    blue.write("/seats/blue/take", {"name": ANN})
    blue.write("/seats/blue/take", {"name": ANN})  # refused
    blue.write("/seats/blue/take", {"name": f"{ANN}\n"})
    caller.get(f"/api/v1/games?player={ANN}")
    lines = log.getvalue().decode().splitlines()
    assert len(lines) >= 4 and all(json.loads(line)["event"] == "request" for line in lines)
    assert "Annabella" not in log.getvalue().decode() + caplog.text
    assert [
        of
        for of in ("", "/records", "/records/2", "/board", "/export", "/legal", "/diff?from=1")
        if "Annabella" in blue.get(of).text
    ] == []
    assert [path for path in (GAMES, "/metrics") if "Annabella" in caller.get(path).text] == []
