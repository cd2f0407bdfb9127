"""Positions for the replay: with one request, its slider gets many of them.

Pictures are split into elements. A frame has only the elements that differ from the frame before;
the first frame of an answer has all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

from msgspec import UNSET, Struct
from msgspec.structs import replace

from api.game.cards import result_in_words
from api.game.entries import EntryReader
from api.game.naming import language_with_names
from api.game.record_lines import colour_number
from api.game.sheet import position_pictures
from api.web.pages.pages import _
from api.web.request.service import may_read_words
from domain.game.aggregate.clocks import clocks_of
from domain.game.aggregate.correction import Change, document_changes
from domain.game.aggregate.fidelity import fidelity_text
from domain.game.aggregate.game import Game, seat_name
from domain.game.clerk.clerk import Clerk
from domain.kernel.amounts import Plain
from domain.kernel.text import Lang, Text
from domain.titles.contract.ruleset import Audience
from domain.titles.contract.time_control import clock_text
from domain.titles.contract.types import TALL, Shape
from domain.titles.drawing.svg import differing_ids
from projections.boards.pictures import picture
from projections.boards.positions import plain_view, score_at, summary_of

MOST = 64  # Frames in one answer.

_CUT = re.compile(r"(?<=>)(?=<)")

Patch = list[Any]  # `[at, gone, [new, …]]`: at an element, so many go and these come.


class SeatLine(Struct, frozen=True):
    """A seat at a position: its name, the number of its colour, its points (None: not scored),
    whether it is to act, and the time on its clock (empty: none)."""

    seat: str
    name: str
    colour: int
    total: Plain | None
    penalty: Plain
    to_act: bool
    clock: str = ""


Remark = tuple[str, str]  # Remarks on a position: `irregular`, `diverged`.


class Frame(Struct, frozen=True):
    """A position: its record's sentence and time (ISO 8601), its seats, the outcome in words,
    warnings that it is irregular or cannot be relied on (`remarks`), its picture (`whole`, or
    `patches` of the previous frame's), and its differences from a compared position, if any."""

    seq: int
    when: str
    sentence: str
    seats: tuple[SeatLine, ...]
    outcome: str
    remarks: tuple[Remark, ...]
    whole: list[str] | None
    patches: list[Patch]
    differences: Differences | None = None


def frame_of(
    entry_reader: EntryReader,
    game: Game,
    lang: Lang,
    drawn: str = "",
    comparison: Comparison | None = None,
) -> Frame:
    """The frame of a position with its whole picture `drawn`, which is empty if the page already
    has it."""
    entry, lang = entry_reader.entry(game.seq), language_with_names(lang, game)
    return Frame(
        seq=game.seq,
        when=entry.at.isoformat(),
        sentence=entry.sentence.printed(lang),
        seats=tuple(_seats(game, lang)),
        outcome=result_in_words(summary_of(game), game, lang),
        remarks=tuple(_remarks(game, lang)),
        whole=_CUT.split(drawn),
        patches=[],
        differences=comparison.with_position(game) if comparison else None,
    )


def _seats(game: Game, lang: Lang) -> Iterator[SeatLine]:
    """The lines of all seats in order, also those not scored, so that their number is the same at
    every position."""
    points, acting = {line.seat: line for line in score_at(game).score}, game.to_act
    clocks = clocks_of(game)
    clock_texts = (
        {seat: clock_text(left // 1000) for seat, left in clocks.left.items()}
        if clocks is not None
        else {}
    )
    for seat in game.setting.seats:
        line = points.get(seat)
        name, colour = seat_name(game, seat).printed(lang), colour_number(game, seat)
        yield SeatLine(
            seat,
            name,
            colour,
            line.total if line else None,
            line.penalty if line else 0,
            seat in acting,
            clock_texts.get(seat, ""),
        )


def _remarks(game: Game, lang: Lang) -> Iterator[Remark]:
    fidelity = game.fidelity
    if fidelity.startswith("diverged"):
        yield (
            "diverged",
            _(
                "This replay differs from the record ({fidelity}): do not rely on what follows.",
                fidelity=fidelity_text(fidelity).printed(lang),
            ),
        )
    if game.irregularities:
        yield (
            "irregular",
            _(
                "This position rests on something irregular, see record {records}.",
                records=", ".join(map(str, game.irregularities)),
            ),
        )


def frames(
    clerk: Clerk,
    head: Game,
    audience: Audience,
    lang: Lang,
    first: int,
    last: int,
    other: Game | None,
    shape: Shape = TALL,
) -> list[Frame]:
    result: list[Frame] = []
    entry_reader, before = EntryReader(clerk, head, audience, first, words=may_read_words()), [""]
    comparison = Comparison(other, audience, lang) if other is not None else None
    for seq in range(first, last + 1):
        game = Game(head.history, head.checks, seq)
        (drawn,) = position_pictures(
            game, audience, language_with_names(lang, game), (shape,), other
        ).values()
        frame = frame_of(entry_reader, game, lang, drawn, comparison)
        assert frame.whole is not None
        now = frame.whole
        if result:
            frame = replace(frame, whole=None, patches=patches(before, now))
        result.append(frame)
        before = now
    return result


def patches(before: list[str], after: list[str]) -> list[Patch]:
    """The changes from one list of elements to another: one for each different element if the lists
    are equally long, else one that replaces the middle."""
    if len(before) == len(after):
        return [
            [n, 1, [new]]
            for n, (old, new) in enumerate(zip(before, after, strict=True))
            if old != new
        ]
    start, least = 0, min(len(before), len(after))
    while start < least and before[start] == after[start]:
        start += 1
    end = 0
    while end < least - start and before[-1 - end] == after[-1 - end]:
        end += 1
    return [[start, len(before) - start - end, after[start : len(after) - end]]]


MOST_DIFFERENCES = (
    120  # Differences listed at most: who needs all of them asks `GET /games/{game}/diff`.
)

NOTHING = "–"


class Difference(Struct, frozen=True):
    where: str
    before: str
    after: str


class Differences(Struct, frozen=True):
    """The differences between two positions: those of places and seats in the board's words, then
    the first of the other fields, and how many `more` there are."""

    places: tuple[tuple[str, str], ...] = ()
    fields: tuple[Difference, ...] = ()
    more: int = 0


_LANGUAGES = {"en", "fr"}  # The languages of a text within a view, which has it as an object.

_TITLED = re.compile(r'<g class="(?:place|seat)[^"]*" data-(?:place|seat)="([^"]*)"><title>([^<]*)')


class Comparison:
    """Compares positions with the position `other`, as an audience sees both."""

    def __init__(self, other: Game, audience: Audience, lang: Lang) -> None:
        self._audience, self._lang = audience, lang
        self._written = lang if lang in _LANGUAGES else "en"
        self._before, self._drawn = self._view(other, audience), picture(other, audience, lang)

    def with_position(self, game: Game) -> Differences:
        different = [
            change
            for change in document_changes(self._before, self._view(game, self._audience))
            if self._in_language(change)
        ]
        fields = tuple(
            self._difference(game, difference) for difference in different[:MOST_DIFFERENCES]
        )
        return Differences(
            tuple(self._places(game)), fields, max(0, len(different) - MOST_DIFFERENCES)
        )

    def _in_language(self, change: Change) -> bool:
        last = change.path.rpartition("/")[2]
        return last not in _LANGUAGES or last == self._written

    def _places(self, game: Game) -> Iterator[tuple[str, str]]:
        drawn = picture(game, self._audience, self._lang)
        changed = differing_ids(self._drawn, drawn)
        then, now = (
            {unescape(id): unescape(title) for id, title in _TITLED.findall(svg)}
            for svg in (self._drawn, drawn)
        )
        for id in dict.fromkeys([*now, *then]):
            if id in changed and then.get(id) != now.get(id):
                yield then.get(id, NOTHING), now.get(id, NOTHING)

    @staticmethod
    def _view(game: Game, audience: Audience) -> Any:
        return plain_view(game, audience)

    def _difference(self, game: Game, change: Change) -> Difference:
        parts = [part.replace("~1", "/").replace("~0", "~") for part in change.path.split("/")[1:]]
        if parts[-1] in _LANGUAGES:
            parts.pop()
        where = " › ".join(
            str(int(part) + 1) if part.isdecimal() else self._field_name(game, part)
            for part in parts
        )
        field = next((part for part in reversed(parts) if not part.isdecimal()), "")
        before, after = change.before, change.after
        if isinstance(before, list) and isinstance(after, list):
            return Difference(
                where,
                self._items_lacking_text(game, field, before, after, "−"),
                self._items_lacking_text(game, field, after, before, "+"),
            )
        return Difference(where, self._value(game, field, before), self._value(game, field, after))

    def _items_lacking_text(
        self, game: Game, field: str, own: list[Any], others: list[Any], sign: str
    ) -> str:
        """The items of a list that another list lacks, each with `sign` before it; a dash if there
        are none. If only the order differs, all items."""
        left, only = list(others), []
        for item in own:
            if item in left:
                left.remove(item)
            else:
                only.append(item)
        if not only:
            return self._value(game, field, own) if not left else NOTHING
        return f"{sign} {self._value(game, field, only)}"

    def _value(self, game: Game, field: str, value: Any) -> str:
        if value is UNSET or value is None or value in ("", [], {}):
            return NOTHING
        if isinstance(value, dict) and value.keys() >= _LANGUAGES:
            return str(value[self._written])
        if isinstance(value, dict):
            return ", ".join(self._pairs(game, value)) or NOTHING
        if isinstance(value, list):
            return ", ".join(self._value(game, field, item) for item in value)
        if isinstance(value, bool):
            return "✓" if value else "✗"
        return self._word(game, field, value)

    def _pairs(self, game: Game, value: dict[str, Any]) -> Iterator[str]:
        for name, inner in value.items():
            text = self._value(game, name, inner)
            if text not in (NOTHING, "✗", "0"):
                yield Text(
                    "{what}: {shown}", what=self._field_name(game, name), shown=text
                ).printed(self._lang)

    def _field_name(self, game: Game, name: str) -> str:
        called: str = game.board.word("", name).printed(self._lang)
        term = game.rules.terms.get(name)
        if called != name:
            return called
        return name.replace("_", " ") if term is None else term.printed(self._lang)

    def _word(self, game: Game, field: str, value: object) -> str:
        word: str = game.board.word(field, value).printed(self._lang)
        return word.replace("_", " ") if word == value else word
