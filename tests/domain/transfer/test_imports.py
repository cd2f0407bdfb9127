import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.game.clerk.clerk import Clerk
from domain.game.commands import Opening, Order
from domain.game.refusals import SeedMissing, UnknownGame
from domain.transfer.exports import Exports
from domain.transfer.imports import Imports
from domain.transfer.refusals import DamagedFile
from domain.transfer.replay import replay
from tests.builders.players import act, play_on
from tests.builders.refusals import refused_with
from tests.builders.stores import new_clerk
from tests.builders.table import DUEL, Table
from tests.domain.proof.forger import Forger

TITLE = "northgard-training"


def played(clerk: Clerk, actions: int = 30) -> str:
    rng = Random(3)
    game = clerk.open_game(Opening(ruleset=TITLE), "tester", f"k{actions}").state
    for n in range(actions):
        game = act(clerk, game, rng)
        step = game.step
        if n % 7 == 3 and step and not step.stops_undo:
            game = clerk.undo(Order(game.id, game.seq, "tester", f"u{n}"), step.seat).state
    clerk.note(Order(game.id, game.seq, "tester", "n"), "a remark")
    return game.id


@pytest.fixture
def other(tmp_path: Path) -> Clerk:
    return new_clerk(tmp_path / "other.sqlite")


def test_a_longer_copy_of_a_game_adds_what_follows(clerk: Clerk, other: Clerk) -> None:
    id = played(clerk)
    data = b"".join(Exports(clerk).export(id, names=True))
    lines = data.splitlines(keepends=True)
    assert Imports(other).import_game(b"".join(lines[:20])).records == 19
    assert not Imports(other).import_game(data).already
    assert b"".join(Exports(other).export(id, names=True)) == data
    assert Imports(other).import_game(b"".join(lines[:20])).already, "a shorter copy adds nothing"


def test_an_imported_open_game_cannot_be_rolled_on(clerk: Clerk, other: Clerk) -> None:
    id = played(clerk, 4)
    Imports(other).import_game(b"".join(Exports(clerk).export(id, names=True)))
    refused_with(SeedMissing, "", play_on, other, other.game(id), Random(1))


def _retraction(events: list[dict[str, Any]]) -> dict[str, Any]:
    data: dict[str, Any] = next(e["data"] for e in events if e["type"] == "greffe.ActionsRetracted")
    return data


def mangled(how: Callable[[list[dict[str, Any]]], object]) -> Callable[[bytes], bytes]:

    def damage(data: bytes) -> bytes:
        events = [json.loads(line) for line in data.splitlines()]
        how(events)
        return b"".join(json.dumps(e).encode() + b"\n" for e in events)

    return damage


DAMAGES: dict[str, tuple[Callable[[bytes], bytes], int]] = {
    "empty": (lambda _: b"", 1),
    "not json": (lambda d: d[:-200] + b"\n", -1),
    "cut in a line": (lambda d: d[: len(d) - 30], -1),
    "catalog missing": (lambda d: d.split(b"\n", 1)[1], 1),
    "only a catalog": (lambda d: d.split(b"\n", 1)[0] + b"\n", 2),
    "a record left out": (mangled(lambda e: e.pop(5)), 6),
    "two records swapped": (mangled(lambda e: e.insert(4, e.pop(6))), 5),
    "renumbered": (mangled(lambda e: e[3].update(sequence=9)), 4),
    "another kind named": (mangled(lambda e: e[3].update(type="greffe.NoteAdded")), 4),
    "an unknown kind": (
        mangled(lambda e: (e[3].update(type="greffe.Wish"), e[3]["data"].update(type="Wish"))),
        4,
    ),
    "another game's record": (mangled(lambda e: e[3].update(subject="000000000000")), 4),
    "an attribute nobody keeps": (mangled(lambda e: e[3].update(traceparent="00")), 4),
    "a time of another record": (mangled(lambda e: e[3].update(time=e[1]["time"])), 4),
    "another catalog": (mangled(lambda e: e[0]["data"].update(sha256="0" * 64)), 1),
    "unknown title": (mangled(lambda e: e[1]["data"].update(ruleset="chess")), 2),
    "unknown fact": (mangled(lambda e: e[2]["data"]["facts"].append({"type": "magic"})), 3),
    "opened twice": (mangled(lambda e: e.insert(5, {**e[1], "sequence": 5})), 6),
    "words of no record": (mangled(lambda e: e[-1]["data"].update(text="another remark")), -1),
    "words of another record": (mangled(lambda e: e[-1].update(sequence=2)), -1),
    "a retraction of nothing": (mangled(lambda e: _retraction(e).update(from_seq=-1)), -2),
    "a fact nobody can show": (mangled(lambda e: e[1]["data"]["facts"][0].update(tile="T99")), 2),
    "a roll number skipped": (mangled(lambda e: e[1]["data"]["rolls"][0].update(number=2)), 2),
    "a branch that rolls": (
        mangled(
            lambda e: e[1]["data"].update(lineage={"game": "x", "seq": 1, "purpose": "analysis"})
        ),
        2,
    ),
    "a record without its salt": (mangled(lambda e: e[3]["data"].pop("salt")), 4),
    "a salt too short": (mangled(lambda e: e[3]["data"].update(salt="AAAA")), 4),
    "rolls in a retraction": (mangled(lambda e: _retraction(e).update(rolls=[{"number": 99}])), -2),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_file_names_its_line(clerk: Clerk, other: Clerk, name: str) -> None:
    damage, line = DAMAGES[name]
    id = played(clerk)
    data = damage(b"".join(Exports(clerk).export(id, names=True)))
    damaged = refused_with(DamagedFile, "", Imports(other).import_game, data)
    last = len(data.rstrip(b"\n").split(b"\n"))
    if line == -2:
        line = 1 + next(
            i for i, row in enumerate(data.split(b"\n")) if b'"greffe.ActionsRetracted"' in row
        )
    assert damaged.line == (last if line < 0 else line)
    assert damaged.text.fr.startswith("La ligne")
    assert damaged.good == max(0, damaged.line - 2)
    refused_with(UnknownGame, "", other.game, id)


# -- listings --------------------------------------------------------------------------------------


def test_a_changed_listing_comes_back_byte_for_byte(clerk: Clerk, tmp_path: Path) -> None:
    table, other = Table(clerk, DUEL, name="listed"), new_clerk(tmp_path / "other.sqlite")
    table.play(3)
    clerk.change_listing(table.order(), public=True, tags=("spring",))
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
def test_what_the_clerk_would_refuse_is_refused_by_the_replay(
    clerk: Clerk, fields: dict[str, list[str]], why: str
) -> None:
    table = Table(clerk, DUEL, name="forged")
    forged = Forger.over(clerk, table.id).add("ListingChanged", **fields)
    outcome = replay(table.id, forged.rows, table.game.setting.catalog.data)
    assert len(outcome.wrong) == 1 and why in str(outcome.wrong[0])


def test_a_listing_that_cannot_be_read_is_named(clerk: Clerk, tmp_path: Path) -> None:
    table = Table(clerk, DUEL, name="broken")
    clerk.change_listing(table.order(), public=True)
    data = b"".join(Exports(clerk).export(table.id)).replace(b'"public":true', b'"public":1234')
    refused_with(DamagedFile, "", Imports(new_clerk(tmp_path / "other.sqlite")).import_game, data)


@pytest.mark.sqlite
def test_listings_and_openings_are_found_by_their_index_in_stores_of_before_too(
    tmp_path: Path,
) -> None:
    path = tmp_path / "store.sqlite"
    new_clerk(path).close()
    with sqlite3.connect(path) as db:
        db.executescript("DROP INDEX listing_of; DROP INDEX openings")
    clerk = new_clerk(path)
    table = Table(clerk, DUEL, name="indexed")
    assert clerk.recorder.newest_with_topic(table.id, "ListingChanged") is None  # type: ignore[attr-defined]
    for public in (True, False):
        clerk.change_listing(table.order(), public=public)
        assert (
            clerk.recorder.newest_with_topic(table.id, "ListingChanged").originator_version
            == table.game.seq
        )  # type: ignore[attr-defined]
    with sqlite3.connect(path) as db:
        for index, wanted in (
            (
                "listing_of",
                "originator_id = ? AND topic = 'ListingChanged' ORDER BY originator_version DESC "
                "LIMIT 1",
            ),
            ("openings", "originator_version = 1 AND topic <> 'GameOpened' AND topic IN (?)"),
        ):
            query = f"EXPLAIN QUERY PLAN SELECT state FROM records WHERE {wanted}"
            assert f" {index} " in str(db.execute(query, ("g",)).fetchall())
