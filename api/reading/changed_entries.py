"""Which entries of a game read differently since one of its records.

A record can take earlier actions out of force or put them back, and it can uncover what earlier records hide (or cover it again,
where an uncovering is taken back). A page that shows the record reads those entries again. What it costs is the number of
entries that a record moved, and, in titles that keep secrets, of those that ever hid something.
"""

from __future__ import annotations

from collections.abc import Iterator
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

from api.reading.reader import Reader
from domain.game.game import Game
from domain.game.history import History
from domain.game.visibility import keeps_secrets
from domain.kernel.stored import Filed
from domain.record.records import FIRST, UMPIRE, ActionTaken, GameOpened, RulingGiven
from domain.record.remedies import Correct
from domain.rules.ruleset import ARBITER, PUBLIC, AnyRuleset, Audience
from domain.rules.titles.codec import decode_action, decode_facts

Secret = tuple[int, str, tuple[Any, ...]]
"""A record's seq, a seat that something in it was entered for, and those of the seat's actions and facts that can be hidden."""

_lock = Lock()
_secrets: WeakKeyDictionary[History, tuple[list[Secret], list[int]]] = WeakKeyDictionary()
"""For each game in memory, its secrets and how many of its records were searched for them."""


def reread(head: Game, seq: int, audience: Audience) -> tuple[int, ...]:
    """The records before `seq` whose entry reads differently to an audience since record `seq` of a game."""
    if seq == FIRST:
        return ()
    found = _moved(head.history, seq)
    if audience != ARBITER and keeps_secrets(head.rules):
        before, after = Game(head.history, head.checks, seq - 1), Game(head.history, head.checks, seq)
        if before.board is not after.board or after.closed:
            old, new = Reader(before, audience), Reader(after, audience)
            for n, seat, items in secrets(head, seq - 1):
                if any(old.sees(seat, item, n) != new.sees(seat, item, n) for item in items):
                    found.add(n)
    return tuple(sorted(found))


def _moved(history: History, seq: int) -> set[int]:
    """The actions that record `seq` took out of force or put back, not counting itself."""
    old, new, found = history.tips[seq - 2], history.tips[seq - 1], set()
    while old != new:
        if old > new:
            found.add(old)
            old = history.before[old - 1]
        else:
            found.add(new)
            new = history.before[new - 1]
    return found - {seq}


def secrets(head: Game, last: int) -> list[Secret]:
    """What can be hidden in the records up to `last`. On the blank board nothing has been uncovered yet: what the public may read
    on it, everybody may always read (a law of titles)."""
    with _lock:
        found, counted = _secrets.setdefault(head.history, ([], [0]))
        nobody = Reader(head, PUBLIC, head.rules.blank(head.setting))
        for seq in range(counted[0] + 1, last + 1):
            for seat, items in items_of(head.rules, head.history.filed(seq)):
                hidden = tuple(item for item in items if not nobody.sees(seat, item))
                if hidden:
                    found.append((seq, seat, hidden))
            counted[0] = seq
        return [secret for secret in found if secret[0] <= last]


def items_of(rules: AnyRuleset, filed: Filed) -> Iterator[tuple[str, tuple[Any, ...]]]:
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
