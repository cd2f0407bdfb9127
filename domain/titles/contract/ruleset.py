"""The contract of a title.

A title is a `Ruleset`: pure functions over frozen values.

    judge(board, seat, action)          -> Verdict            never raises, says which rule
    decide(board, seat, action, chance) -> tuple[Fact, ...]   the consequences, chance included;
                                                              only for legal actions
    evolve(board, fact)                 -> Board              total, cheap, no rules: a fact is
                                                              never judged again

An action is what a seat chooses. It is judged once, when it is entered, and its consequences are
stored as facts. Boards are rebuilt from facts alone. So a fix of the rules never changes a stored
game: the ruleset gets a new `version`, and `evolve` still accepts every fact ever stored (facts
only get new fields, with defaults).

What does not change during a game (printed numbers, options, who sits where) is its `Setting`. It
is one value of the board, written as its digest."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec import Struct

from domain.kernel.amounts import Amount, amount_as_json
from domain.kernel.fault_sentences import clause
from domain.kernel.faults import Fault, faults
from domain.kernel.text import Lang, Text, joined, same
from domain.titles.contract.catalogs.catalog import Catalog, CatalogError
from domain.titles.contract.chance import Chance
from domain.titles.contract.grid import Grid
from domain.titles.contract.resolution import Resolution, decode_board, encode_board
from domain.titles.contract.series import Gauge
from domain.titles.contract.setting import BadOpening, Setting
from domain.titles.contract.sheet import Block, plain_blocks
from domain.titles.contract.types import (
    ARBITER,
    LEGAL,
    NOTHING,
    PUBLIC,
    TALL,
    About,
    Action,
    Audience,
    Board,
    Changed,
    Choice,
    Fact,
    Field,
    Legal,
    Outcome,
    Ranking,
    Reading,
    Role,
    ScoreLine,
    SeatSpec,
    Shape,
    Slot,
    Template,
    Verdict,
    illegal,
    in_words,
    kebab,
)

S = TypeVar("S", bound=Setting)
B = TypeVar("B", bound=Board)
A = TypeVar("A", bound=Action)
F = TypeVar("F", bound=Fact)

__all__ = [
    "ARBITER",
    "LEGAL",
    "PUBLIC",
    "About",
    "Action",
    "Audience",
    "BadOpening",
    "Board",
    "Choice",
    "Fact",
    "Field",
    "Legal",
    "Outcome",
    "Ranking",
    "Reading",
    "Resolution",
    "Role",
    "Ruleset",
    "ScoreLine",
    "SeatSpec",
    "Setting",
    "Slot",
    "Template",
    "Verdict",
    "decode_board",
    "encode_board",
    "illegal",
    "kebab",
    "open_setting",
]
"""Everything of the contract that a title needs; import it from here."""


class Ruleset(ABC, Generic[S, B, A, F]):
    """A title's rules. All methods are pure; boards, actions and facts are frozen values."""

    id: ClassVar[str]
    version: ClassVar[int] = 1
    about: ClassVar[About]
    setting_type: ClassVar[type[Setting]]
    board_type: ClassVar[type[Board]]
    values_type: ClassVar[type[Struct]]
    options_type: ClassVar[type[Struct]]
    action_types: ClassVar[tuple[type[Action], ...]]
    fact_types: ClassVar[tuple[type[Fact], ...]]
    secret_types: ClassVar[tuple[type[Action], ...]] = ()
    """The actions that choose something in secret. In games with seals a seat is bound to them
    before it reveals them (`domain/game/seals/conditions.py`)."""
    passing_types: ClassVar[tuple[type[Action], ...]] = ()
    """The actions that only end a stage. If a seat can do nothing else in several stages in a row,
    pages let it end them all at once."""
    kind_names: ClassVar[Mapping[str, Text]] = {}
    """The names of kinds of actions and facts on the desk, by tag."""
    terms: ClassVar[Mapping[str, Text]] = {}
    """The labels of fields of actions and facts in an arbiter's forms, by field name. By default
    the field's name."""
    hints: ClassVar[Mapping[str, Text]] = {}
    """By the action's type, for actions whose result the table states: what the action's form asks
    for and why."""
    together: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Pairs of action fields that together name one place of the picture
    (`domain/titles/drawing/targets.py`)."""
    shapes: ClassVar[tuple[Shape, ...]] = (TALL,)
    """The shapes in which the title can draw its picture. If there is only one, `picture` is called
    without `shape`."""

    def __init_subclass__(cls) -> None:
        """Set `shapes` to the tall shape alone for a title that has its own `picture` but declares
        no shapes: it must not inherit those of another title."""
        super().__init_subclass__()
        if "picture" in cls.__dict__ and "shapes" not in cls.__dict__:
            cls.shapes = (TALL,)

    # -- how a game is opened: catalogs, seats, options, the board before any fact -----------------

    @abstractmethod
    def catalogs(self) -> Mapping[str, Catalog]:
        """The title's own catalogs by name; there is always a `default`."""

    def game_name(self, catalog: Catalog) -> Text:
        """The name of a game played with a catalog; by default the title's."""
        return self.about.title

    @abstractmethod
    def seats(self, players: int | None, options: Any) -> tuple[SeatSpec, ...]:
        """The seats in playing order, automas included. `players`: the number of people who play;
        None: the title's default. Raises `BadOpening` for a number that cannot play."""

    def usual_players(self, values: Any) -> int | None:
        """The default number of players with a catalog's values; None: the default of `seats`."""
        return None

    def check_setting(self, setting: S) -> None:
        """Raise `BadOpening` if the options contradict each other or the catalog; by default
        never."""

    def check_values(self, values: Any) -> tuple[Fault, ...]:
        """The faults of a catalog's values that their types cannot exclude: contradictory or
        missing values."""
        return ()

    @abstractmethod
    def blank(self, setting: S) -> B:
        """The board before any fact."""

    @abstractmethod
    def setup(self, board: B, chance: Chance) -> tuple[F, ...]:
        """The facts that set the game up, for the opening record. Uses `chance` for what is rolled
        or drawn."""

    # -- how a game is played: whose turn it is, what is legal, what comes of it -------------------

    @abstractmethod
    def to_act(self, board: B) -> tuple[str, ...]:
        """The seats that may act now: several if they choose together, none once the game has
        ended."""

    @abstractmethod
    def judge(self, board: B, seat: str, action: A) -> Verdict:
        """The verdict on an action that a seat wants to take now. Accepts any action of the title
        on any of its boards."""

    @abstractmethod
    def decide(self, board: B, seat: str, action: A, chance: Chance) -> tuple[F, ...]:
        """The facts that follow from a legal action. Raises nothing but `ChanceNeeded` or
        `BadValues`."""

    def resolve(self, board: B, seat: str, action: A, chance: Chance) -> tuple[tuple[F, ...], B]:
        """The facts of `decide`, and the board after them. A title whose `decide` computes that
        board anyway overrides this method, so that the facts are not applied twice."""
        facts = self.decide(board, seat, action, chance)
        for fact in facts:
            board = self.evolve(board, fact)
        return facts, board

    @abstractmethod
    def evolve(self, board: B, fact: F) -> B:
        """The board after a fact. Never raises for a stored fact and judges nothing."""

    @abstractmethod
    def legal(self, board: B, seat: str) -> Legal:
        """The actions offered to a seat: enough for buttons, and enough for a random player to
        reach the end of a game."""

    def sample(self, board: B, seat: str, rng: Random) -> A | None:
        """A random legal action for a random player, or None if nothing is offered. Titles override
        it if the actions and examples in `legal` do not cover the game."""
        legal = self.legal(board, seat)
        options: list[Any] = [c.action for c in legal.choices] + [
            t.example for t in legal.templates
        ]
        return rng.choice(options) if options else None

    def consequence_text(self, board: B, seat: str, action: A) -> Text | None:
        """A sentence on what a legal action is sure to cause and its label does not mention, or
        None. It reveals nothing random or hidden. Pages show it beside the action, before its
        `foretold` facts (`domain/titles/foresight.py`)."""
        return None

    def aside_types(self, board: B) -> tuple[str, ...]:
        """The types of actions that can be taken in every stage and do not advance it, such as
        rolling dice for the table. By default none."""
        return ()

    def passing_action(self, board: B, seat: str) -> A | None:
        """The one action that a seat can take now, if its type is in `passing_types`: it only ends
        the seat's stage. None if the seat can do anything else; actions of the types in `aside`
        are not counted."""
        if not self.passing_types:
            return None
        legal, aside = self.legal(board, seat), self.aside_types(board)
        acts: list[Any] = [
            choice.action
            for choice in legal.choices
            if kebab(type(choice.action).__name__) not in aside
        ]
        more = [template for template in legal.templates if template.type not in aside]
        return (
            acts[0] if len(acts) == 1 and not more and type(acts[0]) in self.passing_types else None
        )

    def slot(self, board: B) -> Slot | None:
        """The secret choice that seats make on this board by actions of `secret_types`, or None.
        The slot's name is written into records and never changes between versions of a title."""
        return None

    # -- what an audience may see of a game --------------------------------------------------------

    @abstractmethod
    def view(self, board: B, audience: Audience) -> Struct | dict[str, Any]:
        """The board for an audience as plain JSON data. Fields that the audience may not know are
        left out, not blanked. A title without secrets (`keeps_secrets`) gives every audience the
        same view."""

    def visible(self, board: B, audience: Audience, seat: str, item: A | F) -> bool:
        """Whether an audience may read `item`: an action that `seat` entered, or a fact of that
        action. `board` is the current position."""
        return True

    def keeps_secrets(self) -> bool:
        """Whether the title hides anything from any audience. Such a title implements `visible` or
        `hides`."""
        kind = type(self)
        return kind.visible is not Ruleset.visible or kind.hides is not Ruleset.hides

    def hides(self, board: B) -> bool:
        """Whether the board contains a secret now. If so, no fingerprint of it is stored, since the
        secret could be guessed from the fingerprint."""
        return False

    # -- how a game stands, and how it ends --------------------------------------------------------

    def combat_sentences(self, board: B) -> tuple[Text, ...]:
        """Sentences on the combat in progress, first who fights whom; empty without a combat. Shown
        to everybody."""
        return ()

    @abstractmethod
    def score(self, board: B) -> tuple[ScoreLine, ...]:
        """The points of each seat so far. Shown to everybody."""

    def places(self, board: B) -> Mapping[str, int]:
        """Every seat's final rank (1 is best) once the game is over. Empty by default: then winners
        are ranked first, and points decide the rest."""
        return {}

    @abstractmethod
    def outcome(self, board: B) -> Outcome | None:
        """Who won and why, or None while the game goes on."""

    def ranking(self, board: B, penalties: Mapping[str, Amount]) -> Ranking:
        """The outcome and the ranks, with penalties counted in. `penalties`: the points that
        rulings gave each seat and its mates (negative if taken away). A title decided by points
        adds them; by default they do not change who won. Penalties neither end a game nor reopen
        it. Without penalties the result is that of `outcome` and `places`."""
        return Ranking(self.outcome(board), self.places(board))

    def lowest_wins(self, board: B) -> bool:
        """Whether the seat with the fewest points wins; by default the one with the most."""
        return False

    # -- what a board that an arbiter declares is held to ------------------------------------------

    @abstractmethod
    def census(self, board: B) -> Mapping[str, int]:
        """How many pieces of each kind there are, on the board and off it. Equal at every position
        of a game."""

    def amiss(self, board: B) -> tuple[Text, ...]:
        """The faults of a board that an arbiter declared, beyond its types and its census:
        sentences without a full stop. A board that play can lead to has none."""
        return ()

    def why_cannot_have_ended(self, board: B) -> Text | None:
        """Why a game that has ended by its rules could not have ended on this board, as a sentence
        without a full stop; None if it could. With this sentence a correction after the end is
        refused. By default None."""
        return None

    def enterable_values(self, board: B) -> Mapping[str, Field]:
        """The values that an arbiter may enter in a board's document, by JSON pointer; the desk
        shows them. Pointers that the title leaves out are checked only by types, census and
        `amiss`."""
        return {}

    def fingerprint(self, board: B) -> str:
        """A short digest of the board. Different boards have different fingerprints."""
        return hashlib.sha256(encode_board(board)).hexdigest()[:16]

    # -- how a game is shown and told --------------------------------------------------------------

    headings: ClassVar[tuple[Text, ...]] = ()
    """The names of rules, for a title whose rules have no printed text. The headings of a printed
    rule text are not translated."""

    @abstractmethod
    def picture(
        self,
        setting: S,
        view: dict[str, Any],
        lang: Lang,
        changed: Changed = NOTHING,
        shape: Shape = TALL,
    ) -> str:
        """The board as one `<svg>` element. It is drawn from `view`, an audience's view, so it
        shows nothing that the audience may not see. `changed`: ids of places and seats to mark.
        `shape`: one of the title's `shapes`. Equal arguments give equal text. The size is constant
        through a game, and all shapes have the same ids. Titles draw with
        `domain/titles/drawing/svg.py`."""

    def grid(self, board: B, seats: tuple[str, ...], round: int = 0) -> Grid | None:
        """The grid in which people who enter for `seats` fill in the game; None (by default) if the
        title has none. A cell that several of these seats may enter is entered for the first of
        them. `round`: for titles that enter whole rounds, the round whose form is wanted (0: the
        next). Shown to everybody."""
        return None

    def gauges(self, board: B, audience: Audience) -> tuple[Gauge, ...]:
        """Numbers other than points that analysts follow over a game, as far as the audience may
        see them. They are read from the board at every position, so that `view` need not be
        computed for it."""
        return ()

    @abstractmethod
    def say_action(self, board: B, seat: str, action: A) -> Text:
        """What a seat does with an action, as words that follow the seat's name: `plays Recruit on
        T04a`. `board` is the board before the action."""

    @abstractmethod
    def say_fact(self, board: B, fact: F) -> Text:
        """The sentence of a fact; `board` is the board after it."""

    def is_told_without_board(self, fact: F) -> bool:
        """Whether the sentence of a fact depends on nothing but the fact and its game's setting, so
        that it can be written without a board. By default False."""
        return False

    def kind_name(self, tag: str) -> Text:
        """The name of a kind of action or fact; by default its tag in words."""
        return self.kind_names.get(tag) or same(in_words(tag))

    def rule_name(self, rule: str) -> Text:
        """The name of a rule as people read it: its heading in their language if `headings` has it,
        else unchanged."""
        return next((heading for heading in self.headings if heading.en == rule), same(rule))

    # -- campaigns: what a game hands on to the next -----------------------------------------------

    def scenario_count(self, values: Any) -> int:
        """The number of scenarios in a campaign of the title; 0: a campaign can have any number."""
        return 0

    def sheet(self, board: B) -> dict[str, Any]:
        """The part of a campaign's sheet that this game fills in, at any position: plain JSON data,
        always with the same keys. It is public, so it contains nothing hidden. Titles that carry on
        more than points override it."""
        outcome = self.outcome(board)
        return {
            "score": {line.seat: amount_as_json(line.points) for line in self.score(board)},
            "outcome": outcome.code if outcome else None,
            "winners": list(outcome.winners) if outcome else [],
        }

    def sheet_blocks(self, values: Any, sheet: dict[str, Any]) -> tuple[Block, ...]:
        """A campaign sheet as blocks of lines for people to read and print. Titles with their own
        `sheet` override it."""
        return plain_blocks(sheet)

    def carried_options(self, sheet: dict[str, Any] | None, number: int) -> dict[str, Any]:
        """The options of scenario `number` (from 1) that follow from the sheet of the scenario
        before it. They are added to the options of the campaign. `sheet`: None for the first
        scenario; otherwise it may have been written under any version of the rules."""
        return {}


def open_setting(
    rules: Ruleset[Any, Any, Any, Any],
    catalog: Catalog,
    options: Mapping[str, Any],
    players: int | None,
) -> Setting:
    """The setting of a new game. Raises `CatalogError` if the catalog is for another game or has
    faults, and `BadOpening` if options or number of players are refused."""
    if catalog.game != rules.id:
        text = Text("this catalog is for {game}, not for {id}", game=catalog.game, id=rules.id)
        raise CatalogError((Fault("/game", text),))
    values = catalog.values_as(rules.values_type)
    contradictions = rules.check_values(values)
    if contradictions:
        raise CatalogError(contradictions)
    try:
        chosen = msgspec.convert(options, rules.options_type)
    except msgspec.ValidationError:
        raise _refused(*faults(options, rules.options_type, "/options")) from None
    number = rules.usual_players(values) if players is None else players
    setting = rules.setting_type(catalog, values, chosen, rules.seats(number, chosen))
    setting.version = rules.version
    rules.check_setting(setting)
    return setting


def _refused(*faults: Fault) -> BadOpening:
    """The `BadOpening` that names all these faults of options, with the JSON pointer of the
    first."""
    options = [(fault.pointer.removeprefix("/options/"), clause(fault.text)) for fault in faults]
    sentences = joined(
        (Text("{name}: {text}", name=name, text=text) for name, text in options), Text("; ")
    )
    return BadOpening(faults[0].pointer, Text("Option refused: {told}.", told=sentences))


AnyRuleset = Ruleset[Any, Any, Any, Any]
