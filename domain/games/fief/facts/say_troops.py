"""One sentence for each fact about troops, guards, mercenaries and revolts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.fief import words
from domain.games.fief.board import Board
from domain.games.fief.facts import troops as t
from domain.rules.text import Text, listed


def _raised(board: Board, x: t.TroopsRaised) -> Text:
    who, where, what = words.family(board, x.family), words.place(board, x.place), words.troops(x.troops)
    return Text(f"{who.en} places {what.en} in {where}.", f"{who.fr} place {what.fr} à {where}.")


def _lost(board: Board, x: t.TroopsLost) -> Text:
    who, where, what = words.family(board, x.family), words.place(board, x.place), words.troops(x.troops)
    return Text(f"{who.en} loses {what.en} in {where}.", f"{who.fr} perd {what.fr} à {where}.")


def _marched(board: Board, x: t.Marched) -> Text:
    who, where, what = words.lords(board, x.lords), words.place(board, x.target), words.troops(x.troops)
    return Text(f"Now in {where}: {who.en} with {what.en}.", f"Désormais à {where} : {who.fr} avec {what.fr}.")


def _guard_raised(board: Board, x: t.GuardRaised) -> Text:
    who, what = words.lord(board, x.lord), words.guards(x.guard)
    return Text(f"Royal guard of {who}: {what.en}.", f"Garde royale de {who} : {what.fr}.")


def _guard_down(board: Board, x: t.GuardStoodDown) -> Text:
    who, what = words.lord(board, x.lord), words.counts(knight=x.replaced.knight, sergeant=x.replaced.sergeant)
    return Text(f"The guard of {who} becomes {what.en}.", f"La garde de {who} devient {what.fr}.")


def _guard_lost(board: Board, x: t.GuardLost) -> Text:
    who, what = words.lord(board, x.lord), words.guards(x.guard)
    return Text(f"{who} loses {what.en}.", f"{who} perd {what.fr}.")


def _dismissed(board: Board, x: t.MercenariesDismissed) -> Text:
    who, what = words.family(board, x.family), words.count(x.count, "mercenary")
    return Text(f"{what.en} of {who.en} go back to the pool.", f"{what.fr} ({who.fr}) retournent en réserve.")


def _sealed(board: Board, x: t.BidSealed) -> Text:
    who = words.family(board, x.family)
    return Text(f"{who.en} has bid.", f"{who.fr} a misé.")


def _revealed(board: Board, x: t.BidsRevealed) -> Text:
    bids = [(words.family(board, seat), amount) for seat, amount in x.bids.items()]
    all_ = listed(tuple(Text(f"{n.en} {amount}", f"{n.fr} {amount}") for n, amount in bids), words.NOBODY)
    return Text(f"The hands open: {all_.en}.", f"Les mains s'ouvrent : {all_.fr}.")


def _run_off(board: Board, x: t.RunOffBegan) -> Text:
    who = words.families(board, x.families)
    return Text(f"A tie: {who.en} bid again.", f"Égalité : {who.fr} misent de nouveau.")


def _hired(board: Board, x: t.MercenariesHired) -> Text:
    who, what = words.family(board, x.family), words.count(x.count, "mercenary")
    return Text(f"{who.en} hires {what.en}.", f"{who.fr} enrôle {what.fr}.")


def _not_hired(board: Board, x: t.MercenariesNotHired) -> Text:
    what = words.count(x.count, "mercenary")
    return Text(f"Nobody wins; {what.en} stay in the pool.", f"Personne ne gagne ; {what.fr} restent en réserve.")


def _returned(board: Board, x: t.MercenariesReturned) -> Text:
    who, what, where = words.family(board, x.family), words.count(x.count, "mercenary"), words.place(board, x.place)
    return Text(f"{what.en} return from {where} to the camp of {who.en}.", f"{what.fr} reviennent de {where} au camp ({who.fr}).")


def _raided(board: Board, x: t.CampRaided) -> Text:
    who, what = words.family(board, x.family), words.count(x.count, "mercenary")
    return Text(f"{what.en} die in the camp of {who.en}.", f"{what.fr} meurent dans le camp ({who.fr}).")


def _revolt(board: Board, x: t.RevoltBegan) -> Text:
    whose = words.family(board, x.victim)
    if not x.place:
        return Text(f"A revolt breaks out against the camp of {whose.en}.", f"Une révolte vise le camp ({whose.fr}).")
    where = words.place(board, x.place)
    return Text(f"A revolt breaks out in {where} against {whose.en}.", f"Une révolte éclate à {where} ({whose.fr}).")


def _uncalmed(board: Board, x: t.RevoltUncalmed) -> Text:
    who = words.family(board, x.family)
    return Text(f"{who.en} does not calm it.", f"{who.fr} ne la calme pas.")


def _calmed(board: Board, x: t.RevoltCalmed) -> Text:
    who = words.family(board, x.family)
    return Text(f"A cardinal of {who.en} calms the revolt.", f"Un cardinal calme la révolte ({who.fr}).")


def _revolt_rolled(board: Board, x: t.RevoltRolled) -> Text:
    dice = words.faces(x.dice)
    return Text(f"The peasants roll {dice}: {x.hits} hits.", f"Les paysans lancent {dice} : {x.hits} dégâts.")


def _revolt_over(board: Board, x: t.RevoltEnded) -> Text:
    return Text("The revolt is over.", "La révolte est finie.")


SAY_TROOPS: dict[type, Callable[[Board, Any], Text]] = {
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
}
