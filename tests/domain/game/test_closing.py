from __future__ import annotations

from domain.clerk.clerk import Clerk
from domain.rules.text import Text
from projections.shapes.json import summary_shape
from tests.builders.table import GROUNDS, Table, duel


def waits(table: Table) -> Text | None:
    found = summary_shape(table.game)["waits"]
    return found and Text.of(found)


def test_a_game_that_is_over_says_what_it_waits_for_until_it_is_closed(clerk: Clerk) -> None:
    table = duel(clerk)
    table.play(3)
    assert waits(table) is None, "it is played"
    table.rule("adjudicate", winners=("red",))
    said = waits(table)
    assert said is not None and "close" in said.en and "close" in said.fr
    assert "seed" in said.en and "taken back" in said.en
    claim = table.claim("blue", 2)
    asked = waits(table)
    assert asked is not None and f"record {claim}" in asked.en and "rule" in asked.en
    table.rule("stands", type(GROUNDS)("Déplacer", "unclear-rule", "", claim))
    assert waits(table) == said
    clerk.close_game(table.order())
    assert waits(table) is None
