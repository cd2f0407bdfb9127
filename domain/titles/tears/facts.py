"""The facts of 1066: what each changes on the board, and its sentence. Facts are stored for ever:
fields are only added, with defaults."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from domain.titles.kit import ChangesNothing, Fact, OfSeat, Sentences, Text, replace
from domain.titles.tears.board import (
    Board,
    EnemyTurn,
    InPlay,
    Phase,
    Question,
    QuestionKind,
    WedgeMight,
    other_side,
    seat_name,
    space_at,
    without,
)
from domain.titles.tears.turn import PROMPTS, option_label
from domain.titles.tears.values import Card, Keyword


class OfCard(Fact, frozen=True):
    """Base of facts about a card; the kind of fact says of which side."""

    card: str


class OfSeatsCard(OfSeat, frozen=True):
    """Base of facts about a card of the side `seat`."""

    card: str


# -- rounds ----------------------------------------------------------------------------------------


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
    """A round began."""

    round: int
    called = Text.pgettext("tears", "Round began")
    foretold = True
    says = Text("Round {round} begins.")

    def apply(self, board: Board) -> Board:
        return replace(board, round=self.round, phase="preparation")


class CardsReadied(Fact, frozen=True):
    """All exhausted cards of both sides were readied."""

    called = Text("All cards readied")
    says = Text("All cards are readied.")

    def apply(self, board: Board) -> Board:
        return replace(board, player=board.player.all_ready(), enemy=board.enemy.all_ready())


class Drawn(Fact, frozen=True):
    """The player drew `count` cards. `cards`: empty if they come from a real deck, so that they are
    unknown."""

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
    """The player kept some of the cards drawn this round and discarded the others."""

    cards: tuple[str, ...]
    discarded: tuple[str, ...]
    called = Text("Cards kept")

    def apply(self, board: Board) -> Board:
        return replace(
            board, player=board.player.with_hand_discarded(self.discarded), question=None
        )

    def say(self, board: Board) -> Text:
        return Text(
            "The player keeps {cards} and discards {discarded}.",
            cards=board.names(self.cards),
            discarded=board.names(self.discarded),
        )


class PhaseBegan(Fact, frozen=True):
    """A phase began. `left`: what the table has to declare in it, wedges or sides."""

    phase: Phase
    left: tuple[str, ...] = ()
    foretold = True

    def apply(self, board: Board) -> Board:
        return replace(board, phase=self.phase, left=self.left, turn=None)

    def say(self, board: Board) -> Text:
        return Text("Phase: {phase}.", phase=PHASES(self.phase))


class MarkerMoved(Fact, frozen=True):
    """The round marker moved down to cover this row."""

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


# -- cards -----------------------------------------------------------------------------------------


def with_card_done(board: Board, id: str) -> Board:
    """The board after a card has its place in play. If it is the card that the Enemy turned up, the
    card of this turn is done, and a waiting discount is used up."""
    turn = board.turn
    if turn is None or turn.revealed != id:
        return board
    return replace(board, turn=replace(turn, revealed="", done=True, discount=0, reduced=False))


class CardEntered(Fact, frozen=True):
    """The table entered the properties of a real card."""

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


class Placed(OfSeatsCard, frozen=True):
    """A card was placed on a space of its side's battlefield."""

    wedge: int
    line: int
    called = Text("Card placed")
    says = Text("{card} is placed in wedge {wedge}, line {line}.")

    def apply(self, board: Board) -> Board:
        side = (
            board.army(self.seat)
            .without_hand_card(self.card)
            .with_card_at(space_at(self.wedge, self.line), InPlay(self.card))
        )
        return with_card_done(board.with_army(self.seat, side), self.card)


class LeaderPlaced(OfCard, frozen=True):
    """The player's leader was placed on the battlefield."""

    wedge: int
    line: int
    says = Text("{card} takes his place in wedge {wedge}, line {line}.")

    def apply(self, board: Board) -> Board:
        side = board.player.without_hand_card(self.card).with_card_at(
            space_at(self.wedge, self.line), InPlay(self.card)
        )
        return with_card_done(replace(board, player=side, question=None), self.card)


class Reserved(OfSeatsCard, frozen=True):
    """A tactic was put in its side's reserve."""

    called = Text("Tactic reserved")
    says = Text("{card} goes to the reserve.")

    def apply(self, board: Board) -> Board:
        side = board.army(self.seat).without_hand_card(self.card)
        side = replace(side, reserve=(*side.reserve, InPlay(self.card)))
        return with_card_done(board.with_army(self.seat, side), self.card)


class Attached(OfSeatsCard, frozen=True):
    """An attachment was put on a card."""

    host: str
    called = Text("Attachment put")
    says = Text("{card} is attached to {host}.")

    def apply(self, board: Board) -> Board:
        side = board.army(self.seat).without_hand_card(self.card)
        side = side.with_card_changed(
            self.host, attached=(*side.card_in_play(self.host).attached, self.card)
        )
        return with_card_done(board.with_army(self.seat, side), self.card)


class EventPlayed(OfSeatsCard, frozen=True):
    """An event was played and discarded."""

    says = Text("{seat} plays the event {card}.")

    def apply(self, board: Board) -> Board:
        side = board.army(self.seat).with_hand_discarded((self.card,))
        return with_card_done(board.with_army(self.seat, side), self.card)


class SoloUsed(OfSeatsCard, ChangesNothing, frozen=True):
    """Only the Solo: text of a card is carried out."""

    called = Text("Solo: text used")
    says = Text("{card}: only its Solo: text counts.")


# -- the player's turn -----------------------------------------------------------------------------


class Paid(Fact, frozen=True):
    """The player paid for a card: with cards exhausted for their resources, cards discarded from
    the hand, and a reduction of the cost that he declared."""

    exhausted: tuple[str, ...] = ()
    discarded: tuple[str, ...] = ()
    reduction: int = 0
    called = Text("Cost paid")

    def apply(self, board: Board) -> Board:
        # Cards discarded from a real hand are unknown: they were never in the hand that is kept
        # here and join no pile.
        side = board.player.with_hand_discarded(
            tuple(c for c in self.discarded if c in board.player.hand)
        )
        for id in self.exhausted:
            side = side.with_card_changed(id, exhausted=True)
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


class ActionUsed(OfCard, frozen=True):
    """The player used the action of a card in play. `exhausted`: whether it exhausted the card."""

    exhausted: bool

    def apply(self, board: Board) -> Board:
        return (
            replace(board, player=board.player.with_card_changed(self.card, exhausted=True))
            if self.exhausted
            else board
        )

    def sentence(self) -> Text:
        return Text("{card} is used and exhausted.") if self.exhausted else Text("{card} is used.")


class Sacrificed(OfCard, frozen=True):
    """The player sacrificed a card in play."""

    called = Text("Card sacrificed")
    says = Text("{card} is sacrificed.")

    def apply(self, board: Board) -> Board:
        return replace(board, player=board.player.with_discarded(self.card))


class Passed(ChangesNothing, frozen=True):
    """The player passed: his deployment is over for this round."""

    called = Text("Player passed")
    says = Text("The player has passed.")


class TurnHandedOver(Fact, frozen=True):
    """The turn went to the Enemy. `passing`: the player has passed, so it is the Enemy's last turn
    of the phase."""

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


# -- the Enemy -------------------------------------------------------------------------------------


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
    """The Enemy skips its turn or, for the reason `no-row`, draws no card."""

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


class Revealed(OfCard, frozen=True):
    """The top card of the Enemy's deck was turned up."""

    reveals = True
    called = Text("Enemy card revealed")
    says = Text("The Enemy reveals {card}.")

    def apply(self, board: Board) -> Board:
        side, gone = board.enemy, (self.card,)
        side = replace(side, deck=without(side.deck, gone), turned=without(side.turned, gone))
        return replace(board, enemy=side).with_turn(revealed=self.card)


class Discarded(OfCard, frozen=True):
    """A card that the Enemy turned up was discarded without being played. `again`: the Enemy draws
    another; `resources`: what it had, if the card was too dear."""

    why: Literal["too-dear", "cannot-resolve", "no-room"]
    again: bool
    resources: int
    called = Text("Enemy card discarded")

    def apply(self, board: Board) -> Board:
        return _with_discarded(board, self.card).with_turn(revealed="", done=not self.again)

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


class Reduced(OfCard, frozen=True):
    """The Enemy played an event that makes its next card cheaper."""

    by: int
    called = Text("Next card cheaper")
    says = Text("{card}: the Enemy's next card costs {by} less.")

    def apply(self, board: Board) -> Board:
        discount = (board.turn.discount if board.turn else 0) + self.by
        return _with_discarded(board, self.card).with_turn(
            revealed="", discount=discount, reduced=True
        )


class DeckTurned(Fact, frozen=True):
    """The Enemy's deck was empty, so its discard pile was turned over, unshuffled, as its new deck.
    The Enemy passes this turn."""

    called = Text("Enemy deck turned over")
    says = Text(
        "The Enemy's deck is empty: its discard pile is turned over, and it passes this turn."
    )

    def apply(self, board: Board) -> Board:
        side = replace(board.enemy, turned=board.enemy.discard, discard=(), entered=False)
        return replace(board, enemy=side).with_turn(done=True)


class Replaced(OfCard, frozen=True):
    """A card was removed from a full battlefield to make room for another (`by`)."""

    by: str
    called = Text("Card replaced")
    says = Text("{by} replaces {card}.")

    def apply(self, board: Board) -> Board:
        return replace(board, enemy=board.enemy.with_discarded(self.card))


class ActionIgnored(OfCard, ChangesNothing, frozen=True):
    """The Enemy ignored an ability of the card it played, because of this keyword."""

    keyword: Keyword
    called = Text("Ability ignored")
    says = Text("The Enemy ignores an ability of {card} ({keyword}).")


class ActionImpossible(OfCard, ChangesNothing, frozen=True):
    """The action of a card that the Enemy played could not be carried out."""

    says = Text("The action of {card} cannot be carried out.")


class ActionResolved(OfCard, ChangesNothing, frozen=True):
    """The Enemy carried out the action of a card on a target: a card, or a wedge by its number."""

    target: str
    called = Text("Action carried out")

    def say(self, board: Board) -> Text:
        return Text(
            "The action of {card} is carried out on {target}.",
            card=board.name(self.card),
            target=option_label(board, "target", self.target),
        )


class ShotFired(OfSeatsCard, frozen=True):
    """A ranged attack was made: the card was exhausted, and its target took the damage."""

    target: str
    damage: int
    reports_combat = True
    says = Text("{card} shoots at {target} for {damage} and is exhausted.")

    def apply(self, board: Board) -> Board:
        board = board.with_army(
            self.seat, board.army(self.seat).with_card_changed(self.card, exhausted=True)
        )
        return CardHurt(other_side(self.seat), self.target, self.damage).apply(board)


class MightStated(Fact, frozen=True):
    """The table stated both sides' might in the wedges not taken."""

    might: tuple[WedgeMight, ...]

    def apply(self, board: Board) -> Board:
        return replace(board, question=None).with_turn(might=self.might)

    def say(self, board: Board) -> Text:
        return Text(
            "Might, wedge by wedge, Enemy/player: {wedges}.",
            wedges="; ".join(f"{m.wedge}: {m.enemy}/{m.player}" for m in self.might),
        )


class LeaderMoved(OfCard, frozen=True):
    """The Enemy's leader moved from a taken wedge to another space."""

    wedge: int
    line: int
    called = Text("Enemy leader moved")
    says = Text("{card} moves to wedge {wedge}, line {line}.")

    def apply(self, board: Board) -> Board:
        side = board.enemy.with_card_moved(self.card, space_at(self.wedge, self.line))
        return replace(board, enemy=side).with_turn(might=None)


def _with_discarded(board: Board, id: str) -> Board:
    """The board with a card on the Enemy's discard pile."""
    return replace(board, enemy=replace(board.enemy, discard=(*board.enemy.discard, id)))


# -- questions -------------------------------------------------------------------------------------


class Asked(Fact, frozen=True):
    """The rules ask the player a question. Play waits for his answer. `options`: the possible
    answers; `place`: see `Question`."""

    kind: QuestionKind
    about: str = ""
    options: tuple[str, ...] = ()
    place: int = 0
    may_be_negative: ClassVar[tuple[str, ...]] = ("place",)
    called = Text("Question asked")

    def apply(self, board: Board) -> Board:
        return replace(board, question=Question(self.kind, self.about, self.options, self.place))

    def say(self, board: Board) -> Text:
        sentence = (
            Text("The player is asked: {about}: {question}")
            if self.about
            else Text("The player is asked: {question}")
        )
        return sentence.filled(
            {"about": board.name(self.about), "question": PROMPTS[self.kind].text}
        )


class Decided(Fact, frozen=True):
    """The player answered a question that the rules leave to him."""

    kind: QuestionKind
    about: str
    option: str
    called = Text("Decision taken")

    def apply(self, board: Board) -> Board:
        return replace(board, question=None)

    def say(self, board: Board) -> Text:
        return Text(
            "Decision of the player: {option}.", option=option_label(board, self.kind, self.option)
        )


class Declared(OfCard, frozen=True):
    """The table carried out a card's text or, if it is not `possible`, stated that this cannot be
    done."""

    possible: bool
    called = Text("Declared by the table")

    def apply(self, board: Board) -> Board:
        return replace(board, question=None)

    def sentence(self) -> Text:
        return (
            Text("The table carries out the text of {card}.")
            if self.possible
            else Text("The text of {card} cannot be carried out.")
        )


def question_fact(
    kind: QuestionKind, about: str, options: Sequence[str | int], place: int = 0
) -> Asked:
    """The fact that the rules ask a question."""
    return Asked(kind, about, tuple(map(str, options)), place)


# -- losses ----------------------------------------------------------------------------------------


class CardHurt(OfSeatsCard, frozen=True):
    """A card took damage."""

    amount: int
    foretold = True
    called = Text("Card damaged")
    says = Text("{card} takes {amount} damage.")

    def apply(self, board: Board) -> Board:
        return _with_damage(board, self.seat, self.card, self.amount)


class CardHealed(OfSeatsCard, frozen=True):
    """Damage was removed from a card."""

    amount: int
    says = Text("{amount} damage is removed from {card}.")

    def apply(self, board: Board) -> Board:
        return _with_damage(board, self.seat, self.card, -self.amount)


class CardExhausted(OfSeatsCard, frozen=True):
    """A card was exhausted."""

    says = Text("{card} is exhausted.")

    def apply(self, board: Board) -> Board:
        return board.with_army(
            self.seat, board.army(self.seat).with_card_changed(self.card, exhausted=True)
        )


class CardReadied(OfSeatsCard, frozen=True):
    """A card was readied."""

    says = Text("{card} is readied.")

    def apply(self, board: Board) -> Board:
        return board.with_army(
            self.seat, board.army(self.seat).with_card_changed(self.card, exhausted=False)
        )


class CardMoved(OfSeatsCard, frozen=True):
    """A card moved to a free space of its battlefield."""

    wedge: int
    line: int
    says = Text("{card} moves to wedge {wedge}, line {line}.")

    def apply(self, board: Board) -> Board:
        return board.with_army(
            self.seat,
            board.army(self.seat).with_card_moved(self.card, space_at(self.wedge, self.line)),
        )


class Destroyed(OfSeatsCard, frozen=True):
    """A card in play was destroyed: it and its attachments are discarded."""

    reports_combat = True
    foretold = True
    called = Text("Card destroyed")
    says = Text("{card} is destroyed.")

    def apply(self, board: Board) -> Board:
        return board.with_army(self.seat, board.army(self.seat).with_discarded(self.card))


class WedgeHurt(Fact, frozen=True):
    """A side placed damage tokens on a wedge."""

    wedge: int
    by: str
    amount: int
    reports_combat = True
    called = Text("Wedge damaged")

    def apply(self, board: Board) -> Board:
        old = board.wedges[self.wedge - 1]
        if self.by == "player":
            return board.with_wedge(self.wedge, by_player=old.by_player + self.amount)
        return board.with_wedge(self.wedge, by_enemy=old.by_enemy + self.amount)

    def say(self, board: Board) -> Text:
        return Text(
            "{who} places {amount} damage on wedge {wedge}.",
            who=seat_name(self.by),
            amount=self.amount,
            wedge=self.wedge,
        )


class WedgeTaken(Fact, frozen=True):
    """A side took a wedge."""

    wedge: int
    by: str
    reports_combat = True
    foretold = True

    def apply(self, board: Board) -> Board:
        board = board.with_wedge(self.wedge, taken=self.by)
        return _without_due(board, str(self.wedge)) if board.phase == "wedges" else board

    def say(self, board: Board) -> Text:
        return Text("{who} takes wedge {wedge}.", who=seat_name(self.by), wedge=self.wedge)


class WedgeFought(Fact, frozen=True):
    """The combats of a wedge were entered for this round."""

    wedge: int
    says = Text("Wedge {wedge} has been fought.")

    def apply(self, board: Board) -> Board:
        return _without_due(board, str(self.wedge))


class ObjectiveHurt(OfSeat, frozen=True):
    """A side damaged its objective."""

    amount: int
    called = Text("Objective damaged")
    says = Text("{seat} does {amount} damage to the objective.")

    def apply(self, board: Board) -> Board:
        side = board.army(self.seat)
        return board.with_army(
            self.seat, replace(side, objective_damage=side.objective_damage + self.amount)
        )


class ObjectiveDestroyed(OfSeat, frozen=True):
    """A side destroyed its objective. Its special rules are ignored, and the side's next objective
    is turned up."""

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


class ObjectiveTested(OfSeat, frozen=True):
    """The test of a side's objective was entered for this round."""

    says = Text("{seat} has faced the objective.")

    def apply(self, board: Board) -> Board:
        return _without_due(board, self.seat)


def _with_damage(board: Board, seat: str, id: str, amount: int) -> Board:
    """The board with damage added to a card, or removed if negative."""
    side = board.army(seat)
    return board.with_army(
        seat, side.with_card_changed(id, damage=side.card_in_play(id).damage + amount)
    )


def _without_due(board: Board, what: str) -> Board:
    """The board with a wedge or side taken off `left`: the table has declared it in this phase."""
    return replace(board, left=without(board.left, (what,)))
