"""A title for tests with something to hide: two seats are dealt a card each and bid in secret; the
higher bid wins."""

import json
from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from domain.kernel.text import Lang, Text, same
from domain.titles.contract import ruleset
from domain.titles.contract.catalogs.catalog import Catalog
from domain.titles.contract.chance import Chance
from domain.titles.contract.ruleset import (
    ARBITER,
    LEGAL,
    About,
    Choice,
    Field,
    Legal,
    Outcome,
    Ruleset,
    ScoreLine,
    SeatSpec,
    Template,
    Verdict,
)
from domain.titles.drawing.svg import NOTHING, Changed, svg, text

SEATS = (
    SeatSpec("a", "player", Text("Ann", "Anne")),
    SeatSpec("b", "player", Text("Bob", "Robert")),
)


class Values(Struct, frozen=True):
    """The printed values of the title."""

    cards: tuple[str, ...]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The title has no options."""


class Bid(ruleset.Action, frozen=True):
    """Bid in secret."""

    amount: Annotated[int, Meta(description="How much.", ge=0, le=9)]


class CardDealt(ruleset.Fact, frozen=True):
    """A seat got a card that only it may see."""

    seat: str
    card: str


class BidPlaced(ruleset.Fact, frozen=True):
    """A seat bid."""

    seat: str
    amount: int


class BidsShown(ruleset.Fact, frozen=True):
    """Both bids are shown to everybody."""


class Board(ruleset.Board, frozen=True):
    """The cards and the bids by seat. `shown`: whether the bids are public."""

    setting: ruleset.Setting
    cards: dict[str, str]
    bids: dict[str, int]
    shown: bool = False


AnyFact = CardDealt | BidPlaced | BidsShown
CATALOG = json.dumps(
    {
        "game": "sealed-bids",
        "edition": "test",
        "provenance": {"": "text"},
        "values": {"cards": ["ace", "king"]},
    }
)


class SealedBids(Ruleset[ruleset.Setting, Board, Bid, AnyFact]):
    """The title: two seats bid in secret, and the higher bid wins."""

    id = "sealed-bids"
    about = About(same("Sealed bids"), same("test"), same("none"), (2,), (), ("higher-bid", "tie"))
    setting_type = ruleset.Setting
    board_type = Board
    values_type = Values
    options_type = Options
    action_types = (Bid,)
    fact_types = (CardDealt, BidPlaced, BidsShown)
    secret_types = (Bid,)

    def catalogs(self) -> Mapping[str, Catalog]:
        return {"default": Catalog(CATALOG.encode())}

    def seats(self, players: int | None, options: Any) -> tuple[SeatSpec, ...]:
        return SEATS

    def blank(self, setting: ruleset.Setting) -> Board:
        return Board(setting, {}, {})

    def setup(self, board: Board, chance: Chance) -> tuple[AnyFact, ...]:
        first, second = chance.draw(
            "deal", Text("a card each", "une carte chacun"), board.setting.values.cards, 2
        )
        return CardDealt("a", str(first)), CardDealt("b", str(second))

    def to_act(self, board: Board) -> tuple[str, ...]:
        return tuple(s for s in ("a", "b") if s not in board.bids)

    def judge(self, board: Board, seat: str, action: Bid) -> Verdict:
        if seat in board.bids or seat not in ("a", "b"):
            return ruleset.illegal(
                "bid-once", "1", Text("You bid already.", "Vous avez déjà misé.")
            )
        return LEGAL

    def decide(self, board: Board, seat: str, action: Bid, chance: Chance) -> tuple[AnyFact, ...]:
        placed = BidPlaced(seat, action.amount)
        return (placed, BidsShown()) if board.bids else (placed,)

    def evolve(self, board: Board, fact: AnyFact) -> Board:
        if isinstance(fact, CardDealt):
            return replace(board, cards={**board.cards, fact.seat: fact.card})
        if isinstance(fact, BidPlaced):
            return replace(board, bids={**board.bids, fact.seat: fact.amount})
        return replace(board, shown=True)

    def slot(self, board: Board) -> ruleset.Slot | None:
        due = self.to_act(board)
        return ruleset.Slot("bid", due) if due else None

    def legal(self, board: Board, seat: str) -> Legal:
        if seat not in self.to_act(board):
            return Legal()
        amount = Field(Text("how much", "combien"), least=0, most=9)
        return Legal(
            (Choice(Bid(0), Text("passes", "passe")),),
            (Template("bid", Text("bids", "mise"), {"amount": amount}, Bid(5)),),
        )

    def view(self, board: Board, audience: str) -> dict[str, Any]:
        def seen(by_seat: dict[str, Any]) -> dict[str, Any]:
            return {s: v for s, v in by_seat.items() if board.shown or audience in (s, ARBITER)}

        return {
            "cards": seen(board.cards),
            "bids": seen(board.bids),
            "bidders": sorted(board.bids),
            "shown": board.shown,
        }

    def visible(self, board: Board, audience: str, seat: str, item: Bid | AnyFact) -> bool:
        owner = seat if isinstance(item, Bid) else getattr(item, "seat", "")
        return board.shown or audience in (owner, ARBITER) or isinstance(item, BidsShown)

    def score(self, board: Board) -> tuple[ScoreLine, ...]:
        return tuple(ScoreLine(s, board.bids[s] if board.shown else 0) for s in ("a", "b"))

    def outcome(self, board: Board) -> Outcome | None:
        if not board.shown:
            return None
        best = max(board.bids.values())
        winners = tuple(s for s, n in board.bids.items() if n == best)
        return Outcome(
            "higher-bid" if len(winners) == 1 else "tie",
            winners,
            Text("It is over.", "C'est fini."),
        )

    def census(self, board: Board) -> Mapping[str, int]:
        return {"cards": len(board.cards)}

    def picture(
        self, setting: ruleset.Setting, view: dict[str, Any], lang: Lang, changed: Changed = NOTHING
    ) -> str:
        words = text("mono f-ink", 10, 20, view)
        return svg(self.about.title.to(lang), "the view as it is", 360, 40, words, lang=lang)

    def say_action(self, board: Board, seat: str, action: Bid) -> Text:
        return Text(f"bids {action.amount}", f"mise {action.amount}")

    def say_fact(self, board: Board, fact: AnyFact) -> Text:
        if isinstance(fact, CardDealt):
            return Text(f"{fact.seat} gets the {fact.card}.", f"{fact.seat} reçoit {fact.card}.")
        if isinstance(fact, BidPlaced):
            return Text(f"{fact.seat} has bid {fact.amount}.", f"{fact.seat} a misé {fact.amount}.")
        return Text("The bids are shown.", "Les mises sont montrées.")


RULES = SealedBids()
