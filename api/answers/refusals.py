"""Refusals of the clerk as problems: each has its kind, and brings the members that help to go on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from api.answers.records import Needed
from api.problems.problem import Problem
from domain import errors as e
from domain.directing import errors as t
from domain.rules.chance import Ask


def problem_of(refusal: e.Refusal) -> Problem:
    return _HOW[type(refusal)](refusal)


def needed(asks: tuple[Ask, ...]) -> tuple[Needed, ...]:
    """What the table has to roll, as it is answered."""
    return tuple(Needed(a.kind, a.label, a.count, a.pool, a.replace, a.spec) for a in asks)


def _plain(slug: str, *members: str) -> Callable[[Any], Problem]:
    def make(refusal: Any) -> Problem:
        return Problem(slug, refusal.text, **{name: getattr(refusal, name) for name in members})

    return make


def _stale(refusal: e.Stale) -> Problem:
    return Problem("stale", refusal.text, headers={"ETag": f'"{refusal.seq}"'}, current=refusal.seq, expected=refusal.expected)


def _illegal(refusal: e.IllegalAction) -> Problem:
    return Problem("illegal-action", refusal.text, verdict=refusal.verdict, pointer="/action")


def _field(refusal: e.BadRequest) -> Problem:
    errors = [{"pointer": refusal.pointer, "detail": refusal.text}]
    return Problem("invalid-fields", refusal.text, pointer=refusal.pointer, errors=errors)


def _catalog(refusal: e.CatalogRefused) -> Problem:
    errors = [{"pointer": fault.pointer, "line": fault.line, "detail": fault.text} for fault in refusal.faults]
    return Problem("catalog-refused", refusal.text, pointer=refusal.faults[0].pointer, errors=errors)


def _entrants(refusal: t.EntrantsRefused) -> Problem:
    errors = [{"pointer": fault.pointer, "line": fault.line, "detail": fault.text} for fault in refusal.faults]
    return Problem("invalid-fields", refusal.text, pointer="", errors=errors)


def _undo(refusal: e.UndoRefused) -> Problem:
    if refusal.at:
        return Problem("undo-refused", refusal.text, at=refusal.at)
    return Problem("undo-refused", refusal.text)


def _values(refusal: e.ValuesNeeded) -> Problem:
    return Problem("values-needed", refusal.text, asks=needed(refusal.asks), given=refusal.given, pointer="/values")


def _values_refused(refusal: e.ValuesRefused) -> Problem:
    return Problem("values-refused", refusal.text, pointer="/values")


def _table(slug: str) -> Callable[[Any], Problem]:
    """A refusal of `domain/errors.py`: its members as far as they say something."""

    def make(refusal: Any) -> Problem:
        members = {name: value for name in ("pointer", "at", "state") if (value := getattr(refusal, name, None))}
        return Problem(slug, refusal.text, **members)

    return make


def _confirmation(refusal: t.ConfirmationNeeded) -> Problem:
    departures = [{"code": code, "level": level, "text": text} for code, level, text in refusal.departures]
    times, shown, consequences = refusal.times, refusal.shown, refusal.consequences
    return Problem("confirmation-needed", refusal.text, departures=departures, times=times, shown=shown, consequences=consequences)


_HOW: dict[type[e.Refusal], Callable[[Any], Problem]] = {
    e.UnknownGame: _plain("unknown-game"),
    e.UnknownCampaign: _plain("unknown-campaign"),
    e.CampaignRefused: _plain("campaign-refused"),
    e.UnknownStudy: _plain("unknown-study"),
    e.StudyRefused: _plain("study-refused"),
    e.UnknownTournament: _plain("unknown-tournament"),
    t.TournamentRefused: _table("tournament-refused"),
    t.ConfirmationNeeded: _confirmation,
    t.EntrantsRefused: _entrants,
    e.NoSuchScenario: _plain("no-such-scenario", "number", "opened"),
    e.UnknownCatalog: _plain("unknown-catalog"),
    e.CatalogDamaged: _plain("catalog-damaged", "sha256"),
    e.CatalogRefused: _catalog,
    e.Stale: _stale,
    e.KeyReused: _plain("key-reused", "seq"),
    e.IllegalAction: _illegal,
    e.ValuesNeeded: _values,
    e.ValuesRefused: _values_refused,
    e.UndoRefused: _undo,
    e.GameIsClosed: _plain("game-closed"),
    e.GameIsFull: _plain("game-full"),
    e.NoSuchPosition: _plain("no-such-position", "at", "seq"),
    e.BadRequest: _field,
    e.DamagedFile: _plain("damaged-file", "line", "good"),
    e.GameExists: _plain("game-exists"),
    e.SeedMissing: _plain("seed-missing"),
    e.GameIsAdjudicated: _plain("game-adjudicated", "ruling"),
    e.ProposalRefused: _table("proposal-refused"),
    e.RulingRefused: _table("ruling-refused"),
    e.CorrectionRefused: _table("correction-refused"),
    e.ContributionRefused: _plain("contribution-refused"),
    e.SealRefused: _plain("seal-refused"),
    e.BranchRefused: _plain("branch-refused"),
    e.NoSuchSeat: _plain("no-such-seat", "seats"),
    e.SeatIsTaken: _plain("seat-taken", "at"),
    e.SeatIsEmpty: _plain("seat-empty"),
    e.UnknownPlayer: lambda refusal: Problem("unknown-player", refusal.text, pointer="/player"),
    e.RedactedFile: _plain("redacted-file", "line"),
}
