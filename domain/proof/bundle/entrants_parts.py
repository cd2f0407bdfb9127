"""What entrants add to a tournament's seed: each binds a part before a check-in is closed and shows it after, before the round is
paired. Every pairing, lot and deal from there on is drawn with all parts that were shown.

The first draw with a part settles them: who added one after it could choose it by what would come, since the service knows all
the others by then. A part that was bound and not shown is withheld: the report names whose.
"""

from __future__ import annotations

import hmac
from typing import NamedTuple

from domain.proof.chance.dice import LEAST_CONTRIBUTION, MOST_CONTRIBUTION, contribution_commitment
from domain.proof.errors import Misspelt, Unproven
from domain.proof.spelling import shown
from domain.proof.stored import Stored, hex_in, number_in, text_in


class DrawnFrom(NamedTuple):
    """What record `seq` drew a pairing (or, of round 0 and others, `lots`) from: the entrants whose part it rests on, those at the
    desk among them, and those who withheld theirs."""

    seq: int
    round: int
    lots: bool
    parts: tuple[int, ...]
    by_desk: tuple[int, ...]
    withheld: tuple[int, ...]


class EntrantsParts:
    def __init__(self, tournament: str, *, counted: bool) -> None:
        """`counted`: seeds are derived with the parts; else there are none."""
        self._tournament, self.counted = tournament, counted
        self._bound: dict[int, tuple[bytes, str]] = {}
        self._shown: dict[int, bytes] = {}
        self._showing = self._settled = False
        self.drawn: list[DrawnFrom] = []

    def bind(self, stored: Stored, entrants: int) -> None:
        entrant, by, commitment = number_in(stored, "entrant"), _by(stored), hex_in(stored, "commitment", 32)
        if not self.counted:
            raise Unproven("nothing is drawn from parts in this tournament", "rien n'est tiré de parts dans ce tournoi")
        if not 0 < entrant <= entrants or entrant in self._bound:
            raise Unproven(
                f"entrant {entrant} is none, or binds a second part",
                f"le participant {entrant} n'existe pas, ou engage une deuxième part",
            )
        if self._showing or self._settled:
            raise Unproven(
                "it binds a part after a check-in was closed, while others are shown or once they were drawn with",
                "elle engage une part après la clôture d'un pointage, quand d'autres se montrent ou ont servi à tirer",
            )
        self._bound[entrant] = commitment, by

    def show(self, stored: Stored) -> None:
        entrant, by, value = number_in(stored, "entrant"), _by(stored), hex_in(stored, "value")
        commitment, bound_by = self._bound.get(entrant, (b"", ""))
        if by != bound_by or entrant in self._shown:
            raise Unproven(
                f"the part of entrant {entrant} was not bound like this, or is shown twice",
                f"la part du participant {entrant} n'a pas été engagée ainsi, ou est montrée deux fois",
            )
        if not self._showing or self._settled:
            raise Unproven(
                "it shows a part before a check-in is closed, or after the draw",
                "elle montre une part avant la clôture d'un pointage, ou après le tirage",
            )
        if not LEAST_CONTRIBUTION <= len(value) <= MOST_CONTRIBUTION or not hmac.compare_digest(
            contribution_commitment(self._tournament, str(entrant), value), commitment
        ):
            raise Unproven(
                f"what entrant {entrant} shows is not the part that was bound",
                f"ce que montre le participant {entrant} n'est pas la part engagée",
            )
        self._shown[entrant] = value

    def close_check_in(self) -> None:
        """A `CheckInClosed`: who plays is known, so nobody binds any more until the round is paired."""
        self._showing = True

    def draw(self, seq: int, round: int, *, lots: bool) -> bytes:
        """A pairing or a drawing of lots: what its seed's message ends in."""
        shown_by = {entrant: self._bound[entrant][1] for entrant in sorted(self._shown)}
        by_desk = tuple(entrant for entrant, by in shown_by.items() if by == "desk")
        withheld = tuple(sorted(self._bound.keys() - self._shown.keys()))
        self.drawn.append(DrawnFrom(seq, round, lots, tuple(shown_by), by_desk, withheld))
        self._settled = bool(self._shown)
        if not lots:
            self._showing = False
        return "".join(f"{entrant} {self._shown[entrant].hex()}\n" for entrant in shown_by).encode()


def _by(stored: Stored) -> str:
    by = text_in(stored, "by") or "entrant"
    if by not in ("entrant", "desk"):
        raise Misspelt(
            f"a part is the entrant's or the desk's, not of {shown(by)}",
            f"une part est du participant ou du bureau, pas de {shown(by)}",
        )
    return by
