from contextlib import closing
from typing import Any

from flask import Flask

from api.game.subject import Games
from api.web.request.service import EXTENSION, Service
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Order
from tests.builders.api.callers import Club
from tests.builders.api.client import GAMES, TITLE, Caller, new_key
from tests.builders.api.forms import Person, signed_in


def test_the_ruleset_alone_opens_a_game_with_every_default(caller: Caller) -> None:
    answer = caller.post(GAMES, {"ruleset": TITLE}, Idempotency_Key=new_key())
    id, game = answer.json["id"], answer.json["summary"]
    assert answer.status_code == 201
    assert {"Location": f"{GAMES}/{id}", "ETag": '"1"'}.items() <= dict(answer.headers).items()
    assert (answer.json["seq"], answer.json["game"]) == (1, id)
    assert game == caller.get(answer.headers["Location"]).json
    begins = {"id": id, "ruleset": TITLE, "status": "open", "seq": 1, "tags": [], "outcome": None}
    assert ({**begins, "chance": "sealed", "undo": "free"}).items() <= game.items()
    assert game["placeholders"] > 0
    assert [seat["id"] for seat in game["seats"]] == ["blue", "red"]
    for link in answer.json["seats"]:
        assert caller.get(link["href"]).json["seats"][0]["seat"] == link["seat"]


def test_every_field_of_an_opening_can_be_chosen(caller: Caller) -> None:
    fields = {
        "ruleset": TITLE,
        "catalog": "terrain",
        "options": {"towers": "per-tower"},
        "players": 2,
        "undo": "none",
        "tags": ["club", "été"],
        "client_at": "2026-05-01T20:15:00+02:00",
    }
    answer = caller.made(GAMES, fields, Idempotency_Key=new_key())
    game = answer["summary"]
    assert (game["undo"], game["tags"]) == ("none", ["club", "été"])
    catalogs = caller.get(f"/api/v1/rulesets/{TITLE}").json["catalogs"]
    assert game["catalog"] == next(c["sha256"] for c in catalogs if c["name"] == "terrain")
    record = caller.get(f"{GAMES}/{answer['id']}/records/1").json["entry"]["record"]
    assert (record["options"]["towers"], record["client_at"]) == (
        "per-tower",
        "2026-05-01T20:15:00+02:00",
    )
    again = caller.post(
        GAMES, {"ruleset": TITLE, "catalog": game["catalog"]}, Idempotency_Key=new_key()
    )
    assert again.json["summary"]["catalog"] == game["catalog"]


def test_table_dice_are_entered_for_the_set_up(caller: Caller) -> None:
    body: dict[str, Any] = {"ruleset": TITLE, "chance": "table", "values": []}
    for _ in range(5):
        answer = caller.post(GAMES, body, Idempotency_Key=new_key())
        if answer.status_code == 201:
            break
        for ask in answer.json["asks"]:
            assert len(ask["pool"]) >= ask["count"]
            body["values"].append(ask["pool"][: ask["count"]])
    assert answer.status_code == 201
    rolls = caller.get(f"{GAMES}/{answer.json['id']}/records/1").json["entry"]["rolls"]
    assert [roll["values"] for roll in rolls] == body["values"]
    assert {roll["source"] for roll in rolls} == {"table"}
    by_kind: dict[str, list[Any]] = {}
    for roll in rolls:
        by_kind.setdefault(roll["kind"], []).append(roll["values"])
    named = caller.made(GAMES, {**body, "values": by_kind}, Idempotency_Key=new_key())
    again = caller.get(f"{GAMES}/{named['id']}/records/1").json["entry"]["rolls"]
    assert [roll["values"] for roll in again] == body["values"]
    unheard = caller.post(
        GAMES, {**body, "values": {**by_kind, "wind": [[1]]}}, Idempotency_Key=new_key()
    )
    assert (unheard.status_code, "wind" in unheard.json["detail"]) == (422, True)


# -- Whether a game is public, and its tags, change after the opening: a record, which the search,
# strangers and streams follow.
def test_a_change_of_the_listing_is_a_record_and_leaves_the_board_as_it_is(
    app: Flask, clerk: Clerk
) -> None:
    club = Club(app, clerk, tags=["spring"])
    table, board = club.table(), clerk.game(club.game).board
    table.seq = club.seq
    written = table.write("/listing", {"tags": ["autumn", "table 4"]}).json
    assert (written["type"], written["seq"]) == ("ListingChanged", 2)
    assert written["sentence"] == {
        "en": "The game is now private, tagged: autumn, table 4.",
        "fr": "La partie est désormais privée, étiquetée : autumn, table 4.",
    }
    shown = table.get().json
    assert (shown["tags"], shown["public"]) == (["autumn", "table 4"], False)
    assert (
        table.write("/listing", {"public": True})
        .json["sentence"]["en"]
        .startswith("The game is now public, tagged: autumn")
    )
    shown = table.get().json
    assert (shown["tags"], shown["public"]) == (["autumn", "table 4"], True)
    sentence = table.write("/listing", {"name": "Le duel du soir"}).json["sentence"]["en"]
    assert sentence.endswith("It is called Le duel du soir.")
    assert table.get().json["name"] == {"en": "Le duel du soir", "fr": "Le duel du soir"}
    assert clerk.game(club.game).board == board and clerk.game(club.game, 1).listing.tags == (
        "spring",
    )
    assert table.get("/board?at=1").status_code == 200


def test_a_listing_that_changes_nothing_or_cannot_be_is_refused(app: Flask, clerk: Clerk) -> None:
    club = Club(app, clerk, tags=["spring"])
    table = club.table()
    for body, pointer in (
        ({}, "/tags"),
        ({"tags": ["spring"], "public": False}, "/tags"),
        ({"tags": ["\u202e"]}, "/tags/0"),
        ({"tags": ["ok", "x" * 65]}, "/tags/1"),
        ({"tags": ["x"] * 33}, "/tags"),
        ({"public": "yes"}, "/public"),
    ):
        refused = table.write("/listing", body)
        assert (refused.status_code, refused.json["pointer"]) == (422, pointer), body
    assert club.seq == 1
    assert table.write("/close").status_code == 201
    assert table.write("/listing", {"public": True}).json["type"] == "/problems/game-closed"


def test_strangers_watch_from_the_moment_a_game_is_public_to_the_moment_it_is_private(
    app: Flask, clerk: Clerk
) -> None:
    club, nobody = Club(app, clerk), Caller(app, key=None)
    other = Club(app, clerk).holder("red")
    table = club.table()
    for public, status in ((True, 200), (False, 401), (True, 200), (False, 401)):
        assert table.write("/listing", {"public": public}).status_code == 201
        for of in ("", "/board", "/records", "/score"):
            assert nobody.get(club.path + of).status_code == status, (public, of)
        assert other.get(club.path).status_code == (200 if public else 403)
        assert nobody.client.get(f"/games/{club.game}").status_code == status
        assert (club.game in nobody.client.get("/").text) is public
    assert club.holder("red").get(club.path).status_code == 200


def test_a_game_opened_public_is_silent_once_it_is_private_in_every_process(
    app: Flask, clerk: Clerk
) -> None:
    """The process does not rely on the opening record that it has in memory, and a stream opened
    before sends no further record."""
    club, nobody = Club(app, clerk, public=True), Caller(app, key=None)
    assert nobody.get(club.path).status_code == 200
    service: Service = app.extensions[EXTENSION]
    service.of(Games).opened(club.game)
    path = f"{club.path}/stream?after=0"
    with closing(nobody.client.get(path, buffered=False)) as watching:
        pieces = iter(watching.response)
        assert b"GameOpened" in b"".join(next(pieces) for _ in range(2))  # type: ignore[misc]
        clerk.change_listing(Order(club.game, 1, "elsewhere", "k"), public=False)
        assert b"".join(pieces) == b""  # type: ignore[arg-type]
    assert [nobody.get(of).status_code for of in (club.path, path)] == [401, 401]


def test_an_organiser_changes_a_listing_on_the_page_of_links(
    app: Flask, clerk: Clerk, caller: Caller
) -> None:
    club = Club(app, clerk, tags=["spring"])
    who: Person = signed_in(
        caller.app, key=club.organiser.headers["Authorization"].removeprefix("Bearer ")
    )
    assert "Name, public or private, tags" in who.go(f"/organise/links?game={club.game}").text
    form = who.form(f"/organise/games/{club.game}/listing")
    for _ in range(2):
        page = who.post(form.action, form.sent(tags="autumn, table 4", public="1")).text
        assert (
            'name="tags" value="autumn, table 4"' in page
            and 'name="public" value="1" checked' in page
        )
    assert club.seq == 2
    form = who.form(f"/organise/games/{club.game}/listing")
    wrong = who.post(form.action, form.sent(tags="a, <b>", public="1"))
    assert (
        wrong.status_code == 422
        and "Nothing was changed." in wrong.text
        and 'value="a, &lt;b&gt;"' in wrong.text
    )
    assert (
        clerk.game(club.game).listing.tags == ("autumn", "table 4")
        and clerk.game(club.game).listing.public
    )
