"""Previews: the position before and after a change side by side, with everything the change would
affect. Nothing is recorded."""

import html
import re
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct

from api.game.entries import DecisionReader, EntryReader
from api.game.links import link_of_actor
from api.game.record_lines import RecordLine, record_lines
from api.game.request import decision_reader
from api.game.schemas import RollKept, StepAt
from api.web.access.caller import OPERATOR_ID
from api.web.pages.pages import _, lang as reader_lang, pgettext
from api.web.request.service import may_read_words, service
from domain.game.aggregate.correction import document_changes
from domain.game.aggregate.game import Game, added_points, ranked, seat_name, taken_back
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Answer
from domain.game.record.kinds import GAME_KINDS, Part, kind_of
from domain.game.record.records import (
    ActionTaken,
    Annul,
    Penalty,
    Record,
    StartClocks,
    StopClocks,
    remedy_of,
)
from domain.game.rulings.conditions import REASONS
from domain.kernel.amounts import exact_amount, in_digits
from domain.kernel.text import Lang, Text
from domain.titles.contract.chance import Value
from domain.titles.contract.ruleset import AnyRuleset, Audience, Board, Outcome, Verdict
from domain.titles.contract.time_control import clock_text
from domain.titles.drawing.svg import differing_ids
from projections.boards.pictures import Pictures, pictures_of_view, with_differences_marked

MOST = 200  # Changed places listed at most.


class ChangedGame(Struct, frozen=True):
    """A game as it would be after a change.

    - `named`: an outcome named by the arbiter; None: the rules decide.
    - `gone`, `back`: the actions that would go out of force, or come back into force.
    - `sentence`: the sentence of the new record; `told`: the sentences of its facts.
    - `verdict`: the rules' verdict on a forbidden action that the ruling lets stand.
    - `clocks`: each seat whose clock changes, with its milliseconds before and after."""

    board: Board
    penalties: tuple[Penalty, ...]
    named: Outcome | None = None
    gone: tuple[int, ...] = ()
    back: tuple[int, ...] = ()
    sentence: Text | None = None
    verdict: Verdict | None = None
    told: tuple[Text, ...] = ()
    clocks: tuple[tuple[str, int, int], ...] = ()


class ComparedLine(Struct, frozen=True):
    name: str
    before: str
    after: str

    @property
    def differs(self) -> bool:
        return self.before != self.after


class ChangedField(Struct, frozen=True):
    path: str
    before: str
    after: str


class BeforeAndAfter(Struct, frozen=True):
    """The pictures of both positions for a page, and their differences. `moved`: the board changes;
    `marked`: how many places are marked in the picture; `places`: the changed fields of the board,
    of which `more` are not listed. The last fields are those of `ChangedGame`."""

    before: Pictures
    after: Pictures
    moved: bool
    marked: int
    lines: tuple[ComparedLine, ...]
    places: tuple[ChangedField, ...]
    more: int
    gone: tuple[StepAt, ...]
    back: tuple[StepAt, ...]
    sentence: Text | None
    verdict: Verdict | None
    told: tuple[Text, ...]


def changed_game(game: Game, board: Board | None = None, **more: Any) -> ChangedGame:
    """The game after a change that leaves its penalties and the named outcome alone: with `board`
    (default: its own) and the other fields of `ChangedGame` from `more`."""
    return ChangedGame(
        game.board if board is None else board, game.penalties, game.proceedings.outcome, **more
    )


def before_and_after(
    clerk: Clerk, game: Game, after: ChangedGame, audience: Audience, lang: Lang
) -> BeforeAndAfter:
    reader = decision_reader(game, audience)
    then, now = _view(game, game.board, audience), _view(game, after.board, audience)
    moved = game.board != after.board
    points = added_points(game.rules, after.board, after.penalties)
    changed = moved or points != game.added_points
    before = pictures_of_view(game, then, game.added_points, lang)
    after_it = pictures_of_view(game, now, points, lang) if changed else before
    different = max((differing_ids(before[shape], after_it[shape]) for shape in before), key=len)
    differences = document_changes(then, now) if moved else []
    return BeforeAndAfter(
        before=with_differences_marked(before, after_it, lang),
        after=with_differences_marked(after_it, before, lang),
        moved=moved,
        marked=len(different),
        lines=_compared_lines(game, after, lang),
        places=tuple(
            ChangedField(change.path, _json_text(change.before), _json_text(change.after))
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


def _json_text(value: Any) -> str:
    return "" if value is msgspec.UNSET else msgspec.json.encode(value).decode()


def _compared_lines(game: Game, after: ChangedGame, lang: Lang) -> tuple[ComparedLine, ...]:
    rules = game.rules
    scored = {line.seat: line.points for line in game.score}
    then = {line.seat: line.points for line in rules.score(after.board)}
    added, value = game.added_points, added_points(rules, after.board, after.penalties)
    points = [
        ComparedLine(
            seat_name(game, seat).printed(lang),
            in_digits(exact_amount(scored[seat] + added.get(seat, 0))),
            in_digits(exact_amount(then[seat] + value.get(seat, 0))),
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
        ComparedLine(
            f"{clock} · {seat_name(game, seat).printed(lang)}",
            *(clock_text(left // 1000) for left in both),
        )
        for seat, *both in after.clocks
    ]
    return (
        *points,
        *clocks,
        ComparedLine(_("To act"), *names),
        ComparedLine(_("Outcome"), *ends),
    )


_HOOK = re.compile(r'data-(?:place|card|piece|seat)="([^"]*)"')


def kinds_with_labels(rules: AnyRuleset, tags: Iterable[str], lang: Lang) -> list[tuple[str, str]]:
    return sorted(
        ((tag, rules.kind_name(tag).printed(lang)) for tag in tags),
        key=lambda pair: pair[1].casefold(),
    )


def values_in_words(game: Game, values: Iterable[Value], lang: Lang) -> str:
    return ", ".join(game.setting.word("", value).printed(lang) for value in values)


def suggested_ids(game: Game, drawn: str, lang: Lang) -> list[tuple[str, str]]:
    """The ids that a field may name, with labels (empty: the id itself): seats, things in the
    picture `drawn`, and the catalog's entries."""
    setting = game.setting
    ids = dict.fromkeys(
        [*setting.seats, *map(html.unescape, _HOOK.findall(drawn)), *setting.catalog_names]
    )
    return [
        (id, name if (name := setting.word("", id).printed(lang)) != id else "") for id in ids if id
    ]


def suggested_rules(game: Game) -> list[str]:
    """The rules to suggest for a ruling: those of the title's readings, and those named in this
    game's records."""
    history = game.history
    named = [reading.rule for reading in game.rules.about.readings]
    for seq in history.illegal:
        verdict = getattr(history.record(seq).body, "verdict", None)
        named += [verdict.rule] if verdict else []
    bodies = (history.cached_body(seq) for seq in history.proceedings)
    named += [getattr(body, "rule", "") for body in bodies]
    return [rule for rule in dict.fromkeys(named) if rule]


def desk_address(answer: Answer) -> str:
    return f"/games/{answer.state.id}/desk?done={answer.record.seq}#done"


def step_sentence(reader: DecisionReader, head: Game, seq: int) -> str:
    return reader.step(seq).sentence.printed(reader_lang()) if 1 <= seq <= head.seq else ""


PAGE = 60  # Records on one page.

Seqs = Callable[[Game], Iterable[int]]


class EnteredBy(Struct, frozen=True):
    """The key or link that entered a record: its id, its role (empty if no longer known), the names
    of the seats it may enter for, and the tag of its hall (empty: not a hall's)."""

    id: str
    role: str
    seats: str
    hall: str = ""


class DeskRoll(Struct, frozen=True):
    """A roll on the desk: its number, its kind, its values in words (empty if hidden), their source
    (`sealed`, `dealt`, `table` or `attested`), and the number of the roll that it repeats
    (`repeats`; 0: none)."""

    number: int
    kind: str
    values: str
    source: str
    repeats: int


class DeskRow(Struct, frozen=True):
    """A record in the desk's list. `refers`: related records, each as the relation and its seq.
    `offers`: what the arbiter can do about it (`overturn`, `undo`, `decide`, `rule`)."""

    line: RecordLine
    hand: EnteredBy
    client_at: datetime | None
    rule: str
    reason: str
    verdict: Verdict | None
    refers: tuple[tuple[str, int], ...]
    dice: tuple[DeskRoll, ...]
    offers: tuple[str, ...]


class DeskRowPage(Struct, frozen=True):
    """A page of the desk's list of records: its rows, newest first, and the record below which the
    next page continues (0: no more)."""

    rows: tuple[DeskRow, ...]
    before: int


def _lister_of_part(part: Part) -> Seqs:
    return lambda head: (
        seq
        for seq in range(1, head.seq + 1)
        if GAME_KINDS[head.history.topics[seq - 1]].part == part
    )


def _seqs_with_rolls(head: Game) -> Iterable[int]:
    rolls = head.history.rolls
    return (
        seq
        for seq in range(1, head.seq + 1)
        if rolls[seq - 1] != (rolls[seq - 2] if seq > 1 else 0)
    )


def _irregular_seqs(head: Game) -> Iterable[int]:
    history, proceedings = head.history, head.proceedings
    ruled = (
        ruling.seq
        for ruling in proceedings.rulings
        if not isinstance(ruling.body.remedy, StopClocks | StartClocks)
    )
    irregular = {*head.irregularities, *history.illegal, *proceedings.records_let_stand(), *ruled}
    return sorted(seq for seq in irregular if seq <= head.seq)


# The filters of the desk's list of records, by name.
FILTERS: dict[str, Seqs] = {
    "all": lambda head: range(1, head.seq + 1),
    "gone": lambda head: sorted(taken_back(head)),
    "undo": _lister_of_part("undo"),
    "claims": _lister_of_part("claim"),
    "rulings": _lister_of_part("ruling"),
    "dice": _seqs_with_rolls,
    "irregular": _irregular_seqs,
    "notes": _lister_of_part("note"),
}


def desk_row_page(
    clerk: Clerk, head: Game, audience: Audience, lang: Lang, seqs: list[int], before: int
) -> DeskRowPage:
    """The page of rows for the newest of the records `seqs`, or of those below `before` if that is
    not 0."""
    chosen = [seq for seq in seqs if not before or seq < before]
    page = chosen[-PAGE:]
    if not page:
        return DeskRowPage((), 0)
    maker = _RowMaker(clerk, head, audience, lang)
    rows = tuple(maker.row(seq) for seq in reversed(page))
    return DeskRowPage(rows, page[0] if len(chosen) > len(page) else 0)


class _RowMaker:
    def __init__(self, clerk: Clerk, head: Game, audience: Audience, lang: Lang) -> None:
        self._clerk, self._head, self._audience, self._lang = clerk, head, audience, lang
        self._reader, self._entry_reader = (
            decision_reader(head, audience),
            EntryReader(clerk, head, audience, words=may_read_words()),
        )
        self._hands: dict[str, EnteredBy] = {}
        self._gone = taken_back(head)

    def row(self, seq: int) -> DeskRow:
        (line,) = record_lines(self._clerk, self._head, self._audience, self._lang, seq, seq)
        body = self._head.history.record(seq).body
        return DeskRow(
            line=line,
            hand=self._cached_entered_by(body.actor),
            client_at=body.client_at,
            rule=getattr(body, "rule", ""),
            reason=REASONS[code].to(self._lang)
            if (code := getattr(body, "code", "")) in REASONS
            else "",
            verdict=self._reader.verdict(seq) if getattr(body, "verdict", None) else None,
            refers=tuple(_related_records(body)),
            dice=self._dice(seq) if getattr(body, "rolls", ()) else (),
            offers=tuple(self._offers(seq, body)),
        )

    def _cached_entered_by(self, actor: str) -> EnteredBy:
        if actor not in self._hands:
            self._hands[actor] = _entered_by(self._head, actor, self._lang)
        return self._hands[actor]

    def _dice(self, seq: int) -> tuple[DeskRoll, ...]:
        return tuple(
            DeskRoll(roll.number, roll.kind, "", roll.source, 0)
            if isinstance(roll, RollKept)
            else DeskRoll(
                roll.number,
                roll.kind,
                values_in_words(self._head, roll.values, self._lang),
                roll.source,
                roll.of,
            )
            for roll in self._entry_reader.entry(seq).rolls
        )

    def _offers(self, seq: int, body: Record) -> Iterable[str]:
        if self._head.closed:
            return
        if remedy_of(body) is not None:
            ruling = self._head.proceedings.ruling(seq)
            if ruling is not None and not ruling.overturned:
                yield "overturn"
        elif isinstance(body, ActionTaken) and seq not in self._gone:
            yield "undo"
        if kind_of(body).part == "claim":
            claim = self._head.proceedings.claim(seq)
            if claim is not None and not claim.ruling:
                yield "decide"
        else:
            yield "rule"


def _entered_by(head: Game, actor: str, lang: Lang) -> EnteredBy:
    if actor == OPERATOR_ID:
        return EnteredBy(actor, "operator", "")
    link = link_of_actor(service().access.links, head.id, head.opened, actor)
    if link is not None:
        seats = ", ".join(seat_name(head, seat).printed(lang) for seat in link.speaks_for)
        return EnteredBy(actor, link.role, seats, link.group.tag if link.group else "")
    return EnteredBy(
        actor, "organiser" if actor and actor == head.opened.administered_by else "", ""
    )


def _related_records(body: Record) -> Iterable[tuple[str, int]]:
    for how, name in (
        ("claim", "claim"),
        ("about", "about"),
        ("asked", "asked"),
        ("restores", "retraction"),
        ("overturns", "ruling"),
        ("from", "from_seq"),
    ):
        seq: int = getattr(body, name, 0)
        if seq:
            yield how, seq
    remedy = remedy_of(body)
    if isinstance(remedy, Annul):
        yield "from", remedy.from_seq
