"""The whole catalog as one value."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from domain.games.raiders.people import Townsfolk
from domain.games.raiders.printed import (
    Building,
    Count,
    Limits,
    Offering,
    PerPoint,
    Pieces,
    Printed,
    Scheme,
    Site,
    SiteKind,
    Start,
    Strength,
)

Level = Literal["normal", "hard", "heroic"]
Face = Annotated[int, Meta(ge=0, le=99)]


class Values(Printed, frozen=True):
    """`catalog.json`: everything by id, in printed order. `french` gives the French name of whatever has an English one."""

    set_aside: dict[SiteKind, Count]
    caps: Strength
    difficulty: dict[Level, Strength]
    pieces: Pieces
    player: Start
    limits: Limits
    dice_faces: Annotated[tuple[Face, ...], Meta(min_length=1)]
    valkyrie_points: Annotated[tuple[Count, ...], Meta(min_length=1)]
    armour_points: tuple[tuple[Count, Count], ...]
    pieces_per_point: PerPoint
    fortresses_left: Count
    offerings_face_up: Annotated[int, Meta(ge=1, le=9)]
    sites: dict[str, Site]
    buildings: dict[str, Building]
    offerings: dict[str, Offering]
    schemes: dict[str, Scheme]
    townsfolk: dict[str, Townsfolk]
    french: dict[str, str]
