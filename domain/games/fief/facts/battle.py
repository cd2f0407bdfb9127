"""What becomes true in a battle. Losses themselves are told by the facts of `troops.py`. Stored for ever."""

from __future__ import annotations

from typing import ClassVar, Literal

from domain.games.fief.board import SideName, Stage
from domain.games.fief.facts.realm import FiefFact
from domain.games.fief.values import Ground

Ended = Literal["victory", "wiped-out", "lords-only", "leaderless", "too-weak", "surrender", "truce", "broken-off", "deadlock"]


class BattleBegan(FiefFact, frozen=True):
    """A battle was declared; `waiting` are the other families present, who choose a side or none."""

    foretold: ClassVar[bool] = True

    place: str
    ground: Ground
    attack: tuple[str, ...]
    defence: tuple[str, ...]
    horde: int = 0
    souterrain: bool = False
    engines: int = 0
    waiting: tuple[str, ...] = ()


class BattleJoined(FiefFact, frozen=True):
    """A family joined a side."""

    family: str
    side: SideName


class StageBegan(FiefFact, frozen=True):
    """The battle waits for these families."""

    stage: Stage
    families: tuple[str, ...]


class Spoke(FiefFact, frozen=True):
    """A family has said what it had to say at this stage."""

    family: str


class RoundBegan(FiefFact, frozen=True):
    """A new round begins; `quiet` rounds without a loss went before."""

    foretold: ClassVar[bool] = True

    round: int
    quiet: int = 0


class MercenariesCommitted(FiefFact, frozen=True):
    """Mercenaries left their camp together and entered the battle; the plague `felled` some of them on the spot."""

    family: str
    count: int
    felled: int = 0


class ShotChosen(FiefFact, frozen=True):
    """A side's archers are to shoot together, to aim at a lord, or not to shoot, in the battle of this number (0: version 1, which
    counted none). Nobody else knows before all have chosen."""

    side: SideName
    shot: Literal["volley", "aim", "none"]
    target: str = ""
    battle: int = 0


class ShotsShown(FiefFact, frozen=True):
    """All who speak for archers have chosen: both sides show what theirs will do."""

    reveals = True

    attack: Literal["", "volley", "none"]
    defence: Literal["", "volley", "aim", "none"]
    target: str = ""


class AimRolled(FiefFact, frozen=True):
    """The die of an aimed shot."""

    settles: ClassVar[bool] = True

    side: SideName
    face: int


class DiceRolled(FiefFact, frozen=True):
    """A side's dice as rolled, the bonus to their sum, and how many rerolls its bombards allow."""

    settles: ClassVar[bool] = True

    side: SideName
    dice: tuple[int, ...]
    bonus: int
    rerolls: int


class DieRerolled(FiefFact, frozen=True):
    """A bombard's reroll: the die at this place now shows another face."""

    side: SideName
    die: int
    face: int


class HitsDealt(FiefFact, frozen=True):
    """Hits that the attack and the defence have to absorb, from rolls made together."""

    settles: ClassVar[bool] = True

    attack: int
    defence: int


class SharesSet(FiefFact, frozen=True):
    """How a side's hits fall on its families."""

    side: SideName
    shares: dict[str, int]


class HordeFelled(FiefFact, frozen=True):
    """Infidels fell."""

    settles: ClassVar[bool] = True

    count: int


class TruceOffered(FiefFact, frozen=True):
    """A family offers a truce to the other side's captain, who answers."""

    family: str
    to: str


class TruceRefused(FiefFact, frozen=True):
    """The truce was refused; the offering side speaks again."""

    family: str


class Surrendered(FiefFact, frozen=True):
    """A side gave itself up."""

    settles: ClassVar[bool] = True

    side: SideName


class BattleEnded(FiefFact, frozen=True):
    """The battle is over, and how; the winning side if there is one."""

    foretold: ClassVar[bool] = True

    how: Ended
    winner: Literal["", "attack", "defence"] = ""
    settles: ClassVar[bool] = True
