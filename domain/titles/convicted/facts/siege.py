"""What becomes true in the steps of the siege: its stages, spells, blessings and dice, the pillage,
the end.

Facts are stored for ever: a field added later has a default. What is declared and what is lost
stands in `assault.py`.
"""

from domain.kernel.text import same
from domain.titles.convicted.about import OUTCOMES
from domain.titles.convicted.board import Board
from domain.titles.convicted.facts.changes import boxed, component, discarded, fronted
from domain.titles.convicted.field import BuildingId, SectionId, Side, at_zone, phase
from domain.titles.convicted.values import Goods, added, gathered
from domain.titles.convicted.words import Wording
from domain.titles.kit import Fact, Text, Told, replace

# -- steps and stages ------------------------------------------------------------------------------


class Preached(Wording, Fact, frozen=True):
    """The Heretic named this section for the turn."""

    section: SectionId
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
        return replace(board, fronts=fronted(board, self.side, people=self.people))


class EnemiesDeployed(Wording, Fact, frozen=True):
    """Enemy troops of one kind came out of the box into a deployment zone."""

    side: Side
    unit: str
    count: int
    says = Text("{count} × {unit} {there}.")

    def there(self, board: Board) -> Text:
        return at_zone(self.side, "deployment")

    def apply(self, board: Board) -> Board:
        box = boxed(board, **{component(board, self.unit): -self.count})
        deployment = added(board.fronts[self.side].deployment, self.unit, self.count)
        return replace(board, box=box, fronts=fronted(board, self.side, deployment=deployment))


class SideDeployed(Wording, Fact, frozen=True):
    """A side's deployment is complete."""

    side: Side
    says = Text("Side {side} is deployed.")

    def apply(self, board: Board) -> Board:
        return replace(board, fronts=fronted(board, self.side, deployed=True))


class MoraleSet(Wording, Fact, frozen=True):
    """The enemy's morale marker stands here."""

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
        return phase(self.stage)[1]

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
                assault = gathered(fronts[squad.side].assault, squad.units)
                fronts = {**fronts, squad.side: replace(fronts[squad.side], assault=assault)}
        sections = {
            s: replace(section, squads=()) if section.squads else section
            for s, section in board.sections.items()
        }
        return replace(board, fronts=fronts, sections=sections)


class AssaultEnded(Wording, Fact, frozen=True):
    """The assault step is over: `routed` with the last morale, or `cleared` when no enemy is left
    before the walls."""

    settles = foretold = True
    reason: str
    says = Text("{why}: the assault is over.")

    def why(self, board: Board) -> Text:
        if self.reason == "routed":
            return Text("The enemy has no morale left")
        return Text("No enemy is left before the walls")

    def apply(self, board: Board) -> Board:
        return replace(board, step="pillage", stage=0, begun=False, declared={})


# -- spells, blessings, dice
# -------------------------------------------------------------------------------------------


class SpellCast(Wording, Fact, frozen=True):
    """A spell's marker is used for this turn."""

    spell: str
    says = Text("The spell {marker} is used.")

    def marker(self, board: Board) -> Text:
        return same(self.spell)

    def apply(self, board: Board) -> Board:
        return _celebrated(board, self.spell)


class BlessingGiven(Wording, Fact, frozen=True):
    """A blessing's marker is used for this turn."""

    blessing: str
    says = Text("The blessing {marker} is used.")

    def marker(self, board: Board) -> Text:
        return same(self.blessing)

    def apply(self, board: Board) -> Board:
        return _celebrated(board, self.blessing)


class DiceRolled(Wording, Told, frozen=True):
    """Dice came up with these values; a d3's are already read off its d6."""

    die: str
    values: tuple[int, ...]
    says = Text("{kind}: {values}.")

    def kind(self, board: Board) -> Text:
        return same(self.die)


# -- pillage and the end
# -----------------------------------------------------------------------------------------------


class Plundered(Wording, Fact, frozen=True):
    """Enemies took resource markers from the bank."""

    goods: Goods
    says = Text("Plundered: {goods}.")

    def apply(self, board: Board) -> Board:
        return discarded(board, self.goods)


class BuildingRazed(Wording, Fact, frozen=True):
    """A part of the city fell to this level."""

    building: BuildingId
    level: int
    says = Text("The {building} stands at level {level}.")

    def apply(self, board: Board) -> Board:
        box = board.box if self.level else boxed(board, buildings=1)
        return replace(board, box=box, buildings={**board.buildings, self.building: self.level})


class Looted(Wording, Fact, frozen=True):
    """The defenders have looted this turn."""

    says = Text("The defenders loot the slain.")

    def apply(self, board: Board) -> Board:
        return replace(board, looted=True)


class TurnSurvived(Wording, Fact, frozen=True):
    """The fortress stands at the end of a turn."""

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
    """The parameters of the game were noted on a save sheet with this number."""

    number: int
    says = Text("Save sheet {number} is written.")

    def apply(self, board: Board) -> Board:
        return replace(board, sheets=self.number, box=boxed(board, sheets=-1))


# -- what several facts change
# -----------------------------------------------------------------------------------------


def _celebrated(board: Board, rite: str) -> Board:
    """Since version 2 a spell or blessing counts as something that has been declared in a stage."""
    begun = board.begun or (board.setting.version > 1 and board.step == "assault")
    return replace(board, rites=(*board.rites, rite), begun=begun)
