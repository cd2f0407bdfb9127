"""Problems of tournaments."""

from __future__ import annotations

from api.web.problems.kind import Kind
from domain.kernel.text import Text

TOURNAMENT_KINDS = (
    Kind(
        "unknown-tournament",
        404,
        Text("There is no such tournament"),
        Text("No tournament has this id. A game that belongs to a tournament has an id of its own."),
        Text("`GET /api/v1/tournaments` lists the tournaments."),
    ),
    Kind(
        "tournament-refused",
        409,
        Text("The tournament cannot go on like this"),
        Text(
            "What was asked for does not fit how the tournament stands: an unknown entrant or table, "
            "missing results, a result that its table cannot have, a round that others rest on, a "
            "tournament that is closed. Nothing was recorded."
        ),
        Text("`detail` says what stands in the way and where, `pointer` which field, if one does."),
    ),
    Kind(
        "confirmation-needed",
        409,
        Text("This departs from the rules"),
        Text(
            "What was asked for departs from the tournament's rules, and can be recorded only once "
            "it is confirmed. Nothing was recorded."
        ),
        Text(
            "Send it again with `confirm`: how many `times`, a `reason`, and, where it asks for two, "
            "the `shown` of this answer, which names the `departures` and `consequences`."
        ),
    ),
    Kind(
        "duty-too-low",
        403,
        Text("This link is for something else"),
        Text("The address is not for what this link to the tournament is for. Nothing was recorded."),
        Text("Ask with a link for one of the duties in `detail`; `duty` is yours."),
    ),
    Kind(
        "not-your-table",
        403,
        Text("This is not your table"),
        Text("A table's link speaks for its own entrants alone. Nothing was recorded."),
        Text("Send it with the entrant's own link."),
    ),
)
