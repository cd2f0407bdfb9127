"""Positions for the replay: what a scrubber needs to show many of them without asking for each.

A frame has the picture of its position as a change of the one before: a picture is cut into its elements, and only those that
differ are sent. The first frame of an answer has all of them.
"""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from api.teller import Teller
from domain.clerk import Clerk
from domain.game import Game, seat_name
from domain.ruleset import Audience
from domain.words import Lang
from projections.pictures import picture
from projections.shapes import score_shape

MOST = 64
"""Frames in one answer."""

_CUT = re.compile(r"(?<=>)(?=<)")

Patch = list[Any]
"""`[at, gone, [new, …]]`: at an element, so many go and these come."""


class SeatLine(Struct, frozen=True):
    """A seat's name and points, and whether it is to act."""

    seat: str
    name: str
    total: int
    penalty: int
    acts: bool


class Frame(Struct, frozen=True):
    """A position: what its record says, how it stands, and its picture: `whole`, or as patches of the frame before."""

    seq: int
    sentence: str
    told: tuple[str, ...]
    seats: tuple[SeatLine, ...]
    outcome: str
    irregular: bool
    fidelity: str
    whole: list[str] | None
    patches: list[Patch]


def frame_of(clerk: Clerk, teller: Teller, game: Game, lang: Lang, drawn: str) -> Frame:
    """A position with its picture whole."""
    entry = teller.entry(game.seq)
    score = score_shape(game)
    seats = tuple(
        SeatLine(line["seat"], seat_name(game, line["seat"]).to(lang), line["total"], line["penalty"], line["seat"] in game.to_act)
        for line in score["score"]
    )
    waiting = tuple(
        SeatLine(seat, seat_name(game, seat).to(lang), 0, 0, True)
        for seat in game.to_act
        if seat not in {line.seat for line in seats}
    )
    outcome = game.outcome
    return Frame(
        game.seq,
        entry.sentence.to(lang),
        tuple(text.to(lang) for text in entry.told),
        (*seats, *waiting),
        outcome.text.to(lang) if outcome else "",
        bool(game.irregularities),
        game.fidelity,
        _CUT.split(drawn),
        [],
    )


def frames(clerk: Clerk, head: Game, audience: Audience, lang: Lang, first: int, last: int, other: Game | None) -> list[Frame]:
    """The frames from `first` to `last`; places that another position shows differently are marked in them."""
    found: list[Frame] = []
    teller, before = Teller(clerk, head, audience), [""]
    for seq in range(first, last + 1):
        game = Game(head.trail, head.checks, seq)
        frame = frame_of(clerk, teller, game, lang, picture(game, audience, lang, other))
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
