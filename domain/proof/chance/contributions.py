"""What the seats add to a game's dice: each commits to a value before any is revealed, so that none can choose its own last.

`ContributionCommitted` and `ContributionRevealed` name the seat and say by whom, the seat itself or the service standing in for
one that is absent; their actors tell with whose link or key they were entered (`actors.py`). From the last reveal on the dice
rest on all of them. While some are revealed and others are not, nothing may be rolled: the seat that has not revealed its value
could choose between two rolls.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from typing import NamedTuple

from domain.proof.chance.actors import OPERATOR, Actors, Hand
from domain.proof.chance.dice import LEAST_CONTRIBUTION, MOST_CONTRIBUTION, contribution_commitment
from domain.proof.errors import Misspelt, Said, Unproven
from domain.proof.spelling import shown
from domain.proof.stored import Stored, hex_in, text_in


class PartTold(NamedTuple):
    """What the records tell of one seat's part: whether the `service` stood in, who entered what bound it, and who showed it, if
    anybody has."""

    seat: str
    service: bool
    bound: Hand
    shown: Hand | None


class Contributions:
    """The contributions to one game's dice, as its records bring them."""

    def __init__(self, game: str, players: tuple[str, ...], hands: Actors, *, sealed: bool = True) -> None:
        """`players` are the seats that people play, in the order of the opening record; all of them have to contribute if any does,
        and nobody else may. Nothing is added to dice that are not `sealed`."""
        self._game, self._players, self._hands, self._sealed = game, players, hands, sealed
        self._committed: dict[str, bytes] = {}
        self._revealed: dict[str, bytes] = {}
        self._bound_by: dict[str, tuple[str, Hand]] = {}
        self._shown_by: dict[str, Hand] = {}

    @property
    def values(self) -> tuple[tuple[str, bytes], ...]:
        """What the dice rest on beside the seed, in the seats' order: nothing before the last reveal."""
        return tuple((seat, self._revealed[seat]) for seat in self._players if self.complete and seat in self._revealed)

    @property
    def by_seats(self) -> tuple[str, ...]:
        """The seats that contributed themselves; those whose parts the operator's key bound are not among them."""
        return tuple(seat for seat in self._own if self._bound_by[seat][1].kind != OPERATOR)

    @property
    def by_operator(self) -> tuple[str, ...]:
        """The seats whose part was bound with the operator's key, in their name."""
        return tuple(seat for seat in self._own if self._bound_by[seat][1].kind == OPERATOR)

    @property
    def by_service(self) -> tuple[str, ...]:
        """The seats that the service stood in for."""
        return tuple(seat for seat, _ in self.values if self._bound_by[seat][0] == "service")

    @property
    def told(self) -> tuple[PartTold, ...]:
        """Of every part that was bound, whose it was."""
        there = [(seat, *self._bound_by[seat]) for seat in self._players if seat in self._committed]
        return tuple(PartTold(seat, by == "service", hand, self._shown_by.get(seat)) for seat, by, hand in there)

    @property
    def hidden(self) -> tuple[str, ...]:
        """The seats whose part was bound and not shown."""
        return tuple(seat for seat in self._players if seat in self._committed and seat not in self._revealed)

    @property
    def complete(self) -> bool:
        """Whether everything that was committed to was revealed, and there was something: the dice rest on it from then on."""
        return bool(self._committed) and len(self._revealed) == len(self._committed)

    def commit(self, stored: Stored) -> None:
        """A `ContributionCommitted`. Raises `Misspelt`, `Unproven`."""
        (seat, by), commitment = self._seat(stored), hex_in(stored, "commitment", 32)
        if seat in self._committed:
            raise Unproven(f"{shown(seat)} contributes twice", f"{shown(seat)} contribue deux fois")
        self._committed[seat] = commitment
        self._bound_by[seat] = by, self._hands.of(text_in(stored, "actor"), seat)

    def reveal(self, stored: Stored) -> None:
        """A `ContributionRevealed`. Raises `Misspelt`, `Unproven`."""
        (seat, by), value = self._seat(stored), hex_in(stored, "value")
        missing = [s for s in self._players if s not in self._committed]
        if seat not in self._committed or seat in self._revealed:
            raise Unproven(
                f"{shown(seat)} reveals a contribution that it did not commit to, or had revealed",
                f"{shown(seat)} révèle une contribution sans s'y être engagé, ou deux fois",
            )
        if by != self._bound_by[seat][0]:
            raise Unproven(
                f"the part of {shown(seat)} was bound by {_BY[self._bound_by[seat][0]].en} and is shown by {_BY[by].en}",
                f"la part de {shown(seat)} a été engagée par {_BY[self._bound_by[seat][0]].fr} et montrée par {_BY[by].fr}",
            )
        if missing:
            raise Unproven(
                f"{shown(seat)} reveals before {shown(missing[0])} has committed",
                f"{shown(seat)} révèle avant que {shown(missing[0])} ne s'engage",
            )
        if not LEAST_CONTRIBUTION <= len(value) <= MOST_CONTRIBUTION:
            raise Unproven(
                f"the contribution of {shown(seat)} has {len(value)} bytes, not {LEAST_CONTRIBUTION} to {MOST_CONTRIBUTION}",
                f"la contribution de {shown(seat)} a {len(value)} octets, pas de {LEAST_CONTRIBUTION} à {MOST_CONTRIBUTION}",
            )
        if not hmac.compare_digest(contribution_commitment(self._game, seat, value), self._committed[seat]):
            raise Unproven(
                f"what {shown(seat)} reveals is not what it committed to", f"ce que {shown(seat)} révèle n'est pas son engagement"
            )
        self._revealed[seat] = value
        self._shown_by[seat] = self._hands.of(text_in(stored, "actor"), seat)

    def settled(self) -> None:
        """Raise `Unproven` while some are revealed and others are not: nothing may be rolled then."""
        if self._revealed and not self.complete:
            seat = shown(next(seat for seat in self._committed if seat not in self._revealed))
            raise Unproven(
                f"dice are rolled after others have revealed and before {seat} does",
                f"des dés sont lancés après que d'autres ont révélé et avant que {seat} ne le fasse",
            )

    def _seat(self, stored: Stored) -> tuple[str, str]:
        """The seat, and by whom."""
        seat, by = text_in(stored, "seat"), text_in(stored, "by") or "seat"
        if not self._sealed:
            raise Unproven(
                f"{shown(seat)} contributes, but the dice are the table's: nothing is added to them",
                f"{shown(seat)} contribue, mais les dés sont ceux de la table : rien ne s'y ajoute",
            )
        if seat not in self._players:
            raise Unproven(
                f"{shown(seat)} contributes but is no player's seat", f"{shown(seat)} contribue mais n'est le siège d'aucun joueur"
            )
        if by not in ("seat", "service"):
            raise Misspelt(
                f"a contribution is made by the seat or by the service, not by {shown(by)}",
                f"une contribution vient du siège ou du service, pas de {shown(by)}",
            )
        return seat, by

    @property
    def _own(self) -> Iterator[str]:
        """The seats whose part, once all are shown, is not the service's."""
        return (seat for seat, _ in self.values if self._bound_by[seat][0] == "seat")


_BY = {"seat": Said("the seat", "le siège"), "service": Said("the service", "le service")}
