import pytest

from domain.game.clerk.clerk import Clerk
from domain.kernel.text import Text
from domain.titles import registry
from projections.boards.positions import summary_of
from tests.builders.table import GROUNDS, Table, duel, midway


@pytest.mark.parametrize("title", registry.ids())
def test_a_game_whose_fingerprints_all_agree_is_never_unverified(clerk: Clerk, title: str) -> None:
    """Neither a few actions after the last fingerprint nor closing the game make it unverified: it
    is exact at every record."""
    table = midway(clerk, title, 24)
    history = table.game.history
    if not history.prints:
        pytest.skip(f"{title} is over before a board is fingerprinted")
    assert history.unchecked
    loaded = clerk.load(table.id)
    assert {loaded.fidelity(seq) for seq in range(1, table.game.seq + 1)} == {"exact"}
    assert clerk.close_game(table.order()).state.fidelity == "exact"


def waits(table: Table) -> Text | None:
    return summary_of(table.game).waits


def test_a_game_that_is_over_says_what_it_waits_for_until_it_is_closed(clerk: Clerk) -> None:
    table = duel(clerk).play(3)
    assert waits(table) is None, "it is played"
    table.rule("adjudicate", winners=("red",))
    waits_for = waits(table)
    assert waits_for is not None and "close" in waits_for.en and "close" in waits_for.fr
    assert "seed" in waits_for.en and "taken back" in waits_for.en
    claim = table.claim("blue", 2)
    ruling_due = waits(table)
    assert ruling_due is not None and f"record {claim}" in ruling_due.en and "rule" in ruling_due.en
    table.rule("stands", type(GROUNDS)("Déplacer", "unclear-rule", "", claim))
    assert waits(table) == waits_for
    clerk.close_game(table.order())
    assert waits(table) is None
