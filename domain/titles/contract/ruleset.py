"""The contract of a title.

A title is a `Ruleset`: pure functions over frozen values.

    judge(board, seat, action)          -> Verdict            never raises, says which rule
    decide(board, seat, action, chance) -> tuple[Fact, ...]   the consequences, chance included;
                                                              only for legal actions
    evolve(board, fact)                 -> Board              total, cheap, no rules: a fact is
                                                              never judged again

An action is what a seat chooses. It is judged once, when it is entered, and its consequences are
stored as facts. Boards are rebuilt from facts alone. So a fix of the rules never changes a stored
game: the ruleset gets a new `version`, and `evolve` goes on to understand every fact ever stored
(facts only grow; a new field has a default).

What does not change during a game (printed numbers, options, who sits where) is its `Setting`. It is
one value of the board, written as its digest."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec import Struct

from domain.kernel.amounts import Amount, plain
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
    """The actions that only end a stage. If a seat has no other for several stages, pages pass them
    all at once."""
    kind_names: ClassVar[Mapping[str, Text]] = {}
    """The names of kinds of actions and facts on the desk, by tag."""
    terms: ClassVar[Mapping[str, Text]] = {}
    """The labels of fields of actions and facts in an arbiter's forms, by field name. By default
    the field's name."""
    hints: ClassVar[Mapping[str, Text]] = {}
    """What the form of an action asks for and why, by the action's type, where the table's word is
    taken."""
    together: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Pairs of action fields that together name one place of the picture
    (`domain/titles/drawing/targets.py`)."""
    shapes: ClassVar[tuple[Shape, ...]] = (TALL,)
    """The shapes the title's picture is drawn in. Only a title with several is asked for a
    `shape`."""

    def __init_subclass__(cls) -> None:
        """A title with its own picture has the tall shape unless it declares more; it does not
        inherit another title's shapes."""
        super().__init_subclass__()
        if "picture" in cls.__dict__ and "shapes" not in cls.__dict__:
            cls.shapes = (TALL,)

    # -- how a game is opened: catalogs, seats, options, the board before any fact -----------------

    @abstractmethod
    def catalogs(self) -> Mapping[str, Catalog]:
        """The title's own catalogs by name; there is always a `default`."""

    def game_of(self, catalog: Catalog) -> Text:
        """The name of a game played with a catalog; by default the title's."""
        return self.about.title

    @abstractmethod
    def seats(self, players: int | None, options: Any) -> tuple[SeatSpec, ...]:
        """The seats in playing order for a number of players (`None`: the title's default), automas
        included. Raises `BadOpening` for a number that cannot play."""

    def usual_players(self, values: Any) -> int | None:
        """The default number of players with a catalog; by default the default of `seats`."""
        return None

    def check_setting(self, setting: S) -> None:
        """Raise `BadOpening` if options contradict each other or the catalog; by default they never
        do."""

    def check_values(self, values: Any) -> tuple[Fault, ...]:
        """All faults of a catalog beyond its types: what is contradictory or missing."""
        return ()

    @abstractmethod
    def blank(self, setting: S) -> B:
        """The board before any fact."""

    @abstractmethod
    def setup(self, board: B, chance: Chance) -> tuple[F, ...]:
        """The facts that set the game up, chance included, for the opening record."""

    # -- how a game is played: whose turn it is, what is legal, what comes of it -------------------

    @abstractmethod
    def to_act(self, board: B) -> tuple[str, ...]:
        """The seats that may act now: several if they choose together, none once the game has
        ended."""

    @abstractmethod
    def judge(self, board: B, seat: str, action: A) -> Verdict:
        """Whether the seat may do this now. Defined for any action of the title on any of its
        boards."""

    @abstractmethod
    def decide(self, board: B, seat: str, action: A, chance: Chance) -> tuple[F, ...]:
        """The consequences of a legal action. May raise `ChanceNeeded` or `BadValues` and nothing
        else."""

    def resolve(self, board: B, seat: str, action: A, chance: Chance) -> tuple[tuple[F, ...], B]:
        """`decide`, with the board after its facts. A title that computes that board while deciding
        overrides it, which saves evolving it again."""
        facts = self.decide(board, seat, action, chance)
        for fact in facts:
            board = self.evolve(board, fact)
        return facts, board

    @abstractmethod
    def evolve(self, board: B, fact: F) -> B:
        """The board after a fact. Never raises for a stored fact and judges nothing."""

    @abstractmethod
    def legal(self, board: B, seat: str) -> Legal:
        """The offers to a seat: enough for buttons, and for a random player to reach the end of a
        game."""

    def sample(self, board: B, seat: str, rng: Random) -> A | None:
        """A legal action for a random player, or None. Titles override it if the examples in
        `legal` are too few."""
        legal = self.legal(board, seat)
        options: list[Any] = [c.action for c in legal.choices] + [
            t.example for t in legal.templates
        ]
        return rng.choice(options) if options else None

    def leads_to(self, board: B, seat: str, action: A) -> Text | None:
        """A consequence of a legal action that its label does not say, as far as its seat can know:
        nothing of chance, nothing hidden. Pages show it beside the action, with its `foretold`
        facts (`domain/titles/foresight.py`)."""
        return None

    def aside(self, board: B) -> tuple[str, ...]:
        """The types of actions that are offered in every stage and do not advance it, such as
        rolling dice for the table. By default none."""
        return ()

    def passing(self, board: B, seat: str) -> A | None:
        """The only useful action of a seat: it ends a stage, and every other offer is aside. None
        if there is a choice."""
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
        """The choice that actions of `secret_types` make on this board, and whose; None if there is
        none. Its name is part of the record's formats and never changes between versions of a
        title."""
        return None

    # -- what an audience may see of a game --------------------------------------------------------

    @abstractmethod
    def view(self, board: B, audience: Audience) -> Struct | dict[str, Any]:
        """The board for an audience as plain JSON data. What it may not know is absent, not
        blanked. If the title has no secrets (`keeps_secrets`), it is the same for all."""

    def visible(self, board: B, audience: Audience, seat: str, item: A | F) -> bool:
        """Whether an audience may read an action or fact entered by `seat`, given the current
        position."""
        return True

    def keeps_secrets(self) -> bool:
        """Whether the title hides anything from any audience; then it implements `visible` or
        `hides`."""
        kind = type(self)
        return kind.visible is not Ruleset.visible or kind.hides is not Ruleset.hides

    def hides(self, board: B) -> bool:
        """Whether the board holds a secret. Then no fingerprint of it is stored, since the secret
        could be guessed from it."""
        return False

    # -- how a game stands, and how it ends --------------------------------------------------------

    def combat(self, board: B) -> tuple[Text, ...]:
        """The state of a combat in progress, a sentence for each thing that counts, who fights whom
        first; empty without a combat. For public eyes."""
        return ()

    @abstractmethod
    def score(self, board: B) -> tuple[ScoreLine, ...]:
        """The points so far, seat by seat. For public eyes."""

    def places(self, board: B) -> Mapping[str, int]:
        """Every seat's place once the game is over, if it is not decided by winning and then by
        points; by default empty."""
        return {}

    @abstractmethod
    def outcome(self, board: B) -> Outcome | None:
        """Who won and why, or None while the game goes on."""

    def ranking(self, board: B, penalties: Mapping[str, Amount]) -> Ranking:
        """`outcome` and `places` with the points that rulings gave to seats and their mates
        (negative: took away). A title decided by points includes them; by default the winner stays.
        They neither end a game nor make it go on. Without any, it is what `outcome` and `places`
        answer."""
        return Ranking(self.outcome(board), self.places(board))

    def lowest_wins(self, board: B) -> bool:
        """Whether fewer points are better; by default more are."""
        return False

    # -- what a board that an arbiter declares is held to ------------------------------------------

    @abstractmethod
    def census(self, board: B) -> Mapping[str, int]:
        """Counts of everything conserved (pieces by kind, on the board and off): equal at every
        position."""

    def amiss(self, board: B) -> tuple[Text, ...]:
        """The faults of a board that an arbiter declared, beyond its types and census: sentences
        without a full stop. Boards that play leads to have none."""
        return ()

    def unfinished(self, board: B) -> Text | None:
        """Why a game that ended by its rules could not end on this board, without a full stop; a
        correction after the end is refused with it. By default None."""
        return None

    def allowed(self, board: B) -> Mapping[str, Field]:
        """The values an arbiter may enter at places of the board's document, by JSON pointer, as
        far as the title says; the desk shows them. Other places are checked by types, census and
        `amiss`."""
        return {}

    def fingerprint(self, board: B) -> str:
        """A short digest of the board; boards that differ have different ones."""
        return hashlib.sha256(encode_board(board)).hexdigest()[:16]

    # -- how a game is shown and told --------------------------------------------------------------

    headings: ClassVar[tuple[Text, ...]] = ()
    """The names of rules, for a title that named them itself. Headings of a printed rule text stay
    in its language."""

    @abstractmethod
    def picture(
        self,
        setting: S,
        view: dict[str, Any],
        lang: Lang,
        changed: Changed = NOTHING,
        shape: Shape = TALL,
    ) -> str:
        """The board as one `<svg>` element, drawn from an audience's `view`, so it can show no
        more. `changed` are ids of places and seats to mark; `shape` is one of the title's `shapes`.
        The same view gives the same text. The size is constant through a game, and all shapes have
        the same ids. Drawn with `domain/titles/drawing/svg.py`."""

    def grid(self, board: B, seats: tuple[str, ...], round: int = 0) -> Grid | None:
        """The grid to type into for those who enter for `seats`, preferably the first; by default
        None. `round` is the one whose form is requested, where rounds are entered as a whole. For
        public eyes."""
        return None

    def gauges(self, board: B, audience: Audience) -> tuple[Gauge, ...]:
        """Numbers that an analyst follows over a game beside the points, as far as an audience sees
        them. They are counted on the board at every position, which is cheaper than writing out
        `view`."""
        return ()

    @abstractmethod
    def say_action(self, board: B, seat: str, action: A) -> Text:
        """The sentence of an action about to be taken, without the seat's name: `plays Recruit on
        T04a`."""

    @abstractmethod
    def say_fact(self, board: B, fact: F) -> Text:
        """The sentence of a fact; `board` is the board after it."""

    def says_alone(self, fact: F) -> bool:
        """Whether the sentence of a fact is the same on every board of its game, so that it can be
        made without one. By default it is not."""
        return False

    def kind_name(self, tag: str) -> Text:
        """The name of a kind of action or fact; by default its tag in words."""
        return self.kind_names.get(tag) or same(in_words(tag))

    def cited(self, rule: str) -> Text:
        """A rule as people read it when it is cited."""
        return next((heading for heading in self.headings if heading.en == rule), same(rule))

    # -- campaigns: what a game hands on to the next -----------------------------------------------

    def scenarios(self, values: Any) -> int:
        """The number of scenarios of a campaign; 0: any number."""
        return 0

    def sheet(self, board: B) -> dict[str, Any]:
        """A game's lines on its campaign's sheet, at any position, as plain JSON data with the same
        keys each time. Titles that keep more than points override it. Public: nothing hidden is on
        it."""
        outcome = self.outcome(board)
        return {
            "score": {line.seat: plain(line.points) for line in self.score(board)},
            "outcome": outcome.code if outcome else None,
            "winners": list(outcome.winners) if outcome else [],
        }

    def sheet_blocks(self, values: Any, sheet: dict[str, Any]) -> tuple[Block, ...]:
        """A sheet as people read and print it. Titles whose sheet has more than points override
        it."""
        return plain_blocks(sheet)

    def carry(self, sheet: dict[str, Any] | None, number: int) -> dict[str, Any]:
        """The options that scenario `number` (from 1) takes from the sheet of the one before (None
        for the first), beside the campaign's own. The sheet may be from any version of the
        rules."""
        return {}


def open_setting(
    rules: Ruleset[Any, Any, Any, Any],
    catalog: Catalog,
    options: Mapping[str, Any],
    players: int | None,
) -> Setting:
    """The setting of a new game. Raises `BadOpening` or `CatalogError`."""
    if catalog.game != rules.id:
        text = Text("this catalog is for {game}, not for {id}", game=catalog.game, id=rules.id)
        raise CatalogError((Fault("/game", text),))
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
    """The error for options with these faults, with the pointer of the first."""
    options = [(fault.pointer.removeprefix("/options/"), clause(fault.text)) for fault in faults]
    sentences = joined(
        (Text("{name}: {text}", name=name, text=text) for name, text in options), Text("; ")
    )
    return BadOpening(faults[0].pointer, Text("Option refused: {told}.", told=sentences))


AnyRuleset = Ruleset[Any, Any, Any, Any]
