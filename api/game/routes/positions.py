"""Positions: the board and the score at any record, what may be done now, what changed between two
records."""

from typing import Annotated

from flask import Response
from msgspec import Meta, Struct, to_builtins

from api.game.request import audience_at, audience_of, grew_in_sight
from api.game.schemas.games import Diff, Family, LegalAt, Offer, SeatLegal
from api.web.access.caller import Caller
from api.web.body import invalid_parameters
from api.web.problems.problem import Problem
from api.web.request.blueprint import ETAG, Blueprint
from api.web.request.caller import caller
from api.web.request.parameters import At, Who
from api.web.request.responses import etag, read, unchanged
from api.web.request.service import Service, service
from domain.game.aggregate import diff
from domain.game.aggregate.game import Game
from domain.game.aggregate.visibility import keeps_secrets
from domain.kernel.refusals import NoSuchPosition
from domain.kernel.text import Text
from domain.titles.contract.ruleset import PUBLIC, Audience
from projections.boards.json import board_shape, encode, score_shape

blueprint = Blueprint(
    "positions", __name__, description="Positions: board, score, what is legal, what changed."
)


class Position(Struct, frozen=True, forbid_unknown_fields=True):
    """Which position."""

    at: At = None


class View(Struct, frozen=True, forbid_unknown_fields=True):
    """Which position, seen by whom."""

    at: At = None
    audience: Who = ""


class Seat(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose actions; those of every seat that is to act, without it."""

    seat: Annotated[str, Meta(description="A seat's id.")] = ""


class Between(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    rename={"from_seq": "from", "to_seq": "to", "other": "with"},
):
    """Which two positions, seen by whom."""

    from_seq: Annotated[int, Meta(description="The record before.")] = 1
    to_seq: Annotated[int | None, Meta(description="The record after; the newest without it.")] = (
        None
    )
    other: Annotated[
        str,
        Meta(
            description="The game that `to` is of, one of the same title: a branch of this one, "
            "or any of the caller's."
        ),
    ] = ""
    audience: Who = ""


def position_tag(
    service: Service, game: str, asked: View | Position, seq: int, audience: Audience = PUBLIC
) -> str:
    """The ETag of what is seen of a position. How far a past one can be believed is found out by
    later records, which may vouch for it or differ from it: then it is another answer."""
    if asked.at is None:
        return etag(seq, audience)
    fidelity = service.clerk.game(game, seq).fidelity
    return etag(
        seq, audience if fidelity == "unverified" else f"{audience}.{fidelity.replace(' ', '-')}"
    )


def stands_at(service: Service, game: str, at: int | None) -> int:
    """The seq a reader asks about, which the game has; raises `UnknownGame`, `NoSuchPosition`."""
    newest = service.newest(game)
    if at is None:
        return newest
    if not 1 <= at <= newest:
        raise NoSuchPosition(at, newest)
    return at


@blueprint.route("/games/<game>/board")
@blueprint.needs("spectator")
@blueprint.asks(View)
@blueprint.reads
@blueprint.answers(200, "BoardAt", headers=ETAG)
@blueprint.refuses("no-such-position")
def show_board(asked: View, game: str) -> Response:
    """Show the board at a position, as an audience may see it."""
    found, _who = service(), caller()
    seq = stands_at(found, game, asked.at)
    audience = audience_at(game, seq, asked.audience)
    tag = position_tag(found, game, asked, seq, audience)
    return unchanged(tag) or read(
        found.view(lambda views: views.board(game, audience), seq)
        or encode(board_shape(found.clerk.game(game, seq), audience)),
        tag,
    )


@blueprint.route("/games/<game>/score")
@blueprint.needs("spectator")
@blueprint.asks(Position)
@blueprint.reads
@blueprint.answers(200, "ScoreAt", headers=ETAG)
@blueprint.refuses("no-such-position")
def show_score(asked: Position, game: str) -> Response:
    """Show the points at a position, seat by seat with what they are made of."""
    found = service()
    seq = stands_at(found, game, asked.at)
    tag = position_tag(found, game, asked, seq)
    return unchanged(tag) or read(
        found.view(lambda views: views.score(game), seq)
        or encode(score_shape(found.clerk.game(game, seq))),
        tag,
    )


@blueprint.route("/games/<game>/legal")
@blueprint.needs("spectator")
@blueprint.asks(Seat)
@blueprint.reads
@blueprint.answers(200, "LegalAt", headers=ETAG)
def show_legal(asked: Seat, game: str) -> Response:
    """List what may be done now: actions that can be posted as they are, and templates where there
    are too many to list.

    While the board hides something, what a seat may do is shown to those alone who may look as this
    seat.
    """
    now, who = service().clerk.game(game), caller()
    seats: tuple[str, ...] = now.setting.seats
    if asked.seat and asked.seat not in seats:
        there = ", ".join(seats)
        raise invalid_parameters(
            {
                "seat": Text(
                    "There is no seat {seat}: there are {there}.", seat=asked.seat, there=there
                )
            }
        )
    to_act = now.to_act
    shown_seats = (asked.seat,) if asked.seat else to_act
    tag = etag(now.seq)
    if keeps_secrets(now.rules):
        shown_seats = tuple(
            audience_of(now, seat)
            for seat in shown_seats
            if asked.seat or who.at_least("arbiter") or seat in who.seats
        )
        tag = etag(now.seq, "+".join(shown_seats))
    return unchanged(tag) or read(
        LegalAt(game, now.seq, tuple(_legal(now, seat, seat in to_act) for seat in shown_seats)),
        tag,
    )


def _legal(now: Game, seat: str, may: bool) -> SeatLegal:
    name = now.setting.name(seat)
    if not may:
        return SeatLegal(seat, name, (), ())
    legal = now.rules.legal(now.board, seat)
    return SeatLegal(
        seat,
        name,
        tuple(Offer(choice.action, choice.label) for choice in legal.choices),
        tuple(Family(t.type, t.label, t.fields, t.example) for t in legal.templates),
    )


@blueprint.route("/games/<game>/diff")
@blueprint.needs("spectator")
@blueprint.asks(Between)
@blueprint.reads
@blueprint.answers(200, "Diff", headers=ETAG)
@blueprint.refuses("no-such-position", "other-title", "not-covered")
def show_diff(asked: Between, game: str) -> Response:
    """Show what changed in an audience's view between two positions of a title, place by place,
    across games too.

    With a link, `with` names a branch of its game; where the title keeps secrets, a seat looks at
    both as the public.
    """
    clerk = service().clerk
    before = clerk.game(game, asked.from_seq)
    if asked.other and not may_compare(asked.other, game):
        raise Problem("not-covered")
    after = clerk.game(asked.other or game, asked.to_seq)
    if after.rules.id != before.rules.id:
        one, two = before.rules.about.title, after.rules.about.title
        text = Text(
            "Game {id} is {one}, game {other} is {two}.",
            id=before.id,
            one=one,
            other=after.id,
            two=two,
        )
        raise Problem("other-title", text)
    audience = compared_as(before, after, asked.audience)
    tag = etag(after.seq, f"{audience}.{before.seq}.{after.id}" if asked.other else audience)
    views = [to_builtins(g.rules.view(g.board, audience)) for g in (before, after)]
    answer = Diff(
        game, before.seq, after.seq, audience, tuple(diff.changes(*views)), asked.other or game
    )
    return unchanged(tag) or read(answer, tag)


def may_compare(other: str, game: str) -> bool:
    """Whether the caller, whose game this is, may look at another one beside it: any of theirs, or
    a branch that grew from it."""
    who = caller()
    if who.role == "operator" or other == game:
        return True
    return grew_in_sight(who, other, game) if who.game else service().owns(who.id, other, "game")


def compared_as(before: Game, after: Game, wanted: str) -> Audience:
    """As whom the caller looks at both positions. In another game the seats of a link are somebody
    else's: there it is the public, if the title keeps secrets."""
    who = caller()
    if before.id != after.id and who.role == "seat" and keeps_secrets(after.rules):
        who = Caller(who.id, who.role, who.game)
    return audience_of(after, audience_of(before, wanted, who), who)
