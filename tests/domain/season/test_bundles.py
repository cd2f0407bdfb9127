"""A season and its events in one file: both verifiers, the replay with the rules, and forgeries."""

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from domain.proof.verify.report import Report
from domain.transfer.bundles import linked_streams
from ops.cli.proof.verify import add_replay_findings
from tests.builders.stores import new_clerk
from tests.builders.world import Record, World, audit, verified
from tests.domain.proof.games import rows_of
from tests.domain.season.series import Series, correct_after_end

Rows = dict[str, list[Record]]
Change = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Rows:
    """The records of a closed season and its three events. Somebody came under two ids, a fourth
    event was left out, and one event was corrected after it was counted."""
    with closing(new_clerk(tmp_path_factory.mktemp("store") / "greffe.sqlite")) as clerk:
        series = Series(clerk)
        first = series.play_and_count("Ann", "Bob", "Cyd", "Dan")
        series.play_and_count("Bob", "Eve")
        second = series.play_and_count("Ann", "Bob", anew=True)
        left = series.play_and_count("Ann", "Bob")
        series.merge((second.now.named[1].player, series.known["Ann"]), reason="They told me.")
        series.on.count(series.order(), left.id, "Typed twice.", counts=False)
        correct_after_end(first)
        series.on.close(series.order())
        ids = [series.id, *(id for id, _ in linked_streams(clerk, series.id, series.now.seq))]
        assert len(ids) == 4 and left.id not in ids
        return {id: rows_of(clerk, id) for id in ids}


def file_of(rows: Rows, *ids: str, cut: int | None = None) -> bytes:
    world = World()
    for id, records in rows.items():
        world.play(id, records)
    season, *events = ids or tuple(rows)
    return b"".join((world.bundle(season, cut), *map(world.bundle, events)))


def changed(rows: Rows, of: int, topic: str, change: Change, nth: int = 0) -> tuple[Rows, int]:
    id = [*rows][of]
    at = [n for n, (kind, _) in enumerate(rows[id]) if kind == topic][nth]
    body = json.loads(rows[id][at][1])
    change(body)
    stored = json.dumps(body, separators=(",", ":")).encode()
    return {**rows, id: [*rows[id][:at], (topic, stored), *rows[id][at + 1 :]]}, at + 1


def replayed(file: Path, data: bytes) -> Report:
    file.write_bytes(data)
    report = audit(data)
    add_replay_findings(report, file)
    return report


def test_a_season_is_verified_with_its_events_and_added_up_again(
    rows: Rows, tmp_path: Path
) -> None:
    report = verified(replayed(tmp_path / "s.jsonl", file_of(rows)))
    (line,) = [f for f in report.findings if f.check == "replay"]
    assert line.data == {"events": 3, "people": 6} and line.said.en != line.said.fr


def test_events_that_are_missing_or_cut_leave_it_not_complete(rows: Rows) -> None:
    season, first, *others = rows
    for data in (
        file_of(rows, season),
        file_of(rows, season, first),
        file_of({**rows, first: rows[first][:3]}),
        file_of({season: rows[season][:2], first: rows[first]}),
    ):
        assert audit(data).verdict == "not complete"
    assert verified(audit(file_of(rows, season, *others, first)))


def test_events_that_do_not_belong_are_refused(rows: Rows) -> None:
    season, first, *others = rows
    for data in (
        file_of(rows, cut=2),
        file_of(rows, season, first, first, *others),
        file_of(rows, season, season, first, *others),
        file_of({season: rows[season][:1], first: rows[first]}),
    ):
        assert audit(data).verdict == "failed"


FORGED: dict[str, tuple[str, Change, str]] = {
    "one with itself": (
        "PeopleMerged",
        lambda b: b.update(people=[["a", "a"]]),
        "merges somebody again",
    ),
    "no pair": ("PeopleMerged", lambda b: b.update(people=[["a"]]), "a pair of people is none"),
    "parted": ("PeopleMerged", lambda b: b.update(merged=False), "who is not merged"),
    "another leaf": ("EventCounted", lambda b: b.update(leaf="A" * 43 + "="), "the leaf differs"),
    "before it was closed": ("EventCounted", lambda b: b.update(seq=2), "was not closed at"),
    "another event": ("EventCounted", lambda b: b.update(event="other"), "other events than count"),
    "left out": ("EventCounted", lambda b: b.update(counts=False), "does not count so"),
    "open": ("SeasonClosed", lambda b: b.update(closed=False), "opens one that is open"),
    "fewer events": ("SeasonClosed", lambda b: b["events"].pop(), "other events than count"),
    "no digest": ("SeasonClosed", lambda b: b.pop("standings"), ""),
    "closed with another leaf": (
        "SeasonClosed",
        lambda b: b["events"][0].update(leaf="A" * 43 + "="),
        "the leaf differs",
    ),
}


@pytest.mark.parametrize(("topic", "change", "says"), FORGED.values(), ids=FORGED)
def test_a_forged_record_is_found(rows: Rows, topic: str, change: Change, says: str) -> None:
    forged, record = changed(rows, 0, topic, change)
    failure = audit(file_of(forged)).failure
    assert failure is not None and failure.record >= record
    assert says in failure.said.en and failure.said.en != failure.said.fr


PLAYED: dict[str, tuple[str, Change]] = {
    "another digest": ("SeasonClosed", lambda b: b.update(standings="0" * 64)),
    "other people": ("PeopleMerged", lambda b: b["people"].clear()),
    "other points": ("SeasonOpened", lambda b: b["rules"].update(places=["7", "3"])),
    "another mean": ("SeasonOpened", lambda b: b["rules"].update(shared="higher")),
    "fewer that count": ("SeasonOpened", lambda b: b["rules"].update(best=1)),
    "another key": ("SeasonOpened", lambda b: b["rules"].update(keys=["points"])),
}


@pytest.mark.parametrize(("topic", "change"), PLAYED.values(), ids=PLAYED)
def test_the_replay_finds_what_was_added_up_otherwise(
    rows: Rows, tmp_path: Path, topic: str, change: Change
) -> None:
    data = file_of(changed(rows, 0, topic, change)[0])
    assert audit(data).verdict == "verified"
    failure = replayed(tmp_path / "s.jsonl", data).failure
    assert failure is not None and "other standings" in failure.said.en


def test_a_record_after_the_closing_is_refused(rows: Rows) -> None:
    season = next(iter(rows))
    for more in (rows[season][1], rows[season][-1]):
        assert audit(file_of({**rows, season: [*rows[season], more]})).verdict == "failed"
    body = json.loads(rows[season][-1][1]) | {"closed": False, "events": [], "standings": ""}
    opened = ("SeasonClosed", json.dumps(body, separators=(",", ":")).encode())
    assert audit(file_of({**rows, season: [*rows[season], opened]})).verdict == "not complete"
