"""Refusals that only tournaments have. Each is a sentence for its reader, and nothing was recorded."""

from __future__ import annotations

from domain.kernel.refusals import Refusal
from domain.kernel.text import Text, joined
from domain.titles.contract.catalogs.catalog import FileFault


class TournamentRefused(Refusal):
    """The tournament cannot go on like this; `pointer` says which field, if one does."""

    code = "tournament-refused"

    def __init__(self, text: Text, pointer: str = "") -> None:
        super().__init__(text)
        self.pointer = pointer


class ConfirmationNeeded(Refusal):
    """What was asked for departs from the rules, and was not confirmed as often as its level asks for. `departures` are sentences,
    each with its code and level; `consequences` what would come of it; `shown` names all that, for whoever confirms."""

    code = "confirmation-needed"

    def __init__(
        self, departures: tuple[tuple[str, int, Text], ...], consequences: tuple[Text, ...], times: int, shown: str
    ) -> None:
        found = joined((text for _, _, text in departures), " ")
        how = Text("Confirm it, with a reason")
        if times > 1:
            how = Text("Confirm it twice, with a reason")
        super().__init__(Text("{found} {how}, or leave it.", found=found, how=how))
        self.departures, self.consequences, self.times, self.shown = departures, consequences, times, shown


class EntrantsRefused(Refusal):
    """A file of entrants that cannot be taken; the sentence names the first of its `faults`."""

    code = "entrants-refused"

    def __init__(self, text: Text, faults: tuple[FileFault, ...]) -> None:
        super().__init__(text)
        self.faults = faults


class UnknownTournament(Refusal):
    """No tournament has this id."""

    code = "unknown-tournament"

    def __init__(self, tournament: str) -> None:
        super().__init__(Text("There is no tournament {tournament}.", tournament=tournament))
