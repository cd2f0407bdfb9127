"""The tables of all shards in one folder, a folder below it for each, so that one pattern of paths loads a table of all.

Which shards there are is said by the signed list of shards, and each shard's manifest has to be signed with the keys that the
list has for it. Each shard makes its tables when it does, and homes are moved meanwhile. So tables are taken together only if they
go together: no manifest may know of more moves at a shard than that shard's own, which was made before one of them then. Without
the tables of one shard there is no union, unless less is asked for; then its manifest says so.

`union.json`, the union's own manifest, is written last. Where it is not there, a change was cut off: the same command goes on.
"""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.ledger.errors import Refused
from domain.ledger.log.checkpoints import read_checkpoint
from domain.ledger.log.notes import read_note
from domain.ledger.log.policy import Policy
from domain.ledger.log.shards import ListedShard, Shards, read_list
from domain.ledger.spelling import base64_of
from ops.settings.errors import Trouble
from ops.tables.pull import STAGE, Coming, File, Source, fetch, look, need_same_parts, put, write_whole
from ops.witness.shard_list import fetch_list
from projections.tables.manifest import MANIFEST, Manifest, TableFile

UNION = "union.json"
"""The union's manifest, in its folder."""

LIST = "shards"
"""The list of shards that was believed, beside it: the next one has to begin with it."""

LEFT = ".left"
"""Where the tables wait that were in the union and are not: of a shard that is missing, or closed."""

SCHEMA = "greffe.tables-union/1"

LOOKS = 5
"""How often manifests are looked at anew because tables are made while they are fetched."""


class UnionShard(Struct, frozen=True):
    """A shard in the union: the origin of its log, its folder, its name, the schema of its tables, how far its log went when they
    were made with the log's root (name and place are not in public dumps), its games, how often homes had come to it and left it,
    the SHA-256 of its signed manifest, and the files and parts, their paths from the union's folder."""

    log: str
    folder: str
    name: str
    schema: str
    log_size: int
    root: str
    games: int
    moves: int
    manifest: str
    files: tuple[TableFile, ...]


class UnionManifest(Struct, frozen=True):
    """What the union is: the log of shards with the size and the root of the list, how many games there are together, the shards,
    those that are closed (their games are at others), and those that are missing, each with why. Without `missing` it is whole."""

    schema: str
    address: str
    list_log: str
    list_size: int
    list_root: str
    games: int
    notice: str
    shards: tuple[UnionShard, ...]
    closed: tuple[str, ...]
    missing: dict[str, str]


def pull_union(
    address: str, folder: Path, where: str, policy: Policy, key: str = "", *, partial: bool = False
) -> tuple[UnionManifest, int]:
    """Bring a folder up to the tables of all shards behind an address (`…/api/v1/tables/1` or `…/api/v1/dumps/1`); answers its
    manifest, and how many files were fetched. `where` is the list of shards, a file or an address (empty: the one that the service
    publishes); `policy` says by whose word it is believed. `partial`: shards whose tables cannot be had are left out, and named.
    Raises `Trouble`: then what was there is as it was, or `union.json` is gone, and the same command goes on."""
    source = Source.at(address, key)
    if (folder / MANIFEST).exists():
        raise Trouble(f"{folder} has the tables of one service: name another folder for those of all shards.")
    where = where or f"{source.address.partition('/api/')[0]}/log/shards"
    data = fetch_list(where)
    shards = _believed(data, folder, policy, where)
    union = _Union(source, folder, shards)
    union.come(partial=partial)
    try:
        made = union.put(data)
    except OSError as e:
        raise Trouble(f"The tables cannot be written to {folder}: {(e.strerror or str(e)).lower()}.") from None
    return made, sum(map(len, union.wanted.values()))


def _believed(data: bytes, folder: Path, policy: Policy, where: str) -> Shards:
    """The list, if the policy believes it and it goes on from the one that the folder has. Raises `Trouble`."""
    try:
        found = read_list(data, policy)
        had = folder / LIST
        before = read_list(had.read_bytes(), policy).entries if had.exists() else ()
    except Refused as e:
        raise Trouble(f"The list of shards at {where} is not believed: {e.said.en}.") from None
    if found.head.short is not None:
        raise Trouble(f"The list of shards at {where} is not believed: {found.head.short.en}.")
    if found.entries[: len(before)] != before:
        why = f"it does not begin with the {len(before)} entries of the one that was here before"
        if before[: len(found.entries)] == found.entries:
            why = f"it is older than the one that was here before: {len(found.entries)} entries, not {len(before)}"
        raise Trouble(f"The list of shards at {where} is not believed: {why}.")
    if all(one.closed for one in found.listed):
        raise Trouble(f"The list of shards at {where} names no shard that is not closed.")
    return found


class _Union:
    """Tables of shards on their way into a folder: what comes of which shard, by its log, what is missing of it and why, and the
    files that had to be fetched."""

    def __init__(self, source: Source, folder: Path, shards: Shards) -> None:
        self._source, self._folder, self._shards = source, folder, shards
        self._names = _folders(shards.listed)
        self.coming: dict[str, Coming] = {}
        self.missing: dict[str, str] = {}
        self.wanted: dict[str, list[File]] = {}

    def come(self, *, partial: bool) -> None:
        """Fetch everything that is not here. Where something does not fit, the manifests are looked at again, for tables may be
        made just now; where they are the same then, it does not fit. Raises `Trouble`."""
        given_up: dict[str, str] = {}
        seen: list[object] = []
        while True:
            self._look(given_up)
            state = {log: one.manifest.signature for log, one in self.coming.items()}, self.missing
            new = state not in seen and len(seen) < LOOKS
            seen.append(state)
            try:
                self._need_all(partial=partial)
                _need_together({log: one.manifest for log, one in self.coming.items()}, self._shards.listed)
            except Trouble:
                if new:
                    continue
                raise
            lost = self._fetch()
            if not lost:
                return
            if not new:
                given_up |= lost

    def _look(self, given_up: Mapping[str, str]) -> None:
        self.coming, self.missing = {}, dict(given_up)
        for one in self._shards.listed:
            if one.closed or one.origin in given_up:
                continue
            try:
                unknown = f"no key of {one.origin} made it, which the list of shards names: another answers in its place"
                found = look(replace(self._source, log=one.origin), one.keys, unknown)
                need_same_parts(found.manifest, self._at(one.origin))
                self.coming[one.origin] = replace(found, keys=one.keys)
            except Trouble as e:
                self.missing[one.origin] = str(e)

    def _need_all(self, *, partial: bool) -> None:
        if self.missing and (not partial or not self.coming):
            told = " ".join(f"{log}: {why}" for log, why in sorted(self.missing.items()))
            hint = " To have the others alone, and be told so, say --partial." if self.coming else ""
            count = len(self.missing) + len(self.coming)
            raise Trouble(f"The tables of {len(self.missing)} of {count} shards are missing, and nothing was taken. {told}{hint}")

    def _fetch(self) -> dict[str, str]:
        """Fetch the files; answers the shards of which that did not go well, and why."""
        lost = {}
        for log, one in self.coming.items():
            try:
                self.wanted[log] = fetch(one, self._at(log), self._folder / STAGE)
            except Trouble as e:
                lost[log] = str(e)
        return lost

    def _at(self, log: str) -> Path:
        """Where the tables of a shard are now, or would be."""
        here, left = self._folder / self._names[log], self._folder / LEFT / self._names[log]
        return left if left.exists() and not here.exists() else here

    def put(self, data: bytes) -> UnionManifest:
        """Put everything in its place, and write the union's manifest and the list. Raises `OSError` and `Trouble`."""
        folder = self._folder
        made = self._manifest()
        folder.mkdir(parents=True, exist_ok=True)
        (folder / UNION).unlink(missing_ok=True)
        for log, name in self._names.items():
            here, left = folder / name, folder / LEFT / name
            if log in self.coming:
                if self._at(log) == left:
                    left.replace(here)
                put(self.coming[log], self.wanted[log], here, folder / STAGE)
            elif here.exists():
                shutil.rmtree(left, ignore_errors=True)
                left.parent.mkdir(exist_ok=True)
                here.replace(left)
        shutil.rmtree(folder / STAGE, ignore_errors=True)
        write_whole(folder / LIST, data)
        write_whole(folder / UNION, msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n")
        return made

    def _manifest(self) -> UnionManifest:
        head = self._shards.head.checkpoint
        notices = dict.fromkeys(one.manifest.notice for one in self.coming.values() if one.manifest.notice)
        return UnionManifest(
            SCHEMA,
            self._source.address,
            head.origin,
            head.size,
            base64_of(head.root),
            sum(one.manifest.games for one in self.coming.values()),
            " ".join(notices),
            tuple(_told(log, self._names[log], one.manifest) for log, one in self.coming.items()),
            tuple(one.origin for one in self._shards.listed if one.closed),
            dict(sorted(self.missing.items())),
        )


def _folders(listed: Sequence[ListedShard]) -> dict[str, str]:
    """What the folder of each shard is called, after its log, in the order in which shards were opened: so it stays."""
    found: dict[str, str] = {}
    for one in listed:
        name = plain = re.sub("[^A-Za-z0-9.]+", "-", one.origin).strip("-.") or "log"
        number = 1
        while name.lower() in {*(other.lower() for other in found.values()), LIST, UNION}:
            number += 1
            name = f"{plain}-{number}"
        found[one.origin] = name
    return found


def _need_together(manifests: Mapping[str, Manifest], listed: Sequence[ListedShard]) -> None:
    """Raise `Trouble` unless each home is in the tables of one shard: none was moved after some of them were made, and before
    others."""
    moves: dict[str, Mapping[str, int]] = {}
    for log, manifest in manifests.items():
        if manifest.moves is None:
            raise Trouble(f"The tables of {log} do not say what was moved: they are from an older version. Make them anew there.")
        if log not in manifest.moves:
            raise Trouble(f"{log} is closed, as its own tables say: take a newer list of shards.")
        closed = next((one.origin for one in listed if one.closed and one.origin in manifest.moves), None)
        if closed is not None:
            raise Trouble(f"The tables of {log} were made before {closed} was closed: make them anew there.")
        moves[log] = manifest.moves
    old = sorted(log for log, own in moves.items() if any(own[log] < other.get(log, 0) for other in moves.values()))
    if old:
        raise Trouble(
            f"The tables of {', '.join(old)} were made before something was moved to or from there, and those of another shard "
            "after it: a game could be in the union twice, or not at all, and nothing was taken. Make them anew there, then run "
            "the command again."
        )


def _told(log: str, folder: str, manifest: Manifest) -> UnionShard:
    head = read_checkpoint(read_note(manifest.checkpoint.encode()).text) if manifest.checkpoint else None
    files = tuple(
        TableFile(f"{folder}/{one.path}", one.ruleset, one.table, one.format, one.rows, one.bytes, one.sha256)
        for one in manifest.all_files()
    )
    return UnionShard(
        log,
        folder,
        manifest.shard,
        manifest.schema,
        head.size if head is not None else 0,
        base64_of(head.root) if head is not None else "",
        manifest.games,
        (manifest.moves or {}).get(log, 0),
        hashlib.sha256(msgspec.json.encode(manifest)).hexdigest(),
        files,
    )
