"""What readers see of a game: its board for an audience, its score, its summary.

These are pure functions of the game's records: no clock, no store, no dependence on the order of a
set. The API answers with these structs, made from a folded game, and the follower stores them in
Redis. Both use `encode`, so the bytes are equal. A change here changes what Redis should contain;
the follower notices that and builds its views again (`projections/boards/code_digest.py`).
"""

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from domain.game.aggregate.clocks import Clocks, clocks_of
from domain.game.aggregate.game import Game, penalty_in_points
from domain.game.aggregate.proceedings import closing_needs_text
from domain.game.aggregate.waiting import position_signers, turn_since
from domain.game.record.records import AnyChance, Lineage, UndoPolicy
from domain.game.undo.conditions import OpenRequest, open_requests
from domain.kernel.amounts import Plain, amount_as_json, exact_amount
from domain.kernel.text import Text
from domain.titles.contract.catalogs.catalog import Catalog
from domain.titles.contract.ruleset import ARBITER, PUBLIC, Audience, Outcome, Role
from domain.titles.contract.time_control import TimeControl

_encoder = msgspec.json.Encoder(order="sorted")
_placeholders: dict[str, int] = {}

Status = Literal["open", "ended", "closed"]

IrregularSeqs = Annotated[
    tuple[int, ...],
    Meta(
        description="The records that make this irregular: illegal actions let stand, "
        "corrections, penalties, …"
    ),
]

Digest = Annotated[str, Meta(description="SHA-256 in hex.")]


class OfGame(Struct, frozen=True):
    game: str
    seq: int


class PositionAt(OfGame, frozen=True):
    ruleset: str
    status: Status
    to_act: tuple[str, ...]
    outcome: Outcome | None
    irregularities: IrregularSeqs


class BoardAt(PositionAt, frozen=True):
    """A position for an audience; `board` is the title's view of it."""

    fidelity: Annotated[str, Meta(description="`exact`, `unverified`, or `diverged at n`.")]
    board: dict[str, Any]


class ScorePart(Struct, frozen=True):
    """A part of a seat's points: how many, and what they are for."""

    text: Text
    points: Plain


class SeatScore(Struct, frozen=True):
    """A seat's points: by the rules (`points`), their `parts`, the `penalty` of rulings (usually
    negative), and the `total`."""

    seat: str
    points: Plain
    parts: tuple[ScorePart, ...]
    penalty: Plain
    total: Plain


class PenaltyAt(Struct, frozen=True):
    """Points that a ruling in force adds to a seat, usually negative. `ruling`: its seq."""

    ruling: int
    seat: str
    points: Plain


class ScoreAt(PositionAt, frozen=True):
    """The points of all seats at a position, and the penalties in them."""

    fidelity: str
    score: tuple[SeatScore, ...]
    penalties: tuple[PenaltyAt, ...]


class SeatAt(Struct, frozen=True):
    """A seat of a game: its id, its role and its name."""

    id: str
    role: Role
    name: Text


class Counted(Struct, frozen=True):
    """A seat's points: the `total` that counts, and the `penalty` of rulings, which it includes."""

    seat: str
    total: Plain
    penalty: Plain


class Summary(Struct, frozen=True):
    """A game in a list. `at`: the time of its newest record. `placeholders`: the number of guessed
    values in its catalog. `campaign` and `scenario`: the campaign that it belongs to and its number
    there; null if there is none."""

    id: str
    ruleset: str
    version: int
    title: Text
    name: Annotated[
        Text,
        Meta(description="What people call the game: as it was typed, else its sheet or title."),
    ]
    status: Status
    seq: int
    opened_at: datetime
    at: datetime
    seats: tuple[SeatAt, ...]
    to_act: tuple[str, ...]
    turn_since: Annotated[
        datetime | None,
        Meta(
            description="Since when one of `to_act` has been able to act without a break; null "
            "where nobody may act."
        ),
    ]
    outcome: Outcome | None
    waits: Annotated[
        Text | None,
        Meta(description="Why a game that has an outcome is not closed: what it waits for."),
    ]
    score: Annotated[
        tuple[Counted, ...], Meta(description="The points that count, of each seat that scores.")
    ]
    irregularities: IrregularSeqs
    open_claims: Annotated[
        tuple[int, ...], Meta(description="The claims that no ruling answers yet.")
    ]
    open_requests: Annotated[
        tuple[OpenRequest, ...],
        Meta(
            description="The requests to take something back that no record has settled; each "
            "lapses by itself at its `until`."
        ),
    ]
    signed: Annotated[
        tuple[str, ...],
        Meta(
            description="Of a game with an outcome, the seats that signed its last step, or a "
            "record after it, in its record."
        ),
    ]
    tags: tuple[str, ...]
    time_control: Annotated[
        TimeControl | None,
        Meta(description="How the clocks of the seats run; null without clocks."),
    ]
    clocks: Annotated[
        Clocks | None,
        Meta(
            description="The milliseconds left to each seat at a time, and the seats whose clocks "
            "run since then."
        ),
    ]
    chance: AnyChance
    undo: UndoPolicy
    catalog: Digest
    placeholders: int
    public: Annotated[bool, Meta(description="Whether anybody may watch without a link.")]
    seals: Annotated[bool, Meta(description="Whether what is chosen in secret is sealed first.")]
    lineage: Lineage | None
    campaign: str | None
    scenario: int | None


def encode(answer: Struct) -> bytes:
    """JSON with sorted keys, so that equal structs give equal bytes."""
    return _encoder.encode(answer)


read_summary = msgspec.json.Decoder(Summary).decode


def audiences(game: Game) -> tuple[Audience, ...]:
    """All audiences for which a game has boards: the public, the arbiter, and each seat."""
    return (PUBLIC, ARBITER, *game.setting.seats)


def board_at(game: Game, audience: Audience) -> BoardAt:
    """The position for an audience: the title's view, whose turn it is, and the replay's
    fidelity."""
    standing = _position_fields(game)
    view: Any = game.rules.view(game.board, audience)
    if game.penalties and isinstance(view, dict) and view.get("places"):
        view = {**view, "places": game.ranking.places}  # a view knows the board alone
    return BoardAt(**standing, board=view)


def plain_view(game: Game, audience: Audience) -> dict[str, Any]:
    """The title's view of the position for an audience, as plain data."""
    view: dict[str, Any] = msgspec.json.decode(_encoder.encode(board_at(game, audience).board))
    return view


def score_at(game: Game) -> ScoreAt:
    """The points so far by seat with their parts and penalties, and the outcome if there is one."""
    penalties = tuple(
        PenaltyAt(ruling, penalty.seat, amount_as_json(penalty_in_points(game.setting, penalty)))
        for ruling, penalty in game.proceedings.penalties()
    )
    return ScoreAt(**_position_fields(game), score=_seat_scores(game), penalties=penalties)


def summary_of(game: Game) -> Summary:
    """A game's summary for lists: title, seats, state, times, and how it was opened."""
    opened, status = game.opened, game.status
    catalog: Catalog = game.setting.catalog
    claims = tuple(claim.seq for claim in game.proceedings.open_claims)
    return Summary(
        id=game.id,
        ruleset=opened.ruleset,
        version=opened.version,
        title=game.rules.about.title,
        name=game.name,
        status=status,
        seq=game.seq,
        opened_at=opened.at,
        at=game.at,
        seats=tuple(SeatAt(s.id, s.role, s.name) for s in game.setting.seat_specs),
        to_act=game.to_act,
        turn_since=turn_since(game),
        outcome=game.outcome,
        waits=closing_needs_text(status, claims, opened),
        score=tuple(Counted(line.seat, line.total, line.penalty) for line in _seat_scores(game)),
        irregularities=game.irregularities,
        open_claims=claims,
        open_requests=open_requests(game),
        signed=position_signers(game) if status != "open" else (),
        tags=game.listing.tags,
        time_control=opened.time_control,
        clocks=clocks_of(game),
        chance=opened.chance,
        undo=opened.undo,
        catalog=catalog.sha256,
        placeholders=placeholder_count(catalog),
        public=game.listing.public,
        seals=bool(opened.seals),
        lineage=opened.lineage,
        campaign=opened.campaign or None,
        scenario=opened.scenario or None,
    )


def encoded_summary(game: Game) -> bytes:
    return encode(summary_of(game))


def views_as_json(game: Game) -> dict[str, bytes]:
    """All views of a game as JSON: `board:<audience>` for every audience, `score`, `summary`."""
    if game.rules.keeps_secrets():
        boards = {each: encode(board_at(game, each)) for each in audiences(game)}
    else:
        boards = dict.fromkeys(audiences(game), encode(board_at(game, PUBLIC)))
    named = {f"board:{audience}": board for audience, board in boards.items()}
    return named | {"score": encode(score_at(game)), "summary": encode(summary_of(game))}


def placeholder_count(catalog: Catalog) -> int:
    """The number of guessed values in a catalog; cached."""
    count = _placeholders.get(catalog.sha256)
    if count is None:
        count = _placeholders[catalog.sha256] = catalog.provenance_counts()["placeholder"]
    return count


def _position_fields(game: Game) -> dict[str, Any]:
    """The fields of a `PositionAt`, and `fidelity`, as keyword arguments."""
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


def _seat_scores(game: Game) -> tuple[SeatScore, ...]:
    """The score of each seat that scores, with the penalties in force."""
    by_seat, lines = game.added_points, []
    for line in game.score:
        parts = tuple(ScorePart(text, amount_as_json(points)) for text, points in line.parts)
        penalty = by_seat.get(line.seat, 0)
        total = amount_as_json(exact_amount(line.points + penalty))
        lines.append(
            SeatScore(line.seat, amount_as_json(line.points), parts, amount_as_json(penalty), total)
        )
    return tuple(lines)
