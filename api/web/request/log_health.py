"""The health of the signed log: its state, what is wrong with it, its gauges."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Literal

from eventsourcing.persistence import PersistenceError
from msgspec import Struct

from api.web.metrics import Labelled, Measured
from api.web.request.service import Service
from domain.kernel.log import LogState, WitnessState
from domain.kernel.text import Text

State = Literal["ok", "refusing", "damaged", "unattended", "down", "off"]


_DOWN = Text("The log cannot be read.")


_ALONE = Text(
    "Nobody writes the log: its writer is being started, or does not run.",
)


_BACK = Text(
    "The record ends before what the log has of it: an old copy was put there, or its end "
    "was deleted. greffe fsck names what is gone: put the newest copy back.",
)


SILENCE = timedelta(minutes=1)  # how long a witness may be away before that is more than a restart


class LogHealth(Struct, frozen=True):
    """The state of the log at one moment: how many records it is behind (`lag`; None: unknown), and
    what is wrong with it (`says`). `standing` and `witnesses` are as the log reports them."""

    state: State
    lag: int | None = None
    says: Text | None = None
    standing: LogState | None = None
    witnesses: tuple[WitnessState, ...] = ()
    cosigned: int | None = (
        None  # entries under the newest head with the quorum, where there are witnesses
    )

    def witnessed(self, now: datetime) -> bool:
        """Whether all witnesses cosign: none refuses, and none has been away for longer than
        `SILENCE`. True if there are none."""
        return not any(
            witness.state == "refusing"
            or (
                witness.state == "away" and (witness.since is None or now - witness.since > SILENCE)
            )
            for witness in self.witnesses
        )

    def gauges(self) -> Iterator[Measured]:
        if self.state == "off":
            return
        yield (
            "greffe_ledger_ok",
            "1 if the log is written, signed, and the record is what was logged.",
            self.state == "ok",
        )
        if self.standing is None:
            return
        yield "greffe_ledger_entries", "Entries of the log.", self.standing.size
        yield (
            "greffe_ledger_signed_entries",
            "Entries under its newest signed head.",
            self.standing.signed,
        )
        yield (
            "greffe_ledger_refusing",
            "1 if the log is not signed because that would go back or sideways, or has no key.",
            (self.standing.refusal is not None),
        )
        yield (
            "greffe_ledger_differences",
            "Records that differ from the log, as far as is known.",
            self.standing.differences,
        )
        yield "greffe_ledger_attended", "1 if a writer is at work.", self.standing.attended
        if self.cosigned is not None:
            yield (
                "greffe_ledger_cosigned_entries",
                "Entries under its newest head that enough witnesses cosigned.",
                self.cosigned,
            )
        if self.witnesses:
            for state, text in (
                ("refusing", "1 if a witness refuses to cosign."),
                ("away", "1 if a witness does not answer."),
            ):
                values = {witness.name: float(witness.state == state) for witness in self.witnesses}
                yield f"greffe_witness_{state}", text, Labelled("witness", values)
        if self.lag is not None:
            yield (
                "greffe_ledger_lag_records",
                "Records that the log has not taken in yet.",
                self.lag,
            )


def log_health(app: Service) -> LogHealth:
    book = app.receipts.book
    if book is None:
        return LogHealth("off")
    try:
        standing, witnesses = book.standing(), book.witness_states()
        head = book.cosigned() if witnesses else None
    except PersistenceError:
        return LogHealth("down", None, _DOWN)
    cosigned = (head.size if head else 0) if witnesses else None
    state, says = _log_state(standing)
    try:
        newest = app.recorder.max_notification_id() or 0
        lag: int | None = max(0, newest - standing.position)
        if state in ("ok", "unattended") and newest < standing.position:
            state, says = "damaged", _BACK
    except PersistenceError:
        lag = None
    return LogHealth(state, lag, says, standing, witnesses, cosigned)


def _log_state(standing: LogState) -> tuple[State, Text | None]:
    if standing.refusal is not None:
        return "refusing", standing.refusal
    if standing.damage is not None:
        return "damaged", standing.damage
    return ("ok", None) if standing.attended else ("unattended", _ALONE)
