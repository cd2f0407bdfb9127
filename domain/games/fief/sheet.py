"""The sheet of a session, for a season of several: what each family had in the end, and what stood where.

Everything on it lies open on the table. Bids that are still sealed are not on it, so it can be shown to anybody at any time.
"""

from __future__ import annotations

from typing import Any

from domain.games.fief.board import NONE, TROOP_KINDS, Board, Lord, Troops
from domain.games.fief.lords import victory_points


def sheet(board: Board) -> dict[str, Any]:
    """Purses, lords with their titles, and troops, family by family and place by place."""
    return {
        "turn": board.turn,
        "bank": board.bank,
        "mercenaries": board.pool,
        "families": {seat: _family(board, seat) for seat in board.families},
        "places": {
            id: {
                "holder": place.holder,
                "fort": place.fort,
                "troops": {seat: _counts(troops) for seat, troops in place.troops.items() if troops != NONE},
            }
            for id, place in sorted(board.places.items())
        },
    }


def _family(board: Board, seat: str) -> dict[str, Any]:
    family, lords = board.families[seat], {id: lord for id, lord in board.lords.items() if lord.family == seat}
    living = {id: lord for id, lord in lords.items() if not lord.dead}
    standing = sum((place.troops.get(seat, NONE) for place in board.places.values()), start=NONE)
    return {
        "purse": family.purse,
        "points": victory_points(board, seat),
        "titles": sorted(title for lord in living.values() for title in lord.titles),
        "lords": {id: _lord(lord) for id, lord in sorted(living.items())},
        "dead": sorted(lords.keys() - living.keys()),
        "troops": _counts(standing),
        "guards": {
            "knight": sum(lord.guard.knight for lord in living.values()),
            "sergeant": sum(lord.guard.sergeant for lord in living.values()),
        },
        "camp": family.camp,
    }


def _lord(lord: Lord) -> dict[str, Any]:
    return {"place": lord.place, "titles": list(lord.titles), "spouse": lord.spouse or None, "captor": lord.captor or None}


def _counts(troops: Troops) -> dict[str, int]:
    return {kind: getattr(troops, kind) for kind in (*TROOP_KINDS, "mercenary")}
