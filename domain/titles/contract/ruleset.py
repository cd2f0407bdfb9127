"""The contract that every title keeps.

A title is a `Ruleset`: pure functions over frozen values.

    judge(board, seat, action)          -> Verdict            never raises, says which rule
    decide(board, seat, action, chance) -> tuple[Fact, ...]   the consequences, chance included;
                                                              only for legal actions
    evolve(board, fact)                 -> Board              total, cheap, no rules: a fact is
                                                              never judged again

An action is what a seat chooses; it is judged once, when it is entered, and what came of it is
stored as facts. Boards are rebuilt from facts alone. So a rules fix never changes a stored game: it
gets a new `version` of the ruleset, and `evolve` keeps understanding every fact that was ever
stored (facts only grow; a new field has a default).

Everything a board needs that does not change during a game (printed numbers, options, who sits
where) is its `Setting`, which travels inside the board as one value and is written as its digest.
"""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec import Struct

from domain.kernel.amounts import Amount, plain
from domain.kernel.fault_sentences import clause
from domain.kernel.faults import Fault, fault, faults
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
"""Everything a title needs of the contract; it stands in the files beside this one and is
imported from here."""


class Ruleset(ABC, Generic[S, B, A, F]):
    """One title's rules. All methods are pure; boards, actions and facts are frozen values."""

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
    """The actions in which something is chosen in secret: in games with seals a seat is bound to
    them before it shows them (`domain/game/seals/conditions.py`)."""
    passing_types: ClassVar[tuple[type[Action], ...]] = ()
    """The actions that end a stage and do nothing else: where a seat has no other for several
    stages, pages pass them in one go."""
    kind_names: ClassVar[Mapping[str, Text]] = {}
    """What kinds of actions and facts are called on the desk, by their tags."""
    terms: ClassVar[Mapping[str, Text]] = {}
    """What the fields of actions and facts are called where an arbiter fills them in, by the names
    that the definitions have; one that is not here is called by that name."""
    hints: ClassVar[Mapping[str, Text]] = {}
    """What the form of an action asks for and why, by its type, where the table is taken at its
    word."""
    together: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Pairs of fields of actions that name one place of the picture between them
    (`domain/titles/drawing/targets.py`)."""
    shapes: ClassVar[tuple[Shape, ...]] = (TALL,)
    """The shapes that the title's picture is drawn in, which pages choose among. Only a title with
    more than one is asked for a `shape`."""

    def __init_subclass__(cls) -> None:
        """A title that draws a picture of its own has the tall one, unless it says more: it does
        not inherit another's shapes."""
        super().__init_subclass__()
        if "picture" in cls.__dict__ and "shapes" not in cls.__dict__:
            cls.shapes = (TALL,)

    # -- how a game is opened: catalogs, seats, options, the board before any fact -----------------

    @abstractmethod
    def catalogs(self) -> Mapping[str, Catalog]:
        """The catalogs that come with the title, by name; `default` is always there."""

    def game_of(self, catalog: Catalog) -> Text:
        """What people call a game that is played with a catalog: by default as the title."""
        return self.about.title

    @abstractmethod
    def seats(self, players: int | None, options: Any) -> tuple[SeatSpec, ...]:
        """The seats in playing order for a number of players (`None`: the title's default), automas
        included. Raises `BadOpening` for a number that cannot play."""

    def usual_players(self, values: Any) -> int | None:
        """How many players sit down with a catalog where nobody says; by default what `seats` takes
        for none said."""
        return None

    def check_setting(self, setting: S) -> None:
        """Raise `BadOpening` where options that fit one by one do not fit together, or the catalog;
        by default they do."""

    def check_values(self, values: Any) -> tuple[Fault, ...]:
        """What is contradictory or missing in a catalog beyond its types; all faults at once."""
        return ()

    @abstractmethod
    def blank(self, setting: S) -> B:
        """The board before any fact."""

    @abstractmethod
    def setup(self, board: B, chance: Chance) -> tuple[F, ...]:
        """The facts that set the game up, chance included; they are stored in the opening
        record."""

    # -- how a game is played: whose turn it is, what is legal, what comes of it -------------------

    @abstractmethod
    def to_act(self, board: B) -> tuple[str, ...]:
        """The seats that may act now; several when they choose together, none when the game has
        ended."""

    @abstractmethod
    def judge(self, board: B, seat: str, action: A) -> Verdict:
        """Whether the seat may do this now. Total: any action of the title on any board of the
        title."""

    @abstractmethod
    def decide(self, board: B, seat: str, action: A, chance: Chance) -> tuple[F, ...]:
        """What comes of a legal action. May raise `ChanceNeeded` or `BadValues` and nothing
        else."""

    def resolve(self, board: B, seat: str, action: A, chance: Chance) -> tuple[tuple[F, ...], B]:
        """`decide`, with the board that its facts lead to. A title that has come to that board
        while deciding says so here, and spares evolving it again."""
        facts = self.decide(board, seat, action, chance)
        for fact in facts:
            board = self.evolve(board, fact)
        return facts, board

    @abstractmethod
    def evolve(self, board: B, fact: F) -> B:
        """The board once a fact is true. Never raises for a stored fact, judges nothing."""

    @abstractmethod
    def legal(self, board: B, seat: str) -> Legal:
        """What the seat may do now: enough for buttons, and for a random player to reach the end of
        a game."""

    def sample(self, board: B, seat: str, rng: Random) -> A | None:
        """A legal action for a random player; none if there is none. Titles override it where
        examples are too few."""
        legal = self.legal(board, seat)
        options: list[Any] = [c.action for c in legal.choices] + [
            t.example for t in legal.templates
        ]
        return rng.choice(options) if options else None

    def leads_to(self, board: B, seat: str, action: A) -> Text | None:
        """What a legal action leads to that its words do not say, as far as its seat can know it
        before: nothing of chance, nothing hidden. Pages tell it beside the action, with the facts
        that are `foretold` (`domain/titles/foresight.py`)."""
        return None

    def aside(self, board: B) -> tuple[str, ...]:
        """The types of actions that are on offer in every stage and are not what this one is for,
        such as rolling dice for the table. By default none."""
        return ()

    def passing(self, board: B, seat: str) -> A | None:
        """The action by which a seat that is to act goes on where it can do nothing else: it ends a
        stage, and all that is on offer beside it is aside; none where there is something to
        choose."""
        if not self.passing_types:
            return None
        legal, aside = self.legal(board, seat), self.aside(board)
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
        """What is being chosen by an action of `secret_types` on this board, and by whom; none
        while nothing is. Its name is part of the record's formats: it stays what it is in every
        version of a title."""
        return None

    # -- what an audience may see of a game --------------------------------------------------------

    @abstractmethod
    def view(self, board: B, audience: Audience) -> Struct | dict[str, Any]:
        """The board as an audience may see it, as plain JSON data. What it may not know is absent,
        not blanked. It is the same for all where the title `keeps_secrets` from nobody."""

    def visible(self, board: B, audience: Audience, seat: str, item: A | F) -> bool:
        """Whether an audience may read an action or fact entered by `seat`, given the position it
        now stands at."""
        return True

    def keeps_secrets(self) -> bool:
        """Whether the title has anything that some audience may not know: then it says what is
        visible, or when it hides."""
        kind = type(self)
        return kind.visible is not Ruleset.visible or kind.hides is not Ruleset.hides

    def hides(self, board: B) -> bool:
        """Whether the board holds a secret: then no fingerprint of it is written, from which the
        secret could be guessed."""
        return False

    # -- how a game stands, and how it ends --------------------------------------------------------

    def combat(self, board: B) -> tuple[Text, ...]:
        """How a combat that is being fought stands, a sentence for each thing that counts, the
        first of them who fights whom; none while nobody fights. For public eyes."""
        return ()

    @abstractmethod
    def score(self, board: B) -> tuple[ScoreLine, ...]:
        """Points so far, seat by seat. For public eyes."""

    def places(self, board: B) -> Mapping[str, int]:
        """The place of every seat once the game is over, where that is not who has won and then who
        has more points; by default nothing."""
        return {}

    @abstractmethod
    def outcome(self, board: B) -> Outcome | None:
        """Who won and why, or none while the game goes on."""

    def ranking(self, board: B, penalties: Mapping[str, Amount]) -> Ranking:
        """`outcome` and `places` with the points that rulings added to seats and those who have
        their points together with them (below 0: taken away).
        A title where points decide ranks by the points with them; by default who has won stays so.
        They end no game, and make none go on."""
        return Ranking(self.outcome(board), self.places(board))

    def lowest_wins(self, board: B) -> bool:
        """Whether fewer points are better; by default more are."""
        return False

    # -- what a board that an arbiter declares is held to ------------------------------------------

    @abstractmethod
    def census(self, board: B) -> Mapping[str, int]:
        """Counts of everything that is conserved (pieces by kind, on the board and off): the same
        at every position."""

    def amiss(self, board: B) -> tuple[Text, ...]:
        """What is wrong with a board that an arbiter declared, beyond its types and its census:
        sentences without a full stop. Boards that play leads to have nothing amiss."""
        return ()

    def unfinished(self, board: B) -> Text | None:
        """Why a game that has ended by its rules could not end on this board, without a full stop:
        a correction after the end is refused for it. By default nothing is asked again."""
        return None

    def allowed(self, board: B) -> Mapping[str, Field]:
        """What an arbiter may put at single places of the board's document, by JSON pointer, as far
        as the title says so: the desk shows it beside them. What is not here is left to the types,
        the census and `amiss`."""
        return {}

    def fingerprint(self, board: B) -> str:
        """A short digest of the board: two boards that differ in anything differ in it."""
        return hashlib.sha256(encode_board(board)).hexdigest()[:16]

    # -- how a game is shown and told --------------------------------------------------------------

    headings: ClassVar[tuple[Text, ...]] = ()
    """What rules are called by a title that named them itself. The headings of a rule text stay in
    its language, as they are printed."""

    @abstractmethod
    def picture(
        self,
        setting: S,
        view: dict[str, Any],
        lang: Lang,
        changed: Changed = NOTHING,
        shape: Shape = TALL,
    ) -> str:
        """The board as one `<svg>` element, drawn in the manner of the title from what `view` gave
        an audience, as plain data: so it can show no more. `changed` are ids of places and seats to
        mark; `shape` is one of the title's `shapes`. The same view gives the same text, of a size
        that stays the same through a game, and in every shape the same ids. Drawn with the words of
        `domain/titles/drawing/svg.py`."""

    def grid(self, board: B, seats: tuple[str, ...], round: int = 0) -> Grid | None:
        """The grid that people type into where the title is played so, for those who enter for
        `seats`, the first of them rather than the others; by default there is none. `round`: the
        one whose form is asked for, where rounds are entered as a whole. For public eyes."""
        return None

    def gauges(self, board: B, audience: Audience) -> tuple[Gauge, ...]:
        """What an analyst follows over a game beside the points, as far as an audience sees it.
        Asked at every position of a game, so it counts on the board, where `view` would write all
        of it down."""
        return ()

    @abstractmethod
    def say_action(self, board: B, seat: str, action: A) -> Text:
        """One sentence for an action about to be taken on this board, without the seat's name:
        `plays Recruit on T04a`."""

    @abstractmethod
    def say_fact(self, board: B, fact: F) -> Text:
        """One sentence for a fact; `board` is the one it has just made true."""

    def says_alone(self, fact: F) -> bool:
        """Whether the sentence for a fact is the same on every board of its game, so that nobody
        has to make the board that it has just made true. Where a title does not say so, it
        depends."""
        return False

    def kind_name(self, tag: str) -> Text:
        """What a kind of action or fact is called; its tag in words where the title does not
        say."""
        return self.kind_names.get(tag) or same(in_words(tag))

    def cited(self, rule: str) -> Text:
        """A rule as people read it where it is cited."""
        return next((heading for heading in self.headings if heading.en == rule), same(rule))

    # -- campaigns: what a game hands on to the next -----------------------------------------------

    def scenarios(self, values: Any) -> int:
        """How many scenarios a campaign of this title has; 0: as many as the table likes."""
        return 0

    def sheet(self, board: B) -> dict[str, Any]:
        """What a game has on its campaign's sheet, at any position, as plain JSON data with the
        same lines at each: titles that keep more say so here. Everybody may see it: nothing hidden
        is on it."""
        outcome = self.outcome(board)
        return {
            "score": {line.seat: plain(line.points) for line in self.score(board)},
            "outcome": outcome.code if outcome else None,
            "winners": list(outcome.winners) if outcome else [],
        }

    def sheet_blocks(self, values: Any, sheet: dict[str, Any]) -> tuple[Block, ...]:
        """A sheet as people read and print it; titles whose sheet has more than points say it in
        their own words."""
        return plain_blocks(sheet)

    def carry(self, sheet: dict[str, Any] | None, number: int) -> dict[str, Any]:
        """The options that scenario `number` (from 1) opens with beside the campaign's own, from
        the sheet of the one before (none for the first), whatever version of the rules that one was
        played under."""
        return {}


def open_setting(
    rules: Ruleset[Any, Any, Any, Any],
    catalog: Catalog,
    options: Mapping[str, Any],
    players: int | None,
) -> Setting:
    """The setting for a new game; raises `BadOpening` or `CatalogError` saying what does not
    fit."""
    if catalog.game != rules.id:
        text = Text("this catalog is for {game}, not for {id}", game=catalog.game, id=rules.id)
        raise CatalogError((fault("/game", text),))
    values = catalog.typed(rules.values_type)
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
    """Options that do not fit: all that is wrong with them, each by its name, at the first of
    them."""
    options = [(fault.pointer.removeprefix("/options/"), clause(fault.text)) for fault in faults]
    sentences = joined(
        (Text("{name}: {text}", name=name, text=text) for name, text in options), Text("; ")
    )
    return BadOpening(faults[0].pointer, Text("Option refused: {told}.", told=sentences))


AnyRuleset = Ruleset[Any, Any, Any, Any]
