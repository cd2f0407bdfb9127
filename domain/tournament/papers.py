"""Exports of a tournament in the formats of other programs. Report files (TRF) get departures and
corrections as comments, since the format has no field for them."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Literal

from msgspec.structs import replace

from domain.game.store.catalogs import catalog_of_record
from domain.kernel.key_values import KeyValueStore
from domain.kernel.text import Lang
from domain.titles import registry
from domain.titles.contract.csv_file import Separator
from domain.titles.contract.ruleset import open_setting
from domain.tournament import records as r
from domain.tournament.aggregate.conditions import departure_said
from domain.tournament.aggregate.tournament import Tournament, exported
from domain.tournament.directing.direction import TournamentStore
from domain.tournament.directing.visibility import Visibility
from domain.tournament.formats import bg_stats, csv_writing, icalendar, trf_report
from domain.tournament.formats.common import Event, FormatRefused
from domain.tournament.refusals import TournamentRefused
from domain.tournament.standings.ranking import standings
from domain.tournament.values import Field

Paper = Literal[
    "trf26", "trf16", "entrants", "pairings", "results", "standings", "terms", "calendar"
]

KINDS: dict[Paper, tuple[str, str]] = {
    "trf26": ("text/plain; charset=utf-8", "trf"),
    "trf16": ("text/plain; charset=utf-8", "trf"),
    "entrants": ("text/csv; charset=utf-8", "csv"),
    "pairings": ("text/csv; charset=utf-8", "csv"),
    "results": ("text/csv; charset=utf-8", "csv"),
    "standings": ("text/csv; charset=utf-8", "csv"),
    "terms": ("text/csv; charset=utf-8", "csv"),
    "calendar": ("text/calendar; charset=utf-8", "ics"),
}


class Papers:
    """The exports of one tournament. Only the `director`'s include unpublished rounds."""

    def __init__(self, store: TournamentStore, tournament: Tournament, *, director: bool) -> None:
        self._store, self._t, self._director = store, tournament, director
        self._visible = Visibility(tournament, director=director)

    @property
    def field(self) -> Field:
        """The tournament with names and exported results, as far as the reader may see it."""
        shown = {paired.round for paired in self._t.rounds if self._director or paired.published}
        field = self._t.field
        return replace(
            field,
            entrants=tuple(
                replace(entrant, name=self._store.name(self._t, entrant.number) or "")
                for entrant in field.entrants
            ),
            rounds=tuple(exported(paired) for paired in self._t.rounds if paired.round in shown),
        )

    def written(
        self, paper: Paper, round: int | None = None, lang: Lang = "en", separator: Separator = ","
    ) -> str:
        """The text of a paper as of `round` (default: the last that the reader may see); the paper
        `pairings` has the tables of that round. Raises `TournamentRefused` if the format has no
        place for the tournament."""
        field = self.field
        last = (
            round
            if round is not None
            else max((history.round for history in field.rounds), default=0)
        )
        field = replace(
            field, rounds=tuple(history for history in field.rounds if history.round <= last)
        )
        if paper == "entrants":
            return csv_writing.entrants(field, lang, separator)
        if paper == "pairings":
            return csv_writing.pairings(field, last, lang, separator)
        if paper == "results":
            return csv_writing.results(field, lang, separator)
        if paper == "standings":
            return csv_writing.standings(field, standings(field), lang, separator)
        if paper == "terms":
            return csv_writing.terms(standings(field), lang, separator)
        event = Event(
            self._store.title(self._t), begins=self._t.opened.at.date(), ends=self._t.at.date()
        )
        if paper == "calendar":
            return icalendar.calendar(self._t.id, event, self._times(), self._t.at, lang)
        try:
            year = 2026 if paper == "trf26" else 2016
            corrected = tuple(
                sorted(self._before_corrections() & {history.round for history in field.rounds})
            )
            return trf_report.written(
                event, field, year=year, comments=self._remarks(), corrected=corrected
            )
        except FormatRefused as e:
            raise TournamentRefused(e.text, "/paper") from None

    def play_link(self, round: int, table: int) -> str:
        """The link that adds a table's game to the app BG Stats. Raises `TournamentRefused` if the
        reader may not see the round, or the table has no result of a game."""
        title = self._store.title(self._t)
        game, lowest_wins = game_played(self._t.opened, title, self._store.clerk.key_values)
        published_at: datetime | None = next(
            (published.at for published in self._published() if published.round == round), None
        )
        try:
            return bg_stats.create_play(
                self.field,
                round,
                table,
                tournament=self._t.id,
                title=title,
                game=game,
                lowest_wins=lowest_wins,
                played_at=published_at,
            )
        except FormatRefused as e:
            raise TournamentRefused(e.text, "/table") from None

    def _published(self) -> Iterator[r.RoundPublished]:
        """The records of all publications, also of pairings that were withdrawn since."""
        for stored in self._store.records_of(self._t.id):
            if isinstance(stored.body, r.RoundPublished):
                yield stored.body

    def _times(self) -> Iterator[icalendar.RoundTime]:
        """The times of the published rounds that were not withdrawn: each begins when it was
        published, and lasts the minutes of its stage's rounds."""
        shown = {paired.round for paired in self._t.rounds if paired.published}
        last = {
            published.round: (revision, published)
            for revision, published in enumerate(self._published())
            if published.round in shown
        }
        for round, (revision, published) in sorted(last.items()):
            minutes = self._t.rules.stages[self._t.rules.stage_of(round)].minutes
            yield icalendar.RoundTime(
                round, published.at, published.at + timedelta(minutes=minutes), revision
            )

    def _before_corrections(self) -> set[int]:
        """The rounds that were paired before an earlier result was corrected."""
        paired: set[int] = set()
        rounds: set[int] = set()
        for stored in self._store.records_of(self._t.id):
            if isinstance(stored.body, r.RoundPaired):
                paired.add(stored.body.round)
                rounds.discard(stored.body.round)
            elif isinstance(stored.body, r.ResultCorrected):
                rounds |= {round for round in paired if round > stored.body.round}
        return rounds

    def _remarks(self) -> Iterator[str]:
        """The comments for a report file, in English: all departures and corrections that the
        reader may see."""
        for noted in self._visible.noted():
            seq, body = noted.seq, noted.body
            for departure in noted.departures:
                yield (
                    f"record {seq}, departure of level {departure.level}: "
                    f"{departure_said(noted, departure).en}{_where(departure.round, departure.table)}"
                )
            if isinstance(body, r.ResultCorrected):
                yield (
                    f"record {seq}, correction "
                    f"({body.effect}):{_where(body.round, body.result.table)}"
                )


def _where(round: int, table: int) -> str:
    return (f" Round {round}" + (f", table {table}." if table else ".")) if round else ""


def game_played(
    opened: r.TournamentOpened, title: str, key_values: KeyValueStore
) -> tuple[str, bool]:
    """The English name of the game that a tournament plays, and whether its lowest total wins. If
    the games are played elsewhere, the tournament's title is returned as the name."""
    if opened.ruleset == r.EXTERNAL:
        return title, False
    rules = registry.ruleset(opened.ruleset, opened.version)
    catalog = catalog_of_record(key_values, opened.catalog)
    blank = rules.blank(open_setting(rules, catalog, opened.options, None))
    return rules.game_name(catalog).en, rules.lowest_wins(blank)
