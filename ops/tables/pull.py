"""Keeping a copy of a service's tables: what is missing is fetched, checked against the signed manifest, and put in its place when
all of it is there."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from http import HTTPStatus
from http.client import HTTPException
from pathlib import Path
from typing import IO, Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

import msgspec
from msgspec import Struct

from domain.ledger.errors import Refused
from domain.ledger.log.checkpoints import open_checkpoint
from domain.ledger.log.notes import VerifierKey, read_note, read_verifier_key, verified_by
from ops.settings.errors import Trouble
from ops.tables.parts import digest_of
from projections.tables.manifest import MANIFEST, Manifest, TableFile, TablePart, read_manifest

File = TableFile | TablePart

TIMEOUT = 60
"""Seconds that a server may say nothing."""

CHUNK = 1 << 20
MOST = 64_000_000
"""Bytes of a manifest, at most."""


LOG_KEYS = "log.keys"
"""Where a copy keeps the verifier keys of the log whose tables it has."""

STAGE = ".pull"
"""Where files wait in a copy until all are there, each by its digest."""


class Away(Trouble):
    """Nobody answers, or not with what was asked for; it may be there another time."""


class Source(Struct, frozen=True):
    """Where tables are fetched: an address (`…/api/v1/tables/1`), and the key that is sent as a bearer's."""

    address: str
    key: str = ""

    @classmethod
    def at(cls, address: str, key: str = "") -> Source:
        """Raises `Trouble` for what is no address, and for what is no key."""
        address = address.rstrip("/")
        try:
            parts = urlsplit(address)
            usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
        except ValueError:  # brackets without an end, a port that is no number
            usable = False
        if not usable:
            raise Trouble(f"{address} is no address of a service: give one such as https://greffe.example/api/v1/tables/1.")
        if not re.fullmatch(r"[ -~]*", key):
            raise Trouble("What is to be sent as a key is none: a key is one line without accents.")
        return cls(address, key)


class Coming(Struct, frozen=True):
    """Tables that a folder is to have: what their manifest says, and the keys by which it is believed from now on."""

    source: Source
    manifest: Manifest
    keys: tuple[VerifierKey, ...]


def pull(address: str, folder: Path, key: str = "", log_key: str = "") -> tuple[Manifest, list[File]]:
    """Bring a folder up to the tables at an address (`…/api/v1/tables/1` or `…/api/v1/dumps/1`); answers the manifest and the files
    that were fetched. `key` is sent as a bearer's. `log_key` is the verifier key of the log that has to have signed the manifest;
    without one it is what the copy knows already, and the first time, what the service names. Raises `Trouble`: then what was there
    is as it was, and files that had arrived are not fetched again."""
    coming = look(
        Source.at(address, key), _known(folder, log_key), "no known key of the log made it; give the right one: --log-key"
    )
    need_same_parts(coming.manifest, folder)
    wanted = fetch(coming, folder, folder / STAGE)
    put(coming, wanted, folder, folder / STAGE)
    shutil.rmtree(folder / STAGE, ignore_errors=True)
    return coming.manifest, wanted


def look(source: Source, known: Sequence[VerifierKey], unknown: str) -> Coming:
    """The manifest at an address, if one of the keys that are known signed it (none: of those that it names itself); `unknown` says
    that none did. Raises `Trouble`."""
    manifest = _manifest(source)
    for file in manifest.all_files():
        _need_path(file)
    return Coming(source, manifest, _trusted(manifest, known, source.address, unknown))


def fetch(coming: Coming, folder: Path, stage: Path) -> list[File]:
    """Fetch what a folder lacks of the tables that it is to have, and answer which files those are; they wait in `stage`, each by
    its digest. Raises `Trouble`."""
    wanted = [file for file in coming.manifest.all_files() if not _there(folder / file.path, file)]
    for file in wanted:
        if not _there(stage / file.sha256, file):
            _fetch(coming.source, stage / file.sha256, file)
    return wanted


def put(coming: Coming, wanted: Sequence[File], folder: Path, stage: Path) -> None:
    """Put what was fetched in its place, remove what the tables do not have any more, and write the manifest. Raises `Trouble`."""
    manifest = coming.manifest
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file in wanted:
            to = folder / file.path
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(stage / file.sha256, to.with_name(f".{to.name}.part"))
            to.with_name(f".{to.name}.part").replace(to)
        _remove(folder, {file.path for file in manifest.all_files()})
        write_whole(folder / LOG_KEYS, "".join(f"{one.encode()}\n" for one in coming.keys).encode())
        write_whole(folder / MANIFEST, msgspec.json.encode(manifest))
    except OSError as e:
        raise Trouble(f"The tables cannot be written to {folder}: {(e.strerror or str(e)).lower()}.") from None


def _remove(folder: Path, named: set[str]) -> None:
    """Remove the files that the manifest before names and the new one does not, and the folders that nothing is left in."""
    before = read_manifest(folder)
    for file in before.all_files() if before is not None else ():
        if file.path not in named:
            path = folder / file.path
            path.unlink(missing_ok=True)
            for parent in list(path.parents)[: file.path.count("/")]:
                if parent.is_dir() and not any(parent.iterdir()):
                    parent.rmdir()


def write_whole(path: Path, data: bytes) -> None:
    """Write a file whole, or not at all. Raises `OSError`."""
    new = path.with_name(f".{path.name}.part")
    new.write_bytes(data)
    new.replace(path)


def _need_path(file: File) -> None:
    parts = file.path.split("/")
    wrong = any(part in ("", ".", "..") or part.startswith(".") or "\\" in part for part in parts)
    if wrong or not 2 <= len(parts) <= 3 or Path(file.path).is_absolute() or not re.fullmatch("[0-9a-f]{64}", file.sha256):
        raise Trouble(f"The manifest names {file.path!r}, which is no file of a table.")


def _known(folder: Path, log_key: str) -> list[VerifierKey]:
    """The log's keys that a copy knows, or the one that it is told. Raises `Trouble`."""
    try:
        kept = folder / LOG_KEYS
        known = [read_verifier_key(line) for line in kept.read_text("utf-8").splitlines()] if kept.exists() else []
        return [read_verifier_key(log_key)] if log_key else known
    except Refused as e:
        raise Trouble(f"The log's key cannot be used: {e.said.en}.") from None


def _trusted(manifest: Manifest, known: Sequence[VerifierKey], address: str, unknown: str) -> tuple[VerifierKey, ...]:
    """The log's keys that are known from now on. Raises `Trouble` unless one that may be trusted signed the manifest."""
    try:
        named = [read_verifier_key(one) for one in manifest.keys]
    except Refused as e:
        raise Trouble(f"The log's key cannot be used: {e.said.en}.") from None
    if not manifest.signature:
        raise Trouble(f"The manifest at {address} is not signed: whoever runs the service makes the tables where the log's key is.")
    try:
        note = read_note(manifest.signature.encode())
        signed = verified_by(note, known or named)
        if manifest.checkpoint and signed:
            open_checkpoint(manifest.checkpoint.encode(), signed)
    except Refused as e:
        raise Trouble(f"The signature of the manifest at {address} does not hold, and nothing was taken: {e.said.en}.") from None
    if not signed or note.text != manifest.statement():
        why = "it is not over what the manifest says" if signed else unknown
        raise Trouble(f"The signature of the manifest at {address} does not hold, and nothing was taken: {why}.")
    learned = named if not known or _vouched(manifest, known) else ()
    return tuple({one.label: one for one in (*known, *learned)}.values())


def _vouched(manifest: Manifest, known: Sequence[VerifierKey]) -> bool:
    """Whether a known key signed that those which the manifest names are the log's: anybody on the way could add one."""
    try:
        note = read_note(manifest.keys_signature.encode())
    except Refused:
        return False
    return note.text == manifest.keys_statement() and bool(verified_by(note, known))


def need_same_parts(manifest: Manifest, folder: Path) -> None:
    """Raise `Trouble` for tables that are older than those in a folder, or have other parts."""
    before = read_manifest(folder)
    if before is None:
        return
    if manifest.log_size < before.log_size:
        raise Trouble(
            f"The manifest goes up to {manifest.log_size} of the log, and the copy in {folder} up to {before.log_size} already: it "
            "is an old one, or of another log. Nothing was taken; to have it anyway, name another folder."
        )
    had = {part.path: part.sha256 for part in before.parts}
    other = next((part.path for part in manifest.parts if had.get(part.path, part.sha256) != part.sha256), None)
    if other is not None:
        raise Trouble(
            f"The part {other} is another than the one in {folder}, and parts never change. Nothing was taken; ask whoever runs "
            "the service, or name another folder."
        )


def _there(path: Path, file: File) -> bool:
    return path.is_file() and path.stat().st_size == file.bytes and digest_of(path) == file.sha256


def _manifest(source: Source) -> Manifest:
    address = f"{source.address}/{MANIFEST}"
    try:
        with _open(source, MANIFEST) as answer:
            data = answer.read(MOST)
    except (OSError, HTTPException) as e:
        raise _cut_off(address, getattr(e, "strerror", None) or e) from None
    try:
        return msgspec.json.decode(data, type=Manifest)
    except msgspec.DecodeError:
        raise Trouble(f"What {address} answers is no manifest of tables.") from None


def _fetch(source: Source, to: Path, file: File) -> None:
    """Fetch a file, or what is missing of one whose beginning has arrived. What is not as the manifest says does not stay."""
    address = f"{source.address}/{file.path}"
    to.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    begun = to.stat().st_size if to.is_file() else 0
    if begun >= file.bytes:
        to.unlink(missing_ok=True)
        begun = 0
    asked = {"Range": f"bytes={begun}-", "If-Range": f'"{file.sha256}"'} if begun else {}
    try:
        with _open(source, file.path, asked) as answer, to.open("ab") as out:
            if getattr(answer, "status", 200) != HTTPStatus.PARTIAL_CONTENT:
                out.truncate(0)
                begun = 0
            while begun <= file.bytes and (chunk := answer.read(CHUNK)):
                begun += len(chunk)
                out.write(chunk)
    except (OSError, HTTPException) as e:
        raise _cut_off(address, getattr(e, "strerror", None) or e) from None
    if begun < file.bytes:  # a connection that ends too early is no error of `http.client` where one reads piece by piece
        raise _cut_off(address, f"{begun:,} of {file.bytes:,} bytes came")
    if not _there(to, file):
        to.unlink()
        raise Trouble(
            f"{address} is not what the manifest says, and nothing was replaced: it may have been made anew meanwhile; run the "
            "command again."
        )


def _cut_off(address: str, why: object) -> Away:
    return Away(f"{address} could not be fetched whole: {why}. What came is kept: run the command again.")


class _Here(HTTPRedirectHandler):
    """Follows nobody elsewhere: the key would go along."""

    def redirect_request(self, *_: Any) -> None:
        return None


_opener = build_opener(_Here)


def _open(source: Source, path: str, asked: dict[str, str] | None = None) -> IO[bytes]:
    address, headers = f"{source.address}/{path}", dict(asked or {})
    if source.key:
        headers["Authorization"] = f"Bearer {source.key}"
    request = Request(address, headers=headers)  # noqa: S310  http and https alone
    try:
        answer: IO[bytes] = _opener.open(request, timeout=TIMEOUT)
    except HTTPError as e:
        raise Away(f"{address} answers {e.code}: {_detail(e)}") from None
    except (URLError, OSError, HTTPException) as e:
        raise Away(f"{address} cannot be reached: {getattr(e, 'reason', None) or e}.") from None
    return answer


def _detail(e: HTTPError) -> str:
    try:
        found = msgspec.json.decode(e.read(MOST))
        return str(found["detail"])
    except (msgspec.DecodeError, KeyError, TypeError, OSError):
        return str(e.reason)
