"""Replaying a season: each event that follows it in the file is replayed, and the season's
standings are computed again from them. The findings are added to the report."""

from domain.game.record.records import FIRST
from domain.kernel.stored import DamagedRecord, StoredRecord
from domain.kernel.text import Text
from domain.proof.verify.report import Report
from domain.season.kinds import SEASON_KINDS
from domain.season.seasons import read_season
from domain.tournament.aggregate.kinds import fold_tournament
from domain.tournament.aggregate.tournament import Tournament
from domain.tournament.audit.replay import repeated
from domain.tournament.refusals import UnknownTournament
from ops.cli.proof.replayed import RereadBundle, add_tournament_findings, bilingual, read_again


def replay_season(report: Report, bundle: RereadBundle) -> None:
    """Replay the events that follow a season in its file, compute the season's standings from them,
    and compare these with the recorded ones. Adds the findings to `report`. Raises `Refused`, and
    `BundleChanged` if the file has changed since it was audited."""
    audited = next((f.data for f in report.findings if f.check == "events" and f.data), {})
    events: dict[str, list[StoredRecord]] = {}
    before = bundle.reader
    while (reader := before.following()) is not None:
        event = read_again(reader, audited.get("leaves", {}).get(reader.game))
        before, events[event.id] = reader, _stored_records(event)
        again = Report(event.id)
        add_tournament_findings(again, repeated(event.id, event.rows))
        for found in again.findings:
            if found.status in ("failed", "open"):
                sentence = Text(
                    "event {event}, record {record}: {why}",
                    event=event.id,
                    record=found.record,
                    why=found.said,
                )
                report.add("replay", found.status, bilingual(sentence))

    def event_of(id: str, seq: int) -> Tournament:
        t = fold_tournament(events.get(id, [])[: seq or pins[id]])
        if t is None:
            raise UnknownTournament(id)
        return t

    try:
        season = SEASON_KINDS.fold(_stored_records(bundle))
        assert season is not None
        pins = {at.event: at.seq for at in season.events}
        reading = read_season(season, event_of)
    except (DamagedRecord, KeyError) as e:
        report.add("replay", "open", bilingual(Text("it is damaged: {why}", why=str(e))))
        return
    people, held = len(reading.people), reading.standings.round
    if not reading.stands:
        sentence = Text("its events come to other standings than it was closed with")
        report.fail("replay", bilingual(sentence), season.seq)
    else:
        sentence = Text(
            "added up again from its events (events: {events}, people: {people})",
            events=held,
            people=people,
        )
        report.add("replay", "ok", bilingual(sentence), data={"events": held, "people": people})


def _stored_records(bundle: RereadBundle) -> list[StoredRecord]:
    return [StoredRecord(bundle.id, seq, *row) for seq, row in enumerate(bundle.rows, start=FIRST)]
