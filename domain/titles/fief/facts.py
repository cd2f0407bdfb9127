"""The facts of Fief: what each changes on the board, and its sentence. Facts are stored for ever:
fields are only added, with defaults."""

from typing import Any, Literal

from domain.kernel.text import same
from domain.titles.fief.board import (
    BANK,
    INFIDELS,
    Auction,
    Battle,
    Board,
    Ending,
    Lord,
    Phase,
    Proposal,
    Revolt,
    Side,
    SideName,
    Stage,
    Troops,
)
from domain.titles.fief.values import Ground, Guards
from domain.titles.fief.words import SIDES, count, counts, faces
from domain.titles.kit import ChangesNothing, Fact, Sentences, Text, filled_sentence, replace

SAID = Sentences("""
agreed = The session ends by agreement.
won = The session ends; won by {winners}.
in-place = A revolt breaks out in {place} against {victim}.
at-camp = A revolt breaks out against the camp of {victim}.
began = Battle of {place} ({ground}): {attack} against {defence}.
crusade = Battle of {place} ({ground}): {attack} against {horde} infidels.
enter = {count:mercenary|mercenaries} of {family} enter the battle.
enter-plague = {mercenaries} of {family} enter the plague zone; {dying} die at once.
aim = Archers of {side} aim at {target}.
volley = Archers of {side} make ready.
none = Archers of {side} hold fire.
shown = {attack} {defence}
rolls = {side} rolls {dice}: {total}.
over = The battle is over: {how}.
over-won = The battle is over: {side} wins.
over-won-by = The battle is over: {side} wins by {how}.
""")


def with_family(board: Board, family: str, **changes: Any) -> Board:
    return replace(
        board, families={**board.families, family: replace(board.families[family], **changes)}
    )


def with_place(board: Board, place: str, **changes: Any) -> Board:
    return replace(board, places={**board.places, place: replace(board.place(place), **changes)})


def with_lord(board: Board, lord: str, **changes: Any) -> Board:
    return replace(board, lords={**board.lords, lord: replace(board.lords[lord], **changes)})


def with_troops(board: Board, family: str, place: str, troops: Troops) -> Board:
    there = {seat: t for seat, t in board.place(place).troops.items() if seat != family}
    if troops.total:
        there[family] = troops
    return with_place(board, place, troops=there)


def with_fallen(board: Board) -> Board:
    """The board on which somebody has fallen in this round of the battle."""
    if board.battle is None or board.battle.felled:
        return board
    return replace(board, battle=replace(board.battle, felled=True))


def with_battle(board: Board, **changes: Any) -> Board:
    return (
        board if board.battle is None else replace(board, battle=replace(board.battle, **changes))
    )


def with_side(board: Board, side: SideName, **changes: Any) -> Board:
    """The board after changes to one side of its battle; without a battle, the same board."""
    if (battle := board.battle) is None:
        return board
    if side == "attack":
        return replace(board, battle=replace(battle, attack=replace(battle.attack, **changes)))
    return replace(board, battle=replace(battle, defence=replace(battle.defence, **changes)))


class OfFamily(Fact, frozen=True):
    """Base of facts about a family."""

    family: str


class OfLord(Fact, frozen=True):
    """Base of facts about a lord."""

    lord: str


# -- the realm -------------------------------------------------------------------------------------


# -- the turn --------------------------------------------------------------------------------------


class TurnBegan(Fact, frozen=True):
    """A new turn began: plague zones are lifted, and places forget who attacked or shot there."""

    foretold = True
    turn: int
    says = Text("Turn {turn} begins.")

    def apply(self, board: Board) -> Board:
        places = {
            id: replace(p, plague=False, fought={}, shot=()) for id, p in board.places.items()
        }
        return replace(board, turn=self.turn, places=places)


class PhaseBegan(Fact, frozen=True):
    """A phase began. `families` act in it, in this order; in upkeep and auction, all at once."""

    foretold = True
    phase: Phase
    families: tuple[str, ...]
    says = Text("Phase {phase}: {families}.")

    def apply(self, board: Board) -> Board:
        auction = Auction() if self.phase == "auction" else None
        return replace(
            board, phase=self.phase, waiting=self.families, auction=auction, recruited={}
        )


class FamilyDone(OfFamily, frozen=True):
    """A family ended its part of the phase."""

    says = Text("{family} is done.")

    def apply(self, board: Board) -> Board:
        return replace(board, waiting=tuple(s for s in board.waiting if s != self.family))


class EndProposed(OfFamily, frozen=True):
    """A family claims victory, alone or with a married partner, or proposes to end by agreement;
    the others answer."""

    kind: Literal["victory", "agreement"]
    partner: str
    waiting: tuple[str, ...]
    says = Text("{waiting} must answer.")

    def apply(self, board: Board) -> Board:
        return replace(board, proposal=Proposal(self.family, self.kind, self.partner, self.waiting))


class EndAgreed(OfFamily, frozen=True):
    """A family agrees to the proposed end."""

    says = Text("{family} agrees.")

    def apply(self, board: Board) -> Board:
        if board.proposal is None:
            return board
        waiting = tuple(s for s in board.proposal.waiting if s != self.family)
        return replace(board, proposal=replace(board.proposal, waiting=waiting))


class EndRefused(OfFamily, frozen=True):
    """A family refuses the proposed end: the session goes on."""

    says = Text("{family} refuses: the session goes on.")

    def apply(self, board: Board) -> Board:
        return replace(board, proposal=None)


class SessionEnded(Fact, frozen=True):
    """The session is over."""

    foretold = True
    code: Literal["victory", "married-victory", "agreement"]
    winners: tuple[str, ...]

    def apply(self, board: Board) -> Board:
        return replace(board, proposal=None, waiting=(), ending=Ending(self.code, self.winners))

    def say(self, board: Board) -> Text:
        return filled_sentence(SAID["won" if self.winners else "agreed"], self, board.setting)


# -- lords, money, places --------------------------------------------------------------------------


class LordEntered(OfLord, frozen=True):
    """A lord came into play."""

    family: str
    place: str
    says = Text("{lord} of {family} enters play in {place}.")

    def apply(self, board: Board) -> Board:
        return replace(board, lords={**board.lords, self.lord: Lord(self.family, self.place)})


class LordDied(OfLord, frozen=True):
    """A lord died: titles and marriage end with him."""

    says = Text("{lord} dies.")

    def apply(self, board: Board) -> Board:
        lord = board.lords[self.lord]
        if lord.spouse:
            board = with_lord(board, lord.spouse, spouse="")
        return with_fallen(
            replace(board, lords={**board.lords, self.lord: Lord(lord.family, "", dead=True)})
        )


class LordCaptured(OfLord, frozen=True):
    """A lord became a captive of a family, or of the infidels."""

    foretold = True
    captor: str
    says = Text("{lord} is captured by {captor}.")

    def apply(self, board: Board) -> Board:
        return with_fallen(with_lord(board, self.lord, captor=self.captor, place=""))


class LordFreed(OfLord, frozen=True):
    """A captive was freed and is now in this place."""

    place: str
    says = Text("{lord} is free, in {place}.")

    def apply(self, board: Board) -> Board:
        return with_lord(board, self.lord, captor="", place=self.place)


class Married(OfLord, frozen=True):
    """Two lords married."""

    spouse: str
    says = Text("{lord} and {spouse} are married.")

    def apply(self, board: Board) -> Board:
        return with_lord(
            with_lord(board, self.lord, spouse=self.spouse), self.spouse, spouse=self.lord
        )


class MarriageEnded(OfLord, frozen=True):
    """A marriage was annulled."""

    spouse: str
    says = Text("The marriage of {lord} and {spouse} is annulled.")

    def apply(self, board: Board) -> Board:
        return with_lord(with_lord(board, self.lord, spouse=""), self.spouse, spouse="")


class TitleTaken(OfLord, frozen=True):
    """A lord took a title."""

    title: str
    says = Text("{lord} is {title}.")

    def apply(self, board: Board) -> Board:
        return with_lord(board, self.lord, titles=(*board.lords[self.lord].titles, self.title))


class TitleLost(OfLord, frozen=True):
    """A living lord lost a title."""

    title: str
    says = Text("{lord} is no longer {title}.")

    def apply(self, board: Board) -> Board:
        return with_lord(
            board,
            self.lord,
            titles=tuple(t for t in board.lords[self.lord].titles if t != self.title),
        )


class MoneyReceived(OfFamily, frozen=True):
    """A family received écus from the bank."""

    amount: int
    called = Text("Écus received")
    says = Text("{family} receives {amount:écu|écus}.")

    def apply(self, board: Board) -> Board:
        board = with_family(
            board, self.family, purse=board.families[self.family].purse + self.amount
        )
        return replace(board, bank=board.bank - self.amount)


class MoneyPaid(OfFamily, frozen=True):
    """A family paid écus to another, or to the bank."""

    foretold = True
    to: str
    amount: int
    called = Text("Écus paid")
    says = Text("{family} pays {amount:écu|écus} to {to}.")

    def apply(self, board: Board) -> Board:
        board = with_family(
            board, self.family, purse=board.families[self.family].purse - self.amount
        )
        if self.to == BANK:
            return replace(board, bank=board.bank + self.amount)
        return with_family(board, self.to, purse=board.families[self.to].purse + self.amount)


class FortRaised(Fact, frozen=True):
    """A castle or a city was built in a place."""

    place: str
    fort: Ground
    called = Text("Fortification raised")
    says = Text("{place} is now a {fort}.")

    def apply(self, board: Board) -> Board:
        return with_place(board, self.place, fort=self.fort)


class ControlTaken(Fact, frozen=True):
    """A family took control of a place."""

    place: str
    family: str
    says = Text("{family} controls {place}.")

    def apply(self, board: Board) -> Board:
        return with_place(board, self.place, holder=self.family)


class PlagueSpread(Fact, frozen=True):
    """These places are a plague zone until the end of the turn."""

    bishopric: int
    places: tuple[str, ...]
    says = Text("The plague is in {places}.")

    def apply(self, board: Board) -> Board:
        return replace(
            board,
            places={
                **board.places,
                **{p: replace(board.place(p), plague=True) for p in self.places},
            },
        )


# -- troops, mercenaries, revolts ------------------------------------------------------------------


class TroopsRaised(OfFamily, frozen=True):
    """Troops were placed from the family's stock. `recruited`: they count towards the village's
    limit of recruits."""

    place: str
    troops: Troops
    recruited: bool = False
    says = Text("{family} places {troops} in {place}.")

    def apply(self, board: Board) -> Board:
        family = board.families[self.family]
        if self.recruited:
            counted = board.recruited.get(self.place, 0) + self.troops.total
            board = replace(board, recruited={**board.recruited, self.place: counted})
        board = with_family(board, self.family, stock=family.stock - self.troops)
        return with_troops(
            board, self.family, self.place, board.troops(self.family, self.place) + self.troops
        )


class TroopsLost(OfFamily, frozen=True):
    """Troops were removed: to the family's stock, mercenaries to the common pool."""

    place: str
    troops: Troops
    says = Text("{family} loses {troops} in {place}.")

    def apply(self, board: Board) -> Board:
        gone = self.troops
        board = with_troops(
            board, self.family, self.place, board.troops(self.family, self.place) - gone
        )
        board = with_family(
            board, self.family, stock=board.families[self.family].stock + replace(gone, mercenary=0)
        )
        if gone.mercenary:
            board = replace(board, pool=board.pool + gone.mercenary)
            if board.battle is not None:
                left = board.battle.engaged.get(self.family, 0) - gone.mercenary
                board = replace(
                    board,
                    battle=replace(
                        board.battle, engaged={**board.battle.engaged, self.family: left}
                    ),
                )
        return with_fallen(board)


class Marched(OfFamily, frozen=True):
    """Lords moved with troops; royal guards went along."""

    origin: str
    target: str
    lords: tuple[str, ...]
    troops: Troops
    chevauchee: bool = False
    says = Text("Now in {target}: {lords} with {troops}.")

    def apply(self, board: Board) -> Board:
        lords = {
            **board.lords,
            **{id: replace(board.lords[id], place=self.target) for id in self.lords},
        }
        board = replace(board, lords=lords)
        board = with_troops(
            board, self.family, self.origin, board.troops(self.family, self.origin) - self.troops
        )
        return with_troops(
            board, self.family, self.target, board.troops(self.family, self.target) + self.troops
        )


class GuardRaised(OfLord, frozen=True):
    """Troops beside a king or queen became royal guards; the tokens they replace went to the
    family's stock."""

    guard: Guards
    called = Text("Royal guard raised")
    says = Text("Royal guard of {lord}: {guard}.")

    def apply(self, board: Board) -> Board:
        lord, guard = board.lords[self.lord], self.guard
        replaced = Troops(guard.sergeant, guard.knight)
        board = with_troops(
            board, lord.family, lord.place, board.troops(lord.family, lord.place) - replaced
        )
        board = with_family(board, lord.family, stock=board.families[lord.family].stock + replaced)
        box = Guards(
            board.guard_box.knight - guard.knight, board.guard_box.sergeant - guard.sergeant
        )
        return with_lord(replace(board, guard_box=box), self.lord, guard=guard)


class GuardStoodDown(OfLord, frozen=True):
    """A royal guard was dissolved: its tokens (`guard`) went back to the box, and ordinary troops
    took their place, as many as the stock has (`replaced`)."""

    foretold = True
    guard: Guards
    replaced: Guards
    called = Text("Royal guard stood down")
    says = Text("The guard of {lord} becomes {ordinary}.")

    def ordinary(self, board: Board) -> Text:
        return counts(knight=self.replaced.knight, sergeant=self.replaced.sergeant)

    def apply(self, board: Board) -> Board:
        lord = board.lords[self.lord]
        replaced = Troops(self.replaced.sergeant, self.replaced.knight)
        board = with_family(board, lord.family, stock=board.families[lord.family].stock - replaced)
        board = with_troops(
            board, lord.family, lord.place, board.troops(lord.family, lord.place) + replaced
        )
        return _without_guards(board, self.lord, self.guard)


class GuardLost(OfLord, frozen=True):
    """Royal guards fell and went back to the box."""

    foretold = True
    guard: Guards
    called = Text("Royal guards lost")
    says = Text("{lord} loses {guard}.")

    def apply(self, board: Board) -> Board:
        return with_fallen(_without_guards(board, self.lord, self.guard))


def _without_guards(board: Board, lord: str, gone: Guards) -> Board:
    """The board after some of a lord's guards went back to the box."""
    guard, box = board.lords[lord].guard, board.guard_box
    board = with_lord(
        board, lord, guard=Guards(guard.knight - gone.knight, guard.sergeant - gone.sergeant)
    )
    return replace(board, guard_box=Guards(box.knight + gone.knight, box.sergeant + gone.sergeant))


class MercenariesDismissed(OfFamily, frozen=True):
    """Mercenaries that were not paid left a camp for the common pool."""

    foretold = True
    count: int
    says = Text("{count:mercenary|mercenaries} of {family} go back to the pool.")

    def apply(self, board: Board) -> Board:
        return _with_mercenaries_in_pool(board, self.family, self.count)


class BidSealed(OfFamily, frozen=True):
    """A family made a sealed bid. Nobody else may see it before the round is revealed."""

    turn: int
    round: int
    amount: int
    hidden = True
    says = Text("{family} has bid.")

    def apply(self, board: Board) -> Board:
        auction = board.auction or Auction(self.round)
        auction = replace(auction, bids={**auction.bids, self.family: self.amount})
        return replace(
            board, auction=auction, waiting=tuple(s for s in board.waiting if s != self.family)
        )


class BidsRevealed(Fact, frozen=True):
    """The bids of a round were revealed."""

    reveals = True
    turn: int
    round: int
    bids: dict[str, int]
    says = Text("The hands open: {bids}.")

    def apply(self, board: Board) -> Board:
        return replace(board, auction=Auction(self.round, {}, self.bids))


class RunOffBegan(Fact, frozen=True):
    """The highest bid is shared, so the families that made it bid again."""

    round: int
    families: tuple[str, ...]
    called = Text("Run-off began")
    says = Text("A tie: {families} bid again.")

    def apply(self, board: Board) -> Board:
        revealed = board.auction.revealed if board.auction else {}
        return replace(board, waiting=self.families, auction=Auction(self.round, {}, revealed))


class MercenariesHired(OfFamily, frozen=True):
    """A family took every mercenary of the pool into its camp."""

    count: int
    says = Text("{family} hires {count:mercenary|mercenaries}.")

    def apply(self, board: Board) -> Board:
        return _with_mercenaries_in_pool(board, self.family, -self.count)


class MercenariesNotHired(ChangesNothing, frozen=True):
    """Nobody won the auction; the mercenaries stay in the pool."""

    count: int
    says = Text("Nobody wins; {count:mercenary|mercenaries} stay in the pool.")


class MercenariesReturned(OfFamily, frozen=True):
    """At the end of the turn, surviving mercenaries went back to their employer's camp."""

    place: str
    count: int
    says = Text("{count:mercenary|mercenaries} return from {place} to the camp of {family}.")

    def apply(self, board: Board) -> Board:
        there = board.troops(self.family, self.place)
        board = with_troops(board, self.family, self.place, there - Troops(mercenary=self.count))
        return with_family(board, self.family, camp=board.families[self.family].camp + self.count)


class CampRaided(OfFamily, frozen=True):
    """Mercenaries in a camp were killed and went to the common pool."""

    count: int
    says = Text("{count:mercenary|mercenaries} die in the camp of {family}.")

    def apply(self, board: Board) -> Board:
        return _with_mercenaries_in_pool(board, self.family, self.count)


def _with_mercenaries_in_pool(board: Board, family: str, count: int) -> Board:
    """The board after `count` mercenaries went from a family's camp to the pool (if negative, from
    the pool to the camp)."""
    board = with_family(board, family, camp=board.families[family].camp - count)
    return replace(board, pool=board.pool + count)


class RevoltBegan(OfFamily, frozen=True):
    """A Revolt card was played against a village of `victim`, or against its camp if `place` is
    empty. The families in `waiting` may calm the revolt."""

    victim: str
    place: str
    waiting: tuple[str, ...] = ()

    def apply(self, board: Board) -> Board:
        return replace(board, revolt=Revolt(self.victim, self.place, self.waiting))

    def say(self, board: Board) -> Text:
        return filled_sentence(SAID["in-place" if self.place else "at-camp"], self, board)


class RevoltUncalmed(OfFamily, frozen=True):
    """A family with a cardinal chose not to calm the revolt."""

    called = Text("Revolt not calmed")
    says = Text("{family} does not calm it.")

    def apply(self, board: Board) -> Board:
        if board.revolt is None:
            return board
        waiting = tuple(s for s in board.revolt.waiting if s != self.family)
        return replace(board, revolt=replace(board.revolt, waiting=waiting))


class RevoltCalmed(OfFamily, frozen=True):
    """A family's cardinal calmed the revolt."""

    says = Text("A cardinal of {family} calms the revolt.")

    def apply(self, board: Board) -> Board:
        return replace(board, revolt=None)


class RevoltRolled(Fact, frozen=True):
    """The peasants' dice and the hits they deal."""

    reports_combat = True
    dice: tuple[int, ...]
    hits: int
    called = Text("Peasants' dice rolled")
    says = Text("The peasants roll {faces}: {hits} hits.")

    def faces(self, board: Board) -> Text:
        return same(faces(self.dice))

    def apply(self, board: Board) -> Board:
        return (
            board
            if board.revolt is None
            else replace(board, revolt=replace(board.revolt, hits=self.hits))
        )


class RevoltEnded(Fact, frozen=True):
    """The revolt is over."""

    reports_combat = True
    says = Text("The revolt is over.")

    def apply(self, board: Board) -> Board:
        return replace(board, revolt=None)


# -- battles ---------------------------------------------------------------------------------------


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
ENDS = Sentences("""
victory [fief] = won
wiped-out = nobody is left
lords-only = only lords are left, and stay
leaderless = the last attacking lord is dead
too-weak = too weak an army for these walls
surrender = surrender
truce = truce
broken-off [fief] = broken off
deadlock = deadlock
""")


class BattleBegan(Fact, frozen=True):
    """A battle was declared. `horde`: infidels on the defending side; `waiting`: the other families
    present, which have to choose a side or none."""

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
            battles=board.battles if board.setting.is_version_1 else board.battles + 1,
        )

    def say(self, board: Board) -> Text:
        return filled_sentence(SAID["began" if self.defence else "crusade"], self, board)


class BattleJoined(OfFamily, frozen=True):
    """A family joined a side."""

    side: SideName
    says = Text("{family} joins {side}.")

    def apply(self, board: Board) -> Board:
        families = (*board.battle.side(self.side).families, self.family) if board.battle else ()
        return with_side(board, self.side, families=families)


class StageBegan(Fact, frozen=True):
    """A stage of the battle began, in which these families have to act."""

    stage: Stage
    families: tuple[str, ...]
    called = Text("Stage of the battle began")
    says = Text("The battle waits for {families} {stage}.")

    def apply(self, board: Board) -> Board:
        sent = {} if board.battle is None or self.stage == "muster" else board.battle.sent
        return with_battle(board, stage=self.stage, waiting=self.families, sent=sent)


class Spoke(OfFamily, frozen=True):
    """A family made its decision at this stage of the battle, so the battle no longer waits for
    it."""

    called = Text("Family has spoken")
    says = Text("{family} has spoken.")

    def apply(self, board: Board) -> Board:
        waiting = tuple(s for s in board.battle.waiting if s != self.family) if board.battle else ()
        return with_battle(board, waiting=waiting)


class RoundBegan(Fact, frozen=True):
    """A new round began. `quiet`: how many rounds in a row, just before this one, passed without a
    loss."""

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


class MercenariesCommitted(OfFamily, frozen=True):
    """Mercenaries left their camp and entered the battle. `felled`: how many of them the plague
    killed at once."""

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
            if board.setting.is_version_1
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
        return filled_sentence(SAID["enter-plague" if self.felled else "enter"], self, board)

    def mercenaries(self, board: Board) -> Text:
        return count(self.count, "mercenary")

    def dying(self, board: Board) -> Text:
        return count(self.felled, "mercenary")


class ShotChosen(Fact, frozen=True):
    """A side chose what its archers do: shoot together, aim at a lord, or not shoot. `battle`: the
    battle's number in the session, 0 under version 1. The choice stays hidden until all have
    chosen."""

    side: SideName
    shot: Literal["volley", "aim", "none"]
    target: str = ""
    battle: int = 0
    hidden = True

    def apply(self, board: Board) -> Board:
        return with_side(board, self.side, shot=self.shot, target=self.target)

    def say(self, board: Board) -> Text:
        return SAID(self.shot, side=SIDES[self.side], target=board.word("lord", self.target))


class ShotsShown(ChangesNothing, frozen=True):
    """Both sides showed what their archers will do."""

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


class AimRolled(ChangesNothing, frozen=True):
    """The die of an aimed shot."""

    reports_combat = True
    side: SideName
    face: int
    called = Text("Aimed shot rolled")
    says = Text("The aimed shot: {face}.")


class DiceRolled(Fact, frozen=True):
    """A side's dice as rolled, the bonus to their sum, and how many rerolls its bombards allow."""

    reports_combat = True
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
    """A bombard rolled a die again. `die`: its index among the side's dice; `face`: its new
    value."""

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
    """How many hits the attack and the defence have to absorb, from the last rolls."""

    reports_combat = True
    attack: int
    defence: int
    says = Text("The attack suffers {attack}, the defence {defence}.")

    def apply(self, board: Board) -> Board:
        return with_side(with_side(board, "attack", hits=self.attack), "defence", hits=self.defence)


class SharesSet(Fact, frozen=True):
    """How many of a side's hits each family absorbs."""

    side: SideName
    shares: dict[str, int]
    says = Text("Hits to absorb: {shares}.")

    def apply(self, board: Board) -> Board:
        return with_side(board, self.side, shares=self.shares)


class HordeFelled(Fact, frozen=True):
    """Infidels fell."""

    reports_combat = True
    count: int
    called = Text("Infidels felled")
    says = Text("{count} infidels fall.")

    def apply(self, board: Board) -> Board:
        horde = board.battle.defence.horde - self.count if board.battle else 0
        return with_battle(with_side(board, "defence", horde=horde), felled=True)


class TruceOffered(OfFamily, frozen=True):
    """A family offered a truce, which `to`, the other side's captain, has to answer."""

    to: str
    says = Text("{family} offers {to} a truce.")

    def apply(self, board: Board) -> Board:
        return with_battle(board, truce=self.family, stage="truce")


class TruceRefused(OfFamily, frozen=True):
    """A family refused the truce; the side that offered it decides again."""

    says = Text("{family} refuses the truce.")

    def apply(self, board: Board) -> Board:
        offered_by = (
            board.battle.side_of(board.battle.truce) if board.battle else None
        ) or "attack"
        return with_battle(
            with_side(board, offered_by, truce_refused=True), truce="", stage="parley"
        )


class Surrendered(ChangesNothing, frozen=True):
    """A side surrendered."""

    reports_combat = True
    side: SideName
    says = Text("{whole} surrenders.")

    def whole(self, board: Board) -> Text:
        return SIDES[self.side].capital()


class BattleEnded(Fact, frozen=True):
    """The battle is over. `how`: the kind of ending; `winner`: the winning side, empty if there is
    none."""

    foretold = True
    how: Ended
    winner: Literal["", "attack", "defence"] = ""
    reports_combat = True

    def apply(self, board: Board) -> Board:
        if (battle := board.battle) is None or board.setting.is_version_1:
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
