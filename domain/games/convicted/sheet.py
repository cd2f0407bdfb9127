"""The save sheet (Feuille de Sauvegarde): what a scenario hands to the next.

A sheet can be read off at any position. It carries everything that a turn's Preparation does not reset; with it a scenario
goes on as if the box had never been put away. What the next Preparation takes off the board (enemies, their morale, action
markers, used spells and blessings, hero powers, who defends what) is shown in `siege` for the reader and not carried.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from domain.games.convicted.field import BuildingId, HeroId, Resource, SectionId, Slot

Some = Annotated[int, Meta(ge=1)]


class SectionSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """One section on the sheet: level, resistance (and the gate's), units and siege engines by kind."""

    level: Annotated[int, Meta(ge=0)] = 0
    resistance: Annotated[int, Meta(ge=0)] = 0
    gate: Annotated[int, Meta(ge=0)] = 0
    units: dict[str, Some] = {}
    engines: dict[str, Some] = {}


class SiegeSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """How a turn stands that is not over: shown, not carried."""

    step: str = ""
    round: int = 0
    stage: int = 0
    morale: int = -1
    enemies: dict[str, int] = {}
    markers: dict[str, int] = {}
    rites_used: tuple[str, ...] = ()
    powers_used: tuple[str, ...] = ()


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """One save sheet. `number` counts the sheets of the box used so far, `outcome` is how the scenario ended (none while it
    is played), `first` holds the first-player marker; `heroes` is keyed by seat in playing order. Every parameter stands on a
    sheet, also those that are 0, so that two sheets can be compared line by line."""

    number: Annotated[int, Meta(ge=1)]
    scenario: Annotated[int, Meta(ge=1)]
    turn: Annotated[int, Meta(ge=1)]
    first: str
    heroes: dict[str, HeroId]
    stock: dict[Resource, Annotated[int, Meta(ge=0)]]
    sections: dict[SectionId, SectionSheet]
    ring: dict[Slot, Annotated[int, Meta(ge=0, le=2)]]
    buildings: dict[BuildingId, Annotated[int, Meta(ge=0)]]
    technologies: tuple[str, ...] = ()
    city: dict[str, Some] = {}
    outcome: str | None = None
    siege: SiegeSheet | None = None
