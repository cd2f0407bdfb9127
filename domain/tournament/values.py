"""The values of a tournament, all frozen: entrants, rules, pairings, results, and their bases.

Engines, standings and records are made of these values. They hold only whole numbers and text; an
amount that may be a fraction is text such as `1/2`, read by `amount`. Stored tournaments hold these
values, so a field that is added later has a default.
"""

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from domain.kernel.amounts import in_digits
from domain.kernel.canonical import digest
from domain.kernel.text import TextError
from domain.titles.contract.time_control import TimeControl

EDITION = 5
"""The edition of the tournament rules (`conventions.py`) for new tournaments. A tournament keeps
the one it was opened under, for its engines and standings."""

Amount = str
"""Points: a whole number or a fraction in lowest terms, such as `6`, `-1` or `1/2`."""

Format = Literal["swiss", "planned", "round-robin", "knock-out", "heats", "challenge"]
Status = Literal["in", "withdrawn", "expelled"]
ByeKind = Literal["pairing", "half", "zero"]
ResultKind = Literal["played", "forfeit", "double-forfeit", "adjourned"]
Points = Literal["duel", "places", "raw", "share", "margin", "match", "ranks"]
Shared = Literal["mean", "higher"]
Withdrawals = Literal["half", "count"]
Beginner = Literal["loser", "other"]
Key = Literal[
    "points",
    "wins",
    "share",
    "opponents",
    "direct",
    "buchholz",
    "buchholz-cut-1",
    "buchholz-median",
    "sonneborn-berger",
    "wins-second",
    "score-sum",
    "margin",
    "final",
    "lots",
    "game-points",
    "match-win",
    "opponents-match-win",
    "game-win",
    "opponents-game-win",
]

PERCENTAGES: frozenset[Key] = frozenset(
    {"match-win", "opponents-match-win", "game-win", "opponents-game-win"}
)
"""Keys whose values are shares of the possible points."""

MATCH_KEYS: frozenset[Key] = PERCENTAGES | {"game-points"}
"""Keys of tables of two that score by win, draw and loss."""

_AMOUNT = re.compile(r"-?(0|[1-9]\d{0,15})(/[1-9]\d{0,8})?", re.ASCII)


@lru_cache(maxsize=4096)
def amount(text: Amount) -> Fraction:
    """Parse an amount. Raises `ValueError` unless it is in canonical spelling, which is checked
    first, since a number such as 1e5000000 takes minutes to parse."""
    if not _AMOUNT.fullmatch(text):
        raise ValueError("this is not spelt like an amount")
    value = Fraction(text)
    if str(value) != text:
        raise ValueError(f"{text} is not spelt like an amount")
    return value


def exact(text: Amount) -> Fraction:
    """Parse a computed value, whose denominator may be anything. An empty one counts as 0. Input
    from outside is parsed by `amount` only."""
    top, _, bottom = text.partition("/")
    return Fraction(_whole(top or "0"), _whole(bottom or "1"))


def score_in(points: int | Fraction) -> int | Amount:
    """Victory points as a result holds them: a whole number, or an amount."""
    return int(points) if points.denominator == 1 else spelt(Fraction(points))


def spelt(number: Fraction) -> Amount:
    """A computed value in canonical spelling."""
    top = _digits(number.numerator)
    return top if number.denominator == 1 else f"{top}/{_digits(number.denominator)}"


_PART = 4_000
"""Digits that Python converts at once; it refuses more than 4,300."""


def _whole(text: str) -> int:
    if len(text) <= _PART:
        return int(text)
    sign, digits = (-1, text[1:]) if text[0] == "-" else (1, text)
    number = 0
    for at in range(0, len(digits), _PART):
        part = digits[at : at + _PART]
        number = number * 10 ** len(part) + int(part)
    return sign * number


_WRITTEN_AT_ONCE = 10**_PART


def _digits(number: int) -> str:
    if abs(number) < _WRITTEN_AT_ONCE:
        return str(number)
    sign, rest, parts = "-" if number < 0 else "", abs(number), []
    while rest:
        rest, part = divmod(rest, 10**_PART)
        parts.append(f"{part:0{_PART}}" if rest else str(part))
    return sign + "".join(reversed(parts))


# -- entrants --------------------------------------------------------------------------------------


class Entrant(Struct, frozen=True):
    """A person or a team. Its `number` is never given to another entrant.

    - `name`: empty where it is not known.
    - `seed_rank`: the place among entrants without results (0: none, after all entrants who have
      one).
    - `since`: the first round of a late entry.
    - `team`: how many seats of a challenge's game the entrant has (0: as many as the stage says).
    - `table`: the table where the entrant sits in every round (0: any)."""

    number: int
    name: str = ""
    club: str = ""
    seed_rank: int = 0
    status: Status = "in"
    since: int = 1
    rating: int = 0
    group: str = ""
    team: int = 0
    table: int = 0

    def order(self, edition: int = EDITION) -> tuple[bool, int, int, int]:
        """The sort key of entrants without results: seed, then rating (not in edition 1), then
        number."""
        return (
            self.seed_rank == 0,
            self.seed_rank,
            -self.rating if edition > 1 else 0,
            self.number,
        )


class Separation(Struct, frozen=True):
    """Entrants `a` and `b`, or all entrants of a `club`, who are kept apart from round `since` on:
    always if `hard`, else where possible."""

    a: int = 0
    b: int = 0
    club: str = ""
    hard: bool = False
    since: int = 1


class Penalty(Struct, frozen=True):
    """Points that an entrant loses in the standings from round `round` on."""

    entrant: int
    points: Amount
    round: int


class Acceleration(Struct, frozen=True):
    """Points that are added to those of entrants `first` to `last` for the pairing of rounds
    `since` to `until`, and in no standings."""

    points: Amount
    since: int
    until: int
    first: int
    last: int


# -- rules -----------------------------------------------------------------------------------------


class Scoring(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table's result becomes points.

    - `points`: `duel` (win, draw, loss), `places` (the list, by place), `raw` (victory points),
      `share` (of the table's victory points), `margin` (over the mean of the others). In a
      challenge also `match` (1 for each entrant of the round who scored less, 1/2 for each who
      scored alike) and `ranks` (the list, by rank in the round).
    - `shared`: entrants who share places get the `mean` of their points or the `higher`.
    - `bye`: the points of a pairing-allocated bye; `half` and `zero`: of the two byes that are
      asked for; `forfeit`: of a win by forfeit.
    - `best`: how many rounds count, the best (0: all)."""

    points: Points = "duel"
    win: Amount = "1"
    draw: Amount = "1/2"
    loss: Amount = "0"
    places: tuple[Amount, ...] = ("6", "4", "2", "1")
    shared: Shared = "mean"
    bye: Amount = "1"
    half: Amount = "1/2"
    zero: Amount = "0"
    forfeit: Amount = "1"
    best: int = 0


class Match(Struct, frozen=True, forbid_unknown_fields=True):
    """The match that a table of two plays for a result.

    - `games`: the best of so many (1: a single game); all of them are played with `every`.
    - `draws`: a game can be drawn.
    - `begins`: the next game is begun by the `loser` of the last one, or by the `other` player than
      before.
    - `won`, `drawn`: the game points of a won and of a drawn game.
    - `floor`: the least that a percentage counts."""

    games: int = 1
    every: bool = False
    draws: bool = True
    begins: Beginner = "loser"
    won: Amount = "3"
    drawn: Amount = "1"
    floor: Amount = "1/3"

    @property
    def several(self) -> bool:
        return self.games > 1

    @property
    def needed(self) -> int:
        """How many won games decide the match."""
        return self.games if self.every else self.games // 2 + 1

    def decided(self, won: Iterable[int], drawn: int) -> bool:
        """Whether the match is over: `won` has the games that each player won, `drawn` counts drawn
        games, which are games of the match, too."""
        counts = tuple(won)
        return max(counts) >= self.needed or sum(counts) + drawn >= self.games


class Weights(Struct, frozen=True, forbid_unknown_fields=True):
    """The order of a pairing's costs, the weightiest first: for tables of two (`duel`), and for
    larger ones (`table`)."""

    duel: tuple[str, ...] = (
        "rematch",
        "hard",
        "score",
        "second-bye",
        "first-twice",
        "soft",
        "seed",
    )
    table: tuple[str, ...] = ("hard", "met", "soft", "spread", "seat", "place")


class Stage(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a tournament with its own format.

    - `least`, `preferred`, `most`: how many entrants sit at a table.
    - `advance`: how many entrants go on into it from the stage before (0 in the first stage).
    - `factor`: what the stage's points are multiplied by.
    - `meetings`: how often each two meet in a round robin.
    - `seats`: how many seats each game of a challenge has, all of them the entrant's (0: one).
    - `minutes`: the time of a round; `protest_minutes`: the time for protests after it.
    - `time_control`: how the clocks of the games' seats run (None: no clocks).
    - `withdrawals`: the results of an entrant who leaves a round robin count from `half` of the
      games on, or they always `count`.
    - `match`: what a table of two plays for a result."""

    name: str = ""
    format: Format = "swiss"
    rounds: int = 5
    least: int = 2
    preferred: int = 2
    most: int = 2
    scoring: Scoring = Scoring()
    keys: tuple[Key, ...] = (
        "points",
        "buchholz-cut-1",
        "buchholz",
        "sonneborn-berger",
        "direct",
        "wins",
        "lots",
    )
    weights: Weights = Weights()
    engine: str = ""
    factor: Amount = "1"
    advance: int = 0
    meetings: int = 1
    third_place: bool = False
    minutes: int = 0
    protest_minutes: int = 0
    seats: int = 0
    time_control: TimeControl | None = None
    withdrawals: Withdrawals = "half"
    match: Match = Match()

    def size(self, entrant: Entrant) -> int:
        """How many seats an entrant has in a game of a challenge. Only entrants of one size are
        compared."""
        return entrant.team or self.seats or 1

    @property
    def duel(self) -> bool:
        return self.most == 2


class Phones(Struct, frozen=True, forbid_unknown_fields=True):
    """What entrants may do by their own links: drop out, come back, and ask for `byes` byes of half
    a point (0: none), the last of them in round `until` (0: any)."""

    drop_out: bool = False
    come_back: bool = False
    byes: int = 0
    until: int = 0


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of a tournament: its stages in order, and what entrants may do by their own links.
    They are stored whole, as canonical JSON."""

    stages: tuple[Stage, ...] = (Stage(),)
    phones: Phones = Phones()

    def stage_of(self, round: int) -> int:
        """The index of the stage that a round belongs to; rounds are numbered through all stages.
        Raises `IndexError`."""
        last = 0
        for index, stage in enumerate(self.stages):
            last += stage.rounds
            if round <= last:
                return index
        raise IndexError(round)

    @property
    def rounds(self) -> int:
        return sum(stage.rounds for stage in self.stages)


# -- rounds ----------------------------------------------------------------------------------------


class Table(Struct, frozen=True):
    """A table of a round: its number, from 1, and its entrants in the order of their seats."""

    number: int
    entrants: tuple[int, ...]


class Bye(Struct, frozen=True):
    """A bye: allocated by the `pairing`, or asked for, with `half` a point or `zero`."""

    entrant: int
    kind: ByeKind = "pairing"


class Cost(Struct, frozen=True):
    """A part of a pairing's cost, named as in `Weights`."""

    part: str
    value: int


class PairingReason(Struct, frozen=True):
    """A reason for a table of a pairing (`table` 0: for the whole round): the part of the cost, its
    `value` here, the entrants it is about, and the cost of the best alternative, with `instead` the
    tables of that one."""

    table: int
    part: str
    value: int = 0
    entrants: tuple[int, ...] = ()
    alternative: int = 0
    instead: tuple[tuple[int, ...], ...] = ()


class Pairing(Struct, frozen=True):
    """The tables and byes of a round, with their cost, the weightiest part first, and reasons."""

    tables: tuple[Table, ...]
    byes: tuple[Bye, ...] = ()
    cost: tuple[Cost, ...] = ()
    explanation: tuple[PairingReason, ...] = ()


class Entry(Struct, frozen=True):
    """The result of an entrant at a table: the place, from 1, which several may share; the victory
    points (None: not counted); and whether the entrant was `absent` and forfeited."""

    entrant: int
    place: int
    score: int | Amount | None = None
    absent: bool = False

    @property
    def counted(self) -> Fraction:
        """The victory points as a number; 0 if they were not counted."""
        return Fraction(self.score or 0)

    @property
    def shown(self) -> str:
        """The victory points as people read them; empty if they were not counted."""
        return "" if self.score is None else in_digits(self.counted)


class TableResult(Struct, frozen=True):
    """The result of a table. At a `forfeit` somebody was absent, at a `double-forfeit` everybody;
    an `adjourned` table has no entries yet. In a match of several games the scores are the games
    that each entrant won, and `drawn` games come on top; `time_over`: time ended before the match
    was decided."""

    table: int
    entries: tuple[Entry, ...] = ()
    kind: ResultKind = "played"
    drawn: int = 0
    time_over: bool = False


class RoundHistory(Struct, frozen=True):
    """A round for pairing and standings: its stage (counted from 0), its number, its tables and
    byes, and the results so far, at most one a table."""

    stage: int
    round: int
    tables: tuple[Table, ...]
    byes: tuple[Bye, ...] = ()
    results: tuple[TableResult, ...] = ()

    def result(self, table: int) -> TableResult | None:
        return next((result for result in self.results if result.table == table), None)


class ResultRef(Struct, frozen=True):
    """The source of a result: the round and the table, the tournament's record that took it, and,
    for a result of a game here, the game, the seq it was read at and the SHA-256 of the score
    there."""

    round: int
    table: int
    record: int
    game: str = ""
    seq: int = 0
    digest: str = ""


class Basis(Struct, frozen=True):
    """The basis of a pairing or of standings: the tournament's stream up to `seq`, and the source
    of every result."""

    seq: int
    results: tuple[ResultRef, ...] = ()

    @property
    def sha256(self) -> str:
        """Its digest, which derived seeds are bound to."""
        return digest(self)


class Field(Struct, frozen=True):
    """The whole input of pairing and standings, at a basis.

    - `entrants`: all who ever entered.
    - `lots`: entrants in the drawn order, the first placed best.
    - `qualified`: the entrants of the current stage, best first (empty: all who are in).
    - `edition`: that of the tournament rules.
    - `accelerations`: read from report files only, and weighed by the Dutch system only."""

    rules: Rules
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[RoundHistory, ...] = ()
    separations: tuple[Separation, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    lots: tuple[int, ...] = ()
    qualified: tuple[int, ...] = ()
    edition: int = EDITION
    accelerations: tuple[Acceleration, ...] = ()


class Question(Struct, frozen=True):
    """A question to an engine: pair round `round` of stage `stage` for the entrants `present`, of
    whom none has a bye yet; `byes` were asked for. `seed` is the derived seed, 32 bytes in hex,
    from which alone draws come (`domain/tournament/seeds.py`)."""

    field: Field
    stage: int
    round: int
    present: tuple[int, ...]
    byes: tuple[Bye, ...]
    seed: str


class Engine(Struct, frozen=True):
    """A pairing engine. A released one never changes: a higher `version` follows it, and `pairing/`
    keeps all. `source` is the SHA-256 of its files. `pair` is pure, and raises `CannotPair` if no
    pairing keeps the rules; `weigh` adds cost and reasons to any pairing, such as one made by
    hand."""

    id: str
    version: int
    source: str
    pair: Callable[[Question], Pairing]
    weigh: Callable[[Question, Pairing], Pairing]


class CannotPair(TextError, ValueError):
    """No pairing keeps the rules; `text` says why."""
