"""A running service, and a clerk over its record; an auditor who replays bundles."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import Result

from tests.builders.servers import Server
from tests.ops.cli.proof.replaying import Auditor
from tests.ops.signing import Signing


@pytest.fixture(scope="module")
def club(server: Server) -> Iterator[Signing]:
    with Signing(server) as running:
        yield running


@pytest.fixture
def auditor(tmp_path: Path, greffe: Callable[..., Result]) -> Auditor:
    return Auditor(tmp_path, greffe)
