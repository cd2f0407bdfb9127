import pytest
from flask import Flask

from api.web.request.service import EXTENSION
from domain.game.clerk.clerk import Clerk
from tests.api.watching import events_in
from tests.builders.api.callers import Club
from tests.builders.api.client import Caller, Table
from tests.builders.api.disputes import Dispute


@pytest.fixture
def bids(bids: Dispute) -> Table:
    return bids.table()


def test_a_hidden_action_is_a_tombstone_with_the_records_digest(bids: Table) -> None:
    for audience in ("public", "b"):
        entry = bids.get(f"/records/2?audience={audience}").json["entry"]
        tombstone = {"type": "hidden", "digest": entry["digest"]}
        assert (entry["record"]["action"], entry["record"]["facts"]) == (tombstone, [tombstone])
        assert entry["sentence"] == {
            "en": "Ann does something that stays hidden.",
            "fr": "Anne fait quelque chose qui reste caché.",
        }
        assert entry["told"][0]["en"] == "something that stays hidden"
        assert not {"salt", "request", "key", "board"} & set(entry["record"])
    for audience in ("a", "arbiter"):
        entry = bids.get(f"/records/2?audience={audience}").json["entry"]
        assert (entry["record"]["action"], entry["sentence"]["en"]) == (
            {"type": "bid", "amount": 7},
            "Ann bids 7.",
        )


def test_hidden_rolls_keep_their_number_and_nothing_else(bids: Table) -> None:
    (roll,) = bids.get("/records/1").json["entry"]["rolls"]
    assert roll == {"number": 1, "kind": "deal", "spec": "2of2", "source": "table"}
    (roll,) = bids.get("/records/1?audience=arbiter").json["entry"]["rolls"]
    assert roll["values"] == ["ace", "king"]
    facts = bids.get("/records/1?audience=a").json["entry"]["record"]["facts"]
    assert [fact["type"] for fact in facts] == ["card-dealt", "hidden"]


def test_what_was_taken_back_before_it_came_to_light_stays_hidden_until_the_game_is_closed(
    bids: Table,
) -> None:
    bids.caller.app.extensions[EXTENSION].streams.stop()  # so that they end
    bids.write("/undo", {"seat": "a"})
    bids.act("a", {"type": "bid", "amount": 2})
    bids.act("b", {"type": "bid", "amount": 3})
    assert bids.get("/records/4").json["entry"]["record"]["action"]["amount"] == 2
    for audience in ("public", "b"):
        assert [
            of
            for of in ("/records/2", "/retracted", "/export")
            if '"amount":7' in bids.get(f"{of}?audience={audience}").text
        ] == []
        entry = bids.get(f"/records/2?audience={audience}").json["entry"]
        assert (entry["record"]["action"]["type"], entry["in_force"]) == ("hidden", False)
    assert (
        '"amount":7' in bids.get("/records/2?audience=a").text
        and '"amount":7' in bids.get("/export").text
    )
    assert '"changed":[1,4]' in bids.get("/stream?after=4").text, (
        "what was shown is read again, what was taken back is not"
    )
    bids.write("/close")
    assert bids.get("/records/2").json["entry"]["record"]["action"] == {"type": "bid", "amount": 7}
    assert '"amount":7' in bids.get("/export?audience=public").text
    assert '"changed":[2]' in bids.get("/stream?after=5").text


# -- Public games: strangers, who have no link, watch the play as spectators do, and read nothing of
# what is about persons.
WORDS = "Mireille is ill."
OF = (
    "/records",
    "/records/{claim}",
    "/claims",
    "/rulings",
    "/undo",
    "/irregularities",
    "/stream?after=0",
)


@pytest.fixture
def table(app: Flask, clerk: Clerk) -> Dispute:
    """A disputed public game with words of every kind: a note, a claim, a ruling, a proposal."""
    app.extensions[EXTENSION].streams.stop()  # so a stream tells what is there and ends
    table = Dispute(app, clerk, public=True, undo="consent").played_for(3)
    table.done("red", "/notes", {"text": WORDS, "seat": "red"})
    claim = table.done("blue", "/claims", {"seat": "blue", "about": 2, "text": WORDS})["seq"]
    table.rule({"type": "stands"}, claim=claim, text=WORDS)
    seat = table.now.history.seats[table.now.in_force()[-1] - 1]
    table.done(seat, "/undo", {"seat": seat, "ask": True, "reason": WORDS})
    return table


def strangers(table: Dispute, app: Flask, clerk: Clerk) -> tuple[Caller, ...]:
    """Three callers from outside: without a link, with a link to another game, and with another
    organiser's key."""
    other = Club(app, clerk)
    return Caller(app, key=None), other.holder("spectator"), other.holder("red"), other.organiser


def test_words_are_for_those_who_have_a_link(table: Dispute, app: Flask, clerk: Clerk) -> None:
    claim = table.now.proceedings.claims[0].seq
    for of in OF:
        path = table.path + of.format(claim=claim)
        for name in ("spectator", "red", "arbiter", ""):
            assert of == "/irregularities" or WORDS in table.holder(name).get(path).text, (of, name)
        for stranger in strangers(table, app, clerk):
            answer = stranger.get(path)
            assert (answer.status_code, "Mireille" in answer.text) == (200, False), of


def test_strangers_see_all_the_rest_and_that_something_was_written(
    table: Dispute, app: Flask, clerk: Clerk
) -> None:
    known = table.holder("spectator").get(f"{table.path}/records?limit=500").json["records"]
    for stranger in strangers(table, app, clerk):
        seen = stranger.get(f"{table.path}/records?limit=500").json["records"]
        assert seen == [{**entry, "words": None} for entry in known]
        assert [
            event.data["entry"]
            for event in events_in(stranger.get(f"{table.path}/stream?after=0").data)[: len(seen)]
        ] == seen
    assert seen[-1]["record"]["reason"], "the commitment stands in the record"


def test_pages_keep_words_from_strangers_too(table: Dispute, app: Flask, clerk: Clerk) -> None:
    page = f"/games/{table.game}"
    answers = [
        Caller(app, key=None).get(page + of) for of in ("", "/play", "/replay", "/trail", "/record")
    ]
    assert any(answer.status_code == 200 for answer in answers)
    assert not any("Mireille" in answer.text for answer in answers)


@pytest.mark.parametrize("of", ["/records", "/records/2", "/claims", "/rulings"])
def test_what_a_stranger_keeps_is_not_taken_for_what_a_link_shows(
    of: str, table: Dispute, app: Flask
) -> None:
    stranger, known = Caller(app, key=None), table.holder("spectator")
    held, shown = (who.get(table.path + of).headers["ETag"] for who in (stranger, known))
    statuses = [
        who.get(table.path + of, If_None_Match=etag).status_code
        for who, etag in ((stranger, held), (known, held), (stranger, shown))
    ]
    assert statuses == [304, 200, 200]
