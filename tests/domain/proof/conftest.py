"""A log with three games, the bundle of one of them, and an auditor's files."""

from pathlib import Path

import pytest

from tests.builders.world import World, audit
from tests.domain.proof.auditor import Files
from tests.domain.proof.games import small_game


@pytest.fixture(scope="session")
def world() -> World:
    """Three games in one log, with their records interleaved. Tests must not change it."""
    world = World()
    for three in zip(*(small_game(g) for g in ("g0", "g1", "g2")), strict=True):
        for game, (topic, data) in zip(("g0", "g1", "g2"), three, strict=True):
            world.record(game, topic, data)
    return world


@pytest.fixture(scope="session")
def good(world: World) -> bytes:
    bundle = world.bundle("g1")
    assert audit(bundle).verdict == "verified"
    return bundle


@pytest.fixture
def files(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Files:
    return Files(tmp_path, capfdbinary)
