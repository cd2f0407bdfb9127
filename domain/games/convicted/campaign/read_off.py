"""The sheet of a position, at any point of a game."""

from __future__ import annotations

from domain.games.convicted.board import Board
from domain.games.convicted.field import RESOURCES
from domain.games.convicted.sheet import SectionSheet, Sheet, SiegeSheet


def read_off(board: Board) -> Sheet:
    """The sheet of a position, at any point of a game."""
    done = bool(board.ending)
    return Sheet(
        number=board.sheets + (0 if done and board.ending != "fallen" else 1),
        scenario=board.scenario,
        turn=board.turn,
        first=board.first,
        heroes=board.heroes,
        stock={r: board.stock.of(r) for r in RESOURCES},
        sections={s: SectionSheet(x.level, x.resistance, x.gate, x.units, x.engines) for s, x in board.sections.items()},
        ring=board.ring,
        buildings=board.buildings,
        technologies=board.technologies,
        city=board.city,
        outcome=board.ending or None,
        siege=None if done else _siege(board),
    )


def _siege(board: Board) -> SiegeSheet:
    return SiegeSheet(
        step=board.step,
        round=board.round,
        stage=board.stage,
        morale=board.morale,
        enemies=board.enemies(),
        markers=board.markers,
        rites_used=board.rites,
        powers_used=board.used,
    )
