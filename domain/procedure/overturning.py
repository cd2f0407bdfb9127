"""What overturning a ruling brings back, and what stands in the way of it."""

from __future__ import annotations

from domain.errors import RulingRefused
from domain.game.game import Game
from domain.record.remedies import Annul, Correct
from domain.rules.ruleset import Board
from domain.rules.text import Text


def to_overturn(game: Game, seq: int) -> Board:
    """The board once ruling `seq` is overturned; raises `RulingRefused` where that cannot be."""
    ruling = game.proceedings.ruling(seq)
    if ruling is None:
        raise RulingRefused("/ruling", Text("Record {seq} is no ruling.", seq=seq), seq)
    if ruling.overturned:
        raise RulingRefused(
            "/ruling",
            Text(
                "The ruling of record {seq} was overturned already, in record {overturned}.", seq=seq, overturned=ruling.overturned
            ),
            ruling.overturned,
        )
    board: Board = game.board
    if not isinstance(ruling.body.remedy, Annul | Correct):
        return board
    if seq not in game.history.moves.after(game.seq):
        raise RulingRefused(
            "/ruling",
            Text(
                "The position that the ruling of record {seq} led to was taken back since: there is nothing to overturn.", seq=seq
            ),
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
