"""Previews: the position before and after something side by side, and all that it would change. Nothing is recorded."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from api.game.request import table_reader
from api.game.schemas.table import StepAt
from domain.game.aggregate.diff import Change, changes
from domain.game.aggregate.game import Game, added_points, ranked, seat_name
from domain.game.clerk.clerk import Clerk
from domain.game.record.remedies import Penalty
from domain.kernel.text import Lang, Text
from domain.titles.contract.ruleset import Audience, Board, Outcome, Verdict
from domain.titles.contract.time_control import time_said
from domain.titles.drawing.svg import differing
from projections.boards.pictures import Pictures, compared, drawn_from

MOST = 200
"""Changed places listed at most."""


class After(Struct, frozen=True):
    """What a game would be like: the board, the penalties beside it, an outcome that the arbiter names (none: as the rules say),
    the actions that would go out of force or come back, the record's sentence, and the milliseconds on each seat's clock before and
    after, where it may set them."""

    board: Board
    penalties: tuple[Penalty, ...]
    named: Outcome | None = None
    gone: tuple[int, ...] = ()
    back: tuple[int, ...] = ()
    sentence: Text | None = None
    verdict: Verdict | None = None
    told: tuple[Text, ...] = ()
    clocks: tuple[tuple[str, int, int], ...] = ()


class Compared(Struct, frozen=True):
    """Something with its value on both sides."""

    name: str
    before: str
    after: str

    @property
    def differs(self) -> bool:
        """Whether it would change."""
        return self.before != self.after


class Called(NamedTuple):
    """What a page calls what is compared beside the points: who is to act, or nobody; the outcome, or none; a clock."""

    acting: str
    nobody: str
    ended: str
    none: str
    clock: str


class Place(Struct, frozen=True):
    """A field of the board's view that would change: its pointer and its values as JSON."""

    path: str
    before: str
    after: str


class Shown(Struct, frozen=True):
    """Both sides as a page shows them. `moved` says whether the board would be another; `marked` is how many places are marked."""

    before: Pictures
    after: Pictures
    moved: bool
    marked: int
    lines: tuple[Compared, ...]
    places: tuple[Place, ...]
    more: int
    gone: tuple[StepAt, ...]
    back: tuple[StepAt, ...]
    sentence: Text | None
    verdict: Verdict | None
    told: tuple[Text, ...]


def as_is(game: Game, board: Board | None = None, **more: Any) -> After:
    """What a game would be like with another board, and everything beside the board as it is."""
    return After(game.board if board is None else board, game.penalties, game.proceedings.outcome, **more)


def shown(clerk: Clerk, game: Game, after: After, audience: Audience, lang: Lang, words: Called) -> Shown:
    """Both sides for an audience."""
    reader = table_reader(game, audience)
    then, now = _view(game, game.board, audience), _view(game, after.board, audience)
    moved = game.board != after.board
    given = added_points(game.rules, after.board, after.penalties)
    changed = moved or given != game.added_points
    before = drawn_from(game, then, game.added_points, lang)
    after_it = drawn_from(game, now, given, lang) if changed else before
    different = max((differing(before[shape], after_it[shape]) for shape in before), key=len)
    found = changes(then, now) if moved else []
    return Shown(
        compared(before, after_it, lang),
        compared(after_it, before, lang),
        moved,
        len(different),
        _lines(game, after, lang, words),
        tuple(map(_place, found[:MOST])),
        max(0, len(found) - MOST),
        tuple(reader.step(seq) for seq in after.gone),
        tuple(reader.step(seq) for seq in after.back),
        after.sentence,
        after.verdict,
        after.told,
    )


def _view(game: Game, board: Board, audience: Audience) -> dict[str, Any]:
    view: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(game.rules.view(board, audience)))
    return view


def _place(change: Change) -> Place:
    return Place(change.path, _json(change.before), _json(change.after))


def _json(value: Any) -> str:
    return "" if value is msgspec.UNSET else msgspec.json.encode(value).decode()


def _lines(game: Game, after: After, lang: Lang, words: Called) -> tuple[Compared, ...]:
    rules = game.rules
    scored = {line.seat: line.points for line in rules.score(game.board)}
    then = {line.seat: line.points for line in rules.score(after.board)}
    held, given = game.added_points, added_points(rules, after.board, after.penalties)
    points = [
        Compared(seat_name(game, seat).printed(lang), str(scored[seat] + held.get(seat, 0)), str(then[seat] + given.get(seat, 0)))
        for seat in scored
    ]
    outcomes = game.outcome, after.named or ranked(rules, after.board, after.penalties).outcome
    acts = game.to_act, () if after.named or game.closed else rules.to_act(after.board)
    names = [", ".join(seat_name(game, seat).printed(lang) for seat in seats) or words.nobody for seats in acts]
    ends = [outcome.text.printed(lang) if outcome else words.none for outcome in outcomes]
    clocks = [
        Compared(f"{words.clock} · {seat_name(game, seat).printed(lang)}", *(time_said(left // 1000) for left in both))
        for seat, *both in after.clocks
    ]
    return (*points, *clocks, Compared(words.acting, *names), Compared(words.ended, *ends))
