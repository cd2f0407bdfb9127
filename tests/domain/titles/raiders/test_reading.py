from domain.titles.contract.ruleset import PUBLIC
from domain.titles.raiders import RULES, actions as a
from domain.titles.raiders.board import PLAYER
from domain.titles.raiders.turn import NOW, WHEN
from tests.builders.raiders import EXAMPLE, at_building, refused, reveal, table


def test_a_house_value_is_shown_as_one() -> None:
    house = RULES.view(reveal(table("reveal"), "S13"), PUBLIC)["schemes"]["revealed"]
    assert set(house["origin"].values()) == {"placeholder"}
    printed = RULES.view(reveal(table("reveal"), EXAMPLE), PUBLIC)["schemes"]["revealed"]
    assert (printed["points"], printed["origin"]["points"], printed["origin"]["blocks"]) == (
        5,
        "text",
        "placeholder",
    )


def test_a_button_says_what_it_does() -> None:
    board = at_building("armoury", "grey", player={"iron": 1, "silver": 2})
    assert [choice.label.en for choice in RULES.legal(board, PLAYER).choices] == [
        "Pay 1 iron, gain 2 armour",
        "Pay 2 silver, gain 1 armour",
        "Forgo the action",
    ]
    assert RULES.legal(board, PLAYER).choices[0].label.fr == "Payer 1 fer, gagner 2 Armement"


def test_at_another_moment_of_the_own_turn_the_player_hears_when_the_action_comes() -> None:
    verdict = refused(at_building("mill"), a.TakeWorker("gate-house"))
    assert verdict.code == "wrong-moment" and "after another one was placed" in verdict.text.en


def test_every_action_has_its_rule_and_its_moment() -> None:
    for move in RULES.moves.values():
        assert move.phases and set(move.phases) <= set(NOW) and WHEN(move.tag).fr


def test_a_game_leaves_both_scores_and_how_hard_it_was() -> None:
    sides = {"player": {"points": 31, "valkyries": 2}, "automa": {"points": 24, "armour": 4}}
    board = table("over", **sides, options={"difficulty": "heroic"}, trigger="offerings", round=14)  # type: ignore[arg-type]
    sheet = RULES.sheet(board)
    assert sheet["score"] == {line.seat: line.points for line in RULES.score(board)}
    assert sheet["score"]["player"] > 31
    assert (sheet["outcome"], sheet["winners"]) == ("victory", ["player"])
    assert (sheet["difficulty"], sheet["rounds"], sheet["trigger"]) == ("heroic", 14, "offerings")
    assert (sheet["valkyries"], sheet["armour"]) == (
        {"player": 2, "automa": 0},
        {"player": 0, "automa": 4},
    )
    assert sheet["offerings"] == {"player": 0, "automa": 0}
