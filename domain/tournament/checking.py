"""A tournament checked from its report file: every round paired again, points and ranks computed again, each difference named."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from domain.rules.text import Text
from domain.tournament.formats.trf_reading import TrfFile
from domain.tournament.pairing.engines import compared, engine
from domain.tournament.pairing.position import Position
from domain.tournament.standings.outings import outings
from domain.tournament.standings.points import scores
from domain.tournament.standings.ranking import standings
from domain.tournament.values import Amount, CannotPair, Field, Pairing, Question, RoundHistory

NO_SEED = "00" * 32
"""Stands for the seed of a tournament whose file tells none: lots may fall otherwise, costs may not."""


class RoundChecked(Struct, frozen=True):
    """One round: how many of its tables the engine pairs alike; who met again and who, of a Swiss field, had a second bye; and the
    first part on which the two differ in cost ("" where they cost alike), with what each costs. `refused` is why the engine could
    not pair it."""

    round: int
    tables: int
    alike: int
    rematches: tuple[tuple[int, int], ...] = ()
    second_byes: tuple[int, ...] = ()
    part: str = ""
    by_file: int = 0
    by_engine: int = 0
    refused: Text | None = None

    @property
    def holds(self) -> bool:
        """Whether nothing speaks against the round: no rematch and no second bye that could have been avoided."""
        return not self.second_byes and (
            self.part not in {"rematch", "hard", "second-bye", "plan"} or self.by_file <= self.by_engine
        )


class Difference(Struct, frozen=True):
    """What a file says of an entrant, and what was computed."""

    entrant: int
    stated: Amount
    computed: Amount


class Checked(Struct, frozen=True):
    """The whole: each round, and points and ranks that are not as they are stated."""

    engine: str
    version: int
    rounds: tuple[RoundChecked, ...]
    points: tuple[Difference, ...]
    ranks: tuple[Difference, ...]

    @property
    def holds(self) -> bool:
        """Whether every round holds and every point and rank is right."""
        return all(one.holds for one in self.rounds) and not self.points and not self.ranks


def checked(file: TrfFile, by: str) -> Checked:
    """The file checked by an engine: the Dutch system's rounds have to be alike, others' must cost no more where it matters. Ranks
    are compared where the file states any. Raises `CannotPair` for an engine that there is not."""
    chosen = engine(by)
    table = standings(file.field)
    made = scores(file.field, outings(file.field))
    points = [(number, stated, made[number]) for number, stated in sorted(file.points.items())]
    ranks = [
        (number, Fraction(stated), Fraction(table.row(number).rank)) for number, stated in sorted(file.ranks.items()) if stated
    ]
    return Checked(
        chosen.id,
        chosen.version,
        tuple(_round(file.field, history, by) for history in file.field.rounds),
        tuple(_differences(points)),
        tuple(_differences(ranks)),
    )


def _differences(found: list[tuple[int, Fraction, Fraction]]) -> Iterator[Difference]:
    return (Difference(number, str(stated), str(computed)) for number, stated, computed in found if stated != computed)


def _round(field: Field, history: RoundHistory, by: str) -> RoundChecked:
    given = [bye for bye in history.byes if bye.kind == "pairing"]
    asked = tuple(bye for bye in history.byes if bye.kind != "pairing")
    present = sorted([n for table in history.tables for n in table.entrants] + [bye.entrant for bye in given])
    question = Question(field, history.stage, history.round, tuple(present), asked, NO_SEED)
    position = Position(question)
    again = [(a, b) for a, b in (sorted(table.entrants) for table in history.tables) if position.meetings(a, b)]
    fewest = min((position.byes[n] for n in present), default=0)
    second = tuple(bye.entrant for bye in given if position.byes[bye.entrant] > fewest) if position.stage.format == "swiss" else ()
    found = RoundChecked(history.round, len(history.tables), 0, tuple(again), second)
    try:
        both = compared(question, engine(by), Pairing(history.tables, history.byes))
    except CannotPair as e:
        return replace(found, refused=e.text)
    theirs = {frozenset(table.entrants) for table in both.engine.tables}
    alike = sum(frozenset(table.entrants) in theirs for table in history.tables)
    return replace(found, alike=alike, part=both.part, by_file=both.by_hand, by_engine=both.by_engine)
