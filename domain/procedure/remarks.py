"""What a remark needs: words, and a record they are about."""

from __future__ import annotations

from domain.errors import BadRequest
from domain.game.game import Game, need_seat
from domain.record.records import UMPIRE


def need_remark(game: Game, text: str, about: int, seat: str) -> None:
    """Raise `BadRequest` unless a note says something, about a record that is there or the game, for a seat of it or none."""
    if not text.strip():
        raise BadRequest("/text", "Write what there is to remark.", "Écrivez ce qu'il y a à remarquer.")
    if not 0 <= about <= game.seq:
        raise BadRequest(
            "/about",
            f"There is no record {about} to remark on: this game has records 1 to {game.seq}.",
            f"Il n'y a pas d'écriture {about} à commenter : cette partie a les écritures 1 à {game.seq}.",
        )
    if seat and seat != UMPIRE:
        need_seat(game, seat)
