"""Corrections: each with the standings as published and as corrected, who gained and lost places, and the pairings that would have
differed."""

from __future__ import annotations

from typing import Any

from flask import Response
from msgspec import Struct

from api.tournament.pages.frame import Here, here, live, show
from api.web.pages.pages import duty, needs, site
from api.web.request.caller import caller
from api.web.request.service import service
from domain.kernel.text import Text
from domain.tournament.directing.correction_effects import Ranked, correction_effects
from domain.tournament.records import ResultCorrected
from domain.tournament.refusals import TournamentRefused
from domain.tournament.standings.ranking import Row

WHOLE = 40
"""Entrants of whom the whole order is shown; of more, those who are elsewhere."""


class Beside(Struct, frozen=True):
    """A place in an order as it was published, and as it is on the corrected result."""

    then: Row | None
    now: Row | None


@site.get("/tournaments/<tournament>/corrections")
@needs("organiser")
@duty("scorer", "check-in", "table", "screen")
def show_corrections(tournament: str) -> Response:
    """Every correction that the reader may be told of, the newest first."""
    at = here(tournament)
    return live("rounds/corrections", at, corrections=list(reversed(corrections_of(at))))


@site.get("/tournaments/<tournament>/corrections/<int:record>")
@needs("organiser")
@duty("scorer", "check-in", "table", "screen")
def show_correction(tournament: str, record: int) -> Response:
    """A correction: the standings before it and now."""
    at = here(tournament)
    corrected = next((body for seq, body in corrections_of(at) if seq == record), None)
    if corrected is None:
        raise TournamentRefused(Text("Record {record} corrects no result.", record=record), "/record")
    desk = service().tournaments.desk
    found = correction_effects(desk, tournament, record)
    shown_round = at.t.round(corrected.round)
    table = shown_round.table(corrected.result.table) if shown_round is not None else None
    parts: dict[str, Any] = {
        "found": found,
        "body": corrected,
        "table": table,
        "reason": reason_of(corrected),
        "ranked": [(one, _beside(one)) for one in found.ranked if at.reader.was_shown(one.round, one.record or record - 1)],
        "paired": [one for one in found.paired if at.reader.was_shown(one.round, one.record)],
    }
    return show("rounds/correction", at, **parts)


def corrections_of(at: Here) -> list[tuple[int, ResultCorrected]]:
    """Every correction that the reader may be told of, with its record."""
    return [(one.seq, one.body) for one in at.reader.noted() if isinstance(one.body, ResultCorrected)]


def reason_of(corrected: ResultCorrected) -> str:
    """Why a result was corrected, for the director; empty for everybody else."""
    return (service().clerk.words(corrected.reason) or "") if caller().directs and corrected.reason else ""


def _beside(one: Ranked) -> list[Beside]:
    """Both orders side by side; of a large field, only the lines that are not the same."""
    pairs = [Beside(then, now) for then, now in zip(one.then.rows, one.now.rows, strict=True)]
    if len(pairs) <= WHOLE:
        return pairs
    return [two for two in pairs if two.then is None or two.now is None or two.then.entrant != two.now.entrant][: 2 * WHOLE]
