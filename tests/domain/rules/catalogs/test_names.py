from __future__ import annotations

import pytest

from domain.rules.catalogs.names import named_in
from domain.rules.ruleset import open_setting
from domain.rules.text import Text, same
from domain.rules.titles import registry


def test_a_catalog_names_entries_by_their_id_or_their_key() -> None:
    values = {
        "cards": [{"id": "recruit", "name": {"en": "Recruit", "fr": "Recruter"}}, {"id": "nameless"}],
        "buildings": {"mill": {"name": "Mill", "deals": [{"id": "deal", "name": "Deal"}]}},
        "titles": [{"id": "king", "en": "King", "fr": "Roi"}],
        "ranks": [{"name": {"en": "Valet", "fr": "Valet"}}],
    }
    assert named_in(values) == {
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
        ("raiders-solo", "offering", "O07", Text("6 VP for 2 iron, 2 livestock", "6 PV pour 2 fer, 2 bétail")),
        ("tears-solo", "what", "draw", Text("cards are drawn", "des cartes sont piochées")),
        ("tears-solo", "wedge", 2, same("2")),
        ("convicted", "section", "NE", Text("tower NE", "tour NE")),
        ("convicted", "slot", "NE", same("NE")),
        ("convicted", "unit", "archer", same("archer")),
    ],
)
def test_each_title_says_its_values_in_both_languages(title: str, field: str, value: object, word: Text) -> None:
    rules = registry.ruleset(title)
    assert open_setting(rules, rules.catalogs()["default"], {}, None).word(field, value) == word
