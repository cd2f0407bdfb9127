from __future__ import annotations

import msgspec

from domain.games.convicted import RULES
from domain.games.convicted import actions as a
from domain.games.convicted.board import ENEMY
from domain.games.convicted.siege import actions as sa
from domain.rules.ruleset import PUBLIC
from tests.builders.convicted import (
    after,
    at_actions,
    at_sections,
    at_siege,
    at_stage,
    attacking,
    bands,
    forward,
    opened,
    with_building,
    with_section,
    with_stock,
)


def test_the_view_shows_what_a_section_can_do() -> None:
    board = with_section(at_actions(1), "N", level=5, resistance=4, gate=3, units={"archer": 2})
    shown = RULES.view(board, PUBLIC)["sections"]["N"]
    assert (shown["resistance"], shown["gate"], shown["capacity"], shown["shields"], shown["pour"]) == (4, 3, 7, 1, 1)
    assert (shown["reach"], shown["defender"], shown["kind"]) == (("assault",), "p1", "wall")
    assert "gate" not in RULES.view(board, PUBLIC)["sections"]["E"]


def test_the_enemy_deck_and_the_technology_deck_have_no_stored_order() -> None:
    text = msgspec.json.encode(RULES.view(at_siege(), "arbiter")).decode()
    assert "barbarians" not in text
    assert RULES.view(at_siege(), PUBLIC)["technology_deck"] == 19


def test_the_drawing_tells_the_position_in_both_languages() -> None:
    board = attacking(at_stage(9, N={"barbarian-warrior": 2}), "N", wolf=2)
    board = after(board, ENEMY, sa.FormSquad("N", "N", "wolf"))
    english, french = RULES.drawing(board, PUBLIC, "en"), RULES.drawing(board, PUBLIC, "fr")
    assert "round 1, stage 9 (melee phase)" in english and "enemy morale 3" in english
    assert "manche 1, stade 9 (phase de mêlée)" in french and "moral ennemi 3" in french
    assert "< 1 × wolf" in english and "< 1 × loup" in french
    assert "2 × barbarian warrior" in english


def test_sentences_name_people_places_and_numbers() -> None:
    board = at_actions(2)
    said = RULES.say_action(board, "p1", a.Fortify("N", 1))
    assert said.en == "raises wall N to level 1 (Palisade)"
    assert said.fr == "améliore le mur N au niveau 1 (Palissade)"
    said = RULES.say_action(board, "p1", a.Train("archer", ("N", "city")))
    assert said.en == "trains 2 × archer: N, city"
    verdict = RULES.judge(board, "p2", a.Gather("wood"))
    assert verdict.text.en == "Now it is for Player 1 to act."
    assert verdict.text.fr == "C'est à Joueur 1 d'agir."


def test_offers_name_every_listable_action_and_only_legal_ones() -> None:
    board = with_stock(at_actions(1), wood=20)
    offered = {type(c.action).__name__ for c in RULES.legal(board, "p1").choices}
    assert offered == {"Fortify", "Dig", "Build", "Gather", "EndActions"}
    assert [t.type for t in RULES.legal(board, "p1").templates] == ["train"]
    damaged = with_building(with_section(board, "E", level=2, resistance=1), "library", 1)
    assert {"Repair", "Research"} <= {type(c.action).__name__ for c in RULES.legal(damaged, "p1").choices}


def test_offers_at_each_step_lead_on() -> None:
    heroes = RULES.legal(opened(1), "p1").choices
    assert len(heroes) == 4
    sections = RULES.legal(at_sections(2), "p1").templates[0]
    assert sections.type == "choose-sections"
    assert RULES.judge(at_sections(2), "p1", sections.example).legal
    deserter = RULES.legal(at_actions(1, ("deserter",)), "p1").templates
    assert [t.type for t in deserter] == ["train", "enlist"]
    assert [type(c.action).__name__ for c in RULES.legal(at_siege(), ENEMY).choices] == ["RevealEnemies"]
    heretic = RULES.legal(at_siege(1, ("heretic",)), "p1").choices
    assert {type(c.action).__name__ for c in heretic} == {"Preach"}
    assert RULES.legal(at_siege(), "p1").choices == ()


def test_templates_say_what_each_field_may_be() -> None:
    board = with_section(at_siege(), "NE", level=1, resistance=1, units={"archer": 2})
    board = at_stage(1, board, N={"barbarian-warrior": 4})
    template = next(t for t in RULES.legal(board, "p1").templates if t.type == "shoot")
    assert set(template.fields) == {field.name for field in msgspec.structs.fields(sa.Shoot)}
    assert template.fields["side"].choices == ("N", "E", "S", "W")
    assert template.fields["zone"].choices == ("deployment", "assault")
    assert "archer" in template.fields["weapon"].choices and "spearman" not in template.fields["weapon"].choices
    assert (template.fields["count"].least, template.fields["count"].most) == (1, 200)


def test_scores_are_the_turns_survived() -> None:
    board = forward(at_stage(1), 14)
    board = after(after(board, ENEMY, sa.CloseStage(14)), "p1", sa.EndPillage())
    line = RULES.score(board)[0]
    assert (line.seat, line.points) == ("p1", 1)
    assert line.parts[0][0].fr == "tours surmontés"


def test_bands_of_a_kind_named_twice_are_added_up() -> None:
    board = at_stage(5, N={"barbarian-warrior": 3})
    twice = bands(barbarian_warrior=1) + bands(barbarian_warrior=2)
    assert after(board, ENEMY, sa.Advance("N", "N1", twice)).zone("N", "assault") == {"barbarian-warrior": 3}
