"""How a combat stands that waits for an answer or a retreat, in words."""

from __future__ import annotations

from domain.games.northgard.board import Board
from domain.games.northgard.words import units
from domain.rules.text import Text


def combat(board: Board) -> tuple[Text, ...]:
    """Who attacks whom where, with how many units; then whose retreat is due."""
    battle = board.battle
    if battle is None:
        return ()
    name, there = board.setting.name, board.territories[battle.territory].units
    one, two = name(battle.attacker), name(battle.defender)
    ours, theirs = units(there.get(battle.attacker, 0)), units(there.get(battle.defender, 0))
    told = [
        Text(
            f"Combat in {battle.territory}: {one.en} ({ours.en}) attacks {two.en} ({theirs.en}).",
            f"Combat en {battle.territory} : {one.fr} ({ours.fr}) attaque {two.fr} ({theirs.fr}).",
        )
    ]
    if battle.loser:
        who = name(battle.loser)
        told.append(Text(f"{who.en} has lost and retreats.", f"{who.fr} a perdu et se replie."))
    return tuple(told)
