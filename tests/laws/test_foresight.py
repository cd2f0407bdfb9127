import pytest

from domain.titles import registry
from domain.titles.foresight import foresee
from tests.laws.test_titles import game

TITLES = registry.ids()
LEAST = {
    "northgard-training": 1,
    "fief-tactics": 12,
    "raiders-solo": 5,
    "tears-solo": 6,
    "convicted": 12,
    "morris": 2,
    "score-sheet": 2,
}
"""Of so many kinds of actions at least a title says what they lead to, dice aside."""
WITHOUT_CHANCE = {"morris"}
"""Titles in which no action asks chance for anything."""


@pytest.mark.parametrize("title", TITLES)
def test_what_is_told_of_an_action_before_it_is_sent_comes_true(title: str) -> None:
    """Of one that asks no chance, exactly what comes of it is told; what asks chance or shows
    something is told to be final."""
    rules, telling, final = registry.ruleset(title), set(), 0
    for step in (step for seed in range(5) for step in game(title, seed)[1]):
        seen = foresee(rules, step.before, step.seat, step.action)
        if rules.hides(step.before):
            assert not seen.final, "nothing is tried while something is hidden"
            assert len(seen.told) <= 1
            continue
        own = rules.leads_to(step.before, step.seat, step.action)
        board, sentence = step.before, [own] if own else []
        for fact in step.facts:
            board = rules.evolve(board, fact)
            if fact.foretold:
                sentence.append(rules.say_fact(board, fact))
        final += seen.final
        if seen.told and not seen.final:
            telling.add(type(step.action))
        if seen.told and seen.told[-1].en.startswith("chance decides: "):
            assert seen.final
            assert seen.told[:-1] == ((own,) if own else ())
        else:
            assert seen.told == tuple(sentence)
            assert seen.final == any(fact.reveals for fact in step.facts)
    assert len(telling) >= LEAST[title], sorted(kind.__name__ for kind in telling)
    assert final or title in WITHOUT_CHANCE, "chance was never asked"
