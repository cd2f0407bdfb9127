"""What a family may enter in a battle."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain.games.fief.actions import (
    Archers,
    FamilyId,
    FiefAction,
    GuardKnights,
    GuardSergeants,
    Knights,
    LordId,
    Sergeants,
    Village,
)

BattleNumber = Annotated[int, Meta(description="The battle's number in the session, as the board counts them.", ge=0)]


class DeclareBattle(FiefAction, frozen=True):
    """Attack other families in a place where a lord of this family stands, or the infidels overseas."""

    place: Village
    against: Annotated[tuple[str, ...], Meta(description="The families attacked; none overseas.", max_length=5)] = ()
    souterrain: Annotated[bool, Meta(description="A Souterrain card is played: no penalty for walls, no aimed shot.")] = False
    engines: Annotated[int, Meta(description="Siege engines that stand ready; each cancels one die of penalty.", ge=0, le=9)] = 0
    infidels: Annotated[int, Meta(description="Overseas: how many infidels fight, each as a sergeant.", ge=0, le=99)] = 0
    outside: Annotated[bool, Meta(description="Those attacked stand outside the walls: a battle in the open.")] = False


class JoinBattle(FiefAction, frozen=True):
    """Take a side in a battle where the family is present, or stand aside."""

    side: Annotated[Literal["attack", "defence", "none"], Meta(description="The side, or none.")]


class CommitMercenaries(FiefAction, frozen=True):
    """Send mercenaries from the camp into the battle, together."""

    count: Annotated[int, Meta(description="Mercenaries sent together.", ge=1, le=99)]


class HoldMercenaries(FiefAction, frozen=True):
    """Send no mercenaries, or no more, for now."""


class Volley(FiefAction, frozen=True):
    """The side's archers make their special attack together. Hidden from the other side until it has chosen, too."""

    battle: BattleNumber = 0


class AimAtLord(FiefAction, frozen=True):
    """Besieged archers aim at one attacking lord instead of making their special attack. Hidden until the other side has chosen."""

    lord: LordId
    battle: BattleNumber = 0


class HoldFire(FiefAction, frozen=True):
    """The side's archers do not shoot before the first round. Hidden until the other side has chosen."""

    battle: BattleNumber = 0


class FightRound(FiefAction, frozen=True):
    """Roll the dice for both sides: of the archers' special attack once both have chosen, or of the round."""


class Reroll(FiefAction, frozen=True):
    """Use a bombard to roll one battle die again."""

    die: Annotated[int, Meta(description="Which of the side's dice, from 0.", ge=0, le=9)]


class KeepDice(FiefAction, frozen=True):
    """Reroll no dice, or no more, this round."""


class Share(Struct, frozen=True):
    """Hits that fall on one family."""

    family: FamilyId
    hits: Annotated[int, Meta(description="Hits it absorbs.", ge=0, le=99)]


class ShareLosses(FiefAction, frozen=True):
    """Say how the hits on a side fall on its families."""

    shares: Annotated[tuple[Share, ...], Meta(description="One share for each family of the side.", max_length=6)]


class TakeLosses(FiefAction, frozen=True):
    """Choose which of the family's troops absorb the hits it has to absorb; lords only when every troop falls."""

    sergeant: Sergeants = 0
    knight: Knights = 0
    archer: Archers = 0
    mercenary: Annotated[int, Meta(description="Mercenaries.", ge=0, le=99)] = 0
    guard_sergeant: GuardSergeants = 0
    guard_knight: GuardKnights = 0
    lords: Annotated[tuple[str, ...], Meta(description="Lords who fall.", max_length=20)] = ()


class FightOn(FiefAction, frozen=True):
    """Go on to another round."""


class Surrender(FiefAction, frozen=True):
    """Give the side up: its troops are taken off, its lords are captured."""


class OfferTruce(FiefAction, frozen=True):
    """Offer the other side a truce: both stay where they are."""


class AnswerTruce(FiefAction, frozen=True):
    """Accept the truce, or fight on."""

    accept: Annotated[bool, Meta(description="Whether the truce is accepted.")]


class BreakOff(FiefAction, frozen=True):
    """Stop an assault on walls, or a battle overseas; both sides stay where they are."""
