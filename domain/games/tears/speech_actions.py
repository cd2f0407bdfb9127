"""Sentences for actions about to be taken, without the seat's name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.tears import actions as a
from domain.games.tears.board import TearsBoard
from domain.games.tears.speech import name, names, option
from domain.rules.ruleset import Action
from domain.rules.text import Text, same


def _play(board: TearsBoard, action: a.Play) -> Text:
    what = name(board, action.card)
    place = Text("", "")
    if action.wedge:
        place = Text(f" in wedge {action.wedge}, line {action.line}", f" Aile {action.wedge}, ligne {action.line}")
    elif action.host:
        place = Text(f" on {name(board, action.host).en}", f" sur {name(board, action.host).fr}")
    solo = Text(" by its Solo: text", " par son texte Solo:") if action.solo else same("")
    return Text(f"plays {what.en}{place.en}{solo.en}", f"joue {what.fr}{place.fr}{solo.fr}")


def _prepare(board: TearsBoard, action: a.Prepare) -> Text:
    if action.deck_empty:
        return Text("has no card left to draw", "n'a plus de carte à piocher")
    kept = names(board, action.keep)
    return Text(f"keeps {kept.en}", f"garde {kept.fr}") if action.keep else Text("has drawn", "a pioché")


def _named(en: str, fr: str) -> Callable[[TearsBoard, Any], Text]:
    return lambda board, x: Text(f"{en} {name(board, x.card).en}", f"{fr} {name(board, x.card).fr}")


def _shoot(board: TearsBoard, action: a.Shoot) -> Text:
    by, at = name(board, action.card), name(board, action.target)
    return Text(f"shoots with {by.en} at {at.en}", f"tire avec {by.fr} sur {at.fr}")


def _declare(board: TearsBoard, action: a.Declare) -> Text:
    return Text(f"enters {len(action.results)} results of the table", f"saisit {len(action.results)} résultats de la table")


def _take_turn(board: TearsBoard, action: a.TakeTurn) -> Text:
    if action.deck_empty:
        return Text("has no card left in its deck", "n'a plus de carte dans son paquet")
    return Text(f"turns up {action.card}", f"révèle {action.card}") if action.card else Text("takes its turn", "joue son tour")


def _choose(board: TearsBoard, action: a.Choose) -> Text:
    words = option(board, board.question.kind if board.question else "", action.option)
    return Text(f"decides: {words.en}", f"décide : {words.fr}")


def _resolve(board: TearsBoard, action: a.Resolve) -> Text:
    if action.possible:
        return Text("carries out the card's text", "applique le texte de la carte")
    return Text("says that the card's text cannot be carried out", "déclare le texte de la carte inapplicable")


def _fight(board: TearsBoard, action: a.Fight) -> Text:
    return Text(
        f"enters the combats of wedge {action.wedge}: {action.by_player} damage by the player, {action.by_enemy} by the Enemy",
        f"saisit les combats de l'Aile {action.wedge} : {action.by_player} dégâts du joueur, {action.by_enemy} de l'Ennemi",
    )


def _face(board: TearsBoard, action: a.FaceObjective) -> Text:
    side = Text("the player's", "du joueur") if action.side == "player" else Text("the Enemy's", "de l'Ennemi")
    return Text(f"enters {action.damage} damage on {side.en} objective", f"saisit {action.damage} dégâts sur l'objectif {side.fr}")


_SENTENCES: dict[type[Action], Callable[[TearsBoard, Any], Text]] = {
    a.PlaceLeader: lambda b, x: Text(
        f"places the leader in wedge {x.wedge}, line {x.line}", f"place le Chef Aile {x.wedge}, ligne {x.line}"
    ),
    a.Prepare: _prepare,
    a.Play: _play,
    a.Use: _named("uses the action of", "utilise l'action de"),
    a.Shoot: _shoot,
    a.Sacrifice: _named("sacrifices", "Sacrifie"),
    a.Pass: lambda b, x: Text("passes", "passe"),
    a.Declare: _declare,
    a.TakeTurn: _take_turn,
    a.Choose: _choose,
    a.StateMight: lambda b, x: Text("states the might in the wedges", "indique la Force dans les Ailes"),
    a.Resolve: _resolve,
    a.Fight: _fight,
    a.FaceObjective: _face,
}


def say_action(board: TearsBoard, action: Action) -> Text:
    """One sentence for an action about to be taken on this board."""
    return _SENTENCES[type(action)](board, action)
