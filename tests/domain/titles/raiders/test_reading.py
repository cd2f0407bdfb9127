from domain.titles.contract.ruleset import PUBLIC
from domain.titles.raiders import RULES, actions as a
from domain.titles.raiders.actions import (
    Forgo,
    HireCrew,
    PlaceWorker,
    PlayTownsfolk,
    Raid,
    UseBuilding,
)
from domain.titles.raiders.board import AUTOMA, PLAYER
from domain.titles.raiders.turn import NOW, WHEN
from tests.builders.raiders import EXAMPLE, refused, reveal, table, using


def test_a_house_value_is_shown_as_one() -> None:
    house = RULES.view(reveal(table("reveal"), "S13"), PUBLIC)["schemes"]["revealed"]
    assert set(house["origin"].values()) == {"placeholder"}
    printed = RULES.view(reveal(table("reveal"), EXAMPLE), PUBLIC)["schemes"]["revealed"]
    assert (printed["points"], printed["origin"]["points"], printed["origin"]["blocks"]) == (
        5,
        "text",
        "placeholder",
    )


def test_buttons_are_only_for_what_is_legal() -> None:
    board = table(
        player={"worker": "grey", "provisions": 8, "crew": ("scout", "scout", "archer")},
        blocked="mill",
    )
    offered = [choice.action for choice in RULES.legal(board, PLAYER).choices]
    assert PlaceWorker("mill") not in offered and PlaceWorker("gate-house") not in offered
    assert PlaceWorker("armoury") in offered
    assert Raid("outpost-right", 1) in offered and Raid("fortress-left", 1) not in offered
    assert RULES.legal(board, AUTOMA).choices == ()


def test_a_button_says_what_it_does() -> None:
    board = using("armoury", "grey", player={"iron": 1, "silver": 2})
    labels = [choice.label.en for choice in RULES.legal(board, PLAYER).choices]
    assert labels == [
        "Pay 1 iron, gain 2 armour",
        "Pay 2 silver, gain 1 armour",
        "Forgo the action",
    ]
    assert RULES.legal(board, PLAYER).choices[0].label.fr == "Payer 1 fer, gagner 2 Armement"


def test_a_full_crew_is_asked_who_makes_room() -> None:
    crew = ("scout", "scout", "scout", "huntsman", "huntsman")
    legal = RULES.legal(using("barracks", player={"cards": 1, "silver": 4, "crew": crew}), PLAYER)
    archer = next(
        t for t in legal.templates if isinstance(t.example, HireCrew) and t.example.card == "archer"
    )
    assert archer.type == "hire-crew"
    assert archer.fields["instead_of"].choices == ("scout", "huntsman")


def test_a_card_that_wants_more_named_comes_as_a_template() -> None:
    legal = RULES.legal(using("town-hall", player={"cards": 2}), PLAYER)
    templates = {t.example.card: t for t in legal.templates if isinstance(t.example, PlayTownsfolk)}
    assert "merchant" in templates and "mill" in templates["merchant"].fields["building"].choices
    assert "armoury" not in templates["merchant"].fields["building"].choices, "the worker is black"
    assert PlayTownsfolk("champion") in [choice.action for choice in legal.choices]


def test_a_template_lists_what_each_field_may_be() -> None:
    board = using("town-hall", player={"cards": 2, "crew": ("scout", "archer")})
    legal = RULES.legal(board, PLAYER)
    templates = {t.example.card: t for t in legal.templates if isinstance(t.example, PlayTownsfolk)}
    brawler = templates["brawler"]
    assert {name: field.choices for name, field in brawler.fields.items()} == {
        "card": ("brawler",),
        "deal": (1, 2, 3),
        "crew": ("scout", "archer"),
    }
    assert brawler.example == PlayTownsfolk("brawler", deal=1, crew="scout")


def test_the_offers_of_a_building_are_exactly_what_it_gives() -> None:
    offered = [choice.action for choice in RULES.legal(using("mill", "white"), PLAYER).choices]
    assert offered == [UseBuilding(2), UseBuilding(3), Forgo()]


def test_at_another_moment_of_the_own_turn_the_player_hears_when_the_action_comes() -> None:
    verdict = refused(using("mill"), a.TakeWorker("gate-house"))
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
