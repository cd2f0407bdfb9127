"""The count ("Décompte"): points, the rank that they earn, and the five ways in which a game ends."""

from __future__ import annotations

from typing import Any

from domain.games.tears.board import TearsBoard
from domain.games.tears.cards import Rank, Values
from domain.rules.ruleset import Outcome, ScoreLine
from domain.rules.text import Text

VICTORIES = ("two-wedges", "enemy-leader-killed")

ENDINGS: dict[str, Text] = {
    "two-wedges": Text("The player takes a second wedge and wins.", "Le joueur prend une deuxième Aile et gagne."),
    "enemy-leader-killed": Text("The Enemy's leader is killed: the player wins.", "Le Chef Ennemi est tué : le joueur gagne."),
    "enemy-two-wedges": Text("The Enemy takes a second wedge and wins.", "L'Ennemi prend une deuxième Aile et gagne."),
    "leader-killed": Text("The player's leader is killed: the Enemy wins.", "Le Chef du joueur est tué : l'Ennemi gagne."),
    "deck-out": Text(
        "The player has no card left in his deck at the start of a round: the Enemy wins.",
        "Le joueur n'a plus de carte dans son paquet au début d'un round : l'Ennemi gagne.",
    ),
}

_DAMAGE = Text("damage tokens on wedges", "pions de dégât sur les Ailes")
_WIN = Text("victory", "victoire")
_LEADER = Text("Enemy leader killed", "Chef Ennemi tué")
_THREE = Text("option: three cards a round", "option : trois cartes par round")


def score_line(board: TearsBoard) -> ScoreLine:
    """The player's points, won or lost, and what they are made of."""
    worth = board.setting.values.points
    parts = [(_DAMAGE, worth.damage * sum(w.by_player for w in board.wedges))]
    if board.ending in VICTORIES:
        parts.append((_WIN, worth.win))
    if enemy_leader_killed(board):
        parts.append((_LEADER, worth.leader_killed))
    if board.setting.options.three_cards:
        parts.append((_THREE, worth.three_cards))
    return ScoreLine("player", sum(points for _, points in parts), tuple(parts))


def enemy_leader_killed(board: TearsBoard) -> bool:
    """Whether the Enemy's leader was killed, be it in the combat that ended the game otherwise."""
    leader = board.setting.values.factions[board.enemy.faction].leader.id
    return board.ending == "enemy-leader-killed" or (bool(board.ending) and leader in board.enemy.discard)


def rank(values: Values, points: int, shared: str) -> Rank:
    """The rank of a number of points. Where the printed table names two for it, `shared` takes the `lower` or the `higher`
    (A-TM-1); below the first row it is the first rank."""
    fits = [r for r in values.ranks if r.least <= points and (r.most is None or points <= r.most)]
    if not fits:
        return values.ranks[0]
    return fits[0] if shared == "lower" else fits[-1]


def rank_now(board: TearsBoard) -> Rank:
    """The rank of the points so far."""
    return rank(board.setting.values, score_line(board).points, board.setting.options.shared_points)


def outcome(board: TearsBoard) -> Outcome | None:
    """Who won and why, with the points and the rank; none while the game goes on."""
    if not board.ending:
        return None
    points, name, why = score_line(board).points, rank_now(board).name, ENDINGS[board.ending]
    text = Text(f"{why.en} {points} points: {name.en}.", f"{why.fr} {points} points : {name.fr}.")
    return Outcome(board.ending, ("player",) if board.ending in VICTORIES else ("enemy",), text)


def sheet(board: TearsBoard) -> dict[str, Any]:
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
