"""What is refused where people sit down and leave (`domain/errors.py`).

Refusal
├── NoSuchSeat      no such seat at this table, or one where no person sits: an automa's, chance
├── SeatIsTaken     somebody sits there: `at` is the record since which
├── SeatIsEmpty     nobody sits there
├── UnknownPlayer   a player id that nobody has here, or whose names were erased
└── RedactedFile    an audience's copy of a game, which cannot be imported: `line` is the first tombstone
"""

from __future__ import annotations

from domain.errors import Refusal
from domain.words import Text


class NoSuchSeat(Refusal):
    """No seat of this id is there for a person to sit in."""

    code = "no-such-seat"

    def __init__(self, seat: str, seats: tuple[str, ...], *, there: bool) -> None:
        listed = ", ".join(seats)
        what = Text(f"Nobody sits down at {seat}", f"Personne ne s'assied à {seat}") if there else None
        none = what or Text(f"There is no seat {seat} at this table", f"Il n'y a pas de siège {seat} à cette table")
        super().__init__(f"{none.en}: the seats for players are {listed}.", f"{none.fr} : les sièges des joueurs sont {listed}.")
        self.seats = seats


class SeatIsTaken(Refusal):
    """Somebody sits there; they leave first."""

    code = "seat-taken"

    def __init__(self, seat: Text, at: int) -> None:
        super().__init__(
            f"The seat of {seat.en} is taken (record {at}): it has to be left first.",
            f"Le siège de {seat.fr} est occupé (écriture {at}) : il faut d'abord le libérer.",
        )
        self.at = at


class SeatIsEmpty(Refusal):
    """Nobody sits there."""

    code = "seat-empty"

    def __init__(self, seat: Text) -> None:
        super().__init__(
            f"Nobody sits in the seat of {seat.en}: there is nobody to leave it.",
            f"Personne n'occupe le siège de {seat.fr} : personne ne peut le quitter.",
        )


class UnknownPlayer(Refusal):
    """No player has this id; or one had, and it was erased."""

    code = "unknown-player"

    def __init__(self, player: str, *, erased: bool = False) -> None:
        if erased:
            super().__init__(
                f"What player {player} wrote was erased, and the id is not used again: leave it out for a new one.",
                f"Ce que le joueur {player} a écrit a été effacé, et son identifiant ne sert plus : ne le donnez pas pour en avoir "
                "un autre.",
            )
        else:
            super().__init__(f"There is no player {player}.", f"Il n'y a pas de joueur {player}.")
        self.player = player


class RedactedFile(Refusal):
    """A file that is not the whole game."""

    code = "redacted-file"

    def __init__(self, line: int) -> None:
        super().__init__(
            f"Line {line} is a tombstone: the file is an audience's copy and lacks what that audience may not know. Only the whole "
            "export of an arbiter, an organiser or the operator can be imported; nothing was.",
            f"La ligne {line} est caviardée : ce fichier est la copie d'un public, sans ce que celui-ci ne peut savoir. Seul "
            "l'export entier d'un arbitre, d'un organisateur ou de l'opérateur s'importe ; rien ne l'a été.",
        )
        self.line = line
