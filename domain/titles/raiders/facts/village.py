from typing import ClassVar

from domain.titles.kit import Fact, Text, Told, replace
from domain.titles.raiders.board import PLAYER, Board, Stage
from domain.titles.raiders.facts.changes import discarded, goods_of, left_crew, traded, without
from domain.titles.raiders.goods import Goods, amount

REROLL = "reroll"
"""What is forgone with the dice of a raid, where otherwise a building's id stands."""


# -- workers in buildings
# ---------------------------------------------------------------------------------------------


class WorkerPlaced(Fact, frozen=True):
    """The player's worker stands on a building; he may act there this many times."""

    building: str
    worker: str
    actions: int = 1
    says = Text("The {worker} worker stands on the {building}.")

    def apply(self, board: Board) -> Board:
        return replace(
            board,
            village={**board.village, self.building: self.worker},
            player=replace(board.player, worker=""),
            placed=self.building,
            using=self.building,
            colour=self.worker,
            actions=self.actions,
            stage="use",
        )


class WorkerTaken(Fact, frozen=True):
    """The player took the worker of a building; he may act there this many times."""

    building: str
    worker: str
    actions: int = 1
    says = Text("The {worker} worker leaves the {building}.")

    def apply(self, board: Board) -> Board:
        village = dict(board.village)
        del village[self.building]
        return replace(
            board,
            village=village,
            player=replace(board.player, worker=self.worker),
            using=self.building,
            colour=self.worker,
            actions=self.actions,
            stage="use",
        )


class GoodsExchanged(Fact, frozen=True):
    """The player gave to the general supply and got from it."""

    foretold: ClassVar[bool] = True
    pay: Goods
    gain: Goods

    def apply(self, board: Board) -> Board:
        return discarded(traded(board, self.pay, self.gain), unnamed=self.pay.cards)

    def sentence(self) -> Text:
        if not self.pay.parts():
            return Text("The player gains {gain}.")
        return (
            Text("The player pays {pay} and gains {gain}.")
            if self.gain.parts()
            else Text("The player pays {pay}.")
        )


class BuildingUsed(Fact, frozen=True):
    """One action of the building is done."""

    building: str
    says = Text("The {building} has been used.")

    def apply(self, board: Board) -> Board:
        return replace(board, actions=board.actions - 1) if board.actions > 1 else _leave(board)


class ActionForgone(Fact, frozen=True):
    """The player did without what was open to him."""

    what: str

    def apply(self, board: Board) -> Board:
        return (
            _leave(board)
            if board.assault is None
            else replace(board, assault=replace(board.assault, rerolls=0))
        )

    def say(self, board: Board) -> Text:
        return (
            Text("The dice stay as they are.")
            if self.what == REROLL
            else Text(
                "The action of the {building} is forgone.", building=board.setting.label(self.what)
            )
        )


class BuildingCopied(Fact, frozen=True):
    """A card lets the worker act in another building, without standing there."""

    building: str
    actions: int = 1
    says = Text("The worker acts as if on the {building}.")

    def apply(self, board: Board) -> Board:
        return replace(board, using=self.building, actions=self.actions)


# -- townsfolk -------------------------------------------------------------------------------------


class TownsfolkDrawn(Fact, frozen=True):
    """The player drew cards and has seen them: nobody undoes that alone."""

    reveals: ClassVar[bool] = True
    cards: int
    says = Text("The player draws {drawn}.")

    def apply(self, board: Board) -> Board:
        if self.cards > board.deck:  # a deck that runs out is shuffled from the discarded cards
            board = replace(board, discards=(), unnamed=0)
        return traded(board, Goods(), Goods(cards=self.cards))

    def drawn(self, board: Board) -> Text:
        return amount(self.cards, "cards")


class TownsfolkPlayed(Fact, frozen=True):
    """A card of the hand was discarded for its Town Hall action."""

    card: str
    says = Text("{card} is discarded.")

    def apply(self, board: Board) -> Board:
        return discarded(traded(board, Goods(cards=1), Goods()), self.card)


class CrewHired(Fact, frozen=True):
    """A card of the hand is crew now."""

    card: str
    says = Text("{card} joins the crew.")

    def apply(self, board: Board) -> Board:
        player = board.player
        return replace(
            board, player=replace(player, cards=player.cards - 1, crew=(*player.crew, self.card))
        )


class CrewLeft(Fact, frozen=True):
    """A crew member went to the discard pile, or back to the hand."""

    card: str
    to_hand: bool = False

    def apply(self, board: Board) -> Board:
        return left_crew(board, self.card, self.to_hand)

    def sentence(self) -> Text:
        return (
            Text("{card} returns to the hand.") if self.to_hand else Text("{card} leaves the crew.")
        )


class AutomaStruck(Fact, frozen=True):
    """A townsfolk cost the opponent armour or provisions; what was `taken` went to the player, the
    rest to the supply."""

    foretold: ClassVar[bool] = True
    armour: int = 0
    provisions: int = 0
    taken: bool = False
    called = Text("Opponent struck")
    goods = goods_of

    def apply(self, board: Board) -> Board:
        automa, player, supply = board.automa, board.player, board.supply
        automa = replace(
            automa,
            armour=automa.armour - self.armour,
            provisions=automa.provisions - self.provisions,
        )
        if self.taken:
            return replace(
                board,
                automa=automa,
                player=replace(player, provisions=player.provisions + self.provisions),
            )
        return replace(
            board,
            automa=automa,
            supply=replace(supply, provisions=supply.provisions + self.provisions),
        )

    def sentence(self) -> Text:
        return (
            Text("The opponent gives the player {goods}.")
            if self.taken
            else Text("The opponent loses {goods}.")
        )


class EffectIgnored(Told, frozen=True):
    """A townsfolk had nothing to act upon."""

    card: str
    says = Text("{card} finds nothing to act upon.")


# -- offerings -------------------------------------------------------------------------------------


class OfferingRevealed(Fact, frozen=True):
    """A tile of the stack lies face up in a slot, counted from 0 on the left."""

    reveals: ClassVar[bool] = True
    offering: str
    slot: int
    called = Text("Offering turned up")

    def apply(self, board: Board) -> Board:
        row = (*board.face_up[: self.slot], self.offering, *board.face_up[self.slot :])
        return replace(_off_the_stack(board, self.offering), face_up=row)

    def say(self, board: Board) -> Text:
        tile = board.setting.values.offerings[self.offering]
        return Text(
            "Offering {offering} is shown: {cost} for {points}.",
            offering=self.offering,
            cost=tile.cost.said,
            points=tile.points,
        )


class OfferingTaken(Fact, frozen=True):
    """A face-up tile belongs to a seat now."""

    seat: str
    offering: str
    says = Text("{seat} takes offering {offering}.")

    def apply(self, board: Board) -> Board:
        return _given(
            replace(board, face_up=without(board.face_up, self.offering)), self.seat, self.offering
        )


class OfferingDrawn(Fact, frozen=True):
    """The tile on top of the stack belongs to a seat now."""

    reveals: ClassVar[bool] = True
    seat: str
    offering: str
    says = Text("{seat} draws offering {offering} from the stack.")

    def apply(self, board: Board) -> Board:
        return _given(_off_the_stack(board, self.offering), self.seat, self.offering)


class OfferingLaidDown(Fact, frozen=True):
    """The tile on top of the stack lies face down before a seat now: nobody has seen it."""

    seat: str
    called = Text("Offering laid face down")
    says = Text("{seat} lays the top offering of the stack face down before it.")

    def apply(self, board: Board) -> Board:
        """The tile stays among those that it can be; of the ones sunk below the stack, the first is
        the next."""
        if len(board.stack) == board.automa.face_down:
            board = replace(board, stack=(*board.stack, board.sunk[0]), sunk=board.sunk[1:])
        return replace(board, automa=replace(board.automa, face_down=board.automa.face_down + 1))


class OfferingUncovered(Fact, frozen=True):
    """A tile that lay face down before a seat was turned up at the end."""

    reveals: ClassVar[bool] = True
    seat: str
    offering: str
    called = Text("Face-down offering turned up")

    def apply(self, board: Board) -> Board:
        board = replace(board, automa=replace(board.automa, face_down=board.automa.face_down - 1))
        return _given(_off_the_stack(board, self.offering), self.seat, self.offering)

    def say(self, board: Board) -> Text:
        points = board.setting.values.offerings[self.offering].points
        return Text(
            "{seat} turns up offering {offering}: {points} points.",
            seat=board.word("seat", self.seat),
            offering=self.offering,
            points=points,
        )


class OfferingsSunk(Fact, frozen=True):
    """All face-up tiles went below the stack, the leftmost on top of them."""

    called = Text("Offerings put below")
    says = Text("The offerings go below the stack.")

    def apply(self, board: Board) -> Board:
        return replace(board, face_up=(), sunk=board.sunk + board.face_up)


def _leave(board: Board) -> Board:
    """The building is done: a worker is to be taken, or the turn to be closed if the player has
    taken one."""
    stage: Stage = "close" if board.player.worker else "take"
    return replace(board, using="", colour="", actions=0, stage=stage)


def _off_the_stack(board: Board, offering: str) -> Board:
    if offering in board.stack:
        return replace(board, stack=without(board.stack, offering))
    return replace(board, sunk=without(board.sunk, offering))


def _given(board: Board, seat: str, offering: str) -> Board:
    if seat == PLAYER:
        return replace(
            board, player=replace(board.player, offerings=(*board.player.offerings, offering))
        )
    return replace(
        board, automa=replace(board.automa, offerings=(*board.automa.offerings, offering))
    )
