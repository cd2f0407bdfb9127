"""TRF's records: result signs, codes of pairing systems, players' lines; and our comments."""

from fractions import Fraction
from typing import Annotated

from msgspec import Meta, Struct

from domain.tournament.values import ByeKind, Penalty, Rules

PLAYED = {"1": 1, "W": 1, "=": 0, "D": 0, "0": -1, "L": -1}
"""Signs of played games: won, drawn, lost. Letters mark unrated games."""

UNPLAYED = {"+", "-"}
BYES: dict[str, ByeKind] = {
    "U": "pairing",
    "F": "pairing",
    "H": "half",
    "Z": "zero",
    "-": "zero",
    "+": "pairing",
    " ": "zero",
}

DUTCH, BERGER, DOUBLE_BERGER = "FIDE_DUTCH", "BERGER_ROUNDROBIN", "BERGER_DOUBLEROUNDROBIN"
"""The codes in record 192 of the systems that Greffe pairs by."""

MARK = "greffe"
"""The prefix of comments for what TRF has no record for."""


NOT_IN_299 = "not in record 299:"
"""What a comment of ours begins with that tells a penalty to people; `greffe penalties` has it."""

Parts = Annotated[str, Meta(pattern=r"^-?(0|[1-9][0-9]{0,15})/[1-9][0-9]{0,8}$")]
"""Fractional victory points, such as `21/2`."""


class Extras(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What TRF has no record for, one comment each: the whole rules; lots; who qualified for the
    last stage; all penalties, with the round that each counts from; the tables of a knock-out's
    rounds in order (a bye alone); everybody's rank after each round but the last, by number; the
    rounds that were paired before a result of an earlier one was corrected; and, in TRF16, pairs
    kept apart from a later round on, as record 260 has them; the edition of the tournament
    rules; who left; and the victory points of each round, by entrant."""

    rules: Rules | None = None
    lots: tuple[int, ...] = ()
    qualified: tuple[int, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    tables: dict[int, tuple[tuple[int, ...], ...]] = {}
    ranks: tuple[tuple[int, ...], ...] = ()
    corrected: tuple[int, ...] = ()
    apart: tuple[tuple[int, int, int, int], ...] = ()
    edition: int = 0
    left: tuple[int, ...] = ()
    scores: dict[int, tuple[tuple[int, int | Parts], ...]] = {}


class Game(Struct, frozen=True):
    """A cell of a player's line: the opponent (0: none), the colour (w, b or neither), the result's
    sign, and the line."""

    opponent: int
    colour: str
    sign: str
    line: int


class Player(Struct, frozen=True):
    number: int
    name: str
    rating: int
    points: Fraction
    rank: int
    games: tuple[Game, ...]
    line: int
