from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.tears import RULES
from domain.games.tears.actions import Shape
from domain.games.tears.board import Board
from domain.rules.chance import SealedChance
from domain.rules.ruleset import Action
from domain.rules.titles.simulation import opening, steps


def _value(kind: Any, names: list[str], rng: Random) -> Any:
    """Something that a field of this type can hold, sense or nonsense."""
    if isinstance(kind, msgspec.inspect.Metadata):
        return _value(kind.type, names, rng)
    if isinstance(kind, msgspec.inspect.UnionType):
        return _value(rng.choice(kind.types), names, rng)
    if isinstance(kind, msgspec.inspect.NoneType):
        return None
    if isinstance(kind, msgspec.inspect.BoolType):
        return rng.random() < 0.5
    if isinstance(kind, msgspec.inspect.IntType):
        return rng.randint(kind.ge if kind.ge is not None else -2, min(kind.le if kind.le is not None else 9, 12))
    if isinstance(kind, msgspec.inspect.LiteralType):
        return rng.choice(kind.values)
    if isinstance(kind, msgspec.inspect.StrType):
        return rng.choice(names)
    if isinstance(kind, msgspec.inspect.VarTupleType):
        least = kind.min_length or 0
        return tuple(_value(kind.item_type, names, rng) for _ in range(rng.randint(least, least + 2)))
    assert isinstance(kind, msgspec.inspect.StructType), kind
    return kind.cls(**{f.name: _value(f.type, names, rng) for f in kind.fields})


SEEDS = 4
KINDS = {kind: msgspec.inspect.type_info(kind) for kind in RULES.action_types}


def _anything(kind: type[Action], names: list[str], rng: Random) -> Action:
    action = _value(KINDS[kind], names, rng)
    assert isinstance(action, Action)
    return action


def _names(board: Board, rng: Random) -> list[str]:
    played = [id for side in (board.player, board.enemy) for s in side.spaces if s for id in (s.card, *s.attached)]
    unseen = rng.sample([*board.player.deck, *board.enemy.deck, "nobody"], 1)
    asked = board.question.options if board.question else ()
    return ["", "-1", "0", "yes", "new-card", *unseen, *played, *board.player.hand, *asked]


@pytest.mark.parametrize("options", [{}, {"cards": "table"}, {"taken_wedge": "discarded", "commander": "then-turn"}])
def test_anything_at_all_gets_a_verdict_and_what_is_legal_can_be_done(options: dict[str, str]) -> None:
    legal = 0
    for seed in range(SEEDS):
        rng = Random(seed)
        board, _, chance = opening(RULES, seed, dict(options))
        for step in steps(RULES, board, chance, Random(seed)):
            names = _names(step.before, rng)
            for kind in RULES.action_types:
                action = _anything(kind, names, rng)
                for seat in ("player", "enemy"):
                    verdict = RULES.judge(step.before, seat, action)
                    assert verdict.legal or (verdict.code and verdict.rule and verdict.text.en and verdict.text.fr)
                    assert RULES.say_action(step.before, seat, action).fr
                    if verdict.legal:
                        legal += 1
                        after = step.before
                        for fact in RULES.decide(step.before, seat, action, SealedChance(b"any")):
                            after = RULES.evolve(after, fact)
                        assert RULES.census(after) == RULES.census(step.before)
    assert legal > 25 * SEEDS, "the nonsense makes sense often enough to prove something"


def test_a_shape_becomes_a_card_with_what_was_entered() -> None:
    card = Shape("event", 3, actions=2, discount=1, ignored=("draw",)).card("x")
    assert (card.cost, len(card.actions)) == (3, 4)
