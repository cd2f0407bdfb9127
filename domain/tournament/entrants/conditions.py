"""Conditions on requests about entrants. They raise `TournamentRefused` or `BadRequest` with a
pointer to the field at fault."""

from collections.abc import Sequence

from msgspec.structs import replace

from domain.kernel import commitments
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.tournament import records as r
from domain.tournament.aggregate.conditions import departure
from domain.tournament.aggregate.tournament import Tournament
from domain.tournament.refusals import TournamentRefused, need
from domain.tournament.standings.outings import early_leavers
from domain.tournament.values import Entrant

LONGEST = 80
"""The most characters of a club or group."""


LAST_TABLE = 999
"""The highest number that a table of a hall has."""


LARGEST_TEAM = 8
"""The most players of a team; no game has more seats."""


def need_entrant(t: Tournament, number: int, pointer: str = "/number") -> Entrant:
    entrant = t.entrant(number)
    if entrant is None:
        raise TournamentRefused(
            Text(
                "There is no entrant {number}: they are numbered 1 to {count}.",
                number=number,
                count=len(t.entrants),
            ),
            pointer,
        )
    return entrant


def need_short(text: str, pointer: str) -> None:
    if len(commitments.checked_text(text, pointer, lines=False)) > LONGEST:
        raise BadRequest(pointer, Text("At most {longest} characters.", longest=LONGEST))


def need_active(entrant: Entrant) -> None:
    """Raise `TournamentRefused` if an entrant has left or was expelled."""
    need(
        entrant.status == "in",
        Text("Entrant {number} does not play any more.", number=entrant.number),
        "/number",
    )


def need_distinct(t: Tournament, entrants: Sequence[int]) -> None:
    """Raise `TournamentRefused` for a number that no entrant has, and `BadRequest` for an entrant
    named twice."""
    for n, number in enumerate(entrants):
        need_entrant(t, number, f"/entrants/{n}")
    if len(set(entrants)) < len(entrants):
        raise BadRequest("/entrants", Text("An entrant is named twice."))


def need_unpaired(t: Tournament, round: int) -> None:
    """Raise `TournamentRefused` unless this round is the next to be paired, or a later one."""
    need(
        t.next_round <= round <= t.rules.rounds,
        Text(
            "Round {round} is not one that is still to be paired: those are {next_round} to "
            "{rounds}.",
            round=round,
            next_round=t.next_round,
            rounds=t.rules.rounds,
        ),
        "/round",
    )


def need_team_size(t: Tournament, size: int, pointer: str) -> None:
    need(
        not size or any(stage.format == "challenge" for stage in t.rules.stages),
        Text(
            "Only in a challenge has an entrant several seats of a game: leave the size of "
            "the team out."
        ),
        pointer,
    )
    need(
        0 <= size <= LARGEST_TEAM,
        Text("A team has 1 to {most} players; 0 is as many as the stage says.", most=LARGEST_TEAM),
        pointer,
    )


MOST_NOTED = 10
"""How often an entrant's own link may note something before each round."""


def need_noted_seldom(t: Tournament, round: int, numbers: Sequence[int]) -> None:
    """Raise `TournamentRefused` if one of these entrants was noted `MOST_NOTED` times before a
    round."""
    need(
        all(t.times_noted.get((round, number), 0) < MOST_NOTED for number in numbers),
        Text(
            "This was said {count} times for round {round}: go to the check-in.",
            count=MOST_NOTED,
            round=round,
        ),
        "/entrants",
    )


def need_phone_allowed(t: Tournament, number: int, *, may: bool) -> None:
    """Raise `TournamentRefused` unless the rules let entrants do this by their own links (`may`),
    and entrant `number` has not done so too often before the next round."""
    need(may, Text("The director has not left this to the phones: go to the check-in."))
    need_noted_seldom(t, t.next_round, (number,))


def need_own_bye(t: Tournament, number: int, round: int, kind: str) -> None:
    """Raise `TournamentRefused` unless an entrant may ask by their own link for a bye of this kind
    in a round or, with kind `none`, take that back."""
    phones, asked = t.rules.phones, t.requested_byes
    halves = [at for (at, who), bye in asked.items() if who == number and bye.kind == "half"]
    need_phone_allowed(t, number, may=phones.byes > 0 and kind != "zero")
    if kind == "none":
        return
    if t.rules.stages[t.rules.stage_of(round)].format == "knock-out":
        text = Text("Who misses round {round} is out of the knock-out: go to the desk.")
    elif (round, number) in asked:
        text = Text("Entrant {number} asked for a bye in round {round} already.", number=number)
    elif round in t.checked_in:
        text = Text("The check-in of round {round} is over: go to the desk.")
    elif phones.until and round > phones.until:
        text = Text("The last round that a bye is given for is {until}.", until=phones.until)
    elif len(halves) >= phones.byes:
        text = Text(
            "Byes that each may ask for: {byes}. Entrant {number} has asked for them.",
            byes=phones.byes,
            number=number,
        )
    else:
        return
    raise TournamentRefused(text.filled({"round": round}), "/round")


def holds_table(entrant: Entrant, but: int) -> bool:
    """Whether an active entrant, other than number `but`, has a table of their own."""
    return bool(entrant.table) and entrant.status == "in" and entrant.number != but


def claim_own_table(own: dict[int, int], table: int, number: int, pointer: str) -> None:
    """Note in `own` (by table, the entrant whose own table it is) that `table` belongs to entrant
    `number`; 0 is no table and is not noted. Raises `TournamentRefused` if the table is another
    entrant's, or its number is too high."""
    need(
        0 <= table <= LAST_TABLE,
        Text("Tables have the numbers 1 to {last}; 0 is none.", last=LAST_TABLE),
        pointer,
    )
    holder = own.setdefault(table, number) if table else number
    need(
        holder == number,
        Text(
            "Table {table} is that of entrant {number} already: two who are not paired together "
            "cannot both sit there.",
            table=table,
            number=holder,
        ),
        pointer,
    )


def left_early(t: Tournament, number: int) -> tuple[r.Departure, ...]:
    """The departure `left-early`, if an entrant who left now would have played so few games of a
    round robin that their results do not count; else nothing."""
    out = replace(t.entrants[number - 1], status="withdrawn")
    field = replace(t.field, entrants=(*t.entrants[: number - 1], out, *t.entrants[number:]))
    return tuple(
        departure("left-early", entrants=(number,))
        for _, leaver in early_leavers(field)
        if leaver == number
    )[:1]
