"""Refusals of the clerk as problems: the code of each is its kind, and its members help to go on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from api.web.answers import Needed
from api.web.problems.problem import Problem
from domain.game import refusals as g
from domain.kernel import refusals as e
from domain.titles.contract.chance import Ask
from domain.tournament import refusals as t


def problem_of(refusal: e.Refusal) -> Problem:
    how = _HOW.get(type(refusal))
    if how is not None:
        return how(refusal)
    places = {name: value for name in ("pointer", "at", "state") if (value := getattr(refusal, name, None))}
    return Problem(refusal.kind.slug, refusal.text, **{**places, **{name: getattr(refusal, name) for name in refusal.members}})


def needed(asks: tuple[Ask, ...]) -> tuple[Needed, ...]:
    return tuple(Needed(a.kind, a.label, a.count, a.pool, a.replace, a.spec) for a in asks)


def _stale(refusal: e.Stale) -> Problem:
    return Problem("stale", refusal.text, headers={"ETag": f'"{refusal.seq}"'}, current=refusal.seq, expected=refusal.expected)


def _field(refusal: e.BadRequest) -> Problem:
    errors = [{"pointer": refusal.pointer, "detail": refusal.text}]
    return Problem("invalid-fields", refusal.text, pointer=refusal.pointer, errors=errors)


def _catalog(refusal: g.CatalogRefused) -> Problem:
    errors = [{"pointer": fault.pointer, "line": fault.line, "detail": fault.text} for fault in refusal.faults]
    return Problem("catalog-refused", refusal.text, pointer=refusal.faults[0].pointer, errors=errors)


def _entrants(refusal: t.EntrantsRefused) -> Problem:
    errors = [{"pointer": fault.pointer, "line": fault.line, "detail": fault.text} for fault in refusal.faults]
    return Problem("invalid-fields", refusal.text, pointer="", errors=errors)


def _values(refusal: g.ValuesNeeded) -> Problem:
    return Problem("values-needed", refusal.text, asks=needed(refusal.asks), given=refusal.given, pointer="/values")


def _confirmation(refusal: t.ConfirmationNeeded) -> Problem:
    departures = [{"code": code, "level": level, "text": text} for code, level, text in refusal.departures]
    times, shown, consequences = refusal.times, refusal.shown, refusal.consequences
    return Problem("confirmation-needed", refusal.text, departures=departures, times=times, shown=shown, consequences=consequences)


_HOW: dict[type[e.Refusal], Callable[[Any], Problem]] = {  # what is told in other words than its attributes
    t.ConfirmationNeeded: _confirmation,
    t.EntrantsRefused: _entrants,
    g.CatalogRefused: _catalog,
    e.Stale: _stale,
    g.ValuesNeeded: _values,
    e.BadRequest: _field,
}
