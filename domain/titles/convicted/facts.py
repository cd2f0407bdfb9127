"""The facts of The Convicted: what each changes on the board, and its sentence. Facts are stored
for ever: fields are only added, with defaults."""

from typing import Any

from domain.kernel.text import same
from domain.titles.convicted.about import OUTCOMES
from domain.titles.convicted.board import Board, Front, Section, Sheet, Squad
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
    Side,
    Slot,
    Zone,
    at_zone,
    phase_of,
)
from domain.titles.convicted.values import Goods, Stack, summed
from domain.titles.convicted.words import Wording, capital, pieces_text
from domain.titles.kit import ChangesNothing, Fact, OfSeat, Text, added, replace


def box_after(board: Board, **changes: int) -> Stack:
    """The box after pieces are put back, or taken out if negative. `changes`: by component, how
    many."""
    box = board.box.copy()
    for component, count in changes.items():
        box[component] += count
    return box


def with_section(board: Board, section: SectionId, **fields: Any) -> dict[SectionId, Section]:
    return {**board.sections, section: replace(board.sections[section], **fields)}


def with_pieces_at(board: Board, place: Place, unit: str, count: int) -> dict[str, Any]:
    """The changed field of the board, `sections` or `city`, after `count` units are added to a
    place (removed if negative)."""
    if place == "city":
        return {"city": added(board.city, unit, count)}
    return {
        "sections": with_section(
            board, place, units=added(board.sections[place].units, unit, count)
        )
    }


def with_resistance(
    board: Board, section: SectionId, gate: bool, points: int
) -> dict[SectionId, Section]:
    field = "gate" if gate else "resistance"
    return with_section(board, section, **{field: getattr(board.sections[section], field) + points})


def with_goods_spent(board: Board, goods: Goods) -> Board:
    return replace(
        board, box=box_after(board, resources=goods.total), stock=board.stock.minus(goods)
    )


def with_front(board: Board, side: Side, **fields: Any) -> dict[Side, Front]:
    return {**board.fronts, side: replace(board.fronts[side], **fields)}


def enemy_component(board: Board, unit: str) -> str:
    """The component that an enemy piece is: `engines` or `enemies`."""
    return "engines" if unit in board.setting.engines else "enemies"


def with_squad_reduced(board: Board, fact: Any) -> dict[SectionId, Section]:
    """The sections after `fact.count` units leave a squad. Once no unit of the leader's kind is
    left in it, another of its units leads."""
    section: Section = board.sections[fact.section]
    squad = section.squads[fact.squad]
    units = added(squad.units, fact.unit, -fact.count)
    leader = squad.leader if squad.leader in units or not units else min(units)
    squads = (
        *section.squads[: fact.squad],
        Squad(squad.side, leader, units),
        *section.squads[fact.squad + 1 :],
    )
    return with_section(board, fact.section, squads=squads)


class AtSection(Fact, frozen=True):
    """Base of facts on a section of the walls."""

    section: SectionId


class AtSquad(AtSection, frozen=True):
    """Base of facts on a squad before a section."""

    squad: int


# -- the preparation and the actions ---------------------------------------------------------------


class ScenarioOpened(Wording, Fact, frozen=True):
    """The scenario starts at this turn. If `from_sheet`, the board is set up from the save sheet in
    the options."""

    scenario: int
    turn: int
    from_sheet: bool = False
    says = Text("Scenario {scenario} opens with the turn marker on {turn}{source}.")

    def source(self, board: Board) -> Text:
        return Text(", from the save sheet") if self.from_sheet else Text("", "")

    def apply(self, board: Board) -> Board:
        sheet: Sheet | None = board.setting.options.sheet
        board = replace(board, scenario=self.scenario, turn=self.turn)
        return _with_sheet(board, sheet) if self.from_sheet and sheet is not None else board


class BuildingRaised(Wording, Fact, frozen=True):
    """A part of the city has a new, higher level."""

    building: BuildingId
    level: int
    says = Text("The {building} stands at level {level}.")

    def apply(self, board: Board) -> Board:
        box = board.box if board.buildings[self.building] else box_after(board, buildings=-1)
        return replace(board, box=box, buildings={**board.buildings, self.building: self.level})


class UnitsPosted(Wording, Fact, frozen=True):
    """Defending units came out of the box onto a section or into the city."""

    place: Place
    unit: str
    count: int
    says = Text("{count} × {unit} posted {on_place}.")

    def apply(self, board: Board) -> Board:
        box = box_after(board, defenders=-self.count)
        return replace(board, box=box, **with_pieces_at(board, self.place, self.unit, self.count))


class EngineInstalled(Wording, AtSection, frozen=True):
    """A defenders' siege engine came out of the box onto a section."""

    engine: str
    says = Text("{upper_engine} installed {on_section}.")

    def upper_engine(self, board: Board) -> Text:
        return capital(board.setting.named(self.engine))

    def apply(self, board: Board) -> Board:
        engines = added(board.sections[self.section].engines, self.engine, 1)
        return replace(
            board,
            box=box_after(board, engines=-1),
            sections=with_section(board, self.section, engines=engines),
        )


class Gained(Wording, Fact, frozen=True):
    """Resource markers went from the box into the bank."""

    goods: Goods
    called = Text("Resources gained")
    says = Text("Gained: {goods}.")

    def apply(self, board: Board) -> Board:
        return replace(
            board,
            box=box_after(board, resources=-self.goods.total),
            stock=board.stock.plus(self.goods),
        )


class Spent(Wording, Fact, frozen=True):
    """Resource markers were discarded from the bank."""

    foretold = True
    goods: Goods
    called = Text("Resources spent")
    says = Text("Spent: {goods}.")

    def apply(self, board: Board) -> Board:
        return with_goods_spent(board, self.goods)


class HeroChosen(Wording, OfSeat, frozen=True):
    """A seat plays a hero."""

    hero: HeroId
    says = Text("{seat} is {the_hero}.")

    def apply(self, board: Board) -> Board:
        return replace(board, heroes={**board.heroes, self.seat: self.hero})


class FirstPlayerDrawn(Wording, OfSeat, frozen=True):
    """Chance gave the first-player marker to a seat."""

    says = Text("{seat} is the first player.")

    def apply(self, board: Board) -> Board:
        return replace(board, first=self.seat)


class TurnPrepared(Wording, Fact, frozen=True):
    """A turn was prepared: turn marker, first player, and action markers (in seat order) are set;
    enemies, morale, used spells, blessings and hero powers, and the last turn's choice of sections
    are cleared."""

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
            box=box_after(
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


class ChoiceBegun(Wording, OfSeat, frozen=True):
    """It is this seat's turn to choose its sections."""

    says = Text("{seat} chooses sections.")

    def apply(self, board: Board) -> Board:
        return replace(board, step="sections", go=self.seat)


class SectionsTaken(Wording, OfSeat, frozen=True):
    """A seat defends these sections this turn."""

    sections: tuple[SectionId, ...]
    says = Text("{seat} defends {letters}.")

    def apply(self, board: Board) -> Board:
        taken = {s: replace(board.sections[s], seat=self.seat) for s in self.sections}
        return replace(board, sections={**board.sections, **taken})


class ActionsBegun(Wording, OfSeat, frozen=True):
    """It is this seat's turn to take its actions."""

    says = Text("{seat} takes actions.")

    def apply(self, board: Board) -> Board:
        return replace(board, step="actions", go=self.seat)


class ActionsEnded(Wording, OfSeat, frozen=True):
    """A seat ended its actions; its unused markers are lost."""

    foretold = True
    lost: int
    says = Text("{seat} is done; markers lost: {lost}.")

    def apply(self, board: Board) -> Board:
        left = board.markers[self.seat] - self.lost
        return replace(
            board,
            box=box_after(board, actions=self.lost),
            markers={**board.markers, self.seat: left},
        )


class SiegeBegun(Wording, Fact, frozen=True):
    """The siege's preparation step starts."""

    foretold = True
    says = Text("The siege begins.")

    def apply(self, board: Board) -> Board:
        return replace(board, step="deployment", go="")


class MarkerSpent(Wording, OfSeat, frozen=True):
    """A seat put one of its action markers on the action counter."""

    says = Text("{seat} uses an action marker.")

    def apply(self, board: Board) -> Board:
        left = board.markers[self.seat] - 1
        return replace(board, markers={**board.markers, self.seat: left}, counter=board.counter + 1)


class FortificationRaised(Wording, AtSection, frozen=True):
    """A section has a new, higher level, and one more point of resistance (the gates too)."""

    level: int
    called = Text("Fortification improved")
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
            box = box_after(board, fortifications=-1, resistance=-2 if self.section == GATE else -1)
        raised = with_section(
            board, self.section, level=self.level, resistance=section.resistance + 1, gate=gate
        )
        return replace(board, box=box, sections=raised)


class DitchDug(Wording, Fact, frozen=True):
    """A ditch lies in a slot of the ring."""

    slot: Slot
    says = Text("A ditch lies at {slot}.")

    def apply(self, board: Board) -> Board:
        return replace(
            board, box=box_after(board, ditches=-1), ring={**board.ring, self.slot: DITCH}
        )


class MoatFlooded(Wording, Fact, frozen=True):
    """The ditch in a slot has become a moat."""

    slot: Slot
    says = Text("A moat lies at {slot}.")

    def apply(self, board: Board) -> Board:
        return replace(
            board, box=box_after(board, ditches=1, moats=-1), ring={**board.ring, self.slot: MOAT}
        )


class Repaired(Wording, AtSection, frozen=True):
    """A section, or the gates, got resistance back."""

    points: int
    gate: bool = False
    says = Text("{upper_part} regain {points}.")

    def apply(self, board: Board) -> Board:
        return replace(board, sections=with_resistance(board, self.section, self.gate, self.points))


class TechnologyFound(Wording, Fact, frozen=True):
    """A technology card was drawn and is developed."""

    reveals = True
    technology: str
    says = Text("The technology {technology} is developed.")

    def apply(self, board: Board) -> Board:
        return replace(
            board,
            box=box_after(board, technologies=-1),
            technologies=(*board.technologies, self.technology),
        )


class PowerUsed(Wording, Fact, frozen=True):
    """A hero's power was used for this turn."""

    hero: HeroId
    says = Text("{upper_hero} has used this turn's power.")

    def upper_hero(self, board: Board) -> Text:
        return capital(self.the_hero(board))

    def apply(self, board: Board) -> Board:
        return replace(board, used=(*board.used, self.hero))


def _with_sheet(board: Board, sheet: Sheet) -> Board:
    """The board set up from a save sheet."""
    noted = sheet.sections
    sections = {
        s: Section(n.level, n.resistance, n.gate, n.units, n.engines) for s, n in noted.items()
    }
    standing = [s for s, n in noted.items() if n.level]
    slots = list(sheet.ring.values())
    box = box_after(
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


# -- the siege -------------------------------------------------------------------------------------


# -- steps and stages ------------------------------------------------------------------------------


class Preached(Wording, AtSection, frozen=True):
    """The Heretic named this section for the turn."""

    says = Text("Section {letters} has more fire power.")

    def apply(self, board: Board) -> Board:
        return replace(board, preached=self.section)


class PeopleRevealed(Wording, Fact, frozen=True):
    """An enemy card was turned over: this people comes against this side."""

    reveals = True
    side: Side
    people: str
    says = Text("Against {side} come the {people}.")

    def apply(self, board: Board) -> Board:
        return replace(board, fronts=with_front(board, self.side, people=self.people))


class EnemiesDeployed(Wording, Fact, frozen=True):
    """Enemy troops of one kind came out of the box into a deployment zone."""

    side: Side
    unit: str
    count: int
    says = Text("{count} × {unit} {there}.")

    def there(self, board: Board) -> Text:
        return at_zone(self.side, "deployment")

    def apply(self, board: Board) -> Board:
        box = box_after(board, **{enemy_component(board, self.unit): -self.count})
        deployment = added(board.fronts[self.side].deployment, self.unit, self.count)
        return replace(board, box=box, fronts=with_front(board, self.side, deployment=deployment))


class SideDeployed(Wording, Fact, frozen=True):
    """A side's deployment is complete."""

    side: Side
    says = Text("Side {side} is deployed.")

    def apply(self, board: Board) -> Board:
        return replace(board, fronts=with_front(board, self.side, deployed=True))


class MoraleSet(Wording, Fact, frozen=True):
    """The enemy's morale marker was moved to this number."""

    foretold = True
    morale: int
    says = Text("Enemy morale: {morale}.")

    def apply(self, board: Board) -> Board:
        return replace(board, morale=self.morale)


class StageOpened(Wording, Fact, frozen=True):
    """A stage of the assault begins."""

    foretold = True
    round: int
    stage: int
    says = Text("Round {round}, stage {stage} ({phase}): {name}.")

    def phase(self, board: Board) -> Text:
        return phase_of(self.stage)[1]

    def name(self, board: Board) -> Text:
        return board.setting.values.stages[self.stage - 1].name

    def apply(self, board: Board) -> Board:
        return replace(
            board, step="assault", round=self.round, stage=self.stage, begun=False, declared={}
        )


class SquadsDissolved(Wording, Fact, frozen=True):
    """All squads went back to their assault zones."""

    foretold = True
    says = Text("The squads fall back.")

    def apply(self, board: Board) -> Board:
        fronts = board.fronts
        for section in board.sections.values():
            for squad in section.squads:
                assault = summed(fronts[squad.side].assault, squad.units)
                fronts = {**fronts, squad.side: replace(fronts[squad.side], assault=assault)}
        sections = {
            s: replace(section, squads=()) if section.squads else section
            for s, section in board.sections.items()
        }
        return replace(board, fronts=fronts, sections=sections)


class AssaultEnded(Wording, Fact, frozen=True):
    """The assault step is over: `routed` with the last morale, or `cleared` when no enemy is left
    before the walls."""

    reports_combat = foretold = True
    reason: str
    says = Text("{why}: the assault is over.")

    def why(self, board: Board) -> Text:
        if self.reason == "routed":
            return Text("The enemy has no morale left")
        return Text("No enemy is left before the walls")

    def apply(self, board: Board) -> Board:
        return replace(board, step="pillage", stage=0, begun=False, declared={})


# -- spells, blessings, dice -----------------------------------------------------------------------


class SpellCast(Wording, Fact, frozen=True):
    """A spell's marker is used for this turn."""

    spell: str
    says = Text("The spell {marker} is used.")

    def marker(self, board: Board) -> Text:
        return same(self.spell)

    def apply(self, board: Board) -> Board:
        return _after_rite(board, self.spell)


class BlessingGiven(Wording, Fact, frozen=True):
    """A blessing's marker is used for this turn."""

    blessing: str
    says = Text("The blessing {marker} is used.")

    def marker(self, board: Board) -> Text:
        return same(self.blessing)

    def apply(self, board: Board) -> Board:
        return _after_rite(board, self.blessing)


class DiceRolled(Wording, ChangesNothing, frozen=True):
    """Dice came up with these values; for a d3, already converted from the d6 that was rolled."""

    die: str
    values: tuple[int, ...]
    says = Text("{kind}: {values}.")

    def kind(self, board: Board) -> Text:
        return same(self.die)


# -- pillage and the end ---------------------------------------------------------------------------


class Plundered(Wording, Fact, frozen=True):
    """Enemies took resource markers from the bank."""

    goods: Goods
    says = Text("Plundered: {goods}.")

    def apply(self, board: Board) -> Board:
        return with_goods_spent(board, self.goods)


class BuildingRazed(Wording, Fact, frozen=True):
    """A part of the city fell to this level."""

    building: BuildingId
    level: int
    says = Text("The {building} stands at level {level}.")

    def apply(self, board: Board) -> Board:
        box = board.box if self.level else box_after(board, buildings=1)
        return replace(board, box=box, buildings={**board.buildings, self.building: self.level})


class Looted(Wording, Fact, frozen=True):
    """The defenders looted the slain; they can do so once a turn."""

    says = Text("The defenders loot the slain.")

    def apply(self, board: Board) -> Board:
        return replace(board, looted=True)


class TurnSurvived(Wording, Fact, frozen=True):
    """The fortress survived a turn."""

    foretold = True
    turn: int
    says = Text("Turn {turn} is survived.")

    def apply(self, board: Board) -> Board:
        return replace(board, survived=board.survived + 1)


class ScenarioEnded(Wording, Fact, frozen=True):
    """The scenario is over with this ending."""

    foretold = True
    ending: str
    says = Text("The scenario is over. {how}")

    def how(self, board: Board) -> Text:
        return OUTCOMES[self.ending]

    def apply(self, board: Board) -> Board:
        return replace(board, step="over", go="", ending=self.ending)


class SheetWritten(Wording, Fact, frozen=True):
    """The state of the game was written on the save sheet with this number."""

    number: int
    says = Text("Save sheet {number} is written.")

    def apply(self, board: Board) -> Board:
        return replace(board, sheets=self.number, box=box_after(board, sheets=-1))


# -- what several facts change ---------------------------------------------------------------------


def _after_rite(board: Board, rite: str) -> Board:
    """The board after a spell or blessing was used. Since version 2 it also counts as a declaration
    in its stage."""
    begun = board.begun or (board.setting.version > 1 and board.step == "assault")
    return replace(board, rites=(*board.rites, rite), begun=begun)


# -- the assault -----------------------------------------------------------------------------------


class VolleyFired(Wording, AtSection, frozen=True):
    """Defenders' units or engines shot, with this fire power in all."""

    reports_combat = foretold = True
    weapon: str
    count: int
    side: Side
    zone: Zone
    power: int
    says = Text("{count} × {weapon} / {the_section}: fire power {power}.")

    def apply(self, board: Board) -> Board:
        return replace(board, **_with_declared(board, f"{self.section}/{self.weapon}", self.count))


class EnemyVolleyFired(Wording, Fact, frozen=True):
    """Enemy ranged units shot at a section, with this fire power in all."""

    reports_combat = foretold = True
    side: Side
    zone: Zone
    unit: str
    count: int
    section: SectionId
    power: int
    says = Text("{count} × {unit} / {the_section}: fire power {power}.")

    def apply(self, board: Board) -> Board:
        return replace(
            board, **_with_declared(board, f"{self.side}/{self.zone}/{self.unit}", self.count)
        )


class Bombarded(Wording, Fact, frozen=True):
    """Enemy siege engines attacked a section."""

    reports_combat = True
    side: Side
    zone: Zone
    engine: str
    count: int
    section: SectionId
    says = Text("{count} × {engine} against {the_section}.")

    def apply(self, board: Board) -> Board:
        return replace(
            board, **_with_declared(board, f"{self.side}/{self.zone}/{self.engine}", self.count)
        )


class Poured(Wording, AtSection, frozen=True):
    """Cauldrons or boulders fell on a squad, with this fire power in all."""

    reports_combat = foretold = True
    engine: str
    count: int
    squad: int
    power: int
    says = Text("{count} × {engine} / {the_section}: fire power {power}.")

    def apply(self, board: Board) -> Board:
        return replace(board, **_with_declared(board, f"{self.section}/{self.engine}", self.count))


class EnemyHalted(Wording, Fact, frozen=True):
    """Enemy units came up to a ditch or moat, which holds them until the next stage 5."""

    side: Side
    slot: Slot
    unit: str
    count: int
    says = Text("{count} × {unit} held up at {slot}.")

    def apply(self, board: Board) -> Board:
        held = board.fronts[self.side].held
        held = {**held, self.slot: added(held.get(self.slot, {}), self.unit, self.count)}
        declared = _with_declared(board, f"{self.side}/{self.slot}/{self.unit}", self.count)
        return replace(board, fronts=with_front(board, self.side, held=held), **declared)


class EnemyAdvanced(Wording, Fact, frozen=True):
    """Enemy troops of one kind went into the assault zone."""

    side: Side
    slot: Slot
    unit: str
    count: int
    says = Text("{count} × {unit} now {there}.")

    def there(self, board: Board) -> Text:
        return at_zone(self.side, "assault")

    def apply(self, board: Board) -> Board:
        front = board.fronts[self.side]
        held = front.held
        if self.slot in held:
            held = {
                slot: added(stack, self.unit, -self.count) if slot == self.slot else stack
                for slot, stack in held.items()
            }
            held = {slot: stack for slot, stack in held.items() if stack}
        deployment, assault = (
            added(front.deployment, self.unit, -self.count),
            added(front.assault, self.unit, self.count),
        )
        moved = with_front(board, self.side, deployment=deployment, assault=assault, held=held)
        return replace(
            board,
            fronts=moved,
            **_with_declared(board, f"crossed/{self.side}/{self.slot}", self.count),
        )


class UnitsMoved(Wording, Fact, frozen=True):
    """Defending units of one kind went from one place to another."""

    unit: str
    count: int
    origin: Place
    target: Place
    says = Text("{count} × {unit}: from {from_origin} to {to_target}.")

    def apply(self, board: Board) -> Board:
        board = replace(
            board, begun=True, **with_pieces_at(board, self.origin, self.unit, -self.count)
        )
        return replace(board, **with_pieces_at(board, self.target, self.unit, self.count))


class SquadFormed(Wording, AtSection, frozen=True):
    """Enemies of an assault zone formed a squad before a section. `units`: (kind, count), the
    leader included."""

    side: Side
    leader: str
    units: tuple[tuple[str, int], ...]
    says = Text("A squad before {letters}: {troops}, led by {leader}.")

    def troops(self, board: Board) -> Text:
        return pieces_text(board, self.units)

    def apply(self, board: Board) -> Board:
        units = dict(self.units)
        assault = board.fronts[self.side].assault
        for unit, count in units.items():
            assault = added(assault, unit, -count)
        squads = (*board.sections[self.section].squads, Squad(self.side, self.leader, units))
        moved = with_front(board, self.side, assault=assault)
        return replace(
            board,
            begun=True,
            fronts=moved,
            sections=with_section(board, self.section, squads=squads),
        )


class SquadFought(Wording, AtSquad, frozen=True):
    """A squad attacked the defenders. `strength`: its leader's; `support`: what its supports
    add."""

    reports_combat = foretold = True
    strength: int
    support: int
    says = Text("Squad {squad} attacks {letters}: strength {strength}, support {support}.")

    def apply(self, board: Board) -> Board:
        return _after_attack(board, self.section, self.squad)


class SquadBattered(Wording, AtSquad, frozen=True):
    """A squad attacked the fortification."""

    reports_combat = True
    says = Text("Squad {squad} batters {letters}.")

    def apply(self, board: Board) -> Board:
        return _after_attack(board, self.section, self.squad)


class EnemiesEntered(Wording, AtSquad, frozen=True):
    """Enemies of one kind went from a squad into the city."""

    reports_combat = True
    unit: str
    count: int
    says = Text("{count} × {unit} in the city, over {letters}.")

    def apply(self, board: Board) -> Board:
        inside = added(board.inside, self.unit, self.count)
        return replace(board, begun=True, inside=inside, sections=with_squad_reduced(board, self))


# -- what several facts change ---------------------------------------------------------------------


def attack_key(section: str, squad: int) -> str:
    """The key in `Board.declared` of a squad's attack."""
    return f"attacked/{section}/{squad}"


def _with_declared(board: Board, key: str, count: int) -> dict[str, Any]:
    """The changed fields of the board after `count` more pieces shot, crossed or attacked under a
    key."""
    return {"begun": True, "declared": {**board.declared, key: board.declared.get(key, 0) + count}}


def _after_attack(board: Board, section: str, squad: int) -> Board:
    """The board after a squad attacked. Since version 2 it notes which squad did, so that the squad
    does not attack twice in a stage."""
    return replace(
        board,
        **(
            _with_declared(board, attack_key(section, squad), 1)
            if board.setting.version > 1
            else {"begun": True}
        ),
    )


class EnemiesLost(Wording, Fact, frozen=True):
    """Enemy troops of one kind left a zone for the box."""

    reports_combat = True
    side: Side
    zone: Zone
    unit: str
    count: int
    says = Text("The enemy loses {count} × {unit} {in_zone}.")

    def apply(self, board: Board) -> Board:
        front, slain = board.fronts[self.side], _with_slain(board, self.unit, self.count)
        if self.zone == "assault":
            left = added(front.assault, self.unit, -self.count)
            return replace(board, fronts=with_front(board, self.side, assault=left), **slain)
        left = added(front.deployment, self.unit, -self.count)
        held = _still_held(front.held, self.unit, left.get(self.unit, 0))
        return replace(
            board, fronts=with_front(board, self.side, deployment=left, held=held), **slain
        )


class SquadLost(Wording, AtSquad, frozen=True):
    """Enemy troops of one kind left a squad for the box."""

    reports_combat = True
    unit: str
    count: int
    called = Text("Squad losses")
    says = Text("Squad {squad} before {letters} loses {count} × {unit}.")

    def apply(self, board: Board) -> Board:
        return replace(
            board,
            sections=with_squad_reduced(board, self),
            **_with_slain(board, self.unit, self.count),
        )


class InvadersLost(Wording, Fact, frozen=True):
    """Enemies of one kind inside the city left it for the box."""

    reports_combat = True
    unit: str
    count: int
    says = Text("The enemy loses {count} × {unit} in the city.")

    def apply(self, board: Board) -> Board:
        return replace(
            board,
            inside=added(board.inside, self.unit, -self.count),
            **_with_slain(board, self.unit, self.count),
        )


class DefendersLost(Wording, Fact, frozen=True):
    """Defending units of one kind left a section or the city for the box."""

    reports_combat = True
    place: Place
    unit: str
    count: int
    says = Text("The defenders lose {count} × {unit} {on_place}.")

    def apply(self, board: Board) -> Board:
        return replace(
            board,
            box=box_after(board, defenders=self.count),
            **with_pieces_at(board, self.place, self.unit, -self.count),
        )


class EnginesLost(Wording, AtSection, frozen=True):
    """Siege engines of the defenders left a section for the box."""

    reports_combat = True
    engine: str
    count: int
    says = Text("The defenders lose {count} × {engine} {on_section}.")

    def apply(self, board: Board) -> Board:
        engines = added(board.sections[self.section].engines, self.engine, -self.count)
        return replace(
            board,
            box=box_after(board, engines=self.count),
            sections=with_section(board, self.section, engines=engines),
        )


class ResistanceLost(Wording, AtSection, frozen=True):
    """A fortification, or the gates, lost resistance."""

    reports_combat = True
    points: int
    gate: bool = False
    says = Text("{upper_part}: resistance -{points}.")

    def apply(self, board: Board) -> Board:
        return replace(
            board, sections=with_resistance(board, self.section, self.gate, -self.points)
        )


class SectionDestroyed(Wording, AtSection, frozen=True):
    """A fortification was destroyed; the barrier is left."""

    reports_combat = foretold = True
    says = Text("{upper_section} is destroyed; the barrier is left.")

    def apply(self, board: Board) -> Board:
        box = box_after(board, fortifications=1, resistance=2 if self.section == GATE else 1)
        return replace(
            board,
            box=box,
            sections=with_section(board, self.section, level=0, resistance=0, gate=0),
        )


def _with_slain(board: Board, unit: str, count: int) -> dict[str, Any]:
    """The changed fields of the board after enemies are lost: they are back in the box; units, not
    engines, count as slain."""
    kind = enemy_component(board, unit)
    return {
        "box": box_after(board, **{kind: count}),
        "slain": board.slain + (count if kind == "enemies" else 0),
    }


def _still_held(held: dict[str, Stack], unit: str, there: int) -> dict[str, Stack]:
    """The slowed units by slot, once losses have left only `there` units of a kind in the
    deployment zone. If these are fewer than were slowed, the first slots keep theirs."""
    slowed: dict[str, Stack] = {}
    for slot in sorted(held):
        count = min(held[slot].get(unit, 0), there)
        there -= count
        if stack := added({k: n for k, n in held[slot].items() if k != unit}, unit, count):
            slowed[slot] = stack
    return slowed
