"""How a chapter of the rules is written: for each action, whether it may be done and what comes of it.

A chapter is a table `{action: Rule}`. `rules.py` puts the chapters together.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from domain.games.fief.board import Battle, Board, Phase, Stage
from domain.games.fief.facts.realm import FiefFact
from domain.games.fief.words import PHASES
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Action, Resolution, Verdict, illegal

Story = Resolution[Board, FiefFact]

IN_TURN: tuple[Phase, ...] = ("oyez", "cards", "income", "purchases", "moves", "battles", "end")
"""The phases in which a family acts alone and may declare what the base game brought."""


class Rule(NamedTuple):
    """One action's rule. With `phases` it is done by the family whose turn it is in one of them, and refused in any other with
    `heading`; without, `judge` alone says when."""

    judge: Callable[[Board, str, Any], Verdict]
    do: Callable[[Story, str, Any, Chance], None]
    phases: tuple[Phase, ...] = ()
    heading: str = "Phases"


Chapter = dict[type[Action], Rule]


def always(board: Board, seat: str, action: Any) -> Verdict:
    """Nothing more to ask than whose turn it is."""
    return LEGAL


def in_turn(board: Board, seat: str, phases: tuple[Phase, ...], heading: str = "Phases") -> Verdict:
    """Whether it is this family's turn in one of these phases, with no battle, revolt or proposal to settle first."""
    if board.battle is not None:
        return illegal("battle-first", "Battles", "The battle has to be fought out first.", "Il faut d'abord finir la bataille.")
    if board.revolt is not None:
        return illegal("revolt-first", "T 4.4", "The revolt has to be settled first.", "Il faut d'abord résoudre la révolte.")
    if board.proposal is not None:
        return illegal(
            "answer-first",
            "Victory",
            "The proposed end of the session has to be answered first.",
            "Il faut d'abord répondre à la fin de partie proposée.",
        )
    if board.phase not in phases:
        now, due = PHASES[board.phase], [PHASES[p] for p in phases]
        return illegal(
            "wrong-phase",
            heading,
            f"This is the phase {now.en}; the action belongs to {', '.join(d.en for d in due)}.",
            f"C'est la phase {now.fr} ; l'action relève de : {', '.join(d.fr for d in due)}.",
        )
    if board.waiting[:1] != (seat,):
        turn = board.setting.name(board.waiting[0]) if board.waiting else None
        return illegal(
            "not-your-turn",
            "Phases",
            f"It is the turn of {turn.en if turn else 'nobody'}.",
            f"C'est au tour de {turn.fr if turn else 'personne'}.",
        )
    return LEGAL


def current(story: Story) -> Battle:
    """The battle of a story that tells of one."""
    battle = story.board.battle
    assert battle is not None
    return battle


def asked(board: Board, seat: str, stage: Stage, heading: str = "Battles") -> Verdict:
    """Whether the battle waits, at this stage, for this family; if not, that is refused with the action's own heading."""
    battle = board.battle
    if battle is None or battle.stage != stage or seat not in battle.waiting:
        return illegal(
            "not-asked",
            heading,
            "The battle does not wait for this from you now.",
            "La bataille n'attend pas cela de vous maintenant.",
        )
    return LEGAL
