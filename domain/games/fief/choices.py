"""What a family has to choose from: lords, villages, titles, captives."""

from __future__ import annotations

from domain.games.fief.board import Board


def free_cards(board: Board) -> list[str]:
    """Lords who have not been in play."""
    return [id for id in board.setting.lords if id not in board.lords]


def held(board: Board, seat: str) -> list[str]:
    """Villages a family controls."""
    return [id for id, place in board.places.items() if place.holder == seat]


def living(board: Board, seat: str) -> list[str]:
    """A family's living lords, captives among them."""
    return [id for id, lord in board.lords.items() if lord.family == seat and not lord.dead]


def captives(board: Board, seat: str) -> list[str]:
    """Captives that a family holds."""
    return [id for id, lord in board.lords.items() if lord.captor == seat]


def captured(board: Board, seat: str) -> list[str]:
    """A family's lords who are captives."""
    return [id for id in living(board, seat) if board.lords[id].captor]


def garrisons(board: Board, seat: str) -> list[str]:
    """Places where a family has troops."""
    return [id for id, place in board.places.items() if seat in place.troops]


def free_titles(board: Board) -> list[str]:
    """Titles that nobody holds, crowns aside."""
    taken = {title for lord in board.lords.values() for title in lord.titles}
    return [id for id, card in board.setting.titles.items() if id not in taken and card.kind not in ("king", "queen")]


def led_places(board: Board, seat: str) -> list[str]:
    """Places where a family has a free lord."""
    return list(dict.fromkeys(board.lords[id].place for id in board.lords_of(seat)))


def others(board: Board, seat: str) -> list[str]:
    """The other families."""
    return [s for s in board.setting.seats if s != seat]


def villages(board: Board) -> list[str]:
    """All villages of the map."""
    return [v.id for v in board.setting.values.villages]


def free_villages(board: Board) -> list[str]:
    """Villages that nobody controls."""
    return [id for id in villages(board) if not board.place(id).holder]


def bishoprics(board: Board) -> list[int]:
    """The numbers of the bishoprics on the map."""
    return sorted({village.bishopric for village in board.setting.values.villages})
