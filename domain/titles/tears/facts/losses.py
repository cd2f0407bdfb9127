from domain.titles.kit import Fact, Text, replace
from domain.titles.tears.board import Board, space_at, who, without


class CardHurt(Fact, frozen=True):
    """A card took damage."""

    seat: str
    card: str
    amount: int
    foretold = True
    called = Text("Card damaged")
    says = Text("{card} takes {amount} damage.")

    def apply(self, board: Board) -> Board:
        return _hurt(board, self.seat, self.card, self.amount)


class CardHealed(Fact, frozen=True):
    """Damage was removed from a card."""

    seat: str
    card: str
    amount: int
    says = Text("{amount} damage is removed from {card}.")

    def apply(self, board: Board) -> Board:
        return _hurt(board, self.seat, self.card, -self.amount)


class CardExhausted(Fact, frozen=True):
    """A card was exhausted."""

    seat: str
    card: str
    says = Text("{card} is exhausted.")

    def apply(self, board: Board) -> Board:
        return board.with_army(self.seat, board.army(self.seat).changed(self.card, exhausted=True))


class CardReadied(Fact, frozen=True):
    """A card was readied."""

    seat: str
    card: str
    says = Text("{card} is readied.")

    def apply(self, board: Board) -> Board:
        return board.with_army(self.seat, board.army(self.seat).changed(self.card, exhausted=False))


class CardMoved(Fact, frozen=True):
    """A card moved to a free space of its battlefield."""

    seat: str
    card: str
    wedge: int
    line: int
    says = Text("{card} moves to wedge {wedge}, line {line}.")

    def apply(self, board: Board) -> Board:
        return board.with_army(
            self.seat, board.army(self.seat).moved(self.card, space_at(self.wedge, self.line))
        )


class Destroyed(Fact, frozen=True):
    """A card in play was destroyed: it and its attachments are discarded."""

    seat: str
    card: str
    settles = True
    foretold = True
    called = Text("Card destroyed")
    says = Text("{card} is destroyed.")

    def apply(self, board: Board) -> Board:
        return board.with_army(self.seat, board.army(self.seat).gone(self.card))


class WedgeHurt(Fact, frozen=True):
    """A side placed damage tokens on a wedge."""

    wedge: int
    by: str
    amount: int
    settles = True
    called = Text("Wedge damaged")

    def apply(self, board: Board) -> Board:
        old = board.wedges[self.wedge - 1]
        if self.by == "player":
            return board.with_wedge(self.wedge, by_player=old.by_player + self.amount)
        return board.with_wedge(self.wedge, by_enemy=old.by_enemy + self.amount)

    def say(self, board: Board) -> Text:
        return Text(
            "{who} places {amount} damage on wedge {wedge}.",
            who=who(self.by),
            amount=self.amount,
            wedge=self.wedge,
        )


class WedgeTaken(Fact, frozen=True):
    """A side took a wedge."""

    wedge: int
    by: str
    settles = True
    foretold = True

    def apply(self, board: Board) -> Board:
        board = board.with_wedge(self.wedge, taken=self.by)
        return _declared(board, str(self.wedge)) if board.phase == "wedges" else board

    def say(self, board: Board) -> Text:
        return Text("{who} takes wedge {wedge}.", who=who(self.by), wedge=self.wedge)


class WedgeFought(Fact, frozen=True):
    """The might and zeal combats of a wedge have been entered for this round."""

    wedge: int
    says = Text("Wedge {wedge} has been fought.")

    def apply(self, board: Board) -> Board:
        return _declared(board, str(self.wedge))


class ObjectiveHurt(Fact, frozen=True):
    """A side damaged its objective."""

    seat: str
    amount: int
    called = Text("Objective damaged")
    says = Text("{seat} does {amount} damage to the objective.")

    def apply(self, board: Board) -> Board:
        side = board.army(self.seat)
        return board.with_army(
            self.seat, replace(side, objective_damage=side.objective_damage + self.amount)
        )


class ObjectiveDestroyed(Fact, frozen=True):
    """A side destroyed its objective, nothing else happens by it, and the next one is turned up."""

    seat: str
    letter: str
    foretold = True
    says = Text(
        "{seat} destroys objective {letter}; its special rules are ignored and the next one is "
        "turned up."
    )

    def apply(self, board: Board) -> Board:
        side = board.army(self.seat)
        return board.with_army(
            self.seat, replace(side, objective=side.objective + 1, objective_damage=0)
        )


class ObjectiveTested(Fact, frozen=True):
    """A side's objective has been dealt with for this round."""

    seat: str
    says = Text("{seat} has faced the objective.")

    def apply(self, board: Board) -> Board:
        return _declared(board, self.seat)


def _hurt(board: Board, seat: str, id: str, amount: int) -> Board:
    side = board.army(seat)
    return board.with_army(seat, side.changed(id, damage=side.standing(id).damage + amount))


def _declared(board: Board, what: str) -> Board:
    return replace(board, left=without(board.left, (what,)))
