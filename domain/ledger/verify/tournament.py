"""A tournament in the report: results in force, departures, corrections, attempts, and its seed."""

from __future__ import annotations

from collections.abc import Sequence

from domain.ledger.bundle.tournament import Tournament
from domain.ledger.errors import Said
from domain.ledger.verify.report import Report

SHOWN = 10
"""Departures and corrections that the report lists."""


def tell_tournament(report: Report, found: Tournament) -> None:
    """What a tournament's records tell of themselves: results in force, attempts, departures, corrections, and the seed."""
    said = Said(
        f"{found.results} in force, and every basis names those that were in force before it",
        f"{found.results} en vigueur, et chaque base nomme ceux qui l'étaient avant elle",
    )
    report.add("results", "ok", said, data={"results": found.results})
    if found.attempts:
        n = found.attempts
        said = Said(f"{n} beyond the first: drawn or paired again", f"{n} après la première : nouveaux tirages ou appariements")
        report.add("attempts", "note", said, data={"attempts": n})
    _each(report, "departures", sorted({seq for seq, _, _ in found.departures}), "departs from the rules", "s'écarte des règles")
    _each(report, "corrections", found.corrections, "corrects a result", "corrige un résultat")
    if found.closed_at:
        said = Said(
            "the seed opens its commitment, and every pairing and lot was drawn from it",
            "la graine ouvre son engagement, et chaque appariement et tirage en vient",
        )
        report.add("seed", "ok", said)


def _each(report: Report, check: str, records: Sequence[int], en: str, fr: str) -> None:
    for record in records[:SHOWN]:
        report.add(check, "note", Said(f"record {record} {en}", f"l'écriture {record} {fr}"), record)
    if len(records) > SHOWN:
        n = len(records) - SHOWN
        report.add(check, "note", Said(f"and {n} more of this kind", f"et {n} autres de ce genre"))
