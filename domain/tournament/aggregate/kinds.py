"""What the rows of tournaments' records share. The rows themselves stand in `kinds.py` of their
chapter: entrants, parts, rounds, results, lifecycle.

An `asks` takes the use cases (`domain/tournament/audit/asked_again.py`), the order, the record,
and the one before it that is of the same write. They are found when it is called: a row imports no
use case.
"""

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.kernel.kinds import Kind, Kinds, Readers
from domain.kernel.stored import DamagedRecord, StoredRecord
from domain.tournament import records as r
from domain.tournament.aggregate.tournament import (
    NotedAt,
    Tournament,
)
from domain.tournament.values import EDITION, Rules

WORDS = "…"
"""What stands for a name, a reason or other words that a record commits to."""


def fold_tournament(
    records: Iterable[StoredRecord], start: Tournament | None = None
) -> Tournament | None:
    """A tournament from its records, or from those after `start`; none if there are none. Raises
    `DamagedRecord`."""
    rows = list(records)
    tournament = TOURNAMENT_KINDS.fold(rows, start)
    noted = tuple(
        NotedAt(row.seq, body)
        for row in rows
        if isinstance(body := row.body, r.TournamentRecord)
        and (body.departures or isinstance(body, r.ResultCorrected))
    )
    if tournament is None or not noted:
        return tournament
    return replace(tournament, noted=(*tournament.noted, *noted))


def _begun(row: StoredRecord) -> Tournament:
    body = row.body_as(r.TournamentOpened)
    return Tournament(row.game, row.seq, body.at, body, read_rules(body.rules, body.edition), {})


def read_rules(raw: msgspec.Raw, edition: int = EDITION) -> Rules:
    """Stored rules. By editions 1 to 3 of the tournament rules the results of who leaves count,
    whatever they say."""
    try:
        rules = msgspec.json.decode(raw, type=Rules)
    except msgspec.DecodeError as e:
        raise DamagedRecord(f"its rules cannot be read: {e}") from None
    if edition > 3:
        return rules
    return Rules(tuple(replace(stage, withdrawals="count") for stage in rules.stages))


def words_of(commitment: str) -> str:
    return WORDS if commitment else ""


def kind(record: type[r.TournamentRecord], **row: Any) -> Kind:
    return Kind(record=record, **{"reads": EVERYBODY, **row})


EVERYBODY = Readers("whoever may watch the tournament")
PUBLISHED = Readers("whoever may watch the tournament, once the round is published")
DIRECTOR = Readers("the director")
ENTRIES = Readers(DIRECTOR.words)
"""The director; everybody is told what such a record departs from."""

TOURNAMENT_KINDS = Kinds("a tournament", r.TournamentOpened, _begun)
