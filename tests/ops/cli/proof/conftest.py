"""A running service, and a clerk over its record."""

from collections.abc import Iterator

import pytest

from tests.builders.servers import Server
from tests.ops.signing import Signing


@pytest.fixture(scope="module")
def club(server: Server) -> Iterator[Signing]:
    with Signing(server) as running:
        yield running
