"""Rulings on a game with hidden values: when the arbiter looks behind, it is written down."""

from __future__ import annotations

from tests.builders.api.disputes import Dispute
from tests.builders.api.judging import Judge


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
