"""The results of a campaign's games and their totals."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.amounts import Amount, exact_amount
from domain.titles.contract.ruleset import Outcome, ScoreLine


class Result(Struct, frozen=True):
    """The result of a campaign's game: its outcome (None: the game goes on, or was broken off) and
    the points of every seat."""

    outcome: Outcome | None
    score: tuple[ScoreLine, ...]


class Total(Struct, frozen=True):
    """The total of a seat over a campaign: how many games it won (`wins`), and the sum of its
    points in all finished games."""

    seat: str
    wins: int = 0
    points: Amount = 0


def totals(results: Iterable[Result]) -> tuple[Total, ...]:
    """The total of each seat, in the order of the scores. Games without an outcome add nothing.
    Some seats are in no score, such as an opponent played by the rules: such a seat is included
    once it has won."""
    totals_by_seat: dict[str, Total] = {}
    for result in results:
        over = result.outcome is not None
        for line in result.score:
            total = totals_by_seat.get(line.seat, Total(line.seat))
            totals_by_seat[line.seat] = replace(
                total, points=exact_amount(total.points + line.points) if over else total.points
            )
        for seat in result.outcome.winners if result.outcome is not None else ():
            total = totals_by_seat.get(seat, Total(seat))
            totals_by_seat[seat] = replace(total, wins=total.wins + 1)
    return tuple(totals_by_seat.values())
