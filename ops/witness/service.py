"""A witness: a small service that a club or a rival organiser runs beside somebody else's Greffe
(C2SP `tlog-witness`).

It knows the keys of some logs. It cosigns a head of a log only if that head still contains
everything it has seen of the log before, and stores the head durably before it answers. So a log
that rewrites its past gets no cosignature, even with its real key. It needs Python, `cryptography`
and one folder; `http.py` is its server.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from time import time

from domain.kernel.text import Text, same
from domain.proof.errors import Refused
from domain.proof.log.add_checkpoint import WitnessAnswer, judge_request, read_add_checkpoint
from domain.proof.log.checkpoints import Checkpoint, read_checkpoint
from domain.proof.log.notes import (
    COSIGNATURE,
    ED25519,
    SignerKey,
    VerifierKey,
    read_note,
    read_signer_key,
    read_verifier_key,
)
from ops.settings.errors import CannotServe
from ops.settings.keys import read_key, write_key
from ops.witness.store import HeadStore

KEY, RECORD, LOGS = "witness.key", "witness.sqlite", "logs"
"""The files of a witness's folder: its key, what it cosigned, and the keys of the logs it watches,
one a line."""

LOST = Text(
    "nothing it cosigned is worth anything without it, and a new one has to be told to everybody"
)

CONFLICT, UNPROVEN = 409, 422


class Witness:
    """A witness with its store. Thread-safe."""

    def __init__(
        self,
        heads: HeadStore,
        logs: Iterable[VerifierKey],
        signer: SignerKey,
        clock: Callable[[], int] = lambda: int(time()),
    ) -> None:
        self._heads = heads
        self._logs = tuple(logs)
        self._signer = signer
        self._clock = clock

    @property
    def key(self) -> VerifierKey:
        return self._signer.verifier

    @property
    def logs(self) -> tuple[VerifierKey, ...]:
        return self._logs

    def add_checkpoint(self, body: bytes) -> WitnessAnswer:
        """The answer to an `add-checkpoint` request. A cosigned head is stored first, and so is a
        refused one that is evidence against its log. Raises `sqlite3.Error`, without cosigning, if
        the store cannot be written."""
        try:
            request = read_add_checkpoint(body)
            shown = read_checkpoint(read_note(request.checkpoint).text)
        except Refused as e:
            return WitnessAnswer(400, why=e)
        if not any(key.name == shown.origin for key in self._logs):
            return judge_request(request, self._logs, None, self._signer, self._clock())
        with self._heads.transaction() as heads:
            held = heads.head(shown.origin)
            last = held.checkpoint if held else None
            answer = judge_request(request, self._logs, last, self._signer, self._clock())
            if answer.keep is not None:
                heads.store_cosigned(answer.keep, request.checkpoint, self._clock())
            elif held is not None and _is_evidence(answer, held.checkpoint, shown):
                heads.store_refused(
                    held, shown, request.checkpoint, self._clock(), _refusal_reason(answer, shown)
                )
        return answer


def _is_evidence(answer: WitnessAnswer, last: Checkpoint, shown: Checkpoint) -> bool:
    """Whether a refused head, which the log has signed, is evidence worth storing: it has the size
    of the cosigned head `last` and another root, or was not proven to extend `last`."""
    return answer.status == UNPROVEN or (
        answer.status == CONFLICT and last.size == shown.size and last.root != shown.root
    )


def _refusal_reason(answer: WitnessAnswer, shown: Checkpoint) -> str:
    return answer.why.said.en if answer.why else f"the log shows two roots for size {shown.size}"


# -- its folder ------------------------------------------------------------------------------------


def read_or_make_signer(folder: Path, name: str) -> SignerKey:
    """The witness's key. At the first start it is made, with this `name`. Raises `CannotServe` if
    others can read the file, if it is damaged, or if the key has another name ("": any)."""
    file = folder / KEY
    if not file.exists():
        if not name:
            raise CannotServe(
                Text(
                    "The witness in {folder} has no key yet: name it once with --name, as in "
                    "--name club.example/witness; the name stands in every cosignature.",
                    folder=folder,
                )
            )
        try:
            made = SignerKey.generate(name, COSIGNATURE)
        except Refused:
            raise CannotServe(
                Text(
                    "A witness cannot be called {name}: no spaces, no +, as in "
                    "club.example/witness.",
                    name=repr(name),
                )
            ) from None
        write_key(file, made.encode())
    try:
        signer = read_signer_key(read_key(file, LOST))
    except Refused as e:
        raise CannotServe(
            Text("The key file {file} holds no key of a witness: {why}.", file=file, why=e.said)
        ) from None
    if signer.verifier.kind != COSIGNATURE:
        raise CannotServe(
            Text("The key file {file} holds the key of a log, not of a witness.", file=file)
        )
    if name not in ("", signer.verifier.name):
        raise CannotServe(
            Text(
                "The witness in {folder} is called {own}, not {name}: leave --name out.",
                folder=folder,
                own=signer.verifier.name,
                name=name,
            )
        )
    return signer


def log_keys(folder: Path, texts: Iterable[str]) -> tuple[VerifierKey, ...]:
    """The keys of the logs to watch: those in the folder's file `logs`, and those in `texts`.
    Raises `CannotServe`."""
    file = folder / LOGS
    try:
        lines = file.read_text("utf-8").split("\n") if file.exists() else []
    except (OSError, UnicodeDecodeError) as e:
        raise CannotServe(Text("{file} cannot be read: {why}.", file=file, why=str(e))) from None
    keys: dict[str, VerifierKey] = {}
    for n, line in enumerate(lines, start=1):
        if line.strip() and not line.startswith("#"):
            key = _log_key(
                line.strip().removeprefix("log ").split()[0],
                Text("line {n} of {file}", n=n, file=file),
            )
            keys[key.label] = key
    for text in texts:
        key = _log_key(text, same("--log"))
        keys[key.label] = key
    if not keys:
        raise CannotServe(
            Text(
                "There is no log to watch: put the log's verifier key, a line such as "
                "example.org/greffe+c74f20a3+ARpc…, into {file}, or give it with --log.",
                file=file,
            )
        )
    return tuple(keys.values())


def _log_key(text: str, where: Text) -> VerifierKey:
    try:
        key = read_verifier_key(text)
    except Refused as e:
        raise CannotServe(Text("{where}: {why}.", where=where, why=e.said)) from None
    if key.kind != ED25519:
        raise CannotServe(
            Text(
                "{where}: {label} is the key of a witness, not of a log.",
                where=where,
                label=key.label,
            )
        )
    return key
