"""The Game aggregate: a frozen value folded from records, and what is in force in it.

The actions in force form a chain of `Step`s, each with the board it led to. Retracting moves the head of the chain back,
restoring moves it forward again, and both cost what they undo, not what the game is long. Every version of a game shares its
steps with the others, so all positions of a game can be kept at once.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.catalog import Catalog
from domain.errors import BadRequest
from domain.games import AnyRuleset, ruleset
from domain.record import (
    ActionsRestored,
    ActionsRetracted,
    ActionTaken,
    Filed,
    GameClosed,
    GameOpened,
    Record,
)
from domain.ruleset import Board, Fact, Setting, open_setting
from domain.titles import decode_facts

EVERY = 20
"""Actions between two fingerprints."""


class Step(Struct, frozen=True, gc=False):
    """An action in force: its record, the seat, the board after it, and the step before."""

    seq: int
    seat: str
    sealed: bool
    """Whether undo alone may not go back across it: it rolled, or showed something hidden."""
    board: Board
    before: Step | None
    depth: int


class Undone(Struct, frozen=True, gc=False):
    """A retraction that can still be restored: the step the chain stood at, and older ones below."""

    seq: int
    step: Step
    below: Undone | None


class Game(Struct, frozen=True, gc=False):
    """A game after its record `seq`. `diverged` is the first record whose fingerprint the replay missed, or 0."""

    id: str
    seq: int
    rules: Any
    setting: Any
    opened: GameOpened
    at: datetime
    """When the record was written, by the service's clock."""
    start: Board
    step: Step | None = None
    undone: Undone | None = None
    rolls: int = 0
    actions: int = 0
    diverged: int = 0
    closed: GameClosed | None = None
    checked: bool = False
    """Whether this very record carried a fingerprint that the board matched."""

    @property
    def board(self) -> Any:
        """The position: the board counting only actions in force."""
        return self.step.board if self.step is not None else self.start

    @property
    def status(self) -> Literal["open", "ended", "closed"]:
        """`ended`: the rules name an outcome, the record is not closed yet."""
        if self.closed is not None:
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
    game = Game(filed.game, filed.seq, rules, setting, opened, opened.at, board, rolls=_last_roll(opened.rolls, 0))
    return _compare(game, opened.board)


def fold(game: Game, filed: Filed, facts: tuple[Fact, ...] | None = None) -> Game:
    """The game after one more record. `facts` spares decoding them again where they are at hand."""
    body = filed.body
    kind = type(body)
    if kind is ActionTaken:
        return _acted(game, filed.seq, body, facts)  # type: ignore[arg-type]
    how = _FOLD.get(kind)
    return replace(game, seq=filed.seq, at=body.at, checked=False) if how is None else how(game, filed.seq, body)


def advance(rules: AnyRuleset, board: Board, facts: tuple[Fact, ...]) -> Board:
    """The board once all the facts are true."""
    for fact in facts:
        board = rules.evolve(board, fact)
    return board


def _acted(game: Game, seq: int, body: ActionTaken, facts: tuple[Fact, ...] | None) -> Game:
    rules = game.rules
    if facts is None:
        facts = decode_facts(rules, body.facts)
    last = game.step
    board = last.board if last is not None else game.start
    evolve = rules.evolve
    sealed = bool(body.rolls)
    for fact in facts:
        board = evolve(board, fact)
        sealed = sealed or fact.reveals
    step = Step(seq, body.seat, sealed, board, last, last.depth + 1 if last is not None else 1)
    rolls = _last_roll(body.rolls, game.rolls)
    after = Game(
        game.id,
        seq,
        rules,
        game.setting,
        game.opened,
        body.at,
        game.start,
        step,
        None,
        rolls,
        game.actions + 1,
        game.diverged,
        game.closed,
    )
    return _compare(after, body.board) if body.board else after


def _retracted(game: Game, seq: int, body: Any) -> Game:
    step = game.step
    while step is not None and step.seq > body.from_seq:
        step = step.before
    if step is None or step.seq != body.from_seq or game.step is None:
        raise ValueError(f"record {seq} retracts record {body.from_seq}, which is not in force")
    return replace(game, seq=seq, at=body.at, step=step.before, undone=Undone(seq, game.step, game.undone), checked=False)


def _restored(game: Game, seq: int, body: Any) -> Game:
    undone = game.undone
    if undone is None or undone.seq != body.retraction:
        raise ValueError(f"record {seq} restores retraction {body.retraction}, which cannot be restored")
    return replace(game, seq=seq, at=body.at, step=undone.step, undone=undone.below, checked=False)


def _closed(game: Game, seq: int, body: Any) -> Game:
    return _compare(replace(game, seq=seq, at=body.at, closed=body, undone=None, checked=False), body.board)


_FOLD: dict[type[Record], Any] = {
    ActionsRetracted: _retracted,
    ActionsRestored: _restored,
    GameClosed: _closed,
}


def _compare(game: Game, fingerprint: str) -> Game:
    if not fingerprint:
        return game
    if game.rules.fingerprint(game.board) == fingerprint:
        return replace(game, checked=True)
    return game if game.diverged else replace(game, diverged=game.seq)


def _last_roll(rolls: tuple[Any, ...], so_far: int) -> int:
    return rolls[-1].number if rolls else so_far


def same_line(step: Step | None, later: Step | None) -> bool:
    """Whether `step` is `later` or one of the steps it grew from."""
    if step is None:
        return True
    while later is not None and later.seq > step.seq:
        later = later.before
    return later is step


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
