"""A title's gauges (numbers of each seat, such as points, that charts show over a game), and the
sheets of its finished games. Gauges equal the numbers in the public view, so they reveal nothing."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import to_builtins

from domain.titles import registry
from domain.titles.contract.ruleset import ARBITER, PUBLIC, BadOpening, open_setting
from domain.titles.registry import ids, ruleset
from domain.titles.simulation import opening, steps
from tests.laws.test_titles import SEEDS, TITLES, game, sampled

View = dict[str, Any]
Values = dict[str, Mapping[str, int]]


def northgard(view: View) -> Values:
    units, held = (Counter(dict.fromkeys(view["sides"], 0)) for _ in range(2))
    for land in view["territories"].values():
        units.update(land["units"])
        held.update(land["units"].keys() if len(land["units"]) == 1 else ())
    resources = {
        id: {seat: side["resources"][id] for seat, side in view["sides"].items()}
        for id in ("food", "wood", "lore")
    }
    return {**resources, "units": dict(units), "held": dict(held)}


def fief(view: View) -> Values:
    families, troops = list(view["families"]), Counter(dict.fromkeys(view["families"], 0))
    for place in view["places"].values():
        for family, there in place["troops"].items():
            troops[family] += sum(there.values())
    places = Counter(place["holder"] for place in view["places"].values())
    lords = Counter(lord["family"] for lord in view["lords"].values() if not lord["dead"])
    return {
        "purse": {family: own["purse"] for family, own in view["families"].items()},
        "troops": dict(troops),
        "places": {family: places[family] for family in families},
        "lords": {family: lords[family] for family in families},
    }


def raiders(view: View) -> Values:
    mine, theirs = view["player"], view["automa"]
    both = {
        id: {"player": mine[id], "automa": theirs[id]}
        for id in ("provisions", "armour", "valkyries")
    }
    plunder = mine["gold"] + mine["iron"] + mine["livestock"]
    values: Values = {"silver": {"player": mine["silver"]}, "plunder": {"player": plunder}, **both}
    return {id: values[id] for id in ("silver", "provisions", "plunder", "armour", "valkyries")}


def tears(view: View) -> Values:
    total = view["resources"]["total"]
    return {
        "wedges": {
            seat: sum(wedge[f"by_{seat}"] for wedge in view["wedges"])
            for seat in ("player", "enemy")
        },
        "field": {
            seat: sum(card is not None for line in view[seat]["lines"] for card in line)
            for seat in ("player", "enemy")
        },
        "resources": {} if total is None else {"player": total},
    }


def convicted(view: View) -> Values:
    numbers = {
        **view["stock"],
        "resistance": sum(section["resistance"] for section in view["sections"].values()),
        "morale": view["morale"],
        "slain": view["slain"],
    }
    return {id: {} if count is None else {"p1": count} for id, count in numbers.items()}


def score_sheet(view: View) -> Values:
    return {
        series["id"]: series["values"]
        for series in [series_ for series_ in view["series"] if series_["values"]][:8]
    }


READ: dict[str, Callable[[View], Values]] = {
    "northgard-training": northgard,
    "fief-tactics": fief,
    "raiders-solo": raiders,
    "tears-solo": tears,
    "convicted": convicted,
    "score-sheet": score_sheet,
}


def numbers(view: View, seats: tuple[str, ...]) -> Values:
    """The expected gauges of a title that declares none: all fields of the view with a whole number
    for each seat."""
    return {
        id: own
        for id, own in view.items()
        if isinstance(own, dict)
        and own.keys() == set(seats)
        and set(map(type, own.values())) == {int}
    }


@pytest.mark.parametrize("id", ids())
def test_a_titles_gauges_are_what_its_view_says_at_any_position(id: str) -> None:
    rules = ruleset(id)
    board, _, chance = opening(rules, 5)
    for after in (board, *(step.after for step in steps(rules, board, chance, Random(5), 150))):
        gauges = rules.gauges(after, PUBLIC)
        view: Any = to_builtins(rules.view(after, PUBLIC))
        counted = READ[id](view) if id in READ else numbers(view, after.setting.seats)
        assert [(gauge.id, gauge.values) for gauge in gauges] == [*counted.items()]
        assert all(type(value) is int for gauge in gauges for value in gauge.values.values())
        assert [(gauge.id, gauge.values) for gauge in rules.gauges(after, ARBITER)] == [
            (g.id, g.values) for g in gauges
        ]
    if not rules.gauges(board, PUBLIC):
        pytest.skip(f"{id} has no series: no field of its board has a number for each seat")


# -- names of the fields of views ------------------------------------------------------------------


def keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
        for inner in value.values():
            yield from keys(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keys(inner)


@pytest.mark.parametrize("id", ids())
def test_every_field_of_a_view_is_called_something(id: str) -> None:
    """Ids of the board, such as A1 or T04a, are their own names. They contain a capital letter or a
    digit."""
    rules = ruleset(id)
    board, _, chance = opening(rules, 3)
    boards = [board, *(step.after for step in steps(rules, board, chance, Random(3), 300))]
    keys_found = {
        key for board in boards[::7] for key in keys(to_builtins(rules.view(board, PUBLIC)))
    }
    unnamed = {
        key
        for key in keys_found
        if key.islower() and key not in rules.terms and board.word("", key).fr == key
    }
    words = {key for key in unnamed if not any(character.isdigit() for character in key)}
    assert not words, "name these in `terms`, or write ids with a capital or a digit"


def as_json(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize("title", TITLES)
def test_a_sheet_can_be_read_at_any_position_and_has_the_same_lines_there(title: str) -> None:
    rules = registry.ruleset(title)
    lines: set[frozenset[str]] = set()
    for step in sampled(title):
        sheet = as_json(rules.sheet(step.after))
        assert isinstance(sheet, dict)
        lines.add(frozenset(sheet))
    assert len(lines) == 1


@pytest.mark.parametrize("title", TITLES)
def test_a_sheet_says_how_the_game_ended_once_it_has(title: str) -> None:
    rules = registry.ruleset(title)
    for seed in SEEDS:
        board, played = game(title, seed)
        assert rules.sheet(board)["outcome"] is None
        last = played[-1].after
        outcome = rules.outcome(last)
        assert rules.sheet(last)["outcome"] == outcome.code


@pytest.mark.parametrize("title", TITLES)
def test_a_finished_game_opens_the_next_or_says_why_not(title: str) -> None:
    """The options that `carried_options` makes of a sheet are accepted by the title, for at least
    one of three endings."""
    rules, went_on = registry.ruleset(title), 0
    for seed in SEEDS:
        _, played = game(title, seed)
        last = played[-1].after
        seats = sum(spec.role == "player" for spec in last.setting.seat_specs)
        options = rules.carried_options(as_json(rules.sheet(last)), 2)
        try:
            setting = open_setting(rules, last.setting.catalog, options, seats)
        except BadOpening as e:
            assert e.text.en and e.text.fr
            continue
        went_on += 1
        assert setting.seats == last.setting.seats
        assert rules.blank(setting) is not None
    assert went_on * 3 >= len(SEEDS)


@pytest.mark.parametrize("title", TITLES)
def test_the_number_of_scenarios_is_known_from_the_catalog(title: str) -> None:
    rules = registry.ruleset(title)
    for catalog in rules.catalogs().values():
        number = rules.scenario_count(catalog.values_as(rules.values_type))
        assert number >= 0
        assert (number > 0) == bool(rules.carried_options(None, 1)), (
            "a title with scenarios of its own tells each which one it is"
        )
