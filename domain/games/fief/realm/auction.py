"""T 4.1: the sealed auction for all mercenaries of the pool, in two rounds at most.

Bids lie in closed hands until all who bid have bid; only then does a fact show them. The highest takes all and pays; others
keep their money. If the highest bid is shared, those who made it bid again, no less than before; if it is shared again, or if
nobody bids anything, the mercenaries stay in the pool.
"""

from __future__ import annotations

from domain.games.fief import actions as a
from domain.games.fief import words
from domain.games.fief.board import BANK, Auction, Board
from domain.games.fief.chapter import Chapter, Rule, Story
from domain.games.fief.facts import realm as f
from domain.games.fief.facts import troops as t
from domain.games.fief.turn import after
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Slot, Verdict, illegal

RULE = "T 4.1"


def judge_bid(board: Board, seat: str, action: a.Bid) -> Verdict:
    """A family that has yet to bid in this very round, no more than its purse, no less than before. Says nothing of others."""
    auction = board.auction
    if auction is None:
        return illegal("no-auction", RULE, "There is no auction now.", "Il n'y a pas d'enchère en cours.")
    if (action.turn, action.round) != (board.turn, auction.round):
        return illegal(
            "other-round",
            RULE,
            f"This is round {auction.round} of turn {board.turn}'s auction.",
            f"C'est le tour d'enchère {auction.round} du tour {board.turn}.",
        )
    if seat not in board.waiting:
        return illegal("no-bid-due", RULE, "You have no bid to make now.", "Vous n'avez pas d'enchère à faire.")
    purse = board.families[seat].purse
    if action.amount > purse:
        have = words.ecus(purse)
        return illegal("purse", RULE, f"Your purse holds {have.en}.", f"Votre bourse contient {have.fr}.")
    least = least_bid(board, auction, seat)
    if action.amount < least:
        floor = words.ecus(least)
        return illegal("too-low", RULE, f"You must bid {floor.en} or more.", f"Il faut miser au moins {floor.fr}.")
    return LEGAL


def slot(board: Board) -> Slot | None:
    """The bids of this very round, while some are still to be made."""
    if board.auction is None or not board.waiting:
        return None
    return Slot(f"bid {board.turn}.{board.auction.round}", board.waiting)


def least_bid(board: Board, auction: Auction, seat: str) -> int:
    """The least a family may bid: in a run-off its own bid of the round before."""
    return max(board.setting.values.auction.least, auction.revealed.get(seat, 0))


def bid(story: Story, seat: str, action: a.Bid, chance: Chance) -> None:
    """Seal the bid; the last one opens all hands."""
    story.tell(t.BidSealed(seat, action.turn, action.round, action.amount))
    if not story.board.waiting:
        _reveal(story)


def _reveal(story: Story) -> None:
    board = story.board
    auction = board.auction
    assert auction is not None
    bids = {seat: auction.bids[seat] for seat in board.setting.seats if seat in auction.bids}
    story.tell(t.BidsRevealed(board.turn, auction.round, bids))
    highest = max(bids.values())
    winners = tuple(seat for seat, amount in bids.items() if amount == highest)
    if len(winners) == 1:
        if highest:
            story.tell(f.MoneyPaid(winners[0], BANK, highest))
        story.tell(t.MercenariesHired(winners[0], board.pool))
    elif auction.round < board.setting.values.auction.rounds and (highest or board.setting.options.second_round_at_zero):
        story.tell(t.RunOffBegan(auction.round + 1, winners))
        return
    else:
        story.tell(t.MercenariesNotHired(board.pool))
    after(story, "auction")


CHAPTER: Chapter = {a.Bid: Rule(judge_bid, bid)}
