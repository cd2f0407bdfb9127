"""The townsfolk: each card's two halves as data.

Hired, a card is crew: it has a strength and an ability that lasts. Played from the hand at the Town Hall, it is discarded for
its action. Each kind of ability and each kind of action is one struct; the catalog names it by `kind`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from domain.games.raiders.goods import Count, Deal, Goods, Printed, SiteKind

Each = Annotated[int, Meta(ge=1, le=99)]

# -- abilities of hired crew ------------------------------------------------------------------------------------------


class RaidPoints(Printed, frozen=True, gc=False, tag_field="kind", tag="raid-points"):
    """More victory points for raiding one kind of site."""

    at: SiteKind
    points: Count


class RaidStrength(Printed, frozen=True, gc=False, tag_field="kind", tag="raid-strength"):
    """More strength when raiding one kind of site."""

    at: SiteKind
    strength: Count


class RaidSaving(Printed, frozen=True, gc=False, tag_field="kind", tag="raid-saving"):
    """A cheaper raid on one kind of site."""

    at: SiteKind
    provisions: Count = 0
    gold: Count = 0


class StrengthPer(Printed, frozen=True, gc=False, tag_field="kind", tag="strength-per"):
    """One more strength for every so many armour held, other crew hired, or Valkyries taken."""

    of: Literal["armour", "crew", "valkyries"]
    each: Each


class Reroll(Printed, frozen=True, gc=False, tag_field="kind", tag="reroll"):
    """Dice that may be rolled again once a raid."""

    dice: Each


class WhenKilled(Printed, frozen=True, gc=False, tag_field="kind", tag="when-killed"):
    """What the player has from this card's death in a raid."""

    gold: Count = 0
    points: Count = 0
    to_hand: bool = False


class BuildingBonus(Printed, frozen=True, gc=False, tag_field="kind", tag="building-bonus"):
    """More of what a building gives, if it gives some of it."""

    at: str
    gain: Goods


class ExtraAction(Printed, frozen=True, gc=False, tag_field="kind", tag="extra-action"):
    """One more action in a building."""

    at: str


class HireSaving(Printed, frozen=True, gc=False, tag_field="kind", tag="hire-saving"):
    """Cheaper crew at the Barracks."""

    silver: Count


class EndPoints(Printed, frozen=True, gc=False, tag_field="kind", tag="end-points"):
    """Victory points at the end."""

    points: Count


class EndPointsPer(Printed, frozen=True, gc=False, tag_field="kind", tag="end-points-per"):
    """One victory point at the end for each livestock or offering the player holds."""

    of: Literal["livestock", "offerings"]


class RivalsOnly(Printed, frozen=True, gc=False, tag_field="kind", tag="rivals-only"):
    """An ability against human opponents' crew: idle here."""


Ability = (
    RaidPoints | RaidStrength | RaidSaving | StrengthPer | Reroll | WhenKilled | BuildingBonus | ExtraAction | HireSaving
    | EndPoints | EndPointsPer | RivalsOnly
)  # fmt: skip

# -- actions at the Town Hall -----------------------------------------------------------------------------------------


class Exchange(Printed, frozen=True, gc=False, tag_field="kind", tag="exchange"):
    """One of some exchanges with the supply; `crew` members are lost for it besides."""

    deals: Annotated[tuple[Deal, ...], Meta(min_length=1)]
    crew: Annotated[int, Meta(ge=0, le=1)] = 0


class Strike(Printed, frozen=True, gc=False, tag_field="kind", tag="strike"):
    """The automa loses armour or provisions; provisions `taken` go to the player."""

    armour: Count = 0
    provisions: Count = 0
    taken: bool = False


class Hire(Printed, frozen=True, gc=False, tag_field="kind", tag="hire"):
    """Hire one crew member at once, at this price."""

    silver: Count


class Swap(Printed, frozen=True, gc=False, tag_field="kind", tag="swap"):
    """A crew member returns to the hand and another card of the hand takes its place, for nothing."""


class Offer(Printed, frozen=True, gc=False, tag_field="kind", tag="offer"):
    """Make an offering that costs so many pieces less."""

    less: Each


class Copy(Printed, frozen=True, gc=False, tag_field="kind", tag="copy"):
    """Use any building's action as if the worker stood there."""


class Renew(Printed, frozen=True, gc=False, tag_field="kind", tag="renew"):
    """The offerings on show go below the stack and new ones are shown."""


class Ignored(Printed, frozen=True, gc=False, tag_field="kind", tag="ignored"):
    """An effect on opponents' silver, cards, crew, workers or plunder: the automa has none, so nothing happens."""


class Hero(Printed, frozen=True, gc=False, tag_field="kind", tag="hero"):
    """A hero: cannot be played at the Town Hall."""


class Declared(Printed, frozen=True, gc=False, tag_field="kind", tag="declared"):
    """An action that the catalog cannot say: the table declares what came of it."""


TownHall = Exchange | Strike | Hire | Swap | Offer | Copy | Renew | Ignored | Hero | Declared


class Townsfolk(Printed, frozen=True):
    """One kind of townsfolk card."""

    name: str
    cost: Count
    strength: Count
    copies: Each
    crew: Ability
    town_hall: TownHall
