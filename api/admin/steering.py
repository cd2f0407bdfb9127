"""The followers of a service, as its operator steers them: here and by `greffe projections`."""

from __future__ import annotations

from domain.game.clerk.clerk import Clerk
from domain.kernel.log import LogBook
from projections.messages import subscriptions
from projections.messages.subscriptions import SubscriptionStore
from projections.read.views import Views
from projections.steering import Name, Source, Steering


def steering_of(clerk: Clerk, views: Views | None, book: LogBook | None, store: SubscriptionStore | None) -> Steering:
    """Those that a service has."""
    sources: dict[Name, Source] = {}
    if views is not None:
        sources["views"] = views.source()
    if book is not None:
        sources["log"] = Source(lambda: book.standing().position)
    if store is not None:
        sources["messages"] = subscriptions.source(store, clerk.recorder, clerk.key_values)
    return Steering(clerk.recorder, clerk.key_values, clerk.clock, sources)
