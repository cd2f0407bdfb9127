"""A game with subscribers at its seats, and the messages they get: the whole service, apart from
the network."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from itertools import count
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from api.game.links import link_id
from api.web.access.caller import Group
from api.web.access.keys import make_key
from api.web.access.links import Link, Links
from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Opening, Order
from domain.game.record.records import UMPIRE
from domain.game.rulings.use_cases import Rulings
from domain.game.undo.use_cases import Consents
from ops.messages.retry_policy import NotAccepted
from ops.messages.service import Notifier
from ops.messages.store import NotificationStore
from projections.messages.subscriptions import Delivery, Holder, Subscription, SubscriptionAt, Way
from tests.builders.servers import eventually
from tests.builders.stores import FakeClock

SECRET = "what signs links in these tests"
OWNER, RIVAL = "club", "rival"
_numbers = count(1)


class World:
    """One game of Training Grounds, opened with a club's key, and a service whose messages go to a
    list, or fail if the test says so."""

    def __init__(self, clerk: Clerk, store: NotificationStore) -> None:
        self.clerk, self.store = clerk, store
        clerk.clock = FakeClock()
        self.links = Links(clerk.key_values, SECRET)
        clerk.link_of = partial(link_id, self.links)
        for owner in (OWNER, RIVAL):
            make_key(clerk.key_values, "organiser", owner, clerk.clock(), owner)
        self.sent: list[tuple[str, str, dict[str, Any]]] = []
        self.failing: dict[str, NotAccepted] = {}
        self.fails: Callable[[Subscription, Sequence[Delivery]], NotAccepted | None] = (
            lambda subscription, _: self.failing.get(subscription.id)
        )
        self.service = Notifier(clerk, store, self.links, self._send)
        self.game = self.open()

    def open(self, **fields: Any) -> str:
        return self.clerk.open_game(
            Opening(ruleset="northgard-training", **fields), OWNER, f"open-{next(_numbers)}"
        ).state.id

    def _send(self, subscription: Subscription, id: str, sent: Sequence[Delivery]) -> None:
        if (why := self.fails(subscription, sent)) is not None:
            raise why
        self.sent += [(subscription.id, id, msgspec.json.decode(each.body)) for each in sent]

    def link(self, *seats: str) -> Link:
        role = "seat" if seats else "arbiter"
        return Link(
            link_id(self.links, self.game, seats[0] if seats else UMPIRE), self.game, role, seats
        )  # type: ignore[arg-type]

    def holder_of(self, link: Link) -> Holder:
        owner, tag = (link.group.owner, link.group.tag) if link.group else ("", "")
        return Holder(link.id, link.role, link.to, link.speaks_for, owner, tag)

    def subscribe(
        self, holder: Holder, id: str, way: Way = "webhook", game: str | None = None, **fields: Any
    ) -> Subscription:
        """Subscribe to this game, to another, or with `game=""` to everything that the holder's key
        covers."""
        after = self.clerk.recorder.max_notification_id() or 0
        where = self.game if game is None else game
        to = fields.pop("to", f"https://{id}.example/hook")
        subscription = Subscription(
            id,
            holder,
            way,
            to,
            after,
            self.clerk.clock(),
            where,
            base="https://greffe.example",
            **fields,
        )
        self.store.add(subscription, confirmed=True)
        return subscription

    def subscribe_seat(
        self, seat: str, id: str = "", way: Way = "webhook", **fields: Any
    ) -> Subscription:
        return self.subscribe(self.holder_of(self.link(seat)), id or seat, way, **fields)

    def mute_or_narrow(self, id: str, *, muted: bool) -> None:
        subscription = self.subscription(id).subscription
        self.store.change(
            replace(subscription, muted=True) if muted else replace(subscription, about=("ended",))
        )

    def mail_subscription(self, id: str) -> Subscription:
        return Subscription(
            id, Holder("operator", "operator"), "mail", f"{id}@club.example", 0, self.clerk.clock()
        )

    def subscribe_arbiter(self, id: str = "arbiter", **fields: Any) -> Subscription:
        return self.subscribe(self.holder_of(self.link()), id, **fields)

    def hall_link(self, tag: str) -> Link:
        link = Link("", "", "arbiter", group=Group(OWNER, tag))
        return self.links.issue(link, self.clerk.clock(), OWNER, tag, tag).link

    def subscription(self, id: str) -> SubscriptionAt:
        subscription = self.store.find(id)
        assert subscription is not None
        return subscription

    # -- playing -----------------------------------------------------------------------------------

    @property
    def now(self) -> Game:
        return self.clerk.game(self.game)

    def order(self, actor: str) -> Order:
        return Order(self.game, self.now.seq, actor, f"key-{next(_numbers)}")

    def act(self, actor: str = "") -> str:
        game = self.now
        seat = game.to_act[0]
        action = game.rules.sample(game.board, seat, Random(game.seq))
        assert action is not None
        self.clerk.act(self.order(actor or link_id(self.links, self.game, seat)), seat, action)
        return seat

    def pass_turn(self) -> tuple[str, str]:
        before = self.now.to_act[0]
        while self.now.to_act[0] == before:
            self.act()
        return before, self.now.to_act[0]

    def claim(self, seat: str) -> int:
        order = self.order(link_id(self.links, self.game, seat))
        return (
            Rulings(self.clerk).claim(order, seat, 1, "a word that nobody else may read").record.seq
        )

    def ask_back(self, seat: str) -> None:
        step = self.now.step
        assert step is not None
        Consents(self.clerk).ask(self.order(link_id(self.links, self.game, seat)), seat, step.seq)

    def damage(self, game: str) -> None:
        with self.clerk.recorder._connections.writing() as db:  # type: ignore[attr-defined]  # of the store's own file
            db.execute(
                "INSERT INTO records (originator_id, originator_version, topic, state) VALUES (?, "
                "2, 'ActionTaken', x'00')",
                (game,),
            )

    def rewind(self, position: int) -> None:
        with self.store._writing() as db:
            db.execute("UPDATE outbox SET position = ?", (position,))

    def set_failures(self, subscription: str, failures: int) -> None:
        with self.store._writing() as db:
            db.execute(
                "UPDATE subscriptions SET failures = ? WHERE id = ?", (failures, subscription)
            )
            db.execute("UPDATE outbox SET changed = changed + 1")

    # -- the service -------------------------------------------------------------------------------

    def go_on(self, seconds: int) -> None:
        self.clerk.clock.go_on(seconds)

    def settle(self) -> list[tuple[str, str, dict[str, Any]]]:
        """Follow the record and send messages until nothing is left to do now. Returns the messages
        sent meanwhile."""
        before = len(self.sent)
        for _ in range(3):
            while self.service.follow_and_send():
                pass
            assert eventually(lambda: not self.service.busy)
        return self.sent[before:]

    def settle_after_pause(self) -> list[tuple[str, str, dict[str, Any]]]:
        self.settle()
        self.go_on(40)
        return self.settle()

    def new_messages(self) -> list[tuple[str, str]]:
        return [(to, sentence["type"].removeprefix("greffe.")) for to, _, sentence in self.settle()]

    def messages(self) -> list[tuple[str, str]]:
        return [(to, sentence["type"].removeprefix("greffe.")) for to, _, sentence in self.sent]

    def later(self, hours: float) -> None:
        self.go_on(int(timedelta(hours=hours).total_seconds()))
