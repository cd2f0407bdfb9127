"""The events that follow their season's bundle in one file. Each is proven by itself, and bound to
the season by the leaf of every record at which the season counted it.

What the events end with follows from their rules: `greffe verify --replay` adds it up again.
"""

from domain.proof.bundle.season import EventPin, Season
from domain.proof.errors import Sentence, Unproven
from domain.proof.log.merkle import HASH_SIZE
from domain.proof.log.policy import TrustedCheckpoint
from domain.proof.spelling import base64_of, shown
from domain.proof.verify.event import AuditedGame, HeadChecks, leaf_at
from domain.proof.verify.report import Report

Pins = list[tuple[int, EventPin]]


class EventChecks(HeadChecks):
    """Checks the events of one season while its file is read: `expect` and `take` each in order,
    then `end`. Adds its findings to the report, each at the season's record that it is about."""

    def __init__(self, report: Report, season: Season, trusted: TrustedCheckpoint | None) -> None:
        super().__init__(report, "events", trusted)
        self._missing: dict[str, Pins] = {}
        for seq, pin in season.pins:
            self._missing.setdefault(pin.event, []).append((seq, pin))
        self._leaves: dict[str, str] = {}

    def expect(self, id: str) -> Pins:
        """The season's references to the next event in the file, whose id is `id`. Raises
        `Unproven` if the season does not count this event."""
        if id not in self._missing:
            raise Unproven(
                f"the event {shown(id)} does not belong there: the season never counted it, or it "
                f"came before",
                f"le tournoi {shown(id)} n'a pas sa place là : la saison ne l'a jamais compté, ou "
                f"il est déjà venu",
            )
        return self._missing.pop(id)

    def take(self, pins: Pins, event: AuditedGame) -> None:
        at, of = pins[0][0], Sentence(f"event {shown(event.id)}", f"le tournoi {shown(event.id)}")
        if event.report.failure is not None or event.played is None:
            why = event.report.said
            said = f"{of.en} does not hold: {why.en}", f"{of.fr} ne tient pas : {why.fr}"
            self._report.fail("events", Sentence(*said), at)
            return
        for finding in event.report.findings:
            if finding.status == "open":
                why = finding.said
                said = f"{of.en} is not complete: {why.en}", f"{of.fr} est incomplet : {why.fr}"
                self._report.add("events", "open", Sentence(*said), at)
        self._take_head(at, event.head)
        self._leaves[event.id] = base64_of(event.leaves[-HASH_SIZE:])
        for record, pin in pins:
            if pin.seq * HASH_SIZE > len(event.leaves):
                said = f"{of.en} ends before record {pin.seq}", f"{of.fr} finit avant {pin.seq}"
                self._report.add("events", "open", Sentence(*said), record)
            elif not 0 < event.played.closed_at <= pin.seq or pin.leaf != leaf_at(
                event.leaves, pin.seq
            ):
                said = (
                    f"{of.en} was not closed at its record {pin.seq}, or is another: the leaf differs",
                    f"{of.fr} n'était pas clos à son écriture {pin.seq}, ou en est un autre : "
                    f"l'entrée au journal diffère",
                )
                self._report.fail("events", Sentence(*said), record)

    def end(self) -> None:
        n, missing = len(self._leaves), ", ".join(map(shown, self._missing))
        if missing:
            said = f"the file lacks events: {missing}", f"il manque au fichier : {missing}"
            self._report.add("events", "open", Sentence(*said))
        elif self._report.failure is None:
            said = f"bound to their leaves (events: {n})", f"liés à leurs entrées (tournois : {n})"
            self._report.add("events", "ok", Sentence(*said), data={"leaves": self._leaves})
