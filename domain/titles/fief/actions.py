"""The actions of families. Events of the base game are declared: the people at the table have
judged them, and these rules check only what they know. Numbers in brackets are those by which the
expansion's text cites the base game's phases."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from domain.kernel.text import listed
from domain.titles.fief.board import TROOP_KINDS, Board, Troops
from domain.titles.fief.values import Guards
from domain.titles.fief.words import NOBODY, counts
from domain.titles.kit import Action, Text

Village = Annotated[str, Meta(description="A village's id, or the land overseas.")]
LordId = Annotated[str, Meta(description="A lord's or lady's id.")]
FamilyId = Annotated[str, Meta(description="A family's seat.")]
Ecus = Annotated[int, Meta(description="Écus.", ge=0, le=999)]
Sergeants = Annotated[int, Meta(description="Sergeants.", ge=0, le=99)]
Knights = Annotated[int, Meta(description="Knights.", ge=0, le=99)]
Archers = Annotated[int, Meta(description="Archers.", ge=0, le=99)]
Bombards = Annotated[int, Meta(description="Bombards.", ge=0, le=99)]
GuardSergeants = Annotated[int, Meta(description="Sergeants of the royal guard.", ge=0, le=99)]
GuardKnights = Annotated[int, Meta(description="Knights of the royal guard.", ge=0, le=99)]
BattleNumber = Annotated[
    int, Meta(description="The battle's number in the session, as the board counts them.", ge=0)
]


# -- the turn and its end --------------------------------------------------------------------------


class Settle(Action, frozen=True):
    """Place the family's first lord with its starting troops and castle in a free village."""

    place: Village
    lord: LordId


class EndPhase(Action, frozen=True):
    """End the family's part of the phase."""


class ProposeEnd(Action, frozen=True):
    """Claim victory, alone or as a married pair, or propose to end the session by agreement. The
    other families have to answer."""

    kind: Annotated[
        Literal["victory", "agreement"],
        Meta(description="A claim of victory, or an end without a winner."),
    ]
    partner: Annotated[
        str, Meta(description="The married family that wins together with this one; empty: alone.")
    ] = ""


class AnswerEnd(Action, frozen=True):
    """Agree to the proposed end of the session, or refuse it."""

    agree: Annotated[bool, Meta(description="Whether the family agrees.")]


# -- declared happenings of the base game ----------------------------------------------------------


class OfLord(Action, frozen=True):
    """Base of actions that concern a lord."""

    lord: LordId


class DeclareLord(OfLord, frozen=True):
    """Declare that a new lord of the family enters play."""

    place: Village


class DeclareMarriage(OfLord, frozen=True):
    """Declare that a lord of the family marries a lord or lady of another family."""

    spouse: Annotated[str, Meta(description="The other family's lord or lady.")]


class DeclareAnnulment(OfLord, frozen=True):
    """Declare that the marriage of a lord of the family is annulled."""


class DeclareTitle(OfLord, frozen=True):
    """Declare that a lord of the family receives a title other than king or queen."""

    title: Annotated[str, Meta(description="A free title's id.")]


class DeclareTitleLost(OfLord, frozen=True):
    """Declare that a living lord of the family loses a title; a queen's guard becomes ordinary
    troops."""

    title: Annotated[str, Meta(description="A title the lord holds.")]


class DeclareIncome(Action, frozen=True):
    """Declare écus received from the bank: revenues, taxes, cards, pillage."""

    amount: Annotated[int, Meta(description="Écus.", ge=1, le=999)]


class DeclarePayment(Action, frozen=True):
    """Declare écus paid to another family or to the bank: dowries, mills, titles, bargains."""

    to: Annotated[str, Meta(description="A family's seat, or `bank`.")]
    amount: Annotated[int, Meta(description="Écus.", ge=1, le=999)]


class DeclareLosses(Action, frozen=True):
    """Declare troops of the family lost to a disaster or a card, or disbanded, outside battles and
    revolts."""

    place: Village
    sergeant: Sergeants = 0
    knight: Knights = 0
    archer: Archers = 0
    bombard: Bombards = 0
    guard_sergeant: GuardSergeants = 0
    guard_knight: GuardKnights = 0
    cause: Annotated[
        Literal["disaster", "disbanded"],
        Meta(description="A disaster or card took them, or they were disbanded."),
    ] = "disaster"

    def what(self, board: Board) -> Text:
        return counts(
            **{
                kind: getattr(self, kind)
                for kind in (*TROOP_KINDS, "guard_sergeant", "guard_knight")
            }
        )


class DeclareDeath(OfLord, frozen=True):
    """Declare the death of a lord of the family outside battles: plague, assassin."""


class DeclareControl(Action, frozen=True):
    """Declare that the family takes control of a village where it is present and the family that
    controlled it no longer is."""

    place: Village


class DeclareCession(Action, frozen=True):
    """Declare that the family cedes a village it controls to another family that is present
    there."""

    place: Village
    to: FamilyId


class DeclarePlague(Action, frozen=True):
    """Declare a bishopric a plague zone until the end of the turn."""

    bishopric: Annotated[int, Meta(description="The bishopric's number.", ge=1, le=99)]


class DeclareRelease(OfLord, frozen=True):
    """Declare that a captive of the family goes free for a sum that the captive's family agreed
    to."""

    place: Annotated[
        str,
        Meta(
            description="Where the freed lord stands: a village his family controls or where it "
            "has a lord."
        ),
    ]
    amount: Ecus = 0


# -- the king and queen, revolts, moves ------------------------------------------------------------


class ElectKing(OfLord, frozen=True):
    """Record that a lord of the family was elected king, and how many of the troops beside him
    become his guard."""

    knight: Knights = 0
    sergeant: Sergeants = 0

    @property
    def guard(self) -> Guards:
        return Guards(self.knight, self.sergeant)


class CrownQueen(OfLord, frozen=True):
    """Record that a lady of the family became queen, and how many of the troops beside her become
    her guard."""

    knight: Knights = 0
    sergeant: Sergeants = 0

    @property
    def guard(self) -> Guards:
        return Guards(self.knight, self.sergeant)


class PlayRevolt(Action, frozen=True):
    """Play a Revolt card against a village, or against the camp where a family keeps its
    mercenaries."""

    place: Annotated[str, Meta(description="The village; empty: a camp.")] = ""
    camp: Annotated[
        str, Meta(description="The employer whose camp is attacked; empty: a village.")
    ] = ""


class AnswerRevolt(Action, frozen=True):
    """Have the family's cardinal calm the revolt for écus, or let it continue."""

    calm: Annotated[bool, Meta(description="Whether the cardinal pays and calms it.")]


class Move(Action, frozen=True):
    """Move lords with troops; their royal guards go along. The table checks distances."""

    origin: Village
    target: Village
    lords: Annotated[tuple[str, ...], Meta(description="The lords who lead.", max_length=20)]
    sergeant: Sergeants = 0
    knight: Knights = 0
    archer: Archers = 0
    bombard: Bombards = 0
    chevauchee: Annotated[bool, Meta(description="A ride: lords and knights only.")] = False

    @property
    def troops(self) -> Troops:
        """The troops that the action names. Guards and mercenaries are not moved by it."""
        return Troops(self.sergeant, self.knight, self.archer, self.bombard)


# -- purchases -------------------------------------------------------------------------------------


class PayRansom(OfLord, frozen=True):
    """Pay the full ransom of a captive lord of the family, who goes free."""

    place: Annotated[
        str,
        Meta(
            description="Where the freed lord stands: a village his family controls or where it "
            "has a lord."
        ),
    ]


class KeepMercenaries(Action, frozen=True):
    """Pay for the mercenaries to keep. The others go to the pool for the auction that follows."""

    count: Annotated[int, Meta(description="Mercenaries to keep.", ge=0, le=99)]


class Bid(Action, frozen=True):
    """Make a sealed bid for all the mercenaries of the pool; 0 is no bid. It stays hidden until
    every bid of the round is made."""

    amount: Ecus
    turn: Annotated[int, Meta(description="The turn whose auction this is.", ge=1)]
    round: Annotated[int, Meta(description="The round of the auction this bid is for.", ge=1)]
    hidden: ClassVar[bool] = True


class Recruit(Action, frozen=True):
    """Buy troops and place them in a village the family controls."""

    place: Village
    sergeant: Sergeants = 0
    knight: Knights = 0
    archer: Archers = 0
    bombard: Bombards = 0

    @property
    def troops(self) -> Troops:
        """The troops that the action names. Guards and mercenaries cannot be recruited by it."""
        return Troops(self.sergeant, self.knight, self.archer, self.bombard)


class BuildFort(Action, frozen=True):
    """Build a castle in a village the family controls, or make its castle a city."""

    place: Village
    fort: Annotated[Literal["castle", "city"], Meta(description="What is built.")]


# -- battles ---------------------------------------------------------------------------------------


class DeclareBattle(Action, frozen=True):
    """Attack other families in a place where the attacking family has a lord, or attack the
    infidels overseas."""

    place: Village
    against: Annotated[
        tuple[str, ...], Meta(description="The families attacked; none overseas.", max_length=5)
    ] = ()
    souterrain: Annotated[
        bool, Meta(description="A Souterrain card is played: no penalty for walls, no aimed shot.")
    ] = False
    engines: Annotated[
        int,
        Meta(
            description="Siege engines that stand ready; each cancels one die of penalty.",
            ge=0,
            le=9,
        ),
    ] = 0
    infidels: Annotated[
        int, Meta(description="Overseas: how many infidels fight, each as a sergeant.", ge=0, le=99)
    ] = 0
    outside: Annotated[
        bool, Meta(description="Those attacked stand outside the walls: a battle in the open.")
    ] = False


class JoinBattle(Action, frozen=True):
    """Take a side in a battle where the family is present, or stay out of it."""

    side: Annotated[Literal["attack", "defence", "none"], Meta(description="The side, or none.")]


class CommitMercenaries(Action, frozen=True):
    """Send mercenaries from the camp into the battle."""

    count: Annotated[int, Meta(description="Mercenaries sent together.", ge=1, le=99)]


class HoldMercenaries(Action, frozen=True):
    """Send no mercenaries, or no more of them, for now."""


class Volley(Action, frozen=True):
    """The side's archers make their special attack together. The choice stays hidden until the
    other side has chosen, too."""

    battle: BattleNumber = 0
    hidden: ClassVar[bool] = True


class AimAtLord(OfLord, frozen=True):
    """The besieged archers aim at one attacking lord instead of making their special attack. The
    choice stays hidden until the other side has chosen."""

    battle: BattleNumber = 0
    hidden: ClassVar[bool] = True


class HoldFire(Action, frozen=True):
    """The side's archers do not shoot before the first round. The choice stays hidden until the
    other side has chosen."""

    battle: BattleNumber = 0
    hidden: ClassVar[bool] = True


class FightRound(Action, frozen=True):
    """Roll the dice of both sides: for the archers, once both sides have chosen, or for the
    round."""


class Reroll(Action, frozen=True):
    """Use a bombard to roll one battle die again."""

    die: Annotated[int, Meta(description="Which of the side's dice, from 0.", ge=0, le=9)]

    @property
    def number(self) -> int:
        """The die's number for people, from 1."""
        return self.die + 1


class KeepDice(Action, frozen=True):
    """Roll no die again, or no more of them, this round."""


class Share(Struct, frozen=True):
    """A number of hits that one family absorbs."""

    family: FamilyId
    hits: Annotated[int, Meta(description="Hits it absorbs.", ge=0, le=99)]


class ShareLosses(Action, frozen=True):
    """Divide the hits on a side among its families."""

    shares: Annotated[
        tuple[Share, ...], Meta(description="One share for each family of the side.", max_length=6)
    ]

    def out(self, board: Board) -> Text:
        """The shares in words, such as "Red 2, Blue 1"."""
        names = [(board.word("family", item.family), item.hits) for item in self.shares]
        return listed(
            tuple(Text("{name} {hits}", name=name, hits=hits) for name, hits in names), NOBODY
        )


class TakeLosses(Action, frozen=True):
    """Choose which of the family's troops absorb its hits. Lords fall only when every troop
    falls."""

    sergeant: Sergeants = 0
    knight: Knights = 0
    archer: Archers = 0
    mercenary: Annotated[int, Meta(description="Mercenaries.", ge=0, le=99)] = 0
    guard_sergeant: GuardSergeants = 0
    guard_knight: GuardKnights = 0
    lords: Annotated[tuple[str, ...], Meta(description="Lords who fall.", max_length=20)] = ()

    def what(self, board: Board) -> Text:
        """The losses in words, such as "2 knights and 1 lord"."""
        ordinary = ("sergeant", "knight", "archer", "mercenary", "guard_sergeant", "guard_knight")
        return counts(**{kind: getattr(self, kind) for kind in ordinary}, lord=len(self.lords))


class FightOn(Action, frozen=True):
    """Fight another round."""


class Surrender(Action, frozen=True):
    """Surrender the side: its troops are removed, its lords are captured."""


class OfferTruce(Action, frozen=True):
    """Offer the other side a truce, by which both sides stay where they are."""


class AnswerTruce(Action, frozen=True):
    """Accept the truce, or fight on."""

    accept: Annotated[bool, Meta(description="Whether the truce is accepted.")]


class BreakOff(Action, frozen=True):
    """Stop an assault on walls, or a battle overseas; both sides stay where they are."""
