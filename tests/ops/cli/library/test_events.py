"""`greffe events`: every topic with its schema, which every record that was ever stored fits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.domain.kernel import test_registry
from tests.ops.cli.test_commands import Greffe, one_sentence

HELD = [json.loads(line) for line in Path(test_registry.__file__).with_name("versions.jsonl").read_text("utf-8").splitlines()]


def test_every_kind_of_record_is_listed_with_its_meaning(greffe: Greffe) -> None:
    lines = [line.split(None, 3) for line in greffe("events").stdout.splitlines()]
    assert sorted(topic for _, topic, _, _ in lines) == sorted(one["topic"] for one in HELD)
    assert {kind for kind, *_ in lines} == {"game", "tournament", "campaign", "study"}
    assert all(version == "1" and len(meaning) > 10 for *_, version, meaning in lines)
    assert one_sentence(greffe("events", "PageBurnt")) == "greffe: There is no kind of record PageBurnt: greffe events lists them."


@pytest.mark.parametrize("held", HELD, ids=lambda one: one["topic"])
def test_what_was_stored_fits_its_schema(held: dict[str, str], greffe: Greffe) -> None:
    schema = json.loads(greffe("events", held["topic"]).stdout)
    fields, stored = schema["$defs"][held["topic"]], json.loads(held["data"])
    assert stored.keys() <= fields["properties"].keys()
    assert set(fields["required"]) <= stored.keys()
