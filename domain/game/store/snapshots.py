"""Snapshots: boards in the key-value store, so that a long game is loaded without folding it from
its first action.

They can be deleted at any time. A snapshot is used only by the program that folded it: its key
contains `program_digest()`, a digest of the domain's source, so after any change of the rules every game is
folded and checked again. It is also used only for the records it was folded from: it begins with
their digest. The store seals snapshots with a key that is not in its file. Without such a key,
anybody who can write to the file is trusted.
"""

import hashlib
import logging
from array import array
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

from eventsourcing.persistence import PersistenceError

from domain.game.aggregate.game import Game
from domain.game.aggregate.history import BoardLookup, History
from domain.kernel.key_values import KeyValueStore
from domain.titles.contract.ruleset import Board, decode_board, encode_board
from domain.titles.registry import installed_files

EVERY = 250
"""Records between two snapshots of a game."""

KIND = "board"

AT_ONCE = 200
"""Records that are hashed in one step."""

_log = logging.getLogger("greffe.boards")


@cache
def program_digest() -> str:
    """A digest of the source of this program's rules: 16 hex digits."""
    here = Path(__file__).parents[2]
    digest = hashlib.sha256()
    for path in sorted(here.rglob("*.py")):
        digest.update(str(path.relative_to(here)).encode() + b"\n" + path.read_bytes())
    for path in installed_files():
        digest.update(path.name.encode() + b"\n" + path.read_bytes())
    return digest.hexdigest()[:16]


def keep_snapshot(game: Game, key_values: KeyValueStore) -> None:
    """Store a snapshot of a game if its newest record is an action or correction with a multiple of
    `EVERY` as its seq, and its replay has not diverged. If the store fails, logs a warning."""
    if game.seq % EVERY == 0 and game.history.tips[game.seq - 1] == game.seq and not game.diverged:
        try:
            key_values.keep(
                KIND,
                _key(game.id, game.seq),
                records_digest(game.history, game.seq) + encode_board(game.board),
            )
        except PersistenceError as e:  # the record itself is stored and has to be answered
            _log.warning("no board is kept of game %s at record %s: %s", game.id, game.seq, e)


def board_lookup(key_values: KeyValueStore) -> BoardLookup:
    """A function with which a loaded game finds the newest of its snapshots among given steps."""

    def newest(history: History, steps: Iterable[int]) -> tuple[int, Board] | None:
        for seq in steps:
            if seq % EVERY == 0:
                board = _snapshot_at(history, seq, key_values)
                if board is not None:
                    return seq, board
        return None

    return newest


def _snapshot_at(history: History, seq: int, key_values: KeyValueStore) -> Board | None:
    """The snapshot at record `seq`, or None if there is none. Also None, with a warning, if it was
    folded from other records or cannot be decoded."""
    data = key_values.fetch(KIND, _key(history.id, seq))
    if data is None:
        return None
    digest = records_digest(history, seq)
    if not data.startswith(digest):
        _log.warning(
            "the board kept of game %s at record %s is not that of its records: it is folded again",
            history.id,
            seq,
        )
        return None
    try:
        return decode_board(history.rules.board_type, data[len(digest) :], history.setting)
    except (
        ValueError,
        TypeError,
    ) as e:  # damaged: the board is folded again, as if it had not been kept
        _log.warning(
            "the board kept of game %s at record %s cannot be read: %s", history.id, seq, e
        )
        return None


def records_digest(history: History, upto: int) -> bytes:
    """The digest of a game's records up to record `upto`: their topics, the lengths of their stored
    bytes, and the bytes."""
    digest = hashlib.sha256(history.id.encode())
    for start in range(
        0, upto, AT_ONCE
    ):  # far fewer calls than one a record, and no copy of a whole game
        some = slice(start, min(start + AT_ONCE, upto))
        states = history.states[some]
        digest.update("\n".join(history.topics[some]).encode())
        digest.update(array("Q", map(len, states)).tobytes())
        digest.update(b"".join(states))
    return digest.digest()


def false_snapshots(
    key_values: KeyValueStore, game_of: Callable[[str], Game | None]
) -> Iterator[tuple[str, int]]:
    """The snapshots of this program that differ from the records or cannot be opened, as game and
    seq. `game_of` returns a game folded without snapshots, or None for an unreadable game, which is
    skipped."""
    games: dict[str, Game | None] = {}
    for key in key_values.keys(KIND, program_digest() + "/"):
        _, id, number = key.split("/")
        seq = int(number)
        if id not in games:
            games = {id: game_of(id)}
        game = games[id]
        if game is None:
            continue
        truth = (
            records_digest(game.history, seq) + encode_board(game.history.board(seq))
            if seq <= game.seq
            else b""
        )
        if key_values.fetch(KIND, key) != truth:
            yield id, seq


def forget_old_snapshots(key_values: KeyValueStore) -> None:
    for key in list(key_values.keys(KIND)):
        if not key.startswith(program_digest() + "/"):
            key_values.erase(KIND, key)


def _key(game: str, seq: int) -> str:
    return f"{program_digest()}/{game}/{seq:09d}"
