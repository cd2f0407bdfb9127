"""A title written with the kit: most of the contract follows from its moves, facts and fields.

    class Nim(Title[Setting, Board]):
        id = "nim"
        about = About(…)
        board_type = Board
        phases = (Phase("playing", Text("takes stones")),)

        def blank(self, setting): …
        def begin(self, course): …

    RULES = Nim()

Moves (`MOVES`) and facts are collected from the modules in `chapters` and `facts`, by default from
the title's own module."""

import json
import sys
from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from domain.kernel.amounts import Amount
from domain.kernel.faults import Fault
from domain.kernel.text import NO_WORDS, Lang, Text, listed
from domain.titles.contract.catalogs.catalog import Catalog
from domain.titles.contract.chance import Chance
from domain.titles.contract.ruleset import (
    Audience,
    BadOpening,
    Board,
    Legal,
    Outcome,
    Ruleset,
    ScoreLine,
    SeatSpec,
    Verdict,
)
from domain.titles.contract.series import Gauge
from domain.titles.contract.setting import Setting
from domain.titles.contract.types import (
    ARBITER,
    NOTHING,
    TALL,
    WIDE,
    Action,
    Changed,
    Choice,
    Field,
    Ranking,
    Shape,
    Template,
)
from domain.titles.drawing import plain
from domain.titles.drawing.scene import Scene
from domain.titles.kit import fields, offering, showing
from domain.titles.kit.facts import Fact, fact_kind_name, facts_in
from domain.titles.kit.judging import GATES, Gate
from domain.titles.kit.moves import Course, Move, Phase
from domain.titles.kit.telling import is_complete
from domain.titles.kit.terms import COMMON

__all__ = ["OVER", "Title"]

S = TypeVar("S", bound=Setting)
B = TypeVar("B", bound=Board)
OVER = "over"


class NoValues(Struct, frozen=True, forbid_unknown_fields=True):
    """The values of a title whose catalog has none."""


class NoOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a title that has none."""


class Title(Ruleset[S, B, Any, Any], Generic[S, B]):
    """Base of a title written with the kit. Each attribute and method is a default that a title may
    override."""

    setting_type: ClassVar[type[Setting]] = Setting
    values_type: ClassVar[type[Struct]] = NoValues
    options_type: ClassVar[type[Struct]] = NoOptions
    players: ClassVar[tuple[SeatSpec, ...]] = ()
    """The title's seats in playing order. A game uses as many seats for people as there are
    players, from the first. If the title declares none, seats are `p1`, `p2`, …."""
    wrong_number: ClassVar[Text] = Text("{name}: {some} can play, not {count}.")
    """The refusal of a wrong number of players."""
    chapters: ClassVar[tuple[ModuleType, ...]] = ()
    facts: ClassVar[tuple[ModuleType, ...]] = ()
    phases: ClassVar[tuple[Phase, ...]] = ()
    turn_rule: ClassVar[str] = "1"
    """The rule that says whose turn it is, and when."""
    end_rule: ClassVar[str] = "1"
    """The rule that says when the game is over."""
    gates: ClassVar[tuple[Gate, ...]] = GATES
    """The checks of every action before its move's judge (`domain/titles/kit/judging.py`)."""
    unit: ClassVar[Text] = Text("{n:point|points}")
    """The unit of the score, singular and plural."""
    scene: ClassVar[type[Scene]] = Scene
    """The class of the scene that `draw` gets, for titles whose pictures need more data."""
    moves: ClassVar[Mapping[type[Action], Move]] = {}
    phase_by_id: ClassVar[Mapping[str, Phase]] = {}
    moves_by_phase: ClassVar[Mapping[str, tuple[Move, ...]]] = {}

    def __init_subclass__(cls) -> None:
        """Collect the title's moves and facts. Raises `TypeError` if two share a tag, if a move
        names a phase that is not declared, or if a sentence is missing or has a place without a
        field."""
        super().__init_subclass__()
        own = sys.modules[cls.__module__]
        chapters, sources = cls.chapters or (own,), cls.facts or (own,)
        moves = [move for chapter in chapters for move in getattr(chapter, "MOVES", ())]
        kinds = tuple(kind for module in sources for kind in facts_in(module))
        if not moves:  # the versions of a title have the moves of the one that they are made from
            return
        cls.moves = {move.action: move for move in moves}
        cls.phase_by_id = {phase.id: phase for phase in cls.phases}
        cls.moves_by_phase = {
            id: tuple(move for move in moves if id in move.phases) for id in cls.phase_by_id
        }
        cls.action_types, cls.fact_types = tuple(cls.moves), kinds
        tags = [
            *Counter(move.tag for move in moves).items(),
            *Counter(str(kind.__struct_config__.tag) for kind in kinds).items(),
        ]
        twice = sorted(tag for tag, count in tags if count > 1)
        lost = sorted({phase for move in moves for phase in move.phases} - set(cls.phase_by_id))
        if twice or lost:
            raise TypeError(
                f"{cls.__name__}: declared twice {twice}, phases that are not there {lost}"
            )
        wrong = sorted(
            kind.__name__
            for kind, sentence in _sentences(moves, kinds)
            if not is_complete(sentence, kind)
        )
        if wrong:
            raise TypeError(
                f"{cls.__name__}: no sentence in both languages about the fields that there are: "
                f"{wrong}"
            )
        cls.kind_names = {move.tag: move.name for move in moves} | {
            str(kind.__struct_config__.tag): fact_kind_name(kind) for kind in kinds
        }
        cls.terms = COMMON | fields.names_of_fields(cls.board_type) | {**cls.terms}
        cls.passing_types = tuple(move.action for move in moves if move.passing)
        cls.hints = {move.tag: move.hint for move in moves if move.hint is not None}

    # -- how a game is opened ----------------------------------------------------------------------

    @cached_property
    def _catalogs(self) -> Mapping[str, Catalog]:
        kinds = type(self).__mro__[: type(self).__mro__.index(Title)]
        files: list[Path] = next(filter(None, map(_catalogs_beside, kinds)), [])
        if not files:
            empty = {
                "game": self.id,
                "edition": self.about.edition.en,
                "provenance": {"": "text"},
                "values": {},
            }
            return {"default": Catalog(json.dumps(empty).encode())}
        names = (
            file.name.removeprefix("catalog").removesuffix(".json").lstrip(".") or "default"
            for file in files
        )
        return {name: Catalog(file.read_bytes()) for name, file in zip(names, files, strict=True)}

    def catalogs(self) -> Mapping[str, Catalog]:
        """The catalogs in the title's folder, by name: `catalog.json` (`default`) and each
        `catalog.NAME.json`. If there are none, a `default` without values. A version that is
        derived from a title in another folder has the catalogs of that title."""
        return self._catalogs

    def check_values(self, values: Any) -> tuple[Fault, ...]:
        """The faults by the rules (`ValueRule`) of the values' fields, then those of `conflicts`."""
        return (*fields.value_faults(values), *self.conflicts(values))

    def conflicts(self, values: Any, /) -> tuple[Fault, ...]:
        """The contradictions between the values of a catalog; by default none."""
        return ()

    def seats(self, players: int | None, options: Any) -> tuple[SeatSpec, ...]:
        """The first `players` of the title's seats for people, and all seats that the rules play.
        If `players` is None, the first number that can play; if the title declares no seats, `p1`,
        `p2` and so on. Raises `BadOpening` for a number that cannot play."""
        numbers = self.about.seats
        count = numbers[0] if players is None else players
        if count not in numbers:
            named = {"name": self.about.title, "some": ", ".join(map(str, numbers)), "count": count}
            raise BadOpening("/players", self.wrong_number.filled(named))
        numbered = (
            SeatSpec(f"p{n}", "player", Text("Player {n}", n=n)) for n in range(1, count + 1)
        )
        sitting = [spec for spec in self.players if spec.role == "player"][:count]
        return tuple(
            spec for spec in self.players if spec.role != "player" or spec in sitting
        ) or tuple(numbered)

    def setup(self, board: B, chance: Chance) -> tuple[Any, ...]:
        course = Course(board, chance)
        self.begin(course)
        return course.facts

    def begin(self, course: Course) -> None:
        """Emit the facts that set the game up; by default none."""

    @abstractmethod
    def blank(self, setting: S) -> B:
        """The board before any fact."""

    # -- how a game is played, by what the moves declare -------------------------------------------

    def phase(self, board: B) -> str:
        """The id of the current phase, `over` at the end; by default the board's field `phase`."""
        return str(board.phase)  # type: ignore[attr-defined]

    def to_act(self, board: B) -> tuple[str, ...]:
        return () if self.phase(board) == OVER else (board.turn,)  # type: ignore[attr-defined]

    def judge(self, board: B, seat: str, action: Any) -> Verdict:
        for gate in self.gates:
            if not (verdict := gate(self, board, seat, action)).legal:
                return verdict
        return self.moves[type(action)].judge(board, seat, action)

    def decide(self, board: B, seat: str, action: Any, chance: Chance) -> tuple[Any, ...]:
        return self.resolve(board, seat, action, chance)[0]

    def resolve(
        self, board: B, seat: str, action: Any, chance: Chance
    ) -> tuple[tuple[Any, ...], B]:
        course, move = Course(board, chance), self.moves[type(action)]
        move.do(course, seat, action)
        if move.calls_go_on:
            self.go_on(course)
        return course.facts, course.board

    def go_on(self, course: Course) -> None:
        """Emit the facts that follow by themselves after an action; by default none."""

    def evolve(self, board: B, fact: Fact) -> B:
        return fact.apply(board)  # type: ignore[no-any-return]

    def current_moves(self, board: B) -> tuple[Move, ...]:
        """The moves that are possible in the current phase."""
        return self.moves_by_phase.get(self.phase(board), ())

    def legal(self, board: B, seat: str) -> Legal:
        """The current phase's legal candidates as buttons, or as forms where a move has its own,
        groups its candidates, or has too many or incomplete ones."""
        choices: list[Choice] = []
        templates: list[Template] = []
        for move in self.current_moves(board) if seat in self.to_act(board) else ():
            buttons, forms = offering.buttons_and_forms(
                board, seat, move, list(offering.candidates(board, seat, move))
            )
            choices += [Choice(action, self.button(board, seat, action)) for action in buttons]
            templates += forms
        return Legal(self.in_button_order(board, seat, tuple(choices)), tuple(templates))

    def button(self, board: B, seat: str, action: Any) -> Text:
        move = self.moves[type(action)]
        return (
            self.say_action(board, seat, action)
            if move.button is None
            else move.button_text(board, action)
        )

    def in_button_order(
        self, board: B, seat: str, choices: tuple[Choice, ...]
    ) -> tuple[Choice, ...]:
        """The choices in the order in which people expect them; by default unchanged, in the order
        of the moves."""
        return choices

    def aside_types(self, board: B) -> tuple[str, ...]:
        return tuple(move.tag for move in self.moves.values() if move.aside)

    def sample(self, board: B, seat: str, rng: Random) -> Any:
        return (
            offering.sample(board, seat, self.current_moves(board), rng)
            if seat in self.to_act(board)
            else None
        )

    # -- what an audience may see, by what is declared secret or hidden ----------------------------

    def view(self, board: B, audience: Audience) -> Struct | dict[str, Any]:
        return {
            "phase": self.phase(board),
            "to_act": list(self.to_act(board)),
            **fields.visible_data(board, audience),
        }

    def keeps_secrets(self) -> bool:
        """Whether the title hides anything: an action or fact is `hidden`, a field of the board is
        `Secret`, or the title overrides `visible` or `hides`."""
        return self._hides_something

    @cached_property
    def _hides_something(self) -> bool:
        # every answer of the API asks for it
        own = type(self).visible is not Title.visible or type(self).hides is not Title.hides
        hidden = any(
            getattr(kind, "hidden", False) for kind in (*self.action_types, *self.fact_types)
        )
        return own or hidden or fields.has_bound(self.board_type, fields.Secret)

    def hides(self, board: B) -> bool:
        return fields.has_bound(self.board_type, fields.Secret) and fields.has_secret(board)

    def visible(self, board: B, audience: Audience, seat: str, item: Any) -> bool:
        """Whether an audience may read an action or fact. One that is `hidden` is visible to the
        arbiter and to its own seat only, until it is revealed."""
        if not getattr(item, "hidden", False) or audience == ARBITER:
            return True
        owner = getattr(item, "seat", seat) if isinstance(item, Fact) else seat
        return audience == owner or self.is_revealed(board, owner, item)

    def is_revealed(self, board: B, owner: str, item: Any) -> bool:
        """Whether everybody may read a hidden action or fact of the seat `owner` by now; by default
        never."""
        return False

    # -- how a game stands and ends, by its points -------------------------------------------------

    def score(self, board: B) -> tuple[ScoreLine, ...]:
        """Each seat's points from the board's field `points`; 0 without such a field."""
        points = getattr(board, "points", {})
        return tuple(ScoreLine(seat, points.get(seat, 0)) for seat in board.setting.seats)  # type: ignore[attr-defined]

    def outcome(self, board: B) -> Outcome | None:
        return self.ranking(board, {}).outcome

    def ranking(self, board: B, penalties: Mapping[str, Amount]) -> Ranking:
        """The outcome once the game is over: the seats with the most points, penalties included,
        win; its code is the first of the title's endings. A title that overrides `outcome` decides
        itself whether penalties count."""
        if type(self).outcome is not Title.outcome:
            return super().ranking(board, penalties)
        over = self.phase(board) == OVER
        return Ranking(
            self._most_points(board, penalties) if over else None,
            {} if over and penalties else self.places(board),
        )

    def _most_points(self, board: B, penalties: Mapping[str, Amount]) -> Outcome:
        points = {
            line.seat: line.points + penalties.get(line.seat, 0) for line in self.score(board)
        }
        best = max(points.values())
        winners = tuple(seat for seat in points if points[seat] == best)
        names = listed(tuple(map(board.setting.name, winners)))  # type: ignore[attr-defined]
        sentence = (
            Text("{names} share the victory with {points}.")
            if len(winners) > 1
            else Text("{names} wins with {points}.")
        )
        won = self.unit.filled({"n": best})
        return Outcome(
            self.about.endings[0], winners, sentence.filled({"names": names, "points": won})
        )

    # -- what a board that an arbiter declares is held to, by the bounds of its fields -------------

    def census(self, board: B) -> Mapping[str, int]:
        return fields.census(board)

    def amiss(self, board: B) -> tuple[Text, ...]:
        """The faults by the bounds of the board's fields or, if there are none, those of
        `contradictions`."""
        return tuple(fields.bound_faults(board)) or self.contradictions(board)

    def enterable_values(self, board: B) -> Mapping[str, Field]:
        return fields.allowed_values(board)

    def contradictions(self, board: B) -> tuple[Text, ...]:
        """What is impossible about a board although each field is within its bounds: sentences
        without a full stop; by default none."""
        return ()

    # -- how a game is shown and told --------------------------------------------------------------

    shapes: ClassVar[tuple[Shape, ...]] = (TALL, WIDE)
    rows: ClassVar[Mapping[str, plain.Row | None]] = {}
    """By field of the view, the function that draws it, for fields not drawn as counted tokens,
    such as the board; None: the field is not drawn."""

    def headline(self, setting: S, view: Mapping[str, Any]) -> Text:
        phase = self.phase_by_id.get(view["phase"])
        return showing.headline(setting, tuple(view["to_act"]), phase.doing if phase else NO_WORDS)

    @cached_property
    def field_names(self) -> Mapping[str, Text]:
        return fields.names_of_fields(self.board_type)

    def picture(
        self,
        setting: S,
        view: dict[str, Any],
        lang: Lang,
        changed: Changed = NOTHING,
        shape: Shape = TALL,
    ) -> str:
        return self.draw(self.scene(setting, view, lang, changed), shape)

    def draw(self, scene: Any, shape: Shape) -> str:
        """The picture of a scene as an SVG: a panel for each seat; each other field of the view as
        counted tokens, or drawn by its function in `rows`."""
        says = self.headline(scene.setting, scene.view)
        return plain.picture(self.about.title, says, scene, self.field_names, shape, self.rows)

    def gauges(self, board: B, audience: Audience) -> tuple[Gauge, ...]:
        view: Any = self.view(board, audience)
        return showing.gauges(fields.number_by_seat_fields(self.board_type), view, self.field_names)

    def say_action(self, board: B, seat: str, action: Any) -> Text:
        return self.moves[type(action)].in_words(board, action)

    def say_fact(self, board: B, fact: Fact) -> Text:
        return fact.say(board)

    @cached_property
    def _facts_without_board(self) -> frozenset[type[Fact]]:
        """The kinds of facts whose sentence depends only on their fields and the setting's
        labels."""
        if type(self).say_fact is not Title.say_fact or self.board_type.word is not Board.word:
            return frozenset()
        own = (kind for kind in self.fact_types if issubclass(kind, Fact))
        plain = (kind for kind in own if kind.say is Fact.say and kind.sentence is Fact.sentence)
        return frozenset(kind for kind in plain if kind.says.places <= set(kind.__struct_fields__))

    def is_told_without_board(self, fact: Fact) -> bool:
        """Whether the fact's sentence depends only on its fields and the setting's labels."""
        return type(fact) in self._facts_without_board


def _catalogs_beside(kind: type) -> list[Path]:
    """The catalog files in the folder of a title's package; none for a title that is a single
    module."""
    module = sys.modules[kind.__module__]
    if module.__file__ is None or not module.__spec__ or not module.__spec__.parent:
        return []
    return sorted(Path(module.__file__).parent.glob("catalog*.json"))


def _sentences(
    moves: list[Move], facts: tuple[type[Fact], ...]
) -> Iterator[tuple[type[Struct], Text]]:
    """The declared sentences of moves and facts, each as (action or fact type, sentence). Those that
    a function or method composes are left out."""
    yield from (
        (move.action, sentence)
        for move in moves
        for sentence in (move.label, move.button)
        if isinstance(sentence, Text)
    )
    yield from (
        (kind, kind.says)
        for kind in facts
        if kind.say is Fact.say and kind.sentence is Fact.sentence
    )
