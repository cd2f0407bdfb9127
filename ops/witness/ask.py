"""Asking witnesses to cosign: each witness gets each new head of the log, and its cosignature is
stored with the head.

Each witness has its own thread beside the log's writer, so a slow one delays neither the writer nor
the others. It gets only the newest head, which covers those before. Nothing has to be remembered
between starts, since a witness itself answers what it cosigned last. An answer is accepted only
with a signature by the witness's key.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from http.client import HTTPException
from pathlib import Path
from threading import Event, Thread
from time import time
from types import TracebackType
from typing import NamedTuple
from urllib.parse import urlsplit

from eventsourcing.persistence import PersistenceError
from msgspec import Struct

from domain.kernel.log import SignedHead
from domain.kernel.text import Text, TextError
from domain.proof.bundle.times import DAY
from domain.proof.errors import Misspelt, Refused, Unproven
from domain.proof.log.add_checkpoint import SIZE_TYPE, AddCheckpoint, read_cosignatures
from domain.proof.log.checkpoints import cosigned_by
from domain.proof.log.merkle import consistency_proof
from domain.proof.log.notes import Signature, VerifierKey, read_note
from domain.proof.log.policy import MOST_BYTES as MOST_POLICY, Policy, read_policy
from domain.proof.log.tiles import TileNodes
from domain.proof.spelling import read_decimal, shown
from ops.settings.addresses import Place
from ops.settings.config import Settings
from ops.settings.errors import CannotServe, reason
from ops.settings.outgoing import UNREACHABLE, ask_with_retry, connection
from ops.stores.log.cosignatures import Cosignatures
from ops.stores.log.reading import Ledger

SECONDS = 5.0
"""The time limit of each step of a request: connect, send, answer."""

MOST = 1 << 16
"""The largest answer, in bytes."""

PATH = "/add-checkpoint"


class WitnessAway(TextError):
    """A witness does not answer."""


class Reply(NamedTuple):
    status: int
    kind: str
    body: bytes


def is_usable(url: str) -> bool:
    """Whether this URL can be the submission prefix of a witness: HTTP or HTTPS, with a host and
    without a query."""
    try:
        parts = urlsplit(url)
        port = parts.port
        connection(parts, SECONDS)
    except (ValueError, HTTPException):
        return False
    return (
        parts.scheme in ("http", "https") and bool(parts.hostname) and not parts.query and port != 0
    )


class WitnessClient:
    """A client for one witness's URL. Each new connection resolves the host again: a witness may
    move, since its answers are accepted only with its key's signature."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._path = parts.path.rstrip("/") + PATH
        self._connection = connection(parts, SECONDS)

    def post(self, body: bytes) -> Reply:
        """Send an `add-checkpoint` request. Returns the answer. Raises `WitnessAway`."""
        try:
            return ask_with_retry(self._connection, lambda: self._post(body))
        except UNREACHABLE as e:
            raise WitnessAway(
                Text("it does not answer ({why})", why=str(e) or type(e).__name__)
            ) from None

    def _post(self, body: bytes) -> Reply:
        self._connection.request(
            "POST", self._path, body, {"Content-Type": "text/plain; charset=utf-8"}
        )
        answer = self._connection.getresponse()
        data = answer.read(MOST + 1)
        if len(data) > MOST:
            self.close()
        elif answer.length:
            raise HTTPException("its answer was cut off")
        kind = (answer.getheader("Content-Type") or "").partition(";")[0].strip().lower()
        return Reply(answer.status, kind, data[:MOST])

    def close(self) -> None:
        """Close the connection; the next request opens one."""
        self._connection.close()


LOOK = 0.05
"""Seconds between two checks for a new head of the log."""

PACE = 0.2
"""The least number of seconds between two requests to one witness."""

WAITS = (0.5, 1.0, 2.0, 5.0, 15.0, 60.0)
"""Seconds between attempts with a witness that does not answer or refuses."""

PARTING = 1.0
"""Seconds that a running request may take when the process stops."""

TRIES = 3
"""The most requests for one head: the first may be answered with the size that the witness has
cosigned, and another writer's request may come in between."""

_log = logging.getLogger("greffe.cosigning")


class Witness(Struct, frozen=True):
    """A witness to ask: its name in the policy, its key, and its submission URL."""

    name: str
    key: VerifierKey
    url: str


class CosigningDenied(TextError):
    """A witness refuses to cosign, or its answer cannot be used."""


def read_witnesses(file: Path) -> Policy:
    """Read a policy file (C2SP `tlog-policy`): the witnesses to ask, their URLs, and how many of
    them suffice. Raises `CannotServe`."""
    try:
        with file.open("rb") as f:
            policy = read_policy(f.read(MOST_POLICY + 1))
    except OSError as e:
        raise CannotServe(
            Text("The witnesses in {file} cannot be read: {why}.", file=file, why=reason(e))
        ) from None
    except Refused as e:
        raise CannotServe(
            Text("The witnesses in {file} cannot be used: {why}.", file=file, why=e.said)
        ) from None
    for witness in witnesses_of(policy):
        if not is_usable(witness.url):
            raise CannotServe(
                Text(
                    "The witness {witness} in {file} has no address that can be asked: put one "
                    "such as https://club.example/witness after its key.",
                    witness=witness.name,
                    file=file,
                )
            )
    return policy


def witnesses_of(policy: Policy) -> tuple[Witness, ...]:
    return tuple(
        Witness(name, key, policy.urls.get(key.label, "")) for name, key in policy.witnesses.items()
    )


def cosigning(settings: Settings, clock: Callable[[], datetime]) -> AbstractContextManager[object]:
    """A context in which threads ask the configured witnesses to cosign the data folder's log.
    `clock`: the service's. Raises `CannotServe`."""
    if settings.witnesses is None:
        return nullcontext()
    return Cosigners(
        settings.ledger,
        witnesses_of(read_witnesses(settings.witnesses)),
        clock=lambda: clock().timestamp(),
    )


class Cosigner:
    """Asks one witness to cosign one log. `client` sends the requests; `clock` is the service's, in
    seconds since 1970."""

    def __init__(
        self,
        witness: Witness,
        ledger: Ledger,
        cosignatures: Cosignatures,
        client: WitnessClient,
        clock: Callable[[], float] = time,
    ) -> None:
        self._witness, self._ledger, self._kept, self._client, self._clock = (
            witness,
            ledger,
            cosignatures,
            client,
            clock,
        )
        self._held = 0
        self._said: Text | None = None
        self._heard = False
        """Whether the witness's state was noted since this start; an older notice may be outdated."""
        self._cosigns = False

    def run(self, stop: Event) -> None:
        """Show the witness every new head until `stop` is set."""
        seen, failed = -1, 0
        while not stop.is_set():
            pause = LOOK
            try:
                version = self._ledger.version()
                if failed or version != seen:
                    if self.ask_to_cosign():
                        pause = PACE
                    failed, seen = 0, version
                    if self._cosigns:
                        self._report(None)
            except (WitnessAway, CosigningDenied) as e:
                self._client.close()  # the next time, its name may mean another server
                self._report(e.text, away=isinstance(e, WitnessAway))
                pause = WAITS[min(failed, len(WAITS) - 1)]
                failed += 1
            except PersistenceError as e:
                _log.warning("the log's cosignatures pause: %s", e)
                pause = WAITS[-2]
            stop.wait(pause)
        self._client.close()

    def ask_to_cosign(self) -> bool:
        """Ask the witness to cosign the log's newest head, unless it has, and store the
        cosignature. Returns whether it was asked. Raises `WitnessAway`, `CosigningDenied`,
        `PersistenceError`."""
        head, self._cosigns = self._ledger.head(), False
        if head is None or head.size == 0:
            return False
        note = read_note(head.note)
        due = not any(signature.by(self._witness.key) for signature in note.signatures)
        if due:
            self._kept.keep(head.size, note.text, self._cosignatures(head))
        self._cosigns = True
        return due

    def _cosignatures(self, head: SignedHead) -> tuple[Signature, ...]:
        for _ in range(TRIES):
            reply = self._client.post(self._request(head))
            if reply.status == 200:
                signatures = self._verified(head, reply)
                self._held = head.size
                return signatures
            if reply.status != 409 or reply.kind != SIZE_TYPE:
                raise _denied(reply)
            self._held = _stated_size(reply)
            if self._held > head.size:
                raise CosigningDenied(
                    Text(
                        "it has cosigned this log at size {held}, and the log has {size} entries: "
                        "records are gone",
                        held=self._held,
                        size=head.size,
                    ),
                )
        raise CosigningDenied(Text("others show it heads of this log"))

    def _request(self, head: SignedHead) -> bytes:
        nodes = TileNodes(head.size, self._ledger.tile)
        proof = (
            consistency_proof(self._held, head.size, nodes) if 0 < self._held <= head.size else ()
        )
        return AddCheckpoint(min(self._held, head.size), proof, head.note).encode()

    def _verified(self, head: SignedHead, reply: Reply) -> tuple[Signature, ...]:
        """The cosignatures in a reply that the witness's key made. Raises `CosigningDenied` if
        there are none, or if they are backdated."""
        key = self._witness.key
        try:
            lines = read_cosignatures(reply.body)
            signatures = tuple(line for line in lines if line.by(key))
            held = cosigned_by(read_note(head.note).with_signatures(signatures), [key])
        except (Misspelt, Unproven) as e:
            raise CosigningDenied(Text("its answer cannot be used: {said}", said=e.said)) from None
        if not held:
            raise CosigningDenied(Text("its answer is signed by another key"))
        self._refuse_backdated(max(signature.time for signature in held))
        return signatures

    def _refuse_backdated(self, at: int) -> None:
        """Raise `CosigningDenied` if the time `at` of a cosignature, in seconds since 1970, is more
        than a day before our time. Then one of the two clocks is wrong, and under that cosignature
        every record of today would be reported as false. The witness is asked again later, and
        cosigns with a new time."""
        days = (self._clock() - at) / DAY
        if days > 1:
            raise CosigningDenied(
                Text(
                    "its clock is {days} days behind this service's: put right the one that is "
                    "wrong",
                    days=f"{days:.0f}",
                ),
            )

    def _report(self, text: Text | None, *, away: bool = False) -> None:
        """Log why the witness does not cosign (None: it does), and store that as a notice. Does
        nothing if it has not changed."""
        if self._heard and text == self._said:
            return
        try:
            self._kept.set_notice(self._witness.key.label, text, away=away)
        except PersistenceError as e:
            _log.warning("what is wrong with a witness cannot be noted: %s", e)
        if text is not None:
            _log.warning("the witness %s does not cosign: %s", self._witness.name, text.en)
        elif self._said is not None:
            _log.info("the witness %s cosigns again", self._witness.name)
        self._said, self._heard = text, True


def _denied(reply: Reply) -> CosigningDenied:
    answer = shown(reply.body[:300].decode("utf-8", "replace").strip(), 200)
    return CosigningDenied(
        Text("it refuses with {status}: {said}", status=reply.status, said=answer)
    )


def _stated_size(reply: Reply) -> int:
    try:
        return read_decimal(reply.body.decode("ascii").removesuffix("\n"))
    except (UnicodeDecodeError, Misspelt):
        raise CosigningDenied(Text("it answers with a size that is none")) from None


class Cosigners:
    """All witnesses of a log, each asked in a thread of its own while this context manager is
    open."""

    def __init__(
        self,
        place: Place,
        witnesses: Sequence[Witness],
        client: Callable[[str], WitnessClient] = WitnessClient,
        clock: Callable[[], float] = time,
    ) -> None:
        """`place`: the log's. `client` makes a client for a URL. Raises `OperationalError` if there
        is no log."""
        self._ledger, self._kept, self._stop = (
            Ledger(place),
            Cosignatures(place, clock=clock),
            Event(),
        )
        cosigners = [
            Cosigner(witness, self._ledger, self._kept, client(witness.url), clock)
            for witness in witnesses
        ]
        self._threads = [
            Thread(target=self._run, args=(cosigner,), name=witness.name, daemon=True)
            for cosigner, witness in zip(cosigners, witnesses, strict=True)
        ]

    def __enter__(self) -> Cosigners:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(PARTING)
        if not any(
            thread.is_alive() for thread in self._threads
        ):  # one that waits for an answer ends with the process
            self._kept.close()
            self._ledger.close()

    def _run(self, cosigner: Cosigner) -> None:
        while not self._stop.is_set():
            try:
                cosigner.run(self._stop)
            except Exception:  # noqa: BLE001  a fault of our own: it is logged, and the witness asked again
                _log.exception("a witness could not be asked")
                self._stop.wait(WAITS[-1])
