"""The parts of a tournament's report besides its departures (`Tournament.noted`): a sentence for
each record, whether somebody decided it by hand, and sentences on what the records cannot prove."""

from collections import Counter
from collections.abc import Iterable, Iterator

from domain.kernel.kinds import ToldRecord, row_of
from domain.kernel.stored import StoredRecord
from domain.kernel.text import Text, joined
from domain.proof.chance.contributions import OPERATOR
from domain.proof.verify.tournament import draw_count_text
from domain.tournament.aggregate.kinds import Called, entrant_named, fold_tournament, tell
from domain.tournament.aggregate.tournament import PartAt, Tournament
from domain.tournament.records import TournamentRecord


def told(
    records: Iterable[StoredRecord], t: Tournament | None = None, called: Called = entrant_named
) -> Iterator[tuple[ToldRecord, Tournament | None]]:
    """For each of the `records`, a `ToldRecord` (its sentence, and whether an official decided it),
    and the tournament after it. `t`: the tournament before the first of them (None: they begin with
    the opening). `called` returns an entrant's name by number. Raises `DamagedRecord`."""
    for record in records:
        body, before = record.body_as(TournamentRecord), t
        t = fold_tournament([record], before)
        by_hand = row_of(body).decided_by_hand(before, body)
        yield ToldRecord(record.seq, body, tell(before, body, called), by_hand), t


def unprovable(t: Tournament, called: Called = entrant_named) -> Iterator[Text]:
    """Sentences on what a tournament's records cannot prove: who could have chosen its draws, and
    which results and data rest on people's word."""
    alone = [str(paired.round) for paired in t.rounds if not paired.drawn_with]
    if alone:
        yield Text(
            "The service alone drew, and could have chosen what came. Rounds: {rounds}.",
            rounds=", ".join(alone),
        )
    withheld = {paired.withheld: paired.round for paired in reversed(t.rounds) if paired.withheld}
    for entrants, round in reversed(withheld.items()):
        yield Text(
            "Parts were withheld from the draw of round {round}: who did so, or the service, could "
            "choose between {draws} draws. Whose: {who}.",
            round=round,
            draws=draw_count_text(len(entrants)),
            who=_listed(entrants, called),
        )
    parts = sorted(t.parts.items())
    hands = Counter(part.actor for part in t.parts.values())
    for sentence, numbers in (
        (
            Text("Parts that the desk bound are the desk's own: {who}."),
            [number for number, part in parts if part.by == "desk"],
        ),
        (
            Text("Parts that the operator's key entered are the service's own: {who}."),
            [number for number, part in parts if part.by_service],
        ),
        (
            Text("Parts that one key bound for several are of one hand: {who}."),
            [number for number, part in parts if hands[part.actor] > 1 and _by_own_key(t, part)],
        ),
    ):
        if numbers:
            yield sentence.filled({"who": _listed(numbers, called)})
    results = [
        table.result for paired in t.rounds for table in paired.tables if table.result is not None
    ]
    said = sum(not result.body.game for result in results)
    if said:
        yield Text(
            "That typed or reported results are true ({said} of {count}).",
            said=said,
            count=len(results),
        )
    yield Text("Who was there, names, clubs, ratings and reasons are what people said.")


def _by_own_key(t: Tournament, part: PartAt) -> bool:
    """Whether the commitment to a part was entered with a key that is neither the desk's nor the
    operator's."""
    return part.by == "entrant" and part.actor not in ("", OPERATOR, t.opened.actor)


def _listed(numbers: Iterable[int], called: Called) -> Text:
    return joined(called(number) for number in numbers)
