"""The audit of a bundle: everything it states is computed again from its bytes and compared with
the policy.

Records are chained into leaves; the last leaf must be in the log; the log's head must be signed,
and cosigned by the quorum of the policy. Chance, signatures and commitments in the records are
checked, too. A copy of the log, or receipts, show whether anything is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any, BinaryIO

from domain.proof.bundle.acted import PlainAction
from domain.proof.bundle.lines import BundleRecord, CatalogText, Disclosure, ProofText, SignedBeside
from domain.proof.bundle.reader import BundleReader
from domain.proof.bundle.stream_checks import StreamChecks
from domain.proof.bundle.times import later_than, odd_times
from domain.proof.errors import Refused, Sentence, Unproven
from domain.proof.log.mirror import Mirror, compare_game
from domain.proof.log.policy import Policy, TrustedCheckpoint
from domain.proof.log.proofs import Proof, read_proof, receipt_entry
from domain.proof.verify import wording
from domain.proof.verify.campaign import CampaignBundle, GameBundle, compare_with_campaign
from domain.proof.verify.event import AuditedGame, GameChecks, report_games_missing
from domain.proof.verify.report import Report
from domain.proof.verify.season import EventChecks


@dataclass(frozen=True)
class ComparedMaterial:
    """Further material with which a bundle is compared: a copy of the log, receipts of single
    records and, for a campaign's game, the campaign's bundle.

    `pass_unknown`: ignore signatures by keys that the policy does not name, as C2SP has it;
    otherwise they are refused.
    """

    mirror: Mirror | None = None
    receipts: Sequence[bytes] = ()
    pass_unknown: bool = False
    campaign: bytes | None = None


def verify(
    stream: BinaryIO,
    policy: Policy,
    against: ComparedMaterial | None = None,
) -> Report:
    """Audit the bundle in a stream, which is read once. Every refusal becomes a line of the report.
    Only errors of the stream itself are raised."""
    against = against or ComparedMaterial()
    report, audit = _audit_stream(stream, policy, against)
    if against.campaign is not None and audit is not None and audit.stream_checks is not None:
        other = replace(against, mirror=None, receipts=(), campaign=None)
        _compare_campaign(report, audit, *_audit_stream(BytesIO(against.campaign), policy, other))
    alone = ComparedMaterial(pass_unknown=against.pass_unknown)
    if audit is None or audit.stream_checks is None or report.failure is not None:
        return report  # a bundle that does not hold itself is enough
    event, season = audit.stream_checks.tournament, audit.stream_checks.season
    if event is not None and not audit.reader.is_followed:
        report_games_missing(report, event)
    elif event is not None:
        games = GameChecks(report, audit.reader.game, event, audit.trusted)
        _audit_following("games", games, report, audit.reader, policy, alone)
    elif season is not None:
        events = EventChecks(report, season, audit.trusted)
        _audit_following("events", events, report, audit.reader, policy, alone)
    return report


def _audit_following(
    check: str,
    others: Any,
    report: Report,
    before: BundleReader,
    policy: Policy,
    alone: ComparedMaterial,
) -> None:
    """Audit the bundles that follow `before` in its file: a tournament's games or a season's
    events. `others` (`GameChecks` or `EventChecks`) compares each with the tournament or season. `check`:
    the check that fails if a bundle is refused. Stops at a bundle that cannot be read to its
    end."""
    try:
        while (reader := before.following()) is not None:
            link = others.expect(reader.game)
            other_report, other = _audit_bundle(reader, policy, alone, of_event=True)
            others.take(
                link, AuditedGame.of(other_report, reader, other.stream_checks, other.trusted)
            )
            if not other.whole:
                break  # where it ends, nobody knows
            before = reader
    except Refused as e:
        report.fail(check, e.said)
    others.end()


def _audit_stream(
    stream: BinaryIO, policy: Policy, against: ComparedMaterial
) -> tuple[Report, _Audit | None]:
    try:
        reader = BundleReader.of(stream)
    except Refused as e:
        report = Report("greffe verify")
        report.fail("bundle", e.said, e.record)
        return report, None
    return _audit_bundle(reader, policy, against)


def _audit_bundle(
    reader: BundleReader, policy: Policy, against: ComparedMaterial, *, of_event: bool = False
) -> tuple[Report, _Audit]:
    report = Report(f"greffe verify: {reader.game}")
    audit = _Audit(report, policy, against, reader, of_event=of_event)
    try:
        audit.read()
    except Refused as e:
        report.fail("bundle", e.said, e.record)
        audit.report_contradictions()
    else:
        audit.report_findings()
    return report, audit


def _compare_campaign(report: Report, audit: _Audit, beside: Report, other: _Audit | None) -> None:
    """Compare a game with its campaign's bundle, whose own report is `beside`, and add the result
    to `report`."""
    game, campaign = audit.stream_checks, other.stream_checks if other else None
    if beside.failure is not None or other is None or campaign is None:
        why = beside.said
        report.fail(
            "campaign",
            Sentence(
                f"the campaign's bundle does not hold: {why.en}",
                f"le dossier de la campagne ne tient pas : {why.fr}",
            ),
        )
        return
    if game is None or game.opened_as != "GameOpened" or campaign.opened_as != "CampaignOpened":
        sentence = Sentence(
            "a game is held against the bundle of a campaign, and these are not that",
            "une partie se compare au dossier d'une campagne, et ce n'en sont pas",
        )
        report.fail("campaign", sentence)
        return
    short = next((f.said for f in beside.findings if f.status == "open" and f.check != "end"), None)
    if short is not None:
        sentence = Sentence(
            f"the campaign's bundle is not complete: {short.en}",
            f"le dossier de la campagne est incomplet : {short.fr}",
        )
        report.add("campaign", "open", sentence)
    compare_with_campaign(
        report,
        GameBundle(
            audit.reader.game,
            game.place,
            tuple(game.handed),
            game.opened,
            audit.reader.count,
            audit.reader.leaf,
        ),
        CampaignBundle(
            other.reader.game,
            tuple(campaign.scenarios.all),
            campaign.opened,
            bool(campaign.closed_at),
        ),
    )


class _Audit:
    def __init__(
        self,
        report: Report,
        policy: Policy,
        against: ComparedMaterial,
        reader: BundleReader,
        *,
        of_event: bool = False,
    ) -> None:
        self._of_event = of_event
        self._report, self._policy, self._against, self.reader = report, policy, against, reader
        self._checks: StreamChecks | None = StreamChecks(reader.game, reader.leaf)
        reader.on_times, reader.on_action = self._checks.times.add_moments, self._check_action
        self._amiss: tuple[str, Refused] | None = None
        self._proof = ""
        self.whole = False
        """Whether the bundle was read to its end."""
        self.trusted: TrustedCheckpoint | None = None
        """The head under which the bundle is proven, once it is accepted."""

    @property
    def stream_checks(self) -> StreamChecks | None:
        """The checks of the records after they were read. None if a record is wrong, or if the
        bundle could not be read to its end."""
        return self._checks if self.whole else None

    def read(self) -> None:
        """Read the whole bundle. After the first wrong record no further record is checked, but all
        are chained. Raises `Misspelt` or `Unproven` if the rest cannot be read."""
        for record in self.reader.records():
            if self._checks is not None:
                self._check_record(self._checks, record)
        if self._checks is not None:
            self._check_end(self._checks)
        for line in self.reader.lines_beside():
            if isinstance(line, ProofText):
                self._proof = line.text
            elif self._checks is not None:
                self._check_disclosed(self._checks, line)
        stream_checks = self._checks
        if (
            not self._of_event
            and stream_checks is not None
            and not (stream_checks.tournament or stream_checks.season)
        ):
            self.reader.need_alone()
        self.whole = True

    def _check_record(self, stream_checks: StreamChecks, record: BundleRecord) -> None:
        try:
            stream_checks.take(record.seq, record.topic, record.text)
            self.reader.every = stream_checks.needs_all
        except Refused as e:
            self._report.fail("records", e.said, e.record or record.seq)
            self._checks = None

    def _check_action(self, acted: PlainAction) -> None:
        if self._checks is not None:
            try:
                self._checks.take_action(acted)
            except Refused as e:
                self._report.fail("records", e.said, e.record or acted.seq)
                self._checks = None

    def _check_end(self, stream_checks: StreamChecks) -> None:
        try:
            stream_checks.check_end(self.reader.count)
        except Refused as e:
            self._report.fail("records", e.said, e.record)
            self._checks = None

    def _check_disclosed(
        self, stream_checks: StreamChecks, line: CatalogText | Disclosure | SignedBeside
    ) -> None:
        try:
            stream_checks.check_disclosed(line)
        except Refused as e:
            self._amiss = self._amiss or (
                "countersigned" if isinstance(line, SignedBeside) else "disclosed",
                e,
            )

    def report_findings(self) -> None:
        if self._checks is not None:
            wording.report_records(self._report, self._checks, self.reader.count)
            if self._amiss is not None:
                check, refused = self._amiss
                self._report.fail(check, refused.said)
            else:
                if self._checks.disclosed:
                    wording.report_disclosed(self._report, self._checks.disclosed)
                named = self._checks.opened.get("catalog")
                if named and isinstance(named, str):
                    wording.report_catalog(self._report, there=self._checks.catalog, sha256=named)
        trusted = self.trusted = self._check_proof()
        if trusted is not None and self._checks is not None:
            wording.report_times(self._report, odd_times(self._checks.times, trusted.cosigned))
        if self._against.mirror:
            self._compare_mirror(self._against.mirror, trusted)
        for data in self._against.receipts:
            self._compare_receipt(data, trusted)

    def report_contradictions(self) -> None:
        """Compare the records that could be read of a broken bundle with the receipts, and report
        contradictions."""
        for data in self._against.receipts:
            self._compare_receipt(data, None)

    def _check_proof(self) -> TrustedCheckpoint | None:
        """The head in the proof, if the policy's log signed it; else None. Reports whether the last
        record is under it, and whether the quorum cosigned it."""
        try:
            proof = read_proof(self._proof.encode())
            if proof.extra:
                raise Unproven(
                    "the proof carries extra data, which nothing vouches for",
                    "la preuve porte des données en plus, que rien ne garantit",
                )
            trusted = self._policy.open(proof.checkpoint, strict=not self._against.pass_unknown)
        except Refused as e:
            self._report.fail("proof", e.said)
            return None
        wording.report_head(self._report, trusted, len(self._policy.witnesses))
        self._check_in_log(proof, trusted)
        return trusted

    def _check_in_log(self, proof: Proof, trusted: TrustedCheckpoint) -> None:
        n = self.reader.count
        try:
            proof.check(self.reader.leaf(n), trusted.checkpoint)
        except Unproven as e:
            en = f"{e.said.en}; it, or one before it, is not as it was logged"
            fr = f"{e.said.fr} ; elle, ou une autre avant elle, n'est pas comme au journal"
            self._report.fail("proof", Sentence(en, fr), n)
        else:
            wording.report_in_log(self._report, n, proof.index, self.reader.leaf(n))

    def _compare_mirror(self, mirror: Mirror, trusted: TrustedCheckpoint | None) -> None:
        """Compare a copy of the log with the bundle, even if the bundle's own proof is wrong, and
        report it."""
        reader = self.reader
        try:
            proven = None if trusted is None else trusted.checkpoint
            comparison = compare_game(
                mirror, self._policy, reader.game, reader.count, reader.leaf, proven
            )
        except Refused as e:
            self._report.fail("log", e.said)
        else:
            wording.report_mirrored(self._report, comparison, reader.count)

    def _compare_receipt(self, data: bytes, trusted: TrustedCheckpoint | None) -> None:
        """Compare a receipt with the bundle, which must contain its record as it was logged, and
        report it. The log's signature binds the log even without cosignatures, so any receipt can
        contradict the bundle. But if a receipt that agrees lacks the quorum, the audit is not
        complete."""
        report, reader = self._report, self.reader
        try:
            proof = read_proof(data)
            entry = receipt_entry(proof)
            head = self._policy.open(proof.checkpoint)
            proof.check(entry.leaf, head.checkpoint)
        except Refused as e:
            report.fail("receipt", e.said)
            return
        leaf = reader.leaf(entry.seq) if entry.seq <= reader.count else None
        if entry.game != reader.game or leaf is not None or self.whole:
            wording.report_receipt(report, entry, head, leaf, reader.game)
        if trusted is not None:
            wording.report_two_heads(report, trusted, head)
        if self._checks is not None and entry.game == reader.game and leaf == entry.leaf:
            wording.report_times(report, later_than(self._checks.times, head.cosigned, entry.seq))
