"""The board of a session of Fief, as far as its military record covers it.

Every token is in exactly one place: in its family's stock, in a village, in the royal guard beside
a lord, in a mercenary camp, or in the common boxes. Écus are in a purse or at the bank. `census`
counts them all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import add, le, sub
from typing import Annotated, Any, Literal

from msgspec import Struct, field
from msgspec.structs import astuple

from domain.kernel.text import Text, listed, same
from domain.titles.contract import ruleset
from domain.titles.contract.catalogs.catalog import Catalog
from domain.titles.contract.ruleset import SeatSpec
from domain.titles.fief.values import Ground, Guards, LordCard, TitleCard, Values, Village
from domain.titles.fief.words import NOBODY, VALUES, WORDS, counts
from domain.titles.kit import SEAT, Count, Every, Once, OneOf, Seat, SeatOrNone, option

Phase = Literal[
    "placement",
    "oyez",
    "cards",
    "income",
    "ransom",
    "upkeep",
    "auction",
    "purchases",
    "moves",
    "battles",
    "end",
]
TURN: tuple[Phase, ...] = (
    "oyez",
    "cards",
    "income",
    "ransom",
    "upkeep",
    "auction",
    "purchases",
    "moves",
    "battles",
    "end",
)
"""The phases of a turn, in order. Ransom, upkeep, auction and purchases together are phase 4 of the
base game, Achats."""

IN_TURN: tuple[Phase, ...] = ("oyez", "cards", "income", "purchases", "moves", "battles", "end")
"""The phases in which families act one after another and may declare events of the base game."""

SideName = Literal["attack", "defence"]
SIDES: tuple[SideName, SideName] = ("attack", "defence")
Stage = Literal[
    "rally", "muster", "arrows", "loose", "clash", "reroll", "losses", "parley", "truce"
]

TROOP_KINDS = ("sergeant", "knight", "archer", "bombard")
BANK = "bank"
INFIDELS = "infidels"
"""The captor of a lord captured overseas, instead of a family."""


PLACE = Text("a place of the map")
LORD, IN_PLAY = Text("a lord"), Text("a lord in play")
TITLE = Text("a title")

PlaceId = Annotated[str, OneOf("places", PLACE)]
PlaceOrNone = Annotated[str, OneOf("places", PLACE, empty=True)]
LordOrNone = Annotated[str, OneOf(lambda board: board.lords, IN_PLAY, empty=True)]
Foe = Annotated[str, OneOf(lambda board: (*board.setting.seats, INFIDELS), SEAT)]
FoeOrNone = Annotated[str, OneOf(lambda board: (*board.setting.seats, INFIDELS), SEAT, empty=True)]
Seats = Annotated[tuple[Seat, ...], Once()]
Purse = Annotated[int, Count(Text("purse"))]
Camp = Annotated[int, Count(Text("camp"))]
Pool = Annotated[int, Count(Text("mercenaries in the pool"))]
Battles = Annotated[int, Count(Text("battles so far"))]
Bought = Annotated[
    int, Count(Text("tokens bought"), most=lambda board: board.setting.values.tokens_per_village)
]
AuctionRound = Annotated[
    int, Count(Text("round of the auction"), 1, lambda board: board.setting.values.auction.rounds)
]
RevoltHits = Annotated[int, Count(Text("hits of the revolt"))]
Engines = Annotated[int, Count(Text("siege engines"))]
Round = Annotated[int, Count(Text("round of the battle"))]
Quiet = Annotated[int, Count(Text("quiet rounds"))]
Engaged = Annotated[int, Count(Text("mercenaries engaged"))]
Share = Annotated[int, Count(Text("share of the hits"))]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """House choices on points that the rule text leaves open."""

    reroll_same_die: Annotated[
        bool, option(Text("Several bombards may reroll the same die; the last result stands."))
    ] = True
    second_round_at_zero: Annotated[
        bool,
        option(
            Text(
                "If every family bids 0 in the auction, a second round is held; otherwise nobody "
                "wins at once."
            )
        ),
    ] = False
    souterrain_lifts_archer_minimum: Annotated[
        bool,
        option(
            Text(
                "A Souterrain also lifts the minimum of archers against walls, not only the dice "
                "penalty."
            )
        ),
    ] = False
    victory_shows_in_titles: Annotated[
        bool,
        option(
            Text(
                "A claim of victory needs its points in the recorded titles; otherwise the "
                "table's word is enough."
            )
        ),
    ] = True
    fought_once: Annotated[
        bool,
        option(
            Text(
                "What was fought is not declared again in the same turn, and an attacker's "
                "archers make one special attack "
                "a turn in a place; otherwise both may be done again and again."
            ),
            since="0.2.0",
        ),
    ] = True


class Setting(ruleset.Setting):
    values: Values
    options: Options
    words = WORDS

    def __init__(
        self, catalog: Catalog, values: Any, options: Any, seats: tuple[SeatSpec, ...]
    ) -> None:
        super().__init__(catalog, values, options, seats)
        self.places: dict[str, Village] = {
            p.id: p for p in (*self.values.villages, self.values.overseas)
        }
        self.lords: dict[str, LordCard] = {card.id: card for card in self.values.lords}
        self.titles: dict[str, TitleCard] = {card.id: card for card in self.values.titles}
        self.king, self.queen = (
            next(t.id for t in self.values.titles if t.kind == kind) for kind in ("king", "queen")
        )
        self.placeholders = tuple(
            sorted(p for p, origin in catalog.provenance.items() if origin == "placeholder" and p)
        )
        """Catalog numbers that are house values, shown with every board."""

        places, lords = (
            {card.id: same(card.name) for card in cards}
            for cards in (self.places.values(), self.values.lords)
        )
        families = {seat: self.name(seat) for seat in self.seats} | {
            id: VALUES[id] for id in (BANK, INFIDELS)
        }
        titles = {card.id: Text(card.en, card.fr) for card in self.values.titles}
        self.names: dict[str, Mapping[str, Text]] = {
            **dict.fromkeys(("place", "places", "origin", "target"), places),
            **dict.fromkeys(("lord", "lords", "spouse"), lords),
            **dict.fromkeys(("title", "titles"), titles),
            **dict.fromkeys(
                ("family", "families", "to", "captor", "victim", "against", "partner", "camp"),
                families,
            ),
        }
        """What the values of some fields are called: an id of the catalog could be any word."""

    def word(self, field: str, value: object) -> Text:
        """The label of a field's value. For a place, lord, title or family that the catalog does
        not have, it is the id."""
        names = self.names.get(field) if value else None
        return (
            super().word(field, value)
            if names is None
            else names.get(str(value)) or same(str(value))
        )

    def families(self, seats: Iterable[str]) -> Text:
        """The names of families, as a list in a sentence."""
        return listed(tuple(self.word("family", seat) for seat in seats), NOBODY)

    @property
    def is_version_1(self) -> bool:
        """Whether the game was opened under version 1 of the rules, which produces other facts in a
        few cases."""
        return self.version == 1


class Troops(Struct, frozen=True, gc=False, omit_defaults=True):
    """A number of tokens of each kind. Mercenaries belong to nobody; the others belong to the
    family whose troops they are."""

    sergeant: int = 0
    knight: int = 0
    archer: int = 0
    bombard: int = 0
    mercenary: int = 0

    def __add__(self, more: Troops) -> Troops:
        return Troops(*map(add, astuple(self), astuple(more)))

    def __sub__(self, less: Troops) -> Troops:
        return Troops(*map(sub, astuple(self), astuple(less)))

    @property
    def total(self) -> int:
        return self.soldiers + self.bombard

    @property
    def soldiers(self) -> int:
        """The number of tokens that can absorb hits: all but bombards."""
        return self.sergeant + self.knight + self.archer + self.mercenary

    @property
    def in_words(self) -> Text:
        return counts(**{kind: getattr(self, kind) for kind in (*TROOP_KINDS, "mercenary")})

    def holds(self, some: Troops) -> bool:
        return all(map(le, astuple(some), astuple(self)))


NONE = Troops()


class Family(Struct, frozen=True, omit_defaults=True):
    """A family. `purse`: écus; `stock`: tokens not in play; `camp`: mercenaries waiting in its camp
    (its FAMILLE board)."""

    purse: Purse
    stock: Troops
    camp: Camp = 0


class Place(Struct, frozen=True, omit_defaults=True):
    """A village. `holder`: the family that controls it; `fort`: its walls; `plague`: whether it is
    in a plague zone; `troops`: by family. `fought`: for each attacker, the families (or the
    infidels) that it has attacked here this turn; `shot`: families whose archers have shot in an
    attack here this turn."""

    holder: SeatOrNone = ""
    fort: Ground = "open"
    plague: bool = False
    troops: dict[Seat, Troops] = {}
    fought: dict[Seat, tuple[Foe, ...]] = {}
    shot: tuple[Seat, ...] = ()


class Lord(Struct, frozen=True, omit_defaults=True):
    """A lord or lady in play, free or captive, or dead. A dead lord keeps nothing but the family.
    `captor`: the family that holds the captive, or the infidels; `guard`: the royal guard beside a
    king or queen."""

    family: Seat
    place: PlaceOrNone
    titles: tuple[Annotated[str, OneOf("titles", TITLE)], ...] = ()
    spouse: LordOrNone = ""
    captor: FoeOrNone = ""
    dead: bool = False
    guard: Guards = Guards()

    @property
    def free(self) -> bool:
        return not self.dead and not self.captor


class Auction(Struct, frozen=True, omit_defaults=True):
    """The auction of the mercenaries. `bids`: the sealed bids of this round so far; `revealed`: in
    a run-off, the bids of the round before."""

    round: AuctionRound = 1
    bids: dict[Seat, int] = {}
    revealed: dict[Seat, int] = {}


class Revolt(Struct, frozen=True, omit_defaults=True):
    """A revolt in progress. `victim`: the family it is against; `place`: the village, empty if it
    is against the victim's camp; `waiting`: families that may still calm it; `hits`: hits that the
    victim has yet to absorb."""

    victim: Seat
    place: PlaceOrNone = ""
    waiting: Seats = ()
    hits: RevoltHits = 0


class Proposal(Struct, frozen=True, omit_defaults=True):
    """A proposal to end the session. `partner`: the married family that would win, too; `waiting`:
    families that have yet to answer."""

    by: Seat
    kind: Literal["victory", "agreement"]
    partner: SeatOrNone = ""
    waiting: Seats = ()


class Ending(Struct, frozen=True, omit_defaults=True):
    code: Literal["victory", "married-victory", "agreement"]
    winners: Seats = ()


class Side(Struct, frozen=True, omit_defaults=True):
    """One side of a battle. `families`: in order of joining; `horde`: how many infidels fight;
    `shot`: what its archers chose, empty before the choice; `target`: the lord they aim at.

    `dice`, `bonus`: the last roll and what is added to its sum; `rerolls`: how many are left;
    `rerolled`: which dice were rolled again. `hits`: hits to absorb; `shares`: how many of them
    each family absorbs."""

    families: tuple[Seat, ...]
    horde: int = 0
    shot: Literal["", "volley", "aim", "none"] = ""
    target: LordOrNone = ""
    dice: tuple[int, ...] = ()
    bonus: int = 0
    rerolls: int = 0
    rerolled: tuple[int, ...] = ()
    hits: int = 0
    shares: dict[str, Share] = {}
    truce_refused: bool = False


class Battle(Struct, frozen=True, omit_defaults=True):
    """A battle in progress. `round`: 0 before the first round, for the archers' special attack.
    `waiting`: the families that have to act now. `truce`: the family that offers a truce, if any;
    then the other side's captain answers first. `engaged`: each family's mercenaries in the battle;
    `sent`: how many it sent in this muster, including those that the plague killed. `felled`:
    whether anybody fell this round; `quiet`: how many rounds in a row, just before this one, passed
    without a loss."""

    place: PlaceId
    ground: Ground
    attack: Side
    defence: Side
    stage: Stage
    waiting: Seats = ()
    souterrain: bool = False
    engines: Engines = 0
    round: Round = 0
    engaged: dict[Seat, Engaged] = {}
    felled: bool = False
    quiet: Quiet = 0
    sent: dict[str, int] = {}
    truce: str = ""

    def side(self, name: SideName) -> Side:
        return self.attack if name == "attack" else self.defence

    def side_of(self, seat: str) -> SideName | None:
        return (
            "attack"
            if seat in self.attack.families
            else "defence"
            if seat in self.defence.families
            else None
        )


class Board(ruleset.Board, frozen=True):
    """The board of a session. `waiting`: the families that still have to act in this phase, one
    after another; in upkeep and auction, all at once. Places and lords that no fact has touched are
    absent. `recruited`: tokens recruited this phase, by village. `battles`: how many battles have
    begun."""

    setting: Setting
    families: Annotated[dict[str, Family], Every("seats", SEAT, Text("the family"))]
    guard_box: Guards
    pool: Pool
    phase: Phase = "placement"
    turn: int = 0
    waiting: Seats = ()
    places: dict[PlaceId, Place] = field(default_factory=dict)
    lords: dict[Annotated[str, OneOf("lords", LORD)], Lord] = field(default_factory=dict)
    bank: int = 0
    recruited: dict[PlaceId, Bought] = field(default_factory=dict)
    auction: Auction | None = None
    battle: Battle | None = None
    revolt: Revolt | None = None
    proposal: Proposal | None = None
    ending: Ending | None = None
    battles: Battles = 0

    def place(self, id: str) -> Place:
        return self.places.get(id, EMPTY)

    def troops(self, family: str, place: str) -> Troops:
        return self.place(place).troops.get(family, NONE)

    def lords_of(self, family: str, place: str | None = None) -> tuple[str, ...]:
        """A family's free lords, in one place or (None) anywhere."""
        return tuple(
            id
            for id, lord in self.lords.items()
            if lord.family == family and lord.free and (place is None or lord.place == place)
        )

    def holder_of(self, title: str) -> str:
        """The lord who has a title; empty if none has."""
        return next((id for id, lord in self.lords.items() if title in lord.titles), "")

    def guard_at(self, family: str, place: str) -> Guards:
        """The royal guards beside a family's free lords in a place."""
        guards = [self.lords[id].guard for id in self.lords_of(family, place)]
        return Guards(
            sum(guard.knight for guard in guards), sum(guard.sergeant for guard in guards)
        )

    def is_present(self, family: str, place: str) -> bool:
        """Whether a family has a free lord or troops of its own in a place. Mercenaries do not
        count: after a battle they only wait for the end of the turn, and neither control nor defend
        the place (T 4.2)."""
        there = self.troops(family, place)
        return there.total > there.mercenary or bool(self.lords_of(family, place))


EMPTY = Place()
