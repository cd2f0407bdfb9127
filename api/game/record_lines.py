"""The record as pages list it, a line each, with what is out of force or irregular; the lines
grouped by turn; the branches that grew from each record; and finding records to jump to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
from flask import request
from msgspec import Struct
from msgspec.structs import replace

from api.game.entries import is_cacheable
from api.game.naming import language_with_names, languages_by_record
from api.game.request import may_know
from api.game.search import found_page
from api.game.sentences import Reader
from api.game.subject import game_clerk, games_here
from api.web.access.caller import OPERATOR_ID, Caller
from api.web.access.subjects import COOKIE
from api.web.forms.submission import Trouble, attempt, sent
from api.web.pages.charts import NUMBERS
from api.web.pages.pages import lang
from api.web.request.service import may_read_words
from domain.game.aggregate.game import Game, say_record, seat_name, taken_back
from domain.game.aggregate.history import History
from domain.game.clerk.clerk import Clerk
from domain.game.notes.conditions import remark_in
from domain.game.record.kinds import GAME_KINDS, Part, kind_of
from domain.game.record.records import ActionTaken, GameOpened, Purpose, remedy_of
from domain.kernel.text import Lang, names_of_language
from domain.titles.codec import decode_action, decode_facts
from domain.titles.contract.ruleset import Audience
from projections.search.query import Query


class RecordLine(Struct, frozen=True):
    """A record as pages list it: `by` is the record that took it out of force (0: none); `rolls`
    are its rolls' numbers; `irregular`: it is a ruling, or something is wrong with it; `actor` is
    the id of the key or link that entered it (empty: the operator's own key)."""

    seq: int
    at: datetime
    kind: Part
    seat: str
    sentence: str
    in_force: bool
    by: int
    rolls: tuple[int, ...]
    irregular: bool
    words: str | None
    actor: str


LINES: WeakKeyDictionary[History, dict[Any, RecordLine]] = WeakKeyDictionary()
"""For each game in memory, its cached lines (`is_cacheable`) by record, audience and language with
names."""
KEPT = 1_024  # Lines of a game that are kept: of its readers, in their languages.


def record_lines(
    clerk: Clerk, head: Game, audience: Audience, lang: Lang, first: int, last: int
) -> list[RecordLine]:
    reader, gone, result = Reader(head, audience), taken_back(head), []
    irregular = {*head.irregularities, *head.history.illegal}
    cache = LINES.setdefault(head.history, {})
    for seq, language in languages_by_record(lang, head, range(first, last + 1)):
        key, by = (seq, audience, str(language), names_of_language(language)), gone.get(seq, 0)
        line = cache.get(key)
        if line is None:
            line = _record_line(clerk, head, reader, seq, language)
            if is_cacheable(reader, seq):
                if len(cache) >= KEPT:
                    cache.clear()
                cache[key] = line
        if by or seq in irregular:
            line = replace(
                line, in_force=not by, by=by, irregular=line.irregular or seq in irregular
            )
        result.append(line)
    return result


def _record_line(clerk: Clerk, head: Game, reader: Reader, seq: int, lang: Lang) -> RecordLine:
    """A record as it is listed if no later record has an effect on it."""
    stored = head.history.record(seq)
    body = stored.body
    if isinstance(body, ActionTaken):
        before = Game(head.history, head.checks, seq - 1)
        sentence = reader.action_sentence(
            before.board, body.seat, decode_action(head.rules, body.action), seq
        )
    else:
        sentence = say_record(head, body)
    committed = getattr(body, "reason", "") or getattr(body, "text", "")
    return RecordLine(
        seq=seq,
        at=body.at,
        kind=kind_of(body).part,
        seat=getattr(body, "seat", ""),
        sentence=sentence.printed(lang),
        in_force=True,
        by=0,
        rolls=tuple(roll.number for roll in getattr(body, "rolls", ())),
        irregular=remedy_of(body) is not None,
        words=remark_in(clerk.words(committed) or "", lang)
        if committed and may_read_words()
        else None,
        actor="" if body.actor == OPERATOR_ID else body.actor,
    )


def turn_stops(head: Game) -> list[int]:
    """The records at which a reader who steps turn by turn stops: the first record, and each action
    by another seat than the action before."""
    stops, acting = [1], ""
    history = head.history
    for seq in range(2, head.seq + 1):
        if history.topics[seq - 1] == ActionTaken.__name__ and history.seats[seq - 1] != acting:
            acting = history.seats[seq - 1]
            stops.append(seq)
    return stops


SINCE = 12  # Records listed at most where a game has moved on.


def record_lines_since(
    clerk: Clerk, head: Game, audience: Audience, trouble: Trouble | None
) -> list[RecordLine]:
    """The records written since a form was shown, the last `SINCE` of them. Empty unless the form
    was refused because of them."""
    if trouble is None or trouble.slug != "stale":
        return []
    form = attempt(sent)
    first = head.seq if isinstance(form, Trouble) else form.seq
    return (
        record_lines(clerk, head, audience, lang(), max(first + 1, head.seq - SINCE + 1), head.seq)
        if first < head.seq
        else []
    )


DEEP = 3  # Branches of branches that are shown in the tree, at most so many below each other.

MANY = 50  # Branches of one game in the tree.

HAPPENED = (
    "roll",
    "undo",
    "ruling",
    "claim",
    "note",
)  # Kinds of records to find in a game of any title, besides its actions and facts.


class BranchInTree(Struct, frozen=True):
    """A branch in the tree: the record from which it grew, its purpose, its number of records (0 if
    hidden from the reader), whether this browser may open it, and the branches of it."""

    id: str
    seq: int
    purpose: Purpose
    records: int
    open: bool
    twigs: tuple[BranchInTree, ...] = ()


class TurnLines(Struct, frozen=True):
    """A turn in the list of records: its number (0: before the first), its seat with name and
    colour number, its first record, and those of its lines that are listed."""

    number: int
    seat: str
    name: str
    colour: int
    first: int
    lines: tuple[RecordLine, ...]


def colour_number(game: Game, seat: str) -> int:
    """The number of a seat's colour in pictures; 0 for no seat of the game."""
    seats = game.setting.seats
    return min(6, NUMBERS.get(seat) or 1 + seats.index(seat)) if seat in seats else 0


def lines_by_turn(
    head: Game, lines: Sequence[RecordLine], stops: Sequence[int], lang: Lang
) -> list[TurnLines]:
    """Lines grouped by turn; `stops` are the records at which turns begin (`turn_stops`)."""
    grouped: list[TurnLines] = []
    number = sum(stop <= lines[0].seq for stop in stops) - 1 if lines else 0
    group: list[RecordLine] = []
    for line in lines:
        if number + 1 < len(stops) and line.seq == stops[number + 1]:
            if group:
                grouped.append(_turn_lines(head, number, stops, group, lang))
            number, group = number + 1, []
        group.append(line)
    return [*grouped, _turn_lines(head, number, stops, group, lang)] if group else grouped


def _turn_lines(
    head: Game, number: int, stops: Sequence[int], lines: list[RecordLine], lang: Lang
) -> TurnLines:
    first = stops[number]
    seat = head.history.seats[first - 1] if number else ""
    name = (
        seat_name(head, seat).printed(
            language_with_names(lang, Game(head.history, head.checks, first))
        )
        if seat
        else ""
    )
    return TurnLines(number, seat, name, colour_number(head, seat), first, tuple(lines))


# -- branches --------------------------------------------------------------------------------------


def branches_by_record(who: Caller, head: Game, deep: int = DEEP) -> dict[int, list[BranchInTree]]:
    """The branches of a game, by the record from which they grew, with branches of branches down to
    `deep` levels. At most `MANY` of each game."""
    by_record: dict[int, list[BranchInTree]] = {}
    for raw in found_page(who, Query(branch_of=head.id, branches="only", limit=MANY)).items:
        summary: dict[str, Any] = msgspec.json.decode(raw)
        root, readable = summary["lineage"], may_know(who, head, summary["lineage"]["seq"])
        below: dict[int, list[BranchInTree]] = {}
        if readable and deep > 1:
            below = branches_by_record(who, game_clerk().game(summary["id"]), deep - 1)
        opened = readable and may_open_branch(
            who, summary["id"], games_here().opened(summary["id"])
        )
        inner = tuple(twig for seq in sorted(below) for twig in below[seq])
        twig = BranchInTree(
            summary["id"],
            root["seq"],
            root["purpose"],
            summary["seq"] if readable else 0,
            opened,
            inner,
        )
        by_record.setdefault(root["seq"], []).append(twig)
    return by_record


def may_open_branch(who: Caller, branch: str, opened: GameOpened) -> bool:
    """Whether this browser may open a branch: with a key, with a link that it has opened before, or
    because the branch is public."""
    keyed = who.role == "operator" or (who.role == "organiser" and opened.administered_by == who.id)
    return keyed or games_here().public(branch) or f"{COOKIE}-{branch}" in request.cookies


# -- jumps -----------------------------------------------------------------------------------------


def kinds_to_find(head: Game, lang: Lang) -> list[tuple[str, str]]:
    names = head.rules.kind_names
    return sorted(
        ((tag, name.printed(lang)) for tag, name in names.items()),
        key=lambda item: item[1].casefold(),
    )


def find_record(
    head: Game, audience: Audience, start: int, seat: str, what: str, *, back: bool
) -> int | None:
    """The nearest record after the position `start` (with `back`: before it) at which `seat` acted
    (empty: any) and `what` happened (empty: anything). `what` is a kind of record, a roll, or the
    type of an action or fact that the audience may read. None if there is none."""
    happened = _search_condition(head, audience, what)
    for seq in range(start - 1, 0, -1) if back else range(start + 1, head.seq + 1):
        if (not seat or head.history.seats[seq - 1] == seat) and happened(seq):
            return seq
    return None


def _search_condition(head: Game, audience: Audience, what: str) -> Callable[[int], bool]:
    history = head.history
    if not what:
        return lambda seq: True
    if what == "roll":
        return lambda seq: history.rolls[seq - 1] > (history.rolls[seq - 2] if seq > 1 else 0)
    if what in HAPPENED:
        return lambda seq: GAME_KINDS[history.topics[seq - 1]].part == what
    reader, word = Reader(head, audience), f'"{what}"'.encode()

    def mentions(seq: int) -> bool:
        if history.topics[seq - 1] != ActionTaken.__name__ or word not in history.states[seq - 1]:
            return False
        body = history.record(seq).body_as(ActionTaken)
        items: tuple[Any, ...] = (
            decode_action(head.rules, body.action),
            *decode_facts(head.rules, body.facts),
        )
        return any(
            item.__struct_config__.tag == what and reader.sees(body.seat, item, seq)
            for item in items
        )

    return mentions
