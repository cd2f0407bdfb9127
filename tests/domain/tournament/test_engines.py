import re

import pytest
from msgspec.structs import replace

from domain.kernel.canonical import canonical_digest
from domain.tournament.pairing.engines import DEFAULTS, engine_of, engines
from domain.tournament.values import Format, Scoring, Stage
from tests.domain.tournament.fields import played

FOUR = Stage(
    rounds=4, least=3, preferred=4, most=4, scoring=Scoring(points="places"), keys=("points",)
)
TWO = Stage(rounds=5)

PAIRED = {
    "duels": (14, TWO),
    "tables": (19, FOUR),
    "heats": (19, FOUR),
    "planned": (18, FOUR),
    "berger": (7, TWO),
    "knock-out": (7, Stage(rounds=3, format="knock-out")),
    "fide-dutch": (11, TWO),
    "solo": (3, TWO),
}
"""The tournament that each engine pairs: its number of entrants, some of whom stay away, and its
stage."""

LUCK = {"knock-out": 9}
"""Engines whose results are drawn with another seed than 11: a knock-out needs winners."""

EVERYBODY = ("berger", "knock-out")

ANSWERS = {
    ("duels", 1): "dbcb8e16a8a686f8804885309a5c135ce6cbd2ddb6b7b335eb300772607f78a2",
    ("tables", 1): "d1dd428d5ae28b91a9d7a2027484c7fe3eba124a3a15bc6570848b53dbb35524",
    ("heats", 1): "e37201da5dcd53d4c85c0ff8c2c27f86f38420378576f39a0b7a00f6da64c4db",
    ("planned", 1): "fe585a1b9ce14ff692283160b2590b37d17810ece177c4e97eca54a106b3a843",
    ("berger", 1): "75b8a05cd1b95d2da0d7a1f085b6dccfe62cf1cbe129c75c312995f518280612",
    ("knock-out", 1): "2697592dc058ddf9309db11f8067cfdfff0da41f8c8bd63498480013887b915a",
    ("fide-dutch", 1): "a16246aa9b7ce91ab0d3ffe51c7a4d86ac6902ac924a638ce5267ddfda3d1e18",
    ("solo", 1): "e22e5dbd7cbf14140d1d9c31c2d33b2284dc9df05198c3a9d677d15e8f731d00",
    ("duels", 2): "d7a8ef340b94a3ae71d2fb304824c43379f87ff1b43c75dcaf27255c77986fbd",
    ("tables", 2): "4242ccdf76ccdac4b41b08cab2a357f80d94f1907141868e8261e1f0e16279ce",
    ("heats", 2): "22e5a5b90c243adb5fe811a4d78f16c4a59529dea2b4f861327632fa96d3b177",
    ("planned", 2): "a658b77acf74e7e9ebfd6757f2ec17068dcd0fe321254b20f81625aa26f0690b",
    ("berger", 2): "75b8a05cd1b95d2da0d7a1f085b6dccfe62cf1cbe129c75c312995f518280612",
    ("knock-out", 2): "2697592dc058ddf9309db11f8067cfdfff0da41f8c8bd63498480013887b915a",
    ("fide-dutch", 2): "458068d73dd116d817a4ff81a7a95ff90d9f963be70a54fc250005a42b61365b",
    ("solo", 2): "ba0014c7035f7dfe809f86d5e4607020302860171e12aaabb6e5b7d5162d4601",
    ("duels", 3): "d7a8ef340b94a3ae71d2fb304824c43379f87ff1b43c75dcaf27255c77986fbd",
    ("tables", 3): "4242ccdf76ccdac4b41b08cab2a357f80d94f1907141868e8261e1f0e16279ce",
    ("heats", 3): "22e5a5b90c243adb5fe811a4d78f16c4a59529dea2b4f861327632fa96d3b177",
    ("planned", 3): "641bcf9daf318a9d260e3829fa5e333774aaf79853666b570643eaabd965e3aa",
    ("berger", 3): "75b8a05cd1b95d2da0d7a1f085b6dccfe62cf1cbe129c75c312995f518280612",
    ("knock-out", 3): "2697592dc058ddf9309db11f8067cfdfff0da41f8c8bd63498480013887b915a",
    ("fide-dutch", 3): "458068d73dd116d817a4ff81a7a95ff90d9f963be70a54fc250005a42b61365b",
    ("solo", 3): "ba0014c7035f7dfe809f86d5e4607020302860171e12aaabb6e5b7d5162d4601",
    ("duels", 4): "d7a8ef340b94a3ae71d2fb304824c43379f87ff1b43c75dcaf27255c77986fbd",
    ("tables", 4): "4242ccdf76ccdac4b41b08cab2a357f80d94f1907141868e8261e1f0e16279ce",
    ("heats", 4): "22e5a5b90c243adb5fe811a4d78f16c4a59529dea2b4f861327632fa96d3b177",
    ("planned", 4): "641bcf9daf318a9d260e3829fa5e333774aaf79853666b570643eaabd965e3aa",
    ("berger", 4): "75b8a05cd1b95d2da0d7a1f085b6dccfe62cf1cbe129c75c312995f518280612",
    ("knock-out", 4): "2697592dc058ddf9309db11f8067cfdfff0da41f8c8bd63498480013887b915a",
    ("fide-dutch", 4): "458068d73dd116d817a4ff81a7a95ff90d9f963be70a54fc250005a42b61365b",
    ("solo", 4): "ba0014c7035f7dfe809f86d5e4607020302860171e12aaabb6e5b7d5162d4601",
}
ANSWERS |= {(id, 5): answer for (id, edition), answer in ANSWERS.items() if edition == 4}
"""The SHA-256 of what each engine pairs then. A line comes with a new version, and none is changed:
tournaments were paired so."""


@pytest.mark.parametrize("which", ANSWERS)
def test_an_engine_answers_as_it_always_did(which: tuple[str, int]) -> None:
    id, edition = which
    count, stage = PAIRED[id]
    away = {
        "missing": 0 if id in EVERYBODY else 5,
        "forfeits": 0 if id == "knock-out" else 4 if edition == 1 else 20,
    }
    field = played(count, replace(stage, engine=id), LUCK.get(id, 11), **away, edition=edition)
    assert (
        canonical_digest([(history.tables, history.byes) for history in field.rounds])
        == ANSWERS[which]
    )


def test_every_format_has_an_engine_and_every_engine_a_digest_of_its_source() -> None:
    for format in Format.__args__:  # type: ignore[attr-defined]
        assert engine_of(Stage(format=format)).id in {*DEFAULTS.values(), "duels"}
    for engine in engines():
        assert re.fullmatch("[0-9a-f]{64}", engine.source)
    assert len({(engine.id, engine.version) for engine in engines()}) == len(engines())
    assert {(engine.id, engine.version) for engine in engines()} == set(ANSWERS)
