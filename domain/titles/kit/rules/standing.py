"""How a game stands and ends, by its points."""

from collections.abc import Mapping

from domain.kernel.text import Text, listed
from domain.titles.contract.about import Ranking
from domain.titles.contract.ruleset import (
    Outcome,
    ScoreLine,
)
from domain.titles.kit.rules.declarations import OVER, B, S
from domain.titles.kit.rules.secrets import Secrets


class Standing(Secrets[S, B]):
    def score(self, board: B) -> tuple[ScoreLine, ...]:
        """What the board's `points` say of each seat; 0 where it has none."""
        points = getattr(board, "points", {})
        return tuple(ScoreLine(seat, points.get(seat, 0)) for seat in board.setting.seats)  # type: ignore[attr-defined]

    def outcome(self, board: B) -> Outcome | None:
        return self.ranking(board, {}).outcome

    def ranking(self, board: B, penalties: Mapping[str, int]) -> Ranking:
        """Once the game is over, the seats with the most points, penalties included, have won: the
        first of the title's endings. A title with an outcome of its own says itself how penalties
        count."""
        if type(self).outcome is not Standing.outcome:
            return super().ranking(board, penalties)
        over = self.phase(board) == OVER
        return Ranking(
            self._most_points(board, penalties) if over else None,
            {} if over and penalties else self.places(board),
        )

    def _most_points(self, board: B, penalties: Mapping[str, int]) -> Outcome:
        points = {
            line.seat: line.points + penalties.get(line.seat, 0) for line in self.score(board)
        }
        best = max(points.values())
        winners = tuple(seat for seat in points if points[seat] == best)
        names = listed(tuple(map(board.setting.name, winners)))  # type: ignore[attr-defined]
        sentence = (
            Text("{names} share the victory with {points}.")
            if len(winners) > 1
            else Text("{names} wins with {points}.")
        )
        won = self.unit.filled({"n": best})
        return Outcome(
            self.about.endings[0], winners, sentence.filled({"names": names, "points": won})
        )
