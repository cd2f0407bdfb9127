"""What a table may choose when it opens a game, and the setting that follows from it."""

from typing import Annotated, Literal

from msgspec import Struct

from domain.kernel.text import texts
from domain.titles import kit
from domain.titles.contract.catalogs.catalog import Catalog
from domain.titles.kit import SeatSpec, Text, option
from domain.titles.tears.values import Card, Difficulty, Faction, Values

SEATS = (
    SeatSpec("player", "player", Text("the player")),
    SeatSpec("enemy", "automa", Text("the Enemy")),
)

# what the choices mean, in the order in which a form offers them
FACTION = texts("""
norman | Normans
saxon | Saxons
""")
DIFFICULTY = texts("""
easy | easy
normal | normal
hard | hard
""")
CARDS = texts("""
catalog | the catalog's decks
table | real decks on the table
""")
HASTINGS = texts("""
both | once both sides are at Hastings
enemy | as soon as the Enemy is at Hastings
""")
HASTINGS_PASSED = texts("""
same | as the other exception
both | once both sides are at Hastings
enemy | as soon as the Enemy is at Hastings
""")
WEDGE_PHASE = texts("""
first | by a side that is at Hastings
both | only once both sides are there
""")
COMMANDER = texts("""
whole-turn | it is the Enemy's whole turn
then-turn | the Enemy's turn follows it
""")
TAKEN_WEDGE = texts("""
stay | the cards stay
discarded | the cards are discarded, leaders stay
""")
RANGED_SWAP = texts("""
same-cost | it may, at the same cost
never | it may not
""")
AFTER_LAST_ROW = texts("""
repeat | the last row goes on
no-draw | the Enemy draws no more cards
""")
SHARED_POINTS = texts("""
lower | the lower rank
higher | the higher rank
""")


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of 1066 solo. The defaults are the rule text's own words, or the reading that the
    title's README gives."""

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


WORDS = texts("""
player | the player
enemy | the Enemy
damage | damage to a card
heal | a card heals
destroy | a card is destroyed
exhaust | a card is exhausted
ready | a card is readied
move | a card moves
wedge | damage to a wedge
objective | damage to an objective
draw | cards are drawn
kind=character | character
kind=unit [tears] | unit
kind=event | event
kind=tactic | tactic
kind=attachment | attachment
ignored=agile | Agile
ignored=movement | Movement
ignored=family | Family
ignored=leader | Leader
ignored=discount | cost reduction
ignored=scholar | Scholar
ignored=draw | card draw
ignored=reaction | reaction
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
        self.house_values = catalog.counts()["placeholder"]
