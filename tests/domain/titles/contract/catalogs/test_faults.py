from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct

from domain.kernel.faults import MOST, faults, too_deep
from domain.kernel.text import Text, same
from domain.titles import registry
from domain.titles.contract.catalogs.catalog import entry_names
from domain.titles.contract.ruleset import BadOpening, open_setting
from tests.builders.refusals import refused_with

RULES = registry.ruleset("fief-tactics")


class Wolf(Struct, tag="wolf", forbid_unknown_fields=True):
    legs: int


class Fish(Struct, tag="fish", forbid_unknown_fields=True):
    fins: Annotated[int, Meta(ge=1)]


class Zoo(Struct):
    animals: tuple[Wolf | Fish, ...] = ()
    keeper: Wolf | None = None
    pair: tuple[int, int] = (0, 0)
    words: Annotated[tuple[str, ...], Meta(min_length=1)] = ("a",)
    by: dict[Literal["x", "y"], int] = {}
    mixed: tuple[str, int] = ("a", 1)
    numbers: list[int] = []
    guest: Wolf | None = None


def test_a_field_that_no_type_forbids_is_a_fault_where_all_have_to_be_known() -> None:
    data = {"animals": [], "visitors": 3}
    assert [*faults(data, Zoo, "/zoo")] == []
    (results,) = faults(data, Zoo, "/zoo", closed=True)
    assert results.pointer == "/zoo/visitors"
    assert results.text.fr.startswith("Ce champ n'existe pas ici ; il y a : animals, keeper, ")


def test_how_deep_data_may_be() -> None:
    def deep(levels: int) -> Any:
        return [] if levels == 1 else [deep(levels - 1)]

    assert not too_deep(deep(32))
    assert too_deep(deep(33))


def test_all_options_that_do_not_fit_are_named_at_once() -> None:
    refused = refused_with(
        BadOpening,
        "",
        open_setting,
        RULES,
        RULES.catalogs()["default"],
        {"weather": "fair", "fought_once": 1},
        None,
    )
    assert refused.pointer == "/options/fought_once"
    assert refused.text.en.startswith(
        "Option refused: fought_once: this must be true or false, not a whole number; weather: "
        "there is no such "
    )
    assert " ; weather : ce champ n'existe pas ici ; il y a : " in refused.text.fr


def test_a_catalog_names_entries_by_their_id_or_their_key() -> None:
    values = {
        "cards": [
            {"id": "recruit", "name": {"en": "Recruit", "fr": "Recruter"}},
            {"id": "nameless"},
        ],
        "buildings": {"mill": {"name": "Mill", "deals": [{"id": "deal", "name": "Deal"}]}},
        "titles": [{"id": "king", "en": "King", "fr": "Roi"}],
        "ranks": [{"name": {"en": "Valet", "fr": "Valet"}}],
    }
    assert entry_names(values) == {
        "recruit": Text("Recruit", "Recruter"),
        "mill": same("Mill"),
        "deal": same("Deal"),
        "king": Text("King", "Roi"),
    }


@pytest.mark.parametrize(
    ("title", "field", "value", "word"),
    [
        ("northgard-training", "card", "move-b", Text("Move (B)", "Déplacer (B)")),
        ("northgard-training", "target", "T04a", same("T04a")),
        ("fief-tactics", "lord", "alienor", same("Aliénor")),
        ("fief-tactics", "title", "pope", Text("Pope", "Pape")),
        ("fief-tactics", "to", "red", Text("Red", "Rouge")),
        ("fief-tactics", "to", "bank", Text("the bank", "la banque")),
        ("raiders-solo", "building", "mill", Text("Mill", "Moulin")),
        ("raiders-solo", "less", "livestock", Text("livestock", "bétail")),
        (
            "raiders-solo",
            "offering",
            "O07",
            Text("6 VP for 2 iron, 2 livestock", "6 PV pour 2 fer, 2 bétail"),
        ),
        ("tears-solo", "what", "draw", Text("cards are drawn", "des cartes sont piochées")),
        ("tears-solo", "wedge", 2, same("2")),
        ("convicted", "section", "NE", Text("tower NE", "tour NE")),
        ("convicted", "slot", "NE", same("NE")),
        ("convicted", "unit", "archer", same("archer")),
    ],
)
def test_each_title_says_its_values_in_both_languages(
    title: str, field: str, value: object, word: Text
) -> None:
    rules = registry.ruleset(title)
    assert open_setting(rules, rules.catalogs()["default"], {}, None).word(field, value) == word


def test_the_number_of_reported_faults_is_limited() -> None:
    for data, kind in (([[]] * 1000, list[str]), ({"x": [[]] * 1000}, dict[str, list[str]])):
        assert len([*faults(data, kind)]) == MOST
    assert len([*faults([[]] * 1000, list[str] | int)]) == MOST
