"""The Game aggregate: a frozen value folded from records, and what is in force in it.

The actions in force form a chain of `Step`s (`domain/steps.py`), each with the board it led to. Retracting moves the head of
the chain back, restoring moves it forward again, and both cost what they undo, not what the game is long. Every version of a
game shares its steps with the others, so all positions of a game can be kept at once.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.catalog import Catalog
from domain.errors import BadRequest
from domain.filed import DamagedRecord, Filed, Outline, outline
from domain.games import AnyRuleset, ruleset
from domain.record import RECORD_TYPES, ActionsRestored, ActionsRetracted, ActionTaken, GameClosed, GameOpened
from domain.ruleset import Board, Fact, Setting, open_setting
from domain.steps import Checks, Origin, Step
from domain.titles import decode_facts

EVERY = 20
"""Actions between two fingerprints."""


class Undone(Struct, frozen=True, gc=False):
    """A retraction that can still be restored: the step the chain stood at, and older ones below."""

    seq: int
    step: Step
    below: Undone | None


class Game(Struct, frozen=True, gc=False):
    """A game after its record `seq`, written at `at`."""

    id: str
    seq: int
    at: datetime
    opened: GameOpened
    setting: Any
    origin: Origin
    checks: Checks
    step: Step | None = None
    undone: Undone | None = None
    rolls: int = 0
    actions: int = 0
    closed: bool = False

    @property
    def rules(self) -> AnyRuleset:
        """The title's rules, in the version the game was opened with."""
        return self.origin.rules

    @property
    def board(self) -> Any:
        """The position: the board counting only actions in force."""
        return self.step.board if self.step is not None else self.origin.board

    @property
    def diverged(self) -> int:
        """The first record up to here whose fingerprint the replay missed, or 0."""
        return self.checks.settle(self.seq)

    @property
    def fidelity(self) -> str:
        """How far the board can be believed: `exact` once a fingerprint on its line, at or after it, was matched;
        `unverified` before that; `diverged at n` from the first fingerprint on that the replay missed."""
        if self.diverged:
            return f"diverged at {self.diverged}"
        return "exact" if self.checks.vouched(self.seq, self.step) else "unverified"

    @property
    def status(self) -> Literal["open", "ended", "closed"]:
        """`ended`: the rules name an outcome, the record is not closed yet."""
        if self.closed:
            return "closed"
        return "ended" if self.rules.outcome(self.board) is not None else "open"

    def in_force(self) -> list[int]:
        """The seqs of the actions in force, oldest first. Costs the length of the game."""
        chain, step = [], self.step
        while step is not None:
            chain.append(step.seq)
            step = step.before
        return chain[::-1]


def setting_of(opened: GameOpened, catalog: Catalog) -> tuple[AnyRuleset, Setting]:
    """The rules and the setting that an opening record names."""
    rules = ruleset(opened.ruleset, opened.version)
    players = sum(1 for s in opened.seats if s.role == "player")
    return rules, open_setting(rules, catalog, opened.options, players)


def begin(filed: Filed, rules: AnyRuleset, setting: Setting) -> Game:
    """The game after its opening record."""
    opened = filed.body
    assert isinstance(opened, GameOpened)
    board = advance(rules, rules.blank(setting), decode_facts(rules, opened.facts))
    rolls = opened.rolls[-1].number if opened.rolls else 0
    game = Game(filed.game, filed.seq, opened.at, opened, setting, Origin(rules, board), Checks(), rolls=rolls)
    game.checks.note(filed.seq, game, opened.board)
    return game


def fold(game: Game, filed: Filed, seen: Outline | None = None, facts: tuple[Fact, ...] | None = None) -> Game:
    """The game after one more record. Its outline and facts spare reading them again where they are at hand.

    Raises `DamagedRecord` for bytes that are no record, `ValueError` for one that does not follow from those before it.
    """
    seen = seen or outline(filed.state)
    how = _FOLD.get(filed.topic)
    if how is not None:
        after: Game = how(game, filed.seq, seen, facts)
    elif filed.topic in _QUIET:
        after = replace(game, seq=filed.seq, at=seen.at)
    else:
        raise DamagedRecord(f"record {filed.seq} is a {filed.topic}, which this version of Greffe does not know")
    if seen.board:
        game.checks.note(filed.seq, after, seen.board)
    return after


def advance(rules: AnyRuleset, board: Board, facts: tuple[Fact, ...]) -> Board:
    """The board once all the facts are true."""
    for fact in facts:
        board = rules.evolve(board, fact)
    return board


def _acted(game: Game, seq: int, seen: Outline, facts: tuple[Fact, ...] | None) -> Game:
    rolls = seen.rolls
    step = Step(game.origin, seq, seen.seat, bool(rolls), seen.facts if facts is None else facts, game.step)
    return Game(
        game.id,
        seq,
        seen.at,
        game.opened,
        game.setting,
        game.origin,
        game.checks,
        step,
        None,
        rolls[-1].number if rolls else game.rolls,
        game.actions + 1,
    )


def _retracted(game: Game, seq: int, seen: Outline, _: object) -> Game:
    step = game.step
    while step is not None and step.seq > seen.from_seq:
        step = step.before
    if step is None or step.seq != seen.from_seq or game.step is None:
        raise ValueError(f"record {seq} retracts record {seen.from_seq}, which is not in force")
    return replace(game, seq=seq, at=seen.at, step=step.before, undone=Undone(seq, game.step, game.undone))


def _restored(game: Game, seq: int, seen: Outline, _: object) -> Game:
    undone = game.undone
    if undone is None or undone.seq != seen.retraction:
        raise ValueError(f"record {seq} restores retraction {seen.retraction}, which cannot be restored")
    return replace(game, seq=seq, at=seen.at, step=undone.step, undone=undone.below)


def _closed(game: Game, seq: int, seen: Outline, _: object) -> Game:
    return replace(game, seq=seq, at=seen.at, undone=None, closed=True)


_FOLD: dict[str, Any] = {
    ActionTaken.__name__: _acted,
    ActionsRetracted.__name__: _retracted,
    ActionsRestored.__name__: _restored,
    GameClosed.__name__: _closed,
}

_QUIET = {kind.__name__ for kind in RECORD_TYPES} - {*_FOLD, GameOpened.__name__}
"""Records that change nothing on the board and nothing that is in force."""


def need_seat(game: Game, seat: str) -> None:
    """Raise `BadRequest` unless the game has this seat."""
    if seat not in game.setting.seats:
        seats = ", ".join(game.setting.seats)
        raise BadRequest(
            "/seat",
            f"There is no seat {seat} at this table: there are {seats}.",
            f"Il n'y a pas de siège {seat} à cette table : il y a {seats}.",
        )


def plain(value: object) -> Any:
    """Any record part as plain JSON data."""
    return msgspec.to_builtins(value)
