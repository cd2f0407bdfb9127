"""Catalogs: every fault at once, each on its line; a kept one opens games."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domain import games
from domain.catalog import Catalog, leaves
from domain.clerk import Clerk
from domain.errors import CatalogRefused
from domain.faults import catalog_faults, lines_of
from domain.orders import Opening

TITLE = "northgard-training"


def printed() -> dict[str, Any]:
    """The default catalog as data that may be changed."""
    data: dict[str, Any] = json.loads(games.ruleset(TITLE).catalogs()["default"].data)
    return data


def faults(data: dict[str, Any]) -> dict[str, str]:
    return {f.pointer: f.text for f in catalog_faults(json.dumps(data).encode())}


@pytest.mark.parametrize("title", games.ids())
def test_the_catalogs_of_every_title_are_whole(title: str) -> None:
    for catalog in games.ruleset(title).catalogs().values():
        assert catalog_faults(catalog.data) == ()
        assert sum(catalog.counts().values()) == len(list(leaves(catalog.values)))


def test_all_faults_are_named_at_once() -> None:
    data = printed()
    data["values"]["victory_points_to_win"] = "five"
    data["values"]["cards"][2]["bonus"] = -1.5
    del data["values"]["units_per_player"]
    data["values"]["colour"] = "red"
    data["provenance"]["/nowhere"] = "text"
    found = faults(data)
    assert {"/victory_points_to_win", "/cards/2/bonus", "/units_per_player", "/colour", "/nowhere"} <= set(found)


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b'{"game": "x"}', b"\xff", b"[" * 5_000])
def test_a_file_that_is_no_catalog_is_one_fault(data: bytes) -> None:
    assert len(catalog_faults(data)) == 1


def test_a_catalog_of_no_title_says_which_there_are() -> None:
    assert TITLE in faults({**printed(), "game": "chess"})["/game"]


def test_each_pointer_has_its_line() -> None:
    data = b'{\n  "a": [\n    1,\n    {"b/c": 2,\n     "d": []}\n  ],\n  "e": "}: ,"\n}'
    found = lines_of(data)
    assert found == {"": 1, "/a": 2, "/a/0": 3, "/a/1": 4, "/a/1/b~1c": 4, "/a/1/d": 5, "/e": 7}


@pytest.mark.parametrize("title", games.ids())
def test_lines_are_found_for_every_value(title: str) -> None:
    catalog = games.ruleset(title).catalogs()["default"]
    found = lines_of(catalog.data)
    assert all(f"/values{pointer}" in found for pointer, _ in leaves(catalog.values))


def test_a_kept_catalog_opens_games_and_a_bad_one_is_not_kept(clerk: Clerk) -> None:
    data = printed()
    data["values"]["victory_points_to_win"] = 3
    kept = clerk.keep_catalog(json.dumps(data).encode())
    game = clerk.open_game(Opening(ruleset=TITLE, catalog=kept.sha256), "tester", "k").game
    assert game.setting.values.victory_points_to_win == 3
    before = {c.sha256 for c in clerk.catalogs()}
    data["values"]["victory_points_to_win"] = None
    with pytest.raises(CatalogRefused) as refused:
        clerk.keep_catalog(json.dumps(data).encode())
    assert refused.value.faults[0].pointer == "/victory_points_to_win"
    assert {c.sha256 for c in clerk.catalogs()} == before
    assert isinstance(clerk.catalogs()[0], Catalog)
