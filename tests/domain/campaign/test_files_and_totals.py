from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from domain.campaign.campaigns import Campaigns
from domain.campaign.totals import Result, Total, totals
from domain.game.clerk.clerk import Clerk
from domain.game.refusals import UndoRefused
from domain.kernel.text import same
from domain.titles.contract.ruleset import Outcome, ScoreLine
from domain.transfer.exports import Exports
from domain.transfer.imports import Imports
from domain.transfer.refusals import GameExists
from tests.builders.refusals import refused_with
from tests.builders.stores import new_clerk
from tests.domain.campaign.campaigning import entry, opened, scenario, undoable


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Clerk]:
    with closing(new_clerk(tmp_path / "elsewhere.sqlite")) as clerk:
        yield clerk


def test_an_exported_game_records_that_its_sheet_was_handed_on(
    clerk: Clerk, elsewhere: Clerk
) -> None:
    campaign, game = undoable(clerk)
    scenario(clerk, campaign)
    Imports(elsewhere).import_game(b"".join(Exports(clerk).export(game.id)))
    refused_with(
        UndoRefused,
        "next scenario was opened",
        elsewhere.undo,
        entry(elsewhere.game(game.id), "undo"),
        game.step.seat,
    )
    assert b"".join(Exports(elsewhere).export(game.id)) == b"".join(Exports(clerk).export(game.id))


def test_a_scenario_imported_from_another_service_blocks_no_new_one(
    clerk: Clerk, elsewhere: Clerk
) -> None:
    """Ids follow from the actor and the idempotency key, so two services may have campaigns with
    the same id."""
    here, game = scenario(clerk, opened(clerk), played=1)
    there, twin = scenario(elsewhere, opened(elsewhere), played=2)
    there, second = scenario(elsewhere, there)
    assert (here.id, game.id) == (there.id, twin.id)
    Imports(clerk).import_game(b"".join(Exports(elsewhere).export(second.id)))
    here, mine = scenario(clerk, here)
    assert mine.id != second.id and here.scenarios[1].game == mine.id


def test_a_file_with_the_id_of_a_campaign_is_refused(clerk: Clerk, elsewhere: Clerk) -> None:
    campaign, game = scenario(clerk, opened(clerk))
    file = b"".join(Exports(clerk).export(game.id)).replace(game.id.encode(), campaign.id.encode())
    refused_with(GameExists, "", Imports(clerk).import_game, file)
    assert Campaigns(clerk).campaign(campaign.id).seq == campaign.seq
    assert Imports(elsewhere).import_game(file).game == campaign.id


def result(winners: tuple[str, ...] | None, **points: int) -> Result:
    outcome = None if winners is None else Outcome("over", winners, same("over"))
    return Result(outcome, tuple(ScoreLine(seat, n) for seat, n in points.items()))


@pytest.mark.parametrize(
    ("series", "added"),
    [
        ([], ()),
        (
            [
                result(("blue",), blue=5, red=3),
                result(("red",), blue=4, red=6),
                result(("blue",), blue=5, red=0),
            ],
            (Total("blue", 2, 14), Total("red", 1, 9)),
        ),
        (
            [result(("blue",), blue=5, red=3), result(None, blue=4, red=4)],
            (Total("blue", 1, 5), Total("red", 0, 3)),
        ),
        ([result(None, blue=4, red=4)], (Total("blue"), Total("red"))),
        ([result((), blue=2, red=2)], (Total("blue", 0, 2), Total("red", 0, 2))),
        (
            [result(("a", "b"), a=3, b=1, c=0)],
            (Total("a", 1, 3), Total("b", 1, 1), Total("c", 0, 0)),
        ),
        (
            [result(("player",), player=40), result(("enemy",), player=12)],
            (Total("player", 1, 52), Total("enemy", 1, 0)),
        ),
    ],
)
def test_wins_and_points_add_up_seat_by_seat_over_games_with_an_outcome(
    series: list[Result], added: tuple[Total, ...]
) -> None:
    assert totals(series) == added
