"""One sentence for each kind of record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.game.game import Game, seat_name
from domain.record.records import (
    ActionsRestored,
    ActionsRetracted,
    ClaimFiled,
    ContributionCommitted,
    ContributionRevealed,
    GameClosed,
    GameOpened,
    ListingChanged,
    NoteAdded,
    PositionSigned,
    Record,
    ResultHandedIn,
    ResultReopened,
    RetractionAnswered,
    RetractionAsked,
    RulingGiven,
    RulingOverturned,
    SeatLeft,
    SeatTaken,
    SheetHandedOn,
    ValueSealed,
)
from domain.record.remedies import Adjudicate, Annul, Correct, Penalty
from domain.rules.text import Text


def say_record(game: Game, body: Record) -> Text:
    """A sentence for any record but an action, whose sentence the title has."""
    return _SAYINGS[type(body)](game, body)


_PURPOSES = {
    "analysis": Text(" for analysis", " pour l'analyse"),
    "dispute": Text(" to settle a dispute", " pour trancher un litige"),
    "teaching": Text(" for teaching", " pour l'enseignement"),
}


def span(seqs: tuple[int, ...], first: int) -> Text:
    """Records as a sentence names them: several, or the only one."""
    if len(seqs) < 2:
        return Text(f"record {first}", f"l'écriture {first}")
    numbers = ", ".join(map(str, seqs[:-1]))
    return Text(f"records {numbers} and {seqs[-1]}", f"les écritures {numbers} et {seqs[-1]}")


def _opened(game: Game, body: GameOpened) -> Text:
    title = game.rules.about.title
    if body.lineage is not None:
        n, parent = body.lineage.seq, body.lineage.game
        purpose = _PURPOSES.get(body.lineage.purpose, Text("", ""))
        return Text(
            f"A branch is opened{purpose.en}: {title.en}, from record {n} of game {parent}.",
            f"Une branche est ouverte{purpose.fr} : {title.fr}, depuis l'écriture {n} de la partie {parent}.",
        )
    dice = Text("sealed dice", "des dés scellés") if body.chance == "sealed" else Text("the table's dice", "les dés de la table")
    return Text(f"The game is opened: {title.en}, with {dice.en}.", f"La partie est ouverte : {title.fr}, avec {dice.fr}.")


def _retracted(game: Game, body: ActionsRetracted) -> Text:
    who, what = seat_name(game, body.seat), span(body.actions, body.from_seq)
    if not body.agreed:
        return Text(f"{who.en} takes back {what.en}.", f"{who.fr} annule {what.fr}.")
    names = [seat_name(game, seat, inside=True) for seat in body.agreed]
    en, fr = " and ".join(n.en for n in names), " et de ".join(n.fr for n in names)
    return Text(f"{who.en} takes back {what.en}, as {en} agreed.", f"{who.fr} annule {what.fr}, avec l'accord de {fr}.")


def _restored(game: Game, body: ActionsRestored) -> Text:
    who, n = seat_name(game, body.seat), body.retraction
    return Text(f"{who.en} restores what record {n} took back.", f"{who.fr} rétablit ce que l'écriture {n} avait annulé.")


def _asked(game: Game, body: RetractionAsked) -> Text:
    who, n = game.setting.name(body.seat), body.from_seq
    return Text(
        f"{who.en} asks to take back everything from record {n}.", f"{who.fr} demande d'annuler tout depuis l'écriture {n}."
    )


def _answered(game: Game, body: RetractionAnswered) -> Text:
    who, n = seat_name(game, body.seat), body.asked
    if body.answer == "refuse" and body.seat == getattr(game.history.filed(n).body, "seat", ""):
        return Text(f"{who.en} withdraws the request of record {n}.", f"{who.fr} retire sa demande de l'écriture {n}.")
    en = {"agree": "agrees to", "refuse": "refuses", "lapsed": "did not answer"}[body.answer]
    fr = {"agree": "accepte", "refuse": "refuse", "lapsed": "n'a pas répondu à"}[body.answer]
    return Text(f"{who.en} {en} the retraction asked for in record {n}.", f"{who.fr} {fr} l'annulation demandée à l'écriture {n}.")


def _ruled(game: Game, body: RulingGiven) -> Text:
    en, fr = _ordered(game, body)
    claim = (
        Text(f" on the claim of record {body.claim}", f" sur la réclamation de l'écriture {body.claim}")
        if body.claim
        else Text("", "")
    )
    return Text(f"The arbiter rules{claim.en} by {body.rule}: {en}.", f"L'arbitre statue{claim.fr} selon {body.rule} : {fr}.")


def _ordered(game: Game, body: RulingGiven) -> tuple[str, str]:
    """What a ruling orders, as the end of a sentence."""
    remedy, n = body.remedy, body.about
    if isinstance(remedy, Annul):
        en, fr = {
            "stands": ("its dice stand", "ses dés tiennent"),
            "reroll": ("its dice are rolled again", "ses dés sont relancés"),
        }[remedy.rolls]
        return (
            f"everything from record {remedy.from_seq} on is annulled, {en}",
            f"tout est annulé depuis l'écriture {remedy.from_seq}, {fr}",
        )
    if isinstance(remedy, Correct):
        return "the board is corrected", "le plateau est corrigé"
    if isinstance(remedy, Penalty):
        who, p = game.setting.name(remedy.seat), remedy.points
        return f"{who.en} gets {p:+d} points", f"{who.fr} reçoit {p:+d} points"
    if isinstance(remedy, Adjudicate):
        names = [game.setting.name(seat) for seat in remedy.outcome.winners]
        if not names:
            return "nobody wins the game", "personne ne gagne la partie"
        return (
            f"the game is won by {' and '.join(x.en for x in names)}",
            f"la partie est gagnée par {' et '.join(x.fr for x in names)}",
        )
    return (f"record {n} stands", f"l'écriture {n} est maintenue") if n else ("nothing changes", "rien ne change")


def _noted(game: Game, body: NoteAdded) -> Text:
    who = seat_name(game, body.seat) if body.seat else Text("Somebody", "Quelqu'un")
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


def _handed_in(_: Game, body: ResultHandedIn) -> Text:
    return Text(
        f"The tournament takes the result of table {body.table} in round {body.round} from this score.",
        f"Le tournoi prend de ce score le résultat de la table {body.table} à la ronde {body.round}.",
    )


def _listed(_: Game, body: ListingChanged) -> Text:
    en, fr = ("public", "publique") if body.public else ("private", "privée")
    tags = ", ".join(body.tags)
    if not tags:
        return Text(f"The game is now {en}, without tags.", f"La partie est désormais {fr}, sans étiquette.")
    return Text(f"The game is now {en}, tagged: {tags}.", f"La partie est désormais {fr}, étiquetée : {tags}.")


def _of_seat(en: str, fr: str) -> Callable[[Game, Any], Text]:
    def say(game: Game, body: Any) -> Text:
        who = seat_name(game, body.seat)
        return Text(en.format(who=who.en, body=body), fr.format(who=who.fr, body=body))

    return say


def _sealed(game: Game, body: ValueSealed) -> Text:
    who = seat_name(game, body.seat)
    if not body.by:
        return Text(f"{who.en} seals a secret choice.", f"{who.fr} scelle un choix secret.")
    whoever = _STANDING_IN.get(body.by, _STANDING_IN["seat"])
    return Text(f"{whoever.en} seals a secret choice for {who.en}.", f"{whoever.fr} scelle un choix secret pour {who.fr}.")


_STANDING_IN = {
    "seat": Text("Another seat", "Un autre siège"),
    "arbiter": Text("The arbiter", "L'arbitre"),
    "organiser": Text("The organiser", "L'organisateur"),
    "operator": Text("The operator", "L'opérateur"),
}
"""Who seals for a seat that is not their own, by the role that the record has."""

_SAYINGS: dict[type[Record], Callable[[Game, Any], Text]] = {
    GameOpened: _opened,
    ContributionCommitted: _of_seat("{who} binds its part of the sealed dice.", "{who} engage sa part des dés scellés."),
    ContributionRevealed: _of_seat("{who} shows its part of the sealed dice.", "{who} montre sa part des dés scellés."),
    ValueSealed: _sealed,
    SeatTaken: _of_seat("Somebody sits down as {who}.", "Quelqu'un s'assied comme {who}."),
    SeatLeft: _of_seat("{who}'s seat is empty again.", "Le siège de {who} est de nouveau libre."),
    RetractionAsked: _asked,
    RetractionAnswered: _answered,
    ActionsRetracted: _retracted,
    ActionsRestored: _restored,
    ClaimFiled: _of_seat(
        "{who} files a claim about record {body.about}.", "{who} dépose une réclamation sur l'écriture {body.about}."
    ),
    RulingGiven: _ruled,
    RulingOverturned: lambda _, body: Text(
        f"The ruling of record {body.ruling} is overturned.", f"La décision de l'écriture {body.ruling} est infirmée."
    ),
    NoteAdded: _noted,
    ListingChanged: _listed,
    PositionSigned: _of_seat("{who} signs record {body.about}.", "{who} signe l'écriture {body.about}."),
    SheetHandedOn: _handed_on,
    ResultHandedIn: _handed_in,
    ResultReopened: lambda _, body: Text(
        f"The tournament gives back the result that record {body.handed} handed in.",
        f"Le tournoi rend le résultat remis à l'écriture {body.handed}.",
    ),
    GameClosed: _closed,
}
