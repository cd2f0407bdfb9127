"""Fixtures for the tests of every room: a clerk over a real SQLite file, and chance that is the
same in every run.

Sealed dice and the examples of Hypothesis follow from the name of the test, so that a failed test
fails again. GREFFE_EXPLORE=1 makes them new each time, to find what no run has met so far.
GREFFE_ORDER=anything runs the tests in another order, which follows from its value."""

import gc
import hashlib
import logging
import os
import shutil
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import pytest
import structlog
from hypothesis import settings

from domain.game.clerk.clerk import Clerk
from domain.kernel.words import catalogs
from domain.titles import registry
from domain.titles.contract import chance
from tests.builders.stores import new_clerk, on_postgres

os.environ["LC_ALL"] = "C.UTF-8"  # commands speak the terminal's language; tests read English
EXPLORE = os.environ.get("GREFFE_EXPLORE") == "1"
ORDER = os.environ.get("GREFFE_ORDER", "")
SEEDS = Random()
"""The source of seeds for sealed dice in this process. Servers that tests start draw real ones."""

settings.register_profile("explored", deadline=None)
settings.register_profile("repeated", deadline=None, derandomize=True)
settings.load_profile("explored" if EXPLORE else "repeated")


def drawn(name: str) -> bytes:
    return hashlib.sha256(f"{ORDER} {name}".encode()).digest()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order the files, and the tests within each, as `GREFFE_ORDER` requires."""
    if ORDER:
        items.sort(key=lambda item: (drawn(str(item.path)), drawn(item.nodeid)))


def pytest_collection_finish() -> None:
    """Exempt everything imported and collected so far from garbage collection: it stays until the
    end anyway. That saves a sixth of the processor time of many tests."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    if not EXPLORE:
        SEEDS.seed(item.nodeid)
    if on_postgres() and item.get_closest_marker("sqlite"):
        pytest.skip("it is about SQLite's files")


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """Seed chance for shared fixtures by their names, so that they are the same whichever test
    comes first."""
    if EXPLORE or fixturedef.scope == "function":
        return (yield)
    state = SEEDS.getstate()
    SEEDS.seed(f"{request.node.nodeid} {fixturedef.argname}")
    try:
        return (yield)
    finally:
        SEEDS.setstate(state)


@pytest.fixture(scope="session", autouse=True)
def _seeds_by_name() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        if not EXPLORE:
            patch.setattr(chance, "os", SimpleNamespace(urandom=SEEDS.randbytes))
        yield


LIMITS = (
    ("projections.read.views", "TIMEOUT", 5.0),
    ("api.web.access.rate_limits", "TIMEOUT", 5.0),
    ("api.admin.operations", "TRY", None),
    ("projections.read.breaker", "SHORTEST", 0.0),
)
"""Time limits that a busy machine would exceed, with the values for all tests. A test about one of
these sets its own."""


@pytest.fixture(scope="session", autouse=True)
def _no_limit_of_a_machines_speed() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for room, name, value in LIMITS:
            if room in sys.modules:  # else no test of this process has to do with it
                patch.setattr(sys.modules[room], name, value)
        yield


@pytest.fixture(autouse=True)
def _leave_no_trace() -> Iterator[None]:
    """Restore the environment, the list of packages with catalogs, and logging after each test."""
    environment, packages = dict(os.environ), list(catalogs.packages())
    handlers, level = logging.root.handlers[:], logging.root.level
    yield
    if structlog.is_configured():
        structlog.reset_defaults()
        logging.root.handlers[:] = handlers
        logging.root.setLevel(level)
    os.environ.clear()
    os.environ.update(environment)
    catalogs.packages()[:] = packages


@pytest.fixture
def sealed_bids(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the title of `tests/api/bids.py`, whose bids are sealed."""
    monkeypatch.setitem(registry._TITLES, ("sealed-bids", 1), "tests.api.bids:RULES")


MEMORY = Path("/dev/shm")
ROOM = 2**30
"""Bytes that must be free in memory. With less, tests write to the disk."""


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """A folder in memory if the system has one. That saves the time of many syncs to the disk, and
    loses nothing, since no test cuts the power."""
    roomy = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM
    with TemporaryDirectory(dir=MEMORY if roomy else None) as folder:
        yield Path(folder)


@pytest.fixture
def make_clerk(tmp_path: Path) -> Iterator[Callable[[], Clerk]]:
    opened: list[Clerk] = []

    def make() -> Clerk:
        opened.append(new_clerk(tmp_path / "greffe.sqlite"))
        return opened[-1]

    yield make
    for clerk in opened:
        clerk.close()


@pytest.fixture
def clerk(make_clerk: Callable[[], Clerk]) -> Clerk:
    return make_clerk()
