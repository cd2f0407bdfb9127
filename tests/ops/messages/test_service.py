from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from ops.messages.retry_policy import NotAccepted
from projections import steering
from projections.messages.subscriptions import LONGEST_PAUSE, QUIET, Digest, Holder, Quiet, source
from projections.steering import Orders, Steering
from tests.amount import count
from tests.builders.servers import eventually
from tests.builders.threads import running
from tests.ops.messages.world import OWNER, World

ERROR = NotAccepted("it answers 500")
TEST = b'{"type":"greffe.test","timestamp":"2026-01-01T00:00:00Z","data":{"link":""}}'

# -- your turn -------------------------------------------------------------------------------------


def test_a_turn_is_told_if_it_was_quiet_and_not_over_however_much_happens_between_two_looks(
    world: World,
) -> None:
    """Turns begin, are delayed by others' notes, and end, many of them in one batch."""
    rng, found = Random(8), set[bool]()
    for n in range(count(6, 15)):
        world.game = world.open()
        for seat in ("blue", "red"):
            world.subscribe_seat(seat, f"{seat}-{n}")
        turn, began_at, began, last = "", 0, world.clerk.clock(), world.clerk.clock()
        steps = rng.choices(("pass", "note", "look"), k=40)
        if n % 2:
            steps = [
                step for _ in range(4) for step in ("pass", *["note"] * rng.randint(8, 13), "look")
            ]
        for do in steps:
            if do == "pass":
                _, turn = world.pass_turn()
                began = last = world.clerk.clock()
                began_at = world.now.seq
            elif do == "note":
                world.clerk.note(world.order("spectator"), "hm")
                last = world.clerk.clock()
            else:
                due = min(last + QUIET, began + LONGEST_PAUSE) <= world.clerk.clock()
                tells, turn = (turn, "") if due else ("", turn)
                found |= {last + QUIET <= world.clerk.clock()} if tells else set()
                told = {
                    "link": f"https://greffe.example/games/{world.game}/play",
                    "game": world.game,
                    "title": "northgard-training",
                    "record": began_at,
                    "seats": [tells],
                }
                sent = [
                    (to, sentence["type"], sentence["data"]) for to, _, sentence in world.settle()
                ]
                assert sent == [(f"{tells}-{n}", "greffe.turn", told)] * bool(tells)
                assert world.store.counts().waiting == 0, "a turn that is to come is not shown"
            world.go_on(29 if n % 2 else rng.choice((0, 10, 29, 30)))
        for id in (f"blue-{n}", f"red-{n}"):
            world.store.remove(id)
    assert found == {True, False}, "some were quiet, and some put off for long enough"


def test_a_turn_that_passes_while_the_receiver_fails_is_dropped_and_the_next_one_told(
    world: World,
) -> None:
    for seat in ("blue", "red"):
        world.subscribe_seat(seat)
    _, late = world.pass_turn()
    world.failing[late] = ERROR
    world.settle_after_pause()
    assert world.store.counts(late).waiting == 1
    for _ in range(2):
        world.pass_turn()
    world.failing.clear()
    world.later(1)
    world.settle_after_pause()
    assert world.messages() == [(late, "turn")]
    assert [
        delivery.said
        for delivery in world.store.deliveries(late, 0, 10)
        if delivery.state == "dropped"
    ] == ["passed"]


def test_who_plays_for_both_seats_is_at_the_table(world: World) -> None:
    world.subscribe(Holder("scribe", "seat", world.game, ("blue", "red")), "scribe")
    seat = world.now.to_act[0]
    while world.now.to_act[0] == seat:
        world.act("scribe")
    assert world.settle_after_pause() == []


# -- whom ------------------------------------------------------------------------------------------


def test_a_claim_is_told_to_the_arbiter_and_the_club_and_says_nothing_of_what_was_written(
    world: World,
) -> None:
    world.claim("blue")  # nothing from before is told
    world.subscribe_arbiter()
    for id in (OWNER, "rival", "operator"):
        world.subscribe(Holder(id, "operator" if id == "operator" else "organiser"), id, game="")
    world.subscribe_arbiter("muted", muted=True)
    world.subscribe_arbiter("other-kinds", about=("ended",))
    world.subscribe_seat("red")
    seq = world.claim("blue")
    sent = world.settle()
    assert sorted(to for to, _, _ in sent) == ["arbiter", OWNER, "operator"]
    assert all(
        sentence["data"]["record"] == seq and "seats" not in sentence["data"]
        for _, _, sentence in sent
    )
    assert "word" not in str(sent)
    world.store.put("muted", "msg_1", "test", TEST, world.clerk.clock())
    assert world.new_messages() == [("muted", "test")], "a test is always sent"


def test_who_comes_changes_or_leaves_between_messages_is_told_what_is_wanted_by_then(
    world: World,
) -> None:
    rng, wants = Random(4), dict[str, bool]()
    holders = {
        "operator": Holder("operator", "operator"),
        OWNER: Holder(OWNER, "organiser"),
        "arbiter": world.holder_of(world.link()),
    }
    for _ in range(count(40, 80)):
        id, do = rng.choice(list(holders)), rng.choice(("mute", "narrow", "want", "leave"))
        if id not in wants:
            world.subscribe(holders[id], id, game=world.game if id == "arbiter" else "")
            wants[id] = True
        elif do == "leave":
            world.store.remove(id)
            del wants[id]
        elif do == "want":
            world.store.change(
                replace(world.subscription(id).subscription, muted=False, about=("claim",))
            )
            wants[id] = True
        else:
            world.mute_or_narrow(id, muted=do == "mute")
            wants[id] = False
        world.claim("blue")
        assert {to for to, _ in world.new_messages()} == {
            to for to, wanted in wants.items() if wanted
        }


def test_the_actor_gets_no_message_about_the_own_act(world: World) -> None:
    world.subscribe(Holder(OWNER, "organiser"), "club", game="")
    for seat in ("blue", "red"):
        world.subscribe_seat(seat)
    world.clerk.close_game(world.order(OWNER))
    assert sorted(world.new_messages()) == [("blue", "ended"), ("red", "ended")]


def test_a_request_to_take_back_is_told_to_those_who_have_to_agree(world: World) -> None:
    world.game = world.open(undo="consent")
    for seat in ("blue", "red"):
        world.subscribe_seat(seat)
    seat, other = world.pass_turn()
    world.ask_back(seat)
    assert world.new_messages() == [(other, "request")]


def test_a_hall_is_told_of_the_games_that_carry_its_tag_now(world: World) -> None:
    world.subscribe(world.holder_of(world.hall_link("spring")), "hall", game="")
    world.claim("blue")
    assert world.settle() == []
    world.clerk.change_listing(world.order(OWNER), tags=("spring",))
    world.claim("blue")
    assert world.new_messages() == [("hall", "claim")]
    world.failing["hall"] = ERROR
    world.claim("blue")
    world.settle()
    world.clerk.change_listing(world.order(OWNER), tags=())
    world.failing.clear()
    world.later(1)
    assert world.settle() == []
    assert world.store.deliveries("hall", 0, 1)[0].said == "it may not be seen any more"


@pytest.mark.parametrize("failing", [False, True])
def test_one_message_reaches_a_person_however_many_ways_there_are(
    failing: bool, world: World
) -> None:
    for seat in ("blue", "red"):
        world.subscribe_seat(seat, f"{seat}-mail", "mail", to=f"{seat}@club.example")
        world.go_on(1)
        world.subscribe_seat(seat, f"{seat}-ntfy", "ntfy")
        world.subscribe_seat(seat, f"{seat}-hook", "webhook")
        if failing:
            world.set_failures(f"{seat}-mail", 3)
    _, next = world.pass_turn()
    assert sorted(to for to, _, _ in world.settle_after_pause()) == sorted(
        [f"{next}-{'ntfy' if failing else 'mail'}", f"{next}-hook"]
    )
    if failing:  # it works again
        world.store.put(f"{next}-mail", "msg_1", "test", TEST, world.clerk.clock())
        world.settle()
        for _ in range(2):
            _, next = world.pass_turn()
        assert f"{next}-mail" in {to for to, _, _ in world.settle_after_pause()}


# -- when ------------------------------------------------------------------------------------------


def test_in_quiet_hours_nothing_is_sent_and_after_them_what_still_holds(world: World) -> None:
    quiet = Quiet("11:00", "14:00", "UTC")  # it is twelve
    subscription: Any = None
    for seat in ("blue", "red"):
        world.subscribe_seat(seat, quiet=quiet)
    for id in ("arbiter", "awake"):
        subscription = world.subscribe_arbiter(id, quiet=quiet)
    _, next = world.pass_turn()
    world.claim(next)
    assert world.settle_after_pause() == []
    world.store.change(replace(subscription, quiet=None))
    assert world.new_messages() == [("awake", "claim")], "what is wanted now counts for what waits"
    world.later(2)
    assert sorted(world.new_messages()) == sorted([("arbiter", "claim"), (next, "turn")])


def test_a_digest_brings_everything_of_a_day_together(world: World) -> None:
    holder = Holder(OWNER, "organiser")
    world.subscribe(
        holder, "club", "mail", "", to="club@club.example", digest=Digest("18:00", "UTC")
    )
    seqs = []
    for game in (world.game, world.open(), world.game):
        world.game = game
        seqs.append(world.claim("blue"))
    assert world.settle() == []
    world.later(7)
    world.failing["club"] = ERROR
    assert world.settle() == []
    world.failing.clear()
    world.go_on(40)
    sent = world.settle()
    assert [sentence["data"]["record"] for _, _, sentence in sent] == seqs
    assert len({id for _, id, _ in sent}) == 1


def test_an_address_that_nobody_confirms_is_forgotten(world: World) -> None:
    world.store.add(world.mail_subscription("ada"), confirmed=False)
    world.store.put(
        "ada", "msg_1", "confirm", TEST.replace(b"test", b"confirm"), world.clerk.clock()
    )
    for hours, there in ((0, True), (24 * 29, True), (24 * 2, False)):
        world.later(hours)
        world.settle()
        assert (world.store.find("ada") is not None) == there


@pytest.fixture
def steered(world: World, monkeypatch: pytest.MonkeyPatch) -> Steering:
    monkeypatch.setattr(steering, "LOOK", 0.0)
    clerk = world.clerk
    sources = {"messages": source(world.store, clerk.recorder, clerk.key_values)}
    return Steering(clerk.recorder, clerk.key_values, clerk.clock, sources)  # type: ignore[arg-type]  # one of the names


def test_a_rebuild_finds_what_is_still_to_come_and_sends_nothing_again(
    world: World, steered: Steering
) -> None:
    """This holds even after the list of sent messages was deleted, as happens after thirty days."""
    for seat in ("blue", "red"):
        world.subscribe_seat(seat)
    world.subscribe_arbiter()
    world.claim("blue")
    world.pass_turn()
    world.settle_after_pause()
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
    assert [(to, sentence["type"]) for to, _, sentence in world.settle_after_pause()] == [
        (now, "greffe.turn")
    ]
    world.service.following.rebuild()
    assert world.settle_after_pause() == [], "by now it was told"


def test_a_rebuild_of_one_game_leaves_the_messages_of_others_alone(world: World) -> None:
    for seat in ("blue", "red"):
        world.subscribe_seat(seat)
    world.pass_turn()
    world.settle()
    waiting = world.store.to_come(world.game)
    assert waiting
    world.service.following.rebuild(world.open())
    assert world.store.to_come(world.game) == waiting


@pytest.mark.sqlite
def test_a_record_that_cannot_be_read_is_parked_and_others_are_told(
    world: World, steered: Steering
) -> None:
    other = world.open()
    world.subscribe_arbiter()
    world.subscribe(Holder(OWNER, "organiser"), "club", game="")
    world.damage(other)
    seq = world.claim("blue")
    assert {sentence["data"]["record"] for _, _, sentence in world.settle()} == {seq}
    [at] = steered.follower_states()
    [parked] = at.parked
    assert (parked.game, parked.seq) == (other, 2)
    assert at.lag == 0
    world.service.following.rebuild(other)
    assert steered.follower_states()[0].parked == (parked,), "it is still damaged"


def test_paused_nothing_is_followed_nor_sent_and_then_all_of_it_once(
    world: World, steered: Steering
) -> None:
    world.subscribe_arbiter()
    steered.pause("messages", "operator")
    orders = Orders(world.clerk.key_values, "messages", world.clerk.clock)
    with running(world.service.run, orders=orders):
        world.claim("blue")
        world.later(2)
        [at] = steered.follower_states()
        assert (at.state, at.lag, world.sent) == ("forgotten", 1, [])
        steered.rebuild("messages")
        steered.resume("messages")
        assert eventually(lambda: len(world.sent) == 1)
        assert eventually(lambda: not steered.follower_states()[0].task)
    assert world.messages() == [("arbiter", "claim")]
