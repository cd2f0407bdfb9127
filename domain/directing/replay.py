"""A tournament paired, drawn and ranked again from its records: the second step of an audit, which needs the whole program.

Every pairing by an engine has to be what that engine pairs of its basis and its seed; of one made by hand, the engine's pairing
that is recorded with it has to be the engine's. Lots have to be those of their seed. Each digest of standings is computed again.
Versions of engines that this program does not have are not checked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.directing.aggregate.fold import fold_tournament
from domain.directing.aggregate.seating import question_of
from domain.directing.aggregate.tournament import Tournament
from domain.errors import Refusal
from domain.record import tournament_records as r
from domain.record.records import FIRST, Record
from domain.record.stored import DamagedRecord, Filed
from domain.rules.text import Text
from domain.tournament.pairing.engines import engine
from domain.tournament.seeds import Draws
from domain.tournament.standings.ranking import standings
from domain.tournament.values import CannotPair, Pairing


class Repeated(Struct, frozen=True):
    """What came of it: how many pairings, drawings of lots and standings were the same again; records that were not, each with why;
    and records whose engine is not in this program."""

    pairings: int = 0
    lots: int = 0
    standings: int = 0
    wrong: tuple[tuple[int, Text], ...] = ()
    unknown: tuple[int, ...] = ()


def repeated(id: str, rows: Sequence[tuple[str, bytes]]) -> Repeated:
    """Do everything again that follows from a tournament's records, given by their topics and bytes."""
    found, t = Repeated(), None
    for seq, (topic, state) in enumerate(rows, start=FIRST):
        one = Filed(id, seq, topic, state)
        try:
            ask = _ASKED.get(type(one.body))
            if ask is not None and t is not None:
                found = ask(found, t, seq, one.body)
            t = fold_tournament([one], t)
        except DamagedRecord as e:
            return _wrong(found, seq, Text("it does not follow: {why}", why=e.why))
    return found


def _pairing(found: Repeated, t: Tournament, seq: int, body: r.RoundPaired) -> Repeated:
    try:
        one = engine(body.engine.id, body.engine.version)
    except CannotPair:
        return replace(found, unknown=(*found.unknown, seq))
    if one.source != body.engine.source:
        return replace(found, unknown=(*found.unknown, seq))
    own: Pairing | None = None
    try:
        question = question_of(t, body.round, body.seed)
        if (question.present, question.byes) != (body.present, body.asked):
            return _wrong(found, seq, Text("others were to play than it considered"))
        own = one.pair(question)
    except (CannotPair, Refusal, IndexError):
        own = None
    said = body.pairing if body.by == "engine" else body.engine_pairing
    if own != said:
        return _wrong(found, seq, Text("paired again, its engine pairs otherwise"))
    return replace(found, pairings=found.pairings + 1)


def _lots(found: Repeated, t: Tournament, seq: int, body: r.LotsDrawn) -> Repeated:
    if Draws(body.seed).shuffled([one.number for one in t.entrants]) != body.lots:
        return _wrong(found, seq, Text("its lots are not those of its seed"))
    return replace(found, lots=found.lots + 1)


def _ranked(found: Repeated, t: Tournament, seq: int, body: r.RoundClosed | r.TournamentClosed) -> Repeated:
    if standings(t.field).sha256 != body.standings:
        return _wrong(found, seq, Text("computed again, its standings are others"))
    return replace(found, standings=found.standings + 1)


def _wrong(found: Repeated, seq: int, text: Text) -> Repeated:
    return replace(found, wrong=(*found.wrong, (seq, text)))


_ASKED: dict[type[Record], Callable[[Repeated, Tournament, int, Any], Repeated]] = {
    r.RoundPaired: _pairing,
    r.LotsDrawn: _lots,
    r.RoundClosed: _ranked,
    r.TournamentClosed: _ranked,
}
