"""Record entries for an audience, the same for `GET /games/{game}/records` and for a live stream;
and which of them read differently since a later record.

A record can take earlier actions out of force or put them back, and it can uncover what earlier
records hide (or cover it again, where an uncovering is taken back). A page that shows the record
reads those entries again. What it costs is the number of entries that a record moved, and, in
titles that keep secrets, of those that ever hid something.
"""

from collections.abc import Iterator
from itertools import takewhile
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
from msgspec import Struct

from api.game.proceedings import remedy_for
from api.game.reader import PRIVATE, Reader, digest
from api.game.schemas import Entry, Hidden, Status
from api.game.sentences import say_record
from api.web.live.streams import event_of
from domain.game.aggregate.game import Game
from domain.game.aggregate.history import History
from domain.game.aggregate.visibility import keeps_secrets
from domain.game.clerk.clerk import Clerk
from domain.game.record.records import FIRST, UMPIRE, ActionTaken, GameOpened, RulingGiven
from domain.game.record.remedies import Correct, Remedy
from domain.kernel.stored import StoredRecord
from domain.kernel.text import Text
from domain.titles.codec import decode_action, decode_facts
from domain.titles.contract.ruleset import ARBITER, PUBLIC, AnyRuleset, Audience, Outcome


class EntryReader:
    """Tells the records of a game from `since` on, as the game stands at `head`: what is in force
    by now, what may be known by now. Costs the records since then, not the length of the game.
    `words`: the audience reads what people wrote."""

    def __init__(
        self, clerk: Clerk, head: Game, audience: Audience, since: int = FIRST, *, words: bool
    ) -> None:
        self.head, self.audience = head, audience
        self._clerk = clerk
        self._reader = Reader(head, audience)
        self._whole = audience == ARBITER
        self._words = words
        history = head.history
        self._standing = frozenset(
            takewhile(lambda seq: seq >= since, history.line(history.tips[head.seq - 1]))
        )

    def entry(self, seq: int) -> Entry:
        filed = self.head.history.filed(seq)
        body = filed.body
        data: dict[str, Any] = msgspec.json.decode(filed.state)
        data.pop("rolls", None)
        sentence, texts = self._tell(filed, data)
        if not self._whole:
            for name in PRIVATE:
                data.pop(name, None)
        return Entry(
            seq=seq,
            type=filed.topic,
            at=body.at,
            in_force=seq in self._standing if self.head.history.tips[seq - 1] == seq else None,
            sentence=sentence,
            told=texts,
            words=self._clerk.words(getattr(body, "reason", "") or getattr(body, "text", ""))
            if self._words
            else None,
            rolls=self._reader.rolls(getattr(body, "rolls", ()), data.get("facts", ())),
            digest=digest(filed),
            record=data,
        )

    def _tell(self, filed: StoredRecord, data: dict[str, Any]) -> tuple[Text, tuple[Text, ...]]:
        """The sentences of a record and of its facts; puts tombstones into `data`."""
        body, reader = filed.body, self._reader
        game = reader.game
        rules = game.rules
        if isinstance(body, ActionTaken):
            before = Game(game.history, game.checks, filed.seq - 1)
            action, board, seat = decode_action(rules, body.action), before.board, body.seat
            sentence = reader.deed(board, seat, action, filed.seq)
            (shown,) = reader.items(seat, (action,), filed)
            if type(shown) is Hidden:
                data["action"] = shown
                data.pop("opens", None)  # with its salt, the seal says what it is by trying
            if body.verdict is not None and not reader.sees_verdict(seat, action, board, filed.seq):
                data["verdict"] = Hidden(digest(filed))
        elif isinstance(body, GameOpened):
            board, seat, sentence = rules.blank(game.setting), "", say_record(game, body)
            self._grown(filed, body, data)
        elif isinstance(body, RulingGiven):
            data["remedy"] = remedy_for(reader, filed)
            return say_record(game, body), self._corrected(filed, body.remedy)
        else:
            return say_record(game, body), ()
        facts = decode_facts(rules, body.facts)
        shown = reader.items(seat, facts, filed)
        data["facts"] = [
            item if type(item) is Hidden else fact
            for item, fact in zip(shown, data["facts"], strict=True)
        ]
        return sentence, tuple(reader.told(board, facts, shown))

    def _corrected(self, filed: StoredRecord, remedy: Remedy) -> tuple[Text, ...]:
        if not isinstance(remedy, Correct):
            return ()
        game = self._reader.game
        facts = decode_facts(game.rules, remedy.facts)
        before = Game(game.history, game.checks, filed.seq - 1)
        return tuple(
            self._reader.told(before.board, facts, self._reader.items(UMPIRE, facts, filed))
        )

    def _grown(self, filed: StoredRecord, body: GameOpened, data: dict[str, Any]) -> None:
        for step, plain_step in zip(body.grown, data.get("grown", ()), strict=True):
            shown = self._reader.items(
                step.seat, decode_facts(self._reader.game.rules, step.facts), filed
            )
            plain_step["facts"] = [
                item if type(item) is Hidden else fact
                for item, fact in zip(shown, plain_step["facts"], strict=True)
            ]
            if step.patch is not None and self._reader.secretive and not self._whole:
                plain_step["patch"] = Hidden(digest(filed))


# A record's seq, a seat that something in it was entered for, and those of the seat's actions and
# facts that can be hidden.
Secret = tuple[int, str, tuple[Any, ...]]

_lock = Lock()
# For each game in memory, its secrets and how many of its records were searched for them.
_secrets: WeakKeyDictionary[History, tuple[list[Secret], list[int]]] = WeakKeyDictionary()


def reread(head: Game, seq: int, audience: Audience) -> tuple[int, ...]:
    """The records before `seq` whose entry reads differently to an audience since record `seq` of a
    game."""
    if seq == FIRST:
        return ()
    moved = _moved(head.history, seq)
    if audience != ARBITER and keeps_secrets(head.rules):
        before, after = (
            Game(head.history, head.checks, seq - 1),
            Game(head.history, head.checks, seq),
        )
        if before.board is not after.board or after.closed:
            old, new = Reader(before, audience), Reader(after, audience)
            for n, seat, items in secrets(head, seq - 1):
                if any(old.sees(seat, item, n) != new.sees(seat, item, n) for item in items):
                    moved.add(n)
    return tuple(sorted(moved))


def _moved(history: History, seq: int) -> set[int]:
    """The actions that record `seq` took out of force or put back, not counting itself."""
    old, new, result = history.tips[seq - 2], history.tips[seq - 1], set()
    while old != new:
        if old > new:
            result.add(old)
            old = history.before[old - 1]
        else:
            result.add(new)
            new = history.before[new - 1]
    return result - {seq}


def secrets(head: Game, last: int) -> list[Secret]:
    """What can be hidden in the records up to `last`. On the blank board nothing has been uncovered
    yet: what the public may read on it, everybody may always read (a law of titles)."""
    with _lock:
        hidden_items, counted = _secrets.setdefault(head.history, ([], [0]))
        nobody = Reader(head, PUBLIC, head.rules.blank(head.setting))
        for seq in range(counted[0] + 1, last + 1):
            for seat, items in items_of(head.rules, head.history.filed(seq)):
                hidden = tuple(item for item in items if not nobody.sees(seat, item))
                if hidden:
                    hidden_items.append((seq, seat, hidden))
            counted[0] = seq
        return [secret for secret in hidden_items if secret[0] <= last]


def items_of(rules: AnyRuleset, filed: StoredRecord) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The actions and facts that stand in a record, with the seat they were entered for."""
    body = filed.body
    if isinstance(body, ActionTaken):
        yield body.seat, (decode_action(rules, body.action), *decode_facts(rules, body.facts))
    elif isinstance(body, RulingGiven) and isinstance(body.remedy, Correct):
        yield UMPIRE, decode_facts(rules, body.remedy.facts)
    elif isinstance(body, GameOpened):
        yield "", decode_facts(rules, body.facts)
        for step in body.grown:
            yield step.seat, decode_facts(rules, step.facts)


class Happened(Struct, frozen=True):
    """The data of an event `record`: its entry as `/records` shows it now, whose turn it is after
    it, and the earlier records whose entry reads differently since (`changed`): taken out of force,
    put back, uncovered or covered. Read those again."""

    game: str
    seq: int
    audience: str
    entry: Entry
    changed: tuple[int, ...]
    to_act: tuple[str, ...]
    status: Status
    outcome: Outcome | None


class Closed(Struct, frozen=True):
    """The data of an event `closed`, the last of a stream: the game gets no more records."""

    game: str
    seq: int
    outcome: Outcome | None


def happened(entry_reader: EntryReader, seq: int) -> bytes:
    head = entry_reader.head
    then = Game(head.history, head.checks, seq)
    data = Happened(
        game=head.id,
        seq=seq,
        audience=entry_reader.audience,
        entry=entry_reader.entry(seq),
        changed=reread(head, seq, entry_reader.audience),
        to_act=then.to_act,
        status=then.status,
        outcome=then.outcome,
    )
    return event_of(seq, b"record", data)


def closed(head: Game) -> bytes:
    return event_of(head.seq, b"closed", Closed(head.id, head.seq, head.outcome))
