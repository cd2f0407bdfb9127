from typing import Literal

from domain.titles.kit import Fact, Sentences, Text, Told, replace
from domain.titles.tears.board import Board, WedgeMight, other, space_at, without
from domain.titles.tears.facts.losses import CardHurt
from domain.titles.tears.turn import option
from domain.titles.tears.values import Keyword

SKIPS = Sentences("""
sacrifice = The Enemy skips its turn: the player has sacrificed a card.
first-round = The Enemy passes the first round.
no-row = The Enemy draws no card.
""")
WHY = Sentences("""
too-dear = it costs more than the Enemy's resources ({resources})
cannot-resolve = its action cannot be carried out now
no-room = it can replace nothing on the full battlefield
""")


class EnemyTurnBegan(Fact, frozen=True):
    """The Enemy began its turn."""

    called = Text("Enemy's turn began")
    says = Text("The Enemy begins its turn.")

    def apply(self, board: Board) -> Board:
        return board.with_turn(begun=True)


class EnemySkipped(Fact, frozen=True):
    """The Enemy does nothing, or draws no card, and why."""

    reason: Literal["sacrifice", "first-round", "no-row"]
    foretold = True

    def apply(self, board: Board) -> Board:
        return board.with_turn(done=True)

    def say(self, board: Board) -> Text:
        return SKIPS(self.reason)


class EnemyTurnEnded(Fact, frozen=True):
    """The Enemy's turn is over."""

    called = Text("Enemy's turn ended")
    says = Text("Play returns to the player.")

    def apply(self, board: Board) -> Board:
        return replace(board, turn=None)


class Revealed(Fact, frozen=True):
    """The top card of the Enemy's deck was turned up."""

    card: str
    reveals = True
    called = Text("Enemy card revealed")
    says = Text("The Enemy reveals {card}.")

    def apply(self, board: Board) -> Board:
        side, gone = board.enemy, (self.card,)
        side = replace(side, deck=without(side.deck, gone), turned=without(side.turned, gone))
        return replace(board, enemy=side).with_turn(revealed=self.card)


class Discarded(Fact, frozen=True):
    """A revealed card was discarded unplayed; `again`: the Enemy draws on."""

    card: str
    why: Literal["too-dear", "cannot-resolve", "no-room"]
    again: bool
    resources: int
    called = Text("Enemy card discarded")

    def apply(self, board: Board) -> Board:
        return _on_pile(board, self.card).with_turn(revealed="", done=not self.again)

    def say(self, board: Board) -> Text:
        why = WHY(self.why, resources=self.resources)
        return (
            Text(
                "{card} is discarded: {why}; the Enemy draws on.",
                card=board.name(self.card),
                why=why,
            )
            if self.again
            else Text("{card} is discarded: {why}.", card=board.name(self.card), why=why)
        )


class Reduced(Fact, frozen=True):
    """An event was played that makes the Enemy's next card cheaper."""

    card: str
    by: int
    called = Text("Next card cheaper")
    says = Text("{card}: the Enemy's next card costs {by} less.")

    def apply(self, board: Board) -> Board:
        discount = (board.turn.discount if board.turn else 0) + self.by
        return _on_pile(board, self.card).with_turn(revealed="", discount=discount, reduced=True)


class DeckTurned(Fact, frozen=True):
    """The Enemy's deck was empty: its discard pile was turned over, unshuffled, and this turn is
    passed."""

    called = Text("Enemy deck turned over")
    says = Text(
        "The Enemy's deck is empty: its discard pile is turned over, and it passes this turn."
    )

    def apply(self, board: Board) -> Board:
        side = replace(board.enemy, turned=board.enemy.discard, discard=(), entered=False)
        return replace(board, enemy=side).with_turn(done=True)


class Replaced(Fact, frozen=True):
    """A card left a full battlefield for another one."""

    card: str
    by: str
    called = Text("Card replaced")
    says = Text("{by} replaces {card}.")

    def apply(self, board: Board) -> Board:
        return replace(board, enemy=board.enemy.gone(self.card))


class ActionIgnored(Told, frozen=True):
    """The Enemy ignores an ability of a card it plays."""

    card: str
    keyword: Keyword
    called = Text("Ability ignored")
    says = Text("The Enemy ignores an ability of {card} ({keyword}).")


class ActionImpossible(Told, frozen=True):
    """The action of a card that the Enemy played could not be carried out."""

    card: str
    says = Text("The action of {card} cannot be carried out.")


class ActionResolved(Told, frozen=True):
    """The Enemy carries out the action of a card, on a card or a wedge."""

    card: str
    target: str
    called = Text("Action carried out")

    def say(self, board: Board) -> Text:
        return Text(
            "The action of {card} is carried out on {target}.",
            card=board.name(self.card),
            target=option(board, "target", self.target),
        )


class ShotFired(Fact, frozen=True):
    """A ranged attack: the card is exhausted and its target takes the damage."""

    seat: str
    card: str
    target: str
    damage: int
    settles = True
    says = Text("{card} shoots at {target} for {damage} and is exhausted.")

    def apply(self, board: Board) -> Board:
        board = board.with_army(self.seat, board.army(self.seat).changed(self.card, exhausted=True))
        return CardHurt(other(self.seat), self.target, self.damage).apply(board)


class MightStated(Fact, frozen=True):
    """The table added up both sides' might in the existing wedges."""

    might: tuple[WedgeMight, ...]

    def apply(self, board: Board) -> Board:
        return replace(board, question=None).with_turn(might=self.might)

    def say(self, board: Board) -> Text:
        return Text(
            "Might, wedge by wedge, Enemy/player: {wedges}.",
            wedges="; ".join(f"{m.wedge}: {m.enemy}/{m.player}" for m in self.might),
        )


class LeaderMoved(Fact, frozen=True):
    """The Enemy's leader left a taken wedge for another space."""

    card: str
    wedge: int
    line: int
    called = Text("Enemy leader moved")
    says = Text("{card} moves to wedge {wedge}, line {line}.")

    def apply(self, board: Board) -> Board:
        side = board.enemy.moved(self.card, space_at(self.wedge, self.line))
        return replace(board, enemy=side).with_turn(might=None)


def _on_pile(board: Board, id: str) -> Board:
    return replace(board, enemy=replace(board.enemy, discard=(*board.enemy.discard, id)))
