"""The rolls of a game, checked from record to record: their numbers, their sources and, when a game
with sealed dice is closed, every pick derived again.

Numbers are dense and never go back, neither by undo nor by ruling; else the service could choose
its dice by skipping some. Only actions and openings (not those of branches) roll: rolls in any
other record would use up numbers. After a ruling that preserves the rolls of annulled actions, the
next rolls of their kind repeat them (`standing_rolls.py`) under new numbers.
"""

import hmac
import json
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

from domain.proof.chance.contributions import Actors, Contributions
from domain.proof.chance.dice import SEED_SIZE, dice_key, picks, read_spec, seed_commitment
from domain.proof.chance.standing_rolls import RollContent, StandingRolls, should_repeat
from domain.proof.errors import Misspelt, Unproven
from domain.proof.spelling import read_hex, shown
from domain.proof.stored import Stored, hex_in, list_in, number_in, object_in, objects_in, text_in

MOST_SAID = 1 << 28
"""Bytes of rolls kept until the seed is revealed: some millions of rolls."""

MOST_ROLLS = 1 << 22
"""The most rolls of one game. Each takes 24 bytes of memory besides its content."""

MOST_OFTEN, SHORT = 1 << 12, 1 << 7
"""The number of short rolls whose spelling is cached, over all audited games; and the most bytes of
a short roll."""

MOST_CROSSED = 1 << 12
"""The most entries of `crossed` that the report lists."""

SOURCES = {"sealed": ("sealed",), "duplicate": ("dealt",), "table": ("table", "attested")}
"""The sources that a game's rolls may have, by its chance."""

ROLLING = ("GameOpened", "ActionTaken")
"""The topics of records that roll."""

How = Literal["retracted", "reroll", "stands", "overturned", "forbidden"]


class CrossedRolls(NamedTuple):
    """Rolls that record `seq` took out of force. Or, if `how` is `forbidden`, the rolls of action
    `seq` itself, which the rules forbid and an arbiter let stand.

    - `how`: `retracted` by undo; by a ruling that annuls their actions and lets the rolls stand
      (`stands`) or not (`reroll`); by the overturning of a ruling (`overturned`); or `forbidden`.
    - `by`: the seat that did this, or the arbiter; `agreed`: the seats that agreed.
    - `numbers`: those of the rolls."""

    seq: int
    how: How
    by: str
    agreed: tuple[str, ...]
    numbers: tuple[int, ...]


class RecordedRoll(NamedTuple):
    """A roll as its record states it. `of` is the number of the roll that it repeats, or 0."""

    number: int
    source: str
    of: int
    content: RollContent


def rolls_in(stored: Stored) -> tuple[RecordedRoll, ...]:
    """The rolls of a record, each with the right count of picks and values. Their order is not
    checked here. Raises `Misspelt`, `Unproven`."""
    return tuple(map(_roll_in, objects_in(stored, "rolls")))


def _roll_in(roll: Stored) -> RecordedRoll:
    number, source, of = number_in(roll, "number"), text_in(roll, "source"), number_in(roll, "of")
    spec, indices, values = text_in(roll, "spec"), list_in(roll, "picks"), list_in(roll, "values")
    many, size, again = read_spec(spec)
    fits = len(indices) == len(values) == many and all(
        type(p) is int and 0 <= p < size for p in indices
    )
    fits = fits and all(type(v) in (int, str) for v in values)
    pairs = set(zip(indices, values, strict=False)) if fits else set()
    if (
        not fits
        or len(pairs) != len({pick for pick, _ in pairs})
        or not (again or len(pairs) == many)
    ):
        raise Unproven(
            f"roll {number} does not have the picks and values that {spec} has",
            f"le jet {number} n'a pas les tirages et les valeurs de {spec}",
        )
    return RecordedRoll(
        number, source, of, RollContent(text_in(roll, "kind"), spec, tuple(indices), tuple(values))
    )


def need_rolls_allowed(topic: str, stored: Stored) -> None:
    """Raise `Unproven` if the record has rolls although its kind may not roll, or although it opens
    a branch."""
    if not objects_in(stored, "rolls") or (topic in ROLLING and not object_in(stored, "lineage")):
        return
    if topic in ROLLING:
        raise Unproven(
            "a branch opens with rolls, and nothing is rolled when one opens: its set-up is that "
            "of the game it grew from",
            "une branche s'ouvre avec des jets, or rien ne s'y lance : sa mise en place est celle "
            "de la partie d'origine",
        )
    raise Unproven(
        f"it is a {topic} with rolls, and nothing is rolled in it: only openings and actions roll",
        f"c'est une écriture {topic} avec des jets, or rien ne s'y lance : seules les ouvertures "
        f"et les actions lancent",
    )


_often: dict[RollContent, bytes] = {}


class Rolls:
    def __init__(self, game: str, opened: Stored) -> None:
        seats = objects_in(opened, "seats")
        ids = tuple(text_in(seat, "id") for seat in seats)
        if len(set(ids)) != len(ids) or not all(
            id and id.isprintable() and " " not in id for id in ids
        ):
            raise Misspelt("its seats cannot be told apart", "ses sièges ne se distinguent pas")
        chance = text_in(opened, "chance")
        if chance not in SOURCES:
            raise Misspelt(
                f"its chance is {shown(chance)}, not sealed, duplicate or table",
                f"son hasard est {shown(chance)}, ni scellé, ni dupliqué, ni de table",
            )
        self.chance = chance
        self._commitment = hex_in(opened, "commitment", 32) if chance != "table" else b""
        players = tuple(
            id for id, seat in zip(ids, seats, strict=True) if seat.get("role") == "player"
        )
        self.contributions = Contributions(game, players, Actors(opened), sealed=chance == "sealed")
        self.sources: Counter[str] = Counter()
        self.typed: Counter[str] = Counter()
        self.repeats = 0
        self.alone = 0
        """The number of sealed rolls made before the seats' contributions were complete."""
        self._game = game
        self._joint_from = 0
        self._seqs, self._ofs, self._ends = array("Q"), array("Q"), array("Q")
        self._contents = bytearray()
        self.standing = StandingRolls()
        self.crossed: list[CrossedRolls] = []
        """Rolls taken out of force, at most `MOST_CROSSED`."""
        self.unsure: list[tuple[int, int, int]] = []
        """Rolls that may be repetitions, which only the rules can tell; at most `MOST_CROSSED`: the
        record, the number, and the standing roll."""
        self._take_rolls(1, rolls_in(opened))
        self.at_opening = self.count

    @property
    def count(self) -> int:
        return len(self._seqs)

    def take_action(
        self, seq: int, seat: str, rolls: Sequence[RecordedRoll], *, forbidden: bool
    ) -> None:
        """Check the rolls of an `ActionTaken`. `forbidden`: the rules forbid the
        action, and an arbiter let it stand. Raises `Misspelt`, `Unproven`."""
        self.standing.chain.add_action(seq)
        before = self.count
        self._take_rolls(seq, rolls)
        if self.chance == "table" and self.count > before:
            self.typed[seat] += self.count - before
        if forbidden:
            self._add_crossed(
                seq, "forbidden", "arbiter", (), tuple(range(before + 1, self.count + 1))
            )

    def take_ruling(self, seq: int, stored: Stored) -> None:
        move = self.standing.chain.take_ruling(seq, stored)
        if move is not None:
            gone = tuple(self._rolls_between(move.tip_before, min(move.tip_before, move.tip_after)))
            self.standing.annul(move, (self._ofs[n - 1] or n for n in gone))
            self._add_crossed(
                seq, "stands" if move.rolls == "stands" else "reroll", "arbiter", (), gone
            )

    def overturn_ruling(self, seq: int, stored: Stored) -> None:
        tip = self.standing.chain.tip
        move = self.standing.chain.overturn_ruling(seq, stored)
        if move is not None:
            self.standing.overturn_ruling(move)
            self._add_crossed(
                seq,
                "overturned",
                "arbiter",
                (),
                tuple(self._rolls_between(tip, min(move.tip_before, move.tip_after))),
            )

    def retract_actions(self, seq: int, stored: Stored) -> None:
        chain, agreed = self.standing.chain, list_in(stored, "agreed")
        tip = chain.tip
        chain.retract_actions(seq, stored)
        self.standing.clear_cache()
        self._add_crossed(
            seq,
            "retracted",
            text_in(stored, "seat"),
            tuple(map(str, agreed)),
            tuple(self._rolls_between(tip, chain.tip)),
        )

    def restore_actions(self, _seq: int, stored: Stored) -> None:
        self.standing.chain.restore_actions(stored)
        self.standing.clear_cache()

    def commit_part(self, _seq: int, stored: Stored) -> None:
        self.contributions.commit_part(stored)

    def reveal_part(self, seq: int, stored: Stored) -> None:
        """Check a `ContributionRevealed`. Once all parts are revealed, rolls use the key from the
        seed and all parts. Raises `Misspelt`, `Unproven`."""
        self.contributions.reveal_part(stored)
        if self.contributions.complete:
            self._joint_from = seq
            self.alone = self.count

    def close_game(self, closed: Stored) -> None:
        """Check a `GameClosed`: it must reveal the seed of sealed dice, and every sealed roll must
        follow from it. Raises `Misspelt`, `Unproven`."""
        shown_seed = text_in(closed, "seed")
        if self.chance != "sealed":
            if shown_seed:
                en, fr = ("the dice were the table's", "les dés étaient à la table")
                if self.chance == "duplicate":
                    en, fr = (
                        "its dice are those of a deal that others share",
                        "ses dés sont ceux d'une donne partagée",
                    )
                raise Unproven(f"it shows a seed, but {en}", f"elle montre une graine, mais {fr}")
            return
        if not shown_seed:
            raise Unproven(
                "the game closed without showing the seed of its dice",
                "la partie s'est close sans montrer la graine de ses dés",
            )
        seed = read_hex(shown_seed, SEED_SIZE)
        if not hmac.compare_digest(seed_commitment(self._game, seed), self._commitment):
            raise Unproven(
                "the seed it shows is not the one that was committed to at the opening",
                "la graine montrée n'est pas celle engagée à l'ouverture",
            )
        alone, joint = (
            dice_key(self._game, seed),
            dice_key(self._game, seed, self.contributions.values),
        )
        for number, (seq, of) in enumerate(zip(self._seqs, self._ofs, strict=True), start=1):
            roll = self._content(number)
            key = joint if 0 < self._joint_from < seq else alone
            if not of and picks(key, number, roll.spec) != roll.picks:
                raise Unproven(
                    f"roll {number} is not what the seed and the contributions draw",
                    f"le jet {number} n'est pas celui que tirent la graine et les contributions",
                    seq,
                )

    # -- one roll ----------------------------------------------------------------------------------

    def _take_rolls(self, seq: int, rolls: Sequence[RecordedRoll]) -> None:
        if rolls:
            self.contributions.need_none_pending()
        for roll in rolls:
            self._take_roll(seq, roll)

    def _take_roll(self, seq: int, roll: RecordedRoll) -> None:
        number, source, of, content = roll
        next = len(self._seqs) + 1
        if next > MOST_ROLLS:
            raise _too_many()
        if number != next:
            raise Unproven(
                f"roll {number} stands where roll {next} belongs: numbers are dense and never go "
                f"back",
                f"le jet {number} est à la place du jet {next} : les numéros se suivent et ne "
                f"reviennent jamais",
            )
        if source not in SOURCES[self.chance]:
            raise Unproven(
                f"roll {number} comes from {shown(source)} in a game whose chance is {self.chance}",
                f"le jet {number} vient de {shown(source)} dans une partie au hasard {self.chance}",
            )
        if of:
            self._check_repetition(seq, number, of, content)
        self._need_none_owed(seq, number, of, content)
        if of:
            self.standing.repeat(seq, of)
            self.repeats += 1
        self.sources[source] += 1
        self._contents += self._content_bytes(content)
        if len(self._contents) > MOST_SAID:
            raise _too_many()
        self._ends.append(len(self._contents))
        self._seqs.append(seq)
        self._ofs.append(of)

    def _check_repetition(self, seq: int, number: int, of: int, roll: RollContent) -> None:
        if not 0 < of < number or self._content(of) != roll:
            raise Unproven(
                f"roll {number} says it is roll {of}, and is not",
                f"le jet {number} se dit le jet {of}, et ne l'est pas",
            )
        if of not in self.standing.stand_now:
            raise Unproven(
                f"roll {number} repeats roll {of}, which no ruling in force let stand",
                f"le jet {number} répète le jet {of}, qu'aucune décision en vigueur n'a maintenu",
            )

    def _need_none_owed(self, seq: int, number: int, of: int, roll: RollContent) -> None:
        """Raise `Unproven` if the new roll `number` of record `seq` was made before a standing roll
        that had to be repeated. `of`: the standing roll that it repeats (0: none). If only the
        rules can tell, the roll is added to `unsure`."""
        for n in self.standing.stand_now:
            if n == of:
                return
            due = should_repeat(roll, self._content(n))
            if due:
                raise Unproven(
                    f"roll {number} had to repeat roll {n}, which a ruling let stand, before "
                    f"anything is rolled anew",
                    f"le jet {number} devait répéter le jet {n}, maintenu par décision, avant "
                    f"tout nouveau jet",
                )
            if due is None and len(self.unsure) < MOST_CROSSED:
                self.unsure.append((seq, number, n))

    def _content_bytes(self, roll: RollContent) -> bytes:
        """A roll's content as bytes. Cached, since most rolls occur many times."""
        spelt = _often.get(roll)
        if spelt is None:
            spelt = json.dumps(roll).encode()
            if len(spelt) <= SHORT and len(_often) < MOST_OFTEN:
                _often[roll] = spelt
        return spelt

    def _content(self, number: int) -> RollContent:
        start = self._ends[number - 2] if number > 1 else 0
        kind, spec, indices, values = json.loads(self._contents[start : self._ends[number - 1]])
        return RollContent(kind, spec, tuple(indices), tuple(values))

    def _rolls_between(self, tip: int, down_to: int) -> Iterator[int]:
        for first, last in self.standing.chain.runs(tip, down_to):
            yield from range(bisect_left(self._seqs, first) + 1, bisect_right(self._seqs, last) + 1)

    def _add_crossed(
        self, seq: int, how: How, by: str, agreed: tuple[str, ...], numbers: tuple[int, ...]
    ) -> None:
        if numbers and len(self.crossed) < MOST_CROSSED:
            self.crossed.append(CrossedRolls(seq, how, by, agreed, numbers))


TAKES: dict[str, Callable[[Rolls, int, Stored], None]] = {
    "ContributionCommitted": Rolls.commit_part,
    "ContributionRevealed": Rolls.reveal_part,
    "RulingGiven": Rolls.take_ruling,
    "RulingOverturned": Rolls.overturn_ruling,
    "ActionsRetracted": Rolls.retract_actions,
    "ActionsRestored": Rolls.restore_actions,
}
"""The check of a record's rolls, by its topic."""


def _too_many() -> Misspelt:
    return Misspelt(
        "there are more rolls than an audit can keep",
        "il y a plus de jets qu'un audit n'en peut garder",
    )
