"""Positions for the replay: what a scrubber needs to show many of them without asking for each.

A frame has the picture of its position as a change of the one before: a picture is cut into its elements, and only those that
differ are sent. The first frame of an answer has all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from api.game.cards import result
from api.game.forms.sheet import boards
from api.game.reading.entries import EntryReader
from api.game.replay.comparison import Comparison, Differences
from api.game.replay.turns import colour_of
from api.web.pages.filters import as_of
from api.web.pages.pages import say
from api.web.request.caller import may_read_words
from domain.game.aggregate.clocks import clocks_of
from domain.game.aggregate.fidelity import said
from domain.game.aggregate.game import Game, seat_name
from domain.game.clerk.clerk import Clerk
from domain.kernel.text import Lang
from domain.titles.contract.ruleset import Audience
from domain.titles.contract.time_control import time_said
from domain.titles.contract.types import TALL, Shape
from projections.boards.json import score_shape, summary_shape

MOST = 64
"""Frames in one answer."""

_CUT = re.compile(r"(?<=>)(?=<)")

Patch = list[Any]
"""`[at, gone, [new, …]]`: at an element, so many go and these come."""


class SeatLine(Struct, frozen=True):
    """A seat's name, the number of its colour and its points, none where it scores none, whether it is to act, and what its clock
    shows at the record, empty where it has none."""

    seat: str
    name: str
    colour: int
    total: int | None
    penalty: int
    acts: bool
    clock: str = ""


Standing = tuple[str, str]
"""Remarks on a position: `irregular`, `diverged`, `unverified`."""


class Frame(Struct, frozen=True):
    """A position: what its record says and when it was written (ISO 8601), how it stands, and its picture: `whole`, or as patches
    of the frame before; and what is different from another position, where one is compared with."""

    seq: int
    when: str
    sentence: str
    told: tuple[str, ...]
    seats: tuple[SeatLine, ...]
    outcome: str
    standing: tuple[Standing, ...]
    whole: list[str] | None
    patches: list[Patch]
    differences: Differences | None = None


def frame_of(entry_reader: EntryReader, game: Game, lang: Lang, drawn: str = "", comparison: Comparison | None = None) -> Frame:
    """A position with its picture whole; without one for a page that has it beside."""
    entry, lang = entry_reader.entry(game.seq), as_of(lang, game)
    return Frame(
        game.seq,
        entry.at.isoformat(),
        entry.sentence.printed(lang),
        tuple(text.printed(lang) for text in entry.told),
        tuple(_seats(game, lang)),
        result(summary_shape(game), game, lang),
        tuple(_standing(game, lang)),
        _CUT.split(drawn),
        [],
        comparison.with_position(game) if comparison else None,
    )


def _seats(game: Game, lang: Lang) -> Iterator[SeatLine]:
    """Every seat in its order, so that the list of them is as long at every position."""
    points, acting = {line["seat"]: line for line in score_shape(game)["score"]}, game.to_act
    clocks = clocks_of(game)
    shown = {seat: time_said(left // 1000) for seat, left in clocks.left.items()} if clocks is not None else {}
    for seat in game.setting.seats:
        line = points.get(seat, {"total": None, "penalty": 0})
        name, colour = seat_name(game, seat).printed(lang), colour_of(game, seat)
        yield SeatLine(seat, name, colour, line["total"], line["penalty"], seat in acting, shown.get(seat, ""))


def _standing(game: Game, lang: Lang) -> Iterator[Standing]:
    fidelity = game.fidelity
    if fidelity.startswith("diverged"):
        yield "diverged", say("replay.diverged", fidelity=said(fidelity).printed(lang))
    if game.irregularities:
        yield "irregular", say("replay.irregular", records=", ".join(map(str, game.irregularities)))
    if fidelity == "unverified":
        yield "unverified", say("replay.unverified")


def frames(
    clerk: Clerk, head: Game, audience: Audience, lang: Lang, first: int, last: int, other: Game | None, shape: Shape = TALL
) -> list[Frame]:
    """The frames from `first` to `last` in a shape; places that another position shows differently are marked in them."""
    found: list[Frame] = []
    entry_reader, before = EntryReader(clerk, head, audience, first, words=may_read_words()), [""]
    comparison = Comparison(other, audience, lang) if other is not None else None
    for seq in range(first, last + 1):
        game = Game(head.history, head.checks, seq)
        (drawn,) = boards(game, audience, as_of(lang, game), (shape,), other).values()
        frame = frame_of(entry_reader, game, lang, drawn, comparison)
        assert frame.whole is not None
        now = frame.whole
        if found:
            frame = replace(frame, whole=None, patches=patches(before, now))
        found.append(frame)
        before = now
    return found


def patches(before: list[str], after: list[str]) -> list[Patch]:
    """What turns one list of elements into another: element by element where there are as many, else one piece in the middle."""
    if len(before) == len(after):
        return [[n, 1, [new]] for n, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    start, least = 0, min(len(before), len(after))
    while start < least and before[start] == after[start]:
        start += 1
    end = 0
    while end < least - start and before[-1 - end] == after[-1 - end]:
        end += 1
    return [[start, len(before) - start - end, after[start : len(after) - end]]]
