"""Counter-signing: a seat signs a position with a key of its own, like a score sheet signed by both players.

What is signed is the leaf of a record in the log's sense (`domain/ledger/entries.py`), and with it that record and every one before
it: each entry names the one before. The signature is a record itself; a game that is closed takes none any more, so a last
position is signed once the game has ended and before it is closed.
"""

from __future__ import annotations

from binascii import Error as Base64Error
from binascii import a2b_base64

from msgspec import Struct

from domain.clerk import Clerk
from domain.errors import BadRequest
from domain.game import Game, need_seat
from domain.ledger.countersigns import check_countersign, countersign_message
from domain.ledger.entries import NO_PREV, RecordEntry
from domain.ledger.errors import Unproven
from domain.orders import Answer, Order
from domain.record import FIRST, PositionSigned, Record
from domain.shelf import GameFile


class Signed(Struct, frozen=True):
    """A counter-signature: the record that holds it, and what it says."""

    seq: int
    body: PositionSigned


def leaf_of(file: GameFile, seq: int) -> bytes:
    """The leaf hash of a game's record, worked out from its first on; raises `NoSuchPosition`. Costs the records up to it."""
    file.at(seq)
    prev = NO_PREV
    for n in range(FIRST, seq + 1):
        filed = file.game.trail.filed(n)
        prev = RecordEntry.of(filed.game, n, prev, filed.topic, filed.state).leaf
    return prev


def message_for(file: GameFile, seq: int, seat: str) -> bytes:
    """What a seat's key signs to sign record `seq`."""
    need_seat(file.head, seat)
    return countersign_message(file.id, seq, leaf_of(file, seq), seat)


def signatures(game: Game) -> tuple[Signed, ...]:
    """The counter-signatures of a game up to a position, oldest first."""
    found = []
    for seq in range(FIRST + 1, game.seq + 1):
        if game.trail.topics[seq - 1] == PositionSigned.__name__:
            body = game.trail.filed(seq).body
            assert isinstance(body, PositionSigned)
            found.append(Signed(seq, body))
    return tuple(found)


class Countersigning:
    """The use case. Raises the `Refusal`s of `domain/errors.py`."""

    def __init__(self, clerk: Clerk) -> None:
        self._clerk = clerk

    def sign(self, order: Order, seat: str, about: int, key: str, signature: str) -> Answer:
        """Keep a seat's signature over record `about`: the Ed25519 public key and the signature in base64. It has to hold."""
        public, made = _bytes(key, "/key", 32), _bytes(signature, "/signature", 64)
        file = self._clerk.file(order.game)
        need_seat(file.head, seat)
        try:
            check_countersign(public, made, order.game, about, leaf_of(file, about), seat)
        except Unproven:
            raise BadRequest(
                "/signature",
                f"The signature does not hold for record {about} as it stands here: sign the message that this address shows.",
                f"La signature n'est pas valable pour l'écriture {about} telle qu'elle est ici : "
                "signez le message que montre cette adresse.",
            ) from None

        def record(game: Game) -> Record:
            return PositionSigned(**self._clerk.stamp(order), seat=seat, about=about, public=key, signature=signature)

        return self._clerk.write(order, record)


def _bytes(text: str, pointer: str, size: int) -> bytes:
    try:
        data = a2b_base64(text.encode("ascii"), strict_mode=True)
    except (Base64Error, UnicodeEncodeError):
        data = b""
    if len(data) != size:
        raise BadRequest(pointer, f"This has to be {size} bytes in base64.", f"Il faut ici {size} octets en base64.")
    return data
