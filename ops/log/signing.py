"""Signing the log with all signing keys, if the guard admits the head."""

import logging

from domain.kernel.text import Text
from domain.proof.log.checkpoints import Checkpoint, sign_checkpoint
from domain.proof.log.cose import sign_root
from domain.proof.log.entries import KeyEntry
from domain.proof.log.notes import SignerKey, read_note
from ops.log.guard import Guard
from ops.log.keyring import KeyRing
from ops.settings.errors import SigningRefused
from ops.stores.log.writing import LedgerWriting

_log = logging.getLogger("greffe.log")


class LogSigner:
    def __init__(self, ledger: LedgerWriting, ring: KeyRing, guard: Guard) -> None:
        self._ledger, self._ring, self._guard = ledger, ring, guard
        self._keys: tuple[SignerKey, ...] = ()
        self._refusal: Text | None = None
        self._told: Text | None = None
        """The reason last written to the service's log, so that it is written once even if no
        notice can be stored."""

    def take_keys(self) -> None:
        """Read the keys from their file, and update the log's table of keys: a new key is announced
        by an entry, which the next head covers; a key that is no longer in the file is marked as
        ended. Raises `SigningRefused`."""
        self._keys = ()
        keys = self._ring.read()
        with self._ledger.batch() as batch:
            origin = keys[0].verifier.name
            if not batch.origin:
                batch.set_origin(origin)
            if batch.origin != origin:
                raise _another_log_error(batch.origin, origin)
            known = {key.label for key in batch.log_keys()}
            for key in (key.verifier for key in keys):
                if key.label not in known:
                    batch.add_key(
                        key.label,
                        key.encode(),
                        batch.add(KeyEntry(key).encode()) if known else None,
                    )
                    known.add(key.label)
            labels = {key.verifier.label for key in keys}
            for announced in batch.log_keys():
                if announced.ended == (announced.label in labels):
                    batch.end_key(announced.label, ended=not announced.ended)
        self._keys = keys

    def sign(self) -> bool:
        """Sign the log's current head unless all keys have signed it. Returns whether a new
        checkpoint was stored. Raises `SigningRefused`."""
        if not self._keys or self._ring.has_changed():
            self.take_keys()
        new = None
        while new is None:
            new = self._sign(self._ledger.await_durable())
        if self._refusal is not None:
            _log.warning("the log is signed again")
            self._refusal = self._told = None
        return new

    def _sign(self, settled: int) -> bool | None:
        """Sign a head of `settled` entries, all of which must be durable, since the guard must not
        name entries that may still be lost. Returns whether a new checkpoint was stored; None if
        the log has grown meanwhile."""
        labels = [key.verifier.label for key in self._keys]
        with self._ledger.batch() as batch:
            if batch.size != settled:
                return None
            head = batch.head()
            checkpoint = Checkpoint(batch.origin, batch.size, batch.root)
            self._guard.admit(checkpoint, batch.nodes(), signed=head is not None)
            new = head is None or not _is_signed_by(labels, head.note, checkpoint)
            if new:
                self._ledger.step("guarded")
                note = sign_checkpoint(checkpoint, self._keys)
                self._ledger.step("signed")
                cose = sign_root(checkpoint.root, self._keys[0])
                batch.add_checkpoint(checkpoint.size, note.encode(), labels, cose)
            if batch.notice("refusal"):
                batch.set_notice("refusal", None)
        return new

    def report_refusal(self, text: Text) -> None:
        """Report why nothing is signed: in the service's log and as a notice, each once until the
        reason changes."""
        if text != self._told:
            _log.error("%s", text.en)
            self._told = text
        if text != self._refusal:
            with self._ledger.batch() as batch:
                batch.set_notice("refusal", text)
            self._refusal = text


def _is_signed_by(labels: list[str], note: bytes, checkpoint: Checkpoint) -> bool:
    """Whether a note is of this checkpoint and signed by the keys with all these labels."""
    signed = read_note(note)
    return signed.text == checkpoint.encode() and set(labels) <= {
        signature.label for signature in signed.signatures
    }


def _another_log_error(origin: str, named: str) -> SigningRefused:
    return SigningRefused(
        Text(
            "The log is not signed: it is that of {origin}, and its key is for {named}. An origin "
            "never changes: put the key back, or begin a new log with greffe keygen --succeed.",
            origin=origin,
            named=named,
        ),
    )
