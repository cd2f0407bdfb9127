"""Refusals that only tournaments have. When one is raised, nothing was recorded."""

from typing import Any

from domain.kernel.refusals import BadRequest, Kind, Refusal
from domain.kernel.text import Text, joined
from domain.titles.contract.catalogs.catalog import FileFault


class TournamentRefused(Refusal):
    """A request that the tournament's present state does not allow. `pointer`: the JSON pointer to
    the field of the request at fault ("" for none)."""

    kind = Kind(
        "tournament-refused",
        409,
        Text("Not possible as the tournament stands"),
        Text(
            "What was asked for does not fit how the tournament stands: an unknown entrant or "
            "table, "
            "missing results, a result that its table cannot have, a round that others rest on, a "
            "tournament that is closed. Nothing was recorded."
        ),
        Text("`detail` says what stands in the way and where, `pointer` which field, if one does."),
    )

    def __init__(self, text: Text, pointer: str = "") -> None:
        super().__init__(text)
        self.pointer = pointer


def need(holds: object, text: Text, pointer: str = "") -> None:
    """Raise `TournamentRefused` with `text` unless `holds` is true."""
    if not holds:
        raise TournamentRefused(text, pointer)


class ConfirmationNeeded(Refusal):
    """A request departs from the rules and was not confirmed as often as required.

    - `departures`: (code, level, sentence) of each; `consequences`: sentences on what would follow.
    - `times`: how often it must be confirmed; `shown`: the digest of departures and consequences,
      which a second confirmation must repeat."""

    kind = Kind(
        "confirmation-needed",
        409,
        Text("This departs from the rules"),
        Text(
            "What was asked for departs from the tournament's rules, and can be recorded only once "
            "it is confirmed. Nothing was recorded."
        ),
        Text(
            "Send it again with `confirm`: how many `times`, a `reason`, and, where it asks for "
            "two, "
            "the `shown` of this answer, which names the `departures` and `consequences`."
        ),
    )

    def __init__(
        self,
        departures: tuple[tuple[str, int, Text], ...],
        consequences: tuple[Text, ...],
        times: int,
        shown: str,
    ) -> None:
        departed = joined((text for _, _, text in departures), " ")
        how = Text("Confirm it, with a reason")
        if times > 1:
            how = Text("Confirm it twice, with a reason")
        super().__init__(Text("{found} {how}, or leave it.", found=departed, how=how))
        self.departures, self.consequences, self.times, self.shown = (
            departures,
            consequences,
            times,
            shown,
        )

    def details(self) -> dict[str, Any]:
        departures = [
            {"code": code, "level": level, "text": text} for code, level, text in self.departures
        ]
        names = ("times", "shown", "consequences")
        return {"departures": departures, **{name: getattr(self, name) for name in names}}


class FileRefused(Refusal):
    """A file of entrants, or a report file, that cannot be imported. `faults`: all that were found;
    the sentence has the first."""

    kind = BadRequest.kind

    def __init__(self, text: Text, faults: tuple[FileFault, ...]) -> None:
        super().__init__(text)
        self.faults = faults

    def details(self) -> dict[str, Any]:
        errors = [
            {"pointer": fault.pointer, "line": fault.line, "detail": fault.text}
            for fault in self.faults
        ]
        return {"pointer": "", "errors": errors}


class UnknownTournament(Refusal):
    """No tournament has this id."""

    kind = Kind(
        "unknown-tournament",
        404,
        Text("There is no such tournament"),
        Text(
            "No tournament has this id. A game that belongs to a tournament has an id of its own."
        ),
        Text("`GET /api/v1/tournaments` lists the tournaments."),
    )

    def __init__(self, tournament: str) -> None:
        super().__init__(Text("There is no tournament {tournament}.", tournament=tournament))
