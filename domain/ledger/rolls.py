"""The rolls of a game, followed from record to record: their numbers, where each came from, and at the closing of a game with
sealed dice every pick derived again.

Numbers are dense and never rewind, neither by undo nor by ruling, or the service could choose its dice by skipping. After a ruling
that lets crossed rolls stand, a roll may say that it is the roll `of` an earlier number; it has a number of its own all the same.
"""

from __future__ import annotations

import hmac
from array import array
from collections import Counter
from hashlib import sha256
from io import BytesIO
from typing import Literal

from domain.ledger.contributions import Contributions
from domain.ledger.dice import SEED_SIZE, dice_key, picks, read_spec, seed_commitment
from domain.ledger.errors import Misspelt, Unproven
from domain.ledger.spelling import read_hex, shown
from domain.ledger.standing import Standing
from domain.ledger.stored import Stored, hex_in, list_in, number_in, objects_in, text_in

MOST_PENDING = 1 << 28
"""Bytes of rolls kept until the seed is shown: some millions of rolls."""

MOST_ROLLS = 1 << 22
"""Rolls of one game: each takes 40 bytes of memory."""

_DIGEST = 32


class Rolls:
    """The chance of one game."""

    def __init__(self, game: str, opened: Stored) -> None:
        """From the opening record. Raises `Misspelt`."""
        seats = objects_in(opened, "seats")
        ids = tuple(text_in(seat, "id") for seat in seats)
        if len(set(ids)) != len(ids) or not all(id and id.isprintable() and " " not in id for id in ids):
            raise Misspelt("its seats cannot be told apart", "ses sièges ne se distinguent pas")
        chance = text_in(opened, "chance")
        if chance not in ("sealed", "table"):
            raise Misspelt(
                f"its chance is {shown(chance)}, not sealed or table", f"son hasard est {shown(chance)}, ni scellé ni de table"
            )
        self.chance: Literal["sealed", "table"] = "sealed" if chance == "sealed" else "table"
        self._commitment = hex_in(opened, "commitment", 32) if chance == "sealed" else b""
        players = tuple(id for id, seat in zip(ids, seats, strict=True) if seat.get("role") == "player")
        self.contributions = Contributions(game, players)
        self.sources: Counter[str] = Counter()
        self.repeats = 0
        self.alone = 0
        """How many sealed rolls were drawn before the seats' contributions were there."""
        self._game = game
        self._joint_from = 0
        self._digests = bytearray()
        self._seqs = array("Q")
        self._pending = bytearray()
        self.standing = Standing()
        self.take(1, opened)

    @property
    def count(self) -> int:
        """How many rolls there were: the last one's number."""
        return len(self._seqs)

    def take(self, seq: int, stored: Stored) -> None:
        """The rolls in a record. Raises `Misspelt`, `Unproven`."""
        rolls = objects_in(stored, "rolls")
        if rolls:
            self.contributions.settled()
        for roll in rolls:
            self._roll(seq, roll)

    def commit(self, stored: Stored) -> None:
        """A `ContributionCommitted`. Raises `Misspelt`, `Unproven`."""
        self.contributions.commit(stored)

    def reveal(self, seq: int, stored: Stored) -> None:
        """A `ContributionRevealed`: from the last one on the seats' key draws. Raises `Misspelt`, `Unproven`."""
        self.contributions.reveal(stored)
        if self.contributions.complete:
            self._joint_from = seq
            self.alone = self.count

    def close(self, closed: Stored) -> None:
        """`GameClosed`: the seed is shown, and every sealed roll derived again. Raises `Misspelt`, `Unproven`."""
        shown_seed = text_in(closed, "seed")
        if self.chance == "table":
            if shown_seed:
                raise Unproven(
                    "it shows a seed, but the dice were the table's", "elle montre une graine, mais les dés étaient à la table"
                )
            return
        if not shown_seed:
            raise Unproven(
                "the game closed without showing the seed of its dice", "la partie s'est close sans montrer la graine de ses dés"
            )
        seed = read_hex(shown_seed, SEED_SIZE)
        if not hmac.compare_digest(seed_commitment(self._game, seed), self._commitment):
            raise Unproven(
                "the seed it shows is not the one that was committed to at the opening",
                "la graine montrée n'est pas celle engagée à l'ouverture",
            )
        alone, joint = dice_key(self._game, seed), dice_key(self._game, seed, self.contributions.values)
        for line in BytesIO(self._pending):
            seq, number, spec, *found = line.decode().split()
            key = joint if 0 < self._joint_from < int(seq) else alone
            if picks(key, int(number), spec) != tuple(map(int, found)):
                raise Unproven(
                    f"roll {number} is not what the seed and the contributions draw",
                    f"le jet {number} n'est pas celui que tirent la graine et les contributions",
                    int(seq),
                )

    # -- one roll -----------------------------------------------------------------------------------------------------

    def _roll(self, seq: int, roll: Stored) -> None:
        number, source, of = number_in(roll, "number"), text_in(roll, "source"), number_in(roll, "of")
        if self.count == MOST_ROLLS:
            raise _too_many()
        if number != self.count + 1:
            raise Unproven(
                f"roll {number} stands where roll {self.count + 1} belongs: numbers are dense and never go back",
                f"le jet {number} est à la place du jet {self.count + 1} : les numéros se suivent et ne reviennent jamais",
            )
        if source not in ({"sealed"} if self.chance == "sealed" else {"table", "attested"}):
            raise Unproven(
                f"roll {number} comes from {shown(source)} in a game whose chance is {self.chance}",
                f"le jet {number} vient de {shown(source)} dans une partie au hasard {self.chance}",
            )
        spec, found, values = text_in(roll, "spec"), list_in(roll, "picks"), list_in(roll, "values")
        self._well_formed(number, spec, found, values)
        digest = sha256(repr((text_in(roll, "kind"), spec, found, values)).encode("utf-8", "surrogatepass")).digest()
        if of:
            self._repeat(seq, number, of, digest)
        elif self.chance == "sealed":
            self._pending += f"{seq} {number} {spec} {' '.join(map(str, found))}".rstrip().encode() + b"\n"
            if len(self._pending) > MOST_PENDING:
                raise _too_many()
        self.sources[source] += 1
        self._digests += digest
        self._seqs.append(seq)

    def _well_formed(self, number: int, spec: str, found: list[object], values: list[object]) -> None:
        many, size, again = read_spec(spec)
        fits = len(found) == len(values) == many and all(type(p) is int and 0 <= p < size for p in found)
        fits = fits and all(type(v) in (int, str) for v in values)
        pairs = set(zip(found, values, strict=False)) if fits else set()
        if not fits or len(pairs) != len({pick for pick, _ in pairs}) or not (again or len(pairs) == many):
            raise Unproven(
                f"roll {number} does not have the picks and values that {spec} has",
                f"le jet {number} n'a pas les tirages et les valeurs de {spec}",
            )

    def _repeat(self, seq: int, number: int, of: int, digest: bytes) -> None:
        if not 0 < of < number or self._digests[(of - 1) * _DIGEST : of * _DIGEST] != digest:
            raise Unproven(
                f"roll {number} says it is roll {of}, and is not", f"le jet {number} se dit le jet {of}, et ne l'est pas"
            )
        if not self.standing.take(seq, number, of, self._seqs[of - 1]):
            raise Unproven(
                f"roll {number} repeats roll {of}, which no ruling in force let stand",
                f"le jet {number} répète le jet {of}, qu'aucune décision en vigueur n'a maintenu",
            )
        self.repeats += 1


def _too_many() -> Misspelt:
    return Misspelt("there are more rolls than an audit can keep", "il y a plus de jets qu'un audit n'en peut garder")
