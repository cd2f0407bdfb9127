import pytest
from msgspec.structs import replace

from domain.titles.tears import RULES, actions as a, facts as f
from domain.titles.tears.board import Board, EnemyTurn, InPlay, Wedge
from tests.builders.tears import at, card_of, choose, do, enemy_turn, refused, table

HURT = {(1, 1): InPlay("my-foot-1", damage=2, attached=("my-banner-1",)), (1, 2): "my-foot-2"}


def declare(*results: a.Result) -> a.Declare:
    return a.Declare(results)


def test_the_player_s_cards_close_up_and_the_enemy_s_stay() -> None:
    board = table(mine={(1, 2): "my-foot-1"}, theirs={(1, 2): "foot-1"})
    done = do(board, declare(a.Result("move", "my-foot-1", wedge=1, line=1)))
    assert at(done.board, "player", 1, 1) == "my-foot-1" and at(done.board, "player", 1, 2) is None
    refused(board, declare(a.Result("move", "foot-1", wedge=1, line=1)), "enemy-stays")
    text = a.Play("my-foot-0", 2, 1, results=(a.Result("move", "foot-1", wedge=1, line=1),))
    board = table(mine={(1, 2): "my-foot-1"}, theirs={(1, 2): "foot-1"}, hand=["my-foot-0"])
    assert do(board, text).only(f.CardMoved).seat == "enemy", "the text of a card may move it"


@pytest.mark.parametrize(
    ("result", "code"),
    [
        (a.Result("damage", "my-foot-9", 1), "not-in-play"),
        (a.Result("damage", "", 1), "not-in-play"),
        (a.Result("damage", "my-foot-1", 0), "nothing"),
        (a.Result("damage", "plan-1", 1), "no-health"),
        (a.Result("damage", "my-banner-1", 1), "attachment"),
        (a.Result("heal", "my-foot-1", 3), "not-that-hurt"),
        (a.Result("heal", "my-foot-2", 1), "not-that-hurt"),
        (a.Result("ready", "my-foot-1"), "already-so"),
        (a.Result("move", "my-foot-1"), "no-space"),
        (a.Result("move", "my-foot-1", wedge=1, line=2), "occupied"),
        (a.Result("move", "my-foot-1", wedge=3, line=2), "wedge-taken"),
        (a.Result("wedge", amount=1, wedge=3), "wedge-taken"),
        (a.Result("wedge", amount=1), "wedge-taken"),
        (a.Result("wedge", amount=1, wedge=1), "not-at-hastings"),
        (a.Result("wedge", amount=9, wedge=1, by="enemy"), "too-much"),
        (a.Result("objective", amount=0), "nothing"),
        (a.Result("objective", amount=1, by="enemy"), "at-hastings"),
        (a.Result("draw"), "nothing"),
        (a.Result("draw", amount=40), "deck-too-small"),
    ],
)
def test_what_cannot_have_happened_is_refused(result: a.Result, code: str) -> None:
    board = table(
        mine=HURT,
        reserve=["plan-1"],
        objectives=(0, 6),
        wedges=[Wedge(0, 2), Wedge(), Wedge(0, 10, "enemy")],
    )
    board = replace(board, player=replace(board.player, deck=board.player.deck[:30]))
    refused(board, declare(result), code)


def test_a_card_in_the_reserve_has_no_space_to_move_from() -> None:
    refused(
        table(reserve=["plan-1"], hand=["my-foot-0"]),
        a.Play("my-foot-0", 1, 1, results=(a.Result("move", "plan-1", wedge=1, line=1),)),
        "not-on-field",
    )


def test_a_tactic_can_be_exhausted_and_destroyed() -> None:
    board = do(table(reserve=["plan-1"]), declare(a.Result("exhaust", "plan-1"))).board
    assert card_of(board, "enemy", "plan-1").exhausted
    assert do(board, declare(a.Result("destroy", "plan-1"))).board.enemy.discard == ("plan-1",)


ORDER = (f.ShotFired, f.Revealed, f.Placed, f.MarkerMoved, f.PhaseBegan)


def test_tm_33_each_ready_ranged_card_attacks_then_one_card_then_the_marker_then_deployment_ends() -> (
    None
):
    board = table(round=9, theirs={(1, 1): "bow-1", (2, 1): "bow-2"}, mine={(1, 1): "my-bow-1"})
    board = do(board, a.Pass()).board
    assert RULES.to_act(board) == ("enemy",)
    done = choose(do(board, a.TakeTurn(), seat="enemy"), "bow-2", "foot-1")
    assert [type(x) for x in done.facts if type(x) in ORDER] == [
        f.ShotFired,
        f.ShotFired,
        f.Revealed,
        f.Placed,
        f.MarkerMoved,
        f.PhaseBegan,
    ]
    assert done.only(f.MarkerMoved).row == 9, "the row of the round that ends is covered"
    assert done.board.phase == "objectives" and RULES.to_act(done.board) == ("player",)


def test_tm_34_at_hastings_there_are_no_ranged_attacks_the_rest_is_unchanged() -> None:
    board = table(round=9, theirs={(1, 1): "bow-1"}, mine={(1, 1): "my-bow-1"}, objectives=(6, 6))
    done = enemy_turn(board, "foot-1", passing=True)
    assert not done.all(f.ShotFired) and not done.all(f.Asked)
    assert done.only(f.Placed).card == "foot-1" and done.only(f.MarkerMoved).row == 9


def waiting(**more: object) -> Board:
    return replace(table(round=9, cards="table", **more), turn=EnemyTurn())


def test_no_card_is_entered_where_none_is_turned_up() -> None:
    board = waiting(theirs={(1, 1): "bow-1"}, mine={(1, 1): "my-bow-1"})
    refused(board, a.TakeTurn("fyrd", a.Shape("unit", 1)), "not-entered-here", seat="enemy")
    refused(board, a.TakeTurn(deck_empty=True), "not-entered-here", seat="enemy")
    assert do(board, a.TakeTurn(), seat="enemy").only(f.ShotFired)
    catalog = replace(table(round=9), turn=EnemyTurn())
    refused(catalog, a.TakeTurn("fyrd", a.Shape("unit", 1)), "not-entered-here", seat="enemy")
    hand = table(round=9, hand=["my-foot-0"])
    refused(hand, a.Play("my-foot-0", 1, 1, shape=a.Shape("unit")), "not-entered-here")


def test_entered_cards_do_not_disturb_the_count_of_the_printed_ones() -> None:
    board = waiting()
    after = do(board, a.TakeTurn("fyrd", a.Shape("unit", 1)), seat="enemy").board
    assert RULES.census(after) == RULES.census(board)
