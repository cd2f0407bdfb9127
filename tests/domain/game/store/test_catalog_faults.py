import json
from itertools import islice
from random import Random
from typing import Any

import msgspec
import pytest

from domain.game.store.catalogs import MOST, catalog_faults
from domain.kernel import faults as walker
from domain.titles import registry
from domain.titles.contract.catalogs.catalog import Catalog, leaves
from domain.titles.contract.catalogs.line_numbers import value_lines
from domain.titles.simulation import opening, steps
from tests.amount import count, slow_but

TITLE = "northgard-training"


def printed(title: str = TITLE) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(registry.ruleset(title).catalogs()["default"].data)
    return data


def faults(data: Any) -> dict[str, str]:
    return {f.pointer: f.text.en for f in catalog_faults(json.dumps(data).encode())}


@pytest.mark.parametrize("title", registry.ids())
def test_the_catalogs_of_every_title_are_whole(title: str) -> None:
    for catalog in registry.ruleset(title).catalogs().values():
        assert catalog_faults(catalog.data) == ()


def test_contradictions_are_all_named_once_the_types_fit() -> None:
    data = printed()
    data["values"]["start_units"] = 99
    data["values"]["grid"]["bases"] = ["A1", "B1"]
    data["values"]["cards"][0]["does"] = []
    assert set(faults(data)) >= {
        "/values/start_units",
        "/values/grid/bases",
        "/values/cards/0/does",
    }


def test_faults_stand_in_the_order_of_their_lines() -> None:
    data = json.dumps({**printed(), "edition": None, "game": "chess"}, indent=2).encode()
    faults_there = catalog_faults(data)
    assert [f.line for f in faults_there] == sorted(f.line for f in faults_there) == [2, 3]
    assert (
        TITLE in faults_there[0].text.en
        and "il n'y a pas de titre chess" in faults_there[0].text.fr
    )
    lines = data.decode().splitlines()
    assert '"game": "chess"' in lines[1] and '"edition": null' in lines[2]


@pytest.mark.parametrize(
    ("data", "line", "says"),
    [
        (b"", 1, "it ends too early"),
        (b'{\n"game":\n', 3, "it ends too early"),
        (b'{\n"game" 1,\n"values": {}\n}', 2, "is not JSON here: expected ':'"),
        (b'{"values":\n{"a": 1e999}}', 2, "is not JSON: Number out of range"),
        (b"\xef\xbb\xbf{}", 1, "invalid character"),
        (b'{"game":\n\n"\xff"}', 3, "UTF-8"),
        (b"[" * 100_000, 1, "nested too deep"),
        (b'{"values":\n' + b"[" * 40 + b"]" * 40 + b"}", 1, "nested too deep"),
        (b"[]", 1, "must be an object, not a list"),
        (b"3", 1, "must be an object, not a whole number"),
    ],
)
def test_a_file_that_is_no_catalog_is_one_fault(data: bytes, line: int, says: str) -> None:
    (fault,) = catalog_faults(data)
    assert (fault.pointer, fault.line) == ("", line)
    assert says in fault.text.en
    assert fault.text.fr != fault.text.en


@pytest.mark.parametrize("field", ["game", "edition", "provenance", "values"])
@pytest.mark.parametrize("odd", [None, 3, "x", [], [1], True])
def test_an_envelope_of_odd_things_is_said_to_be_one(field: str, odd: Any) -> None:
    if (field, odd) == ("edition", "x"):
        return
    assert f"/{field}" in faults({**printed(), field: odd})


def test_a_field_named_twice_and_a_number_too_large_are_faults() -> None:
    data = registry.ruleset(TITLE).catalogs()["default"].data
    field = b'"start_units": 3,'
    assert data.count(field) == 1
    (fault,) = catalog_faults(data.replace(field, b'"start_units": 3,\n"start_units": 3,'))
    assert (fault.pointer, fault.text.en) == ("/values/start_units", "is there twice")
    named = {
        f.pointer: f.text.en
        for f in catalog_faults(data.replace(field, b'"start_units": 1' + b"0" * 20 + b","))
    }
    assert named["/values/start_units"] == "is too large a number"


def test_a_file_of_nothing_but_faults_is_cut_off() -> None:
    data = printed()
    data["values"]["tiles"] = [{}] * 10_000
    assert len(catalog_faults(json.dumps(data).encode())) == MOST


@pytest.mark.parametrize("title", registry.ids())
def test_what_msgspec_refuses_has_a_fault_and_nothing_else(title: str) -> None:
    """For catalogs with random changes, faults of type are found exactly where `msgspec` refuses
    the values."""
    rules, rng = registry.ruleset(title), Random(7)
    for _ in range(count(30, 100)):
        values = printed(title)["values"]
        for _ in range(rng.choice((1, 1, 3))):
            spoil(values, rng)
        try:
            msgspec.convert(values, rules.values_type)
            fits = True
        except msgspec.ValidationError:
            fits = False
        faults_there = list(walker.faults(values, rules.values_type, closed=True))
        assert fits == all("There is no such field here" in f.text.en for f in faults_there)
        for fault in faults_there:
            assert fault.text.en and fault.text.fr


@pytest.mark.parametrize("title", slow_but(["fief-tactics", "score-sheet"], registry.ids()))
def test_a_catalog_without_faults_can_be_played_with(title: str) -> None:
    """A catalog with random changes either has faults, or a game can be played with it: neither the
    checks nor the rules fail on it."""
    rules, rng = registry.ruleset(title), Random(11)
    whole = 0
    for n in range(count(25, 100)):
        data = printed(title)
        for _ in range(rng.choice((1, 1, 2, 4))):
            spoil(data["values"], rng)
        file = json.dumps(data).encode()
        if not catalog_faults(file):
            whole += 1
            board, _, chance = opening(
                rules, n, players=rng.choice(rules.about.seats), catalog=Catalog(file)
            )
            for _ in islice(steps(rules, board, chance, Random(n)), 150):
                pass
    assert whole > count(2, 10)


def test_no_step_of_fief_takes_dice_away() -> None:
    data = printed("fief-tactics")
    data["values"]["dice_by_cp"] = [[1, 1], [7, -2]]
    assert faults(data) == {"/values/dice_by_cp": "a step cannot give fewer dice than none"}


def spoil(values: Any, rng: Random) -> None:
    around = values
    while True:
        keys: list[Any] = list(around) if isinstance(around, dict) else list(range(len(around)))
        if not keys:
            return
        key = rng.choice(keys)
        if isinstance(around[key], dict | list) and rng.random() < 0.9:
            around = around[key]
            continue
        deed = rng.randrange(8)
        if deed == 0:
            del around[key]
        elif deed == 1 and isinstance(around, list):
            around.append(around[key])
        elif deed == 2:
            around[key] = rng.choice(["", "nothing", None, -1, 0, 1.5, [], {}])
        elif isinstance(around[key], int) and not isinstance(around[key], bool):
            around[key] += rng.choice((-3, -1, 1, 2, 5, 40))
        elif isinstance(around[key], str):
            around[key] = rng.choice([k for k in _words(values) if isinstance(k, str)])
        return


def _words(values: Any) -> list[Any]:
    return [value for _, value in leaves(values)]


# -- lines -----------------------------------------------------------------------------------------


def test_each_pointer_has_its_line() -> None:
    data = b'{\n  "a": [\n    1,\n    {"b/c": 2,\n     "d": []}\n  ],\n  "e": "}: ,"\n}'
    places = value_lines(data)
    assert places.lines == {
        "": 1,
        "/a": 2,
        "/a/0": 3,
        "/a/1": 4,
        "/a/1/b~1c": 4,
        "/a/1/d": 5,
        "/e": 7,
    }
    assert (places.twice, places.line("/a/1/missing"), places.line("/nothing")) == ((), 4, 1)


@pytest.mark.parametrize("title", registry.ids())
def test_lines_are_found_for_every_value(title: str) -> None:
    catalog = registry.ruleset(title).catalogs()["default"]
    lines, line_numbers = catalog.data.decode().splitlines(), value_lines(catalog.data).lines
    for pointer, value in leaves(catalog.values):
        assert json.dumps(value, ensure_ascii=False) in lines[line_numbers[f"/values{pointer}"] - 1]


@pytest.mark.parametrize("character", ["\u202e", "\u2066", "\u200f", "\x00", "\ud800"])
def test_characters_that_nobody_sees_are_refused_wherever_they_stand(character: str) -> None:
    """A text or a name of a value contains an invisible character, for example one that turns the
    direction of writing. The fault names its place."""
    code = f"U+{ord(character):04X}"
    data = printed()
    data["edition"] += character
    data["values"]["cards"][0]["name"]["en"] = f"a{character}b"
    data["values"]["buildings"][f"tow{character}er"] = data["values"]["buildings"]["tower"]
    ens = {f.text.en for f in catalog_faults(json.dumps(data).encode("utf-8", "surrogatepass"))}
    if character == "\ud800":
        assert ens, "it is no text at all"
        return
    by_pointer = faults(data)
    for pointer in ("/edition", "/values/cards/0/name/en", f"/values/buildings/tow{character}er"):
        assert (
            by_pointer[pointer]
            == f"has the character {code}, which cannot be seen and changes how words look"
        )


def test_names_editions_and_texts_have_a_length() -> None:
    data = printed()
    data["edition"] = "e" * 201
    data["values"]["cards"][0]["name"]["en"] = "n" * 2_001
    data["values"]["buildings"]["k" * 100_000] = data["values"]["buildings"]["tower"]
    by_pointer = faults(data)
    assert by_pointer["/edition"] == "is longer than 200 characters"
    assert by_pointer["/values/cards/0/name/en"] == "is longer than 2000 characters"
    assert "has a name of more than 100 characters" in by_pointer.values()
    assert sum(map(len, by_pointer)) < 1_000, "no fault repeats what is too long"
