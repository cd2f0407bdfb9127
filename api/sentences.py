"""One sentence for each record of a game, for the trail."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.game import Game
from domain.record import (
    ActionsRestored,
    ActionsRetracted,
    ClaimFiled,
    GameClosed,
    GameOpened,
    NoteAdded,
    Record,
    RetractionAnswered,
    RetractionAsked,
    RulingGiven,
    RulingOverturned,
    SeatLeft,
    SeatTaken,
    SheetHandedOn,
)
from domain.words import Text


def say_record(game: Game, body: Record) -> Text:
    """A sentence for any record but an action, whose sentence the title has."""
    return _SAYINGS[type(body)](game, body)


def _span(seqs: tuple[int, ...], first: int) -> Text:
    if len(seqs) < 2:
        return Text(f"record {first}", f"l'écriture {first}")
    numbers = ", ".join(map(str, seqs[:-1]))
    return Text(f"records {numbers} and {seqs[-1]}", f"les écritures {numbers} et {seqs[-1]}")


def _opened(game: Game, body: GameOpened) -> Text:
    title = game.rules.about.title
    dice = Text("sealed dice", "des dés scellés") if body.chance == "sealed" else Text("the table's dice", "les dés de la table")
    return Text(f"The game is opened: {title.en}, with {dice.en}.", f"La partie est ouverte : {title.fr}, avec {dice.fr}.")


def _retracted(game: Game, body: ActionsRetracted) -> Text:
    who, what = game.setting.name(body.seat), _span(body.actions, body.from_seq)
    return Text(f"{who.en} takes back {what.en}.", f"{who.fr} annule {what.fr}.")


def _restored(game: Game, body: ActionsRestored) -> Text:
    who, n = game.setting.name(body.seat), body.retraction
    return Text(f"{who.en} restores what record {n} took back.", f"{who.fr} rétablit ce que l'écriture {n} avait annulé.")


def _asked(game: Game, body: RetractionAsked) -> Text:
    who, n = game.setting.name(body.seat), body.from_seq
    return Text(
        f"{who.en} asks to take back everything from record {n}.", f"{who.fr} demande d'annuler tout depuis l'écriture {n}."
    )


def _answered(game: Game, body: RetractionAnswered) -> Text:
    who, n = game.setting.name(body.seat), body.asked
    en = {"agree": "agrees to", "refuse": "refuses", "lapsed": "did not answer"}[body.answer]
    fr = {"agree": "accepte", "refuse": "refuse", "lapsed": "n'a pas répondu à"}[body.answer]
    return Text(f"{who.en} {en} the retraction asked for in record {n}.", f"{who.fr} {fr} l'annulation demandée à l'écriture {n}.")


def _noted(game: Game, body: NoteAdded) -> Text:
    who = game.setting.name(body.seat) if body.seat else Text("Somebody", "Quelqu'un")
    if body.about:
        return Text(f"{who.en} remarks on record {body.about}.", f"{who.fr} commente l'écriture {body.about}.")
    return Text(f"{who.en} adds a note.", f"{who.fr} ajoute une note.")


def _closed(game: Game, body: GameClosed) -> Text:
    if body.outcome is None:
        return Text("The game is broken off.", "La partie est interrompue.")
    return Text(f"The game is closed. {body.outcome.text.en}", f"La partie est close. {body.outcome.text.fr}")


def _handed_on(game: Game, body: SheetHandedOn) -> Text:
    n, following = body.scenario, body.game
    return Text(
        f"The sheet is handed on: scenario {n} of the campaign is opened from it, game {following}.",
        f"La feuille est transmise : le scénario {n} de la campagne s'ouvre depuis elle, partie {following}.",
    )


def _of_seat(en: str, fr: str) -> Callable[[Game, Any], Text]:
    def say(game: Game, body: Any) -> Text:
        who = game.setting.name(body.seat)
        return Text(en.format(who=who.en, body=body), fr.format(who=who.fr, body=body))

    return say


_SAYINGS: dict[type[Record], Callable[[Game, Any], Text]] = {
    GameOpened: _opened,
    SeatTaken: _of_seat("Somebody sits down as {who}.", "Quelqu'un s'assied comme {who}."),
    SeatLeft: _of_seat("{who}'s seat is empty again.", "Le siège de {who} est de nouveau libre."),
    RetractionAsked: _asked,
    RetractionAnswered: _answered,
    ActionsRetracted: _retracted,
    ActionsRestored: _restored,
    ClaimFiled: _of_seat(
        "{who} files a claim about record {body.about}.", "{who} dépose une réclamation sur l'écriture {body.about}."
    ),
    RulingGiven: lambda _, body: Text(f"The arbiter rules by {body.rule}.", f"L'arbitre statue selon {body.rule}."),
    RulingOverturned: lambda _, body: Text(
        f"The ruling of record {body.ruling} is overturned.", f"La décision de l'écriture {body.ruling} est infirmée."
    ),
    NoteAdded: _noted,
    SheetHandedOn: _handed_on,
    GameClosed: _closed,
}
