from domain.titles.convicted.field import (
    PERIODS,
    SECTIONS,
    SIDES,
    SLOTS,
    TOWERS,
    WALLS,
    at_place,
    at_zone,
    phase_of,
    section_name,
)
from tests.builders.convicted import opened

# -- the field -------------------------------------------------------------------------------------


def test_cv_03_the_board_has_the_zones_of_the_text() -> None:
    board = opened()
    assert (set(WALLS), set(TOWERS)) == ({"N", "E", "S", "W"}, {"NE", "NW", "SE", "SW"})
    assert set(board.sections) == set(SECTIONS) == set(WALLS) | set(TOWERS)
    assert (set(board.ring), len(SLOTS)) == (set(SLOTS), 12)
    assert set(SLOTS) == {"S1", "S2", "N1", "N2", "E1", "E2", "W1", "W2", "SE", "SW", "NE", "NW"}
    assert set(board.fronts) == set(SIDES) == {"N", "E", "S", "W"}
    for side in SIDES:
        assert board.pieces_in(side, "deployment") == board.pieces_in(side, "assault") == {}


def test_the_city_has_the_six_parts_of_the_text() -> None:
    assert set(opened().buildings) == {
        "barracks",
        "keep",
        "workshop",
        "library",
        "mage-tower",
        "chapel",
    }


def test_stages_belong_to_the_phases_of_the_text() -> None:
    slugs = [phase_of(stage)[0] for stage in range(1, 15)]
    assert slugs == ["fire"] * 2 + ["engines"] * 2 + ["manoeuvre"] * 4 + ["melee"] * 5 + ["loyalty"]
    assert [
        PERIODS[step][0] for step in ("sections", "actions", "deployment", "assault", "pillage")
    ] == [1, 2, 3, 3, 3]


def test_places_are_named_in_both_languages() -> None:
    assert (section_name("N").en, section_name("N").fr) == ("wall N", "le mur N")
    assert (at_place("NE").en, at_place("NE").fr) == ("on tower NE", "sur la tour NE")
    assert (at_place("city").en, at_place("city").fr) == ("in the city", "dans la ville")
    assert at_zone("S", "assault").fr == "dans la zone d'assaut S"
    assert at_zone("S", "deployment").en == "in the deployment zone S"
