"""The records of TRF: signs of results, codes of pairing systems, players' lines, and the comments
that Greffe adds."""

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
"""The beginning of a comment on a penalty, for human readers. Programs read the penalty from the
comment `greffe penalties`."""

Parts = Annotated[str, Meta(pattern=r"^-?(0|[1-9][0-9]{0,15})/[1-9][0-9]{0,8}$")]
"""Fractional victory points, such as `21/2`."""


class Extras(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The data for which TRF has no record. Greffe writes each field as a comment.

    - `rules`: the whole rules; `edition` of the tournament rules (0: not in the file).
    - `lots`: the players in the drawn order; `qualified`: those of the last stage, best first.
    - `penalties`: each with the round that it counts from.
    - `tables`: by round of a knock-out, its tables in the order of the pairing, then byes as tables
      of one.
    - `ranks`: after each round but the last, the rank of each player by number.
    - `corrected`: the rounds that were paired before an earlier result was corrected.
    - `apart`, in TRF16 only: first and last round, and two players to be kept apart, as in record
      260.
    - `left`: who withdrew or was expelled.
    - `scores`: by round, (player, victory points)."""

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
    """One round in a player's line: the opponent (0: none), the colour (`w`, `b`, or another sign
    for none), the sign of the result, and the number of the line."""

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
