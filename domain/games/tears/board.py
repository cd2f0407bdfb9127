"""The board: two armies on nine spaces each, three wedges, the round marker, and what waits for an answer.

A space is a number 0 to 8: line by line from the front (line 1), wedge by wedge in each line.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct, field

from domain.games.tears.cards import Card, Faction
from domain.games.tears.options import TearsSetting
from domain.rules.ruleset import Board

Seat = Literal["player", "enemy"]
SEATS: tuple[Seat, ...] = ("player", "enemy")
Phase = Literal["setup", "preparation", "deployment", "wedges", "objectives"]
QuestionKind = Literal[
    "leader", "keep", "might", "results", "shooter", "shot", "ranged-wedge", "host", "replaced", "event-action", "target",
    "leader-wedge", "leader-space", "draw",
]  # fmt: skip


class InPlay(Struct, frozen=True, gc=False, omit_defaults=True):
    """A card in play, with its attachments."""

    card: str
    exhausted: bool = False
    damage: int = 0
    attached: tuple[str, ...] = ()


class Army(Struct, frozen=True, gc=False, omit_defaults=True):
    """One side's cards. `deck` holds the cards not seen yet, in no order that counts: each is drawn when it is revealed.
    `turned` is the Enemy's discard pile turned over into a new deck, top first; `entered` says that the deck lies on the
    real table and its cards are entered as they come."""

    faction: Faction
    spaces: tuple[InPlay | None, ...] = (None,) * 9
    reserve: tuple[InPlay, ...] = ()
    deck: tuple[str, ...] = ()
    turned: tuple[str, ...] = ()
    entered: bool = False
    hand: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    objective: int = 0
    objective_damage: int = 0


class Wedge(Struct, frozen=True, gc=False, omit_defaults=True):
    """The damage tokens that each side has placed on a wedge, and who took it."""

    by_player: int = 0
    by_enemy: int = 0
    taken: str = ""


class WedgeMight(Struct, frozen=True, gc=False):
    """Both sides' might in one wedge, as the table adds it up."""

    wedge: int
    enemy: int
    player: int


class EnemyTurn(Struct, frozen=True, gc=False, omit_defaults=True):
    """The Enemy's turn under way. `revealed` is the card drawn and not yet dealt with, `done` that this turn's card has been,
    `reduced` that a discount of `discount` waits for the next card."""

    passing: bool = False
    begun: bool = False
    revealed: str = ""
    discount: int = 0
    reduced: bool = False
    done: bool = False
    might: tuple[WedgeMight, ...] | None = None


class Question(Struct, frozen=True, gc=False, omit_defaults=True):
    """What the player has to answer before play goes on: about which card, and what he may choose from."""

    kind: QuestionKind
    about: str = ""
    options: tuple[str, ...] = ()
    place: int = 0
    """Of an ability's question: where the ability stands on the card, -1 for its Solo: text."""


class TearsBoard(Board, frozen=True):
    """A position of 1066 solo. `marker` counts the rows of the resource table that the marker has covered; `left` is what the
    table has still to declare in this phase: wedges, or sides at their objective."""

    setting: TearsSetting
    player: Army
    enemy: Army
    wedges: tuple[Wedge, ...] = (Wedge(), Wedge(), Wedge())
    round: int = 0
    marker: int = 0
    phase: Phase = "setup"
    left: tuple[str, ...] = ()
    question: Question | None = None
    turn: EnemyTurn | None = None
    entered: dict[str, Card] = field(default_factory=dict)
    ending: str = ""


def space_at(wedge: int, line: int) -> int:
    """The space in a wedge and line, both counted from 1."""
    return (line - 1) * 3 + wedge - 1


def wedge_of(space: int) -> int:
    """The wedge of a space, 1 to 3."""
    return space % 3 + 1


def line_of(space: int) -> int:
    """The line of a space, 1 (front) to 3."""
    return space // 3 + 1


def army(board: TearsBoard, seat: str) -> Army:
    """A seat's army."""
    return board.player if seat == "player" else board.enemy


def card(board: TearsBoard, id: str) -> Card:
    """What is printed on a card, from the catalog or as it was entered."""
    return board.entered.get(id) or board.setting.cards[id]


def known(board: TearsBoard, id: str) -> bool:
    """Whether the catalog has a card of this id, or one was entered."""
    return id in board.entered or id in board.setting.cards


def fielded(side: Army) -> Iterator[tuple[int, InPlay]]:
    """The occupied spaces of a battlefield."""
    return ((at, stands) for at, stands in enumerate(side.spaces) if stands is not None)


def where(side: Army, id: str) -> int | None:
    """The space of a card on this battlefield."""
    return next((at for at, stands in fielded(side) if stands.card == id), None)


def in_play(side: Army, id: str) -> InPlay | None:
    """A card on this battlefield or in this reserve."""
    return next((stands for stands in (*side.spaces, *side.reserve) if stands and stands.card == id), None)


def is_attached(side: Army, id: str) -> bool:
    """Whether a card lies under another one on this side."""
    return any(id in stands.attached for _, stands in fielded(side))


def owner(board: TearsBoard, id: str) -> Seat | None:
    """The side that has a card in play: on its battlefield, in its reserve, or under another card."""
    return next((seat for seat in SEATS if in_play(army(board, seat), id) or is_attached(army(board, seat), id)), None)


def leader_space(board: TearsBoard, seat: str) -> int | None:
    """Where a side's leader stands."""
    side = army(board, seat)
    return where(side, board.setting.values.factions[side.faction].leader.id)


def is_leader(board: TearsBoard, id: str) -> bool:
    """Whether a card is one of the two leaders."""
    return card(board, id).kind == "leader"


def existing(board: TearsBoard) -> tuple[int, ...]:
    """The wedges that have not been taken."""
    return tuple(n for n, wedge in enumerate(board.wedges, start=1) if not wedge.taken)


def free_spaces(board: TearsBoard, seat: str) -> tuple[int, ...]:
    """The empty spaces in existing wedges, in the order of placement."""
    spaces, wedges = army(board, seat).spaces, board.wedges
    return tuple(at for at in board.setting.placement if spaces[at] is None and not wedges[at % 3].taken)


def resource_of(board: TearsBoard, stands: InPlay) -> int:
    """The resources that a card in play shows, attachments included."""
    return card(board, stands.card).resource + sum(card(board, a).resource for a in stands.attached)


def table_row(board: TearsBoard) -> int | None:
    """The number on the resource table below the marker; none where no card is drawn."""
    rows = board.setting.rows
    if board.marker < len(rows):
        return rows[board.marker]
    return rows[-1] if board.setting.options.after_last_row == "repeat" else None


def card_resources(board: TearsBoard) -> int:
    """The resources on the Enemy's cards in play."""
    return sum(resource_of(board, stands) for stands in (*board.enemy.spaces, *board.enemy.reserve) if stands)


def at_hastings(board: TearsBoard, seat: str) -> bool:
    """Whether a side has come to its last objective."""
    side = army(board, seat)
    return side.objective == len(board.setting.values.factions[side.faction].objectives) - 1


def hastings_exception(board: TearsBoard, passing: bool) -> bool:
    """Whether an exception for the Battle of Hastings holds: the one for the Enemy's turns (A-TM-13), or the one for its attacks
    once the player has passed (A-TM-12)."""
    options = board.setting.options
    asked = options.hastings if not passing or options.hastings_passed == "same" else options.hastings_passed
    return at_hastings(board, "enemy") and (asked == "enemy" or at_hastings(board, "player"))


def to_act(board: TearsBoard) -> tuple[str, ...]:
    """Who acts: the player answers questions and declares results; the Enemy takes the turn handed over to it."""
    if board.ending:
        return ()
    if board.question is None and board.turn is not None:
        return ("enemy",)
    return ("player",)
