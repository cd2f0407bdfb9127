"""One sentence for each fact; the board is the one it has just made true. A sealed bid's sentence never says how much."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.fief import facts as f
from domain.games.fief import troop_facts as t
from domain.games.fief import words
from domain.games.fief.board import FiefBoard
from domain.games.fief.facts import FiefFact
from domain.games.fief.say_battle import SAY_BATTLE
from domain.words import Text, listed

_Say = Callable[[FiefBoard, Any], Text]


def say(board: FiefBoard, fact: FiefFact) -> Text:
    """The sentence for a fact."""
    return _SAY[type(fact)](board, fact)


def _turn(board: FiefBoard, x: f.TurnBegan) -> Text:
    return Text(f"Turn {x.turn} begins.", f"Le tour {x.turn} commence.")


def _phase(board: FiefBoard, x: f.PhaseBegan) -> Text:
    phase, who = words.PHASES[x.phase], words.families(board, x.families)
    return Text(f"Phase {phase.en}: {who.en}.", f"Phase {phase.fr} : {who.fr}.")


def _done(board: FiefBoard, x: f.FamilyDone) -> Text:
    who = words.family(board, x.family)
    return Text(f"{who.en} has done.", f"{who.fr} a terminé.")


def _proposed(board: FiefBoard, x: f.EndProposed) -> Text:
    asked = words.families(board, x.waiting)
    return Text(f"{asked.en} must answer.", f"Doivent répondre : {asked.fr}.")


def _agreed(board: FiefBoard, x: f.EndAgreed) -> Text:
    who = words.family(board, x.family)
    return Text(f"{who.en} agrees.", f"{who.fr} accepte.")


def _refused(board: FiefBoard, x: f.EndRefused) -> Text:
    who = words.family(board, x.family)
    return Text(f"{who.en} refuses: the session goes on.", f"{who.fr} refuse : la partie continue.")


def _ended(board: FiefBoard, x: f.SessionEnded) -> Text:
    if not x.winners:
        return Text("The session ends by agreement.", "La partie s'arrête d'un commun accord.")
    who = words.families(board, x.winners)
    return Text(f"The session ends; won by {who.en}.", f"La partie est finie ; gagnée par {who.fr}.")


def _entered(board: FiefBoard, x: f.LordEntered) -> Text:
    who, where, whose = words.lord(board, x.lord), words.place(board, x.place), words.family(board, x.family)
    return Text(f"{who} of {whose.en} enters play in {where}.", f"{who} ({whose.fr}) entre en jeu à {where}.")


def _died(board: FiefBoard, x: f.LordDied) -> Text:
    who = words.lord(board, x.lord)
    return Text(f"{who} dies.", f"{who} meurt.")


def _captured(board: FiefBoard, x: f.LordCaptured) -> Text:
    who, by = words.lord(board, x.lord), words.family(board, x.captor)
    return Text(f"{who} is captured by {by.en}.", f"{who} est fait prisonnier ({by.fr}).")


def _freed(board: FiefBoard, x: f.LordFreed) -> Text:
    who, where = words.lord(board, x.lord), words.place(board, x.place)
    return Text(f"{who} is free, in {where}.", f"{who} est libre, à {where}.")


def _married(board: FiefBoard, x: f.Married) -> Text:
    one, two = words.lord(board, x.lord), words.lord(board, x.spouse)
    return Text(f"{one} and {two} are married.", f"{one} et {two} sont mariés.")


def _unmarried(board: FiefBoard, x: f.MarriageEnded) -> Text:
    one, two = words.lord(board, x.lord), words.lord(board, x.spouse)
    return Text(f"The marriage of {one} and {two} is annulled.", f"Le mariage de {one} et {two} est annulé.")


def _title_taken(board: FiefBoard, x: f.TitleTaken) -> Text:
    who, what = words.lord(board, x.lord), words.title(board, x.title)
    return Text(f"{who} is {what.en}.", f"{who} devient {what.fr}.")


def _title_lost(board: FiefBoard, x: f.TitleLost) -> Text:
    who, what = words.lord(board, x.lord), words.title(board, x.title)
    return Text(f"{who} is no longer {what.en}.", f"{who} perd le titre {what.fr}.")


def _received(board: FiefBoard, x: f.MoneyReceived) -> Text:
    who, sum_ = words.family(board, x.family), words.ecus(x.amount)
    return Text(f"{who.en} receives {sum_.en}.", f"{who.fr} reçoit {sum_.fr}.")


def _paid(board: FiefBoard, x: f.MoneyPaid) -> Text:
    who, to, sum_ = words.family(board, x.family), words.family(board, x.to), words.ecus(x.amount)
    return Text(f"{who.en} pays {sum_.en} to {to.en}.", f"{who.fr} paie {sum_.fr} ({to.fr}).")


def _fort(board: FiefBoard, x: f.FortRaised) -> Text:
    where, what = words.place(board, x.place), words.GROUNDS[x.fort]
    return Text(f"{where} is now a {what.en}.", f"{where} : {what.fr}.")


def _control(board: FiefBoard, x: f.ControlTaken) -> Text:
    where, who = words.place(board, x.place), words.family(board, x.family)
    return Text(f"{who.en} controls {where}.", f"{who.fr} contrôle {where}.")


def _plague(board: FiefBoard, x: f.PlagueSpread) -> Text:
    where = ", ".join(words.place(board, p) for p in x.places)
    return Text(f"The plague is in {where}.", f"La peste est à : {where}.")


def _raised(board: FiefBoard, x: t.TroopsRaised) -> Text:
    who, where, what = words.family(board, x.family), words.place(board, x.place), words.troops(x.troops)
    return Text(f"{who.en} places {what.en} in {where}.", f"{who.fr} place {what.fr} à {where}.")


def _lost(board: FiefBoard, x: t.TroopsLost) -> Text:
    who, where, what = words.family(board, x.family), words.place(board, x.place), words.troops(x.troops)
    return Text(f"{who.en} loses {what.en} in {where}.", f"{who.fr} perd {what.fr} à {where}.")


def _marched(board: FiefBoard, x: t.Marched) -> Text:
    who, where, what = words.lords(board, x.lords), words.place(board, x.target), words.troops(x.troops)
    return Text(f"Now in {where}: {who.en} with {what.en}.", f"Désormais à {where} : {who.fr} avec {what.fr}.")


def _guard_raised(board: FiefBoard, x: t.GuardRaised) -> Text:
    who, what = words.lord(board, x.lord), words.guards(x.guard)
    return Text(f"Royal guard of {who}: {what.en}.", f"Garde royale de {who} : {what.fr}.")


def _guard_down(board: FiefBoard, x: t.GuardStoodDown) -> Text:
    who, what = words.lord(board, x.lord), words.counts(knight=x.replaced.knight, sergeant=x.replaced.sergeant)
    return Text(f"The guard of {who} becomes {what.en}.", f"La garde de {who} devient {what.fr}.")


def _guard_lost(board: FiefBoard, x: t.GuardLost) -> Text:
    who, what = words.lord(board, x.lord), words.guards(x.guard)
    return Text(f"{who} loses {what.en}.", f"{who} perd {what.fr}.")


def _dismissed(board: FiefBoard, x: t.MercenariesDismissed) -> Text:
    who, what = words.family(board, x.family), words.count(x.count, "mercenary")
    return Text(f"{what.en} of {who.en} go back to the pool.", f"{what.fr} ({who.fr}) retournent en réserve.")


def _sealed(board: FiefBoard, x: t.BidSealed) -> Text:
    who = words.family(board, x.family)
    return Text(f"{who.en} has bid.", f"{who.fr} a misé.")


def _revealed(board: FiefBoard, x: t.BidsRevealed) -> Text:
    bids = [(words.family(board, seat), amount) for seat, amount in x.bids.items()]
    all_ = listed(tuple(Text(f"{n.en} {amount}", f"{n.fr} {amount}") for n, amount in bids), words.NOBODY)
    return Text(f"The hands open: {all_.en}.", f"Les mains s'ouvrent : {all_.fr}.")


def _run_off(board: FiefBoard, x: t.RunOffBegan) -> Text:
    who = words.families(board, x.families)
    return Text(f"A tie: {who.en} bid again.", f"Égalité : {who.fr} misent de nouveau.")


def _hired(board: FiefBoard, x: t.MercenariesHired) -> Text:
    who, what = words.family(board, x.family), words.count(x.count, "mercenary")
    return Text(f"{who.en} hires {what.en}.", f"{who.fr} enrôle {what.fr}.")


def _not_hired(board: FiefBoard, x: t.MercenariesNotHired) -> Text:
    what = words.count(x.count, "mercenary")
    return Text(f"Nobody wins; {what.en} stay in the pool.", f"Personne ne gagne ; {what.fr} restent en réserve.")


def _returned(board: FiefBoard, x: t.MercenariesReturned) -> Text:
    who, what, where = words.family(board, x.family), words.count(x.count, "mercenary"), words.place(board, x.place)
    return Text(f"{what.en} return from {where} to the camp of {who.en}.", f"{what.fr} reviennent de {where} au camp ({who.fr}).")


def _raided(board: FiefBoard, x: t.CampRaided) -> Text:
    who, what = words.family(board, x.family), words.count(x.count, "mercenary")
    return Text(f"{what.en} die in the camp of {who.en}.", f"{what.fr} meurent dans le camp ({who.fr}).")


def _revolt(board: FiefBoard, x: t.RevoltBegan) -> Text:
    whose = words.family(board, x.victim)
    if not x.place:
        return Text(f"A revolt breaks out against the camp of {whose.en}.", f"Une révolte vise le camp ({whose.fr}).")
    where = words.place(board, x.place)
    return Text(f"A revolt breaks out in {where} against {whose.en}.", f"Une révolte éclate à {where} ({whose.fr}).")


def _uncalmed(board: FiefBoard, x: t.RevoltUncalmed) -> Text:
    who = words.family(board, x.family)
    return Text(f"{who.en} does not calm it.", f"{who.fr} ne la calme pas.")


def _calmed(board: FiefBoard, x: t.RevoltCalmed) -> Text:
    who = words.family(board, x.family)
    return Text(f"A cardinal of {who.en} calms the revolt.", f"Un cardinal calme la révolte ({who.fr}).")


def _revolt_rolled(board: FiefBoard, x: t.RevoltRolled) -> Text:
    dice = words.faces(x.dice)
    return Text(f"The peasants roll {dice}: {x.hits} hits.", f"Les paysans lancent {dice} : {x.hits} dégâts.")


def _revolt_over(board: FiefBoard, x: t.RevoltEnded) -> Text:
    return Text("The revolt is over.", "La révolte est finie.")


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
    t.TroopsRaised: _raised,
    t.TroopsLost: _lost,
    t.Marched: _marched,
    t.GuardRaised: _guard_raised,
    t.GuardStoodDown: _guard_down,
    t.GuardLost: _guard_lost,
    t.MercenariesDismissed: _dismissed,
    t.BidSealed: _sealed,
    t.BidsRevealed: _revealed,
    t.RunOffBegan: _run_off,
    t.MercenariesHired: _hired,
    t.MercenariesNotHired: _not_hired,
    t.MercenariesReturned: _returned,
    t.CampRaided: _raided,
    t.RevoltBegan: _revolt,
    t.RevoltUncalmed: _uncalmed,
    t.RevoltCalmed: _calmed,
    t.RevoltRolled: _revolt_rolled,
    t.RevoltEnded: _revolt_over,
    **SAY_BATTLE,
}
