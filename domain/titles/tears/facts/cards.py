from domain.titles.kit import Fact, Text, Told, replace
from domain.titles.tears.board import Board, EnemyTurn, InPlay, space_at
from domain.titles.tears.values import Card


def dealt_with(board: Board, id: str) -> Board:
    """The revealed card of the Enemy's turn has found its place; a discount that waited for it is
    used up."""
    turn = board.turn
    if turn is None or turn.revealed != id:
        return board
    return replace(board, turn=replace(turn, revealed="", done=True, discount=0, reduced=False))


class CardEntered(Fact, frozen=True):
    """The table entered what is printed on a card."""

    card: Card
    reveals = True
    called = Text("Real card entered")

    def apply(self, board: Board) -> Board:
        return replace(board, entered={**board.entered, self.card.id: self.card})

    def say(self, board: Board) -> Text:
        return Text(
            "Entered: {id}, {kind}, cost {cost}.",
            id=self.card.id,
            kind=self.card.kind,
            cost=self.card.cost,
        )


class Placed(Fact, frozen=True):
    """A card took a space of its side's battlefield."""

    seat: str
    card: str
    wedge: int
    line: int
    called = Text("Card placed")
    says = Text("{card} is placed in wedge {wedge}, line {line}.")

    def apply(self, board: Board) -> Board:
        side = (
            board.army(self.seat)
            .played(self.card)
            .put(space_at(self.wedge, self.line), InPlay(self.card))
        )
        return dealt_with(board.with_army(self.seat, side), self.card)


class LeaderPlaced(Fact, frozen=True):
    """The player's leader took his place."""

    card: str
    wedge: int
    line: int
    says = Text("{card} takes his place in wedge {wedge}, line {line}.")

    def apply(self, board: Board) -> Board:
        side = board.player.played(self.card).put(
            space_at(self.wedge, self.line), InPlay(self.card)
        )
        return dealt_with(replace(board, player=side, question=None), self.card)


class Reserved(Fact, frozen=True):
    """A tactic was put in its side's reserve."""

    seat: str
    card: str
    called = Text("Tactic reserved")
    says = Text("{card} goes to the reserve.")

    def apply(self, board: Board) -> Board:
        side = board.army(self.seat).played(self.card)
        side = replace(side, reserve=(*side.reserve, InPlay(self.card)))
        return dealt_with(board.with_army(self.seat, side), self.card)


class Attached(Fact, frozen=True):
    """An attachment was put on a card."""

    seat: str
    card: str
    host: str
    called = Text("Attachment put")
    says = Text("{card} is attached to {host}.")

    def apply(self, board: Board) -> Board:
        side = board.army(self.seat).played(self.card)
        side = side.changed(self.host, attached=(*side.standing(self.host).attached, self.card))
        return dealt_with(board.with_army(self.seat, side), self.card)


class EventPlayed(Fact, frozen=True):
    """An event was played and discarded."""

    seat: str
    card: str
    says = Text("{seat} plays the event {card}.")

    def apply(self, board: Board) -> Board:
        side = board.army(self.seat).discarded((self.card,))
        return dealt_with(board.with_army(self.seat, side), self.card)


class SoloUsed(Told, frozen=True):
    """The Solo: text of a card is carried out instead of everything else on it."""

    seat: str
    card: str
    called = Text("Solo: text used")
    says = Text("{card}: only its Solo: text counts.")


# -- the player's turn -----------------------------------------------------------------------------


class Paid(Fact, frozen=True):
    """The player paid: cards exhausted for their resources, cards discarded from hand, and a
    reduction that he declared."""

    exhausted: tuple[str, ...] = ()
    discarded: tuple[str, ...] = ()
    reduction: int = 0
    called = Text("Cost paid")

    def apply(self, board: Board) -> Board:
        # Cards discarded from a real hand are unknown: they were never in the hand that is kept
        # here and join no pile.
        side = board.player.discarded(tuple(c for c in self.discarded if c in board.player.hand))
        for id in self.exhausted:
            side = side.changed(id, exhausted=True)
        return replace(board, player=side)

    def say(self, board: Board) -> Text:
        spent, gone = board.names(self.exhausted), board.names(self.discarded)
        return (
            Text(
                "Paid: exhausted {spent}; discarded {gone}, reduced by {less}.",
                spent=spent,
                gone=gone,
                less=self.reduction,
            )
            if self.reduction
            else Text("Paid: exhausted {spent}; discarded {gone}.", spent=spent, gone=gone)
        )


class ActionUsed(Fact, frozen=True):
    """The player used the action of a card in play, exhausting it or not."""

    card: str
    exhausted: bool

    def apply(self, board: Board) -> Board:
        return (
            replace(board, player=board.player.changed(self.card, exhausted=True))
            if self.exhausted
            else board
        )

    def sentence(self) -> Text:
        return Text("{card} is used and exhausted.") if self.exhausted else Text("{card} is used.")


class Sacrificed(Fact, frozen=True):
    """The player sacrificed a card in play."""

    card: str
    called = Text("Card sacrificed")
    says = Text("{card} is sacrificed.")

    def apply(self, board: Board) -> Board:
        return replace(board, player=board.player.gone(self.card))


class Passed(Told, frozen=True):
    """The player passed: his deployment is over for this round."""

    called = Text("Player passed")
    says = Text("The player has passed.")


class TurnHandedOver(Fact, frozen=True):
    """It is the Enemy's turn; `passing`: its last one of the phase, since the player has passed."""

    passing: bool = False
    foretold = True

    def apply(self, board: Board) -> Board:
        return replace(board, turn=EnemyTurn(passing=self.passing))

    def sentence(self) -> Text:
        return (
            Text("It is the Enemy's last turn of this deployment.")
            if self.passing
            else Text("It is the Enemy's turn.")
        )
