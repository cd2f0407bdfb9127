"""Ten thousand messages that waited out a night without network: all of them arrive, in order, and nobody else waits for them."""

from __future__ import annotations

from collections import defaultdict

import msgspec

from ops.notifying.outcomes import Failed
from ops.notifying.rows import Queued
from ops.notifying.store import UNREACHED
from projections.notifications.messages import plain
from projections.notifications.subscriptions import Holder
from tests.amount import slow
from tests.builders.servers import eventually
from tests.ops.notifying.world import World

MESSAGES, RECEIVERS = 10_000, 20


@slow("ten thousand messages")
def test_after_a_night_without_network_ten_thousand_messages_arrive_once_and_in_order(world: World) -> None:
    ids = [f"r{n}" for n in range(RECEIVERS)]
    for id in ids:
        world.subscribe(Holder("operator", "operator"), id)
        world.failing[id] = Failed(UNREACHED)
    at = world.clerk.clock()
    body = msgspec.json.encode(plain("test", at, "https://greffe.example/"))
    queued = [Queued(f"msg_{n:05}", ids[n % RECEIVERS], "", "test", n, body) for n in range(MESSAGES)]
    world.store.follow(1, queued, (), (), at)
    for _ in range(8):  # the night
        world.settle()
        world.later(1)
    assert world.store.counts().waiting == MESSAGES
    world.failing.clear()
    world.later(24)

    def gone() -> bool:
        world.service.look()
        return world.store.counts().waiting == 0

    assert eventually(gone, 600)
    assert world.store.counts().delivered == MESSAGES
    assert len({id for _, id, _ in world.sent}) == len(world.sent) == MESSAGES
    told: dict[str, list[str]] = defaultdict(list)
    for to, id, _ in world.sent:
        told[to].append(id)
    assert all(found == sorted(found) for found in told.values())
