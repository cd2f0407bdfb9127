"""What is told to whom, when, and what becomes of it where a receiver fails."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from ops.notifying.delivering import UNWANTED
from ops.notifying.outcomes import STEPS, Failed, Over
from ops.notifying.service import Notifying
from ops.notifying.store import UNREACHED
from projections.notifications.subscriptions import Digest, Holder, Quiet
from tests.ops.notifying.world import OWNER, World

# -- your turn -----------------------------------------------------------------------------------------------------------


def test_a_turn_is_told_after_half_a_minute_of_quiet_and_once(world: World) -> None:
    world.seat("blue")
    world.seat("red")
    _, next = world.pass_turn()
    assert world.settle() == []
    world.go_on(20)
    assert world.settle() == []
    world.go_on(11)
    [(to, id, said)] = world.settle()
    assert to == next
    assert said["type"] == "greffe.turn"
    assert said["data"] == {
        "link": f"https://greffe.example/games/{world.game}/play",
        "game": world.game,
        "title": "northgard-training",
        "record": world.now.seq,
        "seats": [next],
    }
    world.later(5)
    assert world.settle() == []
    assert [one.id for one in world.store.deliveries(next, 0, 10)] == [id]


def test_a_turn_that_has_passed_is_not_told(world: World) -> None:
    world.seat("blue")
    world.seat("red")
    world.pass_turn()
    world.settle()
    _, now = world.pass_turn()  # the other one was at the table, and so it goes back
    assert [(to, said["type"]) for to, _, said in world.quiet()] == [(now, "greffe.turn")]


def test_a_turn_that_passes_while_the_receiver_fails_is_dropped_and_the_next_one_told(world: World) -> None:
    world.seat("blue")
    world.seat("red")
    _, late = world.pass_turn()
    world.failing[late] = Failed("it answers 500")
    world.quiet()
    assert world.store.counts(late).waiting == 1
    world.pass_turn()
    world.pass_turn()
    del world.failing[late]
    world.later(1)
    world.quiet()
    assert world.told() == [(late, "turn")]
    dropped = [one for one in world.store.deliveries(late, 0, 10) if one.state == "dropped"]
    assert [one.said for one in dropped] == ["passed"]


def test_who_plays_for_both_seats_is_at_the_table(world: World) -> None:
    both = Holder("scribe", "seat", world.game, ("blue", "red"))
    world.subscribe(both, "scribe")
    seat = world.now.to_act[0]
    while world.now.to_act[0] == seat:
        world.act("scribe")
    assert world.quiet() == []


def test_others_who_play_on_do_not_put_a_turn_off_for_ever(world: World) -> None:
    world.seat("blue")
    world.seat("red")
    _, next = world.pass_turn()
    for _ in range(14):
        world.go_on(25)
        world.clerk.note(world.order("spectator"), "hm")
        world.settle()
    assert world.told() == [(next, "turn")]


# -- whom ----------------------------------------------------------------------------------------------------------------


def test_a_claim_is_told_to_the_arbiter_and_the_club_and_says_nothing_of_what_was_written(world: World) -> None:
    world.arbiter()
    world.subscribe(Holder(OWNER, "organiser"), "club", game="")
    world.subscribe(Holder("rival", "organiser"), "rival", game="")
    world.subscribe(Holder("operator", "operator"), "operator", game="")
    world.seat("red")
    seq = world.claim("blue")
    sent = world.settle()
    assert sorted(to for to, _, _ in sent) == ["arbiter", "club", "operator"]
    assert all(said["data"]["record"] == seq and "seats" not in said["data"] for _, _, said in sent)
    assert "word" not in str(sent)


def test_who_did_it_is_not_told(world: World) -> None:
    world.subscribe(Holder(OWNER, "organiser"), "club", game="")
    for seat in ("blue", "red"):
        world.seat(seat)
    world.clerk.close_game(world.order(OWNER))
    assert sorted(world.told_now()) == [("blue", "ended"), ("red", "ended")]


def test_a_request_to_take_back_is_told_to_those_who_have_to_agree(world: World) -> None:
    world.game = world.open(undo="consent")
    world.seat("blue")
    world.seat("red")
    seat, other = world.pass_turn()
    world.ask_back(seat)
    assert (other, "request") in world.told_now()
    assert (seat, "request") not in world.told()


def test_nothing_from_before_is_told(world: World) -> None:
    world.claim("blue")
    world.arbiter()
    assert world.settle() == []


def test_a_hall_is_told_of_the_games_that_carry_its_tag_now(world: World) -> None:
    hall = world.hall("spring")
    world.subscribe(world.of_link(hall), "hall", game="")
    world.claim("blue")
    assert world.settle() == []
    world.clerk.list_anew(world.order(OWNER), tags=("spring",))
    world.claim("blue")
    assert world.told_now() == [("hall", "claim")]
    world.failing["hall"] = Failed("it answers 500")
    world.claim("blue")
    world.settle()
    world.clerk.list_anew(world.order(OWNER), tags=())
    del world.failing["hall"]
    world.later(1)
    assert world.settle() == []
    assert world.store.deliveries("hall", 0, 1)[0].said == "it may not be seen any more"


def test_a_revoked_link_is_silent_at_once(world: World) -> None:
    one = world.arbiter()
    world.failing["arbiter"] = Failed("it answers 500")
    world.claim("blue")
    world.settle()
    del world.failing["arbiter"]
    world.links.revoke(world.link(), world.clerk.clock(), OWNER)
    world.later(1)
    assert world.settle() == []
    at = world.store.find(one.id)
    assert at is not None
    assert (at.state, at.said) == ("ended", "its key or link holds no more")
    assert world.store.counts(one.id).waiting == 0


@pytest.mark.parametrize("failing", [False, True])
def test_one_message_reaches_a_person_however_many_ways_there_are(failing: bool, world: World) -> None:
    for seat in ("blue", "red"):
        world.seat(seat, f"{seat}-mail", "mail", to=f"{seat}@club.example")
        world.go_on(1)
        world.seat(seat, f"{seat}-ntfy", "ntfy")
        world.seat(seat, f"{seat}-hook", "webhook")
    if failing:
        for seat in ("blue", "red"):
            world.failed_before(f"{seat}-mail", 3)
    _, next = world.pass_turn()
    assert sorted(to for to, _, _ in world.quiet()) == sorted([f"{next}-{'ntfy' if failing else 'mail'}", f"{next}-hook"])


# -- failing ---------------------------------------------------------------------------------------------------------------


def test_a_receiver_that_fails_is_asked_later_and_later_then_parked_and_resumed_in_order(world: World) -> None:
    one = world.arbiter()
    world.seat("red")
    world.failing["arbiter"] = Failed("it answers 500")
    seqs = [world.claim("blue") for _ in range(3)]
    waits = []
    for _ in range(len(STEPS) + 1):
        world.settle()
        at = world.store.find(one.id)
        assert at is not None
        if at.before is not None:
            waits.append((at.before - world.clerk.clock()).total_seconds())
            world.go_on(int(waits[-1]) + 1)
    assert len(waits) == len(STEPS)
    assert all(step <= wait <= step * 1.2 + 1 for step, wait in zip(STEPS, waits, strict=True))
    at = world.store.find(one.id)
    assert at is not None
    assert (at.state, at.said, at.failures) == ("parked", "it answers 500", len(STEPS) + 1)
    assert world.store.counts(one.id).parked == 3
    seqs.append(world.claim("blue"))  # while it is parked
    world.settle()
    assert world.store.counts(one.id).parked == 4
    del world.failing["arbiter"]
    world.store.resume(one.id)
    assert [said["data"]["record"] for _, _, said in world.settle()] == seqs


def test_a_receiver_says_itself_when_it_wants_to_be_asked_again(world: World) -> None:
    one = world.arbiter()
    world.failing["arbiter"] = Failed("it answers 429", 777.0)
    world.claim("blue")
    world.settle()
    at = world.store.find(one.id)
    assert at is not None
    assert at.before == world.clerk.clock() + timedelta(seconds=777)


def test_a_receiver_that_wants_nothing_more_gets_nothing_more(world: World) -> None:
    one = world.arbiter()
    world.failing["arbiter"] = Over("it wants nothing more")
    world.claim("blue")
    world.settle()
    del world.failing["arbiter"]
    world.claim("blue")
    assert world.settle() == []
    at = world.store.find(one.id)
    assert at is not None
    assert at.state == "ended"


def test_after_a_night_without_network_all_are_asked_as_soon_as_one_is_reached(world: World) -> None:
    holders = [world.subscribe(Holder(f"arbiter-{n}", "operator"), f"r{n}") for n in range(3)]
    for one in holders:
        world.failing[one.id] = Failed(UNREACHED)
    world.service.allowed = lambda one: ""  # type: ignore[method-assign]
    world.service.delivering._allowed = lambda one: ""
    world.claim("blue")
    for _ in range(7):
        world.settle()
        world.later(1)
    world.settle()
    world.failing.clear()
    world.store.resume("r0")  # one of them is asked, by chance or by somebody's hand
    assert sorted(to for to, _, _ in world.settle()) == ["r0", "r1", "r2"]


# -- quiet hours, digests, muting ------------------------------------------------------------------------------------------


def test_in_quiet_hours_nothing_is_sent_and_after_them_what_still_holds(world: World) -> None:
    quiet = Quiet("11:00", "14:00", "UTC")  # it is twelve
    world.seat("blue", quiet=quiet)
    world.seat("red", quiet=quiet)
    world.arbiter(quiet=quiet)
    _, next = world.pass_turn()
    world.claim(next)
    assert world.quiet() == []
    world.later(2)
    assert sorted(world.told_now()) == sorted([("arbiter", "claim"), (next, "turn")])


def test_a_digest_brings_everything_of_a_day_together(world: World) -> None:
    world.arbiter(way="mail", to="arbiter@club.example", digest=Digest("18:00", "UTC"))
    seqs = [world.claim("blue") for _ in range(3)]
    assert world.settle() == []
    world.later(7)
    sent = world.settle()
    assert [said["data"]["record"] for _, _, said in sent] == seqs
    assert len({id for _, id, _ in sent}) == 1


def test_who_is_muted_is_told_nothing(world: World) -> None:
    world.arbiter(muted=True)
    world.claim("blue")
    assert world.settle() == []


@pytest.mark.parametrize("change", ["muted", "not of this kind", "ended"])
def test_a_message_that_waits_is_not_sent_once_its_receiver_does_not_want_it(change: str, world: World) -> None:
    one = world.arbiter()
    world.arbiter("other")
    for to in ("arbiter", "other"):
        world.failing[to] = Failed("it answers 500")
    world.claim("blue")
    world.settle()
    if change == "ended":
        assert world.store.remove(one.id)
    else:
        world.store.change(replace(one, muted=True) if change == "muted" else replace(one, about=("ended",)))
    world.failing.clear()
    world.later(1)
    assert world.told_now() == [("other", "claim")]
    found = [(each.state, each.said) for each in world.store.deliveries(one.id, 0, 9)]
    assert found == ([] if change == "ended" else [("dropped", UNWANTED)])
    if change == "muted":
        world.store.change(replace(one, muted=False))
        world.later(1)
        assert world.settle() == [], "unmuted, one hears of what comes"
        world.claim("blue")
        assert sorted(world.told_now()) == [("arbiter", "claim"), ("other", "claim")]


@pytest.mark.parametrize("change", ["muted", "ended"])
def test_muted_or_ended_while_the_message_before_is_under_way_nothing_more_goes_out(change: str, world: World) -> None:
    one = world.arbiter()
    send = world.service.delivering._send

    def sending(*given: Any) -> None:
        send(*given)
        if change == "ended":
            world.store.remove(one.id)
        else:
            world.store.change(replace(one, muted=True))

    world.service.delivering._send = sending
    first, _ = world.claim("blue"), world.claim("blue")
    assert [said["data"]["record"] for _, _, said in world.settle()] == [first]


def test_muted_while_it_is_looked_up_whether_a_message_still_holds_it_is_not_sent(world: World) -> None:
    one = world.arbiter()
    current = world.service.delivering._current

    def looked_up(*given: Any) -> str:
        said = current(*given)
        world.store.change(replace(one, muted=True))
        return said

    world.service.delivering._current = looked_up
    world.claim("blue")
    assert world.settle() == []
    assert [each.said for each in world.store.deliveries(one.id, 0, 9)] == [UNWANTED]


def test_a_test_is_sent_to_who_is_muted(world: World) -> None:
    world.arbiter(muted=True)
    body = b'{"type":"greffe.test","timestamp":"2026-01-01T00:00:00Z","data":{"link":""}}'
    world.store.put("arbiter", "msg_1", "test", body, world.clerk.clock())
    assert world.told_now() == [("arbiter", "test")]


def test_what_is_not_wanted_is_not_told(world: World) -> None:
    world.arbiter(about=("ended",))
    world.claim("blue")
    assert world.settle() == []


# -- killed ---------------------------------------------------------------------------------------------------------------


def test_another_process_goes_on_from_the_stored_position_with_the_same_ids(world: World) -> None:
    world.arbiter()
    world.claim("blue")
    world.service.following.take()
    before = world.store.deliveries("arbiter", 0, 10)
    position = world.store.position()
    world.rewind(position - 1)  # as if it was killed before its transaction was on the disk
    again = Notifying(world.clerk, world.store, world.links, world._send)
    again.following.take()
    again.delivering.close()
    assert [one.id for one in world.store.deliveries("arbiter", 0, 10)] == [one.id for one in before]
    assert world.store.position() == position


@pytest.mark.sqlite
def test_a_game_that_is_damaged_keeps_nobody_else_from_being_told(world: World) -> None:
    world.subscribe(Holder("operator", "operator"), "operator", game="")
    world.damage(world.open())
    world.claim("blue")
    assert ("operator", "claim") in world.told_now()


def test_an_address_that_nobody_confirms_is_forgotten(world: World) -> None:
    world.store.add(world.letters("ada"), confirmed=False)
    world.store.put(
        "ada",
        "msg_1",
        "confirm",
        b'{"type":"greffe.confirm","timestamp":"2026-01-01T00:00:00Z","data":{"link":""}}',
        world.clerk.clock(),
    )
    world.settle()
    world.later(24 * 29)
    world.settle()
    assert world.store.find("ada") is not None
    world.later(24 * 2)
    world.settle()
    assert world.store.find("ada") is None
