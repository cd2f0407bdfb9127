"""Who subscribes: the use cases of subscriptions, for the API and the pages, over all shards where there are several."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from api.access.caller import Caller
from api.access.holders import holder_of
from api.http.body import invalid
from api.problems.problem import Problem, language
from api.request.current import caller
from api.request.service import service
from api.request.shards import answers_elsewhere, away, positions_elsewhere
from domain.errors import HomeElsewhere, HomeMoves
from domain.rules.catalogs.faults import Fault
from domain.rules.text import LANGS, Text
from projections.notifications import webhook
from projections.notifications.addresses import fault
from projections.notifications.messages import plain
from projections.notifications.subscriptions import (
    ABOUT,
    PERSONAL,
    About,
    Counts,
    Digest,
    Holder,
    Quiet,
    Subscription,
    SubscriptionAt,
    SubscriptionState,
    SubscriptionStore,
    Way,
)
from projections.notifications.times import zone

OF_LINK, OF_KEY = 10, 200
"""Subscriptions that one link, and one key, can have at most."""

STANDS, HAS, DEED = "subscription-stands", "subscription-has", "subscription-deed"
"""What shards call these among each other."""

DONE, MOVES, UNKNOWN = "done", "moves", ""
"""What a shard answers to a deed."""

_BROWSER = re.compile(r"B[A-Za-z0-9_-]{86}\.[A-Za-z0-9_-]{22}")
"""A point of P-256 that is not compressed, and 16 bytes, in base64 as the web has it."""


class Preferences(Struct, frozen=True, forbid_unknown_fields=True):
    """What is told, and when not."""

    about: Annotated[tuple[About, ...], Meta(description="What of; everything without it.", min_length=1, max_length=16)] = ABOUT
    language: Annotated[str, Meta(description="The language of messages to people; without it, yours.", max_length=16)] = ""
    quiet: Annotated[Quiet | None, Meta(description="Hours in which nothing is sent; it is sent after them.")] = None
    digest: Annotated[
        Digest | None, Meta(description="Everything of a day in one message, for ways to a person; of several shards, one of each.")
    ] = None
    muted: Annotated[bool, Meta(description="Whether nothing is told for now.")] = False


class Subscribe(Preferences, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Somebody wants to be told."""

    way: Annotated[Way, Meta(description="How.")]
    to: Annotated[str, Meta(description="An address of that way: https://…, or an e-mail address.", max_length=500)]
    token: Annotated[
        str,
        Meta(
            description="ntfy's access token, if it needs one; a browser's keys, `p256dh.auth`.",
            pattern="^[!-~]*$",
            max_length=200,
        ),
    ] = ""


class Stands(Struct, frozen=True, array_like=True):
    """How a subscription to all games stands at one shard."""

    id: str
    state: SubscriptionState
    failures: int
    said: str
    before: datetime | None
    counts: Counts


class Asked(Struct, frozen=True, array_like=True):
    """Whether a shard has a subscription that this holder may see; without a holder, the operator asks."""

    id: str
    holder: Holder | None


class Deed(Struct, frozen=True, array_like=True):
    """What the link in an e-mail asks for, once its token was read."""

    deed: Literal["confirm", "stop"]
    id: str


class Overall(NamedTuple):
    """A subscription as it stands at all shards, how many of its messages stand how, and the shards that did not say."""

    at: SubscriptionAt
    counts: Counts
    missing: tuple[str, ...] = ()


def subscription_store() -> SubscriptionStore:
    """The store of subscriptions; raises `notifications-off` where this service has none."""
    found = service().subscriptions
    if found is None:
        raise Problem("notifications-off")
    return found


def is_own(who: Caller, at: SubscriptionAt) -> bool:
    """Whether somebody asks with the key or link that a subscription was made with."""
    return at.subscription.holder == holder_of(who)


def may_see(who: Caller, at: SubscriptionAt) -> bool:
    """Whether a subscription is shown to somebody: their own, or to the operator."""
    return is_own(who, at) or who.at_least("operator")


def find(id: str) -> SubscriptionAt:
    """A subscription that the caller may see; raises `unknown-subscription`, and `HomeElsewhere` where another shard has it."""
    at = subscription_store().find(id)
    if at is None and subscription_store().moving(id):
        raise HomeMoves
    if at is None and service().others is not None:
        who = caller()
        answers = answers_elsewhere(HAS, Asked(id, None if who.at_least("operator") else holder_of(who)), bool)
        for shard, has in answers.items():
            if has:
                raise HomeElsewhere(id, shard)
    if at is None or not may_see(caller(), at):
        raise Problem("unknown-subscription")
    return at


def refused(text: Text) -> Problem:
    """The problem of a subscription that cannot be."""
    return Problem("subscription-refused", text)


def confirmed(token: str) -> str:
    """Confirm a subscription by the token of its e-mail, at whichever shard it is; answers its id. Raises `unknown-subscription`,
    `HomeMoves` and `shard-away`."""
    id = service().tokens.read("confirm", token)
    if not id or not _done("confirm", id):
        raise Problem("unknown-subscription")
    return id


def stopped(token: str) -> None:
    """End a subscription by the token of one of its e-mails, at whichever shard it is; again changes nothing. Raises
    `unknown-subscription` for what is no token, `HomeMoves` and `shard-away`."""
    id = service().tokens.read("stop", token)
    if not id:
        raise Problem("unknown-subscription")
    _done("stop", id)


def subscribe(wanted: Subscribe, game: str, request: str, *, tournament: bool = False) -> SubscriptionAt:
    """Make a subscription for the caller, or find the one that the same request made before. Raises `invalid-fields` and
    `subscription-refused`."""
    found, store, holder = service(), subscription_store(), holder_of(caller())
    found.need_here({"tournament" if tournament else "game": game} if game else {}, "POST")
    id = hashlib.sha256(f"{found.tokens.token('stop', holder.id)}\n{request}".encode()).hexdigest()[:20]
    before = store.find(id)
    if before is None and store.moving(id):
        raise HomeMoves
    if before is not None:
        if (before.subscription.way, before.subscription.to, before.subscription.game) != (wanted.way, wanted.to, game):
            raise Problem("key-reused")
        return before
    need_good(wanted, wanted.way)
    if wrong := fault(wanted.way, wanted.to, plain=found.plain):
        raise invalid((Fault("/to", wrong),))
    if wanted.way == "push" and _BROWSER.fullmatch(wanted.token) is None:
        raise invalid((Fault("/token", Text("These are no keys of a browser: p256dh and auth, with a full stop between them.")),))
    _need_room(store.all(), wanted, holder.id, game)
    now = found.clerk.clock()
    one = Subscription(
        id,
        holder,
        wanted.way,
        wanted.to,
        after=found.clerk.recorder.max_notification_id() or 0,
        at=now,
        game=game,
        tournament=tournament,
        base=found.address,
        secret=webhook.new_secret() if wanted.way == "webhook" else "",
        token=wanted.token,
    )
    one = preferring(one, wanted)
    store.add(one, confirmed=wanted.way != "mail", elsewhere={} if game else positions_elsewhere())
    if wanted.way == "mail":
        queue_plain(one, "confirm", "confirm", one.base + found.tokens.confirm_page(one.id))
    return store.find(id) or SubscriptionAt(one, "active")


def rotated(id: str, request: str) -> SubscriptionAt:
    """Change the secret of a webhook; the same request sent again finds the secret that it made. Raises `subscription-refused`."""
    at = find(id)
    if at.subscription.way != "webhook":
        raise refused(Text("Only webhooks are signed."))
    if not is_own(caller(), at):
        raise refused(Text("Whoever subscribed changes the secret: nobody else is to know it."))
    if at.subscription.rotated == request:
        return at
    one, now = at.subscription, service().clerk.clock()
    changed = replace(one, secret=webhook.new_secret(), before=one.secret, before_until=now + webhook.BOTH, rotated=request)
    subscription_store().change(changed)
    return find(id)


def queue_plain(one: Subscription, kind: str, request: str, link: str) -> str:
    """Queue a test or the asking for a confirmation; answers the message's id."""
    now = service().clerk.clock()
    id = "msg_" + hashlib.sha256(f"{one.id}\n{request}".encode()).hexdigest()[:32]
    subscription_store().put(one.id, id, kind, msgspec.json.encode(plain(kind, now, link)), now)
    return id


# -- over all shards ---------------------------------------------------------------------------------------------------


def overall(found: Sequence[SubscriptionAt]) -> list[Overall]:
    """How subscriptions stand: one to all games at all shards, since each sends for itself and has failures of its own."""
    store = subscription_store()
    here = [Overall(at, store.counts(at.subscription.id)) for at in found]
    ids = [at.subscription.id for at in found if at.subscription.everywhere]
    if not ids or service().others is None:
        return here
    answers = answers_elsewhere(STANDS, ids, list[Stands])
    missing = tuple(sorted(shard for shard, answer in answers.items() if answer is None))
    there: dict[str, list[Stands]] = {}
    for answer in answers.values():
        for one in answer or ():
            there.setdefault(one.id, []).append(one)
    return [_summed(one, there.get(one.at.subscription.id, ()), missing) if one.at.subscription.everywhere else one for one in here]


def _summed(here: Overall, there: Iterable[Stands], missing: tuple[str, ...]) -> Overall:
    at, counts = here.at, here.counts
    for one in there:
        counts = Counts(*(a + b for a, b in zip(msgspec.structs.astuple(counts), msgspec.structs.astuple(one.counts), strict=True)))
        if at.state in ("active", "parked") and (one.state == "parked", one.failures) > (at.state == "parked", at.failures):
            at = SubscriptionAt(at.subscription, one.state, one.failures, one.said, one.before)
    return Overall(at, counts, missing)


def stand_here(ids: Sequence[str]) -> list[Stands]:
    """How subscriptions to all games stand at this shard."""
    store, wanted = subscription_store(), set(ids)
    found = (at for at in store.all() if at.subscription.id in wanted)
    return [Stands(at.subscription.id, at.state, at.failures, at.said, at.before, store.counts(at.subscription.id)) for at in found]


def has_here(asked: Asked) -> bool:
    """Whether this shard has a subscription that somebody may see."""
    at = subscription_store().find(asked.id)
    return at is not None and asked.holder in (None, at.subscription.holder)


def do_here(wanted: Deed, *, asking: bool = False) -> str:
    """Confirm or end a subscription of this shard; one that is being moved is not touched. With `asking` the other shards are asked
    how far they are: it may be one to all games."""
    store = subscription_store()
    if store.moving(wanted.id):
        return MOVES
    if wanted.deed == "stop":
        return DONE if store.remove(wanted.id) else UNKNOWN
    at = store.find(wanted.id)
    of_all = asking and (at is None or at.subscription.everywhere)
    return DONE if store.confirm(wanted.id, positions_elsewhere() if of_all else {}) else UNKNOWN


def _done(deed: Literal["confirm", "stop"], id: str) -> bool:
    """Confirm or end a subscription, at whichever shard it is; whether there is one. Raises `HomeMoves` while it is moved, and
    `shard-away` where nobody who answers has it and not all do."""
    wanted = Deed(deed, id)
    said = do_here(wanted, asking=True)
    if said == UNKNOWN and service().others is not None:
        answers = answers_elsewhere(DEED, wanted, str)
        missing = sorted(shard for shard, answer in answers.items() if answer is None)
        if missing and not any(answers.values()):
            raise away(missing)
        said = next(filter(None, answers.values()), UNKNOWN)
    if said == MOVES:
        raise HomeMoves
    return said == DONE


# -- inside ---------------------------------------------------------------------------------------------------------------


def preferring(one: Subscription, wanted: Preferences) -> Subscription:
    """A subscription that tells what is wanted now."""
    return replace(
        one,
        about=tuple(dict.fromkeys(wanted.about)),
        language=wanted.language or language(),
        quiet=wanted.quiet,
        digest=wanted.digest,
        muted=wanted.muted,
    )


def need_good(wanted: Preferences, way: Way) -> None:
    """Raise `invalid-fields` for a language or a time zone that there is not, and a digest for no person."""
    faults = []
    if wanted.language and wanted.language not in LANGS:
        faults.append(Fault("/language", Text("There is no such language here: there are {langs}.", langs=", ".join(LANGS))))
    for pointer, named in (("/quiet/zone", wanted.quiet), ("/digest/zone", wanted.digest)):
        if named is not None and zone(named.zone) is None:
            faults.append(Fault(pointer, Text("There is no such time zone: give one such as Europe/Paris.")))
    if wanted.digest is not None and way not in PERSONAL:
        faults.append(Fault("/digest", Text("A digest is for a person: by e-mail, ntfy or a browser.")))
    if faults:
        raise invalid(tuple(faults))


def _need_room(there: tuple[SubscriptionAt, ...], wanted: Subscribe, holder: str, game: str) -> None:
    """Raise `subscription-refused` where there are enough already, or where e-mail cannot be sent or waits for a confirmation."""
    mine = [at.subscription for at in there if at.subscription.holder.id == holder and at.state != "ended"]
    most = OF_LINK if caller().game or caller().hall else OF_KEY
    if len(mine) >= most:
        raise refused(Text("There are {most} subscriptions with this key or link already: end one first.", most=most))
    if any((one.way, one.to, one.game) == (wanted.way, wanted.to, game) for one in mine):
        raise refused(Text("This address is told of it already."))
    if wanted.way == "push" and not service().push_key:
        raise refused(Text("This service cannot call browsers."))
    if wanted.way == "mail":
        if not service().mails:
            raise refused(Text("This service sends no e-mail: its operator names a mail server with GREFFE_SMTP."))
        asked_before = (at for at in there if at.state == "unconfirmed" and at.subscription.to.casefold() == wanted.to.casefold())
        if any(asked_before):
            raise refused(Text("This address was asked to confirm already: open the link in that e-mail."))
