"""What cards, wedges and objectives suffer."""

from __future__ import annotations

from typing import ClassVar

from domain.rules.ruleset import Fact


class CardHurt(Fact, frozen=True):
    """A card took damage."""

    foretold: ClassVar[bool] = True

    seat: str
    card: str
    amount: int


class CardHealed(Fact, frozen=True):
    """Damage was removed from a card."""

    seat: str
    card: str
    amount: int


class CardExhausted(Fact, frozen=True):
    """A card was exhausted."""

    seat: str
    card: str


class CardReadied(Fact, frozen=True):
    """A card was readied."""

    seat: str
    card: str


class CardMoved(Fact, frozen=True):
    """A card moved to a free space of its battlefield."""

    seat: str
    card: str
    wedge: int
    line: int


class Destroyed(Fact, frozen=True):
    """A card in play was destroyed: it and its attachments are discarded."""

    settles: ClassVar[bool] = True

    foretold: ClassVar[bool] = True

    seat: str
    card: str


class WedgeHurt(Fact, frozen=True):
    """A side placed damage tokens on a wedge."""

    settles: ClassVar[bool] = True

    wedge: int
    by: str
    amount: int


class WedgeTaken(Fact, frozen=True):
    """A side took a wedge."""

    settles: ClassVar[bool] = True

    foretold: ClassVar[bool] = True

    wedge: int
    by: str


class WedgeFought(Fact, frozen=True):
    """The might and zeal combats of a wedge have been entered for this round."""

    wedge: int


class ObjectiveHurt(Fact, frozen=True):
    """A side damaged its objective."""

    seat: str
    amount: int


class ObjectiveDestroyed(Fact, frozen=True):
    """A side destroyed its objective, nothing else happens by it, and the next one is turned up."""

    foretold: ClassVar[bool] = True

    seat: str
    letter: str


class ObjectiveTested(Fact, frozen=True):
    """A side's objective has been dealt with for this round."""

    seat: str
