"""Exchanges with the general supply, which is finite. A player who cannot pay is refused; what the
supply does not have is not gained."""

from domain.titles.kit import Course, Refusals, Verdict, replace
from domain.titles.raiders.board import Board
from domain.titles.raiders.facts import GoodsExchanged, TownsfolkDrawn
from domain.titles.raiders.turn import STANDARD
from domain.titles.raiders.values import Goods, amount_text

NO = Refusals(STANDARD, """
cannot-pay = That costs {cost}; you have {have}, {short} too few.
armour-full = Your armour stands at {armour}; the track ends at {limit}.
supply-empty = The general supply cannot give {gain}: what is left: {left}.
""")  # fmt: skip


def refuse_unpayable(board: Board, pay: Goods) -> Verdict | None:
    """The refusal of a price that the player cannot pay; None if he can."""
    for name, need in pay.parts():
        has: int = getattr(board.player, name)
        if has < need:
            return NO(
                "cannot-pay", cost=pay.in_words, have=amount_text(has, name), short=need - has
            )
    return None


def available_gain(board: Board, gain: Goods) -> Goods:
    """As much of a gain as the supply has and the armour track has room for."""
    return Goods(**{name: min(n, _most_gained(board, name)) for name, n in gain.parts()})


def _most_gained(board: Board, name: str) -> int:
    """How much of a thing the player can gain: what the supply has, or the room on the armour
    track."""
    if name == "armour":
        return board.setting.values.limits.armour - board.player.armour
    left: int = getattr(board.supply, name)
    return left


def refuse_deal(board: Board, pay: Goods, gain: Goods) -> Verdict | None:
    """The refusal of an exchange: the player cannot pay, or nothing of the gain is available. None
    if it can be made."""
    refused = refuse_unpayable(board, pay)
    if refused or not gain.parts() or available_gain(board, gain).parts():
        return refused
    return refuse_unavailable(board, gain)


def refuse_unavailable(board: Board, gain: Goods) -> Verdict | None:
    """The refusal of a gain that is not available in full; None if it is."""
    short = next((name for name, n in gain.parts() if _most_gained(board, name) < n), "")
    if not short:
        return None
    if short == "armour":
        return NO(
            "armour-full", armour=board.player.armour, limit=board.setting.values.limits.armour
        )
    return NO(
        "supply-empty", gain=gain.in_words, left=amount_text(_most_gained(board, short), short)
    )


def emit_exchange(course: Course, pay: Goods, gain: Goods) -> None:
    """Emit the facts of a legal exchange: the player pays, and gains what the supply has. Drawn
    cards are a fact of their own, because the player has seen them."""
    got = available_gain(course.board, gain)
    pieces = replace(got, cards=0)
    if pay.parts() or pieces.parts():
        course.emit(GoodsExchanged(pay, pieces))
    if got.cards:
        course.emit(TownsfolkDrawn(got.cards))
