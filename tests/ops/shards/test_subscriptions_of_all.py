"""Subscriptions to all games of a key or a hall are of all shards: each message once, by whichever shard has the game, also over
moves; what is changed at one shard holds at all before the next message."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError
from msgspec.structs import replace

from api.access.keys import revoke_keys
from ops.notifying.outcomes import Failed, Over
from ops.notifying.shared_store import KIND, SharedStore, store_of
from ops.notifying.store import NotificationStore
from ops.shards.moving import move, undo
from projections.notifications.subscriptions import Holder, Subscription
from tests.builders.servers import eventually
from tests.ops.notifying.world import OWNER, World
from tests.ops.shards.federation import Federation
from tests.ops.shards.test_subscriptions import Worlds, killed

CLUB = Holder(OWNER, "organiser")


@pytest.fixture
def worlds(tmp_path: Path) -> Iterator[Worlds]:
    """Both shards with a notifier each, which looks when it is told to, and a game of the club's at each."""
    federation = Federation(tmp_path)
    with ExitStack() as stack:
        found = []
        for name in ("a", "b"):
            clerk = stack.enter_context(federation.clerk(name))
            store = store_of(federation.shard(name), clerk)
            stack.callback(store.close)
            world = World(clerk, store)
            stack.callback(world.service.delivering.close)
            found.append(world)
        yield federation, *found


def all_games(
    at: World, other: World, id: str = "club", holder: Holder = CLUB, *, away: bool = False, **given: Any
) -> Subscription:
    """Somebody subscribes to all games at one shard, which asks the other how far it is."""
    newest = at.clerk.recorder.max_notification_id() or 0
    way, to = given.pop("way", "webhook"), given.pop("to", f"https://{id}.example/hook")
    one = Subscription(id, holder, way, to, newest, at.clerk.clock(), base="https://greffe.example", **given)
    there = None if away else other.clerk.recorder.max_notification_id() or 0
    at.store.add(one, confirmed=way != "mail", elsewhere={other.clerk.shard: there})
    return one


def looks_again(*worlds: World) -> None:
    """The notifiers look what is new in the directory, as they do every two seconds."""
    for world in worlds:
        assert isinstance(world.store, SharedStore)
        world.store._asked = float("-inf")


def quiet(*worlds: World) -> None:
    """All notifiers do what there is to do."""
    looks_again(*worlds)
    for world in worlds:
        world.quiet()


def told(*worlds: World, about: str = "claim") -> list[tuple[str, int]]:
    """Which messages of a kind were sent: the game and its record, in the order of shards."""
    sent = [said["data"] for world in worlds for _, _, said in world.sent if said["type"] == f"greffe.{about}"]
    return [(data["game"], data["record"]) for data in sent]


def claim(world: World) -> tuple[str, int]:
    return world.game, world.claim(world.now.to_act[0])


def test_one_made_at_one_shard_tells_of_games_at_both_from_then_on(worlds: Worlds) -> None:
    _, a, b = worlds
    for world in (a, b):
        claim(world)
    all_games(a, b)
    wanted = [claim(a), claim(b), claim(b)]
    b.open()
    quiet(a, b)
    assert told(a, b) == wanted, "and nothing from before, at neither"
    wanted.append(claim(b))
    quiet(a, b)
    assert told(a, b) == wanted
    ids = [id for world in (a, b) for _, id, _ in world.sent]
    assert len(ids) == len(set(ids))


def test_what_was_recorded_before_a_shard_heard_of_it_is_told_though_it_was_followed_already(worlds: Worlds) -> None:
    _, a, b = worlds
    b.arbiter()
    b.quiet()
    all_games(a, b)
    late = claim(b)
    while b.service.following.take():
        pass
    assert b.store.position() == b.clerk.recorder.max_notification_id(), "its own follower has gone on"
    quiet(a, b)
    assert sorted((to, said["data"]["record"]) for to, _, said in b.sent) == [("arbiter", late[1]), ("club", late[1])]


def test_what_is_muted_wanted_less_or_ended_at_one_shard_is_so_at_the_other_before_the_next_message(worlds: Worlds) -> None:
    _, a, b = worlds
    all_games(a, b)
    quiet(a, b)
    b.failing["club"] = Failed("it is away")
    claim(b)
    b.quiet()
    one = a.store.find("club")
    assert one is not None and (one.failures, b.store.counts("club").waiting) == (0, 1), "each shard has failures of its own"
    a.store.change(replace(one.subscription, about=("ended",)))
    b.failing.clear()
    b.go_on(3600)
    assert b.settle() == [] and b.store.counts("club").dropped == 1, "the notifier there has not looked at the directory meanwhile"

    a.store.change(replace(one.subscription, muted=True))
    claim(b)
    assert b.quiet() == [] and a.quiet() == []
    a.store.change(one.subscription)
    looks_again(b)
    heard = claim(b)
    b.settle()
    assert told(b)[-1] == heard

    b.failing["club"] = Failed("it is away")
    claim(b)
    b.quiet()
    assert a.store.remove("club") and not a.store.remove("club")
    b.failing.clear()
    b.go_on(7200)
    assert b.settle() == []
    assert b.store.find("club") is None and b.store._read("SELECT 1 FROM subscriptions") == [], "its address is forgotten there"
    assert b.store.counts("club") == type(b.store.counts())()


def test_a_key_or_a_hall_that_is_withdrawn_at_one_shard_is_told_nothing_at_the_other(worlds: Worlds) -> None:
    _, a, b = worlds
    hall = a.hall("open day")
    all_games(a, b)
    all_games(a, b, "hall", a.of_link(hall))
    game = b.open(tags=["open day"])
    b.game = game
    quiet(a, b)
    heard = claim(b)
    b.settle()
    assert sorted((to, said["data"]["game"]) for to, _, said in b.sent) == [("club", game), ("hall", game)]
    a.links.revoke(hall, a.clerk.clock(), "club")
    revoke_keys(a.clerk.key_values, OWNER, a.clerk.clock(), "operator")
    claim(b)
    assert b.settle() == [] and told(b) == [heard, heard]
    for world in (a, b):
        found = [world.store.find(id) for id in ("club", "hall")]
        assert [(at.state, at.said) if at else None for at in found] == [("ended", "its key or link holds no more")] * 2


def test_who_wants_nothing_more_is_told_nothing_by_any_shard_and_who_is_resumed_is_tried_by_all(worlds: Worlds) -> None:
    _, a, b = worlds
    all_games(a, b)
    all_games(a, b, "gone", to="https://gone.example/hook")
    quiet(a, b)
    b.failing["gone"] = Over("it wants nothing more")
    b.failing["club"] = Failed("it is away")
    b.failed_before("club", 12)
    claim(b)
    b.settle()
    parked = b.store.find("club")
    assert parked is not None and parked.state == "parked"
    claim(a)
    a.settle()
    assert [to for to, _, _ in a.sent] == ["club"], "at this shard it is taken"
    ended = a.store.find("gone")
    assert ended is not None and (ended.state, ended.said) == ("ended", "it wants nothing more")
    b.failing.clear()
    a.store.resume("club")
    looks_again(b)
    b.settle()
    assert len(told(b)) == 1
    again = b.store.find("club")
    assert again is not None and again.state == "active"


def test_an_address_is_confirmed_at_whichever_shard_and_told_from_then_on(worlds: Worlds) -> None:
    _, a, b = worlds
    all_games(a, b, way="mail", to="club@club.example")
    quiet(a, b)
    assert b.store._read("SELECT 1 FROM subscriptions") == [], "nobody there needs it before"
    claim(a), claim(b)
    quiet(a, b)
    assert b.store.confirm("club", {"a": a.clerk.recorder.max_notification_id()}) and not b.store.confirm("nobody")
    wanted = [claim(a), claim(b)]
    while a.service.following.take():
        pass
    quiet(a, b)
    assert told(a, b) == wanted


def test_a_shard_that_was_away_goes_on_from_when_it_was_made(worlds: Worlds) -> None:
    _, a, b = worlds
    claim(b)
    b.go_on(60)
    a.go_on(50)
    all_games(a, b, away=True)
    wanted = [claim(b), claim(b)]
    quiet(a, b)
    assert told(b) == wanted


def test_what_was_copied_there_by_a_move_is_no_news(worlds: Worlds) -> None:
    federation, a, b = worlds
    all_games(b, a, away=True)
    first = claim(a)
    quiet(a, b)
    assert told(a, b) == [first]
    a.go_on(100)
    b.go_on(100)
    move(federation.settings, a.game, "b")
    quiet(a, b)
    assert told(a, b) == [first], "it was told by the shard that had it"
    b.game, a.game = a.game, a.open()
    second, other = claim(b), claim(a)
    quiet(a, b)
    assert told(a, b) == [first, other, second]
    move(federation.settings, b.game, "a")
    quiet(a, b)
    a.game = b.game
    third = claim(a)
    quiet(a, b)
    assert told(a, b) == [first, other, third, second]


def test_what_waits_goes_with_its_game_and_everything_else_is_told_as_before(worlds: Worlds) -> None:
    federation, a, b = worlds
    all_games(a, b)
    quiet(a, b)
    a.failing["club"] = Failed("it is away")
    waits = claim(a)
    a.settle()
    unread = claim(a)
    moved, a.game = a.game, a.open()
    stays = claim(a)
    move(federation.settings, moved, "b")
    assert a.store.counts("club").waiting == 1 and b.store.counts("club").waiting == 2
    quiet(b)
    assert told(b) == [waits, unread]
    a.failing.clear()
    a.go_on(3600)
    quiet(a, b)
    assert told(a, b) == [stays, waits, unread]


def test_a_turn_that_waits_for_its_time_is_told_by_the_shard_that_has_the_game_then(worlds: Worlds) -> None:
    federation, a, b = worlds
    _, now = a.pass_turn()
    holder = replace(CLUB, seats=(now,))
    all_games(a, b, holder=holder, about=("turn",))
    a.pass_turn()
    a.pass_turn()
    assert a.now.to_act[0] == now or a.pass_turn()
    looks_again(a, b)
    a.settle()
    (turn,) = a.store.turns()
    moved = a.game
    killed(federation, moved, "b", "subscriptions left")
    assert a.store.turns() == () and a.quiet() == [], "nobody tells of it while it is moved"
    undo(federation.settings, moved)
    assert a.store.turns() == (turn,) and b.store.turns() == ()
    move(federation.settings, moved, "b")
    assert a.store.turns() == () and b.store.turns() == (turn,)
    quiet(a, b)
    assert (len(a.sent), [said["data"]["game"] for _, _, said in b.sent]) == (0, [moved])


@pytest.mark.parametrize(
    "step",
    ["written", "entry kept", "subscriptions left", "subscriptions copied", "switched", "subscriptions arrived", "opened there"],
)
def test_killed_at_any_step_nothing_is_sent_twice_or_lost_and_other_games_go_on(worlds: Worlds, step: str) -> None:
    federation, a, b = worlds
    all_games(a, b)
    quiet(a, b)
    moved = a.game
    wanted = [claim(a) for _ in range(3)]
    killed(federation, moved, "b", step)
    a.game = a.open()
    wanted += [claim(a), claim(b)]
    quiet(a, b)
    assert set(wanted[3:]) <= set(told(a, b)), "a move that was cut off holds up no other game"
    move(federation.settings, moved, "b")
    quiet(a, b)
    b.game = moved
    wanted.append(claim(b))
    quiet(a, b)
    assert sorted(told(a, b)) == sorted(wanted)


@pytest.mark.parametrize("step", ["subscriptions left", "subscriptions copied"])
def test_an_undone_move_leaves_its_messages_where_they_were(worlds: Worlds, step: str) -> None:
    federation, a, b = worlds
    all_games(a, b)
    quiet(a, b)
    wanted = claim(a)
    killed(federation, a.game, "b", step)
    quiet(a, b)
    assert told(a, b) == []
    undo(federation.settings, a.game)
    quiet(a, b)
    assert (told(a), told(b)) == ([wanted], [])


def test_a_message_that_is_under_way_is_waited_for(worlds: Worlds) -> None:
    federation, a, b = worlds
    all_games(a, b)
    quiet(a, b)
    asked, answered, stop = Event(), Event(), Event()
    send = a.service.delivering._send

    def slow(*given: Any) -> None:
        asked.set()
        answered.wait(60)
        send(*given)

    a.service.delivering._send = slow
    lease = a.store.lease()
    assert lease.take()
    notifier = Thread(target=a.service.run, args=(stop,))
    notifier.start()
    try:
        wanted = claim(a)
        assert asked.wait(60)
        mover = Thread(target=move, args=(federation.settings, a.game, "b"))
        mover.start()
        assert eventually(lambda: bool(a.store.leaving_messages()))
        assert b.store.counts("club").waiting == 0
        answered.set()
        mover.join(120)
        assert not mover.is_alive()
    finally:
        answered.set()
        stop.set()
        notifier.join(60)
        lease.close()
    quiet(b)
    assert (told(a), told(b)) == ([wanted], [])


def test_while_the_directory_is_away_nothing_is_sent_by_them_and_all_else_is(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, a, b = worlds
    all_games(a, b)
    b.arbiter()
    quiet(a, b)

    def gone() -> Any:
        raise OperationalError("gone")

    wanted = claim(b)
    with monkeypatch.context() as away:
        away.setattr(b.store, "_cells", gone)
        assert [to for to, _ in b.told_now()] == ["arbiter"]
        assert b.store.ready("club") is None and len(b.store.all()) == 2
        for ask in (lambda: b.store.find("club"), lambda: b.store.remove("club"), lambda: all_games(b, a, "other")):
            with pytest.raises(OperationalError):
                ask()
    assert isinstance(b.store, SharedStore)
    b.store._away = float("-inf")
    b.settle()
    assert [said["data"]["record"] for to, _, said in b.sent if to == "club"] == [wanted[1]]


def test_one_that_was_made_before_they_were_of_all_shards_is_so_from_now_on(worlds: Worlds) -> None:
    _, a, b = worlds
    one = Subscription("old", CLUB, "webhook", "https://old.example", 0, a.clerk.clock())
    NotificationStore.add(a.store, one, confirmed=True)
    claim(b)
    a.settle()
    looks_again(b)
    b.settle()
    wanted = [claim(a), claim(b)]
    quiet(a, b)
    assert told(a, b) == wanted


def test_a_shard_at_which_nobody_subscribed_begins_to_tell(worlds: Worlds) -> None:
    federation, a, b = worlds
    asks = store_of(federation.shard("b"))
    assert not asks.there() and not b.store.there()
    all_games(a, b, to="https://where-nobody-looks.example/hook")
    assert asks.there(), "the supervisor starts a notifier"
    asks.close()
    with federation.directory() as directory:
        (kept,) = [data for _, data in directory.values.items(KIND, "", "", None)]
    assert b"nobody-looks" not in kept, "it is sealed"
    b.store.lease().close()
    assert [at.subscription.id for at in b.store.all()] == ["club"]
    sealed = b.store._read("SELECT data FROM subscriptions")
    assert b"nobody-looks" not in bytes(sealed[0][0])


def test_addresses_that_nobody_confirms_are_forgotten_everywhere(worlds: Worlds) -> None:
    federation, a, b = worlds
    all_games(a, b, way="mail", to="club@club.example")
    a.go_on(31 * 86400)
    a.store.forget_before(a.clerk.clock())
    assert a.store.find("club") is None
    with federation.directory() as directory:
        assert directory.values.keys(KIND, "") == []
