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
from domain.kernel.canonical import canonical_digest
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
    """The number that an amount from outside spells. Raises `ValueError` unless its spelling is
    canonical, which is checked first, since a number such as 1e5000000 takes minutes to parse."""
    if not _AMOUNT.fullmatch(text):
        raise ValueError("this is not spelt like an amount")
    value = Fraction(text)
    if str(value) != text:
        raise ValueError(f"{text} is not spelt like an amount")
    return value


def exact(text: Amount) -> Fraction:
    """The number that a computed value spells; 0 if it is empty. Not for input from outside, which
    `amount` parses."""
    top, _, bottom = text.partition("/")
    return Fraction(_whole(top or "0"), _whole(bottom or "1"))


def score_in(points: int | Fraction) -> int | Amount:
    """Victory points as results contain them: an int if they are whole, otherwise an amount such as
    `21/2`."""
    return int(points) if points.denominator == 1 else spelt(Fraction(points))


def spelt(number: Fraction) -> Amount:
    """A number as an amount in canonical spelling."""
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

    - `name`: "" if it is not known.
    - `seed_rank`: the rank among entrants before there are results (0: none, behind all who have
      one).
    - `since`: the first round that the entrant can play, later than 1 for a late entry.
    - `team`: how many seats of a challenge's game the entrant has (0: as many as the stage says).
    - `table`: the table of their own, where they sit in every round if possible (0: none)."""

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
    """Points that are added to those of the entrants with numbers `first` to `last` when rounds
    `since` to `until` are paired. They count in no standings."""

    points: Amount
    since: int
    until: int
    first: int
    last: int


# -- rules -----------------------------------------------------------------------------------------


class Scoring(Struct, frozen=True, forbid_unknown_fields=True):
    """How many points the results of a stage are worth.

    - `points`: `duel` (`win`, `draw`, `loss`), `places` (from the list `places`, by place at the
      table), `raw` (the victory points), `share` (the part of the table's victory points), `margin`
      (victory points above the mean of the others). In a challenge also `match` (1 for each entrant
      of the round who scored less, 1/2 for each who scored the same) and `ranks` (from the list
      `places`, by rank in the round).
    - `shared`: entrants who share places get the `mean` of the points of these places or the
      `higher`.
    - `bye`: for an allocated bye; `half`, `zero`: for the two kinds of requested byes; `forfeit`:
      for a win by forfeit.
    - `best`: how many rounds count, the best ones (0: all)."""

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
    """The match that a table of two plays for its result.

    - `games`: the best of so many games (1: a single game); `every`: all of them are played, even
      when it is decided.
    - `draws`: a game can be drawn.
    - `begins`: who begins the next game: the `loser` of the last one, or the `other` player than
      last time.
    - `won`, `drawn`: the game points for a won and for a drawn game.
    - `floor`: the least value of a percentage, such as 1/3."""

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
        """How many games a player must win to decide the match."""
        return self.games if self.every else self.games // 2 + 1

    def decided(self, won: Iterable[int], drawn: int) -> bool:
        """Whether the match is over. `won`: how many games each player won; `drawn`: how many were
        drawn, which count as games of the match."""
        counts = tuple(won)
        return max(counts) >= self.needed or sum(counts) + drawn >= self.games


class Weights(Struct, frozen=True, forbid_unknown_fields=True):
    """The names of the parts of a pairing's cost that are weighed, the weightiest first: `duel` for
    tables of two, `table` for larger ones."""

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
    - `keys` rank the entrants, the first key first; `weights`: the order of a pairing's costs.
    - `engine`: the id of the engine that pairs it ("": the one of its format).
    - `factor`: the factor of the stage's points.
    - `advance`: how many entrants go on into it from the stage before (0 in the first stage).
    - `meetings`: how often each two meet in a round robin; `third_place`: a knock-out has a match
      for it.
    - `minutes`: the time of a round; `protest_minutes`: for how long after a round entrants can
      protest (0: without end).
    - `seats`: how many seats each entrant has in a game of a challenge (0: one).
    - `time_control`: how the clocks of the games' seats run (None: no clocks).
    - `withdrawals`: the results of an entrant who leaves a round robin count if they did `half` of
      their games, or always (`count`).
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
        """How many seats an entrant has in a game of a challenge. Only entrants with equally many
        are compared."""
        return entrant.team or self.seats or 1

    @property
    def duel(self) -> bool:
        """Whether a table has at most two entrants."""
        return self.most == 2


class Phones(Struct, frozen=True, forbid_unknown_fields=True):
    """What entrants may do by their own links: drop out, come back, and request `byes` byes for
    half a point each (0: none), the last of them in round `until` (0: any round)."""

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
    """A bye of an entrant: allocated by the `pairing`, or requested for `half` a point or for
    none (`zero`)."""

    entrant: int
    kind: ByeKind = "pairing"


class Cost(Struct, frozen=True):
    """A part of a pairing's cost: its name, as in `Weights`, and its value."""

    part: str
    value: int


class PairingReason(Struct, frozen=True):
    """A reason in the explanation of a pairing, for one table (`table` 0: for the whole round).

    - `part` of the cost, its `value` here, and the entrants it is about.
    - `instead`: the tables of the best alternative, each as its entrants (empty: none is given);
      `alternative`: the value that the part would have with them."""

    table: int
    part: str
    value: int = 0
    entrants: tuple[int, ...] = ()
    alternative: int = 0
    instead: tuple[tuple[int, ...], ...] = ()


class Pairing(Struct, frozen=True):
    """The tables and byes of a round, in the engine's order, with their cost, the weightiest part
    first, and the reasons (`explanation`)."""

    tables: tuple[Table, ...]
    byes: tuple[Bye, ...] = ()
    cost: tuple[Cost, ...] = ()
    explanation: tuple[PairingReason, ...] = ()


class Entry(Struct, frozen=True):
    """The result of one entrant at a table: the place, from 1, which several may share; the victory
    points (`score`; None: not counted); and whether the entrant was `absent` and so forfeited."""

    entrant: int
    place: int
    score: int | Amount | None = None
    absent: bool = False

    @property
    def score_number(self) -> Fraction:
        """The victory points as a number; 0 if they were not counted."""
        return Fraction(self.score or 0)

    @property
    def shown(self) -> str:
        """The victory points as a text for people; "" if they were not counted."""
        return "" if self.score is None else in_digits(self.score_number)


class TableResult(Struct, frozen=True):
    """The result of a table.

    - `kind`: `played`; `forfeit` if some were absent; `double-forfeit` if all were; `adjourned`:
      it is to be played on, and has no entries yet.
    - In a match of several games, the scores of the entries are the games that each won, and
      `drawn` is the number of drawn games. `time_over`: time ended before the match was
      decided."""

    table: int
    entries: tuple[Entry, ...] = ()
    kind: ResultKind = "played"
    drawn: int = 0
    time_over: bool = False


class RoundHistory(Struct, frozen=True):
    """A round as pairing and standings read it: its stage (counted from 0), its number, its tables
    and byes, and the results so far, at most one for each table."""

    stage: int
    round: int
    tables: tuple[Table, ...]
    byes: tuple[Bye, ...] = ()
    results: tuple[TableResult, ...] = ()

    def result(self, table: int) -> TableResult | None:
        return next((result for result in self.results if result.table == table), None)


class ResultRef(Struct, frozen=True):
    """Where a result came from: its round and table, and the seq of the tournament's record that
    took it. If it was read from a game: the game's id, the seq it was read at, and the SHA-256 of
    the score there (`digest`)."""

    round: int
    table: int
    record: int
    game: str = ""
    seq: int = 0
    digest: str = ""


class Basis(Struct, frozen=True):
    """What a pairing or standings are computed from: the tournament's records up to `seq`, and the
    source of every result in force."""

    seq: int
    results: tuple[ResultRef, ...] = ()

    @property
    def sha256(self) -> str:
        """The SHA-256 of the basis. By derivation 1, derived seeds depend on it."""
        return canonical_digest(self)


class Field(Struct, frozen=True):
    """The whole input of pairing and standings.

    - `entrants`: all who ever entered, whatever their status.
    - `lots`: the entrants in the drawn order; among equals the first is ranked best.
    - `qualified`: the entrants of the present stage, best first (empty: all).
    - `edition` of the tournament rules.
    - `accelerations`: only report files have these, and only the Dutch system uses them."""

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
    """The question to an engine: pair round `round` of stage `stage` (counted from 0) for the
    entrants `present`. `byes`: those requested, of entrants who are not in `present`. `seed`: the
    derived seed of all its draws, 32 bytes in hex (`domain/tournament/seeds.py`)."""

    field: Field
    stage: int
    round: int
    present: tuple[int, ...]
    byes: tuple[Bye, ...]
    seed: str


class Engine(Struct, frozen=True):
    """A pairing engine. The pairings of a released version never change.

    - `source`: the SHA-256 that identifies its files (`pairing/engines.py`).
    - `pair`: answers a question; equal questions get equal pairings. Raises `CannotPair` if no
      pairing satisfies the rules.
    - `weigh`: adds cost and reasons to any pairing, such as one made by hand."""

    id: str
    version: int
    source: str
    pair: Callable[[Question], Pairing]
    weigh: Callable[[Question, Pairing], Pairing]


class CannotPair(TextError, ValueError):
    """No pairing satisfies the rules; `text` says why."""
