"""What a table may choose when it opens a game, and the setting that follows from it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain import kit
from domain.games.tears.values import Card, Difficulty, Faction, Values
from domain.kit import SeatSpec, Text
from domain.rules.catalogs.catalog import Catalog
from domain.rules.text import texts

SEATS = SeatSpec("player", "player", Text("the player")), SeatSpec("enemy", "automa", Text("the Enemy"))

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
    """The options of 1066 solo. The defaults are the rule text's own words, or the reading that the title's README gives."""

    faction: Annotated[
        Faction,
        Meta(
            description="The player's faction; the Enemy has the other.",
            extra={"choices": FACTION, "fr": "La faction du joueur ; l'Ennemi a l'autre."},
        ),
    ] = "norman"
    difficulty: Annotated[
        Difficulty,
        Meta(
            description="Level of difficulty: the column of the resource table.",
            extra={"choices": DIFFICULTY, "fr": "Niveau de difficulté : la colonne du tableau des ressources."},
        ),
    ] = "normal"
    draw_variant: Annotated[
        bool,
        Meta(
            description="Draw variant (recommended): see four cards each round and keep two.",
            extra={"fr": "Variante de Pioche (recommandée) : voir quatre cartes par round et en garder deux."},
        ),
    ] = True
    three_cards: Annotated[
        bool,
        Meta(
            description="Keep three cards each round, for 5 points less.",
            extra={"fr": "Garder trois cartes par round, pour 5 points de moins."},
        ),
    ] = False
    cards: Annotated[
        Literal["catalog", "table"],
        Meta(
            description="Where the cards come from: the catalog's decks, or real decks on the table, whose cards are entered.",
            extra={
                "choices": CARDS,
                "fr": "D'où viennent les cartes : les paquets du catalogue, ou de vrais paquets dont on saisit les cartes.",
            },
        ),
    ] = "catalog"
    hastings: Annotated[
        Literal["both", "enemy"],
        Meta(
            description="When the exceptions for Hastings hold: once both sides are there, or as soon as the Enemy is.",
            extra={
                "choices": HASTINGS,
                "fr": "Quand valent les exceptions d'Hastings : les deux camps y sont, ou dès que l'Ennemi y est.",
            },
        ),
    ] = "both"
    hastings_passed: Annotated[
        Literal["same", "both", "enemy"],
        Meta(
            description="When the Enemy makes no ranged attacks at Hastings after the player has passed: as the other exception, "
            "once both sides are there, or as soon as the Enemy is.",
            extra={
                "choices": HASTINGS_PASSED,
                "since": "0.2.0",
                "fr": "Quand l'Ennemi n'attaque plus à distance à Hastings après que le joueur a passé : comme l'autre exception, "
                "quand "
                "les deux camps y sont, ou dès que l'Ennemi y est.",
            },
        ),
    ] = "same"
    wedge_phase: Annotated[
        Literal["first", "both"],
        Meta(
            description="When wedges can be damaged: by a side that is at Hastings, or only once both are.",
            extra={
                "choices": WEDGE_PHASE,
                "fr": "Quand les Ailes subissent des dégâts : par un camp arrivé à Hastings, ou quand les deux y sont.",
            },
        ),
    ] = "first"
    commander: Annotated[
        Literal["whole-turn", "then-turn"],
        Meta(
            description="Whether the Commander's move is the Enemy's whole turn, or comes before it.",
            extra={"choices": COMMANDER, "fr": "Le mouvement du Commandant est tout le tour de l'Ennemi, ou le précède."},
        ),
    ] = "whole-turn"
    taken_wedge: Annotated[
        Literal["stay", "discarded"],
        Meta(
            description="What becomes of the cards in a taken wedge (leaders always stay).",
            extra={"choices": TAKEN_WEDGE, "fr": "Ce que deviennent les cartes d'une Aile prise (les Chefs restent toujours)."},
        ),
    ] = "stay"
    ranged_swap: Annotated[
        Literal["same-cost", "never"],
        Meta(
            description="Whether a drawn ranged card may replace a ranged card of the same cost on a full battlefield.",
            extra={
                "choices": RANGED_SWAP,
                "fr": "Une carte à distance piochée peut-elle remplacer une carte à distance de même coût.",
            },
        ),
    ] = "same-cost"
    after_last_row: Annotated[
        Literal["repeat", "no-draw"],
        Meta(
            description="Past row 20 of the resource table: the last row goes on, or the Enemy draws no more cards.",
            extra={
                "choices": AFTER_LAST_ROW,
                "fr": "Après la ligne 20 du tableau : la dernière ligne continue, ou l'Ennemi ne pioche plus.",
            },
        ),
    ] = "repeat"
    shared_points: Annotated[
        Literal["lower", "higher"],
        Meta(
            description="The rank of 50 and 60 points, which the table of ranks prints twice.",
            extra={"choices": SHARED_POINTS, "fr": "Le niveau de 50 et de 60 points, imprimés deux fois dans le tableau."},
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
kind=unit | unit
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
"""What people call the values of actions' fields that are no cards."""


class Setting(kit.Setting):
    """The setting of one game, with what is looked up at every turn worked out once."""

    values: Values
    options: Options
    words = WORDS

    def __init__(self, catalog: Catalog, values: Values, options: Options, seats: tuple[SeatSpec, ...]) -> None:
        super().__init__(catalog, values, options, seats)
        sides = values.factions.values()
        self.cards: dict[str, Card] = {card.id: card for side in sides for card in (side.leader, *side.deck)}
        printed = [n for row in reversed(values.placement) for n in row]
        self.placement: tuple[int, ...] = tuple(sorted(range(9), key=lambda space: printed[space]))
        """The nine spaces in the order in which they are filled."""
        self.rows = values.resources.of(options.difficulty)
        self.enemy_faction: Faction = "norman" if options.faction == "saxon" else "saxon"
        self.house_values = catalog.counts()["placeholder"]
