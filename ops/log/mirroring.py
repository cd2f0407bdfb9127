"""Copying a log over HTTP in the layout of C2SP tlog-tiles: the checkpoint and the bundles of
entries. Tiles of hashes are not copied; hashes are computed from the entries.

The checkpoint is written last, after the entries have been found to match it and to continue the
earlier copy, so every copy is of a signed log. If the log has become shorter or differs from the
copy, nothing more is copied, and the head that shows this is stored beside the copy as evidence.
"""

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from domain.kernel.text import Text
from domain.proof.errors import Refused
from domain.proof.log.checkpoints import Checkpoint, read_checkpoint
from domain.proof.log.entries import MOST_BYTES
from domain.proof.log.merkle import Frontier, leaf_hash
from domain.proof.log.mirror import Mirror
from domain.proof.log.notes import MOST_BYTES as MOST_NOTE, read_note
from domain.proof.log.policy import Policy
from domain.proof.log.tiles import (
    CHECKPOINT,
    WIDTH,
    Tile,
    entry_bundle,
    read_entry_bundle,
    tile_at,
)
from ops.log.remote import NotMirrored, Remote
from ops.settings.durable import write_durably
from ops.settings.errors import reason

MOST_BUNDLE = WIDTH * (MOST_BYTES + 2)

Progress = Callable[[int, int], None]


class TwoHistories(NotMirrored):
    """The log does not continue its copy: it has shown two histories."""


class MirrorResult(Struct, frozen=True):
    """The result of copying. `before` and `size`: the number of entries before and after. `keys`:
    the labels of the log's keys that the policy accepted (none without a policy); `cosigned`: the
    number of witnesses that it counted."""

    origin: str
    before: int
    size: int
    keys: tuple[str, ...]
    cosigned: int


def mirror(
    url: str,
    folder: Path,
    policy: Policy | None = None,
    progress: Progress = lambda done, total: None,
) -> MirrorResult:
    """Bring a copy of the log at `url` up to its head, creating it if needed. With a policy, only
    accepted heads are copied.

    Raises `NotMirrored`, and `TwoHistories` if the log does not continue the copy.
    """
    remote = Remote(url)
    try:
        remote, note = _found_log(remote)
        try:
            head = read_checkpoint(read_note(note).text)
            trusted = policy.accept(note) if policy is not None else None
        except Refused as e:
            raise NotMirrored(
                Text("The head at {url} is not accepted: {why}.", url=remote.url, why=e.said)
            ) from None
        before = _head_of_copy(folder)
        _need_continuation(folder, before, head, note)
        folder.mkdir(parents=True, exist_ok=True)
        _fetch_new_entries(remote, folder, before, head, note, progress)
        write_durably(folder / CHECKPOINT, note, 0o644)
        keys = tuple(key.label for key in trusted.keys) if trusted else ()
        cosigned = len(trusted.cosigned) if trusted else 0
        return MirrorResult(head.origin, before.size if before else 0, head.size, keys, cosigned)
    except OSError as e:
        raise NotMirrored(
            Text("{file} cannot be written: {why}.", file=folder, why=reason(e))
        ) from None
    finally:
        remote.close()


def _found_log(remote: Remote) -> tuple[Remote, bytes]:
    """The log at an address or, if there is none, at that address under `/log`; and its signed
    head. Raises `NotMirrored` if there is neither."""
    for place in (remote, remote.under("log")):
        note = place.get(CHECKPOINT, MOST_NOTE)
        if note is not None:
            return place, note
        place.close()
    raise NotMirrored(Text("There is no log at {url}, nor at {url}/log.", url=remote.url))


def _head_of_copy(folder: Path) -> Checkpoint | None:
    """The head of the existing copy, or None if there is no copy. Raises `NotMirrored` if it is
    damaged."""
    try:
        return read_checkpoint(read_note((folder / CHECKPOINT).read_bytes()).text)
    except FileNotFoundError:
        return None
    except Refused as e:
        raise NotMirrored(
            Text(
                "{head} is damaged ({why}): take another folder.",
                head=folder / CHECKPOINT,
                why=e.said,
            )
        ) from None


def _need_continuation(folder: Path, old: Checkpoint | None, new: Checkpoint, note: bytes) -> None:
    """Raise `TwoHistories` if the head `new` neither extends nor equals the head `old` of the copy,
    and `NotMirrored` if it belongs to another log. `note`: the signed text of `new`, to store as
    evidence."""
    if old is None:
        return
    if old.origin != new.origin:
        raise NotMirrored(
            Text(
                "{folder} has a copy of the log {origin}, and this is {other}: take another "
                "folder.",
                folder=folder,
                origin=old.origin,
                other=new.origin,
            )
        )
    if new.size < old.size:
        raise _store_evidence(
            folder,
            note,
            Text(
                "The log goes back: the copy has {copied} entries, the head now is of size {size}",
                copied=old.size,
                size=new.size,
            ),
        )
    if new.size == old.size and new.root != old.root:
        raise _store_evidence(
            folder, note, Text("The log shows two roots for size {size}", size=old.size)
        )


def _store_evidence(folder: Path, note: bytes, what: Text) -> TwoHistories:
    """Store a head that does not continue the copy beside it. Returns the error to raise. `what`:
    the contradiction."""
    conflict = folder / f"{CHECKPOINT}.conflict"
    write_durably(conflict, note, 0o644)
    return TwoHistories(
        Text(
            "{what}. Keep {head} and {conflict}: together they are the evidence.",
            what=what,
            head=folder / CHECKPOINT,
            conflict=conflict,
        )
    )


def _fetch_new_entries(
    remote: Remote,
    folder: Path,
    before: Checkpoint | None,
    head: Checkpoint,
    note: bytes,
    progress: Progress,
) -> None:
    """Fetch the bundles with new entries into the copy. Raises an error unless the existing entries
    have the root of the copy's head, and all entries that of the new head."""
    frontier, bundle = Frontier(), list[bytes]()
    try:
        for entry in Mirror(folder).entries(before.size if before else 0):
            if frontier.size % WIDTH == 0:
                bundle.clear()
            bundle.append(entry)
            frontier.append(leaf_hash(entry))
    except Refused as e:
        raise NotMirrored(
            Text(
                "The copy in {folder} is damaged ({why}): take another folder.",
                folder=folder,
                why=e.said,
            )
        ) from None
    if before is not None and frontier.root() != before.root:
        raise NotMirrored(
            Text(
                "The copy in {folder} is damaged: it has not the root of its own head. Take "
                "another folder.",
                folder=folder,
            )
        )
    for index in range(frontier.size // WIDTH, (head.size + WIDTH - 1) // WIDTH):
        entries, here = (
            _fetch_bundle(remote, folder, tile_at(head.size, None, index)),
            frontier.size,
        )
        if list(entries[: here % WIDTH]) != bundle[: here % WIDTH]:
            what = Text("The log's entries up to {size} are not those copied", size=here)
            raise _store_evidence(folder, note, what)
        for entry in entries[here % WIDTH :]:
            frontier.append(leaf_hash(entry))
        progress(frontier.size, head.size)
    if frontier.root() != head.root:
        what = Text(
            "The log's entries up to size {size} do not continue the copy, or are not those that "
            "were signed",
            size=head.size,
        )
        raise _store_evidence(folder, note, what)
    if before is not None and before.size % WIDTH and before.size < head.size:
        partial = tile_at(before.size, None, before.size // WIDTH)
        (folder / str(partial)).unlink(missing_ok=True)


def _fetch_bundle(remote: Remote, folder: Path, tile: Tile) -> tuple[bytes, ...]:
    """Fetch a bundle of the log into the copy. Returns its entries."""
    data = remote.get(str(tile), MOST_BUNDLE)
    if data is None and tile.width < WIDTH:
        data = remote.get(str(tile.full), MOST_BUNDLE)
    if data is None:
        raise NotMirrored(
            Text(
                "{url}/{tile} is not there: the log does not serve what it signed.",
                url=remote.url,
                tile=tile,
            )
        )
    try:
        entries = read_entry_bundle(data, tile.width)
    except Refused as e:
        raise NotMirrored(
            Text("{url}/{tile} cannot be used: {why}.", url=remote.url, tile=tile, why=e.said)
        ) from None
    file = folder / str(tile)
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(file.name + ".new")
    new.write_bytes(entry_bundle(entries))
    new.replace(file)
    return entries
