from typing import Any

import msgspec
import pytest

from domain.titles.contract.catalogs.catalog import Catalog, CatalogError
from domain.titles.contract.ruleset import open_setting
from domain.titles.fief import RULES
from tests.builders.fief import opened

DEFAULT = RULES.catalogs()["default"]


def edited(change: dict[str, Any]) -> Catalog:
    envelope = msgspec.json.decode(DEFAULT.data)
    for pointer, value in change.items():
        place = envelope["values"]
        *path, last = pointer.strip("/").split("/")
        for part in path:
            place = place[int(part)] if isinstance(place, list) else place[part]
        place[int(last) if isinstance(place, list) else last] = value
    return Catalog(msgspec.json.encode(envelope))


def faults(change: dict[str, Any]) -> list[str]:
    with pytest.raises(CatalogError) as refusal:
        open_setting(RULES, edited(change), {}, None)
    return [fault.pointer for fault in refusal.value.faults]


@pytest.mark.parametrize(
    ("pointer", "origin"),
    [
        ("/troops/archer/cost", "text"),
        ("/troops/bombard/cp", "inferred"),
        ("/troops/knight/cost", "published"),
        ("/aim/kills", "text"),
        ("/guard/king/knight", "text"),
        ("/guard/box/knight", "published"),
        ("/overseas/name", "placeholder"),
        ("/titles/2/en", "placeholder"),
        ("/titles/2/points", "published"),
    ],
)
def test_numbers_say_where_they_come_from(pointer: str, origin: str) -> None:
    assert DEFAULT.origin(pointer) == origin


def test_house_values_are_shown_with_every_board() -> None:
    assert "/overseas" in RULES.view(opened(), "public")["house_values"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"/die_faces": [0, 0]}, "/die_faces"),
        ({"/dice_by_cp": [[7, 2], [1, 1]]}, "/dice_by_cp"),
        ({"/dice_by_cp": []}, "/dice_by_cp"),
        ({"/troops/archer/hits": 0}, "/troops/archer/hits"),
        ({"/troops/bombard/hits": 1}, "/troops/bombard/hits"),
        ({"/aim/kills": [7]}, "/aim/kills"),
        ({"/aim/kills": []}, "/aim/kills"),
        ({"/guard/box/knight": 1}, "/guard/box/knight"),
        ({"/start/knight": 9}, "/start/knight"),
        ({"/forts/castle/count": 5}, "/forts/castle/count"),
        ({"/villages/1/id": "beaujeu"}, "/villages"),
        ({"/villages/1/id": "outremer"}, "/villages"),
        ({"/lords/1/id": "alienor"}, "/lords"),
        ({"/titles/1/kind": "king"}, "/titles"),
    ],
)
def test_a_catalog_that_contradicts_itself_is_refused(change: dict[str, Any], pointer: str) -> None:
    assert pointer in faults(change)


def test_too_few_villages_lords() -> None:
    assert set(faults({"/villages": [], "/lords": []})) == {"/villages", "/lords"}


def test_an_edited_number_changes_the_rules() -> None:
    setting = open_setting(RULES, edited({"/archer_min/castle": 3}), {}, 3)
    assert setting.values.archer_min.castle == 3
    assert setting != open_setting(RULES, DEFAULT, {}, 3)
