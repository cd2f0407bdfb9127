from threading import Event, Thread

import pytest

from projections import steering
from projections.messages.subscriptions import Holder, source
from projections.steering import Rein, Steering
from tests.builders.servers import eventually
from tests.ops.messages.world import OWNER, World


@pytest.fixture
def steered(world: World, monkeypatch: pytest.MonkeyPatch) -> Steering:
    monkeypatch.setattr(steering, "LOOK", 0.0)
    clerk = world.clerk
    sources = {"messages": source(world.store, clerk.recorder, clerk.key_values)}
    return Steering(clerk.recorder, clerk.key_values, clerk.clock, sources)  # type: ignore[arg-type]  # one of the names


def test_a_rebuild_finds_what_is_still_to_come_and_sends_nothing_again(world: World, steered: Steering) -> None:
    """Even where all that was sent is forgotten, as it is after thirty days."""
    for seat in ("blue", "red"):
        world.seat(seat)
    world.arbiter()
    world.claim("blue")
    world.pass_turn()
    world.quiet()
    assert len(world.sent) == 2
    _, now = world.pass_turn()
    world.settle()
    [due] = world.store.to_come(world.game)
    with world.store._writing() as db:
        db.execute("DELETE FROM deliveries")
    position = world.store.position()
    world.service.following.rebuild()
    assert world.store.position() == position
    assert world.settle() == [], "it was due behind that position"
    [again] = world.store.to_come(world.game)
    assert (again.id, again.body, again.place) == (due.id, due.body, due.place)
    world.service.following.rebuild(world.game)
    assert [(to, said["type"]) for to, _, said in world.quiet()] == [(now, "greffe.turn")]
    world.service.following.rebuild()
    assert world.quiet() == [], "by now it was told"


def test_one_game_is_worked_out_anew_alone(world: World) -> None:
    for seat in ("blue", "red"):
        world.seat(seat)
    world.pass_turn()
    world.settle()
    waiting = world.store.to_come(world.game)
    assert waiting
    other = world.open()
    world.service.following.rebuild(other)
    assert world.store.to_come(world.game) == waiting


@pytest.mark.sqlite
def test_a_record_that_cannot_be_read_is_parked_and_others_are_told(world: World, steered: Steering) -> None:
    other = world.open()
    world.arbiter()
    world.subscribe(Holder(OWNER, "organiser"), "club", game="")
    world.damage(other)
    seq = world.claim("blue")
    assert {said["data"]["record"] for _, _, said in world.settle()} == {seq}
    [at] = steered.look()
    [parked] = at.parked
    assert (parked.game, parked.seq) == (other, 2)
    assert at.lag == 0
    world.service.following.rebuild(other)
    assert steered.look()[0].parked == (parked,), "it is still damaged"


def test_paused_nothing_is_followed_nor_sent_and_then_all_of_it_once(world: World, steered: Steering) -> None:
    world.arbiter()
    steered.pause("messages", "operator")
    stop, rein = Event(), Rein(world.clerk.key_values, "messages", world.clerk.clock)
    thread = Thread(target=world.service.run, args=(stop,), kwargs={"rein": rein})
    thread.start()
    try:
        world.claim("blue")
        world.later(2)
        [at] = steered.look()
        assert (at.state, at.lag, world.sent) == ("forgotten", 1, [])
        steered.rebuild("messages")
        steered.resume("messages")
        assert eventually(lambda: len(world.sent) == 1)
        assert eventually(lambda: not steered.look()[0].task)
    finally:
        stop.set()
        thread.join(30)
    assert world.told() == [("arbiter", "claim")]
