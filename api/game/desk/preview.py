"""Previews: the position before and after something side by side, and all that it would change.
Nothing is recorded."""

import html
import re
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from api.game.proceedings import TableReader
from api.game.request import table_reader
from api.game.schemas import StepAt
from api.web.pages.pages import _, lang as reader_lang, pgettext
from domain.game.aggregate.diff import changes
from domain.game.aggregate.game import Game, added_points, ranked, seat_name
from domain.game.clerk.clerk import Clerk
from domain.game.clerk.commands import Answer
from domain.game.record.records import RulingGiven, RulingOverturned
from domain.game.record.remedies import Penalty
from domain.kernel.text import Lang, Text
from domain.titles.contract.chance import Value
from domain.titles.contract.ruleset import AnyRuleset, Audience, Board, Outcome, Verdict
from domain.titles.contract.time_control import time_said
from domain.titles.drawing.svg import differing
from projections.boards.pictures import Pictures, compared, drawn_from

MOST = 200  # Changed places listed at most.


class After(Struct, frozen=True):
    """What a game would be like: the board, the penalties beside it, an outcome that the arbiter
    names (none: as the rules say), the actions that would go out of force or come back, the
    record's sentence, and the milliseconds on each seat's clock before and after, where it may set
    them."""

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
    name: str
    before: str
    after: str

    @property
    def differs(self) -> bool:
        return self.before != self.after


class Place(Struct, frozen=True):
    path: str
    before: str
    after: str


class Shown(Struct, frozen=True):
    """Both positions, as a page shows them. `moved`: the board would change; `marked`: so many
    places are marked."""

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
    return After(
        game.board if board is None else board, game.penalties, game.proceedings.outcome, **more
    )


def shown(clerk: Clerk, game: Game, after: After, audience: Audience, lang: Lang) -> Shown:
    reader = table_reader(game, audience)
    then, now = _view(game, game.board, audience), _view(game, after.board, audience)
    moved = game.board != after.board
    points = added_points(game.rules, after.board, after.penalties)
    changed = moved or points != game.added_points
    before = drawn_from(game, then, game.added_points, lang)
    after_it = drawn_from(game, now, points, lang) if changed else before
    different = max((differing(before[shape], after_it[shape]) for shape in before), key=len)
    differences = changes(then, now) if moved else []
    return Shown(
        before=compared(before, after_it, lang),
        after=compared(after_it, before, lang),
        moved=moved,
        marked=len(different),
        lines=_lines(game, after, lang),
        places=tuple(
            Place(change.path, _json(change.before), _json(change.after))
            for change in differences[:MOST]
        ),
        more=max(0, len(differences) - MOST),
        gone=tuple(reader.step(seq) for seq in after.gone),
        back=tuple(reader.step(seq) for seq in after.back),
        sentence=after.sentence,
        verdict=after.verdict,
        told=after.told,
    )


def _view(game: Game, board: Board, audience: Audience) -> dict[str, Any]:
    view: dict[str, Any] = msgspec.json.decode(
        msgspec.json.encode(game.rules.view(board, audience))
    )
    return view


def _json(value: Any) -> str:
    return "" if value is msgspec.UNSET else msgspec.json.encode(value).decode()


def _lines(game: Game, after: After, lang: Lang) -> tuple[Compared, ...]:
    rules = game.rules
    scored = {line.seat: line.points for line in rules.score(game.board)}
    then = {line.seat: line.points for line in rules.score(after.board)}
    held, value = game.added_points, added_points(rules, after.board, after.penalties)
    points = [
        Compared(
            seat_name(game, seat).printed(lang),
            str(scored[seat] + held.get(seat, 0)),
            str(then[seat] + value.get(seat, 0)),
        )
        for seat in scored
    ]
    outcomes = game.outcome, after.named or ranked(rules, after.board, after.penalties).outcome
    acts = game.to_act, () if after.named or game.closed else rules.to_act(after.board)
    names = [
        ", ".join(seat_name(game, seat).printed(lang) for seat in seats) or _("nobody")
        for seats in acts
    ]
    ends = [outcome.text.printed(lang) if outcome else _("none yet") for outcome in outcomes]
    clock = pgettext("clocks.one", "Clock")
    clocks = [
        Compared(
            f"{clock} · {seat_name(game, seat).printed(lang)}",
            *(time_said(left // 1000) for left in both),
        )
        for seat, *both in after.clocks
    ]
    return (
        *points,
        *clocks,
        Compared(_("To act"), *names),
        Compared(_("Outcome"), *ends),
    )


_HOOK = re.compile(r'data-(?:place|card|piece|seat)="([^"]*)"')


def kind_name(rules: AnyRuleset, tag: str, lang: Lang) -> str:
    known = rules.kind_names.get(tag)
    return known.printed(lang) if known else tag.replace("-", " ").capitalize()


def named_kinds(rules: AnyRuleset, tags: Iterable[str], lang: Lang) -> list[tuple[str, str]]:
    return sorted(
        ((tag, kind_name(rules, tag, lang)) for tag in tags), key=lambda pair: pair[1].casefold()
    )


def faces(game: Game, values: Iterable[Value], lang: Lang) -> str:
    return ", ".join(game.setting.word("", value).printed(lang) for value in values)


def known_ids(game: Game, drawn: str, lang: Lang) -> list[tuple[str, str]]:
    """The ids that a field may name, with what they are called: seats, what stands in the picture,
    what the catalog lists."""
    setting = game.setting
    ids = dict.fromkeys(
        [*setting.seats, *map(html.unescape, _HOOK.findall(drawn)), *setting.called]
    )
    return [
        (id, name if (name := setting.word("", id).printed(lang)) != id else "") for id in ids if id
    ]


def known_rules(game: Game) -> list[str]:
    """Rules that rulings may rest on: those of the title's readings, those that records of this
    game name."""
    history = game.history
    named = [reading.rule for reading in game.rules.about.readings]
    for seq in history.illegal:
        verdict = getattr(history.filed(seq).body, "verdict", None)
        named += [verdict.rule] if verdict else []
    bodies = (history.matter(seq) for seq in history.proceedings)
    named += [body.rule for body in bodies if isinstance(body, RulingGiven | RulingOverturned)]
    return [rule for rule in dict.fromkeys(named) if rule]


def to_desk(answer: Answer) -> str:
    return f"/games/{answer.game.id}/desk?done={answer.filed.seq}#done"


def sentence_of(reader: TableReader, head: Game, seq: int) -> str:
    return reader.step(seq).sentence.printed(reader_lang()) if 1 <= seq <= head.seq else ""
