"""A record and its log in a folder, for tests that tamper with them while no service runs."""

from pathlib import Path
from typing import Any

from domain.game.clerk.clerk import Clerk
from domain.proof.log.checkpoints import Checkpoint, sign_checkpoint
from domain.proof.log.merkle import Frontier, leaf_hash
from ops.log.checking import LogCheck, StoreFault
from ops.log.guard import Guard
from ops.log.keyring import KeyRing
from tests.builders.logs import ORIGIN, Log
from tests.builders.stores import new_clerk, tampering
from tests.ops.log.naive_log import Tables, entries_of


class LoggedFolder:
    """A data folder with a record of three games and its log, for tests that tamper with it while
    no service runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._open: list[Any] = []
        self.clerk = self._clerk()
        self.tables = Tables(self.clerk)
        self.tables.note(24)
        self.log = self._log()
        assert self.log.log_and_sign_all() is None
        self.games = self.tables.games

    def _clerk(self) -> Clerk:
        self._open.append(new_clerk(self.folder / "greffe.sqlite"))
        return self._open[-1]  # type: ignore[no-any-return]

    def _log(self) -> Log:
        self._open.append(Log(self.folder, self.clerk))
        return self._open[-1]  # type: ignore[no-any-return]

    def close(self) -> None:
        while self._open:
            self._open.pop().close()

    def reopen(self) -> None:
        self.close()
        self.tables.clerk = self.clerk = self._clerk()
        self.log = self._log()

    def sql(self, query: str, *values: object, file: str = "greffe.sqlite") -> list[Any]:
        with tampering(self.folder / file) as db:
            return db.execute(query, values).fetchall()

    def faults(self) -> list[StoreFault]:
        return list(LogCheck(self.clerk.recorder, self.log, Guard(self.log.guard_file)).faults())

    def fault_places(self) -> list[tuple[str, int]]:
        numbers = {game: f"g{number}" for number, game in enumerate(self.games)}
        return [(numbers.get(fault.game, fault.game), fault.seq) for fault in self.faults()]

    def fault_text(self) -> str:
        return "\n".join(fault.text.en for fault in self.faults())

    def replace_newest(self) -> tuple[str, int]:
        """Replace the newest record and let the log take it in. Returns its game and seq."""
        newest = "WHERE id = (SELECT MAX(id) FROM records)"
        ((game, seq, state),) = self.sql(
            f"SELECT originator_id, originator_version, state FROM records {newest}"
        )
        other = bytes(state).replace(b"tester", b"nobody")
        self.sql(f"UPDATE records SET state = ? {newest}", other)
        self.reopen()
        assert self.log.log_and_sign_all() is None
        return game, seq


def rewrite(place: LoggedFolder, sign: bool = True) -> None:
    """Change record 4 of a game as its operator could, and write a log that fits. With `sign` its
    head is signed with the real key."""
    g1, which = place.games[1], "WHERE originator_id = ? AND originator_version = 4"
    ((state,),) = place.sql(f"SELECT state FROM records {which}", g1)
    place.sql(
        f"UPDATE records SET state = ? {which}", bytes(state).replace(b"tester", b"nobody"), g1
    )
    keys = KeyRing(place.log.key_file).read()
    place.reopen()
    entries = entries_of(place.clerk)
    frontier = Frontier()
    for leaf in (leaves := [leaf_hash(entry) for entry in entries]):
        frontier.append(leaf)
    for leaf, entry in enumerate(entries):
        place.sql("UPDATE entries SET entry = ? WHERE leaf = ?", entry, leaf, file="ledger.sqlite")
    place.sql(
        "UPDATE tiles SET hashes = ? WHERE level = 0 AND tile = 0",
        b"".join(leaves),
        file="ledger.sqlite",
    )
    note = sign_checkpoint(Checkpoint(ORIGIN, len(entries), frontier.root()), keys).encode()
    if sign:
        place.sql("UPDATE checkpoints SET note = ?", note, file="ledger.sqlite")
    place.reopen()
