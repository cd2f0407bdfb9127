"""T 4.1: the sealed auction for all mercenaries of the pool, in at most two rounds.

Bids are secret until all families have bid; then one fact reveals them. The highest bidder pays and
takes all; the others keep their money. If several families share the highest bid, they bid again,
no less than before. If it is shared again, or if nobody bids anything, the mercenaries stay in the
pool."""

from collections.abc import Iterator

from domain.titles.contract.types import Field, Slot, Template
from domain.titles.fief import actions as a, facts as f
from domain.titles.fief.board import BANK, TURN, Auction, Board
from domain.titles.fief.turn import begin_phase_after
from domain.titles.fief.words import ecus
from domain.titles.kit import LEGAL, Course, Move, Refusals, Text, Verdict, entry

NO = Refusals("T 4.1", """
no-auction = There is no auction now.
other-round = This is round {round} of turn {turn}'s auction.
no-bid-due = You have no bid to make now.
purse = Your purse holds {have}.
too-low = You must bid {least} or more.
""")  # fmt: skip


def judge_bid(board: Board, seat: str, action: a.Bid) -> Verdict:
    """The verdict on a bid: in this round, by a family that has yet to bid, within its purse, and
    not below its bid of the round before. No refusal reveals other bids."""
    if (auction := board.auction) is None:
        return NO("no-auction")
    if (action.turn, action.round) != (board.turn, auction.round):
        return NO("other-round", round=auction.round, turn=board.turn)
    if seat not in board.waiting:
        return NO("no-bid-due")
    purse, least = board.families[seat].purse, least_bid(board, auction, seat)
    if action.amount > purse:
        return NO("purse", have=ecus(purse))
    return NO("too-low", least=ecus(least)) if action.amount < least else LEGAL


def bid_slot(board: Board) -> Slot | None:
    if board.auction is None or not board.waiting:
        return None
    return Slot(f"bid {board.turn}.{board.auction.round}", board.waiting)


def are_bids_revealed(board: Board, turn: int, round: int) -> bool:
    if turn != board.turn:
        return turn < board.turn
    if board.auction is not None:
        return round < board.auction.round
    return board.phase in TURN and TURN.index(board.phase) > TURN.index("auction")


def least_bid(board: Board, auction: Auction, seat: str) -> int:
    """The least bid that a family may make. In a run-off it is the family's bid of the round
    before."""
    return max(board.setting.values.auction.least, auction.revealed.get(seat, 0))


def bid(course: Course, seat: str, action: a.Bid) -> None:
    course.emit(f.BidSealed(seat, action.turn, action.round, action.amount))
    if not course.board.waiting:
        _reveal_bids(course)


def _reveal_bids(course: Course) -> None:
    board: Board = course.board
    auction = board.auction
    assert auction is not None
    bids = {seat: auction.bids[seat] for seat in board.setting.seats if seat in auction.bids}
    course.emit(f.BidsRevealed(board.turn, auction.round, bids))
    highest = max(bids.values())
    winners = tuple(seat for seat, amount in bids.items() if amount == highest)
    if len(winners) == 1:
        if highest:
            course.emit(f.MoneyPaid(winners[0], BANK, highest))
        course.emit(f.MercenariesHired(winners[0], board.pool))
    elif auction.round < board.setting.values.auction.rounds and (
        highest or board.setting.options.second_round_at_zero
    ):
        course.emit(f.RunOffBegan(auction.round + 1, winners))
        return
    else:
        course.emit(f.MercenariesNotHired(board.pool))
    begin_phase_after(course, "auction")


def offer_least_bid(board: Board, seat: str) -> Iterator[a.Bid]:
    """The least bid that a family can make, as an action; nothing outside an auction."""
    if board.auction is not None:
        yield a.Bid(least_bid(board, board.auction, seat), board.turn, board.auction.round)


def _form(board: Board, seat: str) -> Iterator[Template]:
    for least in offer_least_bid(board, seat):
        amount = Field(ECUS, (), least.amount, board.families[seat].purse)
        yield entry(
            FORM,
            least,
            amount=amount,
            turn=Field(TURN_OF, (board.turn,)),
            round=Field(ROUND, (least.round,)),
        )


ECUS, TURN_OF, ROUND = Text("écus"), Text("turn"), Text.pgettext("fief", "round")
FORM = Text("Sealed bid")
MOVES = (
    Move(
        a.Bid, ("auction",), judge_bid, bid, offer_least_bid, Text("puts a sealed bid in the closed "
            "hand"), Text("Bid"),
        hint=Text("Nobody sees it before all bids are opened."), forms=_form,
    ),
)  # fmt: skip
