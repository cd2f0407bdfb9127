"""A game's records as an arbiter reads them: the newest first, filtered, each with who entered it,
when, why, what it refers to, and where its dice come from."""

from collections.abc import Callable, Iterable
from datetime import datetime

from msgspec import Struct

from api.game.desk.preview import faces
from api.game.entries import EntryReader
from api.game.record_lines import Line, lines
from api.game.request import table_reader
from api.game.schemas import RollKept
from api.web.access.caller import OPERATOR_ID
from api.web.request.caller import may_read_words
from api.web.request.service import service
from domain.game.aggregate.game import Game, seat_name, taken_back
from domain.game.clerk.clerk import Clerk
from domain.game.procedure.rulings import REASONS
from domain.game.record.records import (
    ActionsRestored,
    ActionsRetracted,
    ActionTaken,
    ClaimFiled,
    NoteAdded,
    Record,
    RetractionAnswered,
    RetractionAsked,
    RulingGiven,
    RulingOverturned,
)
from domain.game.record.remedies import Annul, StartClocks, StopClocks
from domain.kernel.text import Lang
from domain.titles.contract.ruleset import Audience, Verdict

PAGE = 60  # Records on one page.

Seqs = Callable[[Game], Iterable[int]]


class Hand(Struct, frozen=True):
    """Who entered a record: the id of the key or link, its role (none where it is not known any
    more), the seats it speaks for, or the hall."""

    id: str
    role: str
    seats: str
    hall: str = ""


class Dice(Struct, frozen=True):
    """A roll: its number, what it was for, its values (none where they are hidden), their source,
    and the roll that it repeats."""

    number: int
    kind: str
    values: str
    source: str
    of: int


class Row(Struct, frozen=True):
    """A record on the desk. `refers` are records it speaks of, with how; `offers` what the arbiter
    can do about it."""

    line: Line
    hand: Hand
    client_at: datetime | None
    rule: str
    reason: str
    verdict: Verdict | None
    refers: tuple[tuple[str, int], ...]
    dice: tuple[Dice, ...]
    offers: tuple[str, ...]


class Listed(Struct, frozen=True):
    """A page of the list: its rows, and the record before which the next one goes on (0: nothing is
    left)."""

    rows: tuple[Row, ...]
    before: int


def _topics(*kinds: type[Record]) -> Seqs:
    names = {kind.__name__ for kind in kinds}
    return lambda head: (
        seq for seq in range(1, head.seq + 1) if head.history.topics[seq - 1] in names
    )


def _rolled(head: Game) -> Iterable[int]:
    rolls = head.history.rolls
    return (
        seq
        for seq in range(1, head.seq + 1)
        if rolls[seq - 1] != (rolls[seq - 2] if seq > 1 else 0)
    )


def _irregular(head: Game) -> Iterable[int]:
    history, proceedings = head.history, head.proceedings
    ruled = (
        ruling.seq
        for ruling in proceedings.rulings
        if not isinstance(ruling.body.remedy, StopClocks | StartClocks)
    )
    irregular = {*head.irregularities, *history.illegal, *proceedings.let_stand(), *ruled}
    return sorted(seq for seq in irregular if seq <= head.seq)


# The filters of the trail.
FILTERS: dict[str, Seqs] = {
    "all": lambda head: range(1, head.seq + 1),
    "gone": lambda head: sorted(taken_back(head)),
    "undo": _topics(RetractionAsked, RetractionAnswered, ActionsRetracted, ActionsRestored),
    "claims": _topics(ClaimFiled),
    "rulings": _topics(RulingGiven, RulingOverturned),
    "dice": _rolled,
    "irregular": _irregular,
    "notes": _topics(NoteAdded),
}


def listed(
    clerk: Clerk, head: Game, audience: Audience, lang: Lang, seqs: list[int], before: int
) -> Listed:
    """The newest of some records, below `before` if that is not 0."""
    chosen = [seq for seq in seqs if not before or seq < before]
    page = chosen[-PAGE:]
    if not page:
        return Listed((), 0)
    telling = _Telling(clerk, head, audience, lang)
    rows = tuple(telling.row(seq) for seq in reversed(page))
    return Listed(rows, page[0] if len(chosen) > len(page) else 0)


class _Telling:
    def __init__(self, clerk: Clerk, head: Game, audience: Audience, lang: Lang) -> None:
        self._clerk, self._head, self._audience, self._lang = clerk, head, audience, lang
        self._reader, self._teller = (
            table_reader(head, audience),
            EntryReader(clerk, head, audience, words=may_read_words()),
        )
        self._hands: dict[str, Hand] = {}
        self._gone = taken_back(head)

    def row(self, seq: int) -> Row:
        (line,) = lines(self._clerk, self._head, self._audience, self._lang, seq, seq)
        body = self._head.history.filed(seq).body
        return Row(
            line=line,
            hand=self._hand(body.actor),
            client_at=body.client_at,
            rule=getattr(body, "rule", ""),
            reason=REASONS[code].to(self._lang)
            if (code := getattr(body, "code", "")) in REASONS
            else "",
            verdict=self._reader.verdict(seq) if getattr(body, "verdict", None) else None,
            refers=tuple(_refers(body)),
            dice=self._dice(seq) if getattr(body, "rolls", ()) else (),
            offers=tuple(self._offers(seq, body)),
        )

    def _hand(self, actor: str) -> Hand:
        if actor not in self._hands:
            self._hands[actor] = _hand_of(self._head, actor, self._lang)
        return self._hands[actor]

    def _dice(self, seq: int) -> tuple[Dice, ...]:
        return tuple(
            Dice(roll.number, roll.kind, "", roll.source, 0)
            if isinstance(roll, RollKept)
            else Dice(
                roll.number,
                roll.kind,
                faces(self._head, roll.values, self._lang),
                roll.source,
                roll.of,
            )
            for roll in self._teller.entry(seq).rolls
        )

    def _offers(self, seq: int, body: Record) -> Iterable[str]:
        if self._head.closed:
            return
        if isinstance(body, RulingGiven):
            ruling = self._head.proceedings.ruling(seq)
            if ruling is not None and not ruling.overturned:
                yield "overturn"
        elif isinstance(body, ActionTaken) and seq not in self._gone:
            yield "undo"
        if isinstance(body, ClaimFiled):
            claim = self._head.proceedings.claim(seq)
            if claim is not None and not claim.ruling:
                yield "decide"
        else:
            yield "rule"


def _hand_of(head: Game, actor: str, lang: Lang) -> Hand:
    if actor == OPERATOR_ID:
        return Hand(actor, "operator", "")
    link = service().access.links.hand(head.id, head.opened, actor)
    if link is not None:
        seats = ", ".join(seat_name(head, seat).printed(lang) for seat in link.seats)
        return Hand(actor, link.role, seats, link.hall.tag if link.hall else "")
    return Hand(actor, "organiser" if actor and actor == head.opened.administered_by else "", "")


def _refers(body: Record) -> Iterable[tuple[str, int]]:
    for how, name in (
        ("claim", "claim"),
        ("about", "about"),
        ("asked", "asked"),
        ("restores", "retraction"),
        ("overturns", "ruling"),
        ("from", "from_seq"),
    ):
        seq: int = getattr(body, name, 0)
        if seq:
            yield how, seq
    if isinstance(body, RulingGiven) and isinstance(body.remedy, Annul):
        yield "from", body.remedy.from_seq
