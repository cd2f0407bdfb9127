"""The rows of slips, results, corrections, re-openings, penalties and protests."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.game.commands import Order
from domain.kernel.kinds import NeverAsked, Notice, Reference, Subjects
from domain.kernel.sentences import Sentences
from domain.kernel.text import Text, listed
from domain.tournament import records as r
from domain.tournament.aggregate import subjects as s
from domain.tournament.aggregate.kinds import (
    DIRECTOR,
    PUBLISHED,
    TOURNAMENT_KINDS,
    Telling,
    after_parts,
    is_by_director,
    kind,
    words_of,
)
from domain.tournament.aggregate.tournament import (
    ProtestAt,
    ResultAt,
    TableAt,
    Tournament,
    with_round,
    with_table,
)
from domain.tournament.rounds.kinds import with_standings_of
from domain.tournament.values import Penalty, TableResult


def _slip(t: Tournament, seq: int, body: r.SlipFiled) -> Tournament:
    def change(table: TableAt) -> TableAt:
        counts = {**table.slips_filed, body.entrant: table.slips_filed.get(body.entrant, 0) + 1}
        return replace(table, slips={**table.slips, body.entrant: (seq, body)}, slips_filed=counts)

    return with_table(t, body.round, body.result.table, change)


def _taken(t: Tournament, seq: int, body: r.ResultTaken) -> Tournament:
    return with_table(
        t, body.round, body.result.table, lambda table: replace(table, result=ResultAt(seq, body))
    )


def _corrected(t: Tournament, seq: int, body: r.ResultCorrected) -> Tournament:
    def change(table: TableAt) -> TableAt:
        if table.result is None:
            raise KeyError(f"no result at table {table.number}")
        if body.effect == "report":
            return replace(table, result=replace(table.result, shown=body.result))
        return replace(table, result=ResultAt(seq, body))

    return with_standings_of(with_table(t, body.round, body.result.table, change), seq, body)


def _reopened(t: Tournament, seq: int, body: r.TableReopened) -> Tournament:
    if t.opened.edition > 3:
        t = with_round(
            t, body.round, lambda paired: replace(paired, closed=0, proven=0, closed_at=None)
        )
    return with_table(
        t,
        body.round,
        body.table,
        lambda table: replace(table, result=None, slips={}, slips_filed={}),
    )


def _decided(t: Tournament, seq: int, body: r.ProtestDecided) -> Tournament:
    if not any(protest.seq == body.protest for protest in t.protests):
        raise KeyError(f"protest {body.protest}")
    return replace(
        t,
        protests=tuple(
            replace(protest, decided=seq, decision=body) if protest.seq == body.protest else protest
            for protest in t.protests
        ),
    )


def _mistyped(body: r.ResultCorrected) -> bool:
    return any(departure.code == "mistyped" for departure in body.departures)


def _about_result(body: Any) -> Subjects:
    table = body.table if isinstance(body, r.TableReopened) else body.result.table
    return frozenset({s.RESULTS, s.of_result(body.round, table)})


def _ask_taken(
    on: Any, order: Order, body: r.ResultTaken, slip: r.SlipFiled | None = None
) -> object:
    if slip is not None:
        return on.results.file_slip(order, slip.round, slip.entrant, slip.result)
    if body.source == "slips":
        raise NeverAsked(Text("no slip is filed with it that the others agree with"))
    return on.results.take(
        order, body.round, body.result.table, None if body.source == "game" else body.result
    )


def _ask_corrected(
    on: Any, order: Order, body: r.ResultCorrected, withdrawn: r.RoundWithdrawn | None = None
) -> object:
    if _mistyped(body):
        return on.results.take(order, body.round, body.result.table, body.result)
    result = None if body.source == "game" else body.result
    agreed = withdrawn is not None and withdrawn.agreed
    return on.results.correct(
        order, body.round, body.result.table, body.effect, result, agreed=agreed
    )


RESULTS = Reference((r.ResultTaken, r.ResultCorrected))


_SOURCES = Sentences("""
typed = The result of table {table} in round {round} is typed: {places}.
beside = The result of table {table} in round {round} is typed, though it has a game here: {places}.
slips = The slips of table {table} in round {round} agree: {places}.
game = The result of table {table} in round {round} is that of its game: {places}.
""")

_EFFECTS = Sentences("""
mistyped
  The result of table {table} in round {round} was mistyped, and is typed over within the minute:
    {places}.
recompute = The result of table {table} in round {round} is corrected: {places}.
repair
  The result of table {table} in round {round} is corrected, and the next round withdrawn: {places}.
report = The result of table {table} in round {round} is corrected in exports alone: {places}.
""")

_KINDS = Sentences("""
forfeit = forfeit
double-forfeit = double forfeit
adjourned [result] = adjourned
""")


def _places(on: Telling, result: TableResult) -> Text:
    entries = (
        Text("{place}. {who}", "{place}. {who}", place=entry.place, who=on.called(entry.entrant))
        for entry in sorted(result.entries, key=lambda entry: entry.place)
    )
    kind = _KINDS.get(result.kind)
    drawn = Text("{count:game|games} drawn", count=result.drawn) if result.drawn else None
    over = Text("time over") if result.time_over else None
    return listed([*entries, *(word for word in (kind, drawn, over) if word)])


def _decided_by_hand(t: Tournament, body: r.ResultTaken) -> bool:
    """Whether a typed result was decided by hand: its table has a game here, or it says that there
    was no game, such as a forfeit. A result of a game played elsewhere is only reported."""
    table = paired.table(body.result.table) if (paired := t.round(body.round)) is not None else None
    game = table is not None and bool(table.game)
    return body.source == "typed" and (game or body.result.kind != "played")


def _takes(on: Telling, body: r.ResultTaken) -> Text:
    beside = any(departure.code == "typed" for departure in body.departures)
    return _SOURCES("beside" if beside else body.source, places=_places(on, body.result))


def _corrects(on: Telling, body: r.ResultCorrected) -> Text:
    effect = "mistyped" if _mistyped(body) else body.effect
    return _EFFECTS(effect, places=_places(on, body.result))


def _lifts(on: Telling, body: r.PenaltyLifted) -> Text:
    given = on.t.penalties[body.penalty]
    return Text(
        "The penalty of {points} for {whom} is lifted (record {penalty}).",
        points=given.points,
        whom=on.called(given.entrant),
    )


def _decides(on: Telling, body: r.ProtestDecided) -> Text:
    filed = next(protest.filed for protest in on.t.protests if protest.seq == body.protest)
    said = (
        Text("The protest of {whom} about table {table} in round {round} is upheld.")
        if body.upheld
        else Text("The protest of {whom} about table {table} in round {round} is rejected.")
    )
    whom = on.called(filed.entrant)
    return said.filled({"whom": whom, "table": filed.table, "round": filed.round})


def _notices_of_slip(t: Tournament, body: r.SlipFiled) -> Iterator[Notice]:
    """The notices about a slip: one to those at the table who have not reported yet, and one to the
    director if the slips of the table differ."""
    paired = t.round(body.round)
    table = paired.table_of(body.entrant) if paired is not None else None
    if table is None or table.result is not None:
        return
    place = body.round, table.number
    if waiting := tuple(str(n) for n in table.entrants if n not in table.slips):
        yield Notice("result", waiting, place=place)
    if table.disputed:
        yield Notice("result", officials=True, place=place)


def _other_hand_sentence(t: Tournament, body: r.SlipFiled) -> Text | None:
    """A sentence for a slip that was filed with the desk's key, with the key of another slip of the
    table, or in place of an earlier slip; None for all other slips."""
    if is_by_director(t, body):
        return Text(
            "The desk's key reports the result of table {table} in round {round} for {who}."
        )
    table = paired.table(body.result.table) if (paired := t.round(body.round)) is not None else None
    slips = table.slips if table is not None else {}
    if any(n != body.entrant and slip.actor == body.actor for n, (_, slip) in slips.items()):
        return Text(
            "The key of another slip of table {table} in round {round} reports for {who}, too."
        )
    if body.entrant not in slips:
        return None
    return Text("{who} reports another result of table {table} in round {round} than before.")


TOURNAMENT_KINDS.add(
    kind(
        r.SlipFiled,
        says=lambda on, body: (
            _other_hand_sentence(on.t, body)
            or Text("{who} reports the result of table {table} in round {round}.")
        ),
        by_hand=lambda t, body: _other_hand_sentence(t, body) is not None,
        answered_by=r.ResultTaken,
        fold=_slip,
        about=lambda body: frozenset(
            {s.of_slips(body.round, body.result.table), s.of_slip(body.round, body.entrant)}
        ),
        asks=lambda on, order, body: on.results.file_slip(
            order, body.round, body.entrant, body.result
        ),
        reads=DIRECTOR,
        notices=_notices_of_slip,
    ),
    kind(
        r.ResultTaken,
        says=_takes,
        by_hand=_decided_by_hand,
        departs=after_parts,
        part="results",
        fold=_taken,
        about=_about_result,
        asks=_ask_taken,
        reads=PUBLISHED,
    ),
    kind(
        r.ResultCorrected,
        says=_corrects,
        by_hand=True,
        departs=lambda t, body: after_parts(t, body) if body.effect != "report" else (),
        part="results",
        references={"record": RESULTS},
        fold=_corrected,
        about=_about_result,
        asks=_ask_corrected,
        reads=PUBLISHED,
    ),
    kind(
        r.TableReopened,
        says=Text("Table {table} of round {round} is re-opened: its result does not count."),
        by_hand=True,
        departs=after_parts,
        references={"record": RESULTS},
        fold=_reopened,
        about=_about_result,
        asks=lambda on, order, body: on.results.reopen(order, body.round, body.table),
        reads=PUBLISHED,
    ),
    kind(
        r.PenaltyGiven,
        says=Text("Penalty of {points} for {who}, from round {round} on."),
        by_hand=True,
        departs=after_parts,
        fold=lambda t, seq, body: replace(
            t, penalties={**t.penalties, seq: Penalty(body.entrant, body.points, body.round)}
        ),
        about=lambda body: frozenset({s.PENALTIES, s.of_entrant(body.entrant)}),
        asks=lambda on, order, body: on.results.penalise(
            order, body.entrant, body.points, words_of(body.reason)
        ),
    ),
    kind(
        r.PenaltyLifted,
        says=_lifts,
        by_hand=True,
        departs=after_parts,
        references={"penalty": Reference((r.PenaltyGiven,))},
        fold=lambda t, _, body: replace(t, lifted=t.lifted | {body.penalty}),
        about=lambda body: frozenset({s.PENALTIES}),
        asks=lambda on, order, body: on.results.lift(order, body.penalty, words_of(body.reason)),
    ),
    kind(
        r.ProtestFiled,
        says=Text("{who} protests against the result of table {table} in round {round}."),
        by_hand=is_by_director,
        why="text",
        fold=lambda t, seq, body: replace(t, protests=(*t.protests, ProtestAt(seq, body.at, body))),
        about=lambda body: frozenset({s.of_protest(0)}),
        asks=lambda on, order, body: on.results.protest(
            order, body.entrant, body.round, body.table, words_of(body.text)
        ),
        reads=DIRECTOR,
    ),
    kind(
        r.ProtestDecided,
        says=_decides,
        by_hand=True,
        why="text",
        references={"protest": Reference((r.ProtestFiled,))},
        fold=_decided,
        about=lambda body: frozenset({s.of_protest(body.protest)}),
        asks=lambda on, order, body: on.results.decide(
            order, body.protest, words_of(body.text), upheld=body.upheld
        ),
        reads=DIRECTOR,
    ),
)
