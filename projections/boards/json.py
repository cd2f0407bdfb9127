"""A game as JSON for readers: its board for an audience, its score, its summary.

Pure functions of the game's records: no clock, no store, no order of a set. The API serves these
shapes from a folded game and the follower keeps them in Redis, with the same `encode`, so that both
answers are the same bytes. A change here changes what Redis holds: the follower notices and builds
its views anew (`projections/boards/code_digest.py`).
"""

from typing import Any

import msgspec

from domain.game.aggregate.clocks import clocks_of
from domain.game.aggregate.game import Game, in_points
from domain.game.aggregate.proceedings import waits_for
from domain.game.aggregate.waiting import signers, turn_since
from domain.game.undo.conditions import open_requests
from domain.kernel.amounts import exact, plain
from domain.titles.contract.catalogs.catalog import Catalog
from domain.titles.contract.ruleset import ARBITER, PUBLIC, Audience

Shape = dict[str, Any]
"""Plain JSON data: dicts, lists, strings, numbers, none."""

_encoder = msgspec.json.Encoder(order="sorted")
_placeholders: dict[str, int] = {}


def encode(shape: Shape) -> bytes:
    """A shape as JSON bytes with sorted keys: equal shapes give equal bytes."""
    return _encoder.encode(shape)


def audiences(game: Game) -> tuple[Audience, ...]:
    """Everybody a board of this game is drawn for: the public, the arbiter, and each seat."""
    return (PUBLIC, ARBITER, *game.setting.seats)


def board_shape(game: Game, audience: Audience) -> Shape:
    """The position as an audience may see it: the title's view, with whose turn it is and how far
    it can be believed."""
    return _plain(_board(game, audience, _standing(game)))


def score_shape(game: Game) -> Shape:
    """Points so far, seat by seat with what they are made of and the penalties beside them, and the
    outcome once there is one."""
    return _plain(_score(game, _standing(game), _lines(game)))


def summary_shape(game: Game) -> Shape:
    """What a list of games shows: title, seats, where it stands and when, and what it was opened
    with."""
    return _plain(_summary(game, _standing(game), _lines(game)))


def views(game: Game) -> dict[str, bytes]:
    """Everything above as `encode` writes it: `board:<audience>` for every audience, `score`,
    `summary`."""
    standing = _standing(game)
    if game.rules.keeps_secrets():
        boards = {
            f"board:{audience}": _encoder.encode(_board(game, audience, standing))
            for audience in audiences(game)
        }
    else:
        boards = dict.fromkeys(
            map("board:{}".format, audiences(game)), _encoder.encode(_board(game, PUBLIC, standing))
        )
    lines = _lines(game)
    shapes = {"score": _score(game, standing, lines), "summary": _summary(game, standing, lines)}
    return boards | {name: _encoder.encode(shape) for name, shape in shapes.items()}


def summary(game: Game) -> bytes:
    """The summary alone, as `encode` writes it."""
    return _encoder.encode(_summary(game, _standing(game), _lines(game)))


def placeholders(catalog: Catalog) -> int:
    """How many of a catalog's numbers are placeholders; counted once a catalog."""
    count = _placeholders.get(catalog.sha256)
    if count is None:
        count = _placeholders[catalog.sha256] = catalog.counts()["placeholder"]
    return count


# Inside, shapes hold the domain's values as they are; the encoder writes them like plain data.


def _standing(game: Game) -> Shape:
    return {
        "fidelity": game.fidelity,  # first: it folds up to each fingerprint, and the board goes on from the last one
        "game": game.id,
        "seq": game.seq,
        "ruleset": game.opened.ruleset,
        "status": game.status,
        "to_act": game.to_act,
        "outcome": game.outcome,
        "irregularities": game.irregularities,
    }


def _board(game: Game, audience: Audience, standing: Shape) -> Shape:
    view = game.rules.view(game.board, audience)
    if (
        game.penalties and isinstance(view, dict) and view.get("places")
    ):  # a view knows the board alone
        view = {**view, "places": game.ranking.places}
    return {**standing, "board": view}


def _score(game: Game, standing: Shape, lines: list[Shape]) -> Shape:
    penalties = [
        {"ruling": ruling, "seat": penalty.seat, "points": plain(in_points(game.setting, penalty))}
        for ruling, penalty in game.proceedings.penalties()
    ]
    return {**standing, "score": lines, "penalties": penalties}


def _lines(game: Game) -> list[Shape]:
    """The points of each seat that scores, what they are made of, and what counts with the
    penalties that hold."""
    by_seat, lines = game.added_points, []
    for line in game.rules.score(game.board):
        parts = [{"text": text, "points": plain(points)} for text, points in line.parts]
        penalty = by_seat.get(line.seat, 0)
        lines.append(
            {
                "seat": line.seat,
                "points": plain(line.points),
                "parts": parts,
                "penalty": plain(penalty),
                "total": plain(exact(line.points + penalty)),
            }
        )
    return lines


def _summary(game: Game, standing: Shape, lines: list[Shape]) -> Shape:
    opened = game.opened
    catalog: Catalog = game.setting.catalog
    claims = [claim.seq for claim in game.proceedings.open_claims]
    return {
        "id": game.id,
        "ruleset": opened.ruleset,
        "version": opened.version,
        "title": game.rules.about.title,
        "status": standing["status"],
        "seq": game.seq,
        "opened_at": opened.at,
        "at": game.at,
        "seats": [{"id": s.id, "role": s.role, "name": s.name} for s in game.setting.seat_specs],
        "to_act": standing["to_act"],
        "turn_since": turn_since(game),
        "outcome": standing["outcome"],
        "waits": waits_for(game.status, claims, opened),
        "score": [{name: line[name] for name in ("seat", "total", "penalty")} for line in lines],
        "irregularities": standing["irregularities"],
        "open_claims": claims,
        "open_requests": open_requests(game),
        "signed": signers(game) if standing["status"] != "open" else (),
        "tags": game.listing.tags,
        "time_control": opened.time_control,
        "clocks": clocks_of(game),
        "chance": opened.chance,
        "undo": opened.undo,
        "catalog": catalog.sha256,
        "placeholders": placeholders(catalog),
        "public": game.listing.public,
        "seals": bool(opened.seals),
        "lineage": opened.lineage,
        "campaign": opened.campaign or None,
        "scenario": opened.scenario or None,
    }


def _plain(shape: Shape) -> Shape:
    plain: Shape = msgspec.json.decode(_encoder.encode(shape))
    return plain
