"""Changing a log's keys: a successor, a replacement for a lost key, and a new log after the old
one's data is lost.

    rotate_key           a new key signs beside the old one, and an entry signed by the old one
                         announces it; `retire_key` ends the old one later
    replace_lost_keys    a new key signs alone, because the others are lost or somebody else may
                         have them
    begin_successor      the log's data is lost: a new log begins with the old one's last head
"""

from contextlib import closing
from pathlib import Path

from domain.kernel.log import LogKey
from domain.kernel.text import Text
from domain.proof.errors import Refused
from domain.proof.log.checkpoints import (
    Checkpoint,
    open_checkpoint,
    read_checkpoint,
    sign_checkpoint,
)
from domain.proof.log.entries import SuccessionEntry
from domain.proof.log.notes import SignerKey, VerifierKey, read_note, read_verifier_key
from ops.log import folder, keyring
from ops.log.guard import Guard
from ops.log.keyring import KeyRing
from ops.settings.config import Settings
from ops.settings.errors import CannotServe, SigningRefused, reason
from ops.stores.log.opening import (
    discard_log,
    is_log,
    place_of_new_log,
    place_of_unfinished_log,
    replace_log,
)
from ops.stores.log.reading import Ledger


def rotate_key(settings: Settings) -> VerifierKey:
    """Add a second key to the file, with which the writer signs from the next head on. Returns its
    verifier key. Raises `CannotServe` if there are two already, and `SigningRefused` if the keys
    cannot be read."""
    keys = KeyRing(settings.log_key_file).read()
    if len(keys) > 1:
        labels = ", ".join(key.verifier.label for key in keys)
        raise CannotServe(
            Text(
                "A rotation is under way, {labels} sign: end it with greffe keygen --retire "
                "before the next one.",
                labels=labels,
            )
        )
    new = SignerKey.generate(keys[0].verifier.name)
    keyring.write_keys(settings.log_key_file, (*keys, new))
    return new.verifier


def retire_key(settings: Settings, label: str) -> VerifierKey:
    """Remove the signing key with this label. Returns the verifier key of another that remains.
    Raises `CannotServe` if there is no signing key with the label, if it is the only one, or if it
    has not yet signed a head that announces another; `SigningRefused` if the keys cannot be
    read."""
    keys = KeyRing(settings.log_key_file).read()
    signing = [key.verifier.label for key in keys]
    if label not in signing:
        raise CannotServe(
            Text(
                "The key {label} does not sign: {signing} do.",
                label=label,
                signing=", ".join(signing),
            )
        )
    others = tuple(key for key in keys if key.verifier.label != label)
    if not others:
        raise CannotServe(
            Text(
                "The key {label} is the only one: begin another with greffe keygen --rotate first.",
                label=label,
            )
        )
    known = {key.label: key for key in _keys_of_log(settings)}
    if not any(
        _was_announced(known.get(other.verifier.label), known.get(label)) for other in others
    ):
        raise CannotServe(
            Text(
                "The key {label} cannot end yet: no head that it signed announces another one. "
                "Start the server, and try again in a moment.",
                label=label,
            )
        )
    keyring.write_keys(settings.log_key_file, others)
    return others[0].verifier


def replace_lost_keys(settings: Settings) -> VerifierKey:
    """Replace all signing keys by a new one. Returns its verifier key. Raises `CannotServe` if
    there is no log."""
    with closing(folder.open_ledger(settings)) as ledger:
        origin = ledger.origin()
    if not origin:
        raise CannotServe(
            Text("No log was begun here: start greffe serve to begin one with a key of its own.")
        )
    new = SignerKey.generate(origin)
    keyring.write_keys(settings.log_key_file, (new,))
    return new.verifier


def begin_successor(settings: Settings, origin: str, last: bytes | None) -> VerifierKey:
    """Begin a log under a new origin, whose first entry contains the lost log's last signed head:
    the note `last`, or (None) the newest one in the data folder. The old files are kept under other
    names. Returns the new log's verifier key. Raises `CannotServe`."""
    with folder.lease(settings):
        note = last or _newest_head_here(settings)
        if _parsed_head(settings, note).origin == origin:
            raise CannotServe(
                Text(
                    "{origin} is the origin of the log that is lost: the one that succeeds it "
                    "needs another.",
                    origin=origin,
                )
            )
        new = SignerKey.generate(origin)
        keyring.write_keys(folder.new_log_key_file(settings.log_key_file), (new,))
        making = place_of_unfinished_log(settings.ledger)
        discard_log(making)
        folder.migrate_ledger(making)
        folder.begin_log(making, new, SuccessionEntry(note).encode())
        replace_log(making, place_of_new_log(settings.ledger))
        folder.finish_replacement(settings)
        return new.verifier


def _parsed_head(settings: Settings, note: bytes) -> Checkpoint:
    """Parse a signed head. Its signature is verified if a key of its log is known here. Raises
    `CannotServe`."""
    try:
        opened = read_checkpoint(read_note(note).text)
        keys = (
            [read_verifier_key(key.verifier) for key in _keys_of_log(settings)]
            if is_log(settings.ledger)
            else []
        )
        if any(key.name == opened.origin for key in keys):
            open_checkpoint(note, keys)
    except Refused as e:
        raise CannotServe(
            Text("A new log cannot go on from this head: {why}.", why=e.said)
        ) from None
    return opened


def _newest_head_here(settings: Settings) -> bytes:
    """The note of the newest signed head in the data folder: the log's own head, or the guard's
    head, signed again with the same keys. Raises `CannotServe` if there is neither."""
    heads: list[tuple[int, bytes]] = []
    if is_log(settings.ledger):
        with closing(Ledger(settings.ledger)) as ledger:
            head = ledger.head()
        heads += [(head.size, head.note)] if head else []
    try:
        guarded = Guard(settings.guard_file).last()
        if guarded is not None:
            heads.append(
                (
                    guarded.size,
                    sign_checkpoint(guarded, KeyRing(settings.log_key_file).read()).encode(),
                )
            )
    except (
        SigningRefused,
        ValueError,
    ):  # no guard that can be read, or no key of its log: the log's own head has to do
        heads = heads[:1]
    if not heads:
        raise CannotServe(
            Text(
                "There is no signed head here that a new log could go on from: name one with "
                "--last FILE, such as a receipt, a bundle, or the checkpoint of a mirror."
            )
        )
    return max(heads)[1]


def _keys_of_log(settings: Settings) -> tuple[LogKey, ...]:
    with closing(folder.open_ledger(settings)) as ledger:
        return ledger.log_keys()


def _was_announced(new: LogKey | None, old: LogKey | None) -> bool:
    return (
        new is not None
        and old is not None
        and (new.announced if new.announced is not None else -1) < old.last
        and new.last > 0
    )


def read_signed_head(path: Path) -> bytes:
    """The note of the signed head in a file, which may be a checkpoint, proof, receipt or bundle.
    Raises `CannotServe`."""
    from domain.proof.verify.exhibits import read_exhibit

    try:
        with path.open("rb") as f:
            return read_exhibit(f).note
    except OSError as e:
        raise CannotServe(Text("{file} cannot be read: {why}.", file=path, why=reason(e))) from None
    except Refused as e:
        raise CannotServe(
            Text("{path} holds no signed head: {why}.", path=path, why=e.said)
        ) from None
