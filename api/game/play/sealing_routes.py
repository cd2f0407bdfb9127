"""What seats contribute to proofs: their parts of the sealed dice, seals of hidden choices,
signatures with their own keys."""

from typing import Annotated, Literal

from flask import Response
from msgspec import Meta, Struct

from api.game.parameters import TheSeat
from api.game.request import (
    PROBLEMS,
    AtRecord,
    game_in_memory,
    game_write,
    need_may_enter,
    role_of_stand_in,
    write_response,
)
from api.game.schemas import SignatureAt
from api.game.subject import game_clerk
from api.web.request.blueprint import ETAG, WRITTEN, Blueprint, requested_order
from api.web.request.responses import cacheable_reply, etag, not_modified, reply
from api.web.request.service import caller
from domain.game.commands import Answer, Order
from domain.game.dice.conditions import parts_of
from domain.game.dice.use_cases import Contributions
from domain.game.refusals import GameIsClosed
from domain.game.seals.conditions import sealed_choice
from domain.game.seats import countersignatures
from domain.game.seats.countersignatures import message_for, signatures
from domain.titles.contract.ruleset import PUBLIC
from projections.boards.positions import OfGame

contributions = Blueprint(
    "contributions", __name__, description="What seats add to the sealed dice."
)

_HOW_BOUND = 'SHA-256 of `"greffe/contribution@v1\\n" game "\\n" seat "\\n" value`, in hex.'


class Commit(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat commits to its part of the sealed dice, which it does not reveal yet."""

    seat: TheSeat
    commitment: Annotated[
        str, Meta(description=_HOW_BOUND, min_length=64, max_length=64, pattern="^[0-9a-f]{64}$")
    ]


class Reveal(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat reveals its part of the sealed dice."""

    seat: TheSeat
    value: Annotated[
        str,
        Meta(
            description="At least 16 bytes, in hex.",
            min_length=32,
            max_length=2048,
            pattern="^[0-9a-f]*$",
        ),
    ]


class StandIn(Struct, frozen=True, forbid_unknown_fields=True):
    """The service makes up the part of a seat that is absent, and the record notes this."""

    seat: TheSeat


class PartAt(Struct, frozen=True):
    """A seat's part of the sealed dice. `value` is null until the seat has revealed it; `by` is who
    made it up."""

    seat: str
    commitment: str | None
    by: Literal["seat", "service"] | None
    value: str | None


class Parts(OfGame, frozen=True):
    """The parts of a game's sealed dice. `complete`: all seats have revealed theirs, and from the
    next roll on the dice depend on the service's seed and all parts."""

    commitment: Annotated[
        str, Meta(description="The commitment to the service's seed; empty with the table's dice.")
    ]
    parts: tuple[PartAt, ...]
    complete: bool


@contributions.route("/games/<game>/contributions")
@contributions.needs("spectator")
@contributions.reads("unknown-game")
@contributions.answers(200, "Parts", headers=ETAG)
def list_contributions(game: str) -> Response:
    """List what each seat has contributed to the sealed dice so far."""
    now = game_clerk().game(game)
    tag = etag(now.seq)
    known = {part.seat: part for part in parts_of(now)}
    parts = tuple(
        PartAt(seat, known[seat].commitment, known[seat].by, known[seat].value or None)
        if seat in known
        else PartAt(seat, None, None, None)
        for seat in now.player_seats
    )
    complete = bool(parts) and all(part.value for part in parts)
    return not_modified(tag) or cacheable_reply(
        Parts(game, now.seq, now.opened.commitment, parts, complete), tag
    )


@game_write(
    contributions,
    "seat",
    "/contributions",
    Commit,
    "The seat is bound.",
    refuses=("contribution-refused", "not-your-seat"),
)
def commit_contribution(command: Commit, order: Order) -> Answer:
    """Commit a seat to its part of the sealed dice, before any seat reveals its own."""
    return Contributions(game_clerk()).commit(order, command.seat, command.commitment)


@game_write(
    contributions,
    "seat",
    "/contributions/reveal",
    Reveal,
    "The part is shown.",
    refuses=("contribution-refused", "not-your-seat"),
)
def reveal_contribution(command: Reveal, order: Order) -> Answer:
    """Reveal a seat's part, once all seats have committed to theirs. After the last one, the dice
    depend on all parts."""
    return Contributions(game_clerk()).reveal(order, command.seat, command.value)


@game_write(
    contributions,
    "arbiter",
    "/contributions/stand-in",
    StandIn,
    "The service has bound a part for the seat.",
    refuses=("contribution-refused",),
)
def stand_in(command: StandIn, order: Order) -> Answer:
    """Let the service make up the part of a seat that is absent."""
    return Contributions(game_clerk()).stand_in(order, command.seat)


sealed = Blueprint("seals", __name__, description="Hidden values, sealed before they are shown.")

_HOW_SEALED = (
    'SHA-256 of `"greffe/seal@v1\\n" game "\\n" slot "\\n" seat "\\n" salt "\\n" value`, in hex: '
    "`salt` is 32 random bytes, "
    "`value` the action as JSON in UTF-8, all its fields in the order in which `GET "
    "/games/{game}/legal` has them, without spaces."
)


OnBehalf = Annotated[
    bool,
    Meta(
        description="Confirms that one seals or shows for a seat that is not one's own: it is the "
        "seat's to do."
    ),
]


class SealValue(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat commits to an action that it will reveal later, by posting it as an action with the
    `salt`."""

    seat: TheSeat
    slot: Annotated[
        str,
        Meta(
            description="What is being chosen, as `GET /games/{game}/seals` names it.",
            max_length=128,
        ),
    ]
    seal: Annotated[
        str, Meta(description=_HOW_SEALED, min_length=64, max_length=64, pattern="^[0-9a-f]{64}$")
    ]
    on_behalf: OnBehalf = False


class SealOf(Struct, frozen=True):
    """A seat that chooses in secret: the record that contains its seal, the seal, and the record of
    the first action with which the seat revealed it; each is null if there is none."""

    seat: str
    record: int | None
    seal: str | None
    opened: int | None


class Seals(OfGame, frozen=True):
    """The secret choice that is being made in a game. `types`: the types of actions that are sealed
    in this game, none if it has no seals. `slot`: which choice is being made, or null. `complete`:
    no seat still has to seal its choice, so the choices can be revealed."""

    types: tuple[str, ...]
    slot: str | None
    seats: tuple[SealOf, ...]
    complete: bool


@sealed.route("/games/<game>/seals")
@sealed.needs("spectator")
@sealed.reads("unknown-game")
@sealed.answers(200, "Seals", headers=ETAG)
def list_seals(game: str) -> Response:
    """List the seats that choose in secret now, which have sealed their choice and which have
    revealed it."""
    head = game_clerk().game(game)
    tag = etag(head.seq)
    cached = not_modified(tag)
    if cached is not None:
        return cached
    now = sealed_choice(head)
    if now is None:
        return cacheable_reply(Seals(game, head.seq, head.opened.seals, None, (), False), tag)
    seats = tuple(
        SealOf(seat, own.record, own.seal, own.opened or None)
        if (own := now.bound.get(seat))
        else SealOf(seat, None, None, None)
        for seat in head.setting.seats
        if seat in now.owing or seat in now.bound
    )
    return cacheable_reply(
        Seals(game, head.seq, head.opened.seals, now.slot, seats, not now.missing), tag
    )


@game_write(
    sealed,
    "seat",
    "/seals",
    SealValue,
    "The seat is bound.",
    refuses=("seal-refused", "not-your-seat", "game-adjudicated"),
)
def seal_value(command: SealValue, order: Order) -> Answer:
    """Seal what a seat has chosen in secret. Nobody, not even the service, can read it. The seat
    can reveal it once all who choose have sealed."""
    head, who = game_in_memory(order.stream), caller()
    by = role_of_stand_in(who, head, command.seat, confirmed=command.on_behalf)
    return game_clerk().seal(order, command.seat, command.slot, command.seal, by)


countersigned = Blueprint(
    "countersignatures", __name__, description="Positions signed by the players' own keys."
)


class Sign(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's signature over a record."""

    seat: TheSeat
    about: Annotated[
        int, Meta(description="The record that is signed, and with it all before it.", ge=1)
    ]
    public: Annotated[
        str,
        Meta(
            description="The Ed25519 public key: 32 bytes in base64.", min_length=44, max_length=44
        ),
    ]
    signature: Annotated[str, Meta(description="64 bytes in base64.", min_length=88, max_length=88)]


class ToSign(Struct, frozen=True):
    """The message that a seat's key would sign: exactly these characters, line ends included."""

    seat: str
    message: str


class Countersignatures(OfGame, frozen=True):
    """The signatures of a game, oldest first, with those made after it was closed (which are not
    records) at the end; and the message that each player's seat would sign for record `at`."""

    at: int
    signatures: tuple[SignatureAt, ...]
    to_sign: tuple[ToSign, ...]


@countersigned.route("/games/<game>/countersignatures")
@countersigned.needs("spectator")
@countersigned.asks(AtRecord)
@countersigned.reads("unknown-game")
@countersigned.answers(200, "Countersignatures", headers=ETAG)
@countersigned.refuses("no-such-position")
def list_countersignatures(query: AtRecord, game: str) -> Response:
    """List who signed which record, and the messages that could be signed now."""
    loaded = game_clerk().load(game)
    head = loaded.head
    at = head.seq if query.at is None else loaded.at(query.at).seq
    signed = signatures(head, game_clerk().key_values)
    beside = sum(1 for signature in signed if not signature.seq)
    tag = etag(head.seq, f"beside-{beside}" if beside else PUBLIC)
    return not_modified(tag) or cacheable_reply(
        Countersignatures(
            game,
            head.seq,
            at,
            tuple(map(SignatureAt.of, signed)),
            tuple(
                ToSign(seat, message_for(loaded, at, seat).decode()) for seat in head.player_seats
            ),
        ),
        tag,
    )


@countersigned.route("/games/<game>/countersignatures", methods=["POST"])
@countersigned.needs("seat")
@countersigned.takes(Sign)
@countersigned.writes(*PROBLEMS)
@countersigned.answers(201, "Written", "The signature holds and is recorded.", headers=WRITTEN)
@countersigned.answers(
    200, "SignatureAt", "The game is closed: the signature holds and is kept beside its record."
)
@countersigned.refuses("no-such-position", "not-your-seat")
def sign_position(command: Sign, game: str) -> Response:
    """Sign a record with a seat's own key, as both players sign a score sheet. This is also
    possible after the game is closed."""
    clerk, who = game_clerk(), caller()
    need_may_enter(game_in_memory(game), command.seat)
    signing = command.seat, command.about, command.public, command.signature
    try:
        return write_response(
            countersignatures.Countersignatures(clerk).sign(requested_order(game), *signing)
        )
    except GameIsClosed:
        return reply(
            SignatureAt.of(
                countersignatures.Countersignatures(clerk).sign_after_closing(
                    game, who.id, *signing
                )
            )
        )
