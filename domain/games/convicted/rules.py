"""The Convicted as a `Ruleset`: the chapters put together.

Each chapter (`setup`, `works`, `town`, `heroes`, `stages`, `rites`, `fire`, `manoeuvre`, `melee`, `pillage`) brings a
table of what it judges and decides; `STEPS` says at which step of a turn each action belongs. The sentences, pictures and
offers stand beside.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from domain.drawing.svg import NOTHING, TALL, Changed, Shape
from domain.games.convicted import actions as a
from domain.games.convicted import check, drawing, heroes, offers, sampling, say_actions, say_combat, view
from domain.games.convicted import facts as f
from domain.games.convicted.about import ABOUT, OUTCOMES
from domain.games.convicted.amiss import amiss
from domain.games.convicted.board import ENEMY, Board, Options, Setting, blank
from domain.games.convicted.campaign import blocks
from domain.games.convicted.campaign.read_off import read_off
from domain.games.convicted.campaign.resume import check_scenario
from domain.games.convicted.contract import ConvictedRules
from domain.games.convicted.field import PERIODS, Step
from domain.games.convicted.gauges import GAUGES
from domain.games.convicted.kinds import HINTS, KIND_NAMES
from domain.games.convicted.picture.table import picture
from domain.games.convicted.preparation import setup, town, works
from domain.games.convicted.siege import actions as sa
from domain.games.convicted.siege import declarations, fire, losses, manoeuvre, melee, pillage, rites, stages
from domain.games.convicted.siege import facts as sf
from domain.games.convicted.values import Values
from domain.kit.facts import Fact, facts_in
from domain.rules.catalogs.catalog import Catalog
from domain.rules.catalogs.faults import Fault
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Audience, Legal, Outcome, Resolution, ScoreLine, SeatSpec, Verdict, illegal
from domain.rules.series import Gauge, Seen
from domain.rules.series import read as read_gauges
from domain.rules.sheet import Block
from domain.rules.text import Lang, Text
from domain.rules.whole import whole

CHAPTERS = (setup, works, town, stages, heroes, rites, fire, manoeuvre, melee, pillage)
JUDGE: dict[type, Callable[[Board, str, Any], Verdict]] = {}
DECIDE: dict[type, Callable[[setup.Table, str, Any, Chance], None]] = {}
for chapter in CHAPTERS:
    JUDGE |= chapter.JUDGE
    DECIDE |= chapter.DECIDE
FACTS = tuple(kind for module in (f, sf, declarations, losses) for kind in facts_in(module))

STEPS: dict[type, tuple[Step, ...]] = {
    a.ChooseHero: ("heroes",),
    a.ChooseSections: ("sections",),
    **dict.fromkeys(a.PERIOD_ACTIONS, ("actions",)),
    **dict.fromkeys(sa.DEPLOYMENT_ACTIONS, ("deployment",)),
    **dict.fromkeys((*sa.FIRE_ACTIONS, *sa.MANOEUVRE_ACTIONS, *sa.MELEE_ACTIONS), ("assault",)),
    **dict.fromkeys((sa.Cast, sa.Bless), ("deployment", "assault")),
    sa.RollDice: ("deployment", "assault", "pillage"),
    **dict.fromkeys(sa.PILLAGE_ACTIONS, ("pillage",)),
}
ENEMY_ACTIONS = frozenset(
    {
        sa.RevealEnemies,
        sa.Deploy,
        sa.EnemyShoot,
        sa.Bombard,
        sa.Approach,
        sa.Advance,
        sa.FormSquad,
        sa.Fight,
        sa.Batter,
        sa.Enter,
        sa.Desert,
        sa.Ravage,
    }
)
BOTH_SIDES = frozenset({sa.RollDice, sa.CloseStage})


class Convicted(ConvictedRules):
    """The Convicted, one scenario of its campaign."""

    id = "convicted"
    version = 2
    about = ABOUT
    setting_type = Setting
    board_type = Board
    values_type = Values
    options_type = Options
    action_types = (*a.PREPARATION_ACTIONS, *a.PERIOD_ACTIONS, *sa.SIEGE_ACTIONS)
    passing_types = (a.EndActions, sa.BeginAssault, sa.CloseStage, sa.EndPillage)
    steps: ClassVar[Mapping[type, tuple[Step, ...]]] = STEPS
    fact_types = FACTS
    kind_names = KIND_NAMES | {str(kind.__struct_config__.tag): kind.called for kind in FACTS}
    hints = HINTS
    together = (("side", "zone"), ("section", "squad"))

    def catalogs(self) -> Mapping[str, Catalog]:
        return _catalogs()

    def check_setting(self, setting: Setting) -> None:
        check_scenario(setting)

    def check_values(self, values: Values) -> tuple[Fault, ...]:
        return check.check_values(values)

    def seats(self, players: int | None, options: Options) -> tuple[SeatSpec, ...]:
        return setup.seats(players, options)

    def blank(self, setting: Setting) -> Board:
        return blank(setting)

    def setup(self, board: Board, chance: Chance) -> tuple[Fact, ...]:
        table: setup.Table = Resolution(self.evolve, board)
        setup.setup(table)
        return table.facts

    def to_act(self, board: Board) -> tuple[str, ...]:
        step = board.step
        if step in ("sections", "actions"):
            return (board.go,)
        if step == "heroes":
            return tuple(p for p in board.setting.players if p not in board.heroes)
        return () if step == "over" else stages.to_act(board)

    def judge(self, board: Board, seat: str, action: a.ConvictedAction) -> Verdict:
        kind = type(action)
        verdict = self._whose(board, seat, kind)
        if verdict.code == "not-your-turn" and board.step == "assault":  # in the enemy's stage, hear the rule of the action
            own = JUDGE[kind](board, seat, action)
            return verdict if own.legal else own
        return JUDGE[kind](board, seat, action) if verdict.legal else verdict

    def _whose(self, board: Board, seat: str, kind: type) -> Verdict:
        """Whether the action belongs to this step of the turn, and to this seat."""
        if board.step == "over":
            ended = OUTCOMES[board.ending]
            return illegal(
                "game-over", "Structure d'un Tour", f"The scenario is over. {ended.en}", f"Le scénario est terminé. {ended.fr}"
            )
        if board.step not in STEPS[kind]:
            at, then = PERIODS[board.step][1], PERIODS[STEPS[kind][0]][1]
            return illegal(
                "wrong-period",
                "Structure d'un Tour",
                f"This belongs to another step of the turn ({then.en}); it is the {at.en}.",
                f"Cela relève d'une autre étape du tour ({then.fr}) ; on en est là : {at.fr}.",
            )
        acting = self.to_act(board)
        if seat not in acting:
            names = [board.setting.name(s) for s in acting]
            en, fr = ", ".join(n.en for n in names), ", ".join(n.fr for n in names)
            return illegal("not-your-turn", "Structure d'un Tour", f"Now it is for {en} to act.", f"C'est à {fr} d'agir.")
        if kind not in BOTH_SIDES and (kind in ENEMY_ACTIONS) != (seat == ENEMY):
            return illegal(
                "other-side",
                "Période de Siège",
                "What the enemy's troops do is entered for the enemy's seat, what the defenders do for a player's.",
                "Ce que font les troupes ennemies se déclare pour l'ennemi, ce que font les défenseurs pour un joueur.",
            )
        return LEGAL

    def decide(self, board: Board, seat: str, action: a.ConvictedAction, chance: Chance) -> tuple[Fact, ...]:
        table: setup.Table = Resolution(self.evolve, board)
        DECIDE[type(action)](table, seat, action, chance)
        if table.board.inside and table.board.step != "over" and pillage.fallen(table.board):
            table.tell(sf.ScenarioEnded("fallen"))
        return table.facts

    def evolve(self, board: Board, fact: Fact) -> Board:
        return fact.apply(board)  # type: ignore[no-any-return]

    def legal(self, board: Board, seat: str) -> Legal:
        return offers.legal(self, board, seat)

    def aside(self, board: Board) -> tuple[str, ...]:
        """The table rolls dice whenever it likes."""
        return ("roll-dice",)

    def sample(self, board: Board, seat: str, rng: Random) -> a.ConvictedAction | None:
        return sampling.sample(self, board, seat, rng)

    def view(self, board: Board, audience: Audience) -> dict[str, Any]:
        return view.view(board, self.to_act(board))

    def combat(self, board: Board) -> tuple[Text, ...]:
        return say_combat.combat(board)

    def score(self, board: Board) -> tuple[ScoreLine, ...]:
        parts = ((Text("turns survived", "tours surmontés"), board.survived),)
        return tuple(ScoreLine(player, board.survived, parts) for player in board.setting.players)

    def outcome(self, board: Board) -> Outcome | None:
        if not board.ending:
            return None
        return Outcome(board.ending, () if board.ending == "fallen" else board.setting.players, OUTCOMES[board.ending])

    def census(self, board: Board) -> Mapping[str, int]:
        return view.census(board)

    def amiss(self, board: Board) -> tuple[Text, ...]:
        return amiss(board)

    def drawing(self, board: Board, audience: Audience, lang: Lang) -> str:
        return drawing.drawing(board, lang)

    def picture(self, setting: Setting, view: dict[str, Any], lang: Lang, changed: Changed = NOTHING, shape: Shape = TALL) -> str:
        return picture(setting, view, lang, changed, shape)

    def gauges(self, view: Seen) -> tuple[Gauge, ...]:
        return read_gauges(GAUGES, view)

    def say_action(self, board: Board, seat: str, action: a.ConvictedAction) -> Text:
        return say_actions.say(board, action)

    def say_fact(self, board: Board, fact: Fact) -> Text:
        return fact.say(board)

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


@cache
def _catalogs() -> Mapping[str, Catalog]:
    return {"default": Catalog((Path(__file__).parent / "catalog.json").read_bytes())}


class Convicted1(Convicted):
    """The rules as they were first: spells did not come before the Oracle, squads could attack more than once a stage, engines
    without fire power bombarded, a ditch could be gone around, and each moat rounded its toll."""

    version = 1


RULES_1 = Convicted1()
RULES = Convicted()
