"""What a seat may take back alone, and what it may restore.

The barrier is computed from the records, never stored: undo alone does not cross a roll, a reveal, or another seat's action,
because after any of them somebody knows or has done something that taking back would not undo. Nor is a game taken back from
whose sheet its campaign's next one was opened: that one would rest on nothing.
"""

from __future__ import annotations

from domain.errors import UndoRefused
from domain.game import Game, Step


def to_retract(game: Game, seat: str, from_seq: int | None) -> tuple[Step, ...]:
    """The steps that go when a seat takes back everything from `from_seq` on (default: its last action), newest first.

    Raises `UndoRefused`, naming the record that stands in the way.
    """
    if game.opened.undo == "none":
        raise UndoRefused("This game was opened without undo.", "Cette partie a été ouverte sans annulation.")
    if game.handed_on:
        raise UndoRefused(
            f"The campaign's next scenario was opened from this game's sheet (record {game.handed_on}): nothing can be taken back.",
            f"Le scénario suivant de la campagne s'est ouvert depuis la feuille de cette partie (écriture {game.handed_on}) : "
            "rien ne peut plus être annulé.",
            game.handed_on,
        )
    if game.step is None:
        raise UndoRefused(
            "No action is in force: there is nothing to take back.", "Aucune action n'est en vigueur : rien à annuler."
        )
    if from_seq is None:
        from_seq = game.step.seq
    gone: list[Step] = []
    for seq in game.trail.line(game.trail.tips[game.seq - 1]):
        if seq < from_seq:
            break
        step = game.step_at(seq)
        _may_go(game, step, seat)
        gone.append(step)
    if not gone or gone[-1].seq != from_seq:
        raise UndoRefused(
            f"Record {from_seq} is no action in force: name the first action to take back.",
            f"L'écriture {from_seq} n'est pas une action en vigueur : nommez la première action à annuler.",
            from_seq,
        )
    return tuple(gone)


def _may_go(game: Game, step: Step, seat: str) -> None:
    if step.seat != seat:
        name = game.setting.name(step.seat)
        raise UndoRefused(
            f"Record {step.seq} is an action of {name.en}: taking it back needs consent or the arbiter.",
            f"L'écriture {step.seq} est une action de {name.fr} : l'annuler demande un accord ou l'arbitre.",
            step.seq,
        )
    if step.sealed:
        raise UndoRefused(
            f"Record {step.seq} rolled or revealed something: undo alone does not go back across it.",
            f"L'écriture {step.seq} a lancé ou révélé quelque chose : l'annulation seule ne la franchit pas.",
            step.seq,
        )


def to_restore(game: Game, seat: str) -> int:
    """The retraction that a seat may restore: the newest one, if its actions were the seat's; raises `UndoRefused`."""
    undone = game.undone
    if undone is None:
        raise UndoRefused(
            "Nothing can be restored: nothing was taken back since the last action.",
            "Rien à rétablir : rien n'a été annulé depuis la dernière action.",
        )
    if undone.step.seat != seat:
        name = game.setting.name(undone.step.seat)
        raise UndoRefused(
            f"The actions taken back were those of {name.en}: only that seat can restore them.",
            f"Les actions annulées étaient celles de {name.fr} : seul ce siège peut les rétablir.",
            undone.seq,
        )
    return undone.seq
