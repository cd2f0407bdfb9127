"""Small changes of a board that facts are made of."""

from typing import Any

from domain.titles.convicted.board import Board, Front, Section, Squad
from domain.titles.convicted.field import Place, SectionId, Side
from domain.titles.convicted.values import Goods, Stack, added
from domain.titles.kit import replace


def boxed(board: Board, **changes: int) -> Stack:
    """The box with so many pieces of each component put back (taken out if negative)."""
    box = board.box.copy()
    for component, count in changes.items():
        box[component] += count
    return box


def changed(board: Board, section: SectionId, **fields: Any) -> dict[SectionId, Section]:
    return {**board.sections, section: replace(board.sections[section], **fields)}


def stationed(board: Board, place: Place, unit: str, count: int) -> dict[str, Any]:
    """The sections or the city with so many more units in a place (fewer if negative)."""
    if place == "city":
        return {"city": added(board.city, unit, count)}
    return {
        "sections": changed(board, place, units=added(board.sections[place].units, unit, count))
    }


def resisting(
    board: Board, section: SectionId, gate: bool, points: int
) -> dict[SectionId, Section]:
    field = "gate" if gate else "resistance"
    return changed(board, section, **{field: getattr(board.sections[section], field) + points})


def discarded(board: Board, goods: Goods) -> Board:
    return replace(board, box=boxed(board, resources=goods.total), stock=board.stock.minus(goods))


def fronted(board: Board, side: Side, **fields: Any) -> dict[Side, Front]:
    return {**board.fronts, side: replace(board.fronts[side], **fields)}


def component(board: Board, unit: str) -> str:
    return "engines" if unit in board.setting.engines else "enemies"


def less_squad(board: Board, fact: Any) -> dict[SectionId, Section]:
    """The sections with some units gone from a squad; another of them leads once no unit of the
    leader's kind is left."""
    section: Section = board.sections[fact.section]
    squad = section.squads[fact.squad]
    units = added(squad.units, fact.unit, -fact.count)
    leader = squad.leader if squad.leader in units or not units else min(units)
    squads = (
        *section.squads[: fact.squad],
        Squad(squad.side, leader, units),
        *section.squads[fact.squad + 1 :],
    )
    return changed(board, fact.section, squads=squads)
