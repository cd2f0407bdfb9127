"""Random tournaments to pair and rank, played by `domain/tournament/simulation.py`."""

from collections.abc import Iterable

from domain.tournament import simulation
from domain.tournament.simulation import by_chance, entered, with_round
from domain.tournament.values import EDITION, Bye, Field, Question, Stage

__all__ = ["by_chance", "entered", "played", "question_of", "with_round"]


def question_of(
    field: Field, round: int, present: Iterable[int] = (), byes: tuple[Bye, ...] = (), luck: int = 0
) -> Question:
    there = tuple(present) or tuple(
        entrant.number
        for entrant in field.entrants
        if all(bye.entrant != entrant.number for bye in byes)
    )
    return simulation.question_of(field, round, there, byes, luck)


def played(
    count: int,
    stage: Stage,
    luck: int = 0,
    *,
    missing: int = 0,
    forfeits: int = 0,
    rounds: int = 0,
    edition: int = EDITION,
) -> Field:
    return simulation.played(
        count, stage, luck, missing=missing, forfeits=forfeits, rounds=rounds, edition=edition
    )[0]
