"""Encoding and decoding of boards, and the board as it changes fact by fact while an action is
decided."""

from typing import Any, Generic, TypeVar

import msgspec

from domain.titles.contract.setting import Setting
from domain.titles.contract.types import Board, Fact

B = TypeVar("B", bound=Board)
F = TypeVar("F", bound=Fact)


def _hook(value: object) -> object:
    if isinstance(value, Setting):
        return value.digest
    if isinstance(value, frozenset):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} is not board data")


_encoder = msgspec.json.Encoder(enc_hook=_hook, order="deterministic")


def encode_board(board: Board) -> bytes:
    """A board as JSON bytes, with sorted keys and with its setting written as a digest. Equal
    boards give equal bytes."""
    return _encoder.encode(board)


def decode_board(board_type: type[B], data: bytes, setting: Setting) -> B:
    """A board from the bytes that `encode_board` wrote. The bytes have only the setting's digest,
    so the caller gives the setting."""

    def hook(kind: type, value: object) -> object:
        if isinstance(kind, type) and issubclass(kind, Setting):
            return setting
        raise TypeError(f"{kind} is not board data")

    return msgspec.json.decode(data, type=board_type, dec_hook=hook)


class Resolution(Generic[B, F]):
    """The facts of one action while a title's `decide` computes them. `emit` adds facts; `board` is
    the board after the facts so far:

        course = Resolution(self.evolve, board)
        course.emit(CardPlayed(seat, card))
        if course.board.rival_stands(there): ...
        return course.facts"""

    def __init__(self, evolve: Any, board: B) -> None:
        self._evolve = evolve
        self.board: B = board
        self._facts: list[F] = []

    def emit(self, *facts: F) -> None:
        for fact in facts:
            self._facts.append(fact)
            self.board = self._evolve(self.board, fact)

    @property
    def facts(self) -> tuple[F, ...]:
        return tuple(self._facts)
