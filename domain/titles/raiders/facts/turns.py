"""What becomes true as the game is set up, in the opponent's turn, and as turns end.

Facts are stored for ever: they carry amounts and ids, so that the board follows without any rule.
"""

from typing import ClassVar

from domain.titles.kit import Fact, Text, replace
from domain.titles.raiders.board import PLAYER, Board, Space, Stage, Supply, Trigger
from domain.titles.raiders.facts.changes import discarded, goods_of, traded, without
from domain.titles.raiders.goods import Goods, amount
from domain.titles.raiders.values import Scheme

# -- set-up ----------------------------------------------------------------------------------------


class SchemesSetAside(Fact, frozen=True):
    """These scheme cards are not used in this game."""

    cards: tuple[str, ...]
    called = Text("Scheme cards set aside")
    says = Text("Scheme cards set aside: {cards}.")

    def apply(self, board: Board) -> Board:
        pile = tuple(card for card in board.pile if card not in self.cards)
        return replace(board, pile=pile, set_aside=board.set_aside + self.cards)


class PlunderLaid(Fact, frozen=True):
    """Pieces from the bag lie on a raid space."""

    space: str
    gold: int = 0
    iron: int = 0
    livestock: int = 0
    valkyries: int = 0
    called = Text("Plunder laid out")
    says = Text("{space}: {goods}.")
    goods = goods_of

    def apply(self, board: Board) -> Board:
        space = Space(
            self.gold, self.iron, self.livestock, self.valkyries, board.spaces[self.space].worker
        )
        supply = replace(
            board.supply,
            gold=board.supply.gold - self.gold,
            iron=board.supply.iron - self.iron,
            livestock=board.supply.livestock - self.livestock,
            valkyries=board.supply.valkyries - self.valkyries,
        )
        return replace(board, spaces={**board.spaces, self.space: space}, supply=supply)


class AutomaEquipped(Fact, frozen=True):
    """The difficulty gives the opponent armour and provisions to start with."""

    armour: int
    provisions: int
    called = Text("Opponent equipped")
    says = Text("The opponent starts with {goods}.")
    goods = goods_of

    def apply(self, board: Board) -> Board:
        return _supplied(board, self)


# -- the opponent's turn
# ----------------------------------------------------------------------------------------------


class SchemesReshuffled(Fact, frozen=True):
    """The discarded scheme cards are the new pile."""

    called = Text("Scheme cards reshuffled")
    says = Text("The {count} discarded scheme cards are the new pile.")

    def apply(self, board: Board) -> Board:
        return replace(board, pile=board.discard, discard=())

    def count(self, board: Board) -> Text:
        return Text(str(len(board.pile)), str(len(board.pile)))


class SchemeRevealed(Fact, frozen=True):
    """A scheme card was turned up; `scheme` is what it says if the table entered it."""

    reveals: ClassVar[bool] = True
    card: str
    scheme: Scheme | None = None
    called = Text("Scheme card revealed")

    def apply(self, board: Board) -> Board:
        entered = {**board.entered, self.card: self.scheme} if self.scheme else board.entered
        discard = (*board.discard, self.card)
        return replace(
            board,
            pile=without(board.pile, self.card),
            discard=discard,
            entered=entered,
            revealed=self.card,
        )

    def say(self, board: Board) -> Text:
        card = board.scheme(self.card)
        said = Text(
            "{card}: {site}, armour {armour}, provisions {provisions}, {points} points; or gain "
            "{gain}."
        )
        numbers = {"armour": card.armour, "provisions": card.provisions, "points": card.points}
        return said.filled(
            {
                **numbers,
                "card": self.card,
                "site": board.setting.label(card.site),
                "gain": card.prepare.said,
            }
        )


class AutomaRaided(Fact, frozen=True):
    """The opponent raided a space: what it paid, scored and lost; all that lay there went to the
    general supply."""

    settles: ClassVar[bool] = True
    space: str
    provisions: int
    points: int
    valkyries: int = 0
    armour: int = 0
    called = Text("Opponent raided")

    def apply(self, board: Board) -> Board:
        automa, space = board.automa, board.spaces[self.space]
        return replace(
            board,
            spaces={**board.spaces, self.space: Space()},
            automa=replace(
                automa,
                armour=automa.armour - self.armour,
                provisions=automa.provisions - self.provisions,
                valkyries=automa.valkyries + self.valkyries,
                points=automa.points + self.points,
            ),
            supply=_back(
                replace(board.supply, provisions=board.supply.provisions + self.provisions), space
            ),
        )

    def sentence(self) -> Text:
        if self.valkyries:
            return Text(
                "The opponent raids {space}: pays {pay}, scores {points}, meets {met} and loses "
                "{armour} armour."
            )
        return Text("The opponent raids {space}: pays {pay}, scores {points}.")

    def pay(self, board: Board) -> Text:
        return amount(self.provisions, "provisions")

    def met(self, board: Board) -> Text:
        return amount(self.valkyries, "valkyries")


class AutomaPrepared(Fact, frozen=True):
    """The opponent gained armour and provisions."""

    armour: int
    provisions: int
    called = Text("Opponent prepared")
    says = Text("The opponent prepares and gains {goods}.")
    goods = goods_of

    def apply(self, board: Board) -> Board:
        return _supplied(board, self)


class BuildingBlocked(Fact, frozen=True):
    """No worker may be placed on or taken from this building in the player's next turn."""

    building: str
    says = Text("The {building} is forbidden in the player's next turn.")

    def apply(self, board: Board) -> Board:
        return replace(board, blocked=self.building)


# -- turns -----------------------------------------------------------------------------------------


class SurplusReturned(Fact, frozen=True):
    """What the player held beyond the limits at the end of his turn went back."""

    foretold: ClassVar[bool] = True
    silver: int = 0
    provisions: int = 0
    cards: int = 0
    says = Text("Beyond the limits, {goods} go back.")
    goods = goods_of

    def apply(self, board: Board) -> Board:
        board = traded(
            board, Goods(silver=self.silver, provisions=self.provisions, cards=self.cards), Goods()
        )
        return discarded(board, unnamed=self.cards)


class TurnEnded(Fact, frozen=True):
    """A seat's turn is over."""

    seat: str
    says = Text("{seat}'s turn is over.")

    def apply(self, board: Board) -> Board:
        left = board.turns_left - 1 if board.trigger else 0
        over = bool(board.trigger) and left == 0
        if self.seat == PLAYER:
            stage: Stage = "over" if over else "reveal"
            return replace(board, stage=stage, turns_left=left, blocked="", placed="", assault=None)
        stage = "over" if over else "place"
        return replace(board, stage=stage, turns_left=left, round=board.round + 1)


class EndTriggered(Fact, frozen=True):
    """A condition of the end of the game was met in a seat's turn; everyone has one more turn."""

    foretold: ClassVar[bool] = True
    trigger: Trigger
    seat: str
    says = Text("The end is near: {trigger}. Each has one more turn.")

    def apply(self, board: Board) -> Board:
        return replace(board, trigger=self.trigger, trigger_by=self.seat, turns_left=2)


def _supplied(board: Board, fact: AutomaEquipped | AutomaPrepared) -> Board:
    automa = replace(
        board.automa,
        armour=board.automa.armour + fact.armour,
        provisions=board.automa.provisions + fact.provisions,
    )
    return replace(
        board,
        automa=automa,
        supply=replace(board.supply, provisions=board.supply.provisions - fact.provisions),
    )


def _back(supply: Supply, space: Space) -> Supply:
    return replace(
        supply,
        gold=supply.gold + space.gold,
        iron=supply.iron + space.iron,
        livestock=supply.livestock + space.livestock,
        valkyries=supply.valkyries + space.valkyries,
        black=supply.black + (space.worker == "black"),
        grey=supply.grey + (space.worker == "grey"),
        white=supply.white + (space.worker == "white"),
    )
