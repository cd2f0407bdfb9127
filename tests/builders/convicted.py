"""Positions for tests: games opened and played to a point by their own actions, and boards with a
few things changed."""

import copy
import json
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from domain.titles.contract.catalogs.catalog import Catalog
from domain.titles.convicted import RULES, actions as a
from domain.titles.convicted.actions import Band
from domain.titles.convicted.board import ENEMY, Board
from domain.titles.convicted.field import HEROES, SECTIONS, SIDES, HeroId, SectionId, Side
from domain.titles.convicted.setup import sections_due
from tests.builders.rules import Rules, put

_rules = Rules(RULES)
after, outcome_of = _rules.act, _rules.outcome_of

PEOPLES = ("barbarians", "wolfmen", "woodsmen", "monsters")
"""The peoples that attack N, E, S and W when the cards are turned over in this order."""


def catalog(**changes: Any) -> Catalog:
    """The default catalog with some values replaced: `catalog(**{"siege.morale": 1})`."""

    def edit(values: Any) -> None:
        for path, value in changes.items():
            put(values, path.replace(".", "/"), value)

    return _rules.catalog(edit) if changes else RULES.catalogs()["default"]


def opened(players: int | None = 2, options: dict[str, Any] | None = None, **changes: Any) -> Board:
    """A game after its set-up; `changes` are catalog values."""
    return _rules.set_up(_rules.blank(catalog(**changes), players, options))


def refused(board: Board, seat: str, action: a.ConvictedAction) -> str:
    return _rules.refused(board, seat, action).code


def at_sections(
    players: int = 2, heroes: Sequence[HeroId] = HEROES, first: str = "p1", **changes: Any
) -> Board:
    board = opened(players, **changes)
    for number in range(players):
        last = number == players - 1 and players > 1
        board = after(
            board, f"p{number + 1}", a.ChooseHero(heroes[number]), *([[first]] if last else [])
        )
    return board


def at_actions(
    players: int = 2, heroes: Sequence[HeroId] = HEROES, first: str = "p1", **changes: Any
) -> Board:
    """A board where the first player takes actions. The sections were taken in the order N, E, S,
    W, NE, SE, SW, NW."""
    board = at_sections(players, heroes, first, **changes)
    while board.step == "sections":
        free = [s for s in SECTIONS if not board.sections[s].seat]
        board = after(board, board.go, a.ChooseSections(tuple(free[: sections_due(board)])))
    return board


def at_siege(players: int = 1, heroes: Sequence[HeroId] = HEROES, **changes: Any) -> Board:
    return besieged(at_actions(players, heroes, **changes))


def besieged(board: Board) -> Board:
    while board.step == "actions":
        board = after(board, board.go, a.EndActions())
    return board


def deployed(board: Board, **troops: dict[str, int]) -> Board:
    """The board with the enemy cards turned over (barbarians against N, wolfmen E, woodsmen S,
    monsters W) and these troops deployed."""
    board = after(board, ENEMY, a.RevealEnemies(), PEOPLES)
    for side in SIDES:
        board = after(board, ENEMY, a.Deploy(side, bands(**troops.get(side, {}))))
    return board


def at_stage(stage: int, board: Board | None = None, **troops: dict[str, int]) -> Board:
    """A board at stage `stage` of the first round, with these troops in the deployment zones."""
    board = after(deployed(board or at_siege(), **troops), "p1", a.BeginAssault())
    return forward(board, stage)


def forward(board: Board, stage: int) -> Board:
    """Close stages without declaring anything, until the board is at stage `stage` (of the next
    round if that has passed) or the assault is over. Returns that board."""
    started = board.round
    while board.step == "assault" and (
        board.stage != stage or (board.round == started and board.stage > stage)
    ):
        board = after(board, RULES.to_act(board)[0], a.CloseStage(board.stage))
    return board


def bands(**stack: int) -> tuple[Band, ...]:
    """Bands of the enemy by kind and number, as `bands(wolf=2)`; underscores stand for hyphens."""
    return tuple(Band(unit.replace("_", "-"), count) for unit, count in stack.items())


def with_section(board: Board, section: SectionId, **fields: Any) -> Board:
    """The board with a section changed and the box adjusted, so that no piece is added or lost."""
    old, new = board.sections[section], replace(board.sections[section], **fields)
    box = dict(board.box)
    box["defenders"] += sum(old.units.values()) - sum(new.units.values())
    box["engines"] += sum(old.engines.values()) - sum(new.engines.values())
    raised = (new.level > 0) - (old.level > 0)
    box["fortifications"] -= raised
    box["resistance"] -= raised * (2 if section == "N" else 1)
    return replace(board, box=box, sections={**board.sections, section: new})


def with_stock(board: Board, **goods: int) -> Board:
    stock = type(board.stock)(**goods)
    box = {**board.box, "resources": board.box["resources"] + board.stock.total - stock.total}
    return replace(board, box=box, stock=stock)


def with_technologies(board: Board, *technologies: str) -> Board:
    left = board.box["technologies"] + len(board.technologies) - len(technologies)
    return replace(board, technologies=technologies, box={**board.box, "technologies": left})


def with_building(board: Board, building: Any, level: int) -> Board:
    new = (level > 0) - (board.buildings[building] > 0)
    box = {**board.box, "buildings": board.box["buildings"] - new}
    return replace(board, buildings={**board.buildings, building: level}, box=box)


def with_ring(board: Board, **slots: int) -> Board:
    ring = {**board.ring, **slots}
    counts = list(ring.values())
    box = {**board.box, "ditches": 12 - counts.count(1), "moats": 12 - counts.count(2)}
    return replace(board, ring=ring, box=box)


def attacking(board: Board, side: Side, **stack: int) -> Board:
    front = replace(
        board.fronts[side], assault={unit.replace("_", "-"): n for unit, n in stack.items()}
    )
    engines = sum(n for unit, n in front.assault.items() if unit in board.setting.engines)
    box = {
        **board.box,
        "enemies": board.box["enemies"] - sum(stack.values()) + engines,
        "engines": board.box["engines"] - engines,
    }
    return replace(board, box=box, fronts={**board.fronts, side: front})


def finished() -> Any:
    board = at_actions(2, ("oracle", "deserter"))
    board = with_section(
        board,
        "N",
        level=3,
        resistance=2,
        gate=1,
        units={"archer": 2, "spearman": 1},
        engines={"boulders": 1},
    )
    board = with_section(board, "NE", level=2, resistance=2, engines={"ballista": 1})
    board = with_ring(with_stock(board, wood=7, stone=2), N1=1, S2=2)
    board = with_technologies(with_building(board, "mage-tower", 2), "quarrying", "chainmail")
    for _ in range(2):
        if board.step == "sections":
            board = after(board, board.go, a.ChooseSections(("S", "W", "SW", "NW")))
        board = at_stage(14, besieged(board), N={"barbarian-warrior": 2})
        board = after(board, ENEMY, a.Desert("N", "deployment", bands(barbarian_warrior=2)))
        board = after(after(board, ENEMY, a.CloseStage(14)), "p1", a.EndPillage())
    assert board.ending == "survived"
    return board


def sheet_with(**changes: Any) -> dict[str, Any]:
    """The finished scenario's sheet as JSON, with some of it changed: `sheet_with(**{"stock.wood":
    90})`."""
    sheet = copy.deepcopy(RULES.sheet(finished()))
    for path, value in changes.items():
        *parents, last = path.split(".")
        place = sheet
        for parent in parents:
            place = place[parent]
        place[last] = value
    return json.loads(json.dumps(sheet))
