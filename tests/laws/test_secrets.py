"""Laws of titles with secrets. `api/game/entries.py` relies on them when it asks live readers to
read a record again."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from domain.proof.bundle.hidden import MOST_SLOT
from domain.titles import registry
from domain.titles.contract.ruleset import ARBITER, PUBLIC, Action, AnyRuleset
from domain.titles.simulation import opening, steps

pytestmark = pytest.mark.usefixtures("sealed_bids")
TITLES = (*registry.ids(), "sealed-bids")
SEEDS = range(4)


def played(rules: AnyRuleset, seed: int) -> Iterator[tuple[Any, str, Any]]:
    """All entries in the records of a random game: the board after each, the seat ("" at the
    set-up), and the action or fact."""
    board, facts, chance = opening(rules, seed)
    yield from ((board, "", fact) for fact in facts)
    for step in steps(rules, board, chance, Random(seed)):
        yield from ((step.after, step.seat, item) for item in (step.action, *step.facts))


@pytest.mark.parametrize("title", TITLES)
def test_what_is_ever_hidden_from_anybody_is_hidden_from_the_public_on_the_blank_board(
    title: str,
) -> None:
    rules = registry.ruleset(title)
    for seed in SEEDS:
        for board, seat, item in played(rules, seed):
            if rules.visible(rules.blank(board.setting), PUBLIC, seat, item):
                assert all(
                    rules.visible(board, audience, seat, item)
                    for audience in (PUBLIC, *board.setting.seats)
                ), item


@pytest.mark.parametrize("title", TITLES)
def test_a_title_without_secrets_shows_everybody_the_same(title: str) -> None:
    """The follower relies on this: it writes one view for all audiences of such a title
    (`projections/boards/positions.py`)."""
    rules = registry.ruleset(title)
    if rules.keeps_secrets():
        return
    board, _, chance = opening(rules, 0)
    for after in (board, *(step.after for step in steps(rules, board, chance, Random(0)))):
        public = rules.view(after, PUBLIC)
        assert all(
            rules.view(after, audience) == public for audience in (ARBITER, *after.setting.seats)
        )


@pytest.mark.parametrize("title", [t for t in TITLES if t in ("fief-tactics", "sealed-bids")])
def test_something_is_hidden_and_uncovered(title: str) -> None:
    """Two titles hide something from the public in a random game. Without that, the laws of this
    file would show nothing."""
    rules = registry.ruleset(title)
    seen = [rules.visible(board, PUBLIC, seat, item) for board, seat, item in played(rules, 0)]
    assert not all(seen)


# -- what is chosen in secret can be sealed (domain/game/seals/conditions.py) -----------------------


@pytest.mark.parametrize("title", TITLES)
def test_an_action_that_hides_something_is_one_that_can_be_sealed(title: str) -> None:
    rules = registry.ruleset(title)
    for seed in SEEDS:
        for board, seat, item in played(rules, seed):
            hides = isinstance(item, Action) and not rules.visible(
                rules.blank(board.setting), PUBLIC, seat, item
            )
            assert hides == isinstance(item, rules.secret_types), item


@pytest.mark.parametrize("title", TITLES)
def test_a_slot_says_who_has_yet_to_choose_and_never_comes_again(title: str) -> None:
    """While a slot is open, only its seats may choose in secret, and each seat that has chosen is
    removed from it."""
    rules = registry.ruleset(title)
    for seed in SEEDS:
        board, _, chance = opening(rules, seed)
        names = [slot.name] if (slot := rules.slot(board)) else []
        for step in steps(rules, board, chance, Random(seed)):
            before, after = rules.slot(step.before), rules.slot(step.after)
            if isinstance(step.action, rules.secret_types):
                assert before is not None and step.seat in before.seats
            if before:
                assert set(before.seats) <= set(rules.to_act(step.before))
                assert before.name.isprintable() and 0 < len(before.name) <= MOST_SLOT - len(
                    " after 9999999"
                )
            if after and (before is None or after.name != before.name):
                assert after.name not in names
                names.append(after.name)
            elif after and before:
                gone = {step.seat} if isinstance(step.action, rules.secret_types) else set()
                assert set(after.seats) == set(before.seats) - gone
        assert bool(names) == bool(rules.secret_types)
