"""The count ("Décompte"): points, the rank that they earn, and the five ways in which a game ends."""

from __future__ import annotations

from typing import Any

from domain.games.tears.board import VICTORIES, Board
from domain.games.tears.facts.rounds import ENDED
from domain.games.tears.values import Rank, Values
from domain.kit import Outcome, ScoreLine, Text
from domain.rules.text import texts

PARTS = texts("""
damage | damage tokens on wedges
win | victory
leader | Enemy leader killed
three | option: three cards a round
""")


def score_line(board: Board) -> ScoreLine:
    """The player's points, won or lost, and what they are made of."""
    worth = board.setting.values.points
    parts = [(PARTS["damage"], worth.damage * sum(w.by_player for w in board.wedges))]
    if board.ending in VICTORIES:
        parts.append((PARTS["win"], worth.win))
    if enemy_leader_killed(board):
        parts.append((PARTS["leader"], worth.leader_killed))
    if board.setting.options.three_cards:
        parts.append((PARTS["three"], worth.three_cards))
    return ScoreLine("player", sum(points for _, points in parts), tuple(parts))


def enemy_leader_killed(board: Board) -> bool:
    """Whether the Enemy's leader was killed, be it in the combat that ended the game otherwise."""
    return board.ending == "enemy-leader-killed" or (bool(board.ending) and board.leader("enemy") in board.enemy.discard)


def rank(values: Values, points: int, shared: str) -> Rank:
    """The rank of a number of points. Where the printed table names two for it, `shared` takes the `lower` or the `higher`
    (A-TM-1); below the first row it is the first rank."""
    fits = [r for r in values.ranks if r.least <= points and (r.most is None or points <= r.most)]
    if not fits:
        return values.ranks[0]
    return fits[0] if shared == "lower" else fits[-1]


def rank_now(board: Board) -> Rank:
    """The rank of the points so far."""
    return rank(board.setting.values, score_line(board).points, board.setting.options.shared_points)


def outcome(board: Board) -> Outcome | None:
    """Who won and why, with the points and the rank; none while the game goes on."""
    if not board.ending:
        return None
    text = Text(
        "{why} {points} points: {rank}.", why=ENDED(board.ending), points=score_line(board).points, rank=rank_now(board).name
    )
    return Outcome(board.ending, ("player",) if board.ending in VICTORIES else ("enemy",), text)


def sheet(board: Board) -> dict[str, Any]:
    """What stands beside the points on a campaign's sheet: the rank that they earn, and what the game was played with."""
    options, name = board.setting.options, rank_now(board).name
    return {
        "rank": {"en": name.en, "fr": name.fr},
        "difficulty": options.difficulty,
        "faction": options.faction,
        "draw_variant": options.draw_variant,
        "three_cards": options.three_cards,
        "rounds": board.round,
        "wedges": [wedge.taken or None for wedge in board.wedges],
    }
