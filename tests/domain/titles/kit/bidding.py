"""A title for tests of the kit: hands of numbers and bids are secret, and there are more possible
bids than can be listed."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct, field

from domain.titles.kit import (
    LEGAL,
    OVER,
    About,
    Action,
    Board,
    Conserved,
    Count,
    Course,
    Every,
    Fact,
    MaxItems,
    Move,
    Once,
    OneOf,
    Phase,
    Seat,
    Secret,
    Setting,
    Text,
    Title,
    Verdict,
    illegal,
    replace,
)

CARDS = tuple(f"c{n}" for n in range(6))
CARD = Text("a card", "une carte")
Card = Annotated[str, OneOf(lambda board: CARDS, CARD), Conserved("card {value}")]


class Side(Struct, frozen=True):
    coins: Annotated[
        int, Count(Text("coins of {key}", "pièces de {key}"), most=100), Conserved("coins")
    ] = 50
    hand: Annotated[tuple[Card, ...], Secret(), Once(), MaxItems(Text("cards", "cartes"), 3)] = ()


class Table(Board, frozen=True):
    setting: Setting
    sides: Annotated[
        dict[Seat, Side],
        Every("seats", Text("a seat", "un siège"), Text("the side of", "le camp de")),
    ]
    bids: Annotated[dict[Seat, int], Secret()]
    left: tuple[Card, ...] = CARDS
    dealer: Seat = "p1"
    plan: Annotated[str, Secret("dealer")] = ""
    points: dict[Seat, int] = field(default_factory=dict)

    @property
    def phase(self) -> str:
        return (
            "dealing" if len(self.left) == len(CARDS) else "bidding" if len(self.bids) < 2 else OVER
        )


class Dealt(Fact, frozen=True):
    seat: str
    cards: tuple[str, ...]
    hidden: ClassVar[bool] = True
    called = Text("Cards dealt", "Cartes données")
    says = Text("{seat} gets {cards}.", "{seat} reçoit {cards}.")

    def whose(self, board: Any) -> Text:
        return Text(
            f"{board.word('seat', self.seat).en}'s hand",
            f"la main de {board.word('seat', self.seat).fr}",
        )

    def apply(self, board: Table) -> Table:
        side = replace(board.sides[self.seat], hand=self.cards)
        left = tuple(card for card in board.left if card not in self.cards)
        return replace(board, sides={**board.sides, self.seat: side}, left=left)


class BidMade(Fact, frozen=True):
    seat: str
    coins: int
    hidden: ClassVar[bool] = True
    says = Text("{seat} bids {coins:coin|coins}.", "{seat} mise {coins:pièce|pièces}.")

    def apply(self, board: Table) -> Table:
        points = {**board.points, self.seat: self.coins}
        return replace(board, bids={**board.bids, self.seat: self.coins}, points=points)


class Deal(Action, frozen=True):
    """Deal three cards to each."""


class Bid(Action, frozen=True):
    coins: Annotated[int, Meta(description="How many.", ge=0)]
    on: Annotated[str, Meta(description="The card.")]
    hidden: ClassVar[bool] = True


def deal(course: Course, seat: str, action: Deal) -> None:
    drawn = tuple(map(str, course.chance.draw("cards", Text("Cards", "Cartes"), CARDS, 6)))
    course.emit(Dealt("p1", drawn[:3]), Dealt("p2", drawn[3:]))


def judge(board: Table, seat: str, action: Bid) -> Verdict:
    if action.coins > board.sides[seat].coins or action.on not in board.sides[seat].hand:
        return illegal("no", "2", Text("You cannot bid that.", "Vous ne pouvez miser cela."))
    return LEGAL


def bids(board: Table, seat: str) -> Iterator[Bid]:
    return (
        Bid(coins, card)
        for card in board.sides[seat].hand
        for coins in range(board.sides[seat].coins + 5)
    )


MOVES = (
    Move(
        Deal,
        ("dealing",),
        lambda b, s, a: LEGAL,
        deal,
        lambda b, s: [Deal()],
        Text("deals", "donne"),
        Text("Deal", "Donner"),
        passing=True,
    ),
    Move(
        Bid,
        ("bidding",),
        judge,
        lambda course, seat, action: course.emit(BidMade(seat, action.coins)),
        bids,
        Text("bids {coins:coin|coins} on {on}", "mise {coins:pièce|pièces} sur {on}"),
        Text("Bid", "Miser"),
        hint=Text("Nobody sees it.", "Personne ne la voit."),
        asks={"coins": Text("how many", "combien")},
    ),
)
REFUSED = illegal("deal-first", "1", Text("Deal first.", "Donnez d'abord."))


class Bidding(Title[Setting, Table]):
    id = "bidding"
    about = About(
        Text("Bidding", "Enchères"),
        Text("test", "essai"),
        Text("none", "aucune"),
        (2,),
        (),
        ("most",),
    )
    board_type = Table
    phases = (
        Phase("dealing", Text("deals", "donne"), first=REFUSED),
        Phase("bidding", Text("bids", "mise")),
    )
    secret_types = (Bid,)

    def to_act(self, board: Table) -> tuple[str, ...]:
        if board.phase == "dealing":
            return (board.dealer,)
        return (
            tuple(seat for seat in board.setting.seats if seat not in board.bids)
            if board.phase == "bidding"
            else ()
        )

    def blank(self, setting: Setting) -> Table:
        return Table(setting, dict.fromkeys(setting.seats, Side()), {})

    def is_revealed(self, board: Table, owner: str, item: Any) -> bool:
        return board.phase == OVER and isinstance(item, Bid | BidMade)


RULES = Bidding()
