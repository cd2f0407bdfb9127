"""Small judgements that many chapters share: can it be paid, is it still in the box, is there room, is it open."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.convicted.actions import Band
from domain.games.convicted.board import Board, Stack, resources
from domain.games.convicted.field import SectionId, section_name, sentence
from domain.games.convicted.values import RESOURCE_NAMES, Goods
from domain.rules.ruleset import LEGAL, Verdict, illegal
from domain.rules.text import Text

COMPONENTS = {
    "buildings": Text("building tokens", "pions de bâtiments"),
    "fortifications": Text("fortification tokens", "pions de fortifications"),
    "resistance": Text("resistance markers", "marqueurs de résistance"),
    "ditches": Text("ditch tokens", "pions de fossés"),
    "moats": Text("moat tokens", "pions de douves"),
    "defenders": Text("defender tokens", "pions de défenseurs"),
    "enemies": Text("enemy tokens", "pions d'ennemis"),
    "resources": Text("resource markers", "marqueurs de ressources"),
    "engines": Text("siege engine markers", "marqueurs d'engins de siège"),
    "technologies": Text("technology cards", "cartes de technologie"),
}


def in_box(board: Board, component: str, count: int = 1) -> Verdict:
    """Whether the box still holds so many: what has run out can only be used once some of it was discarded."""
    left = board.box[component]
    if left >= count:
        return LEGAL
    name = COMPONENTS[component]
    return illegal(
        "none-left",
        "Composants de jeu",
        f"The limit is reached: {count} {name.en} are needed and {left} are left until some are discarded.",
        f"La limite est atteinte : il faut {count} {name.fr} et il en reste {left} tant qu'aucun n'est défaussé.",
    )


def payable(board: Board, cost: Goods) -> Verdict:
    """Whether the bank holds the resources."""
    if board.stock.covers(cost):
        return LEGAL
    need, have = cost.text, board.stock.text
    return illegal(
        "cannot-pay",
        "Construction",
        f"It costs {need.en}, and the bank holds {have.en}.",
        f"Il en coûte {need.fr}, et la banque contient {have.fr}.",
    )


def marker(board: Board, seat: str) -> Verdict:
    """Whether the seat has an action marker left."""
    if board.markers.get(seat, 0) > 0:
        return LEGAL
    return illegal(
        "no-marker",
        "Actions",
        "This takes an action marker and yours are all used; another player's cannot be passed on to you.",
        "Il faut un Marqueur d'Action et les vôtres sont tous utilisés ; un autre joueur ne peut pas vous transmettre les siens.",
    )


def opened(board: Board, key: str, what: Text) -> Verdict:
    """Whether the technology that something needs, if any, is developed."""
    needed = board.setting.needs.get(key)
    if needed is None or needed in board.technologies:
        return LEGAL
    name = board.setting.named(needed)
    return illegal(
        "technology-missing",
        "Recherche",
        f"{what.en}: the technology {name.en} has to be developed first.",
        f"{what.fr} : il faut d'abord développer la technologie {name.fr}.",
    )


def available(board: Board, goods: Goods) -> Verdict:
    """Whether every resource of `goods` can be had yet: at the start only wood."""
    had = resources(board)
    for resource, name in RESOURCE_NAMES.items():
        if goods.of(resource) and resource not in had:
            needed = board.setting.named(board.setting.needs[resource])
            return illegal(
                "resource-unavailable",
                "Ressources",
                f"There is no {name.en} before the technology {needed.en} is developed; only wood is there from the start.",
                f"Pas de {name.fr} avant d'avoir développé la technologie {needed.fr} ; seul le Bois est disponible au départ.",
            )
    return LEGAL


def roomy(board: Board, section: SectionId, count: int) -> Verdict:
    """Whether so many more units fit on a section."""
    room = board.room(section)
    if count <= room:
        return LEGAL
    name, capacity = section_name(section), board.level(section).capacity
    return illegal(
        "capacity",
        "Capacité",
        f"The capacity of {name.en} is {capacity} units: there is room for {max(room, 0)} more, not for {count}.",
        f"{sentence(name.fr)} a une Capacité de {capacity} unités : il y reste {max(room, 0)} places, pas {count}.",
    )


def bands(given: Sequence[Band]) -> Stack:
    """Bands as a stack; the same kind named twice is added up."""
    total: Stack = {}
    for band in given:
        total[band.unit] = total.get(band.unit, 0) + band.count
    return total


def present(board: Board, there: Stack, wanted: Stack, where: Text) -> Verdict:
    """Whether all of `wanted` stands there: nothing is lost or moved that was not there."""
    for unit, count in wanted.items():
        have = there.get(unit, 0)
        if have < count:
            name = board.setting.named(unit)
            return illegal(
                "not-there",
                "Unités",
                f"Pieces of the kind {name.en} {where.en}: {have}, not {count}.",
                f"Pions du type {name.fr} {where.fr} : {have}, pas {count}.",
            )
    return LEGAL


def own_section(board: Board, seat: str, section: SectionId) -> Verdict:
    """Whether the seat defends the section this turn."""
    owner = board.sections[section].seat
    if owner == seat:
        return LEGAL
    name, who = section_name(section), board.setting.name(owner)
    return illegal(
        "not-your-section",
        "Période de Préparation",
        f"{who.en} defends {name.en} this turn.",
        f"C'est {who.fr} qui défend {name.fr} ce tour-ci.",
    )


def first_fault(*verdicts: Verdict) -> Verdict:
    """The first that is illegal, or legal."""
    return next((v for v in verdicts if not v.legal), LEGAL)
