"""What becomes true before the siege: opening, preparation, actions; what it changes on the board,
and how it is told.

Facts are stored for ever: a field added later has a default. No rules here; a stored fact is never
judged again.
"""

from domain.kernel.text import same
from domain.titles.convicted.board import Board, Front, Section, Sheet
from domain.titles.convicted.facts.changes import boxed, changed, discarded, resisting, stationed
from domain.titles.convicted.field import (
    BUILDINGS,
    DITCH,
    GATE,
    MOAT,
    SECTIONS,
    SIDES,
    SLOTS,
    BuildingId,
    HeroId,
    Place,
    SectionId,
    Slot,
)
from domain.titles.convicted.values import Goods, added
from domain.titles.convicted.words import Wording, capital
from domain.titles.kit import Fact, Text, replace


class ScenarioOpened(Wording, Fact, frozen=True):
    """The scenario starts with the turn marker here; if `from_sheet`, everything on the option's
    sheet is on the board."""

    scenario: int
    turn: int
    from_sheet: bool = False
    says = Text("Scenario {scenario} opens with the turn marker on {turn}{source}.")

    def source(self, board: Board) -> Text:
        return Text(", from the save sheet") if self.from_sheet else Text("", "")

    def apply(self, board: Board) -> Board:
        sheet: Sheet | None = board.setting.options.sheet
        board = replace(board, scenario=self.scenario, turn=self.turn)
        return _read_in(board, sheet) if self.from_sheet and sheet is not None else board


class BuildingRaised(Wording, Fact, frozen=True):
    """A part of the city has a new, higher level."""

    building: BuildingId
    level: int
    says = Text("The {building} stands at level {level}.")

    def apply(self, board: Board) -> Board:
        box = board.box if board.buildings[self.building] else boxed(board, buildings=-1)
        return replace(board, box=box, buildings={**board.buildings, self.building: self.level})


class UnitsPosted(Wording, Fact, frozen=True):
    """Defending units came out of the box onto a section or into the city."""

    place: Place
    unit: str
    count: int
    says = Text("{count} × {unit} posted {on_place}.")

    def apply(self, board: Board) -> Board:
        box = boxed(board, defenders=-self.count)
        return replace(board, box=box, **stationed(board, self.place, self.unit, self.count))


class EngineInstalled(Wording, Fact, frozen=True):
    """A defenders' siege engine came out of the box onto a section."""

    section: SectionId
    engine: str
    says = Text("{upper_engine} installed {on_section}.")

    def upper_engine(self, board: Board) -> Text:
        return capital(board.setting.named(self.engine))

    def apply(self, board: Board) -> Board:
        engines = added(board.sections[self.section].engines, self.engine, 1)
        return replace(
            board,
            box=boxed(board, engines=-1),
            sections=changed(board, self.section, engines=engines),
        )


class Gained(Wording, Fact, frozen=True):
    """Resource markers went from the box into the bank."""

    goods: Goods
    called = Text("Resources gained")
    says = Text("Gained: {goods}.")

    def apply(self, board: Board) -> Board:
        return replace(
            board, box=boxed(board, resources=-self.goods.total), stock=board.stock.plus(self.goods)
        )


class Spent(Wording, Fact, frozen=True):
    """Resource markers were discarded from the bank."""

    foretold = True
    goods: Goods
    called = Text("Resources spent")
    says = Text("Spent: {goods}.")

    def apply(self, board: Board) -> Board:
        return discarded(board, self.goods)


class HeroChosen(Wording, Fact, frozen=True):
    """A seat plays a hero."""

    seat: str
    hero: HeroId
    says = Text("{seat} is {the_hero}.")

    def apply(self, board: Board) -> Board:
        return replace(board, heroes={**board.heroes, self.seat: self.hero})


class FirstPlayerDrawn(Wording, Fact, frozen=True):
    """Chance gave the first-player marker to a seat."""

    seat: str
    says = Text("{seat} is the first player.")

    def apply(self, board: Board) -> Board:
        return replace(board, first=self.seat)


class TurnPrepared(Wording, Fact, frozen=True):
    """The preparation of a turn: turn marker, first player, action markers dealt (in seat order);
    enemies, morale, used spells and blessings, hero powers and last turn's choice of sections are
    cleared."""

    turn: int
    first: str
    markers: tuple[int, ...]
    says = Text("Turn {turn}: {first} is first; action markers {shares}.")

    def shares(self, board: Board) -> Text:
        return same(" + ".join(map(str, self.markers)))

    def apply(self, board: Board) -> Board:
        enemies = board.enemies()
        engines = sum(count for kind, count in enemies.items() if kind in board.setting.engines)
        back = board.counter + sum(board.markers.values())
        return replace(
            board,
            box=boxed(
                board,
                enemies=sum(enemies.values()) - engines,
                engines=engines,
                actions=back - sum(self.markers),
            ),
            turn=self.turn,
            first=self.first,
            markers=dict(zip(board.setting.players, self.markers, strict=False)),
            counter=0,
            sections={
                s: replace(section, squads=(), seat="") for s, section in board.sections.items()
            },
            fronts=dict.fromkeys(SIDES, Front()),
            inside={},
            morale=-1,
            slain=0,
            looted=False,
            rites=(),
            used=(),
            preached="",
            round=0,
            stage=0,
            begun=False,
            declared={},
        )


class ChoiceBegun(Wording, Fact, frozen=True):
    """It is this seat's turn to choose its sections."""

    seat: str
    says = Text("{seat} chooses sections.")

    def apply(self, board: Board) -> Board:
        return replace(board, step="sections", go=self.seat)


class SectionsTaken(Wording, Fact, frozen=True):
    """A seat defends these sections this turn."""

    seat: str
    sections: tuple[SectionId, ...]
    says = Text("{seat} defends {letters}.")

    def apply(self, board: Board) -> Board:
        taken = {s: replace(board.sections[s], seat=self.seat) for s in self.sections}
        return replace(board, sections={**board.sections, **taken})


class ActionsBegun(Wording, Fact, frozen=True):
    """It is this seat's turn to take its actions."""

    seat: str
    says = Text("{seat} takes actions.")

    def apply(self, board: Board) -> Board:
        return replace(board, step="actions", go=self.seat)


class ActionsEnded(Wording, Fact, frozen=True):
    """A seat ended its actions; its unused markers are lost."""

    foretold = True
    seat: str
    lost: int
    says = Text("{seat} is done; markers lost: {lost}.")

    def apply(self, board: Board) -> Board:
        left = board.markers[self.seat] - self.lost
        return replace(
            board, box=boxed(board, actions=self.lost), markers={**board.markers, self.seat: left}
        )


class SiegeBegun(Wording, Fact, frozen=True):
    """The siege's preparation step starts."""

    foretold = True
    says = Text("The siege begins.")

    def apply(self, board: Board) -> Board:
        return replace(board, step="deployment", go="")


class MarkerSpent(Wording, Fact, frozen=True):
    """A seat put one of its action markers on the action counter."""

    seat: str
    says = Text("{seat} uses an action marker.")

    def apply(self, board: Board) -> Board:
        left = board.markers[self.seat] - 1
        return replace(board, markers={**board.markers, self.seat: left}, counter=board.counter + 1)


class FortificationRaised(Wording, Fact, frozen=True):
    """A section has a new, higher level, and one more point of resistance (the gates too)."""

    section: SectionId
    level: int
    says = Text("{upper_section} is at level {level}, resistance {resistance}.")

    def resistance(self, board: Board) -> Text:
        section = board.sections[self.section]
        return same(
            f"{section.resistance} + {section.gate}"
            if self.section == GATE
            else str(section.resistance)
        )

    def apply(self, board: Board) -> Board:
        section = board.sections[self.section]
        box, gate = board.box, section.gate + 1 if self.section == GATE else 0
        if section.level == 0:
            box = boxed(board, fortifications=-1, resistance=-2 if self.section == GATE else -1)
        raised = changed(
            board, self.section, level=self.level, resistance=section.resistance + 1, gate=gate
        )
        return replace(board, box=box, sections=raised)


class DitchDug(Wording, Fact, frozen=True):
    """A ditch lies in a slot of the ring."""

    slot: Slot
    says = Text("A ditch lies at {slot}.")

    def apply(self, board: Board) -> Board:
        return replace(board, box=boxed(board, ditches=-1), ring={**board.ring, self.slot: DITCH})


class MoatFlooded(Wording, Fact, frozen=True):
    """The ditch in a slot has become a moat."""

    slot: Slot
    says = Text("A moat lies at {slot}.")

    def apply(self, board: Board) -> Board:
        return replace(
            board, box=boxed(board, ditches=1, moats=-1), ring={**board.ring, self.slot: MOAT}
        )


class Repaired(Wording, Fact, frozen=True):
    """A section, or the gates, got resistance back."""

    section: SectionId
    points: int
    gate: bool = False
    says = Text("{upper_part} regain {points}.")

    def apply(self, board: Board) -> Board:
        return replace(board, sections=resisting(board, self.section, self.gate, self.points))


class TechnologyFound(Wording, Fact, frozen=True):
    """A technology card was drawn and is developed."""

    reveals = True
    technology: str
    says = Text("The technology {technology} is developed.")

    def apply(self, board: Board) -> Board:
        return replace(
            board,
            box=boxed(board, technologies=-1),
            technologies=(*board.technologies, self.technology),
        )


class PowerUsed(Wording, Fact, frozen=True):
    """A hero's power has been used this turn."""

    hero: HeroId
    says = Text("{upper_hero} has used this turn's power.")

    def upper_hero(self, board: Board) -> Text:
        return capital(self.the_hero(board))

    def apply(self, board: Board) -> Board:
        return replace(board, used=(*board.used, self.hero))


def _read_in(board: Board, sheet: Sheet) -> Board:
    noted = sheet.sections
    sections = {
        s: Section(n.level, n.resistance, n.gate, n.units, n.engines) for s, n in noted.items()
    }
    standing = [s for s, n in noted.items() if n.level]
    slots = list(sheet.ring.values())
    box = boxed(
        board,
        buildings=-sum(1 for level in sheet.buildings.values() if level),
        fortifications=-len(standing),
        resistance=-sum(2 if s == GATE else 1 for s in standing),
        ditches=-slots.count(DITCH),
        moats=-slots.count(MOAT),
        defenders=-sum(sheet.city.values()) - sum(sum(n.units.values()) for n in noted.values()),
        engines=-sum(sum(n.engines.values()) for n in noted.values()),
        resources=-sum(sheet.stock.values()),
        technologies=-len(sheet.technologies),
        sheets=-sheet.number,
    )
    return replace(
        board,
        box=box,
        first=sheet.first,
        heroes=sheet.heroes,
        stock=Goods(**sheet.stock),
        sections={s: sections.get(s, Section()) for s in SECTIONS},
        ring={slot: sheet.ring.get(slot, 0) for slot in SLOTS},
        city=sheet.city,
        buildings={b: sheet.buildings.get(b, 0) for b in BUILDINGS},
        technologies=sheet.technologies,
        sheets=sheet.number,
    )
