"""`greffe verify --replay` for games that cannot be replayed here, and for those whose records do
not follow from the rules."""

import json
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.game.clerk.clerk import Clerk
from domain.proof import __main__ as ledger_cli
from domain.titles import registry
from domain.titles.northgard import RULES
from tests.builders.table import DUEL, Table
from tests.builders.world import Record
from tests.domain.proof.games import rows_of
from tests.ops.cli.proof.replaying import Auditor, game_of, holds, lines, logged

# -- rules and catalogs that are not at hand -------------------------------------------------------


class MendedRules(type(RULES)):  # type: ignore[misc]
    version = 3

    def setup(self, *_: Any) -> Any:
        raise NotImplementedError

    decide = setup


NEXT = MendedRules()


def test_an_older_version_is_replayed_with_its_own_rules(
    auditor: Auditor, clerk: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    id, rows, catalog = game_of(clerk)
    monkeypatch.setitem(registry._TITLES, (DUEL, 3), f"{__name__}:NEXT")
    assert registry.latest(DUEL) == 3
    assert f"replayed with {DUEL} version 2" in holds(auditor.replay_rows(id, rows, catalog))
    newer = [(rows[0][0], rows[0][1].replace(b'"version":2', b'"version":3')), *rows[1:]]
    ((_, sentence), (status, other)) = lines(auditor.replay_rows(id, newer, catalog))
    assert f"replayed with {DUEL} version 3" in sentence
    assert (status, other.split(" in records ")[0]) == (
        "open",
        "these rules would tell other facts",
    )


def test_rules_that_are_not_here(auditor: Auditor, clerk: Clerk) -> None:
    id, rows, catalog = game_of(clerk)
    for old, new, says in (
        (
            b'"version":2',
            b'"version":7',
            "its rules, northgard-training version 7, are not in this program",
        ),
        (DUEL.encode(), b"chess", "its rules, chess version 2, are not in this program"),
    ):
        report = auditor.replay_rows(
            id, [(rows[0][0], rows[0][1].replace(old, new)), *rows[1:]], catalog
        )
        assert report["verdict"] == "not complete"
        assert lines(report) == [("open", f"it cannot be replayed: {says}")]


def test_a_catalog_that_is_not_in_the_bundle(auditor: Auditor, clerk: Clerk) -> None:
    """The title's own catalog is known here; one that an organiser added is not."""
    id, rows, catalog = game_of(clerk)
    assert holds(auditor.replay_rows(id, rows, None))
    digest = clerk.game(id).opened.catalog.encode()
    other = [(rows[0][0], rows[0][1].replace(digest, b"f" * 64)), *rows[1:]]
    report = auditor.replay_rows(id, other, None)
    assert (report["exit"], lines(report)) == (
        3,
        [("open", "it cannot be replayed: the bundle does not have its catalog")],
    )
    assert auditor.replay_rows(id, other, catalog)["verdict"] == "failed", (
        "and no other catalog is taken for it"
    )


# -- what did not come of the game -----------------------------------------------------------------


def changed(rows: list[Record], seq: int, change: Callable[[Any], object]) -> list[Record]:
    """The rows with the JSON of record `seq` changed, as if a forger had logged them so from the
    start."""
    topic, data = rows[seq - 1]
    body = json.loads(data)
    change(body)
    return [
        *rows[: seq - 1],
        (topic, json.dumps(body, separators=(",", ":")).encode()),
        *rows[seq:],
    ]


def test_a_set_up_that_does_not_follow(auditor: Auditor, clerk: Clerk) -> None:
    """The replay checks the opening record as well."""
    id, rows, catalog = game_of(clerk)
    wolf = {"id": "wolf", "role": "automa"}
    more = changed(rows, 1, lambda body: body["seats"].append(wolf))
    report = auditor.replay_rows(id, more, catalog)
    assert (report["verdict"], report["failed_at"]) == ("failed", 1)
    assert ("failed", "its seats are not those of the rules") in lines(report)


def test_a_fingerprint_of_another_board(auditor: Auditor, clerk: Clerk) -> None:
    table = Table(clerk, DUEL).play(22)
    rows = rows_of(clerk, table.id)
    seq = max(seq for seq, (_, data) in enumerate(rows, start=1) if b'"board":"' in data)
    report = auditor.replay_rows(
        table.id, changed(rows, seq, lambda body: body.update(board="0" * 16)), None
    )
    assert (report["verdict"], report["failed_at"]) == ("failed", seq)
    assert lines(report)[0][1].endswith(
        "the board is not the one that this record has the fingerprint of"
    )


def test_a_record_that_two_readers_read_otherwise(auditor: Auditor, clerk: Clerk) -> None:
    """The audit by proofs does not read actions without dice, but the replay does."""
    id, rows, catalog = game_of(clerk)
    seq, (topic, data) = next(
        (s, row)
        for s, row in enumerate(rows, start=1)
        if row[0] == "ActionTaken" and b'"rolls"' not in row[1]
    )
    twice = data[:-1] + b',"seat":"red"}'
    report = auditor.replay_rows(id, [*rows[: seq - 1], (topic, twice), *rows[seq:]], catalog)
    assert report["verdict"] == "not complete"
    assert lines(report) == [
        (
            "open",
            f"it cannot be replayed: record {seq} cannot be read: an object in it has one name "
            f"twice",
        )
    ]


def test_rows_of_another_shape_end_as_one_sentence(auditor: Auditor, clerk: Clerk) -> None:
    id, rows, catalog = game_of(clerk)
    rng = Random(4)

    def without(body: Any) -> None:
        del body[rng.choice([name for name in body if name not in ("type", "seed")])]

    def of_another_kind(body: Any) -> None:
        body[rng.choice([name for name in body if name not in ("type", "seed")])] = rng.choice(
            [7, None, [], {}, "x", -1, 1e300]
        )

    for _ in range(25):
        for change in (without, of_another_kind):
            report = auditor.replay_rows(
                id, changed(rows, rng.randint(2, len(rows) - 1), change), catalog
            )
            assert report["verdict"] in ("verified", "not complete", "failed")
            assert all("\n" not in sentence for _, sentence in lines(report))


AGAIN = "the bundle is not there a second time as it was read: give a file, and let it be"


def test_a_pipe_is_audited_and_not_replayed(auditor: Auditor, clerk: Clerk, tmp_path: Path) -> None:
    auditor.replay_rows(*game_of(clerk))
    data, pipe = auditor.bundle.read_bytes(), tmp_path / "pipe"
    os.mkfifo(pipe)
    auditor.bundle = pipe
    with ThreadPoolExecutor(1) as pool:
        written = pool.submit(pipe.write_bytes, data)
        report = auditor.report()
        written.result(10)
    assert (report["exit"], lines(report)) == (3, [("open", AGAIN)])


def test_a_bundle_that_changes_between_audit_and_replay(
    auditor: Auditor, clerk: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The replay reads the same bytes that the audit has proven."""
    id, rows, catalog = game_of(clerk)
    auditor.replay_rows(id, rows, catalog)
    real = ledger_cli.verify
    for later in (b"", logged(id, rows[:-1]), auditor.bundle.read_bytes()[:-1]):

        def verify(*args: Any, later: bytes = later) -> Any:
            report = real(*args)
            auditor.bundle.write_bytes(later)
            return report

        monkeypatch.setattr(ledger_cli, "verify", verify)
        auditor.bundle.write_bytes(logged(id, rows))
        assert lines(auditor.report()) == [("open", AGAIN)]
