"""Countersignatures: a seat signs a position with its own key, as players sign a score sheet.

The signed message contains the log's leaf of a record (`domain/proof/log/entries.py`). A leaf
covers its record and every earlier one, since each entry names the leaf before. The signature is
itself a record while the game takes records. A signature made after the closing record is stored in
the key-value store; it needs no record, because only the holder of the key can have made it.

The service knows the owner of a key only from the link or key of the request that brought the
signature. To rely on it, compare it with the player's own copy.
"""

from binascii import Error as Base64Error, a2b_base64, b2a_base64
from collections.abc import Iterable, Iterator
from datetime import datetime

import msgspec
from msgspec import Struct

from domain.game.aggregate.game import Game, need_seat
from domain.game.application import UseCases
from domain.game.commands import Answer, Order
from domain.game.record.records import FIRST, GameRecord, PositionSigned
from domain.game.seats.conditions import need_signing_seat
from domain.game.store.repository import LoadedGame, leaf_of
from domain.kernel.key_values import KeyValueStore, undamaged_as
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.kernel.writer import Unit
from domain.proof.bundle.countersigns import check_countersign, countersign_message
from domain.proof.errors import Refused
from domain.proof.log.notes import ED25519, VerifierKey

KIND = "countersignature"
"""Kind of signatures made after a game was closed, in the key-value store, by
`<game>/<record>/<seat>/<key>`; never erased."""


class Signed(Struct, frozen=True):
    """A countersignature: the record that contains it (0: stored after the game was closed), its
    time, actor and seat, the record it is `about`, and key and signature in base64."""

    seq: int
    at: datetime
    actor: str
    seat: str
    about: int
    public: str
    signature: str


def signed_after_closing(key_values: KeyValueStore, game: str) -> Iterator[Signed]:
    """The stored countersignatures that were made after a game was closed, in order of the record
    they sign."""
    return undamaged_as(Signed, key_values.items(KIND, f"{game}/"))


MOST = 8
"""The most keys with which one seat can sign one record of a closed game."""


def message_for(loaded: LoadedGame, seq: int, seat: str) -> bytes:
    """The message for record `seq` that the key of `seat` signs."""
    need_seat(loaded.head, seat)
    return countersign_message(loaded.id, seq, leaf_of(loaded, seq), seat)


def signatures(game: Game, key_values: KeyValueStore) -> tuple[Signed, ...]:
    """The countersignatures in a game's records up to its position, oldest first. Then the
    signatures made after the game was closed, if they sign one of these records."""
    embedded = []
    for seq in range(FIRST + 1, game.seq + 1):
        if game.history.topics[seq - 1] == PositionSigned.__name__:
            body = game.history.record(seq).body_as(PositionSigned)
            embedded.append(
                Signed(seq, body.at, body.actor, body.seat, body.about, body.public, body.signature)
            )
    return (
        *embedded,
        *(
            signature
            for signature in signed_after_closing(key_values, game.id)
            if signature.about <= game.seq
        ),
    )


def seats_that_signed_since(signed: Iterable[Signed], seq: int) -> tuple[str, ...]:
    """The seats that signed record `seq` or a later one, sorted."""
    return tuple(sorted({signature.seat for signature in signed if signature.about >= seq}))


class Countersignatures(UseCases):
    def sign(self, order: Order, seat: str, about: int, key: str, signature: str) -> Answer:
        """Record a seat's signature over record `about`. `key` is its Ed25519 public key; both are
        in base64. Raises `BadRequest` if the signature is not valid."""
        self._check_signature(self._clerk.load(order.stream), seat, about, key, signature)

        def record(game: Game, unit: Unit) -> GameRecord:
            return PositionSigned(
                **unit.stamp, seat=seat, about=about, public=key, signature=signature
            )

        return self._clerk.write(order, record)

    def sign_after_closing(
        self, game: str, actor: str, seat: str, about: int, key: str, signature: str
    ) -> Signed:
        """Store a seat's signature over record `about` of a closed game, unless there is one with
        this key already. Returns the stored signature. Raises `BadRequest` if the signature is not
        valid, or the seat has signed this record with too many keys."""
        self._check_signature(self._clerk.load(game), seat, about, key, signature)
        key_values, place = self._clerk.key_values, f"{game}/{about:010d}/{seat}/"
        there = list(key_values.keys(KIND, place))
        name = place + _decoded_bytes(key, "/public", 32).hex()
        if name not in there and len(there) >= MOST:
            raise BadRequest(
                "/public",
                Text(
                    "This seat has signed record {about} with {most} keys already.",
                    about=about,
                    most=MOST,
                ),
            )
        signed = Signed(0, self._clerk.clock(), actor, seat, about, key, signature)
        return msgspec.json.decode(
            key_values.keep(KIND, name, msgspec.json.encode(signed)), type=Signed
        )

    def _check_signature(
        self, loaded: LoadedGame, seat: str, about: int, key: str, signature: str
    ) -> None:
        public, made = (
            _decoded_bytes(key, "/public", 32),
            _decoded_bytes(signature, "/signature", 64),
        )
        need_signing_seat(loaded.head, seat)
        try:
            VerifierKey("countersign", ED25519, public)
        except Refused:  # one of those for which anybody can sign, or no point of the curve
            raise BadRequest("/public", Text("This is no Ed25519 key.")) from None
        try:
            check_countersign(public, made, loaded.id, about, leaf_of(loaded, about), seat)
        except Refused:
            raise BadRequest(
                "/signature",
                Text(
                    "The signature does not hold for record {about} as it stands here: sign the "
                    "message that this address shows.",
                    about=about,
                ),
            ) from None


def _decoded_bytes(text: str, pointer: str, size: int) -> bytes:
    """Decode `size` bytes of base64 in its canonical form, the only one auditors read. Raises
    `BadRequest` at the pointer."""
    try:
        data = a2b_base64(text.encode("ascii"), strict_mode=True)
    except (Base64Error, UnicodeEncodeError):
        data = b""
    if len(data) != size or b2a_base64(data, newline=False).decode() != text:
        raise BadRequest(pointer, Text("This has to be {size} bytes in base64.", size=size))
    return data
