"""What the seats add to a game's sealed dice, so that nobody can know or choose them alone, the
service included.

Every player's seat binds itself to a value of its own; once all have, each shows its value; from
the last one on the dice rest on the seed and on all of them. Between the first value shown and the
last nothing is rolled: the seat that showed last could choose between two rolls. For a seat that is
absent the service makes a value up, and the record says so.

The commitment and the key are those of the audit's specification of dice
(`domain/proof/chance/dice.py`).
"""

import re
import secrets
from collections.abc import Iterator

from domain.game.aggregate.game import Game
from domain.game.clerk.application import ClerkApplication
from domain.game.clerk.commands import Answer, Order
from domain.game.dice.conditions import (
    Part,
    need_committable,
    need_revealable,
    parts_of,
    players,
)
from domain.game.record.records import ContributionCommitted, ContributionRevealed, Record
from domain.game.refusals import ContributionRefused
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.kernel.writer import Stamp, Unit
from domain.proof.chance.dice import LEAST_CONTRIBUTION, MOST_CONTRIBUTION, contribution_commitment

KIND = "contribution"
"""Where the key-value store keeps the values that the service made up, by `<game>/<seat>`, until
they are shown."""

_HEX = re.compile(r"(?:[0-9a-f]{2})+")


class Contributions:
    def __init__(self, clerk: ClerkApplication) -> None:
        self._clerk = clerk

    def commit(self, order: Order, seat: str, commitment: str) -> Answer:
        """Bind a seat to its part: `commitment` is the SHA-256, in hex, of the specification."""
        if len(commitment) != 64 or _HEX.fullmatch(commitment) is None:
            raise BadRequest(
                "/commitment",
                Text("A commitment is a SHA-256 in hex: 64 digits, small letters."),
            )

        def record(game: Game, unit: Unit) -> Record:
            need_committable(game, seat)
            return ContributionCommitted(**unit.stamp, seat=seat, commitment=commitment)

        return self._clerk.write(order, record)

    def stand_in(self, order: Order, seat: str) -> Answer:
        """Let the service make up the part of a seat that is absent; it is shown as soon as all
        others are."""

        def record(game: Game, unit: Unit) -> tuple[Record, ...]:
            need_committable(game, seat)
            value = self._clerk.key_values.keep(KIND, f"{game.id}/{seat}", secrets.token_bytes(32))
            commitment = contribution_commitment(game.id, seat, value).hex()
            stamp = unit.stamp
            made = ContributionCommitted(**stamp, seat=seat, commitment=commitment, by="service")
            there = (*parts_of(game), Part(seat, commitment, "service"))
            if len(there) < len(players(game)) or any(part.by == "seat" for part in there):
                return (made,)
            first = ContributionCommitted(
                at=stamp["at"], actor=order.actor, seat=seat, commitment=commitment, by="service"
            )
            return (first, *self._own(game, there, stamp))

        return self._clerk.write(order, record)

    def reveal(self, order: Order, seat: str, value: str) -> Answer:
        """Show a seat's part, in hex; with the last of them the service shows those it made up."""
        if (
            _HEX.fullmatch(value) is None
            or not LEAST_CONTRIBUTION <= len(value) // 2 <= MOST_CONTRIBUTION
        ):
            raise BadRequest(
                "/value",
                Text(
                    "A part has {least_contribution} to {most_contribution} bytes, in hex with "
                    "small letters.",
                    least_contribution=LEAST_CONTRIBUTION,
                    most_contribution=MOST_CONTRIBUTION,
                ),
            )

        def record(game: Game, unit: Unit) -> tuple[Record, ...]:
            parts = need_revealable(game, seat, bytes.fromhex(value))
            stamp = unit.stamp
            waiting = [
                part for part in parts if not part.value and part.by == "seat" and part.seat != seat
            ]
            own = () if waiting else tuple(self._own(game, parts, unit.unkeyed))
            return (*own, ContributionRevealed(**stamp, seat=seat, value=value))

        return self._clerk.write(order, record)

    def _own(self, game: Game, parts: tuple[Part, ...], last: Stamp) -> Iterator[Record]:
        made = [part.seat for part in parts if part.by == "service" and not part.value]
        for seat in made:
            value = self._clerk.key_values.fetch(KIND, f"{game.id}/{seat}")
            if value is None:
                raise ContributionRefused(
                    Text(
                        "The part that the service made up is not here: the game was imported. "
                        "Close it and open another."
                    ),
                )
            stamp = last if seat == made[-1] else {"at": last["at"], "actor": last["actor"]}
            yield ContributionRevealed(**stamp, seat=seat, value=value.hex(), by="service")
