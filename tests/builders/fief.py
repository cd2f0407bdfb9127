"""Positions for tests: say who is where, act, and see the result. Tokens are taken from stocks and
boxes, so that a position contains the same pieces as a game. Uses no store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from domain.titles.contract.chance import Value
from domain.titles.fief import RULES, RULES_1, actions as a, facts as f
from domain.titles.fief.board import Board, Phase, Troops
from domain.titles.fief.values import Ground, Guards
from domain.titles.kit import Action, Fact
from tests.builders.rules import Rules

_rules = Rules(RULES)
act, rolls_asked = _rules.act, _rules.rolls_asked

MEN = ("othon", "thierry", "charles", "henri", "quentin", "gauvain")


def opened(players: int = 3, version: int = 2, **options: Any) -> Board:
    rules = Rules(RULES if version == 2 else RULES_1)
    return rules.set_up(rules.blank(None, players, options))


class Table:
    """A position being laid out. Every method returns the table, so that calls can be chained."""

    def __init__(self, players: int = 3, **options: Any) -> None:
        self.board = replace(opened(players, **options), turn=1)

    def apply(self, *facts: Fact) -> Table:
        for fact in facts:
            self.board = RULES.evolve(self.board, fact)
        return self

    def lord(self, family: str, place: str, lord: str = "", *titles: str) -> Table:
        """Put a lord of a family on a place. Without an id it is one of the men."""
        lord = lord or next(id for id in MEN if id not in self.board.lords)
        return self.apply(
            f.LordEntered(lord, family, place), *(f.TitleTaken(lord, title) for title in titles)
        )

    def troops(self, family: str, place: str, **counts: int) -> Table:
        return self.apply(f.TroopsRaised(family, place, Troops(**counts)))

    def guard(self, lord: str, knight: int = 0, sergeant: int = 0) -> Table:
        """Put these troops beside a king or queen, and make them the royal guard."""
        there = self.board.lords[lord]
        self.troops(there.family, there.place, knight=knight, sergeant=sergeant)
        return self.apply(f.GuardRaised(lord, Guards(knight, sergeant)))

    def held(self, family: str, place: str, fort: Ground = "open") -> Table:
        return self.apply(f.ControlTaken(place, family), f.FortRaised(place, fort))

    def purse(self, family: str, amount: int) -> Table:
        return self.apply(f.MoneyReceived(family, amount - self.board.families[family].purse))

    def camp(self, family: str, count: int) -> Table:
        return self.apply(f.MercenariesHired(family, count))

    def phase(self, phase: Phase, *families: str) -> Table:
        return self.apply(f.PhaseBegan(phase, families or self.board.setting.seats))


def facts(board: Board, seat: str, action: Action, *values: Sequence[Value]) -> tuple[Fact, ...]:
    assert seat in RULES.to_act(board)
    return _rules.facts(board, seat, action, *values)


def refused(board: Board, seat: str, action: Action) -> tuple[str, str]:
    verdict = _rules.refused(board, seat, action)
    return verdict.code, verdict.rule


def battle(
    table: Table, place: str = "blaye", attacker: str = "red", *defenders: str, **more: Any
) -> Board:
    board = table.phase("battles", attacker).board
    return act(board, attacker, a.DeclareBattle(place, defenders or ("blue",), **more))


def plain(
    attack: dict[str, int],
    defence: dict[str, int],
    fort: Ground = "open",
    place: str = "blaye",
    **more: Any,
) -> Table:
    table = Table(**more).held("blue", place, fort)
    return (
        table.lord("red", place, "othon")
        .lord("blue", place, "thierry")
        .troops("red", place, **attack)
        .troops("blue", place, **defence)
    )


def troops_at(board: Board, family: str, place: str = "blaye") -> Troops:
    return board.troops(family, place)
