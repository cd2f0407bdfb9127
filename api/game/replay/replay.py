"""The replay of a game: any position, drawn, with what led to it; it works without scripts, one address a position."""

from __future__ import annotations

import gzip
from urllib.parse import urlencode

import msgspec
from flask import Response, request

from api.game.forms.sheet import boards
from api.game.reading.entries import EntryReader
from api.game.record_lines import lines, turns
from api.game.replay.comparison import Comparison
from api.game.replay.frames import MOST, frame_of, frames
from api.game.replay.sharing import public_preview
from api.game.replay.turns import HAPPENED, by_turn, find_record, kinds_to_find, twigs
from api.game.request import audience_of
from api.web.body import invalid_parameters
from api.web.middleware import CSP
from api.web.pages.filters import as_of
from api.web.pages.pages import PART, POLICY, audiences, go, lang, needs, number_in, page, record_in_address, site
from api.web.request.caller import caller, may_read_words
from api.web.request.service import service
from domain.game.aggregate.game import Game
from domain.kernel.text import Text
from domain.titles.contract.ruleset import Audience
from domain.titles.contract.types import TALL
from projections.boards.json import summary_shape
from projections.boards.pictures import SHAPES

SPAN = 120
"""Records listed at a time."""

_encode = msgspec.json.Encoder().encode


@site.get("/games/<game>")
@needs("spectator")
def replay(game: str) -> Response:
    """A game at a position: the newest, or `?at=n`; seen as `?audience=`, compared with `?compare=m`."""
    clerk = service().clerk
    head = clerk.game(game)
    audience, at, other = _looking(head)
    now = _at(head, at)
    language = as_of(lang(), now)
    shapes = (TALL,) if other else SHAPES
    drawn = boards(now, audience, language, shapes, other)
    entry_reader = EntryReader(clerk, head, audience, at, words=may_read_words())
    first, last = _window(at, head.seq)
    stops = turns(head)
    return page(
        "game/replay/replay.html",
        game=summary_shape(head),
        head=head.seq,
        at=at,
        audience=audience,
        audiences=audiences(head),
        compare=other.seq if other else None,
        drawn=drawn,
        beside=boards(other, audience, language, shapes, now) if other else None,
        frame=frame_of(entry_reader, now, language, comparison=Comparison(other, audience, language) if other else None),
        listed=by_turn(head, lines(clerk, head, audience, language, first, last), stops, language),
        twigs=twigs(caller(), head),
        kinds=kinds_to_find(head, language),
        happened=HAPPENED,
        preview=public_preview(head, at),
        nothing_found=request.args.get("found") == "none",
        first=first,
        last=last,
        turns=stops,
        acting=head.history.seats[stops[-1] - 1],
        previous_turn=max((stop for stop in stops if stop < at), default=1),
        next_turn=min((stop for stop in stops if stop > at), default=head.seq),
    )


@site.get("/games/<game>/frames")
@needs("spectator")
def show_frames(game: str) -> Response:
    """Positions from `?first=` to `?last=`, at most 64, for the scrubber, in the `?shape=` that it shows; what they show of the
    past stays as it is."""
    clerk = service().clerk
    head = clerk.game(game)
    audience, _, other = _looking(head)
    first = record_in_address("first", 1, head.seq)
    last = min(record_in_address("last", head.seq, head.seq), first + MOST - 1)
    shape = next((known for known in SHAPES if known == request.args.get("shape")), TALL)
    made = frames(clerk, head, audience, lang(), first, last, other, shape)
    data, headers = _encode({"game": head.id, "head": head.seq, "frames": made}), {"Cache-Control": "no-store", CSP: POLICY}
    headers["Vary"] = "Accept-Encoding"
    if request.accept_encodings["gzip"] > 0:
        data, headers["Content-Encoding"] = gzip.compress(data, 1, mtime=0), "gzip"
    return Response(data, 200, headers, content_type="application/json")


@site.get("/games/<game>/trail")
@needs("spectator")
def show_lines(game: str) -> Response:
    """Lines of the record from `?first=` to `?last=`, at most 240, as the replay lists them."""
    clerk = service().clerk
    head = clerk.game(game)
    audience, _, _ = _looking(head)
    first = record_in_address("first", 1, head.seq)
    last = min(record_in_address("last", head.seq, head.seq), first + 2 * SPAN - 1)
    return page(
        "game/replay/lines.html",
        listed=by_turn(head, lines(clerk, head, audience, lang(), first, last), turns(head), lang()),
        twigs=twigs(caller(), head),
        game=summary_shape(head),
        at=0,
        audience=audience,
    )


@site.get("/games/<game>/jump")
@needs("spectator")
def jump(game: str) -> Response:
    """On to the turn `?turn=`, or to the record nearest to `?at=` at which `?seat=` acted and `?what=` happened, the next one or,
    with `?back=1`, the last one before. Scripts get the position as JSON, null where there is none."""
    head = service().clerk.game(game)
    audience, at, _ = _looking(head)
    stops, turn = turns(head), request.args.get("turn", "")
    if turn:
        number = 0 if turn == "0" else number_in(turn) or -1
        if not 0 <= number < len(stops):
            raise invalid_parameters({"turn": Text("This game has turns 1 to {last}.", last=len(stops) - 1)})
        found: int | None = stops[number]
    else:
        seat, what, back = (request.args.get(name, "") for name in ("seat", "what", "back"))
        found = find_record(head, audience, at, seat, what, back=bool(back))
    if request.headers.get(PART):
        return Response(_encode({"at": found}), 200, {"Cache-Control": "no-store"}, content_type="application/json")
    kept = {name: value for name in ("audience", "compare", "study") if (value := request.args.get(name, ""))}
    return go(f"/games/{game}?{urlencode({**kept, 'at': found or at, **({} if found else {'found': 'none'})})}")


def _looking(head: Game) -> tuple[Audience, int, Game | None]:
    """As whom, at which position and compared with which one a page is asked for."""
    audience = audience_of(head, request.args.get("audience", ""))
    at = record_in_address("at", head.seq, head.seq)
    compare = record_in_address("compare", 0, head.seq)
    return audience, at, _at(head, compare) if compare else None


def _at(head: Game, seq: int) -> Game:
    return Game(head.history, head.checks, seq)


def _window(at: int, head: int) -> tuple[int, int]:
    """The records listed around a position."""
    first = max(1, min(at - SPAN // 2, head - SPAN + 1))
    return first, min(head, first + SPAN - 1)
