"""What a remark needs: words, and a record they are about."""

from __future__ import annotations

from domain.errors import BadRequest
from domain.game.game import Game, need_seat
from domain.record.records import UMPIRE
from domain.rules.text import Text


def need_remark(game: Game, text: str, about: int, seat: str) -> None:
    """Raise `BadRequest` unless a note says something, about a record that is there or the game, for a seat of it or none."""
    if not text.strip():
        raise BadRequest("/text", Text("Write what there is to remark."))
    if not 0 <= about <= game.seq:
        raise BadRequest(
            "/about",
            Text("There is no record {about} to remark on: this game has records 1 to {seq}.", about=about, seq=game.seq),
        )
    if seat and seat != UMPIRE:
        need_seat(game, seat)
