"""Keeping a copy of a service's tables: what has changed is fetched, checked against the manifest, and put in its place."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import IO, Any
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, Request, build_opener

import msgspec

from ops.settings.errors import Trouble
from projections.tables.manifest import MANIFEST, Manifest, TableFile

TIMEOUT = 60
"""Seconds that a server may say nothing."""

CHUNK = 1 << 20
MOST = 4_000_000
"""Bytes of a manifest, at most."""


def pull(address: str, folder: Path, key: str = "") -> tuple[Manifest, list[TableFile]]:
    """Bring a folder up to the tables at an address (`…/api/v1/tables/1` or `…/api/v1/dumps/1`); answers the manifest and the files
    that were fetched. `key` is sent as a bearer's. Raises `Trouble`: then what was there is as it was, but for files that had
    arrived whole."""
    address = address.rstrip("/")
    if not address.startswith(("http://", "https://")):
        raise Trouble(f"{address} is no address of a service: give one such as https://greffe.example/api/v1/tables/1.")
    manifest = _manifest(address, key)
    fetched = []
    for file in manifest.files:
        parts = Path(file.path).parts
        if len(parts) != 2 or any(part in ("", ".", "..") or "\\" in part for part in parts) or Path(file.path).is_absolute():
            raise Trouble(f"The manifest names {file.path!r}, which is no file of a table.")
        here = folder / file.path
        if not here.is_file() or _digest(here) != file.sha256:
            _fetch(f"{address}/{file.path}", here, file, key)
            fetched.append(file)
    new = folder / f".{MANIFEST}.part"
    folder.mkdir(parents=True, exist_ok=True)
    new.write_bytes(msgspec.json.encode(manifest))
    new.replace(folder / MANIFEST)
    return manifest, fetched


def _manifest(address: str, key: str) -> Manifest:
    with _open(f"{address}/{MANIFEST}", key) as answer:
        data = answer.read(MOST)
    try:
        return msgspec.json.decode(data, type=Manifest)
    except msgspec.DecodeError:
        raise Trouble(f"What {address}/{MANIFEST} answers is no manifest of tables.") from None


def _fetch(address: str, to: Path, file: TableFile, key: str) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    part = to.with_name(f".{to.name}.part")
    digest, got = hashlib.sha256(), 0
    try:
        with _open(address, key) as answer, part.open("wb") as out:
            while chunk := answer.read(CHUNK):
                got += len(chunk)
                if got > file.bytes:
                    break
                digest.update(chunk)
                out.write(chunk)
    except OSError as e:
        part.unlink(missing_ok=True)
        raise Trouble(f"{address} could not be fetched whole: {(e.strerror or str(e)).lower()}.") from None
    if got != file.bytes or digest.hexdigest() != file.sha256:
        part.unlink()
        raise Trouble(f"{address} is not what the manifest says: it may have been made anew meanwhile; run the command again.")
    part.replace(to)


class _Here(HTTPRedirectHandler):
    """Follows nobody elsewhere: the key would go along."""

    def redirect_request(self, *_: Any) -> None:
        return None


_opener = build_opener(_Here)


def _open(address: str, key: str) -> IO[bytes]:
    request = Request(address, headers={"Authorization": f"Bearer {key}"} if key else {})  # noqa: S310  http and https alone
    try:
        answer: IO[bytes] = _opener.open(request, timeout=TIMEOUT)
    except HTTPError as e:
        raise Trouble(f"{address} answers {e.code}: {_detail(e)}") from None
    except (URLError, OSError) as e:
        raise Trouble(f"{address} cannot be reached: {getattr(e, 'reason', e)}.") from None
    return answer


def _detail(e: HTTPError) -> str:
    try:
        found = msgspec.json.decode(e.read(MOST))
        return str(found["detail"])
    except (msgspec.DecodeError, KeyError, TypeError, OSError):
        return str(e.reason)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
