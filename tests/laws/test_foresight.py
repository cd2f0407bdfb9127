import pytest

from domain.titles import registry
from domain.titles.contract.chance import SealedChance
from domain.titles.foresight import foresee
from tests.laws.test_titles import game
from tests.records.laws import laws

TITLES = registry.ids()


@pytest.mark.parametrize("title", TITLES)
def test_what_is_told_of_an_action_before_it_is_sent_comes_true(title: str) -> None:
    """For an action without chance the forecast is exact. If the action rolls or reveals something,
    the forecast says that it cannot be taken back."""
    rules, telling = registry.ruleset(title), set()
    for step in (step for seed in range(5) for step in game(title, seed)[1]):
        seen = foresee(rules, step.before, step.seat, step.action)
        if rules.hides(step.before):
            assert not seen.final, "nothing is tried while something is hidden"
            assert len(seen.told) <= 1
            continue
        own = rules.consequence_text(step.before, step.seat, step.action)
        board, sentence = step.before, [own] if own else []
        for fact in step.facts:
            board = rules.evolve(board, fact)
            if fact.foretold:
                sentence.append(rules.say_fact(board, fact))
        chance = SealedChance(b"law")
        rules.decide(step.before, step.seat, step.action, chance)
        assert seen.final == (bool(chance.rolls) or any(fact.reveals for fact in step.facts))
        if seen.told and not seen.final:
            telling.add(type(step.action))
        if seen.told and seen.told[-1].en.startswith("chance decides: "):
            assert seen.final
            assert seen.told[:-1] == ((own,) if own else ())
        else:
            assert seen.told == tuple(sentence)
    assert len(telling) >= laws(title).foretells, sorted(kind.__name__ for kind in telling)
