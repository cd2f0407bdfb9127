"""The audit of a game, which the page, the API and the command line show."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from api.game.reading.entries import EntryReader
from api.game.reading.reader import Reader
from api.game.schemas.records import Entry, SignatureAt
from api.proof.reading.dice import HandOf, told
from api.proof.schemas import After, AuditAt, AuditHead, AuditLine, DiceLine, Fault, How, LogAt, Refers, Why
from api.web.access.answers import Hand
from domain.game.aggregate.dice_statistics import dice_statistics
from domain.game.aggregate.game import Game, fingerprint, seat_name, taken_back
from domain.game.clerk.clerk import Clerk
from domain.game.procedure.rulings import REASONS
from domain.game.record.records import ActionsRetracted, Record, RetractionAsked, RulingGiven
from domain.game.record.remedies import Annul, Correct, Stands
from domain.game.store.countersignatures import Signed
from domain.game.table.countersignatures import signatures, signers
from domain.kernel.log import LogBook
from domain.kernel.text import NO_WORDS, Text, joined
from domain.proof.verify.report import LIMITS
from domain.titles.codec import decode_facts
from domain.titles.contract.chance import Roll
from domain.titles.contract.ruleset import ARBITER, Audience
from domain.titles.digest import package_sha256
from domain.transfer.proofs import ProofStates
from projections.boards.code_digest import build
from projections.boards.json import placeholders


class Auditor:
    """A game as it stands, read by an audience. `book` is the log, if there is one; `hand_of` knows the actors; `words` says
    whether what people wrote is read, too. Costs the length of the game
    once; then each line what its record costs. Raises `PersistenceError`."""

    def __init__(self, clerk: Clerk, head: Game, audience: Audience, book: LogBook | None, hand_of: HandOf, *, words: bool) -> None:
        self._clerk, self._head, self._audience, self._book, self._hand_of = clerk, head, audience, book, hand_of
        self._teller, self._reader = EntryReader(clerk, head, audience, words=words), Reader(head, audience)
        self._gone = taken_back(head)
        self._amiss = {*head.irregularities, *head.history.illegal}
        self._signed: tuple[Signed, ...] = signatures(head, clerk.key_values)
        self._states = ProofStates(book, head.id)
        self._resting, self._seals = told(clerk.file(head.id), head, hand_of)

    def page(self, after: int = 0, limit: int | None = None) -> AuditAt:
        """The head and so many lines after a record; all of them without a limit."""
        last = self._head.seq if limit is None else min(self._head.seq, after + limit)
        lines = tuple(self.line(seq) for seq in range(after + 1, last + 1))
        return AuditAt(self._head.id, self._head.seq, self._audience, self.head(), lines, last if last < self._head.seq else None)

    def head(self) -> AuditHead:
        """The head of the audit, above its lines."""
        head, opened = self._head, self._head.opened
        complete = head.closed
        extent = Text("Complete: record {seq} closed the game.", seq=head.seq)
        if not complete:
            extent = Text(
                "A prefix: the game is not closed, and what comes after record {seq} is not in here.",
                seq=head.seq,
            )
        catalog = head.setting.catalog
        return AuditHead(
            head.rules.about.title,
            opened.ruleset,
            opened.version,
            package_sha256(head.rules),
            catalog.sha256,
            placeholders(catalog),
            build(),
            opened.at,
            head.status,
            complete,
            extent,
            head.fidelity,
            head.irregularities,
            tuple(Fault(seq, self._teller.entry(seq).sentence) for seq in head.irregularities),
            self._resting,
            self._seals,
            dice_statistics(head, self._sees_roll),
            tuple(map(SignatureAt.of, self._signed)),
            self._log(),
            tuple(Text(limit.en, limit.fr) for limit in LIMITS),
        )

    def line(self, seq: int) -> AuditLine:
        head, entry = self._head, self._teller.entry(seq)
        body = head.history.filed(seq).body
        then = Game(head.history, head.checks, seq)
        printed = fingerprint(head.rules, then.board) if self._audience == ARBITER else ""
        return AuditLine(
            seq,
            body.at,
            body.client_at,
            self._hand_of(body.actor),
            getattr(body, "seat", "") or None,
            entry.type,
            entry.sentence,
            entry.in_force,
            self._gone.get(seq),
            seq in self._amiss,
            After(then.fidelity, printed or None),
            _why(body, entry.words),
            tuple(_refers(body)),
            tuple(self._dice(seq, body, entry)),
            self._states.of(seq),
            entry.digest,
        )

    # -- inside --------------------------------------------------------------------------------------------------

    def _dice(self, seq: int, body: Record, entry: Entry) -> Iterable[DiceLine]:
        """The rolls of a record, as the audience may know them, with where each came from."""
        for roll, seen in zip(getattr(body, "rolls", ()), entry.rolls, strict=True):
            yield DiceLine(seen, self._provenance(seq, body, roll))

    def _provenance(self, seq: int, body: Record, roll: Roll) -> Text:
        n = roll.number
        again = Text(", which is roll {of} again", of=roll.of) if roll.of else NO_WORDS
        if roll.source == "sealed":
            verified = self._resting.verified
            kind = Text("verified roll {n}{again}") if verified else Text("sealed roll {n}{again}")
            return kind.filled({"n": n, "again": again})
        names = [_who(self._head, self._hand_of(body.actor))]
        names += [seat_name(self._head, seat, inside=True) for seat in signers(self._signed, seq)]
        return Text("roll {n}, attested by {names}{again}", n=n, names=joined(names, Text(" and ")), again=again)

    def _sees_roll(self, seq: int, roll: Roll) -> bool:
        """Whether the audience may know what a roll came to: nothing that it led to is hidden."""
        if self._audience == ARBITER or not self._reader.secretive:
            return True
        body: Any = self._head.history.filed(seq).body
        seat = self._head.history.seats[seq - 1]
        return all(self._reader.sees(seat, fact, seq) for fact in decode_facts(self._head.rules, body.facts))

    def _log(self) -> LogAt | None:
        if self._book is None:
            return None
        standing, keys = self._book.standing(), self._book.log_keys()
        origin = keys[0].verifier.partition("+")[0] if keys else ""
        return LogAt(origin, standing.signed, self._states.witnesses, standing.refusal or standing.damage)


def _why(body: Record, words: str | None) -> Why | None:
    """Why a record says that it is there; none where it gives no reason."""
    rule, code = getattr(body, "rule", "") or None, getattr(body, "code", "") or None
    verdict = getattr(body, "verdict", None)
    if verdict is not None and rule is None:
        rule = verdict.rule
    if rule is None and code is None and words is None:
        return None
    return Why(rule, code, REASONS.get(code) if code else None, words)


def _refers(body: Record) -> Iterable[Refers]:
    """The records that a record speaks of."""
    if isinstance(body, ActionsRetracted):
        yield from (Refers("retracts", seq) for seq in body.actions)
    if isinstance(body, RetractionAsked):
        yield Refers("asks", body.from_seq)
    if isinstance(body, RulingGiven):
        yield from _ruled(body)
    named: tuple[tuple[How, str], ...] = (("restores", "retraction"), ("answers", "asked"), ("overturns", "ruling"))
    for how, name in named:
        seq: int = getattr(body, name, 0)
        if seq:
            yield Refers(how, seq)
    about: int = getattr(body, "about", 0)
    if about and not isinstance(body, RulingGiven):
        yield Refers("signs" if hasattr(body, "signature") else "about", about)


def _ruled(body: RulingGiven) -> Iterable[Refers]:
    if body.claim:
        yield Refers("decides", body.claim)
    if isinstance(body.remedy, Annul):
        yield Refers("annuls", body.remedy.from_seq)
    if body.about:
        how: How = "corrects" if isinstance(body.remedy, Correct) else "keeps" if isinstance(body.remedy, Stands) else "about"
        yield Refers(how, body.about)


def _who(head: Game, hand: Hand) -> Text:
    """The words for who typed a record in."""
    if hand.seats:
        return joined((seat_name(head, seat, inside=True) for seat in hand.seats), Text(" and "))
    roles = {
        "arbiter": Text("the arbiter"),
        "organiser": Text("the organiser"),
        "operator": Text("the operator"),
    }
    return roles.get(hand.role or "", Text(hand.id, hand.id))
