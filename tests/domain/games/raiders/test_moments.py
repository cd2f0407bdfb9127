from __future__ import annotations

import pytest

from domain.games.raiders import RULES
from domain.games.raiders import actions as a
from domain.games.raiders.turn import NOW, WHEN
from domain.rules.ruleset import Action
from tests.builders.raiders import refused, table, using


@pytest.mark.parametrize(
    ("action", "rule", "says"),
    [
        (a.PlaceWorker("mill"), "Déroulement de la partie (jeu standard)", "a worker is placed at the start of your turn"),
        (a.Raid("harbour-left", 1), "Déroulement de la partie (jeu standard)", "you raid at the start of your turn"),
        (a.PlayTownsfolk("champion"), "Effets des cartes Citoyens", "Town Hall"),
        (a.Reveal(), "Cartes tactiques", "in the opponent's turn"),
    ],
)
def test_in_the_opponents_turn_the_player_hears_the_rule_of_the_action(action: Action, rule: str, says: str) -> None:
    verdict = refused(table("reveal"), action)
    assert (verdict.code, verdict.rule) == ("not-your-turn", rule)
    assert says in verdict.text.en and "reveal the opponent's scheme card" in verdict.text.en


def test_at_another_moment_of_the_own_turn_the_player_hears_when_the_action_comes() -> None:
    verdict = refused(using("mill"), a.TakeWorker("gate-house"))
    assert verdict.code == "wrong-moment" and "after another one was placed" in verdict.text.en


def test_every_action_has_its_rule_and_its_moment() -> None:
    for move in RULES.moves.values():
        assert move.phases and set(move.phases) <= set(NOW) and WHEN(move.tag).fr
