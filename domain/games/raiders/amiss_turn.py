"""What makes the moment of a turn impossible: what is being waited for, and what has to be there for it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from domain.games.raiders.board import RaidersBoard
from domain.games.raiders.printed import COLOURS
from domain.games.raiders.turns import met
from domain.games.raiders.wording import TRIGGERS
from domain.rules.invariants import below, unknown
from domain.rules.text import Text


def turn(board: RaidersBoard) -> Iterator[Text]:
    """Everything that is wrong with it."""
    return chain(_stage(board), _raid(board), _end(board))


def _stage(board: RaidersBoard) -> Iterator[Text]:
    stage, player = board.stage, board.player
    if stage == "close":
        yield Text(
            "the turn is to be closed, which is no moment of its own", "le tour est à clore, ce qui n'est pas un moment en soi"
        )
    if (stage == "use") != bool(board.using and board.colour and board.actions > 0):
        yield Text(
            "a building is in use, by a worker with actions left, when it is to be used and only then",
            "un bâtiment sert, à un ouvrier qui a encore des actions, quand on doit l'utiliser et alors seulement",
        )
    if stage == "place" and not player.worker:
        yield Text("the player has no worker to place", "le joueur n'a pas d'ouvrier à placer")
    if stage in ("take", "reroll") and player.worker:
        yield Text("the player still has a worker in hand", "le joueur a encore un ouvrier en main")
    if stage in ("mourn", "reveal") and not player.worker:
        yield Text("the player has taken no worker", "le joueur n'a pas récupéré d'ouvrier")
    yield from below([(Text("round", "manche"), board.round)], 1)
    yield from below([(Text("actions left", "actions restantes"), board.actions)])


def _raid(board: RaidersBoard) -> Iterator[Text]:
    raid = board.assault
    if (raid is not None) != (board.stage in ("reroll", "mourn")):
        yield Text("a raid that is not under way", "un pillage qui n'est pas en cours")
    if raid is None:
        return
    yield from unknown([raid.space], board.spaces, Text("a raid space", "un emplacement de pillage"))
    yield from unknown([raid.worker], COLOURS, Text("a worker's colour", "une couleur d'ouvrier"))
    if any(die not in board.setting.values.dice_faces for die in raid.dice):
        yield Text("dice of the raid that cannot come up", "des dés de pillage qui ne peuvent sortir")
    if board.stage == "reroll" and not (raid.rerolls > 0 and raid.dice and not raid.deaths):
        yield Text("no die of the raid can be rolled again", "aucun dé du pillage ne peut être relancé")
    if board.stage == "mourn" and not 0 < raid.deaths <= len(board.player.crew):
        yield Text(f"{raid.deaths} of the crew cannot be lost", f"on ne peut perdre {raid.deaths} membres de l'équipage")


def _end(board: RaidersBoard) -> Iterator[Text]:
    """Once the end is triggered, both sides have one more turn."""
    turns = range(1, 3) if board.trigger and board.stage != "over" else range(1)
    if bool(board.trigger) != bool(board.trigger_by) or (board.stage == "over" and not board.trigger):
        yield Text("the end was triggered by nobody, or nothing", "la fin n'a été déclenchée par personne, ou par rien")
    elif board.trigger and not met(board, board.trigger):
        why = TRIGGERS[board.trigger]
        yield Text(
            f"the end was triggered because {why.en}, which is not so", f"la fin fut déclenchée car {why.fr}, ce qui n'est pas"
        )
    if board.turns_left not in turns:
        yield Text(
            f"{board.turns_left} turns left, when there can be {turns[0]} to {turns[-1]}",
            f"{board.turns_left} tours restants, quand il peut y en avoir {turns[0]} à {turns[-1]}",
        )
