"""Rulings on a game with hidden values: when the arbiter looks behind, it is written down."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from api import create_app
from tests.builders.api.client import KEY
from tests.builders.api.disputes import Dispute
from tests.builders.api.judging import Judge
from tests.builders.stores import new_clerk
from tests.builders.table import FIEF


@pytest.fixture
def hidden(tmp_path: Path) -> Any:
    """A game of Fief in which sealed bids lie on the table."""
    with closing(new_clerk(tmp_path / "fief.sqlite")) as clerk:
        table = Dispute(create_app(clerk, None, KEY), clerk, ruleset=FIEF, seed=5)
        table.played.until(lambda game: game.rules.hides(game.board))
        yield table


def looks(table: Dispute) -> list[tuple[str, str, str]]:
    """The access log: what was looked at, as whom, by whom."""
    return [(look["what"], look["audience"], look["role"]) for look in table.read("", "/looks")["looks"]]


def test_looking_behind_is_written_down_and_only_where_it_is_one(hidden: Dispute) -> None:
    judge = Judge(hidden)
    judge.write({"type": "penalty", "seat": "red", "points": -2})
    assert looks(hidden) == [], "a penalty needs no look"
    judge.at("/rule?remedy=correct&how=patch")
    assert "Showing it goes into the access log." in judge.page and "/families/red/purse" not in judge.page
    assert looks(hidden) == []
    judge.press_do("document")
    assert "/families/red/purse" in judge.page
    judge.write({"type": "annul", "from_seq": hidden.now.in_force()[-1], "rolls": "reroll"})
    assert "this look is in the access log" in judge.page
    assert set(looks(hidden)) == {("POST /games/{game}/desk/rule", "arbiter", "arbiter")}
    assert len(looks(hidden)) == 2
