from collections import Counter

from domain.titles.raiders import RULES
from domain.titles.raiders.values import Gain, Values
from tests.builders.raiders import EXAMPLE

VALUES: Values = RULES.catalogs()["default"].values_as(Values)


def test_the_card_printed_in_the_rule_text_is_exact() -> None:
    card = VALUES.schemes[EXAMPLE]
    assert (card.site, card.armour, card.provisions, card.points, card.prepare) == (
        "outpost-right",
        3,
        4,
        5,
        Gain(1, 2),
    )
    assert VALUES.sites["outpost-right"].provisions == card.provisions, (
        "the card agrees with the board"
    )


def test_what_the_rule_text_prints_says_so() -> None:
    assert (VALUES.caps.armour, VALUES.caps.provisions) == (10, 8)
    assert VALUES.set_aside == {"outpost": 1, "monastery": 1}


def test_counts_of_the_box() -> None:
    kinds = Counter(site.kind for site in VALUES.sites.values() for _ in site.spaces)
    assert kinds == {"harbour": 9, "outpost": 4, "monastery": 4, "fortress": 6}
    assert (len(VALUES.schemes), len(VALUES.offerings)) == (23, 16)
    assert sorted(tile.points for tile in VALUES.offerings.values()) == sorted(
        [2, *[3] * 4, *[4] * 6, *[5] * 3, *[6] * 2]
    )
    assert (
        sum(card.copies for card in VALUES.townsfolk.values()) == 71 and len(VALUES.townsfolk) == 26
    )
