"""The actions of both seats. The Enemy has one action, its turn; all others are the player's."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain.kernel.text import same
from domain.titles.kit import Action
from domain.titles.tears.values import Ability, Card, Keyword, Kind

CardId = Annotated[str, Meta(max_length=40)]
WedgeNumber = Annotated[int, Meta(ge=1, le=3, description="A wedge, 1 to 3.")]


class Result(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """One event that people carried out at the table, because the rule text leaves it to a card or
    to the base rules."""

    what: Annotated[
        Literal[
            "damage", "heal", "destroy", "exhaust", "ready", "move", "wedge", "objective", "draw"
        ],
        Meta(
            description="damage, heal, destroy, exhaust, ready or move a card; damage a wedge or "
            "objective; draw cards."
        ),
    ]
    card: Annotated[
        str,
        Meta(
            max_length=40, description="The card concerned, for everything that happens to a card."
        ),
    ] = ""
    amount: Annotated[
        int, Meta(ge=0, le=40, description="How much damage, or how many cards are drawn.")
    ] = 0
    wedge: Annotated[
        int, Meta(ge=0, le=3, description="The wedge that is damaged, or moved to.")
    ] = 0
    line: Annotated[int, Meta(ge=0, le=3, description="The line that is moved to.")] = 0
    by: Annotated[
        Literal["player", "enemy"],
        Meta(description="Who places damage on the wedge, or whose objective is damaged."),
    ] = "player"


class Shape(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The properties of a real card, as far as the rules need them. The table enters them."""

    kind: Annotated[
        Literal["character", "unit", "event", "tactic", "attachment"],
        Meta(description="What kind of card it is."),
    ]
    cost: Annotated[int, Meta(ge=0, le=20, description="Its printed cost.")] = 0
    resource: Annotated[int, Meta(ge=0, le=9, description="Resource symbols on it.")] = 0
    ranged: Annotated[int, Meta(ge=0, le=20, description="The X of Range X; 0 for none.")] = 0
    cavalry: Annotated[bool, Meta(description="Whether it is cavalry.")] = False
    health: Annotated[
        Annotated[int, Meta(ge=1, le=99)] | None,
        Meta(description="Its health; none: the table says when it falls."),
    ] = None
    actions: Annotated[
        int,
        Meta(
            ge=0,
            le=4,
            description="How many actions it has that are carried out when it is played.",
        ),
    ] = 0
    discount: Annotated[
        int,
        Meta(
            ge=0,
            le=20,
            description="Of an event: by how much it reduces the cost of the next card.",
        ),
    ] = 0
    solo: Annotated[bool, Meta(description="Whether it has a Solo: ability.")] = False
    ignored: Annotated[
        tuple[Keyword, ...],
        Meta(max_length=8, description="Its abilities of the kinds that the Enemy ignores."),
    ] = ()

    def as_card(self, id: str) -> Card:
        """The card with this id and these properties. The table carries out its texts."""
        kind: Kind = self.kind
        actions = [Ability("table")] * self.actions
        if self.discount:
            actions.append(Ability("discount", self.discount))
        actions += [Ability("table", keyword=k) for k in self.ignored]
        solo = Ability("table") if self.solo else None
        return Card(
            id, same(id), kind, self.cost, self.resource, self.ranged, self.cavalry,
            health=self.health, actions=tuple(actions), solo=solo,
        )  # fmt: skip


Results = Annotated[
    tuple[Result, ...],
    Meta(max_length=20, description="What the table carried out by the card's text, in order."),
]


class PlaceLeader(Action, frozen=True):
    """Place your leader on the battlefield."""

    wedge: Annotated[int, Meta(ge=1, le=3, description="The wedge he leads from.")]
    line: Annotated[int, Meta(ge=1, le=3, description="His line; 1 is the front.")]


class Prepare(Action, frozen=True):
    """Finish your preparation: choose which of the drawn cards you keep."""

    keep: Annotated[
        tuple[CardId, ...],
        Meta(max_length=20, description="The cards kept; the others are discarded."),
    ] = ()
    deck_empty: Annotated[
        bool,
        Meta(
            description="With a deck on the table: it had no card left at the start of this round."
        ),
    ] = False


class Play(Action, frozen=True):
    """Play a card from your hand as your turn."""

    card: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=40,
            description="The card; with real cards a name of your own for it.",
        ),
    ]
    wedge: Annotated[int, Meta(ge=0, le=3, description="For a character or unit: its wedge.")] = 0
    line: Annotated[int, Meta(ge=0, le=3, description="For a character or unit: its line.")] = 0
    host: Annotated[
        str, Meta(max_length=40, description="For an attachment: the card it is put on.")
    ] = ""
    exhaust: Annotated[
        tuple[CardId, ...],
        Meta(max_length=20, description="Ready cards exhausted for their resources."),
    ] = ()
    discard: Annotated[
        tuple[CardId, ...], Meta(max_length=20, description="Hand cards discarded as payment.")
    ] = ()
    reduction: Annotated[
        int, Meta(ge=0, le=20, description="By how much your cards' texts reduce the cost.")
    ] = 0
    solo: Annotated[
        bool, Meta(description="Use the card's Solo: text instead of its other abilities.")
    ] = False
    results: Results = ()
    shape: Annotated[Shape | None, Meta(description="With real cards: what is printed on it.")] = (
        None
    )


class Use(Action, frozen=True):
    """Use the action of one of your cards in play as your turn."""

    card: Annotated[str, Meta(max_length=40, description="The card whose action is used.")]
    exhaust: Annotated[bool, Meta(description="Whether the action exhausts the card.")] = True
    results: Results = ()


class Shoot(Action, frozen=True):
    """Make a ranged attack with one of your ready cards as your turn."""

    card: Annotated[str, Meta(max_length=40, description="Your ranged card; it is exhausted.")]
    target: Annotated[
        str, Meta(max_length=40, description="The Enemy's card on the battlefield that is shot at.")
    ]


class Sacrifice(Action, frozen=True):
    """Sacrifice one of your cards in play as your turn: the Enemy skips its turn."""

    card: Annotated[str, Meta(max_length=40, description="The card given up.")]


class Pass(Action, frozen=True):
    """Pass: your deployment is over for this round."""


class Declare(Action, frozen=True):
    """Enter what happened at the table outside the turns: reactions, cards that close up, damage
    that combats left."""

    results: Annotated[
        tuple[Result, ...],
        Meta(min_length=1, max_length=20, description="What happened, in order."),
    ]


class TakeTurn(Action, frozen=True):
    """The Enemy takes its turn, or continues it."""

    card: Annotated[
        str,
        Meta(
            max_length=40,
            description="With real cards: a name for the card turned up, where one is.",
        ),
    ] = ""
    shape: Annotated[Shape | None, Meta(description="With real cards: what is printed on it.")] = (
        None
    )
    deck_empty: Annotated[bool, Meta(description="With real cards: the Enemy's deck is empty.")] = (
        False
    )


class Choose(Action, frozen=True):
    """Answer a question that the rules leave to you."""

    option: Annotated[
        str,
        Meta(
            min_length=1, max_length=40, description="One of the options that the question offers."
        ),
    ]


class MightOf(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Both sides' might in one wedge."""

    wedge: WedgeNumber
    enemy: Annotated[int, Meta(ge=0, le=200, description="The Enemy's might there.")]
    player: Annotated[int, Meta(ge=0, le=200, description="The player's might there.")]


class StateMight(Action, frozen=True):
    """State both sides' might in the wedges that have not been taken."""

    might: Annotated[
        tuple[MightOf, ...],
        Meta(min_length=1, max_length=3, description="One entry for each existing wedge."),
    ]


class Resolve(Action, frozen=True):
    """Carry out the text of the Enemy's card at the table and enter the results, or state that it
    is impossible."""

    possible: Annotated[bool, Meta(description="Whether the text can be carried out now.")] = True
    results: Results = ()


class Fight(Action, frozen=True):
    """Enter the might and zeal combats of one wedge."""

    wedge: Annotated[int, Meta(ge=1, le=3, description="The wedge fought over.")]
    by_player: Annotated[
        int, Meta(ge=0, le=99, description="Damage tokens that the player places on it.")
    ] = 0
    by_enemy: Annotated[
        int, Meta(ge=0, le=99, description="Damage tokens that the Enemy places on it.")
    ] = 0
    results: Annotated[
        tuple[Result, ...], Meta(max_length=20, description="What else the combats did, in order.")
    ] = ()


class FaceObjective(Action, frozen=True):
    """Enter one side's test of its objective."""

    side: Annotated[Literal["player", "enemy"], Meta(description="Whose objective is tested.")]
    damage: Annotated[int, Meta(ge=0, le=99, description="Damage that the test does to it.")] = 0
    destroyed: Annotated[
        bool,
        Meta(
            description="Whether it is destroyed; only needed where the catalog does not know its "
            "strength."
        ),
    ] = False
