"""Exchanges with the general supply, which is finite: what cannot be paid is refused, what is not there is not gained."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.raiders.board import RaidersBoard
from domain.games.raiders.facts import GoodsExchanged, TownsfolkDrawn
from domain.games.raiders.printed import Goods
from domain.games.raiders.wording import STANDARD, amount, goods
from domain.rules.ruleset import Fact, Resolution, Verdict, illegal


def cannot_pay(board: RaidersBoard, pay: Goods) -> Verdict | None:
    """Why the player cannot pay, if so."""
    short = tuple((name, n) for name, n in pay.parts() if getattr(board.player, name) < n)
    if not short:
        return None
    name, need = short[0]
    has = getattr(board.player, name)
    have = amount(has, name)
    return illegal(
        "cannot-pay",
        STANDARD,
        f"That costs {goods(pay).en}; you have {have.en}, {need - has} too few.",
        f"Cela coûte {goods(pay).fr} ; vous avez {have.fr}, il en manque {need - has}.",
    )


def available(board: RaidersBoard, gain: Goods) -> Goods:
    """As much of a gain as the supply holds and the armour track has room for."""
    return Goods(**{name: min(n, _room(board, name)) for name, n in gain.parts()})


def _room(board: RaidersBoard, name: str) -> int:
    if name == "armour":
        return board.setting.values.limits.armour - board.player.armour
    left: int = getattr(board.supply, name)
    return left


def deal_refused(board: RaidersBoard, pay: Goods, gain: Goods) -> Verdict | None:
    """Why an exchange cannot be made, if so: it cannot be paid, or nothing would come of it."""
    refused = cannot_pay(board, pay)
    if refused or not gain.parts() or available(board, gain).parts():
        return refused
    return not_available(board, gain)


def not_available(board: RaidersBoard, gain: Goods) -> Verdict | None:
    """Why the whole of a gain cannot be had, if so."""
    short = next((name for name, n in gain.parts() if _room(board, name) < n), "")
    if not short:
        return None
    left = amount(_room(board, short), short)
    if short == "armour":
        limit = board.setting.values.limits.armour
        return illegal(
            "armour-full",
            STANDARD,
            f"Your armour stands at {board.player.armour}; the track ends at {limit}.",
            f"Votre Armement est à {board.player.armour} ; la piste s'arrête à {limit}.",
        )
    return illegal(
        "supply-empty",
        STANDARD,
        f"The general supply cannot give {goods(gain).en}: what is left: {left.en}.",
        f"La Réserve Générale ne peut donner {goods(gain).fr} : il reste {left.fr}.",
    )


def settle(course: Resolution[RaidersBoard, Fact], pay: Goods, gain: Goods) -> None:
    """Make an exchange that was judged possible. Cards drawn are a fact of their own, because they are seen."""
    got = available(course.board, gain)
    pieces = replace(got, cards=0)
    if pay.parts() or pieces.parts():
        course.tell(GoodsExchanged(pay, pieces))
    if got.cards:
        course.tell(TownsfolkDrawn(got.cards))
