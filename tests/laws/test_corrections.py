import json
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from domain.game.aggregate.correction import board_document, document_changes, patched_board
from domain.game.aggregate.sanity import board_fault, number_out_of_bounds
from domain.titles import registry
from domain.titles.contract.chance import SealedChance
from domain.titles.contract.ruleset import decode_board
from domain.titles.simulation import steps
from tests.amount import count, slow_but, spread
from tests.laws.test_titles import SEEDS, TITLES, game, opened, some_options
from tests.records.play import files, game_name, replay, two_a_title

RECORDED = pytest.mark.parametrize("path", slow_but(two_a_title(), files()), ids=game_name)
TITLE = pytest.mark.parametrize("title", TITLES)


@RECORDED
def test_a_board_that_was_played_is_sound_and_nothing_is_amiss_on_it(path: Path) -> None:
    game = replay(path)
    for board in spread(game.boards, 4, 2):
        assert game.rules.amiss(board) == ()
    for board in spread(game.boards, 25, 8):
        assert board_fault(game.rules, board, board) is None


@RECORDED
def test_a_document_has_every_field_and_reads_as_the_same_board(path: Path) -> None:
    game = replay(path)
    for board in spread(game.boards, 4, 2):
        plain = board_document(board)
        assert list(plain) == list(type(board).__struct_encode_fields__)
        assert plain["setting"] == board.setting.digest  # type: ignore[attr-defined]
        assert decode_board(type(board), msgspec.json.encode(plain), board.setting) == board  # type: ignore[attr-defined]
    for before, after in pairwise(spread(game.boards, 25, 25)):
        patch = [
            {"op": "replace", "path": f"/{name}", "value": value}
            for name, value in board_document(after).items()
            if name != "setting"
        ]
        assert patched_board(game.rules, before, patch)[0] == after


@TITLE
def test_nothing_is_amiss_in_random_games_whatever_the_options(title: str) -> None:
    rules = registry.ruleset(title)
    for seed in spread(SEEDS, 3):
        board, played = game(title, seed)
        assert rules.amiss(board) == ()
        for step in spread(played, 3):
            assert rules.amiss(step.after) == (), step.action
    for seed in range(count(1, 3)):
        rng = Random(seed)
        catalogs = list(rules.catalogs().values())
        board, chance = opened(
            rules,
            seed,
            some_options(rules, rng),
            rng.choice(rules.about.seats),
            rng.choice(catalogs),
        )
        for step in spread(list(steps(rules, board, chance, rng, 300)), 3):
            assert rules.amiss(step.after) == (), step.action


@TITLE
def test_play_declares_its_numbers_and_ends_when_there_is_an_outcome(title: str) -> None:
    """Corrections and `board_fault` rely on this: an arbiter could declare every number that play leads
    to, and some seat is to act until there is an outcome, and none afterwards."""
    rules = registry.ruleset(title)
    for step in (step for seed in SEEDS for step in game(title, seed)[1]):
        assert number_out_of_bounds(step.facts) is None, step.facts
        assert bool(rules.to_act(step.after)) != (rules.outcome(step.after) is not None)


# -- boards that nobody played ---------------------------------------------------------------------


def _mangled(plain: Any, rng: Random, words: list[str]) -> Any:
    plain = json.loads(json.dumps(plain))
    *path, last = rng.choice([place for place in _places(plain) if place[0] != "setting"])
    there: Any = plain
    for key in path:
        there = there[key]
    value = there[last]
    if isinstance(value, bool):
        there[last] = not value
    elif isinstance(value, int):
        there[last] = rng.choice([value + 1, value - 1, 0, -1, 99])
        keys = there if isinstance(there, dict) else range(len(there))
        beside = [key for key in keys if key != last and type(there[key]) is int]
        if beside and rng.random() < 0.5:  # taken from another, so that there are as many
            there[rng.choice(beside)] += value - there[last]
    elif isinstance(value, str):
        there[last] = rng.choice([*words, "", "zzz"])
    elif isinstance(value, dict):
        if value and rng.random() < 0.5:
            del value[rng.choice(list(value))]
        elif value:
            value[rng.choice(words)] = value[rng.choice(list(value))]
    elif isinstance(value, list) and value:
        if rng.random() < 0.5:
            value.pop(rng.randrange(len(value)))
        else:
            value.append(rng.choice(value))
    return plain


def _places(plain: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inside = (
        plain.items()
        if isinstance(plain, dict)
        else enumerate(plain)
        if isinstance(plain, list)
        else ()
    )
    return [
        *([path] if path else []),
        *(place for key, value in inside for place in _places(value, (*path, key))),
    ]


@TITLE
def test_a_board_that_is_found_sound_can_be_played_on_from(title: str) -> None:
    """Boards are changed at random. The title gives a verdict on each, and from those it finds
    sound a random game can be played."""
    rules, rng = registry.ruleset(title), Random(11)
    boards = [step.after for seed in spread(SEEDS, 3) for step in game(title, seed)[1][::9]]
    passed = refused = 0
    for _ in range(count(40, 120)):
        board = rng.choice(boards)
        plain = board_document(board)
        words = [
            word
            for word in json.dumps(plain).replace('"', " ").split()
            if word.isalnum() and not word.isdigit()
        ]
        mangled = _mangled(plain, rng, words)
        try:
            made = decode_board(rules.board_type, msgspec.json.encode(mangled), board.setting)
        except ValueError:
            continue
        amiss = rules.amiss(made)  # for any board of the types, whatever is on it
        assert all(text.en and text.fr and not text.en.endswith(".") for text in amiss)
        if amiss or board_fault(rules, made, board) is not None:
            refused += 1
            continue
        passed += made != board
        for step in steps(rules, made, SealedChance(b"on"), Random(1), 40):
            assert rules.amiss(step.after) == (), (document_changes(plain, mangled), step.action)
    assert passed > 0
    assert refused >= count(8, 24)
