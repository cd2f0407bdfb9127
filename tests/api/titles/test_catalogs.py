import hashlib
import json
from collections.abc import Callable
from typing import Any

from api import create_app
from domain.game.clerk.clerk import Clerk
from domain.titles import registry
from domain.titles.contract.catalogs.catalog import leaves
from tests.builders.api.client import GAMES, KEY, TITLE, Caller, Table, new_key, problem

CATALOGS = "/api/v1/catalogs"


def printed(**values: Any) -> dict[str, Any]:
    data = dict(json.loads(registry.ruleset(TITLE).catalogs()["default"].data))
    data["values"].update(values)
    return data


def file(**values: Any) -> bytes:
    return json.dumps(printed(**values), indent=1, ensure_ascii=False).encode() + b"\n"


def test_a_key_brings_the_first_answer_again_and_is_not_taken_for_another_catalog(
    caller: Caller, clerk: Clerk
) -> None:
    data, other = file(victory_points_to_win=3), file(victory_points_to_win=4)
    broken = caller.post(CATALOGS, b"{}", Idempotency_Key="once")
    assert broken.status_code == 422, "what is refused uses no key up"
    first = caller.post(CATALOGS, data, Idempotency_Key="once")
    assert (first.status_code, "Idempotent-Replay" in first.headers) == (201, False)
    again = caller.post(CATALOGS, data, Idempotency_Key="once")
    assert (again.status_code, again.data) == (201, first.data)
    assert {
        "Idempotent-Replay": "true",
        "Location": first.headers["Location"],
    }.items() <= dict(again.headers).items()
    assert problem(caller.post(CATALOGS, other, Idempotency_Key="once")) == (422, "key-reused")
    assert hashlib.sha256(other).hexdigest() not in caller.get(CATALOGS).text
    twice = caller.post(CATALOGS, data, Idempotency_Key="another")
    assert (twice.status_code, "Idempotent-Replay" in twice.headers) == (200, False), (
        "the catalog was here, the request was not"
    )
    for headers in ({"Idempotency_Key": "another"}, {}):
        assert caller.post(CATALOGS, data, **headers).status_code == 200
    assert problem(caller.post(CATALOGS, data, Idempotency_Key="é" * 3)) == (
        400,
        "idempotency-key-malformed",
    )


def test_the_catalogs_of_the_titles_are_there_from_the_start(caller: Caller) -> None:
    shown = caller.get(CATALOGS).json
    own = [
        (id, name, catalog)
        for id in registry.ids()
        for name, catalog in registry.ruleset(id).catalogs().items()
    ]
    assert [(c["ruleset"], c["name"], c["sha256"]) for c in shown["catalogs"]] == [
        (id, name, catalog.sha256) for id, name, catalog in own
    ]
    assert (shown["next"], shown["total"]) == (None, len(own))
    for line, (_, _, catalog) in zip(shown["catalogs"], own, strict=True):
        assert (line["provenance"], line["placeholders"]) == (
            catalog.provenance_counts(),
            catalog.provenance_counts()["placeholder"],
        )
        assert line["title"]["fr"] and line["edition"]
        fetched = caller.get(line["href"])
        assert (fetched.get_data(), fetched.content_type, fetched.headers["ETag"]) == (
            catalog.data,
            "application/json",
            f'"{catalog.sha256}"',
        )
        assert caller.get(line["href"], If_None_Match=fetched.headers["ETag"]).status_code == 304


def test_who_has_a_link_to_one_game_is_not_shown_what_others_play_with(caller: Caller) -> None:
    theirs, other = (
        caller.post(CATALOGS, file(victory_points_to_win=n)).json["sha256"] for n in (3, 4)
    )
    opened = caller.post(
        GAMES, {"ruleset": TITLE, "catalog": theirs}, Idempotency_Key=new_key()
    ).json
    own = {
        catalog.sha256
        for id in registry.ids()
        for catalog in registry.ruleset(id).catalogs().values()
    }
    for link in opened["links"]:
        listed = Caller(caller.app, link["token"]).get(CATALOGS).json
        assert {catalog["sha256"] for catalog in listed["catalogs"]} == own | {theirs}
        assert listed["total"] == len(own) + 1
    assert other in caller.get(CATALOGS).text
    assert (
        Caller(caller.app, opened["links"][0]["token"]).get(f"{CATALOGS}/{theirs}").status_code
        == 200
    )


def test_a_catalog_that_was_added_is_kept_to_the_byte_and_played_with(
    caller: Caller, make_clerk: Callable[[], Clerk]
) -> None:
    data = file(victory_points_to_win=3)
    sha256 = hashlib.sha256(data).hexdigest()
    answer = caller.post(CATALOGS, data)
    assert answer.status_code == 201
    assert {"sha256": sha256, "name": None, "ruleset": TITLE}.items() <= answer.json.items()
    assert answer.headers["Location"] == f"{CATALOGS}/{sha256}" == answer.json["href"]
    assert caller.get(answer.headers["Location"]).get_data() == data
    again = caller.post(CATALOGS, data)
    assert (again.status_code, again.json) == (200, answer.json)
    table = Table.open(caller, catalog=sha256)
    assert (table.get().json["catalog"], table.get("/board").json["board"]["goal"]) == (sha256, 3)
    assert (
        Caller(create_app(make_clerk(), None, KEY)).get(f"{CATALOGS}/{sha256}").get_data() == data
    )
    wrong = caller.post(
        GAMES, {"ruleset": "convicted", "catalog": sha256}, Idempotency_Key=new_key()
    )
    assert (problem(wrong), wrong.json["pointer"]) == ((422, "invalid-fields"), "/catalog")


def test_a_titles_own_catalog_sent_in_was_here_already(caller: Caller) -> None:
    own = registry.ruleset(TITLE).catalogs()["terrain"]
    answer = caller.post(CATALOGS, own.data)
    assert (answer.status_code, answer.json["name"], answer.json["sha256"]) == (
        200,
        "terrain",
        own.sha256,
    )


def test_where_each_value_comes_from(caller: Caller) -> None:
    catalog = registry.ruleset("convicted").catalogs()["default"]
    shown = caller.get(f"{CATALOGS}/{catalog.sha256}/provenance").json
    assert [(v["pointer"], v["value"]) for v in shown["values"]] == list(leaves(catalog.values))
    assert shown["provenance"] == catalog.provenance_counts()
    by = {v["pointer"]: v["origin"] for v in shown["values"]}
    assert (by["/walls/3/cost/stone"], by["/campaign/turns"]) == ("text", "text")
    for origin, count in catalog.provenance_counts().items():
        only = caller.get(f"{CATALOGS}/{catalog.sha256}/provenance?origin={origin}").json
        assert len(only["values"]) == count
        assert {v["origin"] for v in only["values"]} == ({origin} if count else set())
    assert problem(caller.get(f"{CATALOGS}/{catalog.sha256}/provenance?origin=hearsay")) == (
        400,
        "invalid-parameters",
    )
    tag = f'"{catalog.sha256}"'
    assert (
        caller.get(f"{CATALOGS}/{catalog.sha256}/provenance", If_None_Match=tag).status_code == 304
    )


def test_a_catalog_that_lacks_something_hears_every_fault_at_once(caller: Caller) -> None:
    before = caller.get(CATALOGS).json
    data = printed(start_units="three", colour="red")
    del data["values"]["units_per_player"]
    data["provenance"]["/nowhere"] = "text"
    text = json.dumps(data, indent=1).encode()
    refused = caller.post(CATALOGS, text, Accept_Language="fr")
    assert problem(refused) == (422, "catalog-refused")
    errors, lines = refused.json["errors"], text.decode().splitlines()
    by = {e["pointer"]: e for e in errors}
    assert by.keys() >= {
        "/values/start_units",
        "/values/colour",
        "/values/units_per_player",
        "/provenance/~1nowhere",
    }
    assert [e["line"] for e in errors] == sorted(e["line"] for e in errors)
    assert all(e["detail"]["en"] and e["detail"]["fr"] != e["detail"]["en"] for e in errors)
    assert '"three"' in lines[by["/values/start_units"]["line"] - 1]
    assert lines[by["/values/units_per_player"]["line"] - 1].strip() == '"values": {'
    assert refused.json["detail"].startswith(
        f"Le catalogue a {len(errors)} défauts ; le premier, à la ligne "
    )

    assert caller.get(CATALOGS).json == before


def test_files_too_large_or_of_another_kind(caller: Caller) -> None:
    large = caller.post(CATALOGS, b" " * 20_001)
    assert (problem(large), large.json["limit"]) == ((413, "body-too-large"), 20_000)
    other = caller.client.post(
        CATALOGS, data=file(), content_type="text/yaml", headers=caller.headers
    )
    assert (problem(other), other.json["accepts"]) == (
        (415, "unsupported-media-type"),
        ["application/json", "application/octet-stream"],
    )
    raw = caller.client.post(
        CATALOGS,
        data=file(start_units=2),
        content_type="application/octet-stream",
        headers=caller.headers,
    )
    assert raw.status_code == 201


def test_catalogs_that_are_not_there(caller: Caller) -> None:
    own = registry.ruleset(TITLE).catalogs()["default"].sha256
    for name in ("default", TITLE, own[:12], own.upper(), "0" * 64, "%00"):
        for of in ("", "/provenance"):
            assert problem(caller.get(f"{CATALOGS}/{name}{of}")) == (404, "unknown-catalog"), name
