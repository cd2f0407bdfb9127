"""The inputs of a tournament's use cases, as values."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from domain.game.record.records import AnyChance, UndoPolicy
from domain.tournament import records as r
from domain.tournament.seeds import DERIVATION
from domain.tournament.values import EDITION, Rules, Separation

LONGEST = 120


class Entry(Struct, frozen=True):
    """Somebody who enters. `player` is the id of somebody known here; `contact` is what they wrote,
    for the director alone; `table` is their own table (0: none)."""

    name: str = ""
    club: str = ""
    seed_rank: int = 0
    rating: int = 0
    group: str = ""
    contact: str = ""
    player: str = ""
    team: int = 0
    table: int = 0


class Apart(Separation, frozen=True):
    """Entrants to be kept apart, or no longer (`lifted`)."""

    lifted: bool = False


class TournamentOpening(Struct, frozen=True, kw_only=True):
    """The opening of a tournament: its title, its rules, and how its games are opened."""

    title: Annotated[str, Meta(min_length=1, max_length=LONGEST)]
    rules: Rules = Rules()
    ruleset: str = r.EXTERNAL
    catalog: str = "default"
    options: dict[str, Any] = {}
    chance: AnyChance = "sealed"
    undo: UndoPolicy = "consent"
    seals: bool = False
    tags: Annotated[tuple[str, ...], Meta(max_length=32)] = ()
    public: bool = False
    edition: int = EDITION
    derivation: r.Derivation = DERIVATION
