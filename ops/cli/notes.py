"""Notes beside a record: taken back, decided, overturned, lapsed, irregular since."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from domain.game.game import Game, seat_name, taken_back
from domain.game.proceedings import Claim, Proposal, Ruling, read_proceedings
from domain.procedure.reasons import REASONS
from domain.record.records import ActionTaken, GameOpened, RulingGiven, RulingOverturned
from domain.rules.text import Text, same


class Notes:
    """The notes of a game as it stands at `head`; `now` says which proposals have lapsed by their time."""

    def __init__(self, head: Game, now: datetime) -> None:
        self.out = taken_back(head)
        self._head = head
        proceedings = read_proceedings(head.history, head.seq, now)
        found: tuple[Proposal | Claim | Ruling, ...] = (*proceedings.proposals, *proceedings.claims, *proceedings.rulings)
        self._matters = {one.seq: one for one in found}

    def of(self, seq: int, body: Any) -> tuple[Text, ...]:
        """The notes of a record, in the order in which they are read."""
        return tuple(self._of(seq, body))

    def _of(self, seq: int, body: Any) -> Iterator[Text]:
        matter = self._matters.get(seq)
        if isinstance(body, ActionTaken) and body.verdict is not None:
            rule, why = body.verdict.rule, body.verdict.text
            yield Text(f"illegal by {rule}: {why.en.rstrip('.')}", f"illégale selon {rule} : {why.fr.rstrip('.')}")
        elif isinstance(body, GameOpened) and body.lineage is not None and body.lineage.irregular:
            seqs = ", ".join(map(str, body.lineage.irregular))
            yield Text(f"irregular by {seqs} of that game", f"irrégulière par {seqs} de cette partie")
        elif isinstance(matter, Proposal):
            yield self._proposed(matter)
        elif isinstance(matter, Claim):
            n = matter.ruling
            yield Text(f"decided in {n}", f"tranchée en {n}") if n else Text("open", "ouverte")
        elif isinstance(matter, Ruling):
            yield REASONS.get(matter.body.code, same(matter.body.code))
            if matter.overturned and seq not in self.out:
                yield Text(f"overturned by {matter.overturned}", f"infirmée par {matter.overturned}")
        elif isinstance(body, RulingOverturned):
            reason = REASONS.get(body.code, same(body.code))
            yield Text(f"by {body.rule}: {reason.en}", f"selon {body.rule} : {reason.fr}")
        if seq in self.out:
            yield self._gone(self.out[seq])

    def _gone(self, by: int) -> Text:
        """How a record went out of force."""
        taker = self._head.history.filed(by).body
        if isinstance(taker, RulingGiven):
            return Text(f"annulled by {by}", f"annulée par {by}")
        if isinstance(taker, RulingOverturned):
            return Text(f"overturned by {by}", f"infirmée par {by}")
        return Text(f"taken back by {by}", f"annulée par {by}")

    def _proposed(self, proposal: Proposal) -> Text:
        n = proposal.settled
        if proposal.state == "open":
            waits = [seat_name(self._head, seat, inside=True) for seat in proposal.waits_for]
            en, fr = " and ".join(w.en for w in waits), " et ".join(w.fr for w in waits)
            return Text(f"open, waits for {en}", f"ouverte, attend {fr}")
        en, fr = {
            "granted": ("granted", "accordée"),
            "refused": ("refused", "refusée"),
            "withdrawn": ("withdrawn", "retirée"),
            "lapsed": ("lapsed", "caduque"),
        }[proposal.state]
        return Text(f"{en} in {n}", f"{fr} en {n}") if n else Text(en, fr)
