"""What one shard of a service answers another: its own page of a list that somebody asks for there.

The address is no part of the API: it takes nothing but what a shard has signed (`api/access/shard_tokens.py`), and writes nothing
but what the link in an e-mail asks for, whose token the shard has read at which it was opened.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from flask import Blueprint, Response

from api.access.shard_tokens import HEADER
from api.http.body import asked
from api.problems.problem import Problem
from api.request.guard import OPEN
from api.request.responses import reply
from api.request.service import service
from api.request.shards import POSITION, Wanted
from api.request.tournaments import TOURNAMENTS, tournaments_here
from api.resources.admin.calendars import ROUNDS, RoundsWanted, rounds_here
from api.resources.admin.subscribing import DEED, HAS, STANDS, Asked, Deed, do_here, has_here, stand_here
from api.resources.library.campaigns import CAMPAIGNS, Fitting, campaigns_here
from api.resources.play.numbers import NAMES, TALLIES, called_here, tallies_here
from api.resources.play.search import GAMES, SITTERS, sitters_here, slice_here
from projections.search.query import Query

blueprint = Blueprint("shards", __name__)

PATH = "/shards/list"


@blueprint.post(PATH)
def list_for_shard() -> Response:
    """This shard's own page of a list, or what else another shard asks for."""
    body, found = asked().get_data(cache=False), service()
    if not found.access.shards.holds(asked().headers.get(HEADER, ""), body, found.clerk.clock().timestamp()):
        found.meter.count_failed(asked().remote_addr or "")
        raise Problem("unauthorized", headers={"WWW-Authenticate": 'Bearer realm="greffe"'})
    try:
        wanted = msgspec.json.decode(body, type=Wanted)
        answer = _LISTS[wanted.what](wanted)
    except (msgspec.DecodeError, KeyError):  # a shard with a newer program, which asks for what this one does not know
        raise Problem("bad-request") from None
    return reply(answer)


list_for_shard.rank = OPEN  # type: ignore[attr-defined]


def _games(wanted: Wanted) -> object:
    page = slice_here(msgspec.json.decode(wanted.of, type=Query), _below(wanted), wanted.limit)
    items = [(one.number, one.at, msgspec.Raw(one.shown)) for one in page.items]
    return items, page.after, page.total


def _campaigns(wanted: Wanted) -> object:
    return campaigns_here(msgspec.json.decode(wanted.of, type=Fitting), _below(wanted), wanted.limit)


def _tournaments(wanted: Wanted) -> object:
    return tournaments_here(msgspec.json.decode(wanted.of, type=str), _below(wanted), wanted.limit)


def _tallies(wanted: Wanted) -> object:
    return tallies_here(msgspec.json.decode(wanted.of, type=Query))


def _names(wanted: Wanted) -> object:
    return called_here(msgspec.json.decode(wanted.of, type=list[str]))


def _sitters(wanted: Wanted) -> object:
    return sitters_here(msgspec.json.decode(wanted.of, type=list[str]))


def _rounds(wanted: Wanted) -> object:
    return rounds_here(msgspec.json.decode(wanted.of, type=RoundsWanted))


def _position(wanted: Wanted) -> object:
    return service().clerk.recorder.max_notification_id() or 0


def _stands(wanted: Wanted) -> object:
    return stand_here(msgspec.json.decode(wanted.of, type=list[str]))


def _has(wanted: Wanted) -> object:
    return has_here(msgspec.json.decode(wanted.of, type=Asked))


def _deed(wanted: Wanted) -> object:
    return do_here(msgspec.json.decode(wanted.of, type=Deed))


def _below(wanted: Wanted) -> float:
    return float("inf") if wanted.below is None else wanted.below


_LISTS: dict[str, Callable[[Wanted], Any]] = {
    GAMES: _games,
    CAMPAIGNS: _campaigns,
    TOURNAMENTS: _tournaments,
    TALLIES: _tallies,
    NAMES: _names,
    SITTERS: _sitters,
    ROUNDS: _rounds,
    POSITION: _position,
    STANDS: _stands,
    HAS: _has,
    DEED: _deed,
}
"""What can be asked for."""
