"""The audit of a game for page, API and command line. The auditor's own code computes on whom the
game's dice depend and whether its seals can be opened."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from api.game.entries import EntryReader
from api.game.links import Hand
from api.game.schemas import Entry, SignatureAt
from api.game.sentences import Reader
from api.proof.schemas import (
    After,
    AuditAt,
    AuditHead,
    AuditLine,
    Choosable,
    DiceLine,
    Fault,
    How,
    LogAt,
    PartAt,
    Refers,
    Resting,
    SealedAt,
    Why,
)
from domain.game.aggregate.dice_statistics import dice_statistics
from domain.game.aggregate.game import Game, fingerprint, seat_name, taken_back
from domain.game.clerk.clerk import Clerk
from domain.game.record.kinds import kind_of
from domain.game.record.records import (
    FIRST,
    Annul,
    Correct,
    Record,
    Remedy,
    Stands,
    remedy_of,
)
from domain.game.rulings.conditions import REASONS
from domain.game.seats.countersignatures import Signed, seats_that_signed_since, signatures
from domain.game.store.repository import LoadedGame, leaf_of
from domain.kernel.log import LogBook
from domain.kernel.text import NO_WORDS, Text, joined
from domain.proof.bundle.hidden import HiddenValues
from domain.proof.bundle.stream_checks import StreamChecks
from domain.proof.chance.choices import choice_lines
from domain.proof.chance.contributions import StatedPart
from domain.proof.chance.rolls import Rolls
from domain.proof.errors import Refused, Unproven
from domain.proof.verify.report import LIMITS
from domain.proof.verify.wording import sealed_values_sentence
from domain.titles.codec import decode_facts
from domain.titles.contract.chance import Roll
from domain.titles.contract.ruleset import ARBITER, Audience
from domain.titles.digest import package_sha256
from domain.transfer.proofs import ProofStates
from projections.boards.code_digest import code_digest
from projections.boards.positions import placeholder_count

HandOf = Callable[[str], Hand]  # who an actor of the game's records is


def dice_trust_and_seals(
    loaded: LoadedGame, head: Game, hand_of: HandOf
) -> tuple[Resting, SealedAt | None]:
    """On whom a game's dice depend, and its seals (None if it has none). Once the game is closed,
    every sealed roll is derived again from the revealed seed. `hand_of` returns the key or link of
    an actor."""
    opened, history = head.opened, head.history
    told = 0

    def leaf(seq: int) -> bytes:
        if not FIRST <= seq <= told:
            raise Unproven(
                f"there is no record {seq} before it", f"il n'y a pas d'écriture {seq} avant elle"
            )
        return leaf_of(loaded, seq)

    stream_checks = StreamChecks(head.id, leaf)
    failed: Refused | None = None
    for told in range(FIRST, head.seq + 1):
        try:
            stream_checks.take(
                told,
                history.topics[told - 1],
                history.states[told - 1].decode("utf-8", "replace"),
            )
        except Refused as e:
            failed = Refused(e.said.en, e.said.fr, e.record or told)
            break
    rolls = stream_checks.rolls
    contributions = rolls.contributions if rolls else None
    by_seats, by_service = (
        (contributions.by_seats, contributions.by_service) if contributions else ((), ())
    )
    by_operator = contributions.by_operator if contributions else ()
    alone = rolls.alone if rolls else 0
    parts = (
        tuple(seat_dice_part(head, part, hand_of) for part in contributions.stated)
        if contributions
        else ()
    )
    if failed is not None:
        text = Text(
            "Record {record} does not hold: {said}.",
            record=failed.record,
            said=failed.said,
        )
    else:
        text = _dice_trust_sentence(head, by_seats, alone)
        if parts:
            text = joined((text, *(part.text for part in parts)), " ")
    verified = None if opened.chance != "sealed" or not (head.closed or failed) else failed is None
    seals = (
        _sealed(stream_checks.hidden, head.closed, text if failed else None)
        if stream_checks.hidden and stream_checks.hidden.in_use
        else None
    )
    open_ways = tuple(_choosable(rolls, closed=head.closed)) if rolls and failed is None else ()
    resting = Resting(
        chance=opened.chance,
        verified=verified,
        text=text,
        commitment=opened.commitment,
        by_seats=by_seats,
        by_service=by_service,
        before=alone,
        by_operator=by_operator,
        parts=parts,
        choices=open_ways,
    )
    return resting, seals


def _choosable(rolls: Rolls, *, closed: bool) -> Iterator[Choosable]:
    for text, seq in choice_lines(rolls, closed=closed):
        en, fr = (f"{words[:1].upper()}{words[1:]}." for words in (text.en, text.fr))
        yield Choosable(seq or None, Text(en, fr))


def seat_dice_part(head: Game, part: StatedPart, hand_of: HandOf) -> PartAt:
    """The answer about a seat's part of the dice: with which key or link it was committed to and
    revealed."""
    bound_by, shown_by = (
        hand_of(part.bound.actor),
        hand_of(part.shown.actor) if part.shown else None,
    )
    name = seat_name(head, part.seat)
    how = _with_key_or_link(head, bound_by, part.seat)
    if part.service:
        text = Text(
            "For {name} the service stood in, at a request entered {how}.",
            name=name,
            how=how,
        )
    elif shown_by == bound_by:
        text = Text("The part of {name} was bound and shown {how}.", name=name, how=how)
    else:
        never = Text("never shown") if head.closed else Text("is still to be shown")
        by = (
            Text("shown {what}", what=_with_key_or_link(head, shown_by, part.seat))
            if shown_by
            else never
        )
        text = Text("The part of {name} was bound {how}, and {by}.", name=name, how=how, by=by)
    return PartAt(part.seat, "service" if part.service else "seat", bound_by, shown_by, text)


def _with_key_or_link(head: Game, hand: Hand, seat: str) -> Text:
    if hand.role == "operator":
        return Text("with the operator's key")
    if hand.role == "organiser":
        return Text("with an organiser's key")
    if hand.role == "arbiter":
        return Text("with a link of the arbiter's")
    if hand.seats == (seat,):
        return Text("with its own link")
    if hand.seats:
        names = [seat_name(head, item, inside=True) for item in hand.seats]
        return Text("with the link of {names}", names=joined(names))
    return Text("with a key or link that is not known here")


def _sealed(hidden: HiddenValues, closed: bool, failed: Text | None) -> SealedAt:
    sentence = sealed_values_sentence(hidden, closed)
    text = Text("{said}.", said=Text(sentence.en, sentence.fr).capital())
    return SealedAt(hidden.count, hidden.unopened, tuple(hidden.unsealed), failed or text)


def _dice_trust_sentence(head: Game, by_seats: tuple[str, ...], alone: int) -> Text:
    if head.opened.chance == "table":
        return Text(
            "The dice are the table's: they rest on whoever typed them in and on those who signed.",
        )
    if head.opened.chance == "duplicate":
        return Text(
            "The dice are those of a deal that all games of the round share: the tournament's "
            "seed proves them once it is closed.",
        )
    names = [seat_name(head, seat, inside=True) for seat in by_seats]
    those = Text("the service alone")
    if names:
        those = Text("the service and {names} together", names=joined(names))
    text = Text("The sealed dice rest on {rest}.", rest=those)
    if alone and names:
        text = Text(
            "{text} The first {alone}, before the contributions, rest on the service alone.",
            text=text,
            alone=alone,
        )
    closing = Text("The seed is shown when the game is closed.")
    if head.closed:
        closing = Text("Each was drawn again from the seed.")
    return Text("{text} {closing}", text=text, closing=closing)


class Auditor:
    """Makes the audit of a game for an audience. `book` is the log, if any; `hand_of` returns the
    key or link of an actor; `words`: with people's words. Reads the game once. Raises
    `PersistenceError`."""

    def __init__(
        self,
        clerk: Clerk,
        head: Game,
        audience: Audience,
        book: LogBook | None,
        hand_of: HandOf,
        *,
        words: bool,
    ) -> None:
        self._clerk, self._head, self._audience, self._book, self._hand_of = (
            clerk,
            head,
            audience,
            book,
            hand_of,
        )
        self._entry_reader, self._reader = (
            EntryReader(clerk, head, audience, words=words),
            Reader(head, audience),
        )
        self._gone = taken_back(head)
        self._amiss = {*head.irregularities, *head.history.illegal}
        self._signed: tuple[Signed, ...] = signatures(head, clerk.key_values)
        self._states = ProofStates(book, head.id)
        self._resting, self._seals = dice_trust_and_seals(clerk.load(head.id), head, hand_of)

    def page(self, after: int = 0, limit: int | None = None) -> AuditAt:
        """The audit's head, and at most `limit` lines for the records after `after`."""
        last = self._head.seq if limit is None else min(self._head.seq, after + limit)
        lines = tuple(self.line(seq) for seq in range(after + 1, last + 1))
        return AuditAt(
            self._head.id,
            self._head.seq,
            self._audience,
            self.head(),
            lines,
            last if last < self._head.seq else None,
        )

    def head(self) -> AuditHead:
        head, opened = self._head, self._head.opened
        complete = head.closed
        extent = Text("Complete: record {seq} closed the game.", seq=head.seq)
        if not complete:
            extent = Text(
                "A prefix: the game is not closed, and what comes after record {seq} is not in "
                "here.",
                seq=head.seq,
            )
        catalog = head.setting.catalog
        return AuditHead(
            title=head.rules.about.title,
            ruleset=opened.ruleset,
            version=opened.version,
            package=package_sha256(head.rules),
            catalog=catalog.sha256,
            placeholders=placeholder_count(catalog),
            build=code_digest(),
            opened_at=opened.at,
            status=head.status,
            complete=complete,
            extent=extent,
            fidelity=head.fidelity,
            irregularities=head.irregularities,
            faults=tuple(
                Fault(seq, self._entry_reader.entry(seq).sentence) for seq in head.irregularities
            ),
            resting=self._resting,
            seals=self._seals,
            dice=dice_statistics(head, self._sees_roll),
            countersignatures=tuple(map(SignatureAt.of, self._signed)),
            log=self._log_state(),
            limits=tuple(Text(limit.en, limit.fr) for limit in LIMITS),
        )

    def line(self, seq: int) -> AuditLine:
        head, entry = self._head, self._entry_reader.entry(seq)
        body = head.history.record(seq).body
        then = Game(head.history, head.checks, seq)
        printed = fingerprint(head.rules, then.board) if self._audience == ARBITER else ""
        return AuditLine(
            seq=seq,
            at=body.at,
            client_at=body.client_at,
            by=self._hand_of(body.actor),
            seat=getattr(body, "seat", "") or None,
            type=entry.type,
            what=entry.sentence,
            in_force=entry.in_force,
            out_of_force=self._gone.get(seq),
            irregular=seq in self._amiss,
            after=After(then.fidelity, printed or None),
            why=_why(body, entry.words),
            refers=tuple(_referenced_records(body)),
            dice=tuple(self._dice_lines(seq, body, entry)),
            proof=self._states.of(seq),
            digest=entry.digest,
        )

    # -- inside ------------------------------------------------------------------------------------

    def _dice_lines(self, seq: int, body: Record, entry: Entry) -> Iterable[DiceLine]:
        for roll, seen in zip(getattr(body, "rolls", ()), entry.rolls, strict=True):
            yield DiceLine(seen, self._dice_source_text(seq, body, roll))

    def _dice_source_text(self, seq: int, body: Record, roll: Roll) -> Text:
        n = roll.number
        again = Text(", which is roll {of} again", of=roll.of) if roll.of else NO_WORDS
        if roll.source == "sealed":
            verified = self._resting.verified
            kind = Text("verified roll {n}{again}") if verified else Text("sealed roll {n}{again}")
            return kind.filled({"n": n, "again": again})
        names = [_attester_text(self._head, self._hand_of(body.actor))]
        names += [
            seat_name(self._head, seat, inside=True)
            for seat in seats_that_signed_since(self._signed, seq)
        ]
        return Text(
            "roll {n}, attested by {names}{again}",
            n=n,
            names=joined(names, Text(" and ")),
            again=again,
        )

    def _sees_roll(self, seq: int, roll: Roll) -> bool:
        """Whether the audience may know a roll's values: whether it sees every fact to which the
        roll led."""
        if self._audience == ARBITER or not self._reader.secretive:
            return True
        body: Any = self._head.history.record(seq).body
        seat = self._head.history.seats[seq - 1]
        return all(
            self._reader.sees(seat, fact, seq)
            for fact in decode_facts(self._head.rules, body.facts)
        )

    def _log_state(self) -> LogAt | None:
        if self._book is None:
            return None
        standing, keys = self._book.standing(), self._book.log_keys()
        origin = keys[0].verifier.partition("+")[0] if keys else ""
        return LogAt(
            origin, standing.signed, self._states.witnesses, standing.refusal or standing.damage
        )


def _why(body: Record, words: str | None) -> Why | None:
    rule, code = getattr(body, "rule", "") or None, getattr(body, "code", "") or None
    verdict = getattr(body, "verdict", None)
    if verdict is not None and rule is None:
        rule = verdict.rule
    if rule is None and code is None and words is None:
        return None
    return Why(rule, code, REASONS.get(code) if code else None, words)


def _referenced_records(body: Record) -> Iterable[Refers]:
    yield from (Refers("retracts", seq) for seq in getattr(body, "actions", ()))
    if "from_seq" in kind_of(body).references:
        yield Refers("asks", getattr(body, "from_seq", 0))
    remedy = remedy_of(body)
    if remedy is not None:
        yield from _ruling_references(body, remedy)
    named: tuple[tuple[How, str], ...] = (
        ("restores", "retraction"),
        ("answers", "asked"),
        ("overturns", "ruling"),
    )
    for how, name in named:
        seq: int = getattr(body, name, 0)
        if seq:
            yield Refers(how, seq)
    about: int = getattr(body, "about", 0)
    if about and remedy is None:
        yield Refers("signs" if hasattr(body, "signature") else "about", about)


def _ruling_references(body: Any, remedy: Remedy) -> Iterable[Refers]:
    if body.claim:
        yield Refers("decides", body.claim)
    if isinstance(remedy, Annul):
        yield Refers("annuls", remedy.from_seq)
    if body.about:
        how: How = (
            "corrects"
            if isinstance(remedy, Correct)
            else "keeps"
            if isinstance(remedy, Stands)
            else "about"
        )
        yield Refers(how, body.about)


def _attester_text(head: Game, hand: Hand) -> Text:
    if hand.seats:
        return joined((seat_name(head, seat, inside=True) for seat in hand.seats), Text(" and "))
    roles = {
        "arbiter": Text("the arbiter"),
        "organiser": Text("the organiser"),
        "operator": Text("the operator"),
    }
    return roles.get(hand.role or "", Text(hand.id, hand.id))
