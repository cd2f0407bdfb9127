import pytest
from msgspec.structs import replace

from domain.titles import registry
from tests.laws.test_titles import game

TITLES = registry.ids()
PEACEFUL = [
    title
    for title in TITLES
    if not any(kind.reports_combat for kind in registry.ruleset(title).fact_types)
]


@pytest.mark.parametrize("title", PEACEFUL)
def test_where_nobody_fights_no_combat_is_told(title: str) -> None:
    rules = registry.ruleset(title)
    assert not any(
        rules.combat_sentences(step.after) for seed in range(3) for step in game(title, seed)[1]
    )


@pytest.mark.parametrize("title", [title for title in TITLES if title not in PEACEFUL])
def test_a_combat_is_told_while_it_is_fought_and_settled_by_facts(title: str) -> None:
    rules, stands, settled = registry.ruleset(title), 0, 0
    for step in (step for seed in range(3) for step in game(title, seed)[1]):
        combat = rules.combat_sentences(step.before)
        assert all(
            text.en.endswith(".") and text.fr.endswith(".") and text.en != text.fr
            for text in combat
        )
        stands += bool(combat)
        settled += any(fact.reports_combat for fact in step.facts)
        assert rules.outcome(step.after) is None or not rules.combat_sentences(step.after), (
            "a game that has ended is fought no more"
        )
    assert stands
    assert settled


def test_what_archers_have_chosen_in_secret_is_not_told_of_their_battle() -> None:
    rules, covered = registry.ruleset("fief-tactics"), 0
    for step in game("fief-tactics", 7)[1]:
        battle = step.before.battle
        if battle is None or not rules.hides(step.before):
            continue
        for side in ("attack", "defence"):
            if battle.side(side).shot:
                covered += 1
                other = replace(
                    battle.side(side),
                    shot="none" if battle.side(side).shot == "volley" else "volley",
                    target="",
                )
                now = replace(step.before, battle=replace(battle, **{side: other}))
                assert rules.combat_sentences(now) == rules.combat_sentences(step.before)
    assert covered
