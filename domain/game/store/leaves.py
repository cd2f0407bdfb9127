from __future__ import annotations

from binascii import b2a_base64
from hashlib import sha256
from threading import Lock
from weakref import WeakKeyDictionary

from domain.game.aggregate.history import History
from domain.game.store.repository import GameFile
from domain.proof.log.entries import NO_PREV, record_bytes
from domain.proof.log.merkle import leaf_hash

_lock = Lock()


_leaves: WeakKeyDictionary[History, list[bytes]] = WeakKeyDictionary()


def leaf_of(file: GameFile, seq: int) -> bytes:
    """The leaf hash of a game's record, worked out from its first on and remembered; raises `NoSuchPosition`."""
    history = file.at(seq).history
    with _lock:
        known = _leaves.setdefault(history, [])
        id, prev = history.id.encode(), known[-1] if known else NO_PREV
        for n in range(len(known), seq):
            data, line = sha256(history.states[n]).digest(), b2a_base64(prev, newline=False)
            prev = leaf_hash(record_bytes(id, n + 1, line, history.topics[n].encode(), data))
            known.append(prev)
        return known[seq - 1]
