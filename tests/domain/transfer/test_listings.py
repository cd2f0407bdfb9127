"""A game whose listing changed: exported, imported, looked up in a store that knows no index for it, replayed."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from domain.clerk.clerk import Clerk
from domain.errors import DamagedFile
from domain.transfer.exports import Exports
from domain.transfer.imports import Imports
from domain.transfer.replay import replay
from tests.builders.stores import new_clerk
from tests.builders.table import DUEL, Table
from tests.ledger.forger import Forger


def test_a_changed_listing_comes_back_byte_for_byte(clerk: Clerk, tmp_path: Path) -> None:
    table, other = Table(clerk, DUEL, name="listed"), new_clerk(tmp_path / "other.sqlite")
    table.play(3)
    clerk.list_anew(table.order(), public=True, tags=("spring",))
    table.play(2)
    data = b"".join(Exports(clerk).export(table.id))
    Imports(other).import_game(data)
    assert b"".join(Exports(other).export(table.id)) == data
    listing = other.game(table.id).listing
    assert (listing.public, listing.tags) == (True, ("spring",))
    assert other.game(table.id).board == table.game.board


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({}, "listed like this already"),
        ({"tags": ["<script>"]}, "A tag is a word"),
        ({"tags": ["x"] * 33}, "at most 32 tags"),
    ],
)
def test_what_the_clerk_would_refuse_is_refused_by_the_replay(clerk: Clerk, fields: dict[str, list[str]], why: str) -> None:
    table = Table(clerk, DUEL, name="forged")
    forged = Forger.over(clerk, table.id).add("ListingChanged", **fields)
    found = replay(table.id, forged.rows, table.game.setting.catalog.data)
    assert len(found.wrong) == 1 and why in str(found.wrong[0])


def test_a_listing_that_cannot_be_read_is_named(clerk: Clerk, tmp_path: Path) -> None:
    table = Table(clerk, DUEL, name="broken")
    clerk.list_anew(table.order(), public=True)
    data = b"".join(Exports(clerk).export(table.id)).replace(b'"public":true', b'"public":1234')
    with pytest.raises(DamagedFile):
        Imports(new_clerk(tmp_path / "other.sqlite")).import_game(data)


@pytest.mark.sqlite
def test_the_newest_listing_is_found_by_its_index_in_stores_of_before_too(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    new_clerk(path).close()
    with sqlite3.connect(path) as db:
        db.execute("DROP INDEX listing_of")
    clerk = new_clerk(path)
    table = Table(clerk, DUEL, name="indexed")
    assert clerk.recorder.listing_of(table.id) is None  # type: ignore[attr-defined]
    for public in (True, False):
        clerk.list_anew(table.order(), public=public)
        assert clerk.recorder.listing_of(table.id).originator_version == table.game.seq  # type: ignore[attr-defined]
    with sqlite3.connect(path) as db:
        query = "SELECT state FROM records WHERE originator_id = ? AND topic = 'ListingChanged' ORDER BY originator_version DESC"
        assert "listing_of" in str(db.execute(f"EXPLAIN QUERY PLAN {query} LIMIT 1", ("g",)).fetchall())
