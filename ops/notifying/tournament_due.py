"""What to tell and to whom, from the records of a tournament alone. It is here because only this floor may import both
tournaments and subscriptions."""

from __future__ import annotations

from collections.abc import Iterator

from domain.directing.aggregate.tournament import RoundAt, Tournament
from domain.record import tournament_records as t
from projections.notifications.due import Due
from projections.notifications.subscriptions import About


def of_tournament(now: Tournament, filed_body: object, seq: int) -> Iterator[Due]:
    """What record `seq` of a tournament, which says `filed_body`, calls for; `now` is the tournament after it."""
    title = now.opened.ruleset

    def due(about: About, actor: str, entrants: tuple[int, ...], round: int, table: int = 0, *, officials: bool = False) -> Due:
        named = tuple(str(one) for one in entrants)
        return Due(about, now.id, title, seq, actor, named, officials, tournament=True, place=(round, table))

    if isinstance(filed_body, t.RoundPublished):
        at = now.round(filed_body.round)
        if at is not None:
            for table in at.tables:
                yield due("pairing", filed_body.actor, table.entrants, at.round, table.number)
            byes = tuple(one.entrant for one in at.byes)
            if byes:
                yield due("pairing", filed_body.actor, byes, at.round)
            yield due("pairing", filed_body.actor, (), at.round, officials=True)
    elif isinstance(filed_body, t.TableChanged):
        at = now.round(filed_body.round)
        if at is not None and at.published:
            for changed in filed_body.tables:
                yield due("pairing", filed_body.actor, changed.entrants, at.round, changed.number)
    elif isinstance(filed_body, t.SlipFiled):
        yield from _slip(now.round(filed_body.round), filed_body, due)


def _slip(at: RoundAt | None, slip: t.SlipFiled, due: object) -> Iterator[Due]:
    """A report waits for those at the table who have not reported; one that differs from another, for the director."""
    table = at.table_of(slip.entrant) if at is not None else None
    if at is None or table is None or table.result is not None:
        return
    assert callable(due)
    waiting = tuple(one for one in table.entrants if one not in table.slips)
    if waiting:
        yield due("result", slip.actor, waiting, at.round, table.number)
    if table.disputed:
        yield due("result", slip.actor, (), at.round, table.number, officials=True)
