"""Titles that keep secrets, each with a seat that is about to have one: how to reach that position,
what the seat may hide, and how it is revealed.

Two runs of a game differ only in the value of the secret."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from domain.kernel.text import Text
from domain.titles.contract import ruleset
from domain.titles.contract.catalogs.catalog import Catalog
from domain.titles.contract.chance import Chance
from domain.titles.contract.ruleset import LEGAL, ScoreLine, SeatSpec, Verdict
from domain.titles.fief.actions import DeclareBattle
from tests.api import bids
from tests.builders.api.disputes import Dispute


class SecretTitle(ABC):
    """A title with a secret. A game is opened with `opening`. `secrets` are two amounts that the
    seat may choose, `forbidden` two that the rules forbid. `all_else_open`: nothing else is hidden
    at that position."""

    ruleset: str
    opening: ClassVar[dict[str, Any]]
    secrets = (2, 5)
    forbidden: tuple[int, int]
    all_else_open = False

    @abstractmethod
    def play_up_to_secret(self, table: Dispute) -> str:
        """Play until a seat may hide something. Returns that seat."""

    @abstractmethod
    def action(self, table: Dispute, secret: int) -> dict[str, Any]:
        """The action in which a seat hides something."""

    @abstractmethod
    def fact(self, table: Dispute, seat: str, secret: int) -> dict[str, Any]:
        """The fact by which the arbiter declares that action."""

    @abstractmethod
    def path(self, seat: str) -> str:
        """The place of the secret on the board, as a JSON Pointer."""


class Fief(SecretTitle):
    ruleset = "fief-tactics"
    opening: ClassVar[dict[str, Any]] = {"players": 3}
    forbidden = (998, 999)
    all_else_open = True

    def play_up_to_secret(self, table: Dispute) -> str:
        game = table.played.until(
            lambda game: game.board.auction is not None and len(game.board.waiting) == 3
        )
        return str(game.to_act[0])

    def action(self, table: Dispute, secret: int) -> dict[str, Any]:
        board = table.now.board
        return {"type": "bid", "amount": secret, "turn": board.turn, "round": board.auction.round}

    def fact(self, table: Dispute, seat: str, secret: int) -> dict[str, Any]:
        return {**self.action(table, secret), "type": "bid-sealed", "family": seat}

    def path(self, seat: str) -> str:
        return f"/auction/bids/{seat}"


class Archers(Fief):
    """The secret is what archers do in a battle in which both sides choose. The arbiter has
    declared the positions of all troops."""

    FACTS = (
        {"type": "lord-entered", "lord": "othon", "family": "red", "place": "blaye"},
        {"type": "lord-entered", "lord": "thierry", "family": "blue", "place": "blaye"},
        {
            "type": "troops-raised",
            "family": "red",
            "place": "blaye",
            "troops": {"archer": 3, "sergeant": 2},
        },
        {
            "type": "troops-raised",
            "family": "blue",
            "place": "blaye",
            "troops": {"archer": 2, "sergeant": 4},
        },
        {"type": "control-taken", "place": "blaye", "family": "blue"},
        {"type": "turn-began", "turn": 1},
        {"type": "phase-began", "phase": "battles", "families": ["red", "blue", "green"]},
    )

    def play_up_to_secret(self, table: Dispute) -> str:
        table.rule({"type": "correct", "facts": list(self.FACTS)}, code="wrong-entry")
        table.played.act("red", DeclareBattle("blaye", ("blue",)))
        return str(table.now.to_act[0])

    def action(self, table: Dispute, secret: int) -> dict[str, Any]:
        battle = table.now.board.battles + (secret in self.forbidden)
        return {"type": "hold-fire" if secret == self.secrets[0] else "volley", "battle": battle}


SEATS = (*bids.SEATS, SeatSpec("c", "player", Text("Cleo", "Cléo")))


class LoudBids(bids.SealedBids):
    """A title for tests that hides as much as possible: three seats get a card each and bid in
    secret. The rules' refusal names the forbidden amount."""

    id = "loud-bids"

    def catalogs(self) -> Mapping[str, Catalog]:
        return {"default": Catalog(bids.CATALOG.replace("sealed-bids", self.id).encode())}

    def seats(self, players: int | None, options: Any) -> tuple[SeatSpec, ...]:
        return SEATS

    def setup(self, board: bids.Board, chance: Chance) -> tuple[bids.AnyFact, ...]:
        cards = chance.draw(
            "deal", Text("a card each", "une carte chacun"), ("ace", "king", "queen", "jack"), 3
        )
        return tuple(
            bids.CardDealt(seat.id, str(card)) for seat, card in zip(SEATS, cards, strict=True)
        )

    def to_act(self, board: bids.Board) -> tuple[str, ...]:
        return tuple(s.id for s in SEATS if s.id not in board.bids)

    def judge(self, board: bids.Board, seat: str, action: bids.Bid) -> Verdict:
        if action.amount > 7:
            had = board.bids.get(seat, 0)
            return ruleset.illegal(
                "too-high",
                "2",
                Text(f"{action.amount} after {had} is too high.", f"{action.amount}, c'est trop."),
            )
        return (
            LEGAL
            if seat in self.to_act(board)
            else ruleset.illegal("bid-once", "1", Text("You bid already.", "Vous avez déjà misé."))
        )

    def decide(
        self, board: bids.Board, seat: str, action: bids.Bid, chance: Chance
    ) -> tuple[bids.AnyFact, ...]:
        placed = bids.BidPlaced(seat, action.amount)
        return (placed, bids.BidsShown()) if len(board.bids) == 2 else (placed,)

    def score(self, board: bids.Board) -> tuple[ScoreLine, ...]:
        return tuple(ScoreLine(s.id, board.bids[s.id] if board.shown else 0) for s in SEATS)

    def hides(self, board: bids.Board) -> bool:
        return not board.shown


RULES = LoudBids()


class Loud(SecretTitle):
    ruleset = "loud-bids"
    opening: ClassVar[dict[str, Any]] = {"chance": "table", "values": [["ace", "king", "queen"]]}
    forbidden = (8, 9)

    def play_up_to_secret(self, table: Dispute) -> str:
        return "a"

    def action(self, table: Dispute, secret: int) -> dict[str, Any]:
        return {"type": "bid", "amount": secret}

    def fact(self, table: Dispute, seat: str, secret: int) -> dict[str, Any]:
        return {"type": "bid-placed", "seat": seat, "amount": secret}

    def path(self, seat: str) -> str:
        return f"/bids/{seat}"


TITLES: dict[str, SecretTitle] = {
    secret_title.ruleset: secret_title for secret_title in (Fief(), Loud())
}
"""Titles with secrets by their ids: every registered one must be here, and `loud-bids`, which tests
register."""
