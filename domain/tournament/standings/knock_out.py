"""The places 1 to 4 of a knock-out, from its last matches: the final, and the match for the third
place.

An entrant wins without playing if the opponent left or did not come, or if there is none because
both candidates lost. If both lost, or both left, nobody wins, and the place remains empty.
"""

from domain.tournament.values import Field, RoundHistory


def last_places(field: Field, stage: int, last: int) -> dict[int, int] | None:
    """The place, from 1 to 4, of each entrant in a knock-out's last matches, given the rounds up to
    `last`. None if it is not decided yet. A knock-out in which nobody is left counts as decided."""
    played = [history for history in field.rounds if history.stage == stage]
    rounds = [history for history in played if history.round <= last]
    if not rounds or any(len(history.results) < len(history.tables) for history in rounds):
        return None
    on, out = _there(rounds[0]), set[int]()
    final = max(len(on) - 1, 1).bit_length()
    for history in rounds[: final - 1]:
        ahead = _ahead(history)
        on, out = (
            on & ahead,
            {n for t in history.tables if ahead & {*t.entrants} for n in t.entrants} - ahead,
        )
    if not field.rules.stages[stage].third_place or len(rounds) < final - 1:
        out = set()
    if len(rounds) < final:
        here = {entrant.number for entrant in field.entrants if entrant.status == "in"}
        if len(played) > len(rounds) or here & (on | out):
            return None
        on, ahead = on if len(rounds) == final - 1 else set(), set()
    else:
        ahead, out = _ahead(rounds[final - 1]), out | (_there(rounds[final - 1]) - on)
    return {
        number: place - (number in ahead)
        for place, match in ((2, on), (4, out))
        for number in match
    }


def _there(history: RoundHistory) -> set[int]:
    """The entrants with a match in the round, or with a bye."""
    return _with_bye(history).union(*(table.entrants for table in history.tables))


def _ahead(history: RoundHistory) -> set[int]:
    """The entrants who won their match of the round or have a bye; of a drawn match both."""
    came = [[e for e in result.entries if not e.absent] for result in history.results]
    return _with_bye(history) | {
        entry.entrant
        for entries in came
        for entry in entries
        if entry.place == min(other.place for other in entries)
    }


def _with_bye(history: RoundHistory) -> set[int]:
    return {bye.entrant for bye in history.byes if bye.kind == "pairing"}
