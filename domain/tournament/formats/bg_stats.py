"""Links for BG Stats, an app in which players keep statistics: opened on a phone, a link adds the
game of a finished table. They are shown as QR codes on paper and screens.

The app asks before it stores anything. The fields are those that its documentation has for other
programs; `winner` is always included, since the Android version requires it.
"""

from datetime import UTC, datetime
from urllib.parse import quote

import msgspec

from domain.kernel.amounts import amount_as_json
from domain.kernel.text import Text
from domain.titles.contract.csv_file import on_one_line
from domain.tournament.formats.common import refuse
from domain.tournament.values import Field

ADDRESS = "https://app.bgstatsapp.com/createPlay.html"
SOURCE = "Greffe"


def create_play(
    field: Field,
    round: int,
    table: int,
    *,
    tournament: str,
    title: str,
    game: str,
    lowest_wins: bool = False,
    played_at: datetime | None = None,
) -> str:
    """The link for the game of a table. `tournament` is the tournament's id, `title` its title,
    `game` the name of the game; `lowest_wins`: in this game the lowest total wins. Raises
    `FormatRefused` if the table has no result of a game."""
    history = next((history for history in field.rounds if history.round == round), None)
    tables = history.tables if history else ()
    seating = next((seating for seating in tables if seating.number == table), None)
    result = history.result(table) if history else None
    here = [entry for entry in result.entries if not entry.absent] if result else []
    if (
        seating is None
        or result is None
        or result.kind == "adjourned"
        or len(here) < min(2, len(seating.entrants))
    ):
        raise refuse(
            0,
            Text(
                "Table {table} of round {round} has no game to hand on.", table=table, round=round
            ),
        )
    names = {entrant.number: entrant.name for entrant in field.entrants}
    best = min(entry.place for entry in here)
    no_points = all(entry.score is None for entry in here)
    play: dict[str, object] = {
        "sourceName": SOURCE,
        "sourcePlayId": f"{tournament}/{round}/{table}",
        "game": {
            "name": on_one_line(game),
            "sourceGameId": on_one_line(game),
            "highestWins": not lowest_wins,
            "noPoints": no_points,
        },
        "comments": on_one_line(title),
        "players": [
            {
                "name": on_one_line(names.get(entry.entrant, "")) or f"{entry.entrant}",
                "sourcePlayerId": f"{tournament}/{entry.entrant}",
                "startPlayer": entry.entrant == seating.entrants[0],
                "rank": entry.place,
                "winner": entry.place == best,
                **({} if entry.score is None else {"score": amount_as_json(entry.score_number)}),
            }
            for entry in here
        ],
    }
    if played_at:
        play["playDate"] = f"{played_at.astimezone(UTC):%Y-%m-%d %H:%M:%S}"
    return f"{ADDRESS}?data={quote(msgspec.json.encode(play), safe='')}"
