"""The inputs of a tournament's use cases, as values."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from domain.game.record.records import AnyChance, UndoPolicy
from domain.tournament import records as r
from domain.tournament.seeds import DERIVATION
from domain.tournament.values import EDITION, Rules, Separation

LONGEST = 120


class Entry(Struct, frozen=True):
    """The data of an entrant to be added or amended. `player`: the id of a player known here (""
    for a new one). `contact`: words for the director alone, such as an address. `team`: how many
    seats of a challenge's game they have (0: as the stage says). `table`: the table that is their
    own (0: none)."""

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
    """A request to keep entrants apart or, if `lifted`, no longer."""

    lifted: bool = False


class TournamentOpening(Struct, frozen=True, kw_only=True):
    """A request to open a tournament: its title, its rules, and how its games are opened (no games
    here if `ruleset` is `external`)."""

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
