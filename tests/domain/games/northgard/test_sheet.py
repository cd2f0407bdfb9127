from __future__ import annotations

from domain.games.northgard import RULES
from tests.builders.northgard import table


def test_a_duel_leaves_its_score_and_its_winner() -> None:
    won = table(points={"blue": 5, "red": 3})
    assert RULES.sheet(won) == {"score": {"blue": 5, "red": 3}, "outcome": "victory-points", "winners": ["blue"]}
    assert RULES.sheet(table(points={"blue": 4, "red": 3})) == {"score": {"blue": 4, "red": 3}, "outcome": None, "winners": []}
