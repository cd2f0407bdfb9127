"""Exchanges with the general supply, which is finite. A player who cannot pay is refused; what the
supply does not have is not gained."""

from domain.titles.kit import Course, Refusals, Verdict, replace
from domain.titles.raiders.board import Board
from domain.titles.raiders.facts import GoodsExchanged, TownsfolkDrawn
from domain.titles.raiders.turn import STANDARD
from domain.titles.raiders.values import Goods, amount

NO = Refusals(STANDARD, """
cannot-pay = That costs {cost}; you have {have}, {short} too few.
armour-full = Your armour stands at {armour}; the track ends at {limit}.
supply-empty = The general supply cannot give {gain}: what is left: {left}.
""")  # fmt: skip


def cannot_pay(board: Board, pay: Goods) -> Verdict | None:
    for name, need in pay.parts():
        has: int = getattr(board.player, name)
        if has < need:
            return NO("cannot-pay", cost=pay.in_words, have=amount(has, name), short=need - has)
    return None


def available(board: Board, gain: Goods) -> Goods:
    return Goods(**{name: min(n, _room(board, name)) for name, n in gain.parts()})


def _room(board: Board, name: str) -> int:
    if name == "armour":
        return board.setting.values.limits.armour - board.player.armour
    left: int = getattr(board.supply, name)
    return left


def deal_refused(board: Board, pay: Goods, gain: Goods) -> Verdict | None:
    """Why an exchange cannot be made, as a refusal: the player cannot pay, or the supply can give
    nothing of it. None if it can be made."""
    refused = cannot_pay(board, pay)
    if refused or not gain.parts() or available(board, gain).parts():
        return refused
    return not_available(board, gain)


def not_available(board: Board, gain: Goods) -> Verdict | None:
    short = next((name for name, n in gain.parts() if _room(board, name) < n), "")
    if not short:
        return None
    if short == "armour":
        return NO(
            "armour-full", armour=board.player.armour, limit=board.setting.values.limits.armour
        )
    return NO("supply-empty", gain=gain.in_words, left=amount(_room(board, short), short))


def emit_exchange(course: Course, pay: Goods, gain: Goods) -> None:
    """Emit the facts of a legal exchange: the player pays, and gains what the supply has. Drawn
    cards are a fact of their own, because the player has seen them."""
    got = available(course.board, gain)
    pieces = replace(got, cards=0)
    if pay.parts() or pieces.parts():
        course.emit(GoodsExchanged(pay, pieces))
    if got.cards:
        course.emit(TownsfolkDrawn(got.cards))
