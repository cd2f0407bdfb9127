"""What overturning a ruling brings back, and what stands in the way of it."""

from __future__ import annotations

from domain.errors import RulingRefused
from domain.game.game import Game
from domain.record.remedies import Annul, Correct
from domain.rules.ruleset import Board


def to_overturn(game: Game, seq: int) -> Board:
    """The board once ruling `seq` is overturned; raises `RulingRefused` where that cannot be."""
    ruling = game.proceedings.ruling(seq)
    if ruling is None:
        raise RulingRefused("/ruling", f"Record {seq} is no ruling.", f"L'écriture {seq} n'est pas une décision.", seq)
    if ruling.overturned:
        raise RulingRefused(
            "/ruling",
            f"The ruling of record {seq} was overturned already, in record {ruling.overturned}.",
            f"La décision de l'écriture {seq} a déjà été infirmée, à l'écriture {ruling.overturned}.",
            ruling.overturned,
        )
    board: Board = game.board
    if not isinstance(ruling.body.remedy, Annul | Correct):
        return board
    if seq not in game.history.moves.after(game.seq):
        raise RulingRefused(
            "/ruling",
            f"The position that the ruling of record {seq} led to was taken back since: there is nothing to overturn.",
            f"La position née de la décision de l'écriture {seq} a été annulée depuis : il n'y a rien à infirmer.",
            seq,
        )
    return game.history.board(game.history.tips[seq - 2])


def undone_by(game: Game, seq: int) -> tuple[int, ...]:
    """The actions that go out of force when ruling `seq` is overturned: those taken since on the line that it led to."""
    history = game.history
    before, after = history.tips[seq - 2], history.tips[seq - 1]
    if before == after:
        return ()
    back = set(history.line(before))
    return tuple(sorted(at for at in history.line(history.tips[game.seq - 1]) if at not in back))
