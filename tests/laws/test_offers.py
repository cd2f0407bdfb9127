"""`judge` and `legal` agree: every legal action is offered, and every offered action is legal."""

from random import Random
from typing import Any

import pytest

from domain.titles import registry
from domain.titles.contract.chance import SealedChance
from domain.titles.contract.ruleset import Fact
from domain.titles.simulation import Step
from tests.amount import count
from tests.laws.offering import candidates, covers, ids, offered, plainer, respelled
from tests.laws.test_titles import SEEDS, game

TITLES = registry.ids()


def facts(title: str, step: Step, seat: str, action: Any) -> tuple[Fact, ...]:
    return registry.ruleset(title).decide(step.before, seat, action, SealedChance(b"law"))


def _plainest_with_same_facts(title: str, step: Step, seat: str, action: Any) -> Any:
    rules, came = registry.ruleset(title), facts(title, step, seat, action)
    for other in plainer(action):
        if rules.judge(step.before, seat, other).legal and facts(title, step, seat, other) == came:
            return _plainest_with_same_facts(title, step, seat, other)
    return action


def disagreements(title: str, positions: int, seed: int) -> tuple[list[str], list[Step]]:
    """The actions that `judge` accepts but no offer covers, and those offered but refused; and the
    positions at which nothing was legal. It tries one position for each kind of action, and
    `positions` others."""
    rules, rng = registry.ruleset(title), Random(seed)
    every = [step for n in SEEDS for step in game(title, n)[1]]
    disagreements_, barren = [], []
    rng.shuffle(every)
    of_each_kind = {type(step.action): step for step in every}.values()
    for step in (*of_each_kind, *every[:positions]):
        lawful = 0
        for seat in rules.to_act(step.before):
            legal = rules.legal(step.before, seat)
            disagreements_ += [
                f"offered, refused: {a}"
                for a in offered(legal)
                if not rules.judge(step.before, seat, a).legal
            ]
            for action in candidates(rules.action_types, legal, ids(rules, step.before), rng):
                if not rules.judge(step.before, seat, action).legal:
                    continue
                lawful += 1
                if covers(legal, action) or covers(
                    legal, _plainest_with_same_facts(title, step, seat, action)
                ):
                    continue
                came = facts(title, step, seat, action)
                others = (
                    a
                    for a in respelled(action, legal)
                    if covers(legal, a) and rules.judge(step.before, seat, a).legal
                )
                if not any(facts(title, step, seat, a) == came for a in others):
                    disagreements_.append(f"legal, not offered to {seat}: {action}")
        barren += [] if lawful else [step]
    return disagreements_, barren


@pytest.mark.parametrize("title", TITLES)
def test_what_is_judged_legal_is_offered_and_what_is_offered_is_legal(title: str) -> None:
    wrong, barren = disagreements(title, count(8, 24), 3)
    assert (wrong[:5], barren) == ([], [])
