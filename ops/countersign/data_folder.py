"""A service's own data folder: what there is to sign is read from its record, and the signature is written into it."""

from __future__ import annotations

from hashlib import sha256

from api.access.caller import OPERATOR_ID
from api.answers.audit import SignatureAt
from api.resources.proof.countersignatures import Countersignatures, Sign, ToSign
from domain.clerk.clerk import Clerk
from domain.clerk.commands import Order
from domain.errors import GameIsClosed, Stale
from domain.table import countersignatures
from domain.table.countersignatures import message_for, signatures
from domain.transfer.exports import export_lines
from ops.countersign.position import Told, tell


class DataFolder:
    """The games of a clerk. Raises the `Refusal`s of `domain/errors.py`."""

    def __init__(self, clerk: Clerk) -> None:
        self._clerk = clerk

    def export(self, game: str, seat: str) -> bytes:
        """All records, whole."""
        return b"".join(export_lines(self._clerk.game(game), self._clerk.key_values))

    def kept(self, game: str, about: int) -> Countersignatures:
        """Who signed which record, and what there is to sign for record `about`."""
        file = self._clerk.file(game)
        seats = [spec.id for spec in file.head.setting.seat_specs if spec.role == "player"]
        messages = tuple(ToSign(seat, message_for(file, about, seat).decode()) for seat in seats)
        found = tuple(map(SignatureAt.of, signatures(file.head, self._clerk.key_values)))
        return Countersignatures(game, file.head.seq, about, found, messages)

    def tell(self, game: str, about: int) -> Told:
        """A record and the position after it."""
        return tell(self._clerk.game(game, about))

    def sign(self, game: str, seq: int, signed: Sign) -> int | None:
        """Keep a signature over a game that was read at record `seq`; answers the record that holds it, none where it lies beside a
        closed game."""
        given = signed.seat, signed.about, signed.public, signed.signature
        key = sha256(signed.signature.encode()).hexdigest()
        signing = countersignatures.Countersignatures(self._clerk)
        while True:
            try:
                return signing.sign(Order(game, seq, OPERATOR_ID, key), *given).filed.seq
            except Stale as e:
                seq = e.seq
            except GameIsClosed:
                return signing.sign_beside(game, OPERATOR_ID, *given).seq or None

    def address(self, game: str, seq: int | None) -> str:
        """The command that shows the signatures."""
        return f"greffe show {game} --at {seq}" if seq else f"greffe audit {game} --no-lines"
