"""Rechecks stored games with today's rules, so that arbiters see what a fix of the rules would have
changed. Stores nothing.

Otherwise a game is always folded by the version of the rules that it was opened with. Here the
newest version folds the boards from the recorded facts, and judges every action, in force or taken
back, on the board before it. Three things are compared: whether the action is legal; what facts a
legal one leads to with the recorded dice; and the outcome of the position.
"""

from collections.abc import Iterator
from typing import Literal

import msgspec
from eventsourcing.persistence import PersistenceError
from msgspec import Struct
from msgspec.structs import replace

from domain.game.aggregate.game import Game, begin_game, fold, setting_of
from domain.game.application import ClerkApplication
from domain.game.commands import find_rules
from domain.game.record.headers import title_of
from domain.game.record.records import FIRST, ActionTaken, GameClosed, GameOpened
from domain.game.refusals import UnknownGame
from domain.game.rulings.conditions import outcomes_unless_equal
from domain.game.seals.conditions import wrong_seal_verdict
from domain.kernel.stored import StoredRecord, openings
from domain.kernel.text import Text
from domain.titles import registry
from domain.titles.codec import decode_action, decode_facts
from domain.titles.contract.catalogs.catalog import CatalogError
from domain.titles.contract.chance import Ask, DiceMismatch, RecordedChance, Roll
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


class _RecordedRolls(RecordedChance):
    """A source of chance that gives the recorded rolls again. The rules may now list the values of
    a pool in another order; a value outside the pool raises `DiceMismatch`."""

    def _check(self, ask: Ask, roll: Roll) -> None:
        if not set(roll.values) <= set(ask.pool):
            raise DiceMismatch(ask.kind)


def facts_unless_equal(
    rules: AnyRuleset, board: Board, action: Action, body: ActionTaken
) -> tuple[Text, Text] | None:
    """Two sentences on the first fact of an action that today's rules would change: on the recorded
    fact, and on the fact in its place. None if all facts are equal. `board`: the board before the
    action."""
    then, chance = decode_facts(rules, body.facts), _RecordedRolls(body.rolls)
    try:
        now = rules.decide(board, body.seat, action, chance)
        chance.check_all_used()
    except DiceMismatch:
        return _say_nth(rules, board, then, 0), OTHER_DICE
    if now == then:
        return None
    same = next(
        (n for n, (a, b) in enumerate(zip(then, now, strict=False)) if a != b),
        min(len(then), len(now)),
    )
    return _say_nth(rules, board, then, same), _say_nth(rules, board, now, same)


def _say_nth(rules: AnyRuleset, board: Board, facts: tuple[Fact, ...], n: int) -> Text:
    for fact in facts[: n + 1]:
        board = rules.evolve(board, fact)
    return rules.say_fact(board, facts[n]) if n < len(facts) else NOTHING


What = Literal["verdict", "facts", "outcome"]


_COMPARED = frozenset(kind.__name__ for kind in (ActionTaken, GameClosed))
"""The topics of the records that are compared. No others are decoded."""


class RecheckDifference(Struct, frozen=True):
    """A record that would differ by today's rules.

    - `said`: a sentence on what was done. `then`: the recorded verdict; `now`: today's.
    - `what`: which comparison differs first: `verdict`, `facts` or `outcome`. For the last two,
      `came` and `comes` are sentences, then and now, on the first differing fact or the outcome."""

    seq: int
    seat: str
    in_force: bool
    said: Text
    then: Verdict
    now: Verdict
    what: What = "verdict"
    came: Text | None = None
    comes: Text | None = None


class RecheckResult(Struct, frozen=True):
    """The result of rechecking a game: the version it was opened with, how many actions were
    judged, the records that differ, and `illegal`, the seqs and verdicts of all actions that are
    illegal today, including those that an arbiter let stand. `trouble`: why the game could not be
    judged to its end (None: it was)."""

    game: str
    version: int
    actions: int = 0
    differences: tuple[RecheckDifference, ...] = ()
    illegal: tuple[tuple[int, Verdict], ...] = ()
    trouble: Text | None = None

    @property
    def same(self) -> bool:
        return not self.differences and self.trouble is None


class Recheck:
    def __init__(self, clerk: ClerkApplication, ruleset: str) -> None:
        """`ruleset`: the id of the title whose games are rechecked. Raises `BadRequest` if there is
        none."""
        self._clerk = clerk
        self.rules = find_rules(ruleset)

    def recheck_all(self) -> Iterator[RecheckResult]:
        """Recheck all games of the title, branches included, in the order they were opened. A game
        whose opening cannot be read is among them, with its `trouble`."""
        for opening in openings(self._clerk.recorder, GameOpened.__name__):
            try:
                title = title_of(opening)
            except msgspec.DecodeError as e:
                unread = Text("record {first} cannot be read ({e})", first=FIRST, e=e)
                yield RecheckResult(opening.stream, 0, trouble=unread)
            else:
                if title == self.rules.id:
                    yield self._recheck(opening)

    def recheck_game(self, id: str) -> RecheckResult:
        """Recheck one game. Raises `UnknownGame` if the title has no game with this id."""
        for opening in self._clerk.recorder.records_of(id, lte=FIRST):
            if isinstance(opening.body, GameOpened) and opening.body.ruleset == self.rules.id:
                return self._recheck(opening)
        raise UnknownGame(id)

    def _recheck(self, opening: StoredRecord) -> RecheckResult:
        opened = opening.body_as(GameOpened)
        case = _RecheckedGame(self._clerk, self.rules, opening, opened)
        try:
            registry.ruleset(opened.ruleset, opened.version)
            case.judge()
        except UnknownRuleset:
            case.trouble = Text(
                "version {version} of the rules is not known here, the newest is {newest}",
                version=opened.version,
                newest=self.rules.version,
            )
        return RecheckResult(
            opening.stream,
            opened.version,
            case.actions,
            case.differences(),
            tuple(case.illegal),
            case.trouble,
        )


class _RecheckedGame:
    def __init__(
        self, clerk: ClerkApplication, rules: AnyRuleset, opening: StoredRecord, opened: GameOpened
    ) -> None:
        self._clerk, self._rules, self._opening, self._opened = clerk, rules, opening, opened
        self._seq = FIRST
        self._game: Game | None = None
        self._own: Game | None = None
        """The game folded by its own version of the rules, if that is not the newest."""
        self._found: list[RecheckDifference] = []
        self._other_outcome = False
        self.illegal: list[tuple[int, Verdict]] = []
        self.actions = 0
        self.trouble: Text | None = None

    def judge(self) -> None:
        """Fold the game and judge its actions, as far as possible. Any error that the newest rules
        raise for older facts becomes `trouble` of this game and is not raised."""
        try:
            self._judge_actions()
        except PersistenceError:
            raise
        except (BadOpening, CatalogError) as e:
            self._note_trouble(e.text)
        except Exception as e:  # noqa: BLE001
            why = f"{type(e).__name__}: {e}"
            self._note_trouble(Text(why, why))

    def differences(self) -> tuple[RecheckDifference, ...]:
        """The differences found, in the order of records. Their `in_force` is computed as of the
        last record that could be folded."""
        standing = set(self._game.in_force()) if self._game else set()
        actions = {record.seq for record in self._found if record.seat}
        return tuple(
            replace(record, in_force=record.seq in standing or record.seq not in actions)
            for record in self._found
        )

    def _judge_actions(self) -> None:
        opened = self._opened
        players = sum(1 for seat in opened.seats if seat.role == "player")
        setting = open_setting(
            self._rules,
            self._clerk.game_repository.catalog(opened.catalog),
            opened.options,
            players,
        )
        game = self._game = begin_game(self._opening, self._rules, setting)
        if opened.version != self._rules.version:
            self._own = begin_game(
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
                self._compare_action(before, game, stored.seq, body)
            elif isinstance(body, GameClosed):
                self._compare_outcomes(game, body.outcome, Text("The game is closed"))

    def _compare_action(self, game: Game, after: Game, seq: int, body: ActionTaken) -> None:
        action, board, then = (
            decode_action(self._rules, body.action),
            game.board,
            body.verdict or LEGAL,
        )
        now = self._rules.judge(board, body.seat, action)
        if now.legal:
            now = wrong_seal_verdict(game, body) or now
        self.actions += 1
        if not now.legal:
            self.illegal.append((seq, now))
        same = now.legal == then.legal
        other = facts_unless_equal(self._rules, board, action, body) if same and now.legal else None
        if not same:
            self._found.append(
                RecheckDifference(
                    seq, body.seat, False, self._say_action(game, body.seat, action), then, now
                )
            )
        elif other is not None:
            self._found.append(
                RecheckDifference(
                    seq,
                    body.seat,
                    False,
                    self._say_action(game, body.seat, action),
                    then,
                    now,
                    "facts",
                    *other,
                )
            )
        elif self._own is not None:
            self._compare_outcomes(
                after, self._own.outcome, self._say_action(game, body.seat, action), body.seat
            )

    def _say_action(self, game: Game, seat: str, action: Action) -> Text:
        who, what = game.setting.name(seat), self._rules.say_action(game.board, seat, action)
        return Text("{who} {what}", who=who, what=what)

    def _compare_outcomes(
        self, game: Game, then: Outcome | None, sentence: Text, seat: str = ""
    ) -> None:
        """Add a difference if today's rules give the position `game` another outcome than `then`.
        Only the first such position is added, since later differences follow from it."""
        other = outcomes_unless_equal(then, game.outcome)
        if other is not None and not self._other_outcome:
            self._other_outcome = True
            self._found.append(
                RecheckDifference(game.seq, seat, False, sentence, LEGAL, LEGAL, "outcome", *other)
            )

    def _note_trouble(self, why: Text) -> None:
        n, version = self._seq, self._rules.version
        self.trouble = Text(
            "version {version} of the rules cannot go on at record {n} ({why})",
            version=version,
            n=n,
            why=why,
        )
