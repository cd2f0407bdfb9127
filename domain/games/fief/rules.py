"""Fief with its tactical expansion, put together from its chapters."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

from domain.drawing.svg import NOTHING, TALL, WIDE, Changed, Shape
from domain.games.fief import legal, sampling, words
from domain.games.fief import sheet as season
from domain.games.fief import turn as phases
from domain.games.fief import view as reading
from domain.games.fief.about import READINGS, Options
from domain.games.fief.actions import AimAtLord, Bid, DeclareBattle, EndPhase, FiefAction, HoldFire, Surrender, Volley
from domain.games.fief.amiss import amiss
from domain.games.fief.battle import arrows, muster, parley, revolt, rounds
from domain.games.fief.battle import declare as battle
from domain.games.fief.battle import standing as say_combat
from domain.games.fief.board import NONE, Board, Family, Phase, Setting, Troops
from domain.games.fief.chapter import Chapter, in_turn
from domain.games.fief.check import FAMILIES, check
from domain.games.fief.contract import FiefRules
from domain.games.fief.facts import realm as f
from domain.games.fief.facts import say as say_facts
from domain.games.fief.facts.evolve import KINDS, evolve
from domain.games.fief.facts.realm import FiefFact
from domain.games.fief.gauges import GAUGES
from domain.games.fief.kinds import HINTS, KIND_NAMES
from domain.games.fief.picture.table import picture
from domain.games.fief.realm import auction, ending, guard, moves, purchases, say_actions
from domain.games.fief.realm import declared as table
from domain.games.fief.values import Guards, Values
from domain.rules.catalogs.catalog import Catalog
from domain.rules.catalogs.faults import Fault
from domain.rules.chance import Chance
from domain.rules.ruleset import (
    About,
    Audience,
    BadOpening,
    Legal,
    Outcome,
    Resolution,
    ScoreLine,
    SeatSpec,
    Slot,
    Verdict,
    illegal,
)
from domain.rules.series import Gauge, Seen
from domain.rules.series import read as read_gauges
from domain.rules.text import Lang, Text

CHAPTERS: Chapter = {
    **phases.CHAPTER,
    **table.CHAPTER,
    **guard.CHAPTER,
    **revolt.CHAPTER,
    **purchases.CHAPTER,
    **auction.CHAPTER,
    **moves.CHAPTER,
    **battle.CHAPTER,
    **muster.CHAPTER,
    **rounds.CHAPTER,
    **parley.CHAPTER,
    **ending.CHAPTER,
}

COLOURS = (
    ("red", Text("Red", "Rouge")),
    ("blue", Text("Blue", "Bleu")),
    ("green", Text("Green", "Vert")),
    ("yellow", Text("Yellow", "Jaune")),
    ("white", Text("White", "Blanc")),
    ("black", Text("Black", "Noir")),
)
LEAST = 3


class FiefTactics(FiefRules):
    """The military record of a session of Fief with its tactical expansion."""

    id = "fief-tactics"
    version = 2
    shapes = TALL, WIDE
    about = About(
        title=Text("Fief: France 1429, tactical expansion", "Fief : France 1429, extension Tactique"),
        edition=Text("Fief: France 1429 with the tactical expansion", "Fief : France 1429 avec l'extension Tactique"),
        rules=Text(
            "Tactical expansion (TA 1 to T 4.4); base game where the expansion leans on it",
            "Extension Tactique (TA 1 à T 4.4) ; jeu de base là où l'extension s'appuie sur lui",
        ),
        editions={"default": Text("Fief: France 1429 with the tactical expansion", "Fief : France 1429 avec l'extension Tactique")},
        seats=tuple(range(LEAST, FAMILIES + 1)),
        readings=READINGS,
        endings=("victory", "married-victory", "agreement"),
    )
    setting_type = Setting
    board_type = Board
    values_type = Values
    options_type = Options
    action_types = tuple(CHAPTERS)
    fact_types = KINDS
    kind_names, hints = KIND_NAMES, HINTS
    secret_types = (Bid, Volley, AimAtLord, HoldFire)
    passing_types = (EndPhase,)

    # -- opening -----------------------------------------------------------------------------------------------------

    def catalogs(self) -> Mapping[str, Catalog]:
        return _catalogs()

    def seats(self, players: int | None, options: Any) -> tuple[SeatSpec, ...]:
        number = LEAST + 1 if players is None else players
        if not LEAST <= number <= FAMILIES:
            raise BadOpening(
                "/players",
                f"Fief is played by {LEAST} to {FAMILIES} families, not {number}.",
                f"Fief se joue à {LEAST} à {FAMILIES} familles, pas {number}.",
            )
        return tuple(SeatSpec(id, "player", name) for id, name in COLOURS[:number])

    def check_values(self, values: Any) -> tuple[Fault, ...]:
        return check(values)

    def blank(self, setting: Setting) -> Board:
        values = setting.values
        stock = Troops(*(getattr(values.troops, kind).max for kind in ("sergeant", "knight", "archer", "bombard")))
        families = {seat: Family(0, stock) for seat in setting.seats}
        return Board(setting, families, values.guard.box, values.mercenary.pool)

    def setup(self, board: Board, chance: Chance) -> tuple[FiefFact, ...]:
        purse = board.setting.values.start.purse
        money = tuple(f.MoneyReceived(seat, purse) for seat in board.setting.seats)
        return (*money, f.PhaseBegan("placement", board.setting.seats))

    # -- play --------------------------------------------------------------------------------------------------------

    def to_act(self, board: Board) -> tuple[str, ...]:
        if board.proposal is not None:
            return board.proposal.waiting
        if board.revolt is not None:
            return board.revolt.waiting or (board.revolt.victim,)
        if board.battle is not None:
            truce = board.battle.stage == "truce"
            return (parley.answering(board, board.battle.truce),) if truce else board.battle.waiting
        return board.waiting if board.phase in phases.TOGETHER else board.waiting[:1]

    def judge(self, board: Board, seat: str, action: FiefAction) -> Verdict:
        if seat not in board.families:
            return illegal("no-seat", "Families", f"No family sits at {seat}.", f"Aucune famille n'a la place {seat}.")
        if board.ending is not None:
            return illegal("over", "Victory", "The session is over.", "La partie est finie.")
        rule = CHAPTERS[type(action)]
        if rule.phases:
            turn = in_turn(board, seat, rule.phases, rule.heading)
            if not turn.legal:
                return turn
        return rule.judge(board, seat, action)

    def decide(self, board: Board, seat: str, action: FiefAction, chance: Chance) -> tuple[FiefFact, ...]:
        story: Resolution[Board, FiefFact] = Resolution(evolve, board)
        CHAPTERS[type(action)].do(story, seat, action, chance)
        return story.facts

    def evolve(self, board: Board, fact: FiefFact) -> Board:
        return evolve(board, fact)

    def phases_of(self, kind: type[FiefAction]) -> tuple[Phase, ...]:
        """The phases to which an action belongs; none for those that a battle, a revolt or the like asks for."""
        return CHAPTERS[kind].phases

    def legal(self, board: Board, seat: str) -> Legal:
        return legal.legal(self, board, seat) if seat in self.to_act(board) else Legal()

    def aside(self, board: Board) -> tuple[str, ...]:
        """What a family may declare in whatever phase."""
        return phases.aside(board, CHAPTERS)

    def leads_to(self, board: Board, seat: str, action: FiefAction) -> Text | None:
        """What the facts that are foretold do not say: how much a bid is (its words never do), how strong an attack is, and that
        a side that surrenders loses its troops."""
        if isinstance(action, Bid):
            return words.ecus(action.amount)
        if isinstance(action, DeclareBattle):
            return say_combat.weighed(board, seat, action)
        if isinstance(action, Surrender):
            return Text("its troops leave the board", "ses troupes quittent le plateau")
        return None

    def sample(self, board: Board, seat: str, rng: Random) -> FiefAction | None:
        return sampling.sample(self, board, seat, rng)

    def slot(self, board: Board) -> Slot | None:
        return auction.slot(board) or arrows.slot(board)

    # -- reading -----------------------------------------------------------------------------------------------------

    def view(self, board: Board, audience: Audience) -> Struct | dict[str, Any]:
        return reading.view(board, audience, self.to_act(board))

    def hides(self, board: Board) -> bool:
        """Bids are secret until all are in, and so is what archers will do."""
        return (board.auction is not None and bool(board.auction.bids)) or bool(arrows.covered(board))

    def visible(self, board: Board, audience: Audience, seat: str, item: FiefAction | FiefFact) -> bool:
        return reading.visible(board, audience, seat, item)

    def combat(self, board: Board) -> tuple[Text, ...]:
        return say_combat.combat(board)

    def score(self, board: Board) -> tuple[ScoreLine, ...]:
        return reading.score(board)

    def outcome(self, board: Board) -> Outcome | None:
        return reading.outcome(board)

    def census(self, board: Board) -> Mapping[str, int]:
        """Every token by kind, wherever it lies, and écus in purses and at the bank (which starts at 0)."""
        there = [troops for place in board.places.values() for troops in place.troops.values()]
        some = sum([*there, *(family.stock for family in board.families.values())], start=NONE)
        guards = [board.guard_box, *(lord.guard for lord in board.lords.values())]
        camps = sum(family.camp for family in board.families.values())
        return {
            **{kind: getattr(some, kind) for kind in ("sergeant", "knight", "archer", "bombard")},
            "mercenary": some.mercenary + camps + board.pool,
            **{f"guard_{kind}": sum(getattr(g, kind) for g in guards) for kind in Guards.__struct_fields__},
            "ecus": board.bank + sum(family.purse for family in board.families.values()),
        }

    def amiss(self, board: Board) -> tuple[Text, ...]:
        """See `amiss.py`."""
        return amiss(board)

    def drawing(self, board: Board, audience: Audience, lang: Lang) -> str:
        return reading.drawing(board, audience, lang)

    def picture(self, setting: Setting, view: dict[str, Any], lang: Lang, changed: Changed = NOTHING, shape: Shape = TALL) -> str:
        return picture(setting, view, lang, changed, shape)

    def gauges(self, view: Seen) -> tuple[Gauge, ...]:
        return read_gauges(GAUGES, view)

    def say_action(self, board: Board, seat: str, action: FiefAction) -> Text:
        return say_actions.say(board, seat, action)

    def say_fact(self, board: Board, fact: FiefFact) -> Text:
        return say_facts.say(board, fact)

    def sheet(self, board: Board) -> dict[str, Any]:
        """A session's line in a season: who won, and what each family had and held."""
        return {**super().sheet(board), **season.sheet(board)}


class FirstFiefTactics(FiefTactics):
    """Version 1: the same rules, and what came of actions then (`Setting.first`)."""

    version = 1


@cache
def _catalogs() -> Mapping[str, Catalog]:
    return {"default": Catalog((Path(__file__).parent / "catalog.json").read_bytes())}
