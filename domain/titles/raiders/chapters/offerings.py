"""The chieftain's offerings: some tiles face up, the others in a stack whose order nobody knows.

Chance draws a tile of the stack when it is shown. If a card moved tiles below the stack, these
tiles and their order are known: they come up in the order in which they went down, once the rest of
the stack is gone."""

from collections.abc import Iterator

from domain.titles.contract.chance import Chance
from domain.titles.kit import LEGAL, Course, Move, Refusals, Text, Verdict
from domain.titles.raiders.actions import MakeOffering
from domain.titles.raiders.board import AUTOMA, PLAYER, Board
from domain.titles.raiders.chapters.trade import emit_exchange, refuse_unpayable
from domain.titles.raiders.facts import (
    BuildingUsed,
    OfferingRevealed,
    OfferingsSunk,
    OfferingTaken,
    OfferingUncovered,
)
from domain.titles.raiders.turn import STANDARD
from domain.titles.raiders.values import Goods

NO = Refusals(STANDARD, """
no-offerings-here | | wrong-building = The {building} is not the place to make an offering.
offering-not-shown = {tile} is not face up; face up are: {shown}.
""")  # fmt: skip


def judge_offering(board: Board, seat: str, action: MakeOffering) -> Verdict:
    if not board.setting.values.buildings[board.using].offers:
        return NO("no-offerings-here", building=board.setting.label(board.using))
    return refuse_offering(board, action.offering, Goods()) or LEGAL


def make_offering_at_building(course: Course, seat: str, action: MakeOffering) -> None:
    """Emit the facts of making an offering at a building, which is then used."""
    make_offering(course, action.offering, Goods())
    course.emit(BuildingUsed(course.board.using))


def offer_tiles(board: Board, seat: str) -> Iterator[MakeOffering]:
    if board.setting.values.buildings[board.using].offers:
        yield from map(MakeOffering, board.face_up)


def offering_price(board: Board, offering: str, less: Goods) -> Goods:
    """What a tile costs, reduced by `less`."""
    cost = board.setting.values.offerings[offering].cost
    return Goods(**{name: n - getattr(less, name) for name, n in cost.parts()})


def refuse_offering(board: Board, offering: str, less: Goods) -> Verdict | None:
    """The refusal of a tile that is not face up or cannot be paid; None if it can be taken."""
    if offering not in board.face_up:
        return NO(
            "offering-not-shown",
            tile=offering or Text("That tile"),
            shown=board.setting.labels(board.face_up),
        )
    return refuse_unpayable(board, offering_price(board, offering, less))


def make_offering(course: Course, offering: str, less: Goods) -> None:
    """Emit that the player pays for a tile and takes it."""
    emit_exchange(course, offering_price(course.board, offering, less), Goods())
    take_offering(course, PLAYER, offering)


def take_offering(course: Course, seat: str, offering: str) -> None:
    """Emit that a seat takes a face-up tile, and that another is shown in its slot."""
    slot = course.board.face_up.index(offering)
    course.emit(OfferingTaken(seat, offering))
    show_next_tile(course, slot)


def show_next_tile(course: Course, slot: int) -> None:
    """Emit that the next tile of the stack is shown in a slot; nothing if none is left."""
    if course.board.tiles_left:
        course.emit(OfferingRevealed(draw_top_tile(course.board, course.chance), slot))


def draw_top_tile(board: Board, chance: Chance) -> str:
    """The tile on top of the stack. Chance draws it, unless it is certain which tile it is."""
    if len(board.stack) == board.automa.face_down:
        return board.sunk[0]
    if len(board.stack) > 1:
        return str(chance.draw("offering", Text("the next offering tile"), board.stack)[0])
    return board.stack[0]


def renew_offerings(course: Course) -> None:
    """Emit that the face-up tiles go below the stack and as many others are shown."""
    shown = len(course.board.face_up)
    course.emit(OfferingsSunk())
    for slot in range(shown):
        show_next_tile(course, slot)


def uncover_face_down(course: Course) -> None:
    """Once the game is over, emit which tiles were face down before the opponent, drawn by
    chance."""
    board = course.board
    count = board.automa.face_down
    if board.stage != "over" or not count:
        return
    results: tuple[str, ...] = board.stack
    if count < len(board.stack):
        results = tuple(
            map(
                str,
                course.chance.draw(
                    "offering", Text("the opponent's face-down offering tiles"), board.stack, count
                ),
            )
        )
    course.emit(*(OfferingUncovered(AUTOMA, tile) for tile in results))


def _button(board: Board, action: MakeOffering) -> Text:
    tile = board.setting.values.offerings[action.offering]
    return Text("Offer {cost} for {points} VP", cost=tile.cost.in_words, points=tile.points)


LABEL = Text("makes offering {offering}")
NAME = Text("Make an offering")
MOVES = (
    Move(
        MakeOffering,
        ("use",),
        judge_offering,
        make_offering_at_building,
        offer_tiles,
        LABEL,
        NAME,
        button=_button,
    ),
)
