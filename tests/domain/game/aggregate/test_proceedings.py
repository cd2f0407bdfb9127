from domain.campaign.campaigns import Campaigns
from domain.game.clerk.clerk import Clerk
from domain.game.play.sheets import score_of, sheet_at
from domain.game.record.records import UMPIRE, RulingGiven, Stands
from domain.game.rulings.conditions import Grounds
from domain.kernel.stored import StoredRecord
from tests.builders.table import CONVICTED, RAIDERS, Table, duel, others
from tests.domain.campaign.campaigning import opened, order, scenario


def test_a_ruling_about_nothing_marks_nothing_and_one_about_the_opening_marks_all(
    clerk: Clerk,
) -> None:
    table = duel(clerk).play(3)
    older = RulingGiven(at=clerk.clock(), actor="op", remedy=Stands(), rule="X", code="wrong-entry")
    clerk.events.put(
        [StoredRecord.new(table.id, table.game.seq + 1, older)]
    )  # the desk refuses it now, and stored ones are read for ever
    assert table.game.irregularities == ()
    table.rule("stands", Grounds("X", "wrong-entry", "", 0, 1))
    assert table.game.irregularities == (1,)
    table.undo(UMPIRE, table.game.in_force()[0])
    assert table.game.irregularities == (1,), "every board rests on the set-up"


# -- sheets and totals -----------------------------------------------------------------------------


def test_a_campaign_goes_on_from_an_adjudicated_scenario_and_marks_what_is_ruled_later(
    clerk: Clerk,
) -> None:
    campaign, game = scenario(clerk, opened(clerk, ruleset=RAIDERS))
    table = Table(clerk, game=game.id).play(6)
    table.rule("adjudicate", winners=("player",))
    campaign, _ = scenario(clerk, campaign)
    assert [
        (scenario.stands, scenario.sound) for scenario in Campaigns(clerk).scenarios(campaign.id)
    ] == [
        (True, True),
        (True, True),
    ]
    penalty = table.rule("penalty", seat="player", points=-1)
    assert [
        (scenario.stands, scenario.sound) for scenario in Campaigns(clerk).scenarios(campaign.id)
    ] == [
        (False, True),
        (True, False),
    ]
    table.overturn(penalty)
    assert [
        (scenario.stands, scenario.sound) for scenario in Campaigns(clerk).scenarios(campaign.id)
    ] == [
        (True, True),
        (True, True),
    ]


def test_a_seat_without_points_of_its_own_can_be_penalised(clerk: Clerk) -> None:
    table = Table(clerk, CONVICTED).play(4)
    table.rule("penalty", seat="enemy", points=-4)
    assert [(line.seat, line.points) for line in score_of(table.game)][-1] == ("enemy", -4)
    assert sheet_at(table.game) == sheet_at(table.at(5)), "a save sheet has no points to change"


def test_a_finished_scenario_whose_outcome_was_overruled_is_what_was_ruled(clerk: Clerk) -> None:
    campaign, game = scenario(clerk, opened(clerk), played=1)
    table = Table(clerk, game=game.id)
    (loser,) = others(game, game.outcome.winners[0])
    table.rule("adjudicate", winners=(loser,))
    assert table.game.outcome and table.game.outcome.winners == (loser,)
    closed = clerk.close_game(table.order()).record.body
    assert closed.outcome.winners == (loser,)  # type: ignore[attr-defined]
    assert (
        Campaigns(clerk).next(order(campaign.id, campaign.seq)).campaign.scenarios[-1].from_seq
        == table.game.seq
    )
