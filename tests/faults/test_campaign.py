"""The campaign of faults in short, on a primary and a synchronous standby: nothing acknowledged is lost, doubled or forked."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from tempfile import mkdtemp

from tests.amount import slow
from tests.builders.postgres import needs_postgres
from tests.faults.campaign import campaign
from tests.faults.nodes import Pair

pytestmark = [needs_postgres, slow("servers are killed and paused for a while")]


def test_nothing_acknowledged_is_lost_while_servers_are_killed_and_paused_and_a_standby_takes_over() -> None:
    """Every kind of fault once, among them a promotion; two machines, each with its own guard."""
    place = Path(mkdtemp(prefix="greffe-faults-"))
    place.chmod(0o755)
    said: list[str] = []
    try:
        with Pair(place) as cluster:
            found = campaign(cluster, place, seconds=30, faults=5, clients=6, workers=1, rng=Random(1), say=said.append)
        assert (found.lost, found.doubled, found.forks, found.receipts_refused) == (0, 0, 0, 0), found
        assert found.holds(), found
        assert found.acknowledged > 100 and found.heads > 5, found
        assert len({fault.name for fault in found.faults}) == 5, said
    finally:
        shutil.rmtree(place, ignore_errors=True)
