"""Tournaments and campaigns whose games are score sheets with computed totals, which become their
points."""

import pytest

from domain.campaign.campaigns import Campaigns, read_scenarios
from domain.campaign.totals import Total, totals
from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Opening
from domain.game.store.catalogs import Catalogs
from domain.titles.score_sheet import RULES
from domain.titles.score_sheet.actions import End, Fill
from domain.tournament.values import Entry
from tests.builders.table import Table
from tests.domain.campaign.campaigning import scenario
from tests.domain.tournament.directing.hall import DUELS, Hall


def deal(taker: int, first: int, **more: str) -> dict[str, int | str]:
    sides = {"points:side-1": first, "points:side-2": 162 - first}
    return {"taker": f"side-{taker}", **sides, **more}


DEALS = (deal(1, 100), deal(2, 62, belote="side-1"), deal(1, 40))
"""By hand: 100 to 62; 82 to 100; then 40 is too few, so all 162 go to the other side."""


def to_300(clerk: Clerk) -> str:
    """Store the catalog of Belote to 300 points. Returns its digest."""
    data = RULES.catalogs()["belote"].data.replace(b'"target": 1000', b'"target": 300')
    return Catalogs(clerk.key_values).keep(data)[0].catalog.sha256


def played(clerk: Clerk, game: Game) -> Table:
    table = Table(clerk, game=game.id)
    for number, values in enumerate(DEALS, 1):
        table.act("p1", Fill(values, number))
    table.act("p1", End())
    return table


def test_pairs_are_placed_by_the_totals_of_their_sides(clerk: Clerk) -> None:
    hall = Hall(clerk, DUELS, 2, ruleset="score-sheet", catalog=to_300(clerk), undo="free").begun(
        games=True
    )
    table = hall.now.rounds[0].tables[0]
    played(clerk, clerk.game(table.game))
    first, second = table.entrants
    result = hall.on.results.take(hall.order(), 1, 1).tournament.rounds[0].tables[0].result
    assert set(result.result.entries) == {Entry(second, 1, 324), Entry(first, 2, 182)}


@pytest.mark.parametrize("players", [2, 4])
def test_a_penalty_and_a_correction_reach_the_winning_side(clerk: Clerk, players: int) -> None:
    opening = Opening(ruleset="score-sheet", catalog=to_300(clerk), players=players)
    table = played(clerk, clerk.open_game(opening, "t", f"belote {players}").state)
    second = tuple(seat for seat in table.game.setting.seats if seat in ("p2", "p4"))
    assert table.game.outcome.winners == second
    assert "142 ahead" in table.game.outcome.text.en
    table.rule("penalty", seat=second[-1], points=-200)
    assert table.game.outcome.winners == ("p1", "p3")[: players // 2]
    table.rule("correct", patch=(
        {"op": "replace", "path": "/cells/side-1/points.1", "value": 0},
        {"op": "replace", "path": "/cells/side-2/points.1", "value": 162},
    ))  # fmt: skip
    assert table.game.outcome.winners == second, "182 - 100 against 324 - 62 + 162 - 200"


def test_a_campaign_adds_up_the_totals_of_its_sheets(clerk: Clerk) -> None:
    series = Campaigns(clerk)
    campaign = series.open(
        Opening(ruleset="score-sheet", catalog=to_300(clerk), players=2), "organiser", "evenings"
    ).campaign
    for _ in range(2):
        campaign, game = scenario(clerk, campaign)
        played(clerk, game)
    added = totals(done.result for done in read_scenarios(clerk, campaign))
    assert added == (Total("p1", 0, 364), Total("p2", 2, 648))
