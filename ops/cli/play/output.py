"""Output of a game's record for its arbiter: one line a record, with what is in force, what was rolled and what was written."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct

from api.reading.reader import Reader
from api.reading.sentences import say_record
from domain.clerk.clerk import Clerk
from domain.game.game import Game, seat_name, taken_back
from domain.game.proceedings import Claim, Proposal, Ruling, read_proceedings
from domain.kernel.stored import Filed
from domain.procedure.rulings import REASONS
from domain.record.records import ActionTaken, GameOpened, Record, RulingGiven, RulingOverturned
from domain.record.remedies import Correct
from domain.rules.chance import Roll
from domain.rules.ruleset import ARBITER
from domain.rules.text import Text, joined, same
from domain.rules.titles.codec import decode_action, decode_facts
from domain.store.repository import GameFile

ERASED = Text("(these words were erased)")
SOURCES = {"sealed": Text("sealed"), "dealt": Text("of the deal"), "table": Text("table"), "attested": Text("attested")}


class Line(Struct, frozen=True):
    """One record. `in_force` is none for what is neither action nor correction; `by` is the record that took it out of force;
    `notes` say what became of it."""

    seq: int
    at: datetime
    kind: str
    actor: str
    seat: str
    text: Text
    in_force: bool | None
    by: int | None
    rolls: tuple[Text, ...]
    facts: tuple[Text, ...]
    notes: tuple[Text, ...] = ()


def tell_game(clerk: Clerk, id: str, after: int = 0) -> Iterator[Line]:
    """Every record of a game after one (0: from the first), in order; raises `UnknownGame`."""
    file = clerk.file(id)
    head = file.head
    standing, notes = set(head.in_force()), Notes(head, clerk.clock())
    for seq in range(after + 1, head.seq + 1):
        yield _line(clerk, file, file.record(seq), standing, notes)


def _line(clerk: Clerk, file: GameFile, filed: Filed, standing: set[int], notes: Notes) -> Line:
    body = filed.body
    before = file.at(max(filed.seq - 1, 1))
    text, facts = _told(before, body)
    return Line(
        seq=filed.seq,
        at=body.at,
        kind=filed.topic,
        actor=body.actor,
        seat=getattr(body, "seat", ""),
        text=_with_words(text, _words(clerk, body)),
        in_force=filed.seq in standing if file.head.history.tips[filed.seq - 1] == filed.seq else None,
        by=notes.out.get(filed.seq),
        rolls=tuple(_roll(roll) for roll in getattr(body, "rolls", ())),
        facts=facts,
        notes=notes.of(filed.seq, body),
    )


def _told(before: Game, body: Record) -> tuple[Text, tuple[Text, ...]]:
    """The sentence for a record, and one for each of its facts."""
    reader = Reader(before, ARBITER)
    if isinstance(body, ActionTaken):
        facts = decode_facts(before.rules, body.facts)
        text = reader.deed(before.board, body.seat, decode_action(before.rules, body.action))
        return text, tuple(reader.told(before.board, facts, facts))
    if isinstance(body, GameOpened):
        facts = decode_facts(before.rules, body.facts)
        return say_record(before, body), tuple(reader.told(before.rules.blank(before.setting), facts, facts))
    if isinstance(body, RulingGiven) and isinstance(body.remedy, Correct):
        facts = decode_facts(before.rules, body.remedy.facts)
        changes = tuple(_operation(one) for one in body.remedy.patch or ())
        return say_record(before, body), (*reader.told(before.board, facts, facts), *changes)
    return say_record(before, body), ()


def _operation(operation: dict[str, Any]) -> Text:
    """An operation of a patch, as RFC 6902 names it."""
    value = f" {msgspec.json.encode(operation['value']).decode()}" if "value" in operation else ""
    start = f"{operation['from']} → " if "from" in operation else ""
    return same(f"{operation.get('op', '')} {start}{operation.get('path', '')}{value}")


def _roll(roll: Roll) -> Text:
    values, source = ", ".join(str(v) for v in roll.values), SOURCES[roll.source]
    head = f"{roll.number} ({roll.kind} {roll.spec}"
    return Text("roll {head}, {source}): {values}", head=head, source=source, values=values)


def _words(clerk: Clerk, body: Record) -> Text | None:
    """The words that somebody wrote in this record, in their own language; none if nothing was written."""
    commitment = getattr(body, "reason", "") or getattr(body, "text", "")
    if not commitment:
        return None
    words = clerk.words(commitment)
    return ERASED if words is None else Text("“{words}”", words=words)


def _with_words(text: Text, words: Text | None) -> Text:
    return text if words is None else Text("{text} {words}", text=text, words=words)


# -- what became of a record since -------------------------------------------------------------------------------------


class Notes:
    """The notes of a game as it stands at `head`; `now` says which proposals have lapsed by their time."""

    def __init__(self, head: Game, now: datetime) -> None:
        self.out = taken_back(head)
        self._head = head
        proceedings = read_proceedings(head.history, head.seq, now)
        found: tuple[Proposal | Claim | Ruling, ...] = (*proceedings.proposals, *proceedings.claims, *proceedings.rulings)
        self._matters = {one.seq: one for one in found}

    def of(self, seq: int, body: Record) -> tuple[Text, ...]:
        """The notes of a record, in the order in which they are read."""
        return tuple(self._of(seq, body))

    def _of(self, seq: int, body: Record) -> Iterator[Text]:
        matter = self._matters.get(seq)
        if isinstance(body, ActionTaken) and body.verdict is not None:
            rule, why = body.verdict.rule, body.verdict.text
            yield Text("illegal by {rule}: {why}", rule=rule, why=why.changed(lambda words: words.rstrip(".")))
        elif isinstance(body, GameOpened) and body.lineage is not None and body.lineage.irregular:
            seqs = ", ".join(map(str, body.lineage.irregular))
            yield Text("irregular by {seqs} of that game", seqs=seqs)
        elif isinstance(matter, Proposal):
            yield self._proposed(matter)
        elif isinstance(matter, Claim):
            n = matter.ruling
            yield Text("decided in {n}", n=n) if n else Text("open")
        elif isinstance(matter, Ruling):
            yield REASONS.get(matter.body.code, same(matter.body.code))
            if matter.overturned and seq not in self.out:
                yield Text("overturned by {overturned}", overturned=matter.overturned)
        elif isinstance(body, RulingOverturned):
            reason = REASONS.get(body.code, same(body.code))
            yield Text("by {rule}: {reason}", rule=body.rule, reason=reason)
        if seq in self.out:
            yield self._gone(self.out[seq])

    def _gone(self, by: int) -> Text:
        """How a record went out of force."""
        taker = self._head.history.filed(by).body
        if isinstance(taker, RulingGiven):
            return Text("annulled by {by}", by=by)
        if isinstance(taker, RulingOverturned):
            return Text("overturned by {by}", by=by)
        return Text("taken back by {by}", by=by)

    def _proposed(self, proposal: Proposal) -> Text:
        n = proposal.settled
        if proposal.state == "open":
            waits = [seat_name(self._head, seat, inside=True) for seat in proposal.waits_for]
            return Text("open, waits for {seats}", seats=joined(waits, Text(" and ")))
        return Text("{settled} in {n}", settled=_SETTLED[proposal.state], n=n) if n else _SETTLED[proposal.state]


_SETTLED = {
    "granted": Text("granted"),
    "refused": Text("refused"),
    "withdrawn": Text("withdrawn"),
    "lapsed": Text("lapsed"),
}
