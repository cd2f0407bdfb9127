"""What becomes true of the turn, of lords, money and places. Troops are in `troops.py`, battles in `battle.py`.
Stored for ever."""

from __future__ import annotations

from typing import ClassVar, Literal

from domain.games.fief.board import Phase
from domain.games.fief.values import Ground
from domain.rules.ruleset import Fact


class FiefFact(Fact, frozen=True):
    """Base of this title's facts."""


# -- the turn ----------------------------------------------------------------------------------------------------


class TurnBegan(FiefFact, frozen=True):
    """A new turn: plague zones are lifted."""

    foretold: ClassVar[bool] = True

    turn: int


class PhaseBegan(FiefFact, frozen=True):
    """A phase began; these families act in it, in this order (all together in upkeep and auction)."""

    foretold: ClassVar[bool] = True

    phase: Phase
    families: tuple[str, ...]


class FamilyDone(FiefFact, frozen=True):
    """A family has done its part of the phase."""

    family: str


class EndProposed(FiefFact, frozen=True):
    """A family claims victory, alone or with a married partner, or proposes to end by agreement; the others answer."""

    family: str
    kind: Literal["victory", "agreement"]
    partner: str
    waiting: tuple[str, ...]


class EndAgreed(FiefFact, frozen=True):
    """A family agrees to the proposed end."""

    family: str


class EndRefused(FiefFact, frozen=True):
    """A family refuses the proposed end: the session goes on."""

    family: str


class SessionEnded(FiefFact, frozen=True):
    """The session is over."""

    foretold: ClassVar[bool] = True

    code: Literal["victory", "married-victory", "agreement"]
    winners: tuple[str, ...]


# -- lords, money, places ----------------------------------------------------------------------------------------


class LordEntered(FiefFact, frozen=True):
    """A lord came into play."""

    lord: str
    family: str
    place: str


class LordDied(FiefFact, frozen=True):
    """A lord died: titles and marriage end with him."""

    lord: str


class LordCaptured(FiefFact, frozen=True):
    """A lord became a captive of a family, or of the infidels."""

    foretold: ClassVar[bool] = True

    lord: str
    captor: str


class LordFreed(FiefFact, frozen=True):
    """A captive is free again and stands in a place."""

    lord: str
    place: str


class Married(FiefFact, frozen=True):
    """Two lords married."""

    lord: str
    spouse: str


class MarriageEnded(FiefFact, frozen=True):
    """A marriage was annulled."""

    lord: str
    spouse: str


class TitleTaken(FiefFact, frozen=True):
    """A lord took a title."""

    lord: str
    title: str


class TitleLost(FiefFact, frozen=True):
    """A living lord lost a title."""

    lord: str
    title: str


class MoneyReceived(FiefFact, frozen=True):
    """A family received écus from the bank."""

    family: str
    amount: int


class MoneyPaid(FiefFact, frozen=True):
    """A family paid écus to another, or to the bank."""

    foretold: ClassVar[bool] = True

    family: str
    to: str
    amount: int


class FortRaised(FiefFact, frozen=True):
    """A castle or a city now stands in a place."""

    place: str
    fort: Ground


class ControlTaken(FiefFact, frozen=True):
    """A family controls a place."""

    place: str
    family: str


class PlagueSpread(FiefFact, frozen=True):
    """These places are a plague zone until the end of the turn."""

    bishopric: int
    places: tuple[str, ...]
