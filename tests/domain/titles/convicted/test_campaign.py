from collections.abc import Iterator

from domain.campaign.campaigns import Campaigns
from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.clerk.commands import Opening, Order
from domain.titles.convicted import actions as a
from domain.titles.convicted.actions import ConvictedAction
from domain.titles.convicted.field import SIDES, SLOTS


def quiet(clerk: Clerk, game: Game) -> Game:
    rules = game.rules
    while seats := rules.to_act(game.board):
        action = next(
            move for move in _moves(game, seats[0]) if rules.judge(game.board, seats[0], move).legal
        )
        game = clerk.act(Order(game.id, game.seq, "table", f"k{game.seq}"), seats[0], action).state
    return game


def _moves(game: Game, seat: str) -> Iterator[ConvictedAction]:
    """What a quiet table does next: the first of these that is legal."""
    board = game.board
    yield from (a.ChooseHero(hero) for hero in ("oracle", "sorcerer"))
    yield a.ChooseSections(("N", "E", "S", "W"))
    if not board.counter:
        yield from (a.Dig(slot) for slot in SLOTS)
    yield a.EndActions()
    yield a.RevealEnemies()
    yield from (a.Deploy(side, ()) for side in SIDES)
    yield a.BeginAssault()
    yield a.CloseStage(max(1, board.stage))
    yield a.EndPillage()


def order(campaign: str, seq: int) -> Order:
    return Order(campaign, seq, "organiser", f"key-{seq}")


def test_three_scenarios_hand_their_sheets_on(clerk: Clerk) -> None:
    campaigns = Campaigns(clerk)
    campaign = campaigns.open(
        Opening(ruleset="convicted", players=2), "organiser", "exile"
    ).campaign
    assert campaign.opened.scenarios == 10
    before = None
    for number in (1, 2, 3):
        answer = campaigns.next(order(campaign.id, campaign.seq))
        campaign, game = answer.campaign, answer.game
        assert (game.board.scenario, game.board.turn) == (
            number,
            1 if number == 1 else 2 * number - 1,
        )
        if before is not None:
            assert (game.board.stock, game.board.heroes, game.board.ring) == (
                before.stock,
                before.heroes,
                before.ring,
            )
        before = quiet(clerk, game).board
        assert before.ending == "survived"
    sheets = [campaigns.sheet(campaign.id, number) for number in (1, 2, 3)]
    assert [(s.sheet["number"], s.sheet["turn"], s.final, s.stands) for s in sheets] == [
        (1, 2, True, True),
        (2, 4, True, True),
        (3, 6, True, True),
    ]
    assert [sum(s.sheet["ring"].values()) for s in sheets] == [2, 4, 6]
    changed = {change.path for change in sheets[1].change}
    assert {"/number", "/scenario", "/turn", "/ring/E1"} <= changed
    assert "/heroes/p1" not in changed
    assert campaigns.sheet(campaign.id, 3, at=1).sheet["turn"] == 5
