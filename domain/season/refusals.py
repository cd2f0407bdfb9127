from domain.kernel.refusals import Kind, Refusal
from domain.kernel.text import Text


class UnknownSeason(Refusal):
    kind = Kind(
        "unknown-season",
        404,
        Text("There is no such season"),
        Text("No season has this id. Each of its events has an id of its own."),
        Text("`GET /api/v1/seasons` lists the seasons."),
    )

    def __init__(self, season: str) -> None:
        super().__init__(Text("There is no season {season}.", season=season))


class SeasonRefused(Refusal):
    """A request that the season's present state does not allow. `pointer`: the JSON pointer to the
    field of the request at fault ("" for none)."""

    kind = Kind(
        "season-refused",
        409,
        Text("Not possible as the season stands"),
        Text(
            "What was asked for does not fit how the season stands: an event that is open, counts "
            "already or was brought from another service, people who both played one event, rules "
            "that contradict themselves, a season that is closed. Nothing was recorded."
        ),
        Text("`detail` says what stands in the way, `pointer` which field, if one does."),
    )

    def __init__(self, text: Text, pointer: str = "") -> None:
        super().__init__(text)
        self.pointer = pointer


def need(holds: object, text: Text, pointer: str = "") -> None:
    """Raise `SeasonRefused` with `text` unless `holds` is true."""
    if not holds:
        raise SeasonRefused(text, pointer)
