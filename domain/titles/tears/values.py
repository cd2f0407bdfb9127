from collections.abc import Callable
from typing import Annotated, Any, Literal

from msgspec import Struct
from msgspec.structs import force_setattr

from domain.titles.kit import Text, ValueRule

Faction = Literal["saxon", "norman"]
FACTIONS: tuple[Faction, ...] = ("saxon", "norman")
Kind = Literal["leader", "character", "unit", "event", "tactic", "attachment"]
Difficulty = Literal["easy", "normal", "hard"]
DIFFICULTIES: tuple[Difficulty, ...] = ("easy", "normal", "hard")

FIGHTERS = ("leader", "character", "unit")

Deed = Literal["damage", "volley", "exhaust", "ready", "discount", "draw", "move", "table"]
"""What an ability does. `damage`: `amount` damage to one opposing card; `volley`: to every opposing
card of one wedge; `exhaust`: exhausts an opposing card; `ready`: readies an exhausted card of its
own side; `discount`: the next card costs `amount` less. The table carries out the others, and every
text that the catalog does not describe (`table`), and declares the results."""

AUTOMATIC = ("damage", "volley", "exhaust", "ready")

Keyword = Literal[
    "agile", "movement", "family", "leader", "discount", "scholar", "draw", "reaction"
]


def _without_mark(name: Text) -> Text:
    """A name without the mark of invented names in the default catalog. Its provenance says that
    they are invented."""
    return Text(name.en.removesuffix(" (placeholder)"), name.fr.removesuffix(" (factice)"))


class Within(ValueRule):
    """A rule for a number of a catalog: it lies between bounds. The lower bound can be another
    number of the catalog."""

    def __init__(self, least: int | Callable[[Any], int], most: int) -> None:
        def lower(values: Any) -> int:
            return least if isinstance(least, int) else least(values)

        super().__init__(
            lambda value, values: lower(values) <= value <= most,
            Text("{value} is not between {least} and {most}"),
            value=lambda value, values: value,
            least=lambda value, values: lower(values),
            most=lambda value, values: most,
        )


def _least_drawn(values: Any) -> int:
    return int(values.player.draw)


Amount = Annotated[int, ValueRule(lambda amount, values: amount >= 0, Text("must not be negative"))]
Rows = Annotated[tuple[int | None, ...], ValueRule(lambda rows, values: rows, Text("no rows"))]


class Ability(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """An ability printed on a card. If it has a `keyword`, the Enemy ignores it, unless the card
    makes an exception (`enemy`)."""

    do: Deed
    amount: int = 1
    keyword: Keyword | None = None
    enemy: bool = False


class Card(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What is printed on a card. `ranged`: the X of its Range X, 0 for none; `health`: None if it
    is unknown, so that the table says when the card falls; `actions`: its abilities that are
    carried out when it is played; `solo`: its Solo: text."""

    id: Annotated[str, ValueRule(lambda name, values: name, Text("a card needs an id"))]
    name: Text
    kind: Kind
    cost: Amount = 0
    resource: Amount = 0
    ranged: Amount = 0
    cavalry: bool = False
    might: Amount = 0
    zeal: Amount = 0
    health: Annotated[
        int | None, ValueRule(lambda health, values: health >= 1, Text("must be at least 1"))
    ] = None
    actions: tuple[Ability, ...] = ()
    solo: Ability | None = None

    def __post_init__(self) -> None:
        force_setattr(self, "name", _without_mark(self.name))

    def ignored_keywords(self) -> tuple[Keyword, ...]:
        """The keywords of its abilities that the Enemy ignores ("Jouez les cartes Ennemies")."""
        return tuple(a.keyword for a in self.actions if a.keyword and not a.enemy)

    def used_abilities(self) -> tuple[tuple[int, Ability], ...]:
        """The abilities that the Enemy carries out, each with its index on the card. If the card
        has a Solo: text, only that, with index -1."""
        if self.solo:
            return ((-1, self.solo),)
        return tuple((i, a) for i, a in enumerate(self.actions) if a.enemy or not a.keyword)

    def ability(self, place: int) -> Ability:
        """The ability at an index of `actions`, or the Solo: text at -1."""
        return self.solo if place < 0 and self.solo else self.actions[place]


class Objective(Struct, frozen=True, forbid_unknown_fields=True):
    """An objective card. `strength`: the damage that destroys it; None if it is unknown, so that
    the table says when it is destroyed."""

    letter: str
    name: Text
    strength: Annotated[
        int | None,
        ValueRule(
            lambda strength, values: strength >= 1, Text("an objective takes at least 1 damage")
        ),
    ] = None

    def __post_init__(self) -> None:
        force_setattr(self, "name", _without_mark(self.name))


class FactionCards(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of one faction. `start`: the two that are in front of its leader if the Enemy plays
    it, in line 2 and in line 1."""

    leader: Card
    start: tuple[str, str]
    deck: tuple[Card, ...]
    objectives: Annotated[
        tuple[Objective, ...],
        ValueRule(
            lambda objectives, values: len(objectives) > 1,
            Text("at least one objective must come before the Battle of Hastings"),
        ),
    ]


class Column(Struct, frozen=True, forbid_unknown_fields=True):
    """The rows of the resource table by difficulty. None: the Enemy draws no card."""

    easy: Rows
    normal: Rows
    hard: Rows

    def of(self, difficulty: Difficulty) -> tuple[int | None, ...]:
        rows: tuple[int | None, ...] = getattr(self, difficulty)
        return rows


class Points(Struct, frozen=True, forbid_unknown_fields=True):
    """Points of the score: for each damage token on a wedge, for a victory, for killing the Enemy's
    leader, and for the option of keeping three cards."""

    damage: int
    win: int
    leader_killed: int
    three_cards: int


class Rank(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the table of ranks as printed, where rows overlap. `most`: None for the last row."""

    least: int
    most: int | None
    name: Text


class PlayerNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of the player's cards: `opening_hand`, drawn at the start; `draw`, kept each round;
    `variant_draw`, seen each round with the draw variant; `three_cards`, kept each round with that
    option. `discard_pays`: what a discarded card pays."""

    opening_hand: Annotated[int, Within(0, 20)]
    draw: Annotated[int, Within(1, 10)]
    variant_draw: Annotated[int, Within(_least_drawn, 20)]
    three_cards: Annotated[int, Within(_least_drawn, 20)]
    discard_pays: Annotated[int, Within(0, 10)]


class Values(Struct, frozen=True, forbid_unknown_fields=True):
    """All printed numbers that the rules need. `placement`: the order in which the Enemy's spaces
    are filled, as printed, line 3 first."""

    placement: Annotated[
        tuple[tuple[int, int, int], tuple[int, int, int], tuple[int, int, int]],
        ValueRule(
            lambda rows, values: sorted(n for row in rows for n in row) == [*range(1, 10)],
            Text("the order of placement must name each of 1 to 9 once"),
        ),
    ]
    start_wedge: Annotated[int, Within(1, 3)]
    resources: Annotated[
        Column,
        ValueRule(
            lambda column, values: len({len(column.of(level)) for level in DIFFICULTIES}) == 1,
            Text("the three levels must have the same number of rows"),
        ),
    ]
    points: Points
    ranks: Annotated[tuple[Rank, ...], ValueRule(lambda ranks, values: ranks, Text("no ranks"))]
    wedge_damage: Annotated[int, Within(1, 99)]
    wedges_to_win: Annotated[int, Within(1, 3)]
    player: PlayerNumbers
    factions: dict[str, FactionCards]
