"""One sentence for each fact; the board is the one it has just made true. A sealed bid's sentence never says how much."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.fief import words
from domain.games.fief.board import Board
from domain.games.fief.facts import realm as f
from domain.games.fief.facts.realm import FiefFact
from domain.games.fief.facts.say_battle import SAY_BATTLE
from domain.games.fief.facts.say_troops import SAY_TROOPS
from domain.rules.text import Text

_Say = Callable[[Board, Any], Text]


def say(board: Board, fact: FiefFact) -> Text:
    """The sentence for a fact."""
    return _SAY[type(fact)](board, fact)


def _turn(board: Board, x: f.TurnBegan) -> Text:
    return Text(f"Turn {x.turn} begins.", f"Le tour {x.turn} commence.")


def _phase(board: Board, x: f.PhaseBegan) -> Text:
    phase, who = words.PHASES[x.phase], words.families(board, x.families)
    return Text(f"Phase {phase.en}: {who.en}.", f"Phase {phase.fr} : {who.fr}.")


def _done(board: Board, x: f.FamilyDone) -> Text:
    who = words.family(board, x.family)
    return Text(f"{who.en} has done.", f"{who.fr} a terminé.")


def _proposed(board: Board, x: f.EndProposed) -> Text:
    asked = words.families(board, x.waiting)
    return Text(f"{asked.en} must answer.", f"Doivent répondre : {asked.fr}.")


def _agreed(board: Board, x: f.EndAgreed) -> Text:
    who = words.family(board, x.family)
    return Text(f"{who.en} agrees.", f"{who.fr} accepte.")


def _refused(board: Board, x: f.EndRefused) -> Text:
    who = words.family(board, x.family)
    return Text(f"{who.en} refuses: the session goes on.", f"{who.fr} refuse : la partie continue.")


def _ended(board: Board, x: f.SessionEnded) -> Text:
    if not x.winners:
        return Text("The session ends by agreement.", "La partie s'arrête d'un commun accord.")
    who = words.families(board, x.winners)
    return Text(f"The session ends; won by {who.en}.", f"La partie est finie ; gagnée par {who.fr}.")


def _entered(board: Board, x: f.LordEntered) -> Text:
    who, where, whose = words.lord(board, x.lord), words.place(board, x.place), words.family(board, x.family)
    return Text(f"{who} of {whose.en} enters play in {where}.", f"{who} ({whose.fr}) entre en jeu à {where}.")


def _died(board: Board, x: f.LordDied) -> Text:
    who = words.lord(board, x.lord)
    return Text(f"{who} dies.", f"{who} meurt.")


def _captured(board: Board, x: f.LordCaptured) -> Text:
    who, by = words.lord(board, x.lord), words.family(board, x.captor)
    return Text(f"{who} is captured by {by.en}.", f"{who} est fait prisonnier ({by.fr}).")


def _freed(board: Board, x: f.LordFreed) -> Text:
    who, where = words.lord(board, x.lord), words.place(board, x.place)
    return Text(f"{who} is free, in {where}.", f"{who} est libre, à {where}.")


def _married(board: Board, x: f.Married) -> Text:
    one, two = words.lord(board, x.lord), words.lord(board, x.spouse)
    return Text(f"{one} and {two} are married.", f"{one} et {two} sont mariés.")


def _unmarried(board: Board, x: f.MarriageEnded) -> Text:
    one, two = words.lord(board, x.lord), words.lord(board, x.spouse)
    return Text(f"The marriage of {one} and {two} is annulled.", f"Le mariage de {one} et {two} est annulé.")


def _title_taken(board: Board, x: f.TitleTaken) -> Text:
    who, what = words.lord(board, x.lord), words.title(board, x.title)
    return Text(f"{who} is {what.en}.", f"{who} devient {what.fr}.")


def _title_lost(board: Board, x: f.TitleLost) -> Text:
    who, what = words.lord(board, x.lord), words.title(board, x.title)
    return Text(f"{who} is no longer {what.en}.", f"{who} perd le titre {what.fr}.")


def _received(board: Board, x: f.MoneyReceived) -> Text:
    who, sum_ = words.family(board, x.family), words.ecus(x.amount)
    return Text(f"{who.en} receives {sum_.en}.", f"{who.fr} reçoit {sum_.fr}.")


def _paid(board: Board, x: f.MoneyPaid) -> Text:
    who, to, sum_ = words.family(board, x.family), words.family(board, x.to), words.ecus(x.amount)
    return Text(f"{who.en} pays {sum_.en} to {to.en}.", f"{who.fr} paie {sum_.fr} ({to.fr}).")


def _fort(board: Board, x: f.FortRaised) -> Text:
    where, what = words.place(board, x.place), words.GROUNDS[x.fort]
    return Text(f"{where} is now a {what.en}.", f"{where} : {what.fr}.")


def _control(board: Board, x: f.ControlTaken) -> Text:
    where, who = words.place(board, x.place), words.family(board, x.family)
    return Text(f"{who.en} controls {where}.", f"{who.fr} contrôle {where}.")


def _plague(board: Board, x: f.PlagueSpread) -> Text:
    where = ", ".join(words.place(board, p) for p in x.places)
    return Text(f"The plague is in {where}.", f"La peste est à : {where}.")


_SAY: dict[type, _Say] = {
    f.TurnBegan: _turn,
    f.PhaseBegan: _phase,
    f.FamilyDone: _done,
    f.EndProposed: _proposed,
    f.EndAgreed: _agreed,
    f.EndRefused: _refused,
    f.SessionEnded: _ended,
    f.LordEntered: _entered,
    f.LordDied: _died,
    f.LordCaptured: _captured,
    f.LordFreed: _freed,
    f.Married: _married,
    f.MarriageEnded: _unmarried,
    f.TitleTaken: _title_taken,
    f.TitleLost: _title_lost,
    f.MoneyReceived: _received,
    f.MoneyPaid: _paid,
    f.FortRaised: _fort,
    f.ControlTaken: _control,
    f.PlagueSpread: _plague,
    **SAY_TROOPS,
    **SAY_BATTLE,
}
