"""Parts of tables: what is written stays, parts and changes together say what the whole tables say, and a copy takes no other."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import Result

from domain.clerk.commands import Order
from domain.ledger.log.notes import VerifierKey, read_note, read_signer_key, verified_by
from ops.log.folder import open_ledger
from ops.settings.errors import Trouble
from ops.tables.build import build
from projections.tables.manifest import Manifest, read_manifest
from projections.tables.parts import CHANGES, PARTED
from tests.builders.players import act
from tests.ops.tables.test_tables import BY, NORTH, House

FIEF = "fief-tactics"


@pytest.fixture
def house(data: Path) -> House:
    return House(data)


def made(house: House, *formats: Any, **given: Any) -> Manifest:
    return build(house.settings, house.folder, formats or ("jsonl",), **given)


def content(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def put_together(house: House, name: str, ruleset: str) -> dict[tuple[Any, ...], dict[str, Any]]:
    """A table's rows by their key, from its parts and changes alone: of each row the newest."""
    manifest = read_manifest(house.folder)
    assert manifest is not None
    found: dict[tuple[Any, ...], tuple[int, dict[str, Any]]] = {}
    for part in manifest.parts:
        if (part.table, part.ruleset, part.format) != (name, ruleset, "jsonl"):
            continue
        lines = [json.loads(line) for line in (house.folder / part.path).read_text("utf-8").splitlines()]
        assert len(lines) == part.rows > 0
        for line in lines:
            key = tuple(line[one] for one in PARTED[name].key)
            change, up_to = line.pop("change", ""), line.pop("up_to", 0)
            assert bool(change) == part.changes
            if part.changes:
                assert part.last + 1 == up_to
            elif name == "records":
                assert part.first <= line["log_index"] <= part.last
            if key not in found or found[key][0] <= up_to:
                found[key] = up_to, {} if change == "gone" else line
    return {key: line for key, (_, line) in found.items() if line}


def agrees(house: House, *rulesets: str) -> None:
    """The law: parts and changes together are the whole table."""
    for ruleset in rulesets:
        for name, table in PARTED.items():
            whole = {tuple(row[one] for one in table.key): row for row in house.rows(name, ruleset)}
            assert put_together(house, name, ruleset) == whole


def test_parts_stay_and_with_their_changes_are_the_whole_tables(house: House) -> None:
    """Actions are taken back, and a closed game lays open what was hidden, after their parts were written."""
    games = [house.game(name="north"), house.game(FIEF, "auction", 60)]
    first = made(house)
    agrees(house, NORTH, FIEF)
    assert not any(part.changes for part in first.parts)
    for round_ in range(3):
        before = content(house.folder)
        for n, game in enumerate(games):
            rng, now = Random(round_), house.clerk.game(game.id)
            if now.step and not now.step.sealed:
                now = house.clerk.undo(Order(now.id, now.seq, BY, f"back-{round_}"), now.step.seat).game
            if now.to_act and round_ < 2:
                act(house.clerk, now, rng, by=BY)
            elif n:
                house.clerk.close_game(Order(now.id, now.seq, BY, "close"), "given up")
        house.game(name=f"new {round_}", actions=6)
        manifest = made(house)
        agrees(house, NORTH, FIEF)
        after = content(house.folder)
        old = {path: data for path, data in before.items() if path.count("/") == 2}
        assert old and old == {path: after[path] for path in old}
        assert {part.path for part in manifest.parts} == {path for path in after if path.count("/") == 2}
    kinds = {line["change"] for part in manifest.parts if part.changes for line in _lines(house, part.path)}
    assert {"changed", "added"} <= kinds <= {"changed", "added", "gone"}
    assert made(house) == manifest


def _lines(house: House, path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (house.folder / path).read_text("utf-8").splitlines()]


def test_formats_and_titles_come_when_they_are_asked_for_and_stay(house: House) -> None:
    house.game(FIEF, "other")
    one = made(house, rulesets=(NORTH,))
    house.game(name="two")
    two = made(house, "jsonl", "csv", "parquet")
    agrees(house, NORTH, FIEF)
    assert set(one.parts) < set(two.parts)
    begins = {part.first for part in two.parts if (part.format, part.ruleset) == ("parquet", NORTH)}
    assert begins == {0}
    three = made(house, "csv", rulesets=(FIEF,))
    assert three.parts == two.parts and three.reached == two.reached


def test_what_could_not_be_read_comes_as_a_change_once_it_can(house: House) -> None:
    game = house.game()
    whole = house.clerk.file(game.id).filed[8].state
    house.clerk.close()
    spoil = "UPDATE records SET state = ? WHERE originator_id = ? AND originator_version = 9"
    with sqlite3.connect(house.settings.record) as db:
        db.execute(spoil, (b"{}", game.id))
    assert made(house).damaged == ((game.id, 9),)
    with sqlite3.connect(house.settings.record) as db:
        db.execute(spoil, (whole, game.id))
    house.clerk = House(house.settings.data).clerk
    house.game(name="more")
    assert made(house).damaged == ()
    agrees(house, NORTH)


def test_a_part_that_somebody_changed_is_told_of_and_nothing_is_replaced(house: House) -> None:
    manifest = made(house)
    part = house.folder / manifest.parts[0].path
    part.write_bytes(part.read_bytes() + b"{}\n")
    before = content(house.folder)
    house.game(name="more")
    with pytest.raises(Trouble, match="a part is never written again"):
        made(house)
    assert content(house.folder) == before
    assert {path.name for path in house.folder.parent.iterdir() if path.name.startswith(".tables")} == set()


def test_the_manifest_is_signed_with_the_logs_key_over_its_head(house: House, greffe: Callable[..., Result]) -> None:
    manifest = made(house)
    ledger = open_ledger(house.settings)
    keys, head = [key.verifier for key in ledger.log_keys()], ledger.head()
    ledger.close()
    assert head is not None
    assert (list(manifest.keys), manifest.checkpoint) == (keys, head.note.decode())
    note = read_note(manifest.signature.encode())
    assert note.text == manifest.statement()
    assert [key.encode() for key in verified_by(note, verifiers(house))] == keys
    house.settings.log_key_file.write_text("damaged\n")
    told = greffe("tables", "build", "--format", "jsonl")
    assert "The manifest is not signed, for the log's key cannot be read here" in told.output
    unsigned = read_manifest(house.folder)
    assert unsigned is not None
    assert (unsigned.signature, unsigned.parts) == ("", manifest.parts)


def verifiers(house: House) -> list[VerifierKey]:
    return [read_signer_key(line).verifier for line in house.settings.log_key_file.read_text().splitlines()]


# -- keeping a copy ---------------------------------------------------------------------------------------------------------


def test_changes_have_the_columns_of_their_table_and_two_more() -> None:
    for name, table in CHANGES.items():
        assert table.names == (*PARTED[name].names, "change", "up_to")
