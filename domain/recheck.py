"""Stored games judged by today's rules: what a rules fix would have changed.

A game is folded by the version of the rules it was opened with, for good, and its facts stay what they are. Here its boards are
folded from those facts by the newest version, and every action is judged on the board it was entered on: those in force and those
that were taken back alike. Where today's verdict differs from the one of then, an arbiter wants to know. Nothing is written.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from eventsourcing.persistence import PersistenceError
from msgspec import Struct

from domain import games
from domain.catalog import CatalogError
from domain.desk import Desk
from domain.errors import UnknownGame
from domain.filed import Filed
from domain.game import Game, begin, fold
from domain.games import AnyRuleset, UnknownRuleset
from domain.openings import find_rules
from domain.record import FIRST, ActionTaken, GameOpened
from domain.ruleset import LEGAL, BadOpening, Verdict, open_setting
from domain.sealing import seal_amiss
from domain.titles import decode_action
from domain.words import Text

ROWS = 1_000
"""Rows of the log read at once."""


class Difference(Struct, frozen=True):
    """An action that is judged otherwise today: `said` is what was done, `then` the verdict of its record, `now` today's."""

    seq: int
    seat: str
    in_force: bool
    said: Text
    then: Verdict
    now: Verdict


class Rechecked(Struct, frozen=True):
    """A game rechecked: the version it was opened with, how many actions were judged, and those whose verdict differs, in the order
    of their records. `trouble` says why it could not be judged, or not to its end."""

    game: str
    version: int
    actions: int = 0
    differences: tuple[Difference, ...] = ()
    trouble: Text | None = None

    @property
    def same(self) -> bool:
        """Whether every action is judged today as it was then."""
        return not self.differences and self.trouble is None


class Recheck:
    """The games of one title, judged by its newest rules."""

    def __init__(self, desk: Desk, ruleset: str) -> None:
        """Raises `BadRequest` where there is no such title."""
        self._desk = desk
        self.rules = find_rules(ruleset)

    def all(self) -> Iterator[Rechecked]:
        """All games of the title, in the order they were opened, branches among them."""
        recorder, last = self._desk.recorder, 0
        while rows := recorder.select_notifications(last, ROWS, topics=[GameOpened.__name__], inclusive_of_start=False):
            for row in rows:
                opening = Filed(str(row.originator_id), row.originator_version, row.topic, row.state)
                try:
                    title = msgspec.json.decode(opening.state, type=_Title).ruleset
                except msgspec.DecodeError as e:
                    unread = Text(f"record {FIRST} cannot be read ({e})", f"l'écriture {FIRST} est illisible ({e})")
                    yield Rechecked(opening.game, 0, trouble=unread)
                else:
                    if title == self.rules.id:
                        yield self._recheck(opening)
            last = rows[-1].id

    def one(self, id: str) -> Rechecked:
        """One game of the title; raises `UnknownGame`."""
        opening: Any = next(iter(self._desk.events.get(id, lte=FIRST)), None)
        if opening is None or opening.topic != GameOpened.__name__ or opening.body.ruleset != self.rules.id:
            raise UnknownGame(id)
        return self._recheck(opening)

    def _recheck(self, opening: Filed) -> Rechecked:
        opened = opening.body
        assert isinstance(opened, GameOpened)
        case = _Case(self._desk, self.rules, opening, opened)
        try:
            games.ruleset(opened.ruleset, opened.version)
            case.judge()
        except UnknownRuleset:
            case.trouble = Text(
                f"version {opened.version} of the rules is not known here, the newest is {self.rules.version}",
                f"la version {opened.version} des règles est inconnue ici, la dernière est la {self.rules.version}",
            )
        return Rechecked(opening.game, opened.version, case.actions, case.differences(), case.trouble)


class _Title(Struct, frozen=True):
    """What of an opening record says whether its game is meant."""

    ruleset: str


class _Case:
    """One game before the newest rules."""

    def __init__(self, desk: Desk, rules: AnyRuleset, opening: Filed, opened: GameOpened) -> None:
        self._desk, self._rules, self._opening, self._opened = desk, rules, opening, opened
        self._seq = FIRST
        self._game: Game | None = None
        self._found: list[tuple[int, ActionTaken, Text, Verdict]] = []
        self.actions = 0
        self.trouble: Text | None = None

    def judge(self) -> None:
        """Fold the game and judge its actions, as far as that goes. The newest rules were not made for facts that they do not
        understand: whatever they raise is the trouble with this game, and keeps no other from being judged."""
        try:
            self._judge()
        except PersistenceError:
            raise
        except (BadOpening, CatalogError) as e:
            self._stopped(e.text)
        except Exception as e:  # noqa: BLE001
            why = f"{type(e).__name__}: {e}"
            self._stopped(Text(why, why))

    def differences(self) -> tuple[Difference, ...]:
        """Those found, in the order of their records; in force is what is so after the last record that could be folded."""
        standing = set(self._game.in_force()) if self._game else set()
        return tuple(
            Difference(seq, body.seat, seq in standing, said, body.verdict or LEGAL, now) for seq, body, said, now in self._found
        )

    def _judge(self) -> None:
        opened = self._opened
        players = sum(1 for seat in opened.seats if seat.role == "player")
        setting = open_setting(self._rules, self._desk.shelf.catalog(opened.catalog), opened.options, players)
        game = self._game = begin(self._opening, self._rules, setting)
        rows: Any = self._desk.events.get(game.id, gt=FIRST)
        for filed in rows:
            self._seq = filed.seq
            if filed.topic == ActionTaken.__name__:
                self._try(game, filed.seq, filed.body)
            game = self._game = fold(game, filed)

    def _try(self, game: Game, seq: int, body: ActionTaken) -> None:
        action, board = decode_action(self._rules, body.action), game.board
        now = self._rules.judge(board, body.seat, action)
        if now.legal:
            now = seal_amiss(game, body) or now
        self.actions += 1
        if now.legal != (body.verdict is None or body.verdict.legal):
            who, what = game.setting.name(body.seat), self._rules.say_action(board, body.seat, action)
            self._found.append((seq, body, Text(f"{who.en} {what.en}", f"{who.fr} {what.fr}"), now))

    def _stopped(self, why: Text) -> None:
        n, version = self._seq, self._rules.version
        self.trouble = Text(
            f"version {version} of the rules cannot go on at record {n} ({why.en})",
            f"la version {version} des règles ne peut continuer à l'écriture {n} ({why.fr})",
        )
