"""What makes a position of The Convicted impossible, when an arbiter declares one (`Ruleset.amiss`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from domain.games.convicted.amiss_moment import moment
from domain.games.convicted.amiss_siege import siege
from domain.games.convicted.board import Board, blank
from domain.games.convicted.field import BUILDINGS, GATE, SECTIONS, SIDES, SLOTS, SectionId, is_wall
from domain.games.convicted.stacks import Stack
from domain.rules.invariants import above, at, below, exactly, twice, unknown
from domain.rules.text import Text

SECTION = Text("a section of the fortress", "une section de la forteresse")
PLAYER = Text("a player of this game", "un joueur de cette partie")
TROOP = Text("a troop of the defenders", "une troupe des défenseurs")
ENGINE = Text("a siege engine of the defenders", "un engin de siège des défenseurs")


def amiss(board: Board) -> tuple[Text, ...]:
    """Everything that is wrong; first the places and ids, of which the rest speaks."""
    return tuple(_names(board)) or tuple(chain(_counts(board), _city(board), _walls(board), siege(board), moment(board)))


def _names(board: Board) -> Iterator[Text]:
    setting = board.setting
    yield from exactly(board.sections, SECTIONS, SECTION, Text("the section", "la section"))
    yield from exactly(
        board.ring, SLOTS, Text("a slot of the ring", "un emplacement de l'anneau"), Text("the slot", "l'emplacement")
    )
    yield from exactly(board.fronts, SIDES, Text("a side", "un côté"), Text("the side", "le côté"))
    yield from exactly(board.buildings, BUILDINGS, Text("a building", "un bâtiment"), Text("the building", "le bâtiment"))
    yield from exactly(board.box, blank(setting).box, Text("a component", "un composant"), Text("the component", "le composant"))
    seats = [*board.heroes, *board.markers, *filter(None, (board.first, board.go, *(s.seat for s in board.sections.values())))]
    yield from unknown(seats, setting.players, PLAYER)
    technologies = [card.id for card in setting.values.technologies]
    yield from unknown(board.technologies, technologies, Text("a technology", "une technologie"))
    yield from unknown(
        board.rites, (*setting.spells, *setting.blessings), Text("a spell or a blessing", "un sort ou une bénédiction")
    )
    yield from chain(twice(board.technologies), twice(board.heroes.values()), twice(board.used))
    troops = [*board.city, *(unit for section in board.sections.values() for unit in section.units)]
    yield from unknown(troops, setting.troops, TROOP)
    ours = [engine.id for engine in setting.engines.values() if "defenders" in engine.sides]
    yield from unknown((engine for section in board.sections.values() for engine in section.engines), ours, ENGINE)


def counted(where: str, stack: Stack) -> Iterable[tuple[Text, int]]:
    """A stack's counts, each with its name."""
    return ((at(where, unit, unit), count) for unit, count in stack.items())


def _counts(board: Board) -> Iterator[Text]:
    yield from below(counted("box", board.box))
    yield from below(counted("markers", board.markers))
    yield from below(counted("city", board.city), 1)
    numbers = (
        (Text("markers on the counter", "marqueurs sur le compteur"), board.counter),
        (Text("slain", "morts"), board.slain),
        (Text("turns survived", "tours surmontés"), board.survived),
        (Text("save sheets", "feuilles de sauvegarde"), board.sheets),
    )
    yield from below(numbers)


def _city(board: Board) -> Iterator[Text]:
    for id, level in board.buildings.items():
        found = [(at(id, "level", "niveau"), level)]
        yield from chain(below(found), above(found, len(board.setting.buildings[id])))
    for slot, what in board.ring.items():
        found = [(at(slot, "ditch or moat", "fossé ou douve"), what)]
        yield from chain(below(found), above(found, 2))


def _walls(board: Board) -> Iterator[Text]:
    """Walls and towers with their garrisons."""
    for id, section in board.sections.items():
        yield from chain(below(counted(id, section.units), 1), below(counted(id, section.engines), 1))
        level = [(at(id, "level", "niveau"), section.level)]
        wrong = [*below(level), *above(level, len(board.setting.levels[id]) - 1)]
        yield from wrong or _section(board, id)


def _section(board: Board, id: SectionId) -> Iterator[Text]:
    section, level = board.sections[id], board.level(id)
    standing = 1 if section.level else 0
    resistance, gate = [(at(id, "resistance", "résistance"), section.resistance)], [(at(id, "gate", "portes"), section.gate)]
    yield from chain(below(resistance, standing), above(resistance, section.level))
    yield from chain(below(gate), above(gate, section.level if id == GATE else 0))
    yield from above([(at(id, "units", "unités"), sum(section.units.values()))], level.capacity)
    yield from above([(at(id, "siege engines", "engins de siège"), sum(section.engines.values()))], level.engines)
    kind = "wall" if is_wall(id) else "tower"
    for engine in section.engines:
        if kind not in board.setting.engines[engine].stands:
            yield Text(f"{id}: “{engine}” does not stand on a {kind}", f"{id} : « {engine} » ne s'y installe pas")
