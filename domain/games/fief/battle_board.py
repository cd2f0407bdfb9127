"""A battle under way, as the board holds it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from domain.games.fief.values import Ground

SideName = Literal["attack", "defence"]
SIDES: tuple[SideName, SideName] = ("attack", "defence")
Stage = Literal["rally", "muster", "arrows", "loose", "clash", "reroll", "losses", "parley", "truce"]


class Side(Struct, frozen=True, omit_defaults=True):
    """One side of a battle: its families in order of joining, a horde of infidels, its roll and what it has yet to suffer.

    `hits` are hits to absorb, `shares` how they fall on the families, `owing` who still has to choose losses.
    """

    families: tuple[str, ...]
    horde: int = 0
    shot: Literal["", "volley", "aim", "none"] = ""
    target: str = ""
    dice: tuple[int, ...] = ()
    bonus: int = 0
    rerolls: int = 0
    rerolled: tuple[int, ...] = ()
    hits: int = 0
    shares: dict[str, int] = {}
    truce_refused: bool = False


class Battle(Struct, frozen=True, omit_defaults=True):
    """A battle under way. Round 0 is before the first round: the archers' special attack. `waiting` has to speak now; while
    an offer of `truce` stands, the other side's captain has, and then those who wait. `engaged` are each family's mercenaries in
    the battle, `sent` how many of the camp came at this muster, the plague's victims among them."""

    place: str
    ground: Ground
    attack: Side
    defence: Side
    stage: Stage
    waiting: tuple[str, ...] = ()
    souterrain: bool = False
    engines: int = 0
    round: int = 0
    engaged: dict[str, int] = {}
    felled: bool = False
    quiet: int = 0
    sent: dict[str, int] = {}
    truce: str = ""

    def side(self, name: SideName) -> Side:
        """One side by name."""
        return self.attack if name == "attack" else self.defence

    def side_of(self, seat: str) -> SideName | None:
        """The side on which a family fights, if it does."""
        return "attack" if seat in self.attack.families else "defence" if seat in self.defence.families else None
