"""The actions of seats: choosing heroes and sections, the works of period II, and what is declared
during the siege.

A `Band` is a number of pieces of one kind; declarations name units by bands."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from domain.kernel.text import same
from domain.titles.convicted.board import ENEMY, Board
from domain.titles.convicted.field import (
    STAGES,
    TOP_LEVEL,
    BuildingId,
    HeroId,
    Place,
    Resource,
    SectionId,
    Side,
    Slot,
    Zone,
)
from domain.titles.convicted.values import Goods, band_totals
from domain.titles.convicted.words import Wording, pieces_text
from domain.titles.kit import Action, Text

UnitId = Annotated[
    str,
    Meta(max_length=40, description="A kind of unit or siege engine, by its id in the catalog."),
]
APlace = Annotated[Place, Meta(description="A section of the fortifications, or the city.")]
ASection = Annotated[
    SectionId,
    Meta(
        description="A section of the fortifications: a wall N, E, S, W or a tower NE, SE, SW, NW."
    ),
]
ASlot = Annotated[
    Slot, Meta(description="A slot of the ring of ditches and moats around the fortifications.")
]


class Band(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Some pieces of one kind."""

    unit: UnitId
    count: Annotated[int, Meta(ge=1, le=200, description="How many.")]


class ConvictedAction(Wording, Action, frozen=True):
    """Base of the actions of The Convicted. `by`: the seats for which the action is entered."""

    by: ClassVar[Literal["players", "enemy", "all"]] = "players"


def may_enter(action: type[ConvictedAction], seat: str) -> bool:
    return action.by == "all" or (action.by == "enemy") == (seat == ENEMY)


class ChooseHero(ConvictedAction, frozen=True):
    """Take the card of a hero that nobody else has taken."""

    hero: Annotated[HeroId, Meta(description="The hero.")]


class ChooseSections(ConvictedAction, frozen=True):
    """Choose the sections of the fortifications you defend this turn."""

    sections: Annotated[
        tuple[SectionId, ...],
        Meta(min_length=1, max_length=8, description="The sections, each named once."),
    ]


class AtSection(ConvictedAction, frozen=True):
    """Base of actions at a section of the fortifications."""

    section: ASection


class Fortify(AtSection, frozen=True):
    """Raise a wall or tower by one level, for one action marker and its resources."""

    level: Annotated[
        int,
        Meta(
            ge=1,
            le=TOP_LEVEL + 1,
            description="The level it is raised to: one above what stands there.",
        ),
    ]

    def storey(self, board: Board) -> Text:
        levels = board.setting.levels[self.section]
        return levels[min(self.level, len(levels) - 1)].name


class Dig(ConvictedAction, frozen=True):
    """Dig a section of ditch, for one action marker."""

    slot: ASlot


class Flood(ConvictedAction, frozen=True):
    """Improve a section of ditch into a moat, for one action marker and its resources."""

    slot: ASlot


class Build(ConvictedAction, frozen=True):
    """Build a part of the city or raise it by one level, for one action marker and its
    resources."""

    building: Annotated[BuildingId, Meta(description="The part of the city.")]
    level: Annotated[
        int, Meta(ge=1, le=9, description="The level it is raised to: one above what stands there.")
    ]


class Research(ConvictedAction, frozen=True):
    """Draw a technology card, for one action marker and the price of research."""


class Gather(ConvictedAction, frozen=True):
    """Collect a resource that is available, for one action marker."""

    resource: Annotated[Resource, Meta(description="The resource collected.")]


class Train(ConvictedAction, frozen=True):
    """Train units or build a siege engine, for one action marker and their resources."""

    unit: UnitId
    places: Annotated[
        tuple[Place, ...],
        Meta(
            min_length=1,
            max_length=20,
            description="Where each of them is posted, one entry a piece.",
        ),
    ]

    def number(self, board: Board) -> Text:
        return same(str(len(self.places)))

    def posts(self, board: Board) -> Text:
        return same(", ".join(self.places))


class Repair(AtSection, frozen=True):
    """Restore lost resistance of a section, for resources alone: repairing uses no action
    marker."""

    points: Annotated[
        int, Meta(ge=1, le=TOP_LEVEL, description="How many points of resistance are restored.")
    ]
    gate: Annotated[
        bool,
        Meta(description="Repair the gates of the city instead of the wall; only in section N."),
    ] = False


class Enlist(ConvictedAction, frozen=True):
    """The Deserter trains one unit beyond the actions, once a turn, without action marker or
    resources."""

    unit: UnitId
    place: APlace


class EndActions(ConvictedAction, frozen=True):
    """End your actions of this turn; markers you have left are lost."""


# -- the siege -------------------------------------------------------------------------------------


ASide = Annotated[Side, Meta(description="The side of the battlefield: N, E, S or W.")]
AZone = Annotated[
    Zone, Meta(description="The deployment zone or, before the wall, the assault zone.")
]
Pieces = Annotated[int, Meta(ge=1, le=200, description="How many of them.")]
SquadNo = Annotated[
    int,
    Meta(
        ge=0,
        le=30,
        description="Which squad before the section, counted from 0 as they were formed.",
    ),
]
Damage = Annotated[
    int, Meta(ge=0, le=10, description="Points of resistance the fortification loses.")
]
AtGate = Annotated[
    bool, Meta(description="The damage is done to the gates of the city; only in section N.")
]
EnemyLosses = Annotated[
    tuple[Band, ...], Meta(max_length=30, description="Enemies lost, as the table states it.")
]
Losses = Annotated[
    tuple[Band, ...], Meta(max_length=30, description="Defenders lost, as the table states it.")
]
Withdrawn = Annotated[
    tuple[Band, ...],
    Meta(
        max_length=30,
        description="Defenders who fall back into the city because the fortification is destroyed "
        "and too few find room.",
    ),
]


class Move(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Some units of one kind going from one section to another."""

    unit: UnitId
    count: Pieces
    origin: Annotated[SectionId, Meta(description="Where they leave.")]
    target: Annotated[SectionId, Meta(description="Where they go.")]


class Hit(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Some enemies of one kind lost in one zone."""

    side: ASide
    zone: AZone
    unit: UnitId
    count: Pieces


class Preach(AtSection, frozen=True):
    """The Heretic names one section: its ranged units have 1 more fire power until the end of the
    turn."""


class RevealEnemies(ConvictedAction, frozen=True):
    """Turn over the enemy cards: each side of the fortress gets the people that attacks it."""

    by = "enemy"


class Deploy(ConvictedAction, frozen=True):
    """Place the enemy troops of one side in its deployment zone, as the enemy card says."""

    by = "enemy"
    side: ASide
    troops: Annotated[
        tuple[Band, ...],
        Meta(
            max_length=30, description="Units of the side's people and siege engines; may be none."
        ),
    ]

    def people(self, board: Board) -> Text:
        return board.setting.named(board.fronts[self.side].people)


class BeginAssault(ConvictedAction, frozen=True):
    """End the preparation step of the siege and start stage 1 of the assault."""


class Cast(ConvictedAction, frozen=True):
    """Cast a spell of the mage tower. Each spell can be cast once a turn."""

    spell: Annotated[str, Meta(max_length=40, description="The spell, by its id in the catalog.")]
    extra: Annotated[bool, Meta(description="The Sorcerer's additional spell of level 1 to 3.")] = (
        False
    )
    losses: Annotated[
        tuple[Hit, ...],
        Meta(max_length=40, description="Enemies lost to it, as the table states it."),
    ] = ()

    def fallen(self, board: Board) -> Text:
        return pieces_text(board, ((hit.unit, hit.count) for hit in self.losses))


class Bless(ConvictedAction, frozen=True):
    """Give a blessing of the chapel. Each blessing can be given once a turn."""

    blessing: Annotated[
        str, Meta(max_length=40, description="The blessing, by its id in the catalog.")
    ]


class RollDice(ConvictedAction, frozen=True):
    """Roll three-sided or six-sided dice. The result changes nothing by itself; the players
    look it up."""

    by = "all"

    die: Annotated[
        Literal["d3", "d6"], Meta(description="The kind of die; a d3 is rolled with a d6.")
    ]
    count: Annotated[int, Meta(ge=1, le=10, description="How many dice.")] = 1

    def dice(self, board: Board) -> Text:
        return same(self.die)


class Shoot(AtSection, frozen=True):
    """Shoot from a section with ranged units or siege engines."""

    weapon: UnitId
    count: Pieces
    side: ASide
    zone: AZone
    losses: EnemyLosses = ()


class InZone(ConvictedAction, frozen=True):
    """Base of actions on the enemy in a zone."""

    side: ASide
    zone: AZone


class EnemyShoot(InZone, frozen=True):
    """Shoot at a section with enemy ranged units."""

    by = "enemy"
    unit: UnitId
    count: Pieces
    section: ASection
    losses: Losses = ()


class Bombard(InZone, frozen=True):
    """Attack a section with enemy siege engines."""

    by = "enemy"
    engine: UnitId
    count: Pieces
    section: ASection
    damage: Damage = 0
    gate: AtGate = False
    losses: Losses = ()
    withdrawn: Withdrawn = ()


class Approach(ConvictedAction, frozen=True):
    """Move enemy units up to a ditch or moat, which keeps them in the deployment zone until the
    next stage 5."""

    by = "enemy"
    side: ASide
    slot: ASlot
    troops: Annotated[
        tuple[Band, ...],
        Meta(min_length=1, max_length=30, description="Enemy units that are slowed."),
    ]


class Advance(ConvictedAction, frozen=True):
    """Enemy troops go from the deployment zone into the assault zone."""

    by = "enemy"
    side: ASide
    slot: ASlot
    troops: Annotated[
        tuple[Band, ...],
        Meta(
            min_length=1, max_length=30, description="Enemy troops that advance through this slot."
        ),
    ]
    drowned: Annotated[
        tuple[Band, ...],
        Meta(
            max_length=30, description="Those of them lost in a moat, by the table of casualties."
        ),
    ] = ()

    def sunk(self, board: Board) -> Text:
        return pieces_text(board, band_totals(self.drowned).items())


class Reinforce(ConvictedAction, frozen=True):
    """Move defending units from one section to another, or from and into the city."""

    unit: UnitId
    count: Pieces
    origin: APlace
    target: APlace


class FormSquad(AtSection, frozen=True):
    """Form an enemy squad against a section: one assault unit and its supports."""

    by = "enemy"
    side: ASide
    leader: Annotated[
        str,
        Meta(max_length=40, description="The assault unit that leads, by its id in the catalog."),
    ]
    support: Annotated[
        tuple[Band, ...], Meta(max_length=30, description="The units that support it; may be none.")
    ] = ()

    def supports(self, board: Board) -> Text:
        return pieces_text(board, band_totals(self.support).items())


class Pour(AtSection, frozen=True):
    """Use cauldrons or boulders of a section on a squad before it."""

    engine: UnitId
    count: Pieces
    squad: SquadNo
    losses: EnemyLosses = ()


class Foresee(ConvictedAction, frozen=True):
    """The Oracle moves units between sections at the start of stage 11, once a turn."""

    moves: Annotated[
        tuple[Move, ...],
        Meta(min_length=1, max_length=10, description="The moves, all made at once."),
    ]

    def steps(self, board: Board) -> Text:
        return same(", ".join(f"{m.count} {m.unit} {m.origin}→{m.target}" for m in self.moves))


class Fight(AtSection, frozen=True):
    """A squad attacks the defenders of its section. States the losses of both sides."""

    by = "enemy"
    squad: SquadNo
    enemies_lost: EnemyLosses = ()
    losses: Losses = ()

    def theirs(self, board: Board) -> Text:
        return pieces_text(board, band_totals(self.enemies_lost).items())


class Batter(AtSection, frozen=True):
    """A squad attacks the fortification itself."""

    by = "enemy"
    squad: SquadNo
    damage: Damage
    gate: AtGate = False
    withdrawn: Withdrawn = ()


class Enter(AtSection, frozen=True):
    """Units of a squad get into the city, over a section without defenders or through broken
    gates."""

    by = "enemy"
    squad: SquadNo
    troops: Annotated[
        tuple[Band, ...], Meta(min_length=1, max_length=30, description="The units that get in.")
    ]


class Desert(InZone, frozen=True):
    """Enemy units leave the field in the loyalty phase."""

    by = "enemy"
    troops: Annotated[
        tuple[Band, ...], Meta(min_length=1, max_length=30, description="The units that leave.")
    ]


class CloseStage(ConvictedAction, frozen=True):
    """End the current stage of the assault and begin the next."""

    by = "all"

    stage: Annotated[int, Meta(ge=1, le=STAGES, description="The number of the stage that ends.")]


class Ravage(ConvictedAction, frozen=True):
    """The enemies in the city plunder and destroy. States what is taken, razed and lost."""

    by = "enemy"
    plundered: Annotated[Goods, Meta(description="Resources taken from the bank.")] = Goods()
    razed: Annotated[
        tuple[BuildingId, ...],
        Meta(max_length=6, description="Parts of the city that lose one level."),
    ] = ()
    losses: Losses = ()
    enemies_lost: EnemyLosses = ()


class Loot(ConvictedAction, frozen=True):
    """Collect what the slain enemies leave behind, once a turn. States what is gained."""

    goods: Annotated[Goods, Meta(description="Resources gained.")]


class EndPillage(ConvictedAction, frozen=True):
    """End the pillage step and with it the turn."""
