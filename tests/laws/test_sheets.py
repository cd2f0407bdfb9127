"""Laws of campaigns that every registered title satisfies: its sheets, and what they hand on."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.rules.ruleset import BadOpening, open_setting
from domain.rules.titles import registry
from tests.laws.test_titles import SEEDS, TITLES, game, sampled


def read(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize("title", TITLES)
def test_a_sheet_can_be_read_at_any_position_and_has_the_same_lines_there(title: str) -> None:
    rules = registry.ruleset(title)
    lines: set[frozenset[str]] = set()
    for step in sampled(title):
        sheet = read(rules.sheet(step.after))
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
    """What `carry` makes of a sheet is options that the title takes, at least after one ending in three."""
    rules, went_on = registry.ruleset(title), 0
    for seed in SEEDS:
        _, played = game(title, seed)
        last = played[-1].after
        seats = sum(spec.role == "player" for spec in last.setting.seat_specs)
        options = rules.carry(read(rules.sheet(last)), 2)
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
        number = rules.scenarios(catalog.typed(rules.values_type))
        assert number >= 0
        assert (number > 0) == bool(rules.carry(None, 1)), "a title with scenarios of its own tells each which one it is"
