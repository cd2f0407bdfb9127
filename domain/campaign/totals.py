"""The results of a campaign's games and their totals."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.amounts import Amount, exact
from domain.titles.contract.ruleset import Outcome, ScoreLine


class Result(Struct, frozen=True):
    """The result of a campaign's game: its outcome (None: it goes on, or was broken off) and every
    seat's points."""

    outcome: Outcome | None
    score: tuple[ScoreLine, ...]


class Total(Struct, frozen=True):
    """A seat's total over a campaign: games won, and points of all games that were finished."""

    seat: str
    wins: int = 0
    points: Amount = 0


def totals(results: Iterable[Result]) -> tuple[Total, ...]:
    """Wins and points by seat, in the order of the score. Games without an outcome are not counted.
    A seat without points, such as an opponent played by the rules, is listed once it has won."""
    totals_by_seat: dict[str, Total] = {}
    for result in results:
        over = result.outcome is not None
        for line in result.score:
            total = totals_by_seat.get(line.seat, Total(line.seat))
            totals_by_seat[line.seat] = replace(
                total, points=exact(total.points + line.points) if over else total.points
            )
        for seat in result.outcome.winners if result.outcome is not None else ():
            total = totals_by_seat.get(seat, Total(seat))
            totals_by_seat[seat] = replace(total, wins=total.wins + 1)
    return tuple(totals_by_seat.values())
