"""The table of the kinds of tournament records (`TOURNAMENT_KINDS`), and functions for its rows.
The rows are in the `kinds.py` of their subject: entrants, parts, rounds, results, lifecycle.

The `asks` of a row is a function that turns a record back into a request. It takes the use cases
(`domain/tournament/audit/asked_again.py`), the order, the record, and the earlier record of the
same write. It looks a use case up when it is called, so a row imports none.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from domain.kernel.commitments import is_commitment
from domain.kernel.kinds import Kind, Kinds, Readers, row_of
from domain.kernel.stored import DamagedRecord, StoredRecord
from domain.kernel.text import Text, joined
from domain.proof.chance.contributions import OPERATOR
from domain.tournament import records as r
from domain.tournament.aggregate.conditions import departure
from domain.tournament.aggregate.tournament import (
    NotedAt,
    Tournament,
)
from domain.tournament.values import EDITION, Rules, TableResult

WORDS = "…"
"""Stands for a name, a reason or other words that a record commits to."""


def _opened_state(row: StoredRecord) -> Tournament:
    body = row.body_as(r.TournamentOpened)
    return Tournament(row.stream, row.seq, body.at, body, read_rules(body.rules, body.edition), {})


def read_rules(raw: msgspec.Raw, edition: int = EDITION) -> Rules:
    """Decode the stored rules of a tournament. In editions 1 to 3 the results of entrants who leave
    always count, so `withdrawals` is set to `count` there. Raises `DamagedRecord`."""
    try:
        rules = msgspec.json.decode(raw, type=Rules)
    except msgspec.DecodeError as e:
        raise DamagedRecord(f"its rules cannot be read: {e}") from None
    if edition > 3:
        return rules
    stages = tuple(replace(stage, withdrawals="count") for stage in rules.stages)
    return replace(rules, stages=stages)


def words_of(commitment: str) -> str:
    """A placeholder (`WORDS`) for the text of a commitment, which the record does not contain;
    empty if there is no commitment."""
    return WORDS if is_commitment(commitment) else ""


Called = Callable[[int], Text | str]


class Telling(NamedTuple):
    """What the sentence of a record is made from besides the record: the tournament `t` before it,
    and `called`, which returns an entrant's name by number."""

    t: Tournament
    called: Called

    def names(self, numbers: Iterable[int]) -> Text:
        names = [self.called(number) for number in numbers]
        return joined(names) if names else Text("nobody")


def entrant_named(number: int) -> Text:
    """The text “entrant 5”, for places where names are not known."""
    return Text("entrant {number}", number=number)


def tell(
    t: Tournament | None,
    body: r.TournamentRecord,
    called: Called = entrant_named,
) -> Text:
    """The sentence of the record `body`, given the tournament `t` before it (None for the first
    record). `called` returns an entrant's name by number. Raises `DamagedRecord` if the record
    names an entrant, a round or a table that does not exist."""
    values = {name: getattr(body, name) for name in body.__struct_fields__}
    if isinstance(result := values.get("result"), TableResult):
        values["table"] = result.table
    number = values.get("entrant", 0) or values.get("number", 0)
    who = called(number) if number else ""
    try:
        text = row_of(body).tell(Telling(t, called) if t is not None else None, body)
    except (LookupError, StopIteration):
        raise DamagedRecord("it names what is not there") from None
    return text.filled({**values, "who": who}).capital()


def kind(record: type[r.TournamentRecord], **row: Any) -> Kind:
    return Kind(record=record, **{"reads": EVERYBODY, **row})


EVERYBODY = Readers("whoever may watch the tournament")
PUBLISHED = Readers("whoever may watch the tournament, once the round is published")
DIRECTOR = Readers("the director")
ENTRIES = Readers(DIRECTOR.words)
"""Readable by the director; everybody is told of its departures."""


class _Kinds(Kinds[Tournament]):
    def _state_after(self, state: Tournament, record: StoredRecord) -> Tournament:
        after: Tournament = super()._state_after(state, record)
        body = record.body_as(r.TournamentRecord)
        departs = row_of(body).departs
        departures = (*body.departures, *(departs(state, body) if departs else ()))
        if not departures and not isinstance(body, r.ResultCorrected):
            return after
        return replace(
            after, noted=(*after.noted, NotedAt(record.seq, body, departures, tell(state, body)))
        )


TOURNAMENT_KINDS = _Kinds("a tournament", r.TournamentOpened, _opened_state)
fold_tournament = TOURNAMENT_KINDS.fold


def after_parts(t: Tournament, body: r.TournamentRecord) -> tuple[r.Departure, ...]:
    """The departure `after-parts` if, when a record was written, somebody could already know the
    chance of the next draw, which the record changes; otherwise nothing."""
    return (departure("after-parts", t.next_round),) if t.chance_is_known(body.at) else ()


def is_by_director(t: Tournament, body: r.TournamentRecord) -> bool:
    """Whether a record was entered with the key that opened the tournament, or with the
    operator's."""
    return body.actor in (OPERATOR, t.opened.actor)
