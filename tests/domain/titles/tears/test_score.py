import pytest
from msgspec.structs import replace

from domain.titles.contract.ruleset import BadOpening
from domain.titles.tears import RULES, actions as a, facts as f
from domain.titles.tears.board import Board, Wedge
from domain.titles.tears.view import rank
from tests.builders.refusals import refused_with
from tests.builders.tears import at, do, fresh, opened, refused, table


def ended(code: str, *tokens: int, **options: object) -> Board:
    return replace(table(wedges=[Wedge(n) for n in tokens], **options), ending=code)


def points(board: Board) -> int:
    (line,) = RULES.score(board)
    assert line.seat == "player" and line.points == sum(n for _, n in line.parts)
    return line.points


def french_rank(board: Board) -> str:
    return RULES.view(board, "public")["score"]["rank"].fr


def test_tm_51_24_damage_and_a_victory_make_29_points_a_chevalier() -> None:
    board = ended("two-wedges", 10, 10, 4)
    assert points(board) == 29 and french_rank(board) == "Chevalier"
    outcome = RULES.outcome(board)
    assert outcome and outcome.winners == ("player",)
    assert "29 points : Chevalier" in outcome.text.fr and "29 points: Knight" in outcome.text.en


def test_tm_52_12_damage_the_leader_killed_and_a_victory_make_47_points_a_duc() -> None:
    board = ended("enemy-leader-killed", 7, 0, 5)
    assert points(board) == 12 + 5 + 30 and french_rank(board) == "Duc"


def test_tm_53_9_damage_and_a_defeat_make_9_points_a_valet() -> None:
    for code in ("leader-killed", "enemy-two-wedges", "deck-out"):
        board = ended(code, 9, 0, 0)
        assert points(board) == 9 and french_rank(board) == "Valet"
        outcome = RULES.outcome(board)
        assert outcome and outcome.winners == ("enemy",)


RANKS = [
    (0, "Valet"), (10, "Valet"), (11, "Soldat"), (20, "Soldat"), (21, "Chevalier"), (30, "Chevalier"),
    (31, "Vassal"), (40, "Vassal"),
    (41, "Duc"), (50, "Duc"), (51, "Roi"), (60, "Roi"), (61, "Conquérant"), (65, "Conquérant"),
]  # fmt: skip


@pytest.mark.parametrize(("score", "name"), RANKS)
def test_tm_55_every_border_of_the_ranks(score: int, name: str) -> None:
    assert rank(fresh().setting.values, score, "lower").name.fr == name


def test_the_three_cards_option_costs_5_points_and_may_fall_below_0() -> None:
    assert points(ended("two-wedges", 10, 10, 4, three_cards=True)) == 24
    board = ended("deck-out", 2, 0, 0, three_cards=True)
    assert points(board) == -3 and french_rank(board) == "Valet"


def test_the_enemy_s_tokens_score_nothing() -> None:
    assert (
        points(
            replace(table(wedges=[Wedge(3, 9), Wedge(0, 10, "enemy"), Wedge()]), ending="deck-out")
        )
        == 3
    )


# -- how it ends -----------------------------------------------------------------------------------


def test_the_options_that_make_points_comparable_are_on_the_sheet() -> None:
    sheet = RULES.sheet(
        table(
            wedges=(Wedge(taken="enemy"), Wedge(), Wedge()),
            difficulty="hard",
            three_cards=True,
            faction="saxon",
        )
    )
    assert (sheet["difficulty"], sheet["faction"], sheet["three_cards"], sheet["draw_variant"]) == (
        "hard",
        "saxon",
        True,
        True,
    )
    assert (sheet["rounds"], sheet["wedges"], sheet["outcome"]) == (9, ["enemy", None, None], None)


def test_tm_01_a_norman_player_faces_harold_with_ceorl_and_eadric_before_him() -> None:
    board = opened(faction="norman")
    assert [at(board, "enemy", 2, line) for line in (3, 2, 1)] == [
        "harold-godwinson",
        "ceorl-saxon",
        "eadric",
    ]
    assert sum(s is not None for s in board.enemy.spaces) == 3
    saxons = {c.id for c in board.setting.values.factions["saxon"].deck}
    assert set(board.enemy.deck) == saxons - {"ceorl-saxon", "eadric"}


def test_tm_02_a_saxon_player_faces_guillaume_with_ealdred_and_trompette_before_him() -> None:
    board = opened(faction="saxon")
    assert [at(board, "enemy", 2, line) for line in (3, 2, 1)] == [
        "guillaume-fitzrobert",
        "ealdred",
        "trompette",
    ]
    assert board.enemy.faction == "norman" and board.player.faction == "saxon"
    assert "ceorl-saxon" in board.player.deck + board.player.hand, (
        "the player's own start cards lie in his deck"
    )


def test_tm_03_the_marker_lies_above_row_1_at_any_of_three_difficulties() -> None:
    for difficulty in ("easy", "normal", "hard"):
        assert opened(difficulty=difficulty).marker == 0
    caught = refused_with(BadOpening, "", fresh, difficulty="impossible")
    assert caught.pointer == "/options/difficulty"


def test_the_draw_variant_is_recommended_and_shows_four_cards_of_which_two_are_kept() -> None:
    board = opened()
    seen = list(board.player.deck[:4])
    board = do(board, a.PlaceLeader(2, 3), seen).board
    for action, why in (
        (a.Prepare(tuple(seen[:3])), "keep-so-many"),
        (a.Prepare((seen[0], seen[0])), "keep-so-many"),
        (a.Prepare((seen[0], "my-foot-9")), "keep-so-many"),
        (a.Prepare(tuple(seen[:2]), deck_empty=True), "deck-is-known"),
    ):
        refused(board, action, why)
    done = do(board, a.Prepare((seen[1], seen[3])))
    assert set(seen[1::2]) <= set(done.board.player.hand)
    assert (done.board.player.discard, done.board.phase) == ((seen[0], seen[2]), "deployment")


def test_the_draw_variant_is_not_compulsory() -> None:
    board = opened(draw_variant=False)
    two = list(board.player.deck[:2])
    done = do(board, a.PlaceLeader(2, 3), two)
    assert done.only(f.Drawn).cards == tuple(two)
    assert done.board.question is None and done.board.phase == "deployment"
