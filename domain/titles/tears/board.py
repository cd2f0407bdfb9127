"""The board of 1066: two armies on nine spaces each, three wedges, the round marker and open
questions; and the options.

A space is a number from 0 to 8: line 1 (the front) first, and wedge by wedge within each line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Struct, field

from domain.kernel.text import listed, same
from domain.titles import kit
from domain.titles.contract.catalogs.catalog import Catalog
from domain.titles.kit import Count, Once, OneOf, SeatSpec, Sentences, Text, option, replace
from domain.titles.tears.values import Card, Difficulty, Faction, Objective, Values

PLAYERS = (
    SeatSpec("player", "player", Text("the player")),
    SeatSpec("enemy", "automa", Text("the Enemy")),
)

# what the choices mean, in the order in which a form offers them
FACTION = Sentences("""
norman = Normans
saxon = Saxons
""")
DIFFICULTY = Sentences("""
easy = easy
normal = normal
hard = hard
""")
CARDS = Sentences("""
catalog = the catalog's decks
table = real decks on the table
""")
HASTINGS = Sentences("""
both = once both sides are at Hastings
enemy = as soon as the Enemy is at Hastings
""")
HASTINGS_PASSED = Sentences("""
same = as the other exception
both = once both sides are at Hastings
enemy = as soon as the Enemy is at Hastings
""")
WEDGE_PHASE = Sentences("""
first = by a side that is at Hastings
both = only once both sides are there
""")
COMMANDER = Sentences("""
whole-turn = it is the Enemy's whole turn
then-turn = the Enemy's turn follows it
""")
TAKEN_WEDGE = Sentences("""
stay = the cards stay
discarded = the cards are discarded, leaders stay
""")
RANGED_SWAP = Sentences("""
same-cost = it may, at the same cost
never = it may not
""")
AFTER_LAST_ROW = Sentences("""
repeat = the last row goes on
no-draw = the Enemy draws no more cards
""")
SHARED_POINTS = Sentences("""
lower = the lower rank
higher = the higher rank
""")


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of 1066 solo. By default they follow the rule text or, where it is unclear, the
    readings in the title's README."""

    faction: Annotated[
        Faction, option(Text("The player's faction; the Enemy has the other."), FACTION)
    ] = "norman"
    difficulty: Annotated[
        Difficulty,
        option(Text("Level of difficulty: the column of the resource table."), DIFFICULTY),
    ] = "normal"
    draw_variant: Annotated[
        bool, option(Text("Draw variant (recommended): see four cards each round and keep two."))
    ] = True
    three_cards: Annotated[
        bool, option(Text("Keep three cards each round, for 5 points less."))
    ] = False
    cards: Annotated[
        Literal["catalog", "table"],
        option(
            Text(
                "Where the cards come from: the catalog's decks, or real decks on the table, "
                "whose cards are entered."
            ),
            CARDS,
        ),
    ] = "catalog"
    hastings: Annotated[
        Literal["both", "enemy"],
        option(
            Text(
                "When the exceptions for Hastings hold: once both sides are there, or as soon as "
                "the Enemy is."
            ),
            HASTINGS,
        ),
    ] = "both"
    hastings_passed: Annotated[
        Literal["same", "both", "enemy"],
        option(
            Text(
                "When the Enemy makes no ranged attacks at Hastings after the player has passed: "
                "as the other exception, "
                "once both sides are there, or as soon as the Enemy is."
            ),
            HASTINGS_PASSED,
            since="0.2.0",
        ),
    ] = "same"
    wedge_phase: Annotated[
        Literal["first", "both"],
        option(
            Text(
                "When wedges can be damaged: by a side that is at Hastings, or only once both are."
            ),
            WEDGE_PHASE,
        ),
    ] = "first"
    commander: Annotated[
        Literal["whole-turn", "then-turn"],
        option(
            Text("Whether the Commander's move is the Enemy's whole turn, or comes before it."),
            COMMANDER,
        ),
    ] = "whole-turn"
    taken_wedge: Annotated[
        Literal["stay", "discarded"],
        option(
            Text("What becomes of the cards in a taken wedge (leaders always stay)."), TAKEN_WEDGE
        ),
    ] = "stay"
    ranged_swap: Annotated[
        Literal["same-cost", "never"],
        option(
            Text(
                "Whether a drawn ranged card may replace a ranged card of the same cost on a full "
                "battlefield."
            ),
            RANGED_SWAP,
        ),
    ] = "same-cost"
    after_last_row: Annotated[
        Literal["repeat", "no-draw"],
        option(
            Text(
                "Past row 20 of the resource table: the last row goes on, or the Enemy draws no "
                "more cards."
            ),
            AFTER_LAST_ROW,
        ),
    ] = "repeat"
    shared_points: Annotated[
        Literal["lower", "higher"],
        option(
            Text("The rank of 50 and 60 points, which the table of ranks prints twice."),
            SHARED_POINTS,
        ),
    ] = "lower"


WORDS = Sentences("""
player = the player
enemy = the Enemy
damage = damage to a card
heal = a card heals
destroy = a card is destroyed
exhaust = a card is exhausted
ready = a card is readied
move = a card moves
wedge = damage to a wedge
objective = damage to an objective
draw = cards are drawn
kind=character = character
kind=unit [tears] = unit
kind=event = event
kind=tactic = tactic
kind=attachment = attachment
ignored=agile = Agile
ignored=movement = Movement
ignored=family = Family
ignored=leader = Leader
ignored=discount = cost reduction
ignored=scholar = Scholar
ignored=draw = card draw
ignored=reaction = reaction
""")


class Setting(kit.Setting):
    values: Values
    options: Options
    words = WORDS

    def __init__(
        self, catalog: Catalog, values: Values, options: Options, seats: tuple[SeatSpec, ...]
    ) -> None:
        super().__init__(catalog, values, options, seats)
        sides = values.factions.values()
        self.cards: dict[str, Card] = {
            card.id: card for side in sides for card in (side.leader, *side.deck)
        }
        printed = [n for row in reversed(values.placement) for n in row]
        self.placement: tuple[int, ...] = tuple(sorted(range(9), key=lambda space: printed[space]))
        """The nine spaces in the order in which they are filled."""
        self.rows = values.resources.of(options.difficulty)
        self.enemy_faction: Faction = "norman" if options.faction == "saxon" else "saxon"
        self.house_values = catalog.provenance_counts()["placeholder"]


# -- the board -------------------------------------------------------------------------------------


Seat = Literal["player", "enemy"]
SEATS: tuple[Seat, ...] = ("player", "enemy")
Phase = Literal["setup", "preparation", "deployment", "wedges", "objectives"]
QuestionKind = Literal[
    "leader", "keep", "might", "results", "shooter", "shot", "ranged-wedge", "host", "replaced", "event-action", "target",
    "leader-wedge", "leader-space", "draw",
]  # fmt: skip
VICTORIES = ("two-wedges", "enemy-leader-killed")
ENDINGS = (*VICTORIES, "enemy-two-wedges", "leader-killed", "deck-out")
NONE = "none"
WHO = {"player": Text("The player"), "enemy": Text("The Enemy")}
CARD_FIELDS = ("card", "by", "host", "target", "about")

Round = Annotated[int, Count(Text.pgettext("tears", "round"))]
Marker = Annotated[int, Count(Text("resource marker"))]
Discount = Annotated[int, Count(Text("discount"))]
Taker = Annotated[str, OneOf(lambda board: SEATS, Text.pgettext("tears", "a side"), empty=True)]
Ending = Annotated[str, OneOf(lambda board: ENDINGS, Text("an ending"), empty=True)]
ToDeclare = Annotated[
    str, OneOf(lambda board: board.possible_declarations(), Text("something to be declared now"))
]


def space_at(wedge: int, line: int) -> int:
    return (line - 1) * 3 + wedge - 1


def wedge_of(space: int) -> int:
    return space % 3 + 1


def line_of(space: int) -> int:
    return space // 3 + 1


def other_side(seat: str) -> str:
    return "enemy" if seat == "player" else "player"


def seat_name(seat: str) -> Text:
    """The name of a seat with a capital: the player for `player`, the Enemy for any other seat."""
    return WHO["player" if seat == "player" else "enemy"]


def without(cards: tuple[str, ...], leaving: tuple[str, ...]) -> tuple[str, ...]:
    """The cards that are not among those leaving."""
    return tuple(c for c in cards if c not in leaving)


class InPlay(Struct, frozen=True, gc=False, omit_defaults=True):
    """A card in play, with the ids of the cards attached to it."""

    card: str
    exhausted: bool = False
    damage: int = 0
    attached: tuple[str, ...] = ()


class Army(Struct, frozen=True, gc=False, omit_defaults=True):
    """One side's cards. `deck`: the cards not seen yet, without an order, since each is drawn when
    it is revealed. `turned`: the Enemy's discard pile after it was turned over into a new deck, top
    card first. `entered`: whether the deck lies on the real table, so that its cards are entered as
    they come up."""

    faction: Faction
    spaces: tuple[InPlay | None, ...] = (None,) * 9
    reserve: tuple[InPlay, ...] = ()
    deck: tuple[str, ...] = ()
    turned: tuple[str, ...] = ()
    entered: bool = False
    hand: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    objective: int = 0
    objective_damage: int = 0

    def fielded(self) -> Iterator[tuple[int, InPlay]]:
        """The cards on the battlefield, each with its space."""
        return ((at, stands) for at, stands in enumerate(self.spaces) if stands is not None)

    def in_wedge(self, wedge: int) -> tuple[str, ...]:
        """The ids of the cards in a wedge, front line first."""
        return tuple(s.card for s in self.spaces[wedge - 1 :: 3] if s is not None)

    def stacks(self) -> tuple[InPlay, ...]:
        """The cards on the battlefield and in the reserve, each with what is attached to it."""
        return tuple(s for s in (*self.spaces, *self.reserve) if s is not None)

    def ids_in_play(self) -> tuple[str, ...]:
        """The ids of all cards in play, also attached ones."""
        cards: list[str] = []
        for stands in (*self.spaces, *self.reserve):
            if stands is not None:
                cards += (stands.card, *stands.attached)
        return tuple(cards)

    def cards(self) -> list[str]:
        """The ids of all of the side's cards, wherever they are."""
        return [*self.deck, *self.turned, *self.hand, *self.discard, *self.ids_in_play()]

    def space_of(self, id: str) -> int | None:
        """The space of a card; None if it is not on the battlefield or only attached."""
        return next((at for at, stands in self.fielded() if stands.card == id), None)

    def find(self, id: str) -> InPlay | None:
        """A card on the battlefield or in the reserve; None if it is not there or only attached."""
        return next(
            (s for s in (*self.spaces, *self.reserve) if s is not None and s.card == id), None
        )

    def card_in_play(self, id: str) -> InPlay:
        return next(s for s in (*self.spaces, *self.reserve) if s is not None and s.card == id)

    def has_attached(self, id: str) -> bool:
        return any(id in stands.attached for _, stands in self.fielded())

    def with_card_at(self, space: int, card: InPlay | None) -> Army:
        """The army with a card put on a space, or with the space emptied."""
        return replace(self, spaces=(*self.spaces[:space], card, *self.spaces[space + 1 :]))

    def with_card_changed(self, id: str, **changes: Any) -> Army:
        """The army after fields of a card on the battlefield or in the reserve change."""
        for at, stands in enumerate(self.spaces):
            if stands is not None and stands.card == id:
                return self.with_card_at(at, replace(stands, **changes))
        return replace(
            self, reserve=tuple(replace(s, **changes) if s.card == id else s for s in self.reserve)
        )

    def with_card_moved(self, id: str, space: int) -> Army:
        at, stands = next(place for place in self.fielded() if place[1].card == id)
        return self.with_card_at(at, None).with_card_at(space, stands)

    def with_discarded(self, id: str) -> Army:
        """The army after a card in play is discarded, with what is attached to it."""
        for at, stands in self.fielded():
            if stands.card == id:
                return replace(
                    self.with_card_at(at, None), discard=(*self.discard, id, *stands.attached)
                )
            if id in stands.attached:
                left = replace(stands, attached=without(stands.attached, (id,)))
                return replace(self.with_card_at(at, left), discard=(*self.discard, id))
        return replace(
            self,
            reserve=tuple(s for s in self.reserve if s.card != id),
            discard=(*self.discard, id),
        )

    def without_hand_card(self, id: str) -> Army:
        return replace(self, hand=without(self.hand, (id,)))

    def with_hand_discarded(self, cards: tuple[str, ...]) -> Army:
        return replace(self, hand=without(self.hand, cards), discard=(*self.discard, *cards))

    def all_ready(self) -> Army:
        spaces = tuple(replace(s, exhausted=False) if s and s.exhausted else s for s in self.spaces)
        reserve = tuple(replace(s, exhausted=False) if s.exhausted else s for s in self.reserve)
        return replace(self, spaces=spaces, reserve=reserve)


class Wedge(Struct, frozen=True, gc=False, omit_defaults=True):
    """A wedge, with the damage tokens by each side, and who has taken it, if anybody."""

    by_player: int = 0
    by_enemy: int = 0
    taken: Taker = ""


class WedgeMight(Struct, frozen=True, gc=False):
    """Both sides' might in one wedge, as the table stated it."""

    wedge: int
    enemy: int
    player: int


class EnemyTurn(Struct, frozen=True, gc=False, omit_defaults=True):
    """The Enemy's turn in progress. `passing`: the player has passed, so it is the last of the
    phase. `revealed`: the card turned up and not played yet, empty if there is none; `done`:
    whether this turn's card has been played. `discount`: how much cheaper its next card is;
    `reduced`: whether an event with a discount was played for that card."""

    passing: bool = False
    begun: bool = False
    revealed: str = ""
    discount: Discount = 0
    reduced: bool = False
    done: bool = False
    might: tuple[WedgeMight, ...] | None = None


class Question(Struct, frozen=True, gc=False, omit_defaults=True):
    """A question that the player has to answer before play continues. `about`: the card it is
    about; `options`: the possible answers."""

    kind: QuestionKind
    about: str = ""
    options: tuple[str, ...] = ()
    place: int = 0
    """For a question about an ability: the ability's index on the card, -1 for its Solo: text."""


class Board(kit.Board, frozen=True):
    """The board of 1066 solo. `marker`: how many rows of the resource table the round marker has
    covered. `left`: what the table still has to declare in this phase: wedges by number, or the
    sides whose objective is to be tested. `entered`: real cards that the table entered, by id."""

    setting: Setting
    player: Army
    enemy: Army
    wedges: tuple[Wedge, ...] = (Wedge(), Wedge(), Wedge())
    round: Round = 0
    marker: Marker = 0
    phase: Phase = "setup"
    left: Annotated[tuple[ToDeclare, ...], Once()] = ()
    question: Question | None = None
    turn: EnemyTurn | None = None
    entered: dict[str, Card] = field(default_factory=dict)
    ending: Ending = ""

    # -- cards and names ---------------------------------------------------------------------------

    def army(self, seat: str) -> Army:
        return self.player if seat == "player" else self.enemy

    def card(self, id: str) -> Card:
        return self.entered.get(id) or self.setting.cards[id]

    def is_known(self, id: str) -> bool:
        return id in self.entered or id in self.setting.cards

    def name(self, id: str) -> Text:
        return self.card(id).name if self.is_known(id) else same(id)

    def names(self, ids: tuple[str, ...]) -> Text:
        return listed([self.name(id) for id in ids], Text.pgettext("tears", "none"))

    def word(self, field: str, value: object) -> Text:
        """The label of a field's value: a seat's name with a capital, a card's name; any other
        value unchanged."""
        text = str(value)
        if field == "seat":
            return seat_name(text)
        return self.name(text) if field in CARD_FIELDS else same(text)

    def leader_id(self, seat: str) -> str:
        return self.setting.values.factions[self.army(seat).faction].leader.id

    def leader_space(self, seat: str) -> int | None:
        return self.army(seat).space_of(self.leader_id(seat))

    def is_leader(self, id: str) -> bool:
        return self.card(id).kind == "leader"

    def owner(self, id: str) -> Seat | None:
        """The side that has a card in play; None if neither has."""
        return next(
            (
                seat
                for seat in SEATS
                if self.army(seat).find(id) or self.army(seat).has_attached(id)
            ),
            None,
        )

    # -- wedges and spaces -------------------------------------------------------------------------

    def untaken_wedges(self) -> tuple[int, ...]:
        """The numbers of the wedges that neither side has taken."""
        return tuple(n for n, wedge in enumerate(self.wedges, start=1) if not wedge.taken)

    def free_spaces(self, seat: str) -> tuple[int, ...]:
        """The free spaces of a side in wedges not taken, in the order of placement."""
        spaces, wedges = self.army(seat).spaces, self.wedges
        return tuple(
            at for at in self.setting.placement if spaces[at] is None and not wedges[at % 3].taken
        )

    def possible_declarations(self) -> tuple[str, ...]:
        """What the table may have to declare in this phase: wedges not taken, or the sides whose
        objective is tested."""
        return {"wedges": tuple(map(str, self.untaken_wedges())), "objectives": SEATS}.get(
            self.phase, ()
        )

    # -- resources ---------------------------------------------------------------------------------

    def resource_of(self, stands: InPlay) -> int:
        """The resources that a card in play shows, with those of its attachments."""
        shown = self.card(stands.card).resource
        return (
            shown + sum(self.card(a).resource for a in stands.attached)
            if stands.attached
            else shown
        )

    def payers(self) -> list[InPlay]:
        """The player's ready cards in play that show resources."""
        side = self.player
        return [
            s
            for s in (*side.spaces, *side.reserve)
            if s is not None and not s.exhausted and self.resource_of(s)
        ]

    def table_row(self) -> int | None:
        """The Enemy's resources by the first row of the resource table that the marker does not
        cover; None if it draws no card."""
        rows = self.setting.rows
        if self.marker < len(rows):
            return rows[self.marker]
        return rows[-1] if self.setting.options.after_last_row == "repeat" else None

    def card_resources(self) -> int:
        """The resources that the Enemy's cards in play show."""
        return sum(self.resource_of(stands) for stands in self.enemy.stacks())

    # -- objectives --------------------------------------------------------------------------------

    def objective(self, seat: str) -> Objective:
        side = self.army(seat)
        return self.setting.values.factions[side.faction].objectives[side.objective]

    def is_on_last_objective(self, seat: str) -> bool:
        """Whether a side's objective is its last, the Battle of Hastings."""
        side = self.army(seat)
        return side.objective == len(self.setting.values.factions[side.faction].objectives) - 1

    # -- changes, for facts ------------------------------------------------------------------------

    def with_army(self, seat: str, side: Army) -> Board:
        return replace(self, player=side) if seat == "player" else replace(self, enemy=side)

    def with_turn(self, **changes: Any) -> Board:
        return replace(self, turn=replace(self.turn, **changes)) if self.turn else self

    def with_wedge(self, wedge: int, **changes: Any) -> Board:
        wedges = list(self.wedges)  # a fact may name wedge 0, which always was the last one
        wedges[wedge - 1] = replace(wedges[wedge - 1], **changes)
        return replace(self, wedges=tuple(wedges))
