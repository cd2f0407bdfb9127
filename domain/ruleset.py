"""The contract that every title keeps.

A title is a `Ruleset`: pure functions over frozen values.

    judge(board, seat, action)          -> Verdict            never raises, says which rule
    decide(board, seat, action, chance) -> tuple[Fact, ...]   the consequences, chance included; only for legal actions
    evolve(board, fact)                 -> Board              total, cheap, no rules: a fact is never judged again

An action is what a seat chooses; it is judged once, when it is entered, and what came of it is stored as facts. Boards are
rebuilt from facts alone. So a rules fix never changes a stored game: it gets a new `version` of the ruleset, and `evolve`
keeps understanding every fact that was ever stored (facts only grow; a new field has a default).

Everything a board needs that does not change during a game (printed numbers, options, who sits where) is its `Setting`,
which travels inside the board as one value and is written as its digest.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Generic, Literal, TypeVar

import msgspec
from msgspec import Struct

from domain.catalog import Catalog, Fault
from domain.chance import Chance
from domain.words import Lang, Text

Audience = str
"""Who looks: `public`, `arbiter`, or a seat's id."""

PUBLIC: Audience = "public"
ARBITER: Audience = "arbiter"

Role = Literal["player", "automa", "chance"]


def kebab(name: str) -> str:
    """`MoveUnits` -> `move-units`: the tag of an action or fact in JSON."""
    return "".join(f"-{c.lower()}" if c.isupper() and i else c.lower() for i, c in enumerate(name))


class Action(Struct, frozen=True, gc=False, tag_field="type", tag=kebab, forbid_unknown_fields=True):
    """Base of a title's actions. Field types and `msgspec.Meta` descriptions are the only definition of an action:
    the API's validation, messages and OpenAPI schema are derived from them. The docstring is its description."""


class Fact(Struct, frozen=True, gc=False, tag_field="type", tag=kebab):
    """Base of a title's facts: one thing that became true. Stored for ever; a field added later has a default.

    `reveals` marks facts that show hidden information: undo alone never goes back across one.
    """

    reveals: ClassVar[bool] = False


class Board(Struct, frozen=True, gc=False, omit_defaults=True):
    """Base of a title's board. Defaults are left out when it is written, so a field added later with a default
    changes no fingerprint of an old game. Every title's board has a field `setting`."""


class Verdict(Struct, frozen=True, gc=False):
    """Legal, or illegal with the rule it breaks (as the rule text numbers or heads it) and a sentence."""

    legal: bool
    code: str = ""
    rule: str = ""
    text: Text = Text("", "")


LEGAL = Verdict(True)


def illegal(code: str, rule: str, en: str, fr: str) -> Verdict:
    """An illegal verdict: a stable slug, the rule's heading or number, and why, in English and French."""
    return Verdict(False, code, rule, Text(en, fr))


class Choice(Struct, frozen=True):
    """One action that may be posted as it is, with the words for its button."""

    action: Action
    label: Text


class Field(Struct, frozen=True):
    """What one field of a template may be: listed choices, or a range of whole numbers, or words saying so."""

    label: Text
    choices: tuple[int | str, ...] = ()
    least: int | None = None
    most: int | None = None


class Template(Struct, frozen=True):
    """A family of actions too large to list: its fields with what each may be, and one complete legal example."""

    type: str
    label: Text
    fields: dict[str, Field]
    example: Action


class Legal(Struct, frozen=True):
    """What a seat may do now. Every listed action and every example is judged legal."""

    choices: tuple[Choice, ...] = ()
    templates: tuple[Template, ...] = ()


class ScoreLine(Struct, frozen=True):
    """One seat's points and what they are made of."""

    seat: str
    points: int
    parts: tuple[tuple[Text, int], ...] = ()


class Outcome(Struct, frozen=True):
    """How the game ended: a stable slug for the ending, the seats that won (none: lost or drawn), and a sentence."""

    code: str
    winners: tuple[str, ...]
    text: Text


class SeatSpec(Struct, frozen=True):
    """A place at the table."""

    id: str
    role: Role
    name: Text


class Reading(Struct, frozen=True):
    """How an unclear sentence of the rule text is read here, and the option that reads it otherwise, if any."""

    id: str
    rule: str
    text: Text
    option: str = ""


class About(Struct, frozen=True):
    """A title's metadata, shown by `GET /rulesets`. `rules` names the publisher's rules that are followed."""

    title: Text
    edition: str
    rules: str
    seats: tuple[int, ...]
    """Numbers of players that can sit down."""
    readings: tuple[Reading, ...]
    endings: tuple[str, ...]
    """Every code `outcome` can give: each wants a recorded game in `tests/records/`."""


class BadOpening(Exception):
    """The game cannot be opened like this; `text` says why, `pointer` which field."""

    def __init__(self, pointer: str, en: str, fr: str) -> None:
        super().__init__(en)
        self.pointer = pointer
        self.text = Text(en, fr)


class Setting:
    """What does not change during a game. A title subclasses it to name the types of `values` and `options`.

    `values` are the catalog's numbers as the title's struct, `options` the title's options struct, `seats` the ids in
    playing order. Two settings are equal if their digests are; the digest covers catalog, options and seats.
    """

    values: Any
    options: Any

    def __init__(self, catalog: Catalog, values: Any, options: Any, seats: tuple[SeatSpec, ...]) -> None:
        self.catalog = catalog
        self.values = values
        self.options = options
        self.seat_specs = seats
        self.seats: tuple[str, ...] = tuple(s.id for s in seats)
        parts = [catalog.sha256.encode(), msgspec.json.encode(options), msgspec.json.encode(self.seats)]
        self.digest = hashlib.sha256(b"\n".join(parts)).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Setting) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.digest[:8]})"

    def name(self, seat: str) -> Text:
        """A seat's name for sentences."""
        return next((s.name for s in self.seat_specs if s.id == seat), Text(seat, seat))


S = TypeVar("S", bound=Setting)
B = TypeVar("B", bound=Board)
A = TypeVar("A", bound=Action)
F = TypeVar("F", bound=Fact)


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

    # -- opening -------------------------------------------------------------------------------------------------

    @abstractmethod
    def catalogs(self) -> Mapping[str, Catalog]:
        """The catalogs that come with the title, by name; `default` is always there."""

    @abstractmethod
    def seats(self, players: int | None, options: Any) -> tuple[SeatSpec, ...]:
        """The seats in playing order for a number of players (`None`: the title's default), automas included.
        Raises `BadOpening` for a number that cannot play."""

    def check_values(self, values: Any) -> tuple[Fault, ...]:
        """What is contradictory or missing in a catalog beyond its types; all faults at once."""
        return ()

    @abstractmethod
    def blank(self, setting: S) -> B:
        """The board before any fact."""

    @abstractmethod
    def setup(self, board: B, chance: Chance) -> tuple[F, ...]:
        """The facts that set the game up, chance included; they are stored in the opening record."""

    # -- play ----------------------------------------------------------------------------------------------------

    @abstractmethod
    def to_act(self, board: B) -> tuple[str, ...]:
        """The seats that may act now; several when they choose together, none when the game has ended."""

    @abstractmethod
    def judge(self, board: B, seat: str, action: A) -> Verdict:
        """Whether the seat may do this now. Total: any action of the title on any board of the title."""

    @abstractmethod
    def decide(self, board: B, seat: str, action: A, chance: Chance) -> tuple[F, ...]:
        """What comes of a legal action. May raise `ChanceNeeded` or `BadValues` and nothing else."""

    @abstractmethod
    def evolve(self, board: B, fact: F) -> B:
        """The board once a fact is true. Never raises for a stored fact, judges nothing."""

    @abstractmethod
    def legal(self, board: B, seat: str) -> Legal:
        """What the seat may do now: enough for buttons, and for a random player to reach the end of a game."""

    def sample(self, board: B, seat: str, rng: Random) -> A | None:
        """A legal action for a random player; none if there is none. Titles override it where examples are too few."""
        legal = self.legal(board, seat)
        options: list[Any] = [c.action for c in legal.choices] + [t.example for t in legal.templates]
        return rng.choice(options) if options else None

    # -- reading -------------------------------------------------------------------------------------------------

    @abstractmethod
    def view(self, board: B, audience: Audience) -> Struct | dict[str, Any]:
        """The board as an audience may see it, as plain JSON data. What it may not know is absent, not blanked."""

    def visible(self, board: B, audience: Audience, seat: str, item: A | F) -> bool:
        """Whether an audience may read an action or fact entered by `seat`, given the position it now stands at."""
        return True

    def hides(self, board: B) -> bool:
        """Whether the board holds a secret: then no fingerprint of it is written, from which the secret could be guessed."""
        return False

    @abstractmethod
    def score(self, board: B) -> tuple[ScoreLine, ...]:
        """Points so far, seat by seat. For public eyes."""

    @abstractmethod
    def outcome(self, board: B) -> Outcome | None:
        """Who won and why, or none while the game goes on."""

    @abstractmethod
    def census(self, board: B) -> Mapping[str, int]:
        """Counts of everything that is conserved (pieces by kind, on the board and off): the same at every position."""

    @abstractmethod
    def drawing(self, board: B, audience: Audience, lang: Lang) -> str:
        """The board as monospaced text, for the terminal and for transcripts."""

    @abstractmethod
    def say_action(self, board: B, seat: str, action: A) -> Text:
        """One sentence for an action about to be taken on this board, without the seat's name: `plays Recruit on T04a`."""

    @abstractmethod
    def say_fact(self, board: B, fact: F) -> Text:
        """One sentence for a fact; `board` is the one it has just made true."""

    # -- campaigns -----------------------------------------------------------------------------------------------

    def scenarios(self, values: Any) -> int:
        """How many scenarios a campaign of this title has; 0: as many as the table likes."""
        return 0

    def sheet(self, board: B) -> dict[str, Any]:
        """What a finished game leaves on the campaign's sheet, as plain JSON data. Titles that hand more on say so here."""
        outcome = self.outcome(board)
        return {
            "score": {line.seat: line.points for line in self.score(board)},
            "outcome": outcome.code if outcome else None,
            "winners": list(outcome.winners) if outcome else [],
        }

    def carry(self, sheet: dict[str, Any] | None, number: int) -> dict[str, Any]:
        """The options that scenario `number` (from 1) opens with beside the campaign's own, from the sheet of the one before."""
        return {}

    def fingerprint(self, board: B) -> str:
        """A short digest of the board: two boards that differ in anything differ in it."""
        return hashlib.sha256(encode_board(board)).hexdigest()[:16]


def _hook(value: object) -> object:
    if isinstance(value, Setting):
        return value.digest
    if isinstance(value, frozenset):
        return sorted(value)
    raise NotImplementedError(f"{type(value).__name__} is not board data")


_encoder = msgspec.json.Encoder(enc_hook=_hook, order="deterministic")


def encode_board(board: Board) -> bytes:
    """A board as JSON bytes: sorted keys, the setting as its digest. Equal boards give equal bytes."""
    return _encoder.encode(board)


def decode_board(board_type: type[B], data: bytes, setting: Setting) -> B:
    """A board from `encode_board`'s bytes and its setting."""

    def hook(kind: type, value: object) -> object:
        if isinstance(kind, type) and issubclass(kind, Setting):
            return setting
        raise NotImplementedError(f"{kind} is not board data")

    return msgspec.json.decode(data, type=board_type, dec_hook=hook)


class Course(Generic[B, F]):
    """Facts told one after another, each seen on the board at once: how `decide` is written as a story.

    course = Course(self.evolve, board)
    course.tell(CardPlayed(seat, card))
    if course.board.rival_stands(there): ...
    return course.facts
    """

    def __init__(self, evolve: Any, board: B) -> None:
        self._evolve = evolve
        self.board: B = board
        self._facts: list[F] = []

    def tell(self, *facts: F) -> None:
        """Make facts true, in order."""
        for fact in facts:
            self._facts.append(fact)
            self.board = self._evolve(self.board, fact)

    @property
    def facts(self) -> tuple[F, ...]:
        """Everything told so far."""
        return tuple(self._facts)


def open_setting(rules: Ruleset[Any, Any, Any, Any], catalog: Catalog, options: Mapping[str, Any], players: int | None) -> Setting:
    """The setting for a new game; raises `BadOpening` or `CatalogError` saying what does not fit."""
    from domain.catalog import CatalogError

    if catalog.game != rules.id:
        raise CatalogError((Fault("/game", f"this catalog is for {catalog.game}, not for {rules.id}"),))
    values = catalog.typed(rules.values_type)
    faults = rules.check_values(values)
    if faults:
        raise CatalogError(faults)
    try:
        chosen = msgspec.convert(options, rules.options_type)
    except msgspec.ValidationError as e:
        text, _, path = str(e).partition(" - at `$")
        pointer = "/options" + path.rstrip("`").replace(".", "/")
        raise BadOpening(pointer, f"Option refused: {text}.", f"Option refusée : {text}.") from None
    return rules.setting_type(catalog, values, chosen, rules.seats(players, chosen))


def seat_names(setting: Setting, seats: Sequence[str]) -> Text:
    """Names of several seats for a sentence."""
    names = [setting.name(s) for s in seats]
    return Text(", ".join(n.en for n in names), ", ".join(n.fr for n in names))
