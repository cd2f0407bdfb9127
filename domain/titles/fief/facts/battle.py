"""What becomes true in a battle. Losses themselves are told by the facts of `troops.py`. Stored for
ever: fields are only added, with defaults."""

from typing import Any, Literal

from domain.kernel.text import texts
from domain.titles.fief.board import INFIDELS, Battle, Board, Side, SideName, Stage, Troops
from domain.titles.fief.facts.changes import with_battle, with_place, with_side
from domain.titles.fief.values import Ground
from domain.titles.fief.words import SIDES, faces
from domain.titles.kit import Fact, Sentences, Text, Told, replace

Ended = Literal[
    "victory",
    "wiped-out",
    "lords-only",
    "leaderless",
    "too-weak",
    "surrender",
    "truce",
    "broken-off",
    "deadlock",
]
ENDS = texts("""
victory [fief] | won
wiped-out | nobody is left
lords-only | only lords are left, and stay
leaderless | the last attacking lord is dead
too-weak | too weak an army for these walls
surrender | surrender
truce | truce
broken-off [fief] | broken off
deadlock | deadlock
""")
SAID = Sentences("""
began = Battle of {place} ({ground}): {attack} against {defence}.
crusade = Battle of {place} ({ground}): {attack} against {horde} infidels.
enter = {count:mercenary|mercenaries} of {family} enter the battle.
enter-plague = {count:mercenary|mercenaries} of {family} enter the plague zone; {felled:mercenary|mercenaries} die at once.
aim = Archers of {side} aim at {target}.
volley = Archers of {side} make ready.
none = Archers of {side} hold fire.
shown = {attack} {defence}
rolls = {side} rolls {dice}: {total}.
over = The battle is over: {how}.
over-won = The battle is over: {side} wins.
over-won-by = The battle is over: {side} wins by {how}.
""")  # fmt: skip


class BattleBegan(Fact, frozen=True):
    """A battle was declared; `waiting` are the other families present, who choose a side or
    none."""

    foretold = True
    place: str
    ground: Ground
    attack: tuple[str, ...]
    defence: tuple[str, ...]
    horde: int = 0
    souterrain: bool = False
    engines: int = 0
    waiting: tuple[str, ...] = ()

    def apply(self, board: Board) -> Board:
        sides = Side(self.attack), Side(self.defence, self.horde)
        battle = Battle(
            self.place, self.ground, *sides, "rally", self.waiting, self.souterrain, self.engines
        )
        return replace(
            board,
            battle=battle,
            battles=board.battles if board.setting.first else board.battles + 1,
        )

    def say(self, board: Board) -> Text:
        return SAID.of("began" if self.defence else "crusade", self, board)


class BattleJoined(Fact, frozen=True):
    """A family joined a side."""

    family: str
    side: SideName
    says = Text("{family} joins {side}.")

    def apply(self, board: Board) -> Board:
        families = (*board.battle.side(self.side).families, self.family) if board.battle else ()
        return with_side(board, self.side, families=families)


class StageBegan(Fact, frozen=True):
    """The battle waits for these families."""

    stage: Stage
    families: tuple[str, ...]
    called = Text("Stage of the battle began")
    says = Text("The battle waits for {families} {stage}.")

    def apply(self, board: Board) -> Board:
        sent = {} if board.battle is None or self.stage == "muster" else board.battle.sent
        return with_battle(board, stage=self.stage, waiting=self.families, sent=sent)


class Spoke(Fact, frozen=True):
    """A family has said what it had to say at this stage."""

    family: str
    called = Text("Family has spoken")
    says = Text("{family} has spoken.")

    def apply(self, board: Board) -> Board:
        waiting = tuple(s for s in board.battle.waiting if s != self.family) if board.battle else ()
        return with_battle(board, waiting=waiting)


class RoundBegan(Fact, frozen=True):
    """A new round begins; `quiet` rounds without a loss went before."""

    foretold = True
    round: int
    quiet: int = 0
    says = Text("Round {round} begins.")

    def apply(self, board: Board) -> Board:
        if board.battle is None:
            return board
        fresh: Any = {
            "dice": (),
            "bonus": 0,
            "rerolls": 0,
            "rerolled": (),
            "hits": 0,
            "shares": {},
            "truce_refused": False,
        }
        attack, defence = (
            replace(board.battle.attack, **fresh),
            replace(board.battle.defence, **fresh),
        )
        return with_battle(
            board, attack=attack, defence=defence, round=self.round, quiet=self.quiet, felled=False
        )


class MercenariesCommitted(Fact, frozen=True):
    """Mercenaries left their camp together and entered the battle; the plague `felled` some of them
    on the spot."""

    family: str
    count: int
    felled: int = 0

    def apply(self, board: Board) -> Board:
        if (battle := board.battle) is None:
            return board
        survive = self.count - self.felled
        family = board.families[self.family]
        place = board.place(battle.place)
        there = place.troops.get(self.family, Troops()) + Troops(mercenary=survive)
        engaged = {**battle.engaged, self.family: battle.engaged.get(self.family, 0) + survive}
        sent = (
            battle.sent
            if board.setting.first
            else {**battle.sent, self.family: battle.sent.get(self.family, 0) + self.count}
        )
        return replace(
            board,
            families={
                **board.families,
                self.family: replace(family, camp=family.camp - self.count),
            },
            places={
                **board.places,
                battle.place: replace(place, troops={**place.troops, self.family: there}),
            },
            pool=board.pool + self.felled,
            battle=replace(battle, engaged=engaged, sent=sent),
        )

    def say(self, board: Board) -> Text:
        return SAID.of("enter-plague" if self.felled else "enter", self, board)


class ShotChosen(Fact, frozen=True):
    """A side's archers are to shoot together, to aim at a lord, or not to shoot, in the battle of
    this number (0: version 1, which counted none). Nobody else knows before all have chosen."""

    side: SideName
    shot: Literal["volley", "aim", "none"]
    target: str = ""
    battle: int = 0
    hidden = True

    def apply(self, board: Board) -> Board:
        return with_side(board, self.side, shot=self.shot, target=self.target)

    def say(self, board: Board) -> Text:
        return SAID(self.shot, side=SIDES[self.side], target=board.word("lord", self.target))


class ShotsShown(Told, frozen=True):
    """All who speak for archers have chosen: both sides show what theirs will do."""

    reveals = True
    attack: Literal["", "volley", "none"]
    defence: Literal["", "volley", "aim", "none"]
    target: str = ""

    def say(self, board: Board) -> Text:
        attack, defence = (
            ShotChosen("attack", self.attack or "none"),
            ShotChosen("defence", self.defence or "none", self.target),
        )
        return SAID("shown", attack=attack.say(board), defence=defence.say(board))


class AimRolled(Told, frozen=True):
    """The die of an aimed shot."""

    settles = True
    side: SideName
    face: int
    called = Text("Aimed shot rolled")
    says = Text("The aimed shot: {face}.")


class DiceRolled(Fact, frozen=True):
    """A side's dice as rolled, the bonus to their sum, and how many rerolls its bombards allow."""

    settles = True
    side: SideName
    dice: tuple[int, ...]
    bonus: int
    rerolls: int

    def apply(self, board: Board) -> Board:
        return with_side(
            board, self.side, dice=self.dice, bonus=self.bonus, rerolls=self.rerolls, rerolled=()
        )

    def say(self, board: Board) -> Text:
        dice = faces(self.dice) + (f" +{self.bonus}" if self.bonus else "")
        return SAID(
            "rolls", side=SIDES[self.side].capital(), dice=dice, total=sum(self.dice) + self.bonus
        )


class DieRerolled(Fact, frozen=True):
    """A bombard's reroll: the die at this place now shows another face."""

    side: SideName
    die: int
    face: int
    called = Text("Die rolled again")
    says = Text("A bombard of {side}: die {number} now shows {face}.")

    @property
    def number(self) -> int:
        return self.die + 1

    def apply(self, board: Board) -> Board:
        if board.battle is None:
            return board
        side = board.battle.side(self.side)
        dice = tuple(self.face if i == self.die else face for i, face in enumerate(side.dice))
        return with_side(
            board,
            self.side,
            dice=dice,
            rerolls=side.rerolls - 1,
            rerolled=(*side.rerolled, self.die),
        )


class HitsDealt(Fact, frozen=True):
    """Hits that the attack and the defence have to absorb, from rolls made together."""

    settles = True
    attack: int
    defence: int
    says = Text("The attack suffers {attack}, the defence {defence}.")

    def apply(self, board: Board) -> Board:
        return with_side(with_side(board, "attack", hits=self.attack), "defence", hits=self.defence)


class SharesSet(Fact, frozen=True):
    """How a side's hits fall on its families."""

    side: SideName
    shares: dict[str, int]
    says = Text("Hits to absorb: {shares}.")

    def apply(self, board: Board) -> Board:
        return with_side(board, self.side, shares=self.shares)


class HordeFelled(Fact, frozen=True):
    """Infidels fell."""

    settles = True
    count: int
    called = Text("Infidels felled")
    says = Text("{count} infidels fall.")

    def apply(self, board: Board) -> Board:
        horde = board.battle.defence.horde - self.count if board.battle else 0
        return with_battle(with_side(board, "defence", horde=horde), felled=True)


class TruceOffered(Fact, frozen=True):
    """A family offers a truce to the other side's captain, who answers."""

    family: str
    to: str
    says = Text("{family} offers {to} a truce.")

    def apply(self, board: Board) -> Board:
        return with_battle(board, truce=self.family, stage="truce")


class TruceRefused(Fact, frozen=True):
    """The truce was refused; the offering side speaks again."""

    family: str
    says = Text("{family} refuses the truce.")

    def apply(self, board: Board) -> Board:
        offered_by = (
            board.battle.side_of(board.battle.truce) if board.battle else None
        ) or "attack"
        return with_battle(
            with_side(board, offered_by, truce_refused=True), truce="", stage="parley"
        )


class Surrendered(Told, frozen=True):
    """A side gave itself up."""

    settles = True
    side: SideName
    says = Text("{whole} surrenders.")

    def whole(self, board: Board) -> Text:
        return SIDES[self.side].capital()


class BattleEnded(Fact, frozen=True):
    """The battle is over, and how; the winning side if there is one."""

    foretold = True
    how: Ended
    winner: Literal["", "attack", "defence"] = ""
    settles = True

    def apply(self, board: Board) -> Board:
        if (battle := board.battle) is None or board.setting.first:
            return replace(board, battle=None)
        place, attackers = board.place(battle.place), battle.attack.families
        foes = battle.defence.families or (INFIDELS,)
        fought = {
            **place.fought,
            **{s: tuple(dict.fromkeys((*place.fought.get(s, ()), *foes))) for s in attackers},
        }
        shot = (
            tuple(dict.fromkeys((*place.shot, *attackers)))
            if battle.attack.shot == "volley"
            else place.shot
        )
        return replace(with_place(board, battle.place, fought=fought, shot=shot), battle=None)

    def say(self, board: Board) -> Text:
        if not self.winner:
            return SAID("over", how=ENDS[self.how])
        return SAID(
            "over-won" if self.how == "victory" else "over-won-by",
            side=SIDES[self.winner],
            how=ENDS[self.how],
        )
