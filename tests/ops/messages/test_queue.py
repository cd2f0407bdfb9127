"""The queue: each message arrives once and in the order of its game, whatever fails and whichever
process is killed."""

import os
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from threading import Event, Thread

import pytest
from standardwebhooks import Webhook

from ops.messages import retry_policy, service
from ops.messages.__main__ import _leased
from ops.messages.retry_policy import (
    ATTEMPTS,
    FIRST,
    JITTER,
    LONGEST,
    NotAccepted,
    seconds_until_retry,
)
from ops.messages.sending import Sender
from ops.messages.service import Notifier
from ops.messages.store import NotificationStore, millis
from ops.settings import keys
from ops.settings.config import Settings
from ops.stores import data_folder
from projections.messages.recipients import FAILING
from projections.messages.subscriptions import Delivery, Holder, Subscription
from projections.messages.tokens import Tokens, new_secret
from tests.amount import slow
from tests.builders.servers import PATIENCE, eventually, joined
from tests.builders.stores import VIEWS_KEY
from tests.ops.messages.receivers import MailServer, Receiver
from tests.ops.messages.world import OWNER, World

OPERATOR = Holder("operator", "operator")
ERROR = NotAccepted("it answers 500")
MANY = 40


def claim_in(world: World, *games: str) -> list[int]:
    seqs = []
    for world.game in games:
        seqs.append(world.claim("blue"))
    return seqs


def by_game(world: World, to: str) -> dict[str, list[int]]:
    seqs_of: dict[str, list[int]] = defaultdict(list)
    for data in (sentence["data"] for receiver, _, sentence in world.sent if receiver == to):
        seqs_of[data["game"]].append(data["record"])
    return seqs_of


def restart(world: World) -> None:
    world.service.close()
    world.service = Notifier(world.clerk, world.store, world.links, world._send)


@pytest.mark.parametrize("seed", range(3))
def test_each_message_comes_once_and_in_order_of_its_game_whatever_fails_and_whoever_is_killed(
    seed: int, world: World
) -> None:
    rng, arbiters = Random(seed), world.game
    games = [arbiters, world.open(), world.open()]
    for id in "abc":
        world.subscribe(OPERATOR, id, game="")
    world.subscribe_arbiter("revoked")
    world.fails = lambda subscription, sent: (
        ERROR if Random(f"{seed} {sent[0].id} {sent[0].attempts}").random() < 0.4 else None
    )
    claimed: dict[str, list[int]] = defaultdict(list)
    last = 0
    for step in range(40):
        game = rng.choice(games)
        claimed[game] += claim_in(world, game)
        if rng.random() < 0.5:
            world.settle()
        if rng.random() < 0.2:
            world.rewind(rng.randrange(world.store.position() + 1))
            restart(world)
        world.go_on(rng.randrange(600))
        if step == 20:
            world.settle()
            world.game, last = arbiters, len(world.sent)
            world.links.revoke(world.link(), world.clerk.clock(), OWNER)
    world.fails = lambda subscription, sent: None
    for _ in range(4):
        world.later(2)
        world.settle()
    assert len({id for _, id, _ in world.sent}) == len(world.sent)
    assert all(by_game(world, id) == claimed for id in "abc")
    assert "revoked" not in {to for to, _, _ in world.sent[last:]}
    assert world.subscription("revoked").state == "ended" and world.store.counts().waiting == 0


def test_a_message_that_fails_holds_back_those_of_its_game_alone(world: World) -> None:
    first, second = world.game, world.open()
    world.subscribe(OPERATOR, "hook", game="")
    world.fails = lambda subscription, sent: ERROR if sent[0].game == first else None
    held = claim_in(world, first, first)
    assert world.settle() == []
    others = claim_in(world, second, second)
    held += claim_in(world, first)
    world.settle()
    assert by_game(world, "hook") == {second: others}
    assert world.store.counts("hook").waiting == len(held)
    world.fails = lambda subscription, sent: None
    world.go_on(FIRST * 2)
    world.settle()
    assert by_game(world, "hook") == {first: held, second: others}


@pytest.mark.parametrize("asks", [None, 777])
def test_a_receiver_that_fails_again_and_again_or_asks_for_it_waits_as_a_whole(
    asks: float | None, world: World
) -> None:
    games = [world.game, *(world.open() for _ in range(FAILING + 1))]
    world.subscribe(OPERATOR, "hook", game="")
    world.failing["hook"] = NotAccepted("it answers 429", asks)
    claim_in(world, *games)
    world.settle()
    tried = FAILING if asks is None else 1
    assert (
        sum(delivery.attempts for delivery in world.store.deliveries("hook", 0, 9))
        == tried
        == world.subscription("hook").failures
    )
    before = world.subscription("hook").before
    assert before is not None
    world.failing.clear()
    world.go_on(int((before - world.clerk.clock()).total_seconds()) - 1)
    assert world.settle() == []
    world.go_on(FIRST)
    assert len(world.settle()) == len(games)
    assert (world.subscription("hook").failures, world.subscription("hook").before) == (0, None)


def test_pauses_double_from_half_a_minute_to_an_hour_for_about_three_days() -> None:
    pauses = [seconds_until_retry(n, None, Random(n)) for n in range(1, ATTEMPTS + 1)]
    assert pauses.pop() is None
    steps = [min(FIRST * 2**n, LONGEST) for n in range(ATTEMPTS - 1)]
    assert all(
        step <= (wait or 0) <= step * (1 + JITTER) for step, wait in zip(steps, pauses, strict=True)
    )
    assert 3 * 86_400 <= sum(steps) * (1 + JITTER / 2) < 4 * 86_400


def test_who_fails_for_days_is_parked_and_resumed_in_order_and_a_message_that_one_refuses_is_dropped(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retry_policy, "ATTEMPTS", 4)
    first, second = world.game, world.open()
    for id in ("fails", "picky"):
        world.subscribe(OPERATOR, id, game="")
    world.fails = lambda subscription, sent: (
        ERROR if subscription.id == "fails" or refused(sent[0]) else None
    )
    seqs = claim_in(world, first, first, first)

    def refused(delivery: Delivery) -> bool:
        return (delivery.game, delivery.record) == (first, seqs[0])

    for _ in range(4):
        claim_in(world, second)
        world.settle()
        world.later(1)
    world.settle()
    assert {id: world.subscription(id).state for id in ("fails", "picky")} == {
        "fails": "parked",
        "picky": "active",
    }
    assert by_game(world, "picky")[first] == seqs[1:]
    assert [
        (delivery.state, delivery.said)
        for delivery in world.store.deliveries("picky", 0, 9)
        if refused(delivery)
    ] == [("dropped", ERROR.said)]
    seqs += claim_in(world, first)  # while it is parked
    world.settle()
    assert (world.store.counts("fails").parked, world.subscription("fails").said) == (8, ERROR.said)
    world.fails = lambda subscription, sent: None
    world.store.resume("fails")
    world.settle()
    assert by_game(world, "fails")[first] == seqs


def test_receivers_that_hang_keep_nobody_else_waiting(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings.load({"GREFFE_NOTIFY_NETWORKS": "127.0.0.0/8"})
    world.service.close()
    sender = Sender(settings, Tokens("x"), lambda: datetime.now(UTC), b"x" * 32, seconds=600)
    world.service = Notifier(world.clerk, world.store, world.links, sender)
    monkeypatch.setattr(service, "SHARE", MANY)
    with Receiver() as there:
        for n in range(MANY + 1):
            world.subscribe(
                OPERATOR, f"slow-{n}", to=there.url(f"/slow/{n}"), secret="whsec_c2VjcmV0"
            )
        world.subscribe(
            Holder(OWNER, "organiser"), "quick", to=there.url("/quick"), secret="whsec_c2VjcmV0"
        )
        seqs = claim_in(world, world.game, world.game)

        def looked(until: Callable[[], bool]) -> bool:
            world.service.follow_and_send()
            return until()

        assert eventually(
            lambda: looked(lambda: len(there.taken()) == 2 and len(there.asked) == MANY + 2)
        )
        assert [(request.path, request.json["data"]["record"]) for request in there.taken()] == [
            ("/quick", seq) for seq in seqs
        ]
        assert len(there.asked) == MANY + 2, "no more of one key at once than its share"
        there.go.set()
        assert eventually(lambda: looked(lambda: len(there.distinct()) == 2 * (MANY + 2)))
        world.service.close()
    assert world.store.counts().delivered == len(there.taken()) == 2 * (MANY + 2)


@pytest.mark.parametrize("change", ["muted", "not of this kind", "ended"])
@pytest.mark.parametrize(
    "when", ["while it fails", "while one is under way", "while it is looked up"]
)
def test_what_is_not_wanted_any_more_is_not_sent(change: str, when: str, world: World) -> None:
    world.subscribe_arbiter("one")
    world.subscribe_seat("red", "other", about=("ruling",))

    def apply_change() -> None:
        if change == "ended":
            world.store.remove("one")
        else:
            world.mute_or_narrow("one", muted=change == "muted")

    first = world.claim("blue")
    if when == "while it fails":
        world.failing["one"] = ERROR
        world.settle()
        apply_change()
        world.failing.clear()
    elif when == "while one is under way":
        send = world.service._send

        def sending(subscription: Subscription, id: str, sent: Sequence[Delivery]) -> None:
            send(subscription, id, sent)
            apply_change()

        world.service._send = sending
        world.claim("blue")
    else:
        why_useless = world.service.why_useless
        world.service.why_useless = lambda subscription, sent: (
            why_useless(subscription, sent),
            apply_change(),
        )[0]  # type: ignore[func-returns-value, method-assign]
    world.settle()
    world.later(1)
    world.settle()
    assert by_game(world, "one") == (
        {world.game: [first]} if when == "while one is under way" else {}
    )
    states = {
        (delivery.state, delivery.said)
        for delivery in world.store.deliveries("one", 0, 9)
        if delivery.state != "delivered"
    }
    assert states == (set() if change == "ended" else {("dropped", service.UNWANTED)})


def test_of_two_senders_one_sends_and_the_other_goes_on_where_it_stopped(world: World) -> None:
    """Two machines share one store, and each has a sender. The one that has the lease sends until
    it ends."""
    holding, most = list[int](), list[int]()

    def sender(number: int, stop: Event) -> None:
        with closing(NotificationStore(world.store._place, VIEWS_KEY)) as store:
            lease = _leased(store, stop)
            if lease is not None:
                holding.append(number)
                Notifier(world.clerk, store, world.links, world._send).run(stop, lease.ring_mark)
                most.append(len(holding))
                holding.clear()
                lease.close()

    world.subscribe_arbiter()
    ends = [Event() for _ in range(4)]
    threads = [Thread(target=sender, args=each, daemon=True) for each in enumerate(ends)]
    seqs, left = list[int](), dict(enumerate(ends))
    for thread in threads:
        thread.start()
    while left:
        seqs += [world.claim("blue") for _ in range(3)]
        assert eventually(lambda: len(world.sent) == len(seqs))  # noqa: B023
        (now,) = holding
        left.pop(now).set()
        joined(threads[now])
    assert by_game(world, "arbiter") == {world.game: seqs}
    assert most == [1] * 4


def test_a_store_of_an_earlier_version_opens_with_its_subscriptions_and_all_that_waits(
    world: World,
) -> None:
    world.subscribe_arbiter()
    seats = {seat: world.subscribe_seat(seat) for seat in ("blue", "red")}
    seq = world.claim("blue")
    _, next = world.pass_turn()
    world.service.following.process_rows()
    at, (turn,) = millis(world.clerk.clock()), world.store.to_come(world.game)
    with world.store._writing() as db:
        db.execute("DELETE FROM deliveries WHERE about = 'turn'")
        for event in ("insert", "update") if isinstance(world.store._place, Path) else ():
            db.execute(f"DROP TRIGGER typed_deliveries_{event}")  # they name all columns
        for column in ("not_before", "place"):
            db.execute(f"ALTER TABLE deliveries DROP COLUMN {column}")
        values = (turn.subscription, turn.game, turn.body, turn.record, at, at + 30_000)
        db.execute(
            "INSERT INTO turns (subscription, game, data, record, since, due) VALUES (?, ?, ?, ?, "
            "?, ?)",
            values,
        )
    world.store.close()
    assert [world.subscription(seat).subscription for seat in seats] == list(seats.values())
    assert world.new_messages() == [("arbiter", "claim")] and by_game(world, "arbiter") == {
        world.game: [seq]
    }
    assert [(to, sentence["type"]) for to, _, sentence in world.settle_after_pause()] == [
        (next, "greffe.turn")
    ]
    with closing(NotificationStore(world.store._place, VIEWS_KEY)) as again:
        assert again.to_come(world.game) == () and again.counts() == world.store.counts()


CLAIMS = 40


@contextmanager
def deliverer(settings: Settings) -> Iterator[subprocess.Popen[bytes]]:
    env = {**os.environ, **settings.environment(), "GREFFE_LOG": "error"}
    process = subprocess.Popen([sys.executable, "-P", "-m", "ops.messages"], env=env)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE)


@slow("many kills; test_queue.py has restarts within one process")
@pytest.mark.sqlite
def test_through_kills_each_receiver_gets_each_message_once_and_in_order(tmp_path: Path) -> None:
    with Receiver() as hook, Receiver() as ntfy, MailServer() as mail:
        settings = Settings.load(
            {
                "GREFFE_DATA": str(tmp_path / "data"),
                "GREFFE_NOTIFY_NETWORKS": "127.0.0.0/8",
                "GREFFE_SMTP": f"smtp://127.0.0.1:{mail.port}",
                "GREFFE_MAIL_FROM": "greffe@club.example",
                "GREFFE_PUBLIC_URL": "https://club.example",
            }
        )
        data_folder.make_folder(settings.data)
        for file in (settings.key_file, settings.link_key_file):
            keys.read_or_make_key(file)
        key = keys.secret_key(settings.secret_key_file)
        data_folder.migrate_folder(settings)
        clerk = data_folder.open_clerk(settings)
        clock, store = clerk.clock, NotificationStore(settings.notifications, key)
        world = World(clerk, store)
        world.service.close()
        clerk.clock = clock
        secret = new_secret()
        world.subscribe(Holder("operator", "operator"), "hook", to=hook.url("/in"), secret=secret)
        world.subscribe(Holder("club", "organiser"), "ntfy", "ntfy", to=ntfy.url("/our-table"))
        world.subscribe(
            Holder("club2", "organiser"), "nobody", "ntfy", to="http://127.0.0.1:9/our-table"
        )
        world.subscribe(
            Holder("rival", "organiser", world.game), "mail", "mail", to="arbiter@club.example"
        )
        rng, seqs = Random(1), list[int]()
        while len(seqs) < CLAIMS:
            with deliverer(settings):
                before = len(hook.taken())
                seqs += [world.claim("blue") for _ in range(10)]
                assert eventually(lambda: len(hook.taken()) > before + rng.randrange(4))  # noqa: B023
        with deliverer(settings) as last:
            assert eventually(
                lambda: all(store.counts(id).delivered == CLAIMS for id in ("hook", "ntfy", "mail"))
            )
            last.send_signal(signal.SIGTERM)
            assert last.wait(60) == 0
        assert [
            Webhook(secret).verify(request.body, request.headers)["data"]["record"]
            for request in hook.distinct()
        ] == seqs
        letters = {letter.made["Message-ID"]: letter for letter in mail.letters}
        assert len(ntfy.distinct()) == len(letters) == CLAIMS
        letter = mail.letters[0]
        assert letter.to == ["arbiter@club.example"]
        assert letter.made["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert (
            letter.made["List-Unsubscribe"]
            .strip()
            .startswith("<https://greffe.example/notifications/stop/mail.")
        )
        assert world.game in str(letter.made.get_body(("plain",))) and world.game in str(
            letter.made.get_body(("html",))
        )
        store.close()
        clerk.close()
