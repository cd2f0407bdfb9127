"""Recheck: stored games judged by today's rules, to see what a fix of the rules would have changed.

A game is always folded by the version of the rules it was opened with, and its facts never change.
Here the newest version folds boards from those facts, and judges every action on the board it was
entered on, in force or taken back. Three things are compared: whether an action is legal; what a
legal one leads to, with the recorded dice; and the outcome of the position. An arbiter wants to
know where one differs. Nothing is written.
"""

from collections.abc import Iterator
from typing import Literal

import msgspec
from eventsourcing.persistence import PersistenceError
from msgspec import Struct
from msgspec.structs import replace

from domain.game.aggregate.game import Game, begin, fold, setting_of
from domain.game.application import ClerkApplication
from domain.game.commands import find_rules
from domain.game.record.headers import title_of
from domain.game.record.records import FIRST, ActionTaken, GameClosed, GameOpened
from domain.game.refusals import UnknownGame
from domain.game.rulings.conditions import other_outcome
from domain.game.seals.conditions import seal_amiss
from domain.kernel.stored import StoredRecord, openings
from domain.kernel.text import Text
from domain.titles import registry
from domain.titles.codec import decode_action, decode_facts
from domain.titles.contract.catalogs.catalog import CatalogError
from domain.titles.contract.chance import Ask, OtherDice, RecordedChance, Roll
from domain.titles.contract.ruleset import (
    LEGAL,
    Action,
    AnyRuleset,
    BadOpening,
    Board,
    Fact,
    Outcome,
    Verdict,
    open_setting,
)
from domain.titles.registry import UnknownRuleset

NOTHING = Text("nothing more.")
OTHER_DICE = Text("other dice are asked for than fell.")


class _Fallen(RecordedChance):
    """The rolls of a record, for rules that may now list their pools in another order."""

    def _check(self, ask: Ask, roll: Roll) -> None:
        if not set(roll.values) <= set(ask.pool):
            raise OtherDice(ask.kind)


def other_facts(
    rules: AnyRuleset, board: Board, action: Action, body: ActionTaken
) -> tuple[Text, Text] | None:
    """The first fact of an action that would be another today, and the one that would replace it;
    None if nothing differs."""
    then, chance = decode_facts(rules, body.facts), _Fallen(body.rolls)
    try:
        now = rules.decide(board, body.seat, action, chance)
        chance.finish()
    except OtherDice:
        return _first_of(rules, board, then, 0), OTHER_DICE
    if now == then:
        return None
    same = next(
        (n for n, (a, b) in enumerate(zip(then, now, strict=False)) if a != b),
        min(len(then), len(now)),
    )
    return _first_of(rules, board, then, same), _first_of(rules, board, now, same)


def _first_of(rules: AnyRuleset, board: Board, facts: tuple[Fact, ...], n: int) -> Text:
    for fact in facts[: n + 1]:
        board = rules.evolve(board, fact)
    return rules.say_fact(board, facts[n]) if n < len(facts) else NOTHING


What = Literal["verdict", "facts", "outcome"]


_COMPARED = frozenset(kind.__name__ for kind in (ActionTaken, GameClosed))
"""The records that are compared; no others are decoded."""


class Difference(Struct, frozen=True):
    """A record that would differ today: `said` is what was done, `then` the recorded verdict, `now`
    today's. `what` is the first of the three comparisons that differs; unless that is the verdict,
    `came` and `comes` are the first differing fact, or the outcome, then and now."""

    seq: int
    seat: str
    in_force: bool
    said: Text
    then: Verdict
    now: Verdict
    what: What = "verdict"
    came: Text | None = None
    comes: Text | None = None


class Rechecked(Struct, frozen=True):
    """A rechecked game: its version, the number of actions judged, the records that differ, in
    order, and all that are illegal today, including those let stand. `trouble` says why it could
    not be judged, or not to its end."""

    game: str
    version: int
    actions: int = 0
    differences: tuple[Difference, ...] = ()
    illegal: tuple[tuple[int, Verdict], ...] = ()
    trouble: Text | None = None

    @property
    def same(self) -> bool:
        return not self.differences and self.trouble is None


class Recheck:
    def __init__(self, clerk: ClerkApplication, ruleset: str) -> None:
        """Raises `BadRequest` if there is no such title."""
        self._clerk = clerk
        self.rules = find_rules(ruleset)

    def all(self) -> Iterator[Rechecked]:
        """Recheck all games of the title, branches included, in the order they were opened."""
        for opening in openings(self._clerk.recorder, GameOpened.__name__):
            try:
                title = title_of(opening)
            except msgspec.DecodeError as e:
                unread = Text("record {first} cannot be read ({e})", first=FIRST, e=e)
                yield Rechecked(opening.stream, 0, trouble=unread)
            else:
                if title == self.rules.id:
                    yield self._recheck(opening)

    def one(self, id: str) -> Rechecked:
        """Recheck one game of the title. Raises `UnknownGame`."""
        for opening in self._clerk.recorder.records_of(id, lte=FIRST):
            if isinstance(opening.body, GameOpened) and opening.body.ruleset == self.rules.id:
                return self._recheck(opening)
        raise UnknownGame(id)

    def _recheck(self, opening: StoredRecord) -> Rechecked:
        opened = opening.body_as(GameOpened)
        case = _Case(self._clerk, self.rules, opening, opened)
        try:
            registry.ruleset(opened.ruleset, opened.version)
            case.judge()
        except UnknownRuleset:
            case.trouble = Text(
                "version {version} of the rules is not known here, the newest is {newest}",
                version=opened.version,
                newest=self.rules.version,
            )
        return Rechecked(
            opening.stream,
            opened.version,
            case.actions,
            case.differences(),
            tuple(case.illegal),
            case.trouble,
        )


class _Case:
    def __init__(
        self, clerk: ClerkApplication, rules: AnyRuleset, opening: StoredRecord, opened: GameOpened
    ) -> None:
        self._clerk, self._rules, self._opening, self._opened = clerk, rules, opening, opened
        self._seq = FIRST
        self._game: Game | None = None
        self._own: Game | None = None
        """The game folded by its own version of the rules, if that is not the newest."""
        self._found: list[Difference] = []
        self._other_outcome = False
        self.illegal: list[tuple[int, Verdict]] = []
        self.actions = 0
        self.trouble: Text | None = None

    def judge(self) -> None:
        """Fold the game and judge its actions as far as possible. The newest rules may not
        understand older facts: any error they raise is this game's trouble and stops no other."""
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
        """The differences found, in record order. `in_force` is as of the last record that could be
        folded."""
        standing = set(self._game.in_force()) if self._game else set()
        actions = {record.seq for record in self._found if record.seat}
        return tuple(
            replace(record, in_force=record.seq in standing or record.seq not in actions)
            for record in self._found
        )

    def _judge(self) -> None:
        opened = self._opened
        players = sum(1 for seat in opened.seats if seat.role == "player")
        setting = open_setting(
            self._rules,
            self._clerk.game_repository.catalog(opened.catalog),
            opened.options,
            players,
        )
        game = self._game = begin(self._opening, self._rules, setting)
        if opened.version != self._rules.version:
            self._own = begin(
                self._opening,
                *setting_of(opened, self._clerk.game_repository.catalog(opened.catalog)),
            )
        for stored in self._clerk.recorder.records_of(game.id, gt=FIRST):
            self._seq = stored.seq
            before, game = game, fold(game, stored)
            self._game = game
            self._own = fold(self._own, stored) if self._own is not None else None
            body = stored.body if stored.topic in _COMPARED else None
            if isinstance(body, ActionTaken):
                self._try(before, game, stored.seq, body)
            elif isinstance(body, GameClosed):
                self._compare_outcomes(game, body.outcome, Text("The game is closed"))

    def _try(self, game: Game, after: Game, seq: int, body: ActionTaken) -> None:
        action, board, then = (
            decode_action(self._rules, body.action),
            game.board,
            body.verdict or LEGAL,
        )
        now = self._rules.judge(board, body.seat, action)
        if now.legal:
            now = seal_amiss(game, body) or now
        self.actions += 1
        if not now.legal:
            self.illegal.append((seq, now))
        same = now.legal == then.legal
        other = other_facts(self._rules, board, action, body) if same and now.legal else None
        if not same:
            self._found.append(
                Difference(seq, body.seat, False, self._say(game, body.seat, action), then, now)
            )
        elif other is not None:
            self._found.append(
                Difference(
                    seq,
                    body.seat,
                    False,
                    self._say(game, body.seat, action),
                    then,
                    now,
                    "facts",
                    *other,
                )
            )
        elif self._own is not None:
            self._compare_outcomes(
                after, self._own.outcome, self._say(game, body.seat, action), body.seat
            )

    def _say(self, game: Game, seat: str, action: Action) -> Text:
        who, what = game.setting.name(seat), self._rules.say_action(game.board, seat, action)
        return Text("{who} {what}", who=who, what=what)

    def _compare_outcomes(
        self, game: Game, then: Outcome | None, sentence: Text, seat: str = ""
    ) -> None:
        """Note the first position whose outcome today's rules give differently; later differences
        would only follow from it."""
        other = other_outcome(then, game.outcome)
        if other is not None and not self._other_outcome:
            self._other_outcome = True
            self._found.append(
                Difference(game.seq, seat, False, sentence, LEGAL, LEGAL, "outcome", *other)
            )

    def _stopped(self, why: Text) -> None:
        n, version = self._seq, self._rules.version
        self.trouble = Text(
            "version {version} of the rules cannot go on at record {n} ({why})",
            version=version,
            n=n,
            why=why,
        )
