"""A tournament in the report: results in force, departures, corrections, attempts, and its seed."""

from __future__ import annotations

from collections.abc import Sequence

from domain.ledger.bundle.tournament import Tournament
from domain.ledger.errors import Said
from domain.ledger.spelling import shown
from domain.ledger.verify.report import UNLESS_REPLAYED, Report

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
    _departures(report, found.departures)
    _each(report, "corrections", found.corrections, "corrects a result", "corrige un résultat")
    _protests(report, found)
    said = Said(
        "that pairings, departures, results of slips, who goes on and standings are what the rules give, only the rules can tell "
        "(--replay)",
        "que les appariements, les écarts, les résultats des bulletins, les qualifiés et les classements soient ceux des règles, "
        "seules les règles le disent (--replay)",
    )
    report.add("replay", "note", said, data=UNLESS_REPLAYED)
    if found.closed_at:
        said = Said(
            "the seed opens its commitment, and every pairing and lot was drawn from it",
            "la graine ouvre son engagement, et chaque appariement et tirage en vient",
        )
        report.add("seed", "ok", said)


def _departures(report: Report, departures: Sequence[tuple[int, str, int]]) -> None:
    """Each record that departs from the rules, with the codes that it gives."""
    codes: dict[int, list[str]] = {}
    for seq, code, level in departures:
        codes.setdefault(seq, []).append(f"{shown(code)} {level}")
    for record, found in list(codes.items())[:SHOWN]:
        listed = ", ".join(found)
        said = Said(
            f"record {record} departs from the rules (code and level: {listed})",
            f"l'écriture {record} s'écarte des règles (code et niveau : {listed})",
        )
        report.add("departures", "note", said, record)
    if len(codes) > SHOWN:
        n = len(codes) - SHOWN
        report.add("departures", "note", Said(f"and {n} more of this kind", f"et {n} autres de ce genre"))


def _protests(report: Report, found: Tournament) -> None:
    """The protests: how many were decided on, and each that waits for its decision."""
    if found.decided:
        n = found.decided
        report.add("protests", "ok", Said(f"decided on: {n}", f"tranchées : {n}"), data={"decided": n})
    waiting = list(found.protests.items())
    for record, (entrant, round, table) in waiting[:SHOWN]:
        said = Said(
            f"the one in record {record} was never decided on (entrant {entrant}, round {round}, table {table})",
            f"celle de l'écriture {record} n'a jamais été tranchée (participant {entrant}, ronde {round}, table {table})",
        )
        report.add("protests", "note", said, record)
    if len(waiting) > SHOWN:
        n = len(waiting) - SHOWN
        report.add("protests", "note", Said(f"and {n} more of this kind", f"et {n} autres de ce genre"))


def _each(report: Report, check: str, records: Sequence[int], en: str, fr: str) -> None:
    for record in records[:SHOWN]:
        report.add(check, "note", Said(f"record {record} {en}", f"l'écriture {record} {fr}"), record)
    if len(records) > SHOWN:
        n = len(records) - SHOWN
        report.add(check, "note", Said(f"and {n} more of this kind", f"et {n} autres de ce genre"))
