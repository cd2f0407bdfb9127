"""Each kind of record turned back into the request that it came from, to be asked of the use cases again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.game.clerk.commands import Order
from domain.game.record.records import Record
from domain.kernel.text import Text
from domain.tournament import records as r
from domain.tournament.aggregate.fold import read_rules
from domain.tournament.aggregate.tournament import Tournament
from domain.tournament.directing.entrants import Apart, Entrants, Entry
from domain.tournament.directing.lifecycle import Lifecycle, OpeningOf
from domain.tournament.directing.parts import Parts
from domain.tournament.directing.recorded import RecordedDesk, RecordedGames, words_of
from domain.tournament.directing.results import Results
from domain.tournament.directing.rounds import Rounds
from domain.tournament.pairing.engines import engine_of


class AskedAgain:
    """The use cases over a desk that stores nothing."""

    def __init__(self, id: str, seed: bytes) -> None:
        self.desk = RecordedDesk(id, seed)
        games = RecordedGames(self.desk)
        self.whole = Lifecycle(self.desk, engine_of, games)
        self.entering = Entrants(self.desk)
        self.parts = Parts(self.desk)
        self.rounds = Rounds(self.desk, engine_of, games)
        self.results = Results(self.desk, self.rounds, games)

    def made(self, t: Tournament | None, body: r.TournamentRecord, after: Record | None) -> tuple[r.TournamentRecord, ...]:
        """What the use cases write where this record stands, of which `after` is the next: it, and maybe others with it. Raises
        `Refusal`s."""
        bodies = (body, after) if isinstance(after, r.TournamentRecord) and _together(body, after) else (body,)
        order = self.desk.take(t, *bodies)
        ASKS[type(bodies[-1])](self, order, bodies[-1], *bodies[:-1])
        return self.desk.made


def _together(body: r.TournamentRecord, after: r.TournamentRecord) -> bool:
    """Whether a record is the first of a write of two: the last slip with the result, a round withdrawn with the correction. Only
    the last record of a write has the key that every request has."""
    second = {r.SlipFiled: r.ResultTaken, r.RoundWithdrawn: r.ResultCorrected}.get(type(body))
    return not body.key and body.at == after.at and type(after) is second


Ask = Callable[..., object]
"""Asks again for a record: takes the use cases, the order, the record, and the one before it that is of the same write."""


def _opened(on: AskedAgain, order: Order, body: r.TournamentOpened) -> object:
    wish = OpeningOf(
        title=words_of(body.text),
        rules=read_rules(body.rules),
        ruleset=body.ruleset,
        catalog=body.catalog,
        options=body.options,
        chance=body.chance,
        undo=body.undo,
        seals=body.seals,
        tags=body.tags,
        public=body.public,
        edition=body.edition,
        derivation=body.derivation,
    )
    return on.whole.open(wish, body.actor, body.key, body.request, body.client_at)


def _entry(body: r.EntrantAdded | r.EntrantAmended) -> Entry:
    return Entry(
        name=words_of(body.name),
        club=body.club,
        seed_rank=body.seed_rank,
        rating=body.rating,
        group=body.group,
        contact=words_of(body.text),
        player=body.player if isinstance(body, r.EntrantAdded) else "",
        team=body.team,
    )


def _paired(on: AskedAgain, order: Order, body: r.RoundPaired) -> object:
    if body.by == "engine":
        return on.rounds.pair(order, body.round)
    tables = [table.entrants for table in body.pairing.tables]
    return on.rounds.pair(order, body.round, tables, _allocated(body.pairing.byes))


def _allocated(byes: Any) -> list[int]:
    return [bye.entrant for bye in byes if bye.kind == "pairing"]


def _changed(on: AskedAgain, order: Order, body: r.TableChanged) -> object:
    tables = {table.number: table.entrants for table in body.tables}
    return on.rounds.change(order, body.round, tables, _allocated(body.byes))


def _taken(on: AskedAgain, order: Order, body: r.ResultTaken, slip: r.SlipFiled | None = None) -> object:
    if slip is not None:
        return on.results.file_slip(order, slip.round, slip.entrant, slip.result)
    if body.source == "slips":
        raise Unasked(Text("no slip is filed with it that the others agree with"))
    return on.results.take(order, body.round, body.result.table, None if body.source == "game" else body.result)


def _corrected(on: AskedAgain, order: Order, body: r.ResultCorrected, gone: r.RoundWithdrawn | None = None) -> object:
    result = None if body.source == "game" else body.result
    agreed = gone is not None and gone.agreed
    return on.results.correct(order, body.round, body.result.table, body.effect, result, agreed=agreed)


class Unasked(Exception):
    """Nobody can have asked for this; `text` says why, as the end of a sentence."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


ASKS: dict[type[r.TournamentRecord], Ask] = {
    r.TournamentOpened: _opened,
    r.EntrantAdded: lambda on, order, body: on.entering.add(order, (_entry(body),)),
    r.EntrantAmended: lambda on, order, body: on.entering.amend(order, body.number, _entry(body)),
    r.EntrantWithdrawn: lambda on, order, body: on.entering.withdraw(order, body.number, words_of(body.reason)),
    r.EntrantReinstated: lambda on, order, body: on.entering.reinstate(order, body.number, words_of(body.reason)),
    r.EntrantExpelled: lambda on, order, body: on.entering.expel(order, body.number),
    r.PresenceNoted: lambda on, order, body: on.entering.note(order, body.round, body.entrants, present=body.present),
    r.CheckInClosed: lambda on, order, body: on.entering.close_check_in(order, body.round, body.present),
    r.ByeAsked: lambda on, order, body: on.entering.ask_bye(order, body.entrant, body.round, body.kind, words_of(body.reason)),
    r.SeparationSet: lambda on, order, body: on.entering.separate(
        order, Apart(body.a, body.b, body.club, body.hard, body.since, body.lifted), words_of(body.reason)
    ),
    r.PartBound: lambda on, order, body: on.parts.bind(order, body.entrant, body.commitment, body.by),
    r.PartShown: lambda on, order, body: on.parts.show(order, body.entrant, body.value, body.by),
    r.RoundPaired: _paired,
    r.RoundPublished: lambda on, order, body: on.rounds.publish(order, body.round),
    r.RoundWithdrawn: lambda on, order, body: on.rounds.withdraw(order, body.round, agreed=body.agreed),
    r.TableChanged: _changed,
    r.GameLinked: lambda on, order, body: on.rounds.open_games(order, body.round, (body.table,)),
    r.SlipFiled: lambda on, order, body: on.results.file_slip(order, body.round, body.entrant, body.result),
    r.ResultTaken: _taken,
    r.ResultCorrected: _corrected,
    r.TableReopened: lambda on, order, body: on.results.reopen(order, body.round, body.table),
    r.PenaltyGiven: lambda on, order, body: on.results.penalise(order, body.entrant, body.points, words_of(body.reason)),
    r.PenaltyLifted: lambda on, order, body: on.results.lift(order, body.penalty, words_of(body.reason)),
    r.RulesAmended: lambda on, order, body: on.whole.amend(order, read_rules(body.rules)),
    r.ClockSet: lambda on, order, body: on.rounds.set_clock(order, body.round, body.seconds, running=body.running),
    r.LotsDrawn: lambda on, order, body: on.rounds.draw_lots(order),
    r.ProtestFiled: lambda on, order, body: on.results.protest(
        order, body.entrant, body.round, body.table, words_of(body.text)
    ),
    r.ProtestDecided: lambda on, order, body: on.results.decide(order, body.protest, words_of(body.text), upheld=body.upheld),
    r.RoundClosed: lambda on, order, body: on.rounds.close(order, body.round, body.minutes),
    r.StageAdvanced: lambda on, order, body: on.rounds.advance(order, body.declined),
    r.TournamentClosed: lambda on, order, body: on.whole.close(order),
}  # fmt: skip
"""How each kind of record is asked for again; the last one, where a write has two."""
