"""The values of a tournament, all frozen: entrants, rules, pairings, results, and what they were
computed from.

Everything that pairs, ranks and is stored of a tournament is made of these. They hold only whole
numbers and text; an amount that may be a fraction is text such as `1/2`, read by `amount`. A field
added later gets a default, since stored tournaments hold these values.
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
"""Keys that are parts of what was possible."""

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
    """A person or a team under its number, which is never given again. `seed_rank` orders those who
    have no results yet (0: by number, after all who have one); `since` is the first round of a late
    entry. `team` is how many seats of a challenge's game are the entrant's (0: as many as the stage
    says). `table` is where the entrant sits in every round (0: anywhere). `name` is empty where it
    is not known here."""

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
        """What entrants without results stand in order by: their seeds, then their ratings, which
        edition 1 did not read, then their numbers."""
        return (
            self.seed_rank == 0,
            self.seed_rank,
            -self.rating if edition > 1 else 0,
            self.number,
        )


class Separation(Struct, frozen=True):
    """Entrants `a` and `b`, or all of one `club`, are kept apart from round `since` on: always if
    `hard`, else where it can be."""

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
    """Points that entrants `first` to `last` are paired with, besides their own, in rounds `since`
    to `until`; in no standing."""

    points: Amount
    since: int
    until: int
    first: int
    last: int


# -- rules -----------------------------------------------------------------------------------------


class Scoring(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table's result becomes points. `points`: `duel` (win, draw, loss), `places` (the list,
    by place), `raw` (victory points), `share` (of the table's victory points), `margin` (over the
    mean of the others); and, of a challenge, `match` (1 for each entrant of the round who scored
    less, 1/2 for each who scored alike) and `ranks` (the list, by rank in the round). Those who
    share places get their `mean` or the `higher`. `bye` is what a pairing-allocated bye scores,
    `forfeit` what a win by forfeit does; `best` of all rounds count (0: all)."""

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
    """What a table of two plays for a result: the best of `games` (1: a single game), or, with
    `every`, all of them. Games can be drawn if `draws`. `begins` is who begins the next game: the
    `loser` of the last, or the `other` one than before. A game won and one that was `drawn` score
    game points; no percentage counts as less than `floor`."""

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
        """The games that win the match for sure."""
        return self.games if self.every else self.games // 2 + 1

    def decided(self, won: Iterable[int], drawn: int) -> bool:
        """Whether nothing is left to be played: drawn games are games, too."""
        counts = tuple(won)
        return max(counts) >= self.needed or sum(counts) + drawn >= self.games


class Weights(Struct, frozen=True, forbid_unknown_fields=True):
    """In which order a pairing's costs count, the weightiest first. `duel` for tables of two,
    `table` for larger ones."""

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
    """A part of a tournament with its own format. Tables have `least` to `most` entrants,
    `preferred` if they can. `advance` is how many go on from the stage before it; 0 in the first.
    `factor` multiplies the stage's points. `seats` is how many seats each game of a challenge has,
    all of them the entrant's, a team (0: one). `minutes` are those of the round; `time_control` is
    how the clocks of its games' seats run (none: they have none). `withdrawals` is what becomes of
    the results of somebody who leaves a round robin: they count from `half` of the games on, or
    they always `count`. `match` is what a table of two plays for a result."""

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
        """How many seats a game of a challenge has for an entrant, who is compared with those of
        the same size alone."""
        return entrant.team or self.seats or 1

    @property
    def duel(self) -> bool:
        return self.most == 2


class Phones(Struct, frozen=True, forbid_unknown_fields=True):
    """What entrants do by their own links: drop out, come back, and ask for `byes` of half a point
    in all (0: none), the last of them in round `until` (0: in any)."""

    drop_out: bool = False
    come_back: bool = False
    byes: int = 0
    until: int = 0


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """All that a tournament is played by: its stages in order, and what entrants do by their own
    links. Stored whole, as canonical JSON."""

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
    """One table of a round: its number, from 1, and its entrants in the order of their seats, the
    first player first."""

    number: int
    entrants: tuple[int, ...]


class Bye(Struct, frozen=True):
    """An entrant without a table: `pairing` allocated, or asked for with `half` a point or
    `zero`."""

    entrant: int
    kind: ByeKind = "pairing"


class Cost(Struct, frozen=True):
    """One part of what a pairing costs, weightiest first, named as in `Weights`."""

    part: str
    value: int


class Note(Struct, frozen=True):
    """Why a table is as it is (`table` 0: the whole round): the part, what it cost here, the
    entrants it is about, and what the best alternative would have cost."""

    table: int
    part: str
    value: int = 0
    entrants: tuple[int, ...] = ()
    alternative: int = 0
    instead: tuple[tuple[int, ...], ...] = ()


class Pairing(Struct, frozen=True):
    """One round's tables and byes, what it costs, and why it is so."""

    tables: tuple[Table, ...]
    byes: tuple[Bye, ...] = ()
    cost: tuple[Cost, ...] = ()
    explanation: tuple[Note, ...] = ()


class Entry(Struct, frozen=True):
    """What one entrant came to at a table: the place, from 1, equal for those who share it; the
    victory points, if they were counted; whether the entrant was `absent` and forfeited."""

    entrant: int
    place: int
    score: int | Amount | None = None
    absent: bool = False

    @property
    def counted(self) -> Fraction:
        """The victory points as a number: 0 where they were not counted."""
        return Fraction(self.score or 0)

    @property
    def shown(self) -> str:
        """The victory points as people read them; nothing where they were not counted."""
        return "" if self.score is None else in_digits(self.counted)


class TableResult(Struct, frozen=True):
    """The result of a table. At a `forfeit` somebody was absent, at a `double-forfeit` everybody;
    `adjourned` has none yet. Of a match of several games the scores are the games that each won;
    others were `drawn`; at `time_over` it was not decided yet."""

    table: int
    entries: tuple[Entry, ...] = ()
    kind: ResultKind = "played"
    drawn: int = 0
    time_over: bool = False


class RoundHistory(Struct, frozen=True):
    """A round as it stands: its stage (index), its number, its tables and byes, and the results so
    far, at most one a table."""

    stage: int
    round: int
    tables: tuple[Table, ...]
    byes: tuple[Bye, ...] = ()
    results: tuple[TableResult, ...] = ()

    def result(self, table: int) -> TableResult | None:
        return next((result for result in self.results if result.table == table), None)


class ResultRef(Struct, frozen=True):
    """Where a result came from: the round and the table, the record of the tournament that took it,
    and, where the game's record says it, the game, the seq it was read at and the SHA-256 of the
    score there."""

    round: int
    table: int
    record: int
    game: str = ""
    seq: int = 0
    digest: str = ""


class Basis(Struct, frozen=True):
    """What a pairing or a standing was computed from: the tournament's stream up to `seq`, and
    every result with its source."""

    seq: int
    results: tuple[ResultRef, ...] = ()

    @property
    def sha256(self) -> str:
        """Its digest, which derived seeds are bound to."""
        return digest(self)


class Field(Struct, frozen=True):
    """Everything that pairing and standings are functions of, as it is at a basis.

    `entrants` are all there ever were; `lots` are entrants in the drawn order, the first placed
    best; `qualified` are the entrants of the stage being played, best first (empty: all who are
    in); `edition` is that of the tournament rules. `accelerations` are read from report files
    alone, and weighed by the Dutch system alone.
    """

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
    """What an engine is asked: pair round `round` of stage `stage` for those `present`, who have no
    bye yet; `byes` were asked for. `seed` is the derived seed, 32 bytes in hex: draws come from it
    alone (`domain/tournament/seeds.py`)."""

    field: Field
    stage: int
    round: int
    present: tuple[int, ...]
    byes: tuple[Bye, ...]
    seed: str


class Engine(Struct, frozen=True):
    """A pairing engine, which is never changed, only followed by one of a higher version:
    `pairing/` keeps them all. `source` is the SHA-256 of the files it is written in. `pair` is
    pure, and raises `CannotPair` where no pairing keeps the rules; `weigh` says of any pairing,
    such as one made by hand, what it costs and why."""

    id: str
    version: int
    source: str
    pair: Callable[[Question], Pairing]
    weigh: Callable[[Question, Pairing], Pairing]


class CannotPair(TextError, ValueError):
    """No pairing keeps the rules; `text` says why."""
