"""Receivers that are slow wait for each other alone: forty of them hang, and the quick one is served."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from threading import Event

import pytest

from ops.notifying import delivering
from ops.notifying.sending import Sender
from ops.notifying.service import Notifying
from ops.notifying.slots import PATIENCE, QUICK, QUICK_AGAIN, QUICK_SHARE, SLOW, SLOW_SHARE, Slots
from ops.settings.config import Settings
from projections.notifications import webhook
from projections.notifications.subscriptions import Delivery, Holder, Subscription
from projections.notifications.tokens import Tokens
from tests.builders.servers import eventually
from tests.ops.notifying.receivers import Receiver
from tests.ops.notifying.world import World

MANY = 40


class Ticks:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def ticks() -> Ticks:
    """A clock that is never set."""
    return Ticks()


@pytest.fixture
def hanging() -> Iterator[ExitStack]:
    """Messages that wait for an answer until the test is over."""
    with ExitStack() as found:
        yield found


@pytest.fixture
def slots(ticks: Ticks) -> Slots:
    """Slots by that clock."""
    return Slots(ticks)


def fill(slots: Slots, receivers: Iterator[str], hanging: ExitStack, holder: Callable[[str], str] = str) -> int:
    """Take slots for receivers that do not answer, until none is free; answers how many it took."""
    before = len(slots)
    while slots.free(one := next(receivers), holder(one)):
        slots.take(one, holder(one))
        hanging.enter_context(slots.asking(one))
    return len(slots) - before


def test_who_keeps_us_waiting_makes_room_in_the_quick_slots(slots: Slots, ticks: Ticks, hanging: ExitStack) -> None:
    names = (f"slow-{n}" for n in range(1_000))
    assert fill(slots, names, hanging) == QUICK
    ticks.now += PATIENCE + 0.1
    assert fill(slots, names, hanging) == QUICK
    for _ in range(20):
        ticks.now += PATIENCE + 0.1
        fill(slots, names, hanging)
    assert len(slots) == QUICK + SLOW, "no more than there are threads"


def test_one_key_has_its_share_of_both(slots: Slots, ticks: Ticks, hanging: ExitStack) -> None:
    names = (f"slow-{n}" for n in range(1_000))
    assert fill(slots, names, hanging, lambda _: "club") == QUICK_SHARE
    for _ in range(40):
        ticks.now += PATIENCE + 0.1
        fill(slots, names, hanging, lambda _: "club")
    assert len(slots) == QUICK_SHARE + SLOW_SHARE
    assert slots.free("other", "rival")


def test_who_was_slow_begins_in_a_slow_slot_and_is_quick_again_by_a_few_quick_answers(
    slots: Slots, ticks: Ticks, hanging: ExitStack
) -> None:
    slots.take("one", "club")
    with slots.asking("one"):
        ticks.now += PATIENCE + 0.1
    assert not slots.may_stay("one"), "its quick slot is not for its next message"
    slots.give_back("one")
    assert fill(slots, (f"quick-{n}" for n in range(QUICK_SHARE + 1)), hanging, lambda _: "club") == QUICK_SHARE
    assert slots.free("one", "club"), "others that fill the quick slots are not in its way, nor it in theirs"
    slots.take("one", "club")
    for _ in range(QUICK_AGAIN):
        assert slots.may_stay("one")
        with slots.asking("one"):
            pass
    slots.give_back("one")
    assert not slots.free("one", "club"), "it waits for a quick slot like the others"


def test_receivers_have_their_turns(slots: Slots) -> None:
    for one in ("a", "b", "a"):
        slots.take(one, "club")
        slots.give_back(one)
    assert sorted(("a", "b", "new"), key=slots.last) == ["new", "b", "a"]
    slots.keep({"a"})
    assert slots.last("b") == 0


def test_who_comes_last_does_not_wait_until_all_others_have_everything(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivering, "STRETCH", 0.0)  # one message, then it is the next one's turn
    world.service.delivering._allowed = lambda one: ""  # whoever holds what key
    for n in range(QUICK):
        world.subscribe(Holder(f"key-{n}", "operator"), f"first-{n}")
    for _ in range(3):
        world.claim("blue")
    while world.service.following.take():
        pass
    world.subscribe(Holder("key", "operator"), "last")
    world.claim("blue")
    answer, served = Event(), []

    def send(one: Subscription, id: str, sent: Sequence[Delivery]) -> None:
        answer.wait()
        world._send(one, id, sent)

    world.service.delivering._send = send
    for _ in range(2):
        answer.clear()
        world.service.look()
        answer.set()
        assert eventually(lambda: not world.service.delivering.busy)
        served.append({to for to, _, _ in world.sent})
    assert "last" not in served[0], "the others wait longer"
    assert "last" in served[1], "and have had their turn"


@pytest.mark.parametrize("key", ["", "one for all"])
def test_forty_receivers_hang_and_the_quick_one_is_served(key: str, world: World, ticks: Ticks, tmp_path: Path) -> None:
    settings = Settings.load({"GREFFE_NOTIFY_NETWORKS": "127.0.0.0/8"})
    sender = Sender(settings, Tokens("x"), lambda: datetime.now(UTC), b"x" * 32, seconds=600)
    world.service.delivering.close()
    world.service = Notifying(world.clerk, world.store, world.links, sender, ticks)
    world.service.delivering._allowed = lambda one: ""  # whoever holds what key
    with Receiver("webhook", tmp_path) as there:
        secret = webhook.new_secret()
        (there.folder / "secret").write_text(secret)
        hold = there.folder / "hold"

        def subscribe(path: str, n: int) -> None:
            world.subscribe(
                Holder(key or f"key-{n}", "operator"),
                path.strip("/").replace("/", "-"),
                to=f"http://127.0.0.1:{there.port}{path}",
                secret=secret,
            )

        for n in range(MANY):
            subscribe(f"/slow/{n}", n)
        subscribe("/quick", MANY)

        def served(path: str) -> list[int]:
            return [one["data"]["record"] for one in there.taken() if one["path"] == path]

        def go_on(until: Callable[[], bool], seconds: float) -> None:
            """Look again and again, with the clock moved on by so much each time, until something is so."""

            def look() -> bool:
                world.service.look()
                ticks.now += seconds
                return until()

            assert eventually(look), (len(there.asked()), world.service.delivering.busy)

        # nobody knows yet who is slow: all of them come before the quick one
        hold.touch()
        first = world.claim("blue")
        go_on(lambda: bool(served("/quick")), PATIENCE / 4)
        assert served("/quick") == [first]
        assert [one["path"] for one in there.taken()] == ["/quick"]
        go_on(lambda: len(set(there.asked())) == MANY + 1, PATIENCE / 4)
        ticks.now += PATIENCE * 2  # the last of them were asked just now, and have quick slots still
        second = world.claim("blue")
        go_on(lambda: len(served("/quick")) == 2, 0)
        assert [one["path"] for one in there.taken()] == ["/quick"] * 2, "all others still hang"
        ticks.now += PATIENCE * 2
        hold.unlink()
        go_on(lambda: len(there.taken()) == 2 * (MANY + 1), 0)
        assert all(served(f"/slow/{n}") == [first, second] for n in range(MANY))

        # known to be slow, they are in nobody's way from the first moment on
        assert eventually(lambda: not world.service.delivering.busy)
        hold.touch()
        third = world.claim("blue")
        go_on(lambda: len(served("/quick")) == 3, 0)
        assert served("/quick") == [first, second, third]
        hold.unlink()
        go_on(lambda: len(there.once()) == len(there.taken()) == 3 * (MANY + 1), 0)
        world.service.delivering.close()
    assert world.store.counts().delivered == 3 * (MANY + 1)
    assert there.refused() == []
