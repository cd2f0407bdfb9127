"""Small changes of a board that facts are made of."""

from typing import Any

from msgspec.structs import replace

from domain.titles.fief.board import Board, SideName, Troops


def with_family(board: Board, family: str, **changes: Any) -> Board:
    return replace(
        board, families={**board.families, family: replace(board.families[family], **changes)}
    )


def with_place(board: Board, place: str, **changes: Any) -> Board:
    return replace(board, places={**board.places, place: replace(board.place(place), **changes)})


def with_lord(board: Board, lord: str, **changes: Any) -> Board:
    return replace(board, lords={**board.lords, lord: replace(board.lords[lord], **changes)})


def with_troops(board: Board, family: str, place: str, troops: Troops) -> Board:
    there = {seat: t for seat, t in board.place(place).troops.items() if seat != family}
    if troops.total:
        there[family] = troops
    return with_place(board, place, troops=there)


def felled(board: Board) -> Board:
    if board.battle is None or board.battle.felled:
        return board
    return replace(board, battle=replace(board.battle, felled=True))


def with_battle(board: Board, **changes: Any) -> Board:
    return (
        board if board.battle is None else replace(board, battle=replace(board.battle, **changes))
    )


def with_side(board: Board, side: SideName, **changes: Any) -> Board:
    """The board with one side of its battle changed; without a battle nothing changes."""
    if (battle := board.battle) is None:
        return board
    if side == "attack":
        return replace(board, battle=replace(battle, attack=replace(battle.attack, **changes)))
    return replace(board, battle=replace(battle, defence=replace(battle.defence, **changes)))
