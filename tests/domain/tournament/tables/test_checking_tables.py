"""The checker of events at tables gives the verdicts that a corpus lists for its events. These
verdicts were not made by the checker."""

import gzip
import json
import re
from functools import cache
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

import domain.tournament
from domain.tournament.checking_tables import (
    TableEvent,
    checked_event,
    checked_events,
    spelt_event,
)
from domain.tournament.citations import DUELS, TABLE_KEYS, TABLES
from domain.tournament.conventions import CHAPTERS
from domain.tournament.formats.common import FormatRefused
from tests.amount import slow
from tests.builders.refusals import refused_with
from tests.domain.tournament.tables.corpus import (
    EVENTS,
    MUTATED,
    RIGHT,
    VERDICTS,
    best_swap,
    event,
)

RULES = Path(domain.tournament.__file__).with_name("TABLES-RULES.md").read_text("utf-8")


@cache
def corpus() -> dict[str, TableEvent]:
    rows = gzip.decompress(EVENTS.read_bytes()).splitlines()
    events = (msgspec.json.decode(row, type=TableEvent) for row in rows)
    return {event_read.id: event_read for event_read in events}


@pytest.mark.parametrize(
    "step", [5, pytest.param(1, marks=slow("the whole corpus; the quick case is a sample"))]
)
def test_every_event_of_the_corpus_gets_its_verdict(step: int) -> None:
    verdicts = json.loads(VERDICTS.read_text("utf-8"))
    assert list(corpus()) == list(verdicts) and len(verdicts) == RIGHT + MUTATED
    assert sum(map(bool, verdicts.values())) == MUTATED
    for id, expected in list(verdicts.items())[::step]:
        checked = checked_event(corpus()[id])
        rules = [[departed.round, departed.rule] for departed in checked.departures]
        assert rules == expected, (id, [departed.text.en for departed in checked.departures])


@pytest.mark.parametrize(
    "step", [50, pytest.param(10, marks=slow("many; the quick case is a sample"))]
)
def test_costs_that_are_computed_plainly_know_no_better_swap_of_a_right_event(step: int) -> None:
    for luck in range(0, RIGHT, step):
        field = corpus()[f"right-{luck}"].field
        if field.rules.stages[0].format == "swiss":
            assert not any(best_swap(field, history) for history in field.rounds), luck


def test_the_corpus_can_be_made_again() -> None:
    right = corpus()["right-3"]
    assert event(3) == right.field
    assert msgspec.json.decode(spelt_event(right), type=TableEvent) == right


def test_every_number_that_is_cited_is_written_down() -> None:
    written = set(re.findall(r"\*\*(T\d+\.\d+)\*\*", RULES))
    of_pages = {
        f"G{n}.{at}"
        for n, chapter in enumerate(CHAPTERS, 1)
        for at in range(1, len(chapter.rules) + 1)
    }
    assert {*TABLES.values(), *TABLE_KEYS.values()} <= written | of_pages
    assert set(DUELS.values()) <= of_pages
    begun = [CHAPTERS[0].rules[n - 1].en for n in (2, 4, 8)]
    assert [rule.split()[0] for rule in begun] == ["Between", "Nobody", "Between"]
    assert "plays first twice" in begun[2]
    verdicts = json.loads(VERDICTS.read_text("utf-8"))
    cited = {rule for verdict in verdicts.values() for _, rule in verdict}
    assert cited <= written and len(cited) > 6


@pytest.mark.parametrize(
    "row",
    [
        b'{"field"',
        b'{"field":{}}',
        b'{"field":{"rules":{"stages":[]},"rounds":[{"stage":0,"round":1,"tables":[]}]}}',
        b'{"field":{"rules":{}},"standings":[{"entrant":1,"rank":1,"values":[]}]}',
        b'{"field":{"rules":{"stages":[{"factor":"x","most":4}]},"entrants":[{"number":1}],'
        b'"rounds":[{"stage":0,"round":1,"tables":[{"number":1,"entrants":[1]}]}]}}',
        b"\xff{}",
    ],
)
def test_an_event_that_cannot_be_read_is_refused_at_its_line(row: bytes) -> None:
    good = spelt_event(replace(corpus()["right-0"], standings=())).encode()
    refused = refused_with(FormatRefused, "", list, checked_events(good + b"\n" + row))
    assert refused.faults[0].line == 2 and refused.text.fr
