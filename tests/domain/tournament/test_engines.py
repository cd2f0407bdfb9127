"""Engines are never changed: each version answers as it did, whatever is tidied up around it."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from domain.tournament.pairing.engines import DEFAULTS, engine_of, engines
from domain.tournament.values import Format, Scoring, Stage, digest
from tests.domain.tournament.fields import played

FOUR = Stage(rounds=4, least=3, preferred=4, most=4, scoring=Scoring(points="places"), keys=("points",))
TWO = Stage(rounds=5)

PAIRED = {
    ("duels", 1): (14, TWO),
    ("tables", 1): (19, FOUR),
    ("heats", 1): (19, FOUR),
    ("planned", 1): (18, FOUR),
    ("berger", 1): (7, TWO),
    ("solo", 1): (3, TWO),
}
"""What each engine is asked: a field of so many, some of whom stay away, in a stage."""

ANSWERS = {
    ("duels", 1): "dbcb8e16a8a686f8804885309a5c135ce6cbd2ddb6b7b335eb300772607f78a2",
    ("tables", 1): "d1dd428d5ae28b91a9d7a2027484c7fe3eba124a3a15bc6570848b53dbb35524",
    ("heats", 1): "e37201da5dcd53d4c85c0ff8c2c27f86f38420378576f39a0b7a00f6da64c4db",
    ("planned", 1): "fe585a1b9ce14ff692283160b2590b37d17810ece177c4e97eca54a106b3a843",
    ("berger", 1): "75b8a05cd1b95d2da0d7a1f085b6dccfe62cf1cbe129c75c312995f518280612",
    ("solo", 1): "e22e5dbd7cbf14140d1d9c31c2d33b2284dc9df05198c3a9d677d15e8f731d00",
}
"""The SHA-256 of what each engine pairs then. A line comes with a new version, and none is changed: tournaments were paired so."""


@pytest.mark.parametrize("which", PAIRED)
def test_an_engine_answers_as_it_always_did(which: tuple[str, int]) -> None:
    count, stage = PAIRED[which]
    field = played(count, replace(stage, engine=which[0]), 11, missing=0 if which[0] == "berger" else 5, forfeits=4)
    assert digest([(one.tables, one.byes) for one in field.rounds]) == ANSWERS[which]


def test_every_format_has_an_engine_and_every_engine_a_digest_of_its_source() -> None:
    for format in Format.__args__:  # type: ignore[attr-defined]
        assert engine_of(Stage(format=format)).id in {*DEFAULTS.values(), "duels"}
    for one in engines():
        assert re.fullmatch("[0-9a-f]{64}", one.source)
    assert len({(one.id, one.version) for one in engines()}) == len(engines())
    assert {(one.id, one.version) for one in engines()} - set(PAIRED) == {("knock-out", 1), ("fide-dutch", 1)}
