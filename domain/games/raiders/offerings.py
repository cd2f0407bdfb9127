"""The chieftain's offerings: three tiles face up, the rest in a stack whose order nobody knows.

A tile of the stack is drawn when it is shown. Tiles that a card moved below the stack are known, and so is their order: they
come up, first in first out, once the rest is gone.
"""

from __future__ import annotations

from domain.games.raiders import facts as f
from domain.games.raiders.board import RaidersBoard
from domain.games.raiders.field import AUTOMA
from domain.games.raiders.printed import Goods
from domain.games.raiders.trade import cannot_pay, settle
from domain.games.raiders.wording import STANDARD, names
from domain.rules.chance import Chance
from domain.rules.ruleset import Fact, Resolution, Verdict, illegal
from domain.rules.text import Text


def price(board: RaidersBoard, offering: str, less: Goods) -> Goods:
    """What a tile costs, less a discount in goods."""
    cost = board.setting.values.offerings[offering].cost
    return Goods(**{name: n - getattr(less, name) for name, n in cost.parts()})


def offering_refused(board: RaidersBoard, offering: str, less: Goods) -> Verdict | None:
    """Why the player cannot make an offering, if so."""
    if offering not in board.face_up:
        shown = names(board.setting, board.face_up)
        return illegal(
            "offering-not-shown",
            STANDARD,
            f"{offering or 'That tile'} is not face up; face up are: {shown.en}.",
            f"{offering or 'Cette tuile'} n'est pas visible ; sont visibles : {shown.fr}.",
        )
    return cannot_pay(board, price(board, offering, less))


def make_offering(course: Resolution[RaidersBoard, Fact], seat: str, offering: str, less: Goods, chance: Chance) -> None:
    """Pay for a tile and take it; the gap is filled at once."""
    settle(course, price(course.board, offering, less), Goods())
    take_offering(course, seat, offering, chance)


def take_offering(course: Resolution[RaidersBoard, Fact], seat: str, offering: str, chance: Chance) -> None:
    """A face-up tile goes to a seat and the next one is shown in its slot."""
    slot = course.board.face_up.index(offering)
    course.tell(f.OfferingTaken(seat, offering))
    show_next(course, slot, chance)


def show_next(course: Resolution[RaidersBoard, Fact], slot: int, chance: Chance) -> None:
    """The top tile of the stack is shown in a slot, if there is one."""
    board = course.board
    if board.tiles_left:
        course.tell(f.OfferingRevealed(top(board, chance), slot))


def top(board: RaidersBoard, chance: Chance) -> str:
    """The tile on top of the stack: drawn, unless only one can be there."""
    if len(board.stack) == board.automa.face_down:
        return board.sunk[0]
    if len(board.stack) > 1:
        label = Text("the next offering tile", "la prochaine tuile Offrande")
        return str(chance.draw("offering", label, board.stack)[0])
    return board.stack[0]


def renew(course: Resolution[RaidersBoard, Fact], chance: Chance) -> None:
    """All face-up tiles go below the stack, and as many are shown anew."""
    shown = len(course.board.face_up)
    course.tell(f.OfferingsSunk())
    for slot in range(shown):
        show_next(course, slot, chance)


def uncover(course: Resolution[RaidersBoard, Fact], chance: Chance) -> None:
    """Once the game is over, the tiles that lie face down before the opponent are turned up: which they are is drawn only now."""
    board = course.board
    count = board.automa.face_down
    if board.stage != "over" or not count:
        return
    tiles: tuple[str, ...] = board.stack
    if count < len(board.stack):
        label = Text("the opponent's face-down offering tiles", "les tuiles Offrande face cachée de l'adversaire")
        tiles = tuple(map(str, chance.draw("offering", label, board.stack, count)))
    course.tell(*(f.OfferingUncovered(AUTOMA, tile) for tile in tiles))
