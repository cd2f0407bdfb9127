from domain.titles.kit import Fact, Sentences, Text, replace
from domain.titles.tears.board import Board, Phase, without

PHASES = Sentences("""
setup = set-up
preparation = Preparation
deployment = Deployment
wedges = Wedges
objectives = Objectives
""")
ENDED = Sentences("""
two-wedges = The player takes a second wedge and wins.
enemy-leader-killed = The Enemy's leader is killed: the player wins.
enemy-two-wedges = The Enemy takes a second wedge and wins.
leader-killed = The player's leader is killed: the Enemy wins.
deck-out = The player has no card left in his deck at the start of a round: the Enemy wins.
""")


class RoundBegan(Fact, frozen=True):
    called = Text.pgettext("tears", "Round began")
    """A round began."""

    round: int
    foretold = True
    says = Text("Round {round} begins.")

    def apply(self, board: Board) -> Board:
        return replace(board, round=self.round, phase="preparation")


class CardsReadied(Fact, frozen=True):
    """Every exhausted card of both sides is ready again."""

    called = Text("All cards readied")
    says = Text("All cards are readied.")

    def apply(self, board: Board) -> Board:
        return replace(board, player=board.player.all_ready(), enemy=board.enemy.all_ready())


class Drawn(Fact, frozen=True):
    """The player drew these cards; from a deck on the table only their number is known."""

    cards: tuple[str, ...]
    count: int
    reveals = True
    called = Text("Cards drawn")

    def apply(self, board: Board) -> Board:
        side = board.player
        return replace(
            board,
            player=replace(
                side, deck=without(side.deck, self.cards), hand=(*side.hand, *self.cards)
            ),
        )

    def say(self, board: Board) -> Text:
        return Text(
            "The player draws {what}.",
            what=board.names(self.cards) if self.cards else Text("{count} cards", count=self.count),
        )


class Kept(Fact, frozen=True):
    """Of the cards drawn this round the player kept some and discarded the others."""

    cards: tuple[str, ...]
    discarded: tuple[str, ...]
    called = Text("Cards kept")

    def apply(self, board: Board) -> Board:
        return replace(board, player=board.player.discarded(self.discarded), question=None)

    def say(self, board: Board) -> Text:
        return Text(
            "The player keeps {cards} and discards {discarded}.",
            cards=board.names(self.cards),
            discarded=board.names(self.discarded),
        )


class PhaseBegan(Fact, frozen=True):
    """A phase began; `left` is what the table has to declare in it."""

    phase: Phase
    left: tuple[str, ...] = ()
    foretold = True

    def apply(self, board: Board) -> Board:
        return replace(board, phase=self.phase, left=self.left, turn=None)

    def say(self, board: Board) -> Text:
        return Text("Phase: {phase}.", phase=PHASES(self.phase))


class MarkerMoved(Fact, frozen=True):
    """The round marker went down and covers this row."""

    row: int
    called = Text("Round marker moved")
    says = Text("The marker goes down and covers row {row}.")

    def apply(self, board: Board) -> Board:
        return replace(board, marker=self.row)


class Ended(Fact, frozen=True):
    """The game ended."""

    code: str
    foretold = True
    called = Text("Game ended")

    def apply(self, board: Board) -> Board:
        return replace(board, ending=self.code, question=None, turn=None, left=())

    def say(self, board: Board) -> Text:
        return ENDED(self.code)
