"""The use cases of dice: the source of a game's next rolls, the result of an action with them, and
the parts that seats contribute to sealed dice. With such parts nobody can know or choose the dice
alone, not even the service.

Every player's seat commits to a value. Once all have, each reveals its value. From the last reveal
on, the dice follow from the seed and all values. Between the first and the last reveal nothing is
rolled, because the last seat could choose between two rolls. For an absent seat the service makes
up a value, and the record says so.

Commitment and key follow the audit's specification of dice (`domain/proof/chance/dice.py`).
"""

import re
import secrets
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.game.aggregate.game import Game
from domain.game.aggregate.standing_rolls import RepeatingChance, standing_rolls
from domain.game.application import ClerkApplication, UseCases, utc_now
from domain.game.commands import Answer, Order
from domain.game.dice.conditions import (
    Part,
    contributions,
    drawn_from_deal,
    need_committable,
    need_revealable,
    parts_of,
)
from domain.game.record.records import ContributionCommitted, ContributionRevealed, GameRecord
from domain.game.refusals import ContributionRefused, RollsNeeded, RollsRefused, SeedMissing
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.kernel.time_marks import Clock
from domain.kernel.writer import Stamp, Unit
from domain.proof.chance.dice import LEAST_CONTRIBUTION, MOST_CONTRIBUTION, contribution_commitment
from domain.titles.contract.chance import (
    BadValues,
    Chance,
    ChanceNeeded,
    DealtChance,
    SealedChance,
    TableChance,
    Values,
    deal_commitment,
    dice_key,
    seed_commitment,
)
from domain.titles.contract.ruleset import Action, Board, Fact

KIND = "contribution"
"""Kind of the values that the service made up, in the key-value store by `<game>/<seat>`. They stay
after they are revealed."""

KEYS = 4_096
"""The number of dice keys cached."""

_HEX = re.compile(r"(?:[0-9a-f]{2})+")


class Dice(ClerkApplication):
    def __init__(self, env: Mapping[str, str] | None = None, clock: Clock = utc_now) -> None:
        super().__init__(env, clock)
        self._dice_keys: dict[tuple[str, int], bytes] = {}

    def chance(self, game: Game, values: Values) -> Chance:
        """The source of a game's next rolls, which repeats standing rolls first. `values`: the
        rolls typed in for table dice. Raises `BadRequest` if the dice are sealed and there are
        values."""
        return _with_standing_rolls(game, self._source(game, values))

    def trial_chance(self, game: Game, values: Values) -> Chance:
        """The source of rolls for a trial: the given `values`, also if the game's dice are sealed.
        It repeats standing rolls first."""
        return _with_standing_rolls(game, TableChance(values, game.rolls))

    def _source(self, game: Game, values: Values) -> Chance:
        if game.opened.chance == "table":
            return TableChance(values, game.rolls)
        if values:
            raise BadRequest(
                "/values",
                Text("This game's dice are sealed: the service rolls them, leave the values out."),
            )
        if game.opened.chance == "duplicate":
            return DealtChance(self._deal(game), drawn_from_deal(game), game.rolls)
        return _LazySealedChance(lambda: self._dice_key(game), game.rolls)

    def seed(self, game: str, commitment: str) -> bytes | None:
        """The stored seed of a game's sealed dice, or None if it is missing or does not match the
        commitment."""
        seed = self.key_values.fetch("seed", game)
        return seed if seed is not None and seed_commitment(seed, game) == commitment else None

    def _deal(self, game: Game) -> bytes:
        """The deal that a game draws from. Raises `SeedMissing`."""
        commitment = game.opened.commitment
        deal = self.key_values.fetch("deal", commitment)
        if deal is None or deal_commitment(deal) != commitment:
            raise SeedMissing(changed=deal is not None)
        return deal

    def _dice_key(self, game: Game) -> bytes:
        added = contributions(game)
        at = (game.id, len(added))
        key = self._dice_keys.get(at)
        if key is None:
            seed = self.seed(game.id, game.opened.commitment)
            if seed is None:
                raise SeedMissing(changed=game.id in self.key_values.keys("seed", game.id))
            if len(self._dice_keys) >= KEYS:
                self._dice_keys.clear()
            key = self._dice_keys[at] = dice_key(seed, game.id, added)
        return key

    def resolve(
        self, game: Game, seat: str, action: Action, chance: Chance
    ) -> tuple[tuple[Fact, ...], Board]:
        """The facts of an action and the board after it; nothing is stored. Raises `RollsNeeded`,
        `RollsRefused`."""
        try:
            facts, board = game.rules.resolve(game.board, seat, action, chance)
            chance.check_all_used()
        except ChanceNeeded as e:
            raise RollsNeeded(e.asks, e.given) from None
        except BadValues as e:
            raise RollsRefused(e.text) from None
        return facts, board


def _with_standing_rolls(game: Game, source: Chance) -> Chance:
    return RepeatingChance(source, standing_rolls(game)) if game.history.proceedings else source


class _LazySealedChance(SealedChance):
    """Sealed dice that compute their key at the first roll, since most actions roll nothing."""

    def __init__(self, key: Callable[[], bytes], number: int) -> None:
        super().__init__(b"", number)
        self._fetch = key

    def _prepare(self, asks: tuple[Any, ...]) -> None:
        if asks and not self._key:
            self._key = self._fetch()


class Contributions(UseCases):
    def commit(self, order: Order, seat: str, commitment: str) -> Answer:
        """Record a seat's commitment to its part: a SHA-256 in hex, as the audit specifies it."""
        if len(commitment) != 64 or _HEX.fullmatch(commitment) is None:
            raise BadRequest(
                "/commitment",
                Text("A commitment is a SHA-256 in hex: 64 digits, small letters."),
            )

        def record(game: Game, unit: Unit) -> GameRecord:
            need_committable(game, seat)
            return ContributionCommitted(**unit.stamp, seat=seat, commitment=commitment)

        return self._clerk.write(order, record)

    def stand_in(self, order: Order, seat: str) -> Answer:
        """Make up a part for an absent seat and record the commitment to it. The service reveals
        this part once all others are revealed."""

        def record(game: Game, unit: Unit) -> tuple[GameRecord, ...]:
            need_committable(game, seat)
            value = self._clerk.key_values.keep(KIND, f"{game.id}/{seat}", secrets.token_bytes(32))
            commitment = contribution_commitment(game.id, seat, value).hex()
            stamp = unit.stamp
            made = ContributionCommitted(**stamp, seat=seat, commitment=commitment, by="service")
            there = (*parts_of(game), Part(seat, commitment, "service"))
            if len(there) < len(game.player_seats) or any(part.by == "seat" for part in there):
                return (made,)
            first = ContributionCommitted(
                at=stamp["at"], actor=order.actor, seat=seat, commitment=commitment, by="service"
            )
            return (first, *self._reveals_of_service(game, there, stamp))

        return self._clerk.write(order, record)

    def reveal(self, order: Order, seat: str, value: str) -> Answer:
        """Record a seat's part, in hex. If all other seats have revealed theirs, this also records
        the parts that the service made up."""
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

        def record(game: Game, unit: Unit) -> tuple[GameRecord, ...]:
            parts = need_revealable(game, seat, bytes.fromhex(value))
            stamp = unit.stamp
            waiting = [
                part for part in parts if not part.value and part.by == "seat" and part.seat != seat
            ]
            own = (
                () if waiting else tuple(self._reveals_of_service(game, parts, unit.unkeyed_stamp))
            )
            return (*own, ContributionRevealed(**stamp, seat=seat, value=value))

        return self._clerk.write(order, record)

    def _reveals_of_service(
        self, game: Game, parts: tuple[Part, ...], last: Stamp
    ) -> Iterator[GameRecord]:
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
