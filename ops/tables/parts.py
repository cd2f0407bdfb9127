"""Parts of tables as files: `<title>/<table>/log-<first>-<last>.parquet`, and `changes-<first>-<last>.parquet` beside it.

A part is written once. The next build takes it over as it is, after a look at its digest, and adds what the log has got since. The
manifest is signed with the log's key, so that a copy of the tables can be told from one that somebody changed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Collection, Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from domain.ledger.log.checkpoints import read_checkpoint
from domain.ledger.log.notes import read_note, sign_note
from ops.log.keyring import KeyRing
from ops.settings.config import Settings
from ops.settings.errors import Refuses, Trouble
from ops.tables.reading import Cut, TitleRead
from ops.tables.writers import WRITERS, Writer, about
from projections.tables.manifest import Format, Manifest, TablePart, read_manifest
from projections.tables.parts import CHANGES, PARTED
from projections.tables.schema import SCHEMA
from projections.tables.tournament_tables import TOURNAMENT_TABLES

_Key = tuple[str, str, Format, bool]


class _Open(Struct):
    """A part that is being written: its path, its writer, and its rows so far."""

    path: str
    writer: Writer
    rows: int = 0


class Parts:
    """The parts of a folder of tables: those it has, and those that are being added."""

    def __init__(self, new: Path, old: Path, formats: Collection[Format]) -> None:
        """`new` is the folder that is being made in place of `old`."""
        self._new, self._old, self._formats = new, old, formats
        self._before = read_manifest(old)
        self._cut = Cut(0)
        self._open: dict[_Key, _Open] = {}

    @property
    def damaged(self) -> tuple[tuple[str, int], ...]:
        """The games that could not be read whole when the last parts were made."""
        return self._before.damaged if self._before is not None else ()

    def begin(self, checkpoint: str) -> Cut:
        """Where the new parts are cut: at the head of the log. Raises `Trouble` where the old ones are not of this log, or not as
        they were written."""
        head = read_checkpoint(read_note(checkpoint.encode()).text)
        before = self._before
        if before is None:
            self._cut = Cut(head.size)
            return self._cut
        if before.checkpoint:
            was = read_checkpoint(read_note(before.checkpoint.encode()).text)
            if was.origin != head.origin or was.size > head.size or (was.size == head.size and was.root != head.root):
                raise Trouble(
                    f"The parts in {self._old} are of the log {was.origin} up to {was.size}, and this log is {head.origin} up to "
                    f"{head.size}: move that folder away, or name another."
                )
        self._cut = Cut(head.size, before.reached, before.reached_tournaments, dict(before.damaged))
        return self._cut

    def add(self, ruleset: str, read: TitleRead) -> None:
        """What was read of some games of a title."""
        for (name, kind, changes), (rows, encoded) in read.parts.items():
            key = ruleset, name, kind, changes
            if key not in self._open:
                self._open[key] = self._begun(*key)
            self._open[key].writer.add(encoded)
            self._open[key].rows += rows

    def _begun(self, ruleset: str, name: str, kind: Format, changes: bool) -> _Open:
        first, last = self._since(ruleset, name, kind), self._cut.up_to - 1
        path = f"{ruleset}/{name}/{'changes' if changes else 'log'}-{first}-{last}.{kind}"
        table = CHANGES[name] if changes else PARTED[name]
        to = self._new / path
        to.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return _Open(path, WRITERS[kind](to, table, about(table, ruleset, self._cut.up_to)))

    def _since(self, ruleset: str, table: str, kind: Format) -> int:
        since = self._cut.since_of_tournaments if table in TOURNAMENT_TABLES else self._cut.since
        return since(ruleset, kind)

    def close(self) -> None:
        """Write the ends of the files."""
        for one in self._open.values():
            one.writer.close()

    def told(self, manifest: Manifest, rulesets: Collection[str]) -> Manifest:
        """The manifest with all parts, the old ones put beside the new. Raises `Trouble`."""
        kept = self._before.parts if self._before is not None else ()
        for part in kept:
            self._take_over(part)
        parts = sorted((*kept, *(self._part(key) for key in self._open)), key=lambda one: (one.first, one.path))
        reached, of_tournaments = (self._reached(one, rulesets) for one in (self._cut.reached, self._cut.reached_tournaments))
        return replace(manifest, parts=tuple(parts), reached=reached, reached_tournaments=of_tournaments)

    def _reached(self, before: Mapping[str, dict[Format, int]], rulesets: Collection[str]) -> dict[str, dict[Format, int]]:
        """How far the parts of each title and format go now, those included that this build did not make."""
        now = dict.fromkeys(self._formats, self._cut.up_to) if self._cut.up_to else {}
        found = {**before, **{ruleset: before.get(ruleset, {}) | now for ruleset in rulesets if now}}
        return dict(sorted(found.items()))

    def _part(self, key: _Key) -> TablePart:
        (ruleset, name, kind, changes), one = key, self._open[key]
        path = self._new / one.path
        path.chmod(0o600)
        size, digest = path.stat().st_size, digest_of(path)
        first, last = self._since(ruleset, name, kind), self._cut.up_to - 1
        return TablePart(one.path, ruleset, name, kind, one.rows, size, digest, first, last, changes, SCHEMA)

    def _take_over(self, part: TablePart) -> None:
        old, new = self._old / part.path, self._new / part.path
        if not old.is_file() or digest_of(old) != part.sha256:
            raise Trouble(
                f"{old} is gone, or is not what its manifest says, and a part is never written again: put it back from a copy, or "
                "move the folder of tables away to begin anew."
            )
        new.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            os.link(old, new)
        except OSError:  # a file system without links
            shutil.copy2(old, new)


def digest_of(path: Path) -> str:
    """The SHA-256 of a file, in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sign_manifest(settings: Settings, manifest: Manifest) -> Manifest:
    """The manifest with its signature by the log's keys; without one where they cannot be read here."""
    try:
        signers = KeyRing(settings.log_key_file).read()
    except Refuses:
        return replace(manifest, signature="")
    manifest = replace(manifest, keys=tuple(one.verifier.encode() for one in signers))
    manifest = replace(manifest, keys_signature=sign_note(manifest.keys_statement(), signers).encode().decode())
    return replace(manifest, signature=sign_note(manifest.statement(), signers).encode().decode())
