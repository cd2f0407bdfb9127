"""The city's side of period II: buildings, research, gathering, training, and the end of a player's actions.

In the rule text: "Qu'est-ce qu'une Action", "Recherche", "Entraînement", "Collecte de Ressources".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from domain.games.convicted import actions as a
from domain.games.convicted import facts as f
from domain.games.convicted.board import Board
from domain.games.convicted.common import available, first_fault, in_box, marker, opened, payable, roomy
from domain.games.convicted.field import RESOURCES, BuildingId, Place, Resource, is_wall, section_name, sentence
from domain.games.convicted.preparation.setup import Table, following
from domain.games.convicted.preparation.works import pay
from domain.games.convicted.values import Engine, Goods, Troop
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Verdict, illegal
from domain.rules.text import Text


def _judge_build(board: Board, seat: str, action: a.Build) -> Verdict:
    levels, stands, name = (
        board.setting.buildings[action.building],
        board.buildings[action.building],
        board.setting.named(action.building),
    )
    if stands == len(levels):
        return illegal(
            "top-level",
            "Ville",
            f"The {name.en} is at its highest level, {stands}.",
            f"{name.fr} : le niveau {stands} est le plus haut.",
        )
    if action.level != stands + 1:
        return illegal(
            "one-level",
            "Construction",
            f"One action builds one level: the {name.en} is at level {stands}, the next is {stands + 1}.",
            f"Une Action construit un niveau : {name.fr} en est au niveau {stands}, le suivant est {stands + 1}.",
        )
    return first_fault(
        marker(board, seat),
        opened(board, f"{action.building}-{action.level}", name),
        payable(board, levels[stands]),
        in_box(board, "buildings") if stands == 0 else LEGAL,
    )


def _build(table: Table, seat: str, action: a.Build, chance: Chance) -> None:
    pay(table, seat, table.board.setting.buildings[action.building][action.level - 1])
    table.tell(f.BuildingRaised(action.building, action.level))


def _housed(board: Board, building: BuildingId, level: int, what: Text, rule: str) -> Verdict:
    """Whether a building has the level that something needs."""
    if board.buildings[building] >= level:
        return LEGAL
    name = board.setting.named(building)
    return illegal(
        "building-missing",
        rule,
        f"{sentence(what.en)}: the {name.en} has to be at level {level}; it is at {board.buildings[building]}.",
        f"{sentence(what.fr)} : {name.fr} doit être de niveau {level} ; le sien est {board.buildings[building]}.",
    )


def _judge_research(board: Board, seat: str, action: a.Research) -> Verdict:
    works = board.setting.values.works
    return first_fault(
        marker(board, seat),
        _housed(board, "library", works.research_level, Text("research", "la recherche"), "Recherche"),
        in_box(board, "technologies"),
        payable(board, works.research),
    )


def _research(table: Table, seat: str, action: a.Research, chance: Chance) -> None:
    board = table.board
    pay(table, seat, board.setting.values.works.research)
    deck = [t.id for t in board.setting.values.technologies if t.id not in board.technologies]
    card = chance.draw("technology", Text("technology card", "carte de technologie"), deck)[0]
    table.tell(f.TechnologyFound(str(card)))


def yielded(board: Board, resource: Resource) -> Goods:
    """What one action of gathering brings: the catalog's yield, or the markers that are left."""
    count = min(board.setting.values.works.gather.of(resource), board.box["resources"])
    return Goods(**{resource: count})


def _judge_gather(board: Board, seat: str, action: a.Gather) -> Verdict:
    return first_fault(
        marker(board, seat),
        available(board, Goods(**{action.resource: 1})),
        in_box(board, "resources"),
    )


def _gather(table: Table, seat: str, action: a.Gather, chance: Chance) -> None:
    gained = yielded(table.board, action.resource)
    table.tell(f.MarkerSpent(seat), f.Gained(gained))


def trainable(board: Board, unit: str) -> Verdict:
    """Whether a unit or engine of the defenders can be had: its building's level, and its technology."""
    recruit = board.setting.troops.get(unit) or board.setting.engines.get(unit)
    if recruit is None or (isinstance(recruit, Engine) and "defenders" not in recruit.sides):
        name = board.setting.named(unit)
        return illegal(
            "not-ours",
            "Entraînement",
            f"The defenders have no {name.en} to train or build.",
            f"Les défenseurs ne peuvent ni entraîner ni construire ceci : {name.fr}.",
        )
    building: BuildingId = "workshop" if isinstance(recruit, Engine) else "barracks"
    return first_fault(
        _housed(board, building, recruit.level, recruit.name, "Entraînement"),
        opened(board, unit, Text(sentence(recruit.name.en), sentence(recruit.name.fr))),
    )


def _judge_train(board: Board, seat: str, action: a.Train) -> Verdict:
    verdict = trainable(board, action.unit)
    if not verdict.legal:
        return verdict
    troop, count = board.setting.troops.get(action.unit), len(action.places)
    recruit: Troop | Engine = troop or board.setting.engines[action.unit]
    batch = troop.batch if troop else 1
    if count > batch:
        return illegal(
            "batch",
            "Entraînement",
            f"One action trains at most {batch} of {recruit.name.en}, not {count}.",
            f"Une Action entraîne au plus {batch} {recruit.name.fr}, pas {count}.",
        )
    posts = Counter(action.places)
    fits = _posts_fit(board, posts) if troop else _stand_fits(board, board.setting.engines[action.unit], action.places[0])
    component = "defenders" if troop else "engines"
    return first_fault(marker(board, seat), fits, in_box(board, component, count), payable(board, recruit.cost.times(count)))


def _posts_fit(board: Board, posts: Counter[Place]) -> Verdict:
    return first_fault(*(roomy(board, place, n) for place, n in posts.items() if place != "city"))


def _stand_fits(board: Board, engine: Engine, place: Place) -> Verdict:
    """Whether a siege engine can be installed there: towers from level 2, walls only for what pours down."""
    name, what = section_name(place), engine.name
    if place == "city" or ("wall" if is_wall(place) else "tower") not in engine.stands:
        return illegal(
            "wrong-stand",
            "Engins de Siège",
            f"The {what.en} cannot be installed here: {name.en}.",
            f"On ne peut pas installer ici : {what.fr}, {name.fr}.",
        )
    room, there = board.level(place).engines, sum(board.sections[place].engines.values())
    if there >= room:
        return illegal(
            "no-stand",
            "Fortifications (Tours)",
            f"{sentence(name.en)} at level {board.sections[place].level} takes {room} siege engines and has {there}.",
            f"{sentence(name.fr)}, de niveau {board.sections[place].level}, porte {room} engins de siège et en a {there}.",
        )
    return LEGAL


def _train(table: Table, seat: str, action: a.Train, chance: Chance) -> None:
    troop = table.board.setting.troops.get(action.unit)
    if troop is None:
        pay(table, seat, table.board.setting.engines[action.unit].cost)
        table.tell(*(f.EngineInstalled(place, action.unit) for place in action.places if place != "city"))
        return
    pay(table, seat, troop.cost.times(len(action.places)))
    table.tell(*(f.UnitsPosted(place, action.unit, count) for place, count in Counter(action.places).items()))


def _judge_end(board: Board, seat: str, action: a.EndActions) -> Verdict:
    return LEGAL


def _end(table: Table, seat: str, action: a.EndActions, chance: Chance) -> None:
    table.tell(f.ActionsEnded(seat, table.board.markers[seat]))
    after = following(table.board)
    table.tell(f.ActionsBegun(after) if after else f.SiegeBegun())


def gatherable(board: Board) -> tuple[Resource, ...]:
    """The resources that an action may gather now."""
    return tuple(r for r in RESOURCES if available(board, Goods(**{r: 1})).legal)


JUDGE: dict[type, Callable[[Board, str, Any], Verdict]] = {
    a.Build: _judge_build,
    a.Research: _judge_research,
    a.Gather: _judge_gather,
    a.Train: _judge_train,
    a.EndActions: _judge_end,
}
DECIDE: dict[type, Callable[[Table, str, Any, Chance], None]] = {
    a.Build: _build,
    a.Research: _research,
    a.Gather: _gather,
    a.Train: _train,
    a.EndActions: _end,
}
