"""The Convicted as a title: its chapters, and what goes beyond them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from domain.drawing.svg import NOTHING, TALL, WIDE, Changed, Shape
from domain.games.convicted import check, combat, contradictions, drawing, facts, sampling, turn, view
from domain.games.convicted.about import ABOUT, OUTCOMES
from domain.games.convicted.board import Board, Options, Setting, blank
from domain.games.convicted.campaign import blocks
from domain.games.convicted.campaign.read_off import read_off
from domain.games.convicted.campaign.resume import check_scenario
from domain.games.convicted.naming import capital
from domain.games.convicted.picture.table import picture
from domain.games.convicted.preparation import setup, town, works
from domain.games.convicted.siege import declarations, dice, fire, losses, manoeuvre, melee, pillage, rites, stages
from domain.games.convicted.siege import facts as siege_facts
from domain.games.convicted.siege.facts import ScenarioEnded
from domain.games.convicted.values import Values
from domain.kit import Action, Course, Outcome, ScoreLine, SeatSpec, Text, Title, Verdict
from domain.rules.catalogs.faults import Fault
from domain.rules.ruleset import Audience
from domain.rules.series import Gauge, Seen
from domain.rules.sheet import Block
from domain.rules.text import Lang
from domain.rules.verdict import Choice
from domain.rules.whole import whole


class Convicted(Title[Setting, Board]):
    """The Convicted, one scenario of its campaign."""

    id = "convicted"
    version = 2
    shapes = TALL, WIDE
    about = ABOUT
    setting_type, board_type, values_type, options_type = Setting, Board, Values, Options
    chapters = (setup, works, town, fire, manoeuvre, melee, rites, stages, pillage, dice)
    facts = (facts, siege_facts, declarations, losses)
    phases = turn.PHASES
    together = (("side", "zone"), ("section", "squad"))

    def check_setting(self, setting: Setting) -> None:
        """Whether the scenario opens from its sheet."""
        check_scenario(setting)

    def check_values(self, values: Values) -> tuple[Fault, ...]:
        """Contradictions and omissions in a catalog."""
        return check.check_values(values)

    def seats(self, players: int | None, options: Options) -> tuple[SeatSpec, ...]:
        """One seat a player, and the besiegers'."""
        return setup.seats(players, options)

    def blank(self, setting: Setting) -> Board:
        """Everything in the box."""
        return blank(setting)

    def begin(self, course: Course) -> None:
        """The set-up, or what stands on the sheet."""
        setup.set_up(course)

    def phase(self, board: Board) -> str:
        """The step of the turn."""
        return board.step

    def to_act(self, board: Board) -> tuple[str, ...]:
        """Several seats where they act in any order."""
        return turn.to_act(board)

    def judge(self, board: Board, seat: str, action: Any) -> Verdict:
        """In the enemy's stage of an assault, hear the rule of the action before whose turn it is."""
        verdict = self.may_act(board, seat, action)
        if verdict.legal or (verdict.code == "not-your-turn" and board.step == "assault"):
            own = self.moves[type(action)].judge(board, seat, action)
            return verdict if own.legal else own
        return verdict

    def may_act(self, board: Board, seat: str, action: Any) -> Verdict:
        """The step, then the seat, then the side."""
        return turn.may_act(board, seat, type(action), self.moves[type(action)].phases)

    def go_on(self, course: Course) -> None:
        """The fortress falls the moment it cannot be held."""
        board: Board = course.board
        if board.inside and board.step != "over" and pillage.fallen(board):
            course.tell(ScenarioEnded("fallen"))

    def button(self, board: Board, seat: str, action: Any) -> Text:
        """The sentence of the action, with a capital."""
        return capital(self.say_action(board, seat, action))

    def ordered(self, board: Board, seat: str, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
        """Section by section and slot by slot."""
        return tuple(sorted(choices, key=lambda one: turn.rank(one.action)))

    def sample(self, board: Board, seat: str, rng: Random) -> Action | None:
        """A random player."""
        action: Action | None = sampling.sample(self.moves, board, seat, rng) if seat in self.to_act(board) else None
        return action

    def view(self, board: Board, audience: Audience) -> dict[str, Any]:
        """The same for every audience."""
        return view.view(board, self.to_act(board))

    def combat(self, board: Board) -> tuple[Text, ...]:
        """How the assault and the pillage stand."""
        return combat.standing(board)

    def score(self, board: Board) -> tuple[ScoreLine, ...]:
        """Turns survived, the same for all."""
        parts = ((Text("turns survived"), board.survived),)
        return tuple(ScoreLine(player, board.survived, parts) for player in board.setting.players)

    def outcome(self, board: Board) -> Outcome | None:
        """All players have won, or none."""
        if not board.ending:
            return None
        return Outcome(board.ending, () if board.ending == "fallen" else board.setting.players, OUTCOMES[board.ending])

    def census(self, board: Board) -> Mapping[str, int]:
        """Every component of the box."""
        return view.census(board)

    def contradictions(self, board: Board) -> tuple[Text, ...]:
        """What the fortress, the besiegers and the moment say against each other."""
        return contradictions.contradictions(board)

    def drawing(self, board: Board, audience: Audience, lang: Lang) -> str:
        """The fortifications row by row, then the enemy before them."""
        return drawing.drawing(board, lang)

    def picture(self, setting: Setting, view: dict[str, Any], lang: Lang, changed: Changed = NOTHING, shape: Shape = TALL) -> str:
        """The fortress under siege."""
        return picture(setting, view, lang, changed, shape)

    def gauges(self, view_of: Seen) -> tuple[Gauge, ...]:
        """The common stock, resistance, morale and losses."""
        return view.gauges(view_of)

    # -- what a campaign needs ---------------------------------------------------------------------------------------

    def scenarios(self, values: Values) -> int:
        """The campaign's scenarios, no more than its turns have room for."""
        campaign = values.campaign
        return min(campaign.scenarios, -(-campaign.turns // campaign.turns_per_scenario))

    def sheet(self, board: Board) -> dict[str, Any]:
        """The save sheet of a position, at any point of a scenario: every parameter of it, as `sheet.Sheet` in plain JSON data."""
        sheet: dict[str, Any] = whole(read_off(board))
        return sheet

    def sheet_blocks(self, values: Values, sheet: dict[str, Any]) -> tuple[Block, ...]:
        return blocks.blocks(values, sheet)

    def carry(self, sheet: dict[str, Any] | None, number: int) -> dict[str, Any]:
        """Scenario `number` opens from the sheet of the one before, or from the set-up if there is none. A sheet that does not
        open it (not survived, not finished, out of order) is refused by the opening with the reason."""
        return {"scenario": number, "sheet": sheet}


class Convicted1(Convicted):
    """The rules as they were first: spells did not come before the Oracle, squads could attack more than once a stage, engines
    without fire power bombarded, a ditch could be gone around, and each moat rounded its toll."""

    version = 1


RULES_1 = Convicted1()
RULES = Convicted()
