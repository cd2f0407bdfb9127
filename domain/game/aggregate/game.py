"""The Game aggregate: a game after one of its records.

A `Game` is a value: `id`, `board`, `outcome` and everything else follow from the records up to
`seq` and never change. All versions of a game share one growing `history`, which also caches boards
and other results.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal

from msgspec import Struct

from domain.game.aggregate.correction import corrected_board
from domain.game.aggregate.fidelity import FingerprintChecks
from domain.game.aggregate.history import History
from domain.game.aggregate.naming import group_of, name_of, sheet_digest_of, typed_name
from domain.game.aggregate.proceedings import Proceedings, read_proceedings
from domain.game.record.headers import RecordHeader, header_of
from domain.game.record.kinds import GAME_KINDS, is_by_umpire, kind_of
from domain.game.record.records import (
    FIRST,
    RECORD_TYPES,
    UMPIRE,
    ActionTaken,
    Correct,
    GameOpened,
    ListingChanged,
    Penalty,
    Record,
    SeatLeft,
    SeatTaken,
)
from domain.game.refusals import GameIsAdjudicated
from domain.kernel.amounts import Amount, exact_amount
from domain.kernel.commitments import text_commitments
from domain.kernel.kinds import ToldRecord
from domain.kernel.refusals import BadRequest
from domain.kernel.stored import StoredRecord
from domain.kernel.text import Text, brief
from domain.titles.codec import decode_facts
from domain.titles.contract.catalogs.catalog import Catalog
from domain.titles.contract.ruleset import (
    AnyRuleset,
    Board,
    Fact,
    Outcome,
    Ranking,
    ScoreLine,
    Setting,
    open_setting,
)
from domain.titles.registry import ruleset


def added_points(
    rules: AnyRuleset, board: Board, penalties: Iterable[Penalty]
) -> dict[str, Amount]:
    """The points that penalties add to each seat's total; negative ones subtract. A penalty counts
    for every seat of the side it is given to."""
    added: dict[str, Amount] = {}
    for penalty in penalties:
        for seat in board.setting.mates(penalty.seat):  # type: ignore[attr-defined]  # every board has its setting
            added[seat] = exact_amount(added.get(seat, 0) + counted_points(rules, board, penalty))
    return added


def counted_points(rules: AnyRuleset, board: Board, penalty: Penalty) -> Amount:
    sign = -1 if penalty.ranks and rules.lowest_wins(board) else 1
    return sign * penalty_in_points(board.setting, penalty)  # type: ignore[attr-defined]  # the same


def penalty_in_points(setting: Setting, penalty: Penalty) -> Amount:
    """A penalty in whole points; its record counts in parts of a point."""
    return exact_amount(Fraction(penalty.points, setting.units_per_point))


def ranked(rules: AnyRuleset, board: Board, penalties: Iterable[Penalty]) -> Ranking:
    """The outcome and the ranks by the rules, with the penalties that count for ranks
    (`Penalty.ranks`)."""
    without, ranking = rules.ranking(board, {}), [penalty for penalty in penalties if penalty.ranks]
    if not ranking or without.outcome is None:
        return without
    return rules.ranking(board, added_points(rules, board, ranking))


ARBITER_NAME, ARBITER_INSIDE = Text("The arbiter"), Text("the arbiter")
"""The arbiter's name at the beginning of a sentence, and within one."""

PLAYER = "player"
"""The role under which the players of a game are found (`domain/game/names.py`)."""

ENTRANT = "entrant"
"""The role under which the entrants of a tournament are found."""

EVERY = 20
"""One action in so many stores a fingerprint, or a later action if the board then hides
something."""


class Step(Struct, frozen=True):
    """A step of the chain of actions in force, as undo sees it: its record and its seat.
    `stops_undo`: undo alone may not cross it, because it rolled or revealed something or is a
    correction."""

    seq: int
    seat: str
    stops_undo: bool


class Undone(Struct, frozen=True):
    """The newest retraction that can be restored: its record `seq`, and the step that would be the
    last in force once it is restored."""

    seq: int
    step: Step


class Game(Struct, frozen=True, dict=True):
    """A game after its record `seq`. Expensive properties are cached."""

    history: History
    checks: FingerprintChecks
    seq: int

    @property
    def id(self) -> str:
        return self.history.id

    @property
    def opened(self) -> GameOpened:
        return self.history.opened

    @property
    def listing(self) -> GameOpened | ListingChanged:
        """The record that says whether the game is public, and its tags: the newest change or the
        opening."""
        changes = bisect_right(self.history.listings, self.seq)
        if not changes:
            return self.opened
        body = self.history.cached_body(self.history.listings[changes - 1])
        assert isinstance(body, ListingChanged)
        return body

    @cached_property
    def name(self) -> Text:
        """The name of the game as people say it."""
        return name_of(self.typed_name, self.rules, self.setting.catalog)

    @cached_property
    def group(self) -> str:
        """The id of the group in which statistics count this game: games of one title, one name and
        one sheet."""
        return group_of(self.opened.ruleset, sheet_digest_of(self.opened), self.name)

    @property
    def typed_name(self) -> str:
        return typed_name(self.opened, self.listing)

    @property
    def rules(self) -> AnyRuleset:
        return self.history.rules

    @property
    def setting(self) -> Any:
        return self.history.setting

    @property
    def player_seats(self) -> tuple[str, ...]:
        """The seats that people play, in order: all but automas and chance."""
        return tuple(spec.id for spec in self.setting.seat_specs if spec.role == "player")

    @property
    def board(self) -> Any:
        """The board after the actions in force."""
        return self.history.board(self.history.tips[self.seq - 1])

    @cached_property
    def at(self) -> datetime:
        """The time of record `seq`."""
        return self.history.record(self.seq).body.at

    @property
    def rolls(self) -> int:
        """The number of rolls so far, including those taken back."""
        return self.history.rolls[self.seq - 1]

    @property
    def closed(self) -> bool:
        return self.history.topics[self.seq - 1] == "GameClosed"

    @property
    def status(self) -> Literal["open", "ended", "closed"]:
        """`open`: play goes on. `ended`: the rules or the arbiter have given an outcome, but no
        closing record exists yet. `closed`: the closing record exists."""
        if self.closed:
            return "closed"
        return "ended" if self.outcome is not None else "open"

    @cached_property
    def outcome(self) -> Outcome | None:
        """Who won and why: as adjudicated, otherwise by the rules and penalties. None while the
        game goes on."""
        named = self.proceedings.outcome if self.history.proceedings else None
        return named or self.ranking.outcome

    @cached_property
    def ranking(self) -> Ranking:
        """The outcome and the ranks by the rules and penalties, even if the arbiter named another
        outcome."""
        return ranked(self.rules, self.board, self.penalties)

    @property
    def penalties(self) -> tuple[Penalty, ...]:
        return (
            tuple(penalty for _, penalty in self.proceedings.penalties())
            if self.history.proceedings
            else ()
        )

    @cached_property
    def score(self) -> tuple[ScoreLine, ...]:
        """The points of each seat that scores, by the rules alone."""
        return self.rules.score(self.board)

    @property
    def added_points(self) -> dict[str, Amount]:
        return added_points(self.rules, self.board, self.penalties)

    @cached_property
    def to_act(self) -> tuple[str, ...]:
        """The seats that may act now; none once the game is closed or adjudicated."""
        if self.closed or (self.history.proceedings and self.proceedings.outcome is not None):
            return ()
        return self.history.to_act(self.history.tips[self.seq - 1])

    @property
    def proceedings(self) -> Proceedings:
        """The claims, rulings and requests to take back, and the state of each at this record."""
        return read_proceedings(self.history, self.seq)

    @property
    def irregularities(self) -> tuple[int, ...]:
        """The seqs of the records that make this position irregular, in order: those of
        `irregular_steps`, and rulings in force that gave a penalty or named the outcome."""
        if not self.history.proceedings:
            return self.irregular_steps
        proceedings = self.proceedings
        seqs = {*self.irregular_steps, *(seq for seq, _ in proceedings.penalties())}
        seqs |= {proceedings.adjudication.seq} if proceedings.adjudication else set()
        return tuple(sorted(seqs))

    @property
    def irregular_steps(self) -> tuple[int, ...]:
        """The seqs of the records that make this board irregular, in order: the corrections in
        force, and the actions in force that an arbiter let stand although they were illegal or
        wrong. The opening is one of them if the arbiter let a wrong set-up stand, or if this is a
        branch of an irregular board."""
        history, lineage = self.history, self.opened.lineage
        inherited = (FIRST,) if lineage is not None and lineage.irregular else ()
        if not history.illegal and not history.proceedings:
            return inherited
        tip, proceedings = history.tips[self.seq - 1], self.proceedings
        steps = [
            *history.illegal,
            *(r.seq for r in proceedings.rulings if isinstance(r.body.remedy, Correct)),
            *proceedings.records_let_stand(),
        ]
        amiss = {
            seq for seq in steps if seq <= self.seq and (seq == FIRST or history.in_chain(seq, tip))
        }
        return tuple(sorted(amiss.union(inherited)))

    @property
    def handed_on(self) -> int:
        """The seq of the record that says that a campaign's next game was opened from this game's
        sheet; 0 if none was."""
        return self.history.handed if self.history.handed <= self.seq else 0

    @property
    def handed_in(self) -> int:
        """The seq of the record that says that a tournament took this game's result. 0 if none took
        it, or if the tournament's director re-opened the table since."""
        handed, reopened = (
            next((seq for seq in reversed(seqs) if seq <= self.seq), 0)
            for seqs in (self.history.results, self.history.reopenings)
        )
        return handed if handed > reopened else 0

    @property
    def step(self) -> Step | None:
        """The last action or correction in force, or None."""
        tip = self.history.tips[self.seq - 1]
        return self.step_at(tip) if tip else None

    @property
    def undone(self) -> Undone | None:
        """The newest retraction that can be restored, or None."""
        undone = self.history.undone[self.seq - 1]
        return None if undone is None else Undone(undone[0], self.step_at(undone[1]))

    @property
    def diverged(self) -> int:
        """The first record whose fingerprint does not match the replayed board; 0 if all match."""
        return self.checks.diverged(self.seq)

    @property
    def fidelity(self) -> str:
        """Whether the replayed board matches the record: `exact`, `unverified` or `diverged at n`
        (`domain/game/aggregate/fidelity.py`)."""
        return self.checks.fidelity(self.seq)

    def in_force(self) -> list[int]:
        """The seqs of the actions and corrections in force, oldest first. Takes time linear in the
        game's length."""
        return list(self.history.chain(self.history.tips[self.seq - 1]))[::-1]

    def step_at(self, seq: int) -> Step:
        """Step `seq` as undo sees it. A correction belongs to the arbiter and stops undo."""
        history = self.history
        if history.topics[seq - 1] != ActionTaken.__name__:
            return Step(seq, UMPIRE, True)
        rolled = history.rolls[seq - 1] != history.rolls[seq - 2]
        return Step(seq, history.seats[seq - 1], rolled or history.reveals(seq))


def setting_of(opened: GameOpened, catalog: Catalog) -> tuple[AnyRuleset, Setting]:
    rules = ruleset(opened.ruleset, opened.version)
    return rules, open_setting(
        rules, catalog, opened.options, sum(1 for s in opened.seats if s.role == "player")
    )


def begin_game(stored: StoredRecord, rules: AnyRuleset, setting: Setting) -> Game:
    opened = stored.body_as(GameOpened)
    start = evolve_all(rules, rules.blank(setting), decode_facts(rules, opened.facts))
    for step in opened.grown:
        start = corrected_board(rules, start, step.facts, step.patch)
    history = History(stored, rules, setting, start)
    return Game(history, FingerprintChecks(history), stored.seq)


def fold(game: Game, stored: StoredRecord, header: RecordHeader | None = None) -> Game:
    """The game after one more record. `header` is the record's own, if the caller has parsed it.

    Raises `DamagedRecord` for bytes that are no record, `ValueError` for a record that does not
    follow. `game` must be the newest version of its history.
    """
    if len(game.history) != game.seq or stored.seq != game.seq + 1:
        raise ValueError(
            f"record {stored.seq} does not follow record {game.seq}, the history has "
            f"{len(game.history)}"
        )
    game.history.extend([(stored.topic, stored.state, header or header_of(stored))])
    return Game(game.history, game.checks, stored.seq)


def evolve_all(rules: AnyRuleset, board: Board, facts: tuple[Fact, ...]) -> Board:
    for fact in facts:
        board = rules.evolve(board, fact)
    return board


def fingerprint(rules: AnyRuleset, board: Board) -> str:
    """The fingerprint of a board for its record. Empty if the board hides something, since a reader
    could guess it and compare the fingerprint."""
    return "" if rules.hides(board) else rules.fingerprint(board)


def seat_name(game: Game, seat: str, *, inside: bool = False) -> Text:
    """The name of a seat or of the arbiter, at the beginning of a sentence or `inside` one."""
    if seat == UMPIRE:
        return ARBITER_INSIDE if inside else ARBITER_NAME
    name: Text = game.setting.name(seat)
    return name


def say_record(game: Game, body: Record) -> Text:
    """The sentence of any record but an action. The title makes the sentence of an action."""
    row = kind_of(body)
    if callable(row.says):
        return row.says(game, body)
    seat, about = getattr(body, "seat", ""), getattr(body, "about", "")
    return row.tell(game, body).filled({"who": seat_name(game, seat), "about": about})


def records_by_hand(game: Game) -> Iterator[ToldRecord]:
    """The records that an arbiter or a director decided, oldest first."""
    history = game.history
    for seq in range(FIRST + 1, game.seq + 1):
        row = GAME_KINDS[history.topics[seq - 1]]
        if row.by_hand is not is_by_umpire or history.seats[seq - 1] == UMPIRE:
            body = history.record(seq).body
            if row.decided_by_hand(game, body):
                yield ToldRecord(seq, body, say_record(game, body))


def seat_ranks(game: Game, totals: Mapping[str, Amount]) -> dict[str, int]:
    """The rank of each seat; empty while the game has no outcome. `totals`: the points of each
    seat. The rules rank the seats. But if the arbiter named the outcome, the winners share rank 1
    and the others follow by points."""
    outcome = game.outcome
    if outcome is None:
        return {}
    own = game.ranking.places if game.proceedings.outcome is None else {}
    if own and own.keys() >= totals.keys():
        return {seat: own[seat] for seat in totals}
    sign = 1 if game.rules.lowest_wins(game.board) else -1
    keys = {
        seat: (seat not in outcome.winners, 0 if seat in outcome.winners else sign * n)
        for seat, n in totals.items()
    }
    return {seat: 1 + sum(other < mine for other in keys.values()) for seat, mine in keys.items()}


def need_seat(game: Game, seat: str) -> None:
    if seat not in game.setting.seats:
        seats = ", ".join(game.setting.seats)
        if not seat.strip():
            raise BadRequest("/seat", Text("Name the seat: there are {seats}.", seats=seats))
        raise BadRequest(
            "/seat",
            Text(
                "There is no seat {seat} at this table: there are {seats}.",
                seat=brief(seat),
                seats=seats,
            ),
        )


def need_not_adjudicated(game: Game) -> None:
    """Raise `GameIsAdjudicated` if the arbiter has named the outcome."""
    if game.history.proceedings:
        ruling = game.proceedings.adjudication
        if ruling is not None:
            raise GameIsAdjudicated(ruling.seq)


def taken_back(game: Game) -> dict[int, int]:
    """Every action and correction that is out of force, each with the record of the retraction or
    ruling that took it out. Takes time linear in the game's length."""
    history, by = game.history, {}
    for seq in range(2, game.seq + 1):
        old, new = history.tips[seq - 2], history.tips[seq - 1]
        if new == seq:  # a step of the chain takes nothing back
            continue
        while old != new:
            if old > new:
                by[old] = seq
                old = history.before[old - 1]
            else:
                by.pop(new, None)
                new = history.before[new - 1]
    return by


def action_times(game: Game) -> Iterator[tuple[int, float]]:
    """Every action up to the position, in force or not, with the seconds between it and the record
    before it by the service's clock."""
    history, before = game.history, game.opened.at
    for seq in range(2, game.seq + 1):
        at = history.record(seq).body.at
        if history.topics[seq - 1] == ActionTaken.__name__:
            yield seq, (at - before).total_seconds()
        before = at


SEATING = frozenset(kind.__name__ for kind in (GameOpened, SeatTaken, SeatLeft))
"""The kinds of records that change who sits in which seat."""

WORDED = frozenset(
    kind.__name__ for kind in RECORD_TYPES if {"text", "reason"} & set(kind.__struct_fields__)
)


class Stay(Struct, frozen=True):
    """A player in a seat from record `since` to record `until` (0: still there). `name` is the
    commitment to their name, if they gave one."""

    seat: str
    player: str
    name: str
    since: int
    until: int = 0

    def covers(self, seat: str, seq: int) -> bool:
        return seat == self.seat and self.since < seq and (not self.until or seq < self.until)


def stays(records: Iterable[tuple[int, Record]]) -> tuple[Stay, ...]:
    """All stays of a game in the order they began. `records` are pairs of seq and body; records of
    kinds not in `SEATING` are ignored."""
    all_stays: list[Stay] = []
    at: dict[str, int] = {}
    for seq, body in records:
        if isinstance(body, GameOpened):
            for seat in body.seats:
                if seat.player:
                    at[seat.id] = len(all_stays)
                    all_stays.append(Stay(seat.id, seat.player, seat.name, seq))
        elif isinstance(body, SeatTaken):
            at[body.seat] = len(all_stays)
            all_stays.append(Stay(body.seat, body.player, body.name, seq))
        elif isinstance(body, SeatLeft) and body.seat in at:
            there = at.pop(body.seat)
            all_stays[there] = Stay(
                body.seat, body.player, all_stays[there].name, all_stays[there].since, seq
            )
    return tuple(all_stays)


def all_stays(history: History, upto: int = 0) -> tuple[Stay, ...]:
    """All stays of a loaded game up to a record. Decodes only the records of `SEATING`."""
    seqs = history.seatings[: bisect_right(history.seatings, upto or len(history))]
    return stays([(FIRST, history.opened), *((seq, history.cached_body(seq)) for seq in seqs)])


def count_seatings(game: Game) -> int:
    """The number of records so far by which a person took or left a seat."""
    return bisect_right(game.history.seatings, game.seq)


def current_stays(game: Game) -> dict[str, Stay]:
    """The current stay in each occupied seat, by seat."""
    return {stay.seat: stay for stay in all_stays(game.history, game.seq) if not stay.until}


def commitments_by(
    own: Sequence[Stay],
    records: Iterable[StoredRecord],
    alone: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[str]:
    """The commitments to the words that one player wrote in a game. `own`: the player's stays in
    the game. Of the `records`, those count that were entered for a seat while the player sat in it.
    `alone`: by actor, the seat of a link that speaks for one seat only; a record without a seat
    counts for that seat."""
    for stored in records:
        if stored.topic in WORDED:
            header = header_of(stored)
            seat = header.seat or alone.get(header.actor, "")
            if any(stay.covers(seat, stored.seq) for stay in own):
                yield from text_commitments(stored.body)
