"""Results of matches of several games: which are possible, and the places that follow from them."""

from collections.abc import Iterable

from msgspec.structs import replace

from domain.kernel.text import Text
from domain.tournament.values import Match, TableResult


def placed(result: TableResult) -> TableResult:
    """The result with its places computed from the games won: the more, the better. Absent entrants
    get the last places."""
    ranks = [(entry.absent, -entry.score_number) for entry in result.entries]
    entries = zip(result.entries, ranks, strict=True)
    return replace(
        result,
        entries=tuple(
            replace(entry, place=1 + sum(other < mine for other in ranks))
            for entry, mine in entries
        ),
    )


def match_of(match: Match, games: Iterable[TableResult]) -> TableResult:
    """The result of a match, computed from the results of its games so far, at least one. It has
    `time_over` if they do not decide the match."""
    each = tuple(games)
    wins = [[e.entrant for e in game.entries if e.place == 1] for game in each]
    won = {e.entrant: wins.count([e.entrant]) for e in each[0].entries}
    drawn = len(each) - sum(won.values())
    return placed(
        TableResult(
            each[0].table,
            tuple(replace(entry, score=won[entry.entrant]) for entry in each[0].entries),
            drawn=drawn,
            time_over=not match.decided(won.values(), drawn),
        )
    )


def fault(match: Match, result: TableResult) -> tuple[Text, str] | None:
    """Why a match cannot have this result: a sentence without its full stop, and a JSON pointer.
    None if it can. The entrants and the kind of the result are not checked."""
    if not match.several or result.kind != "played":
        more = result.drawn or result.time_over
        return (
            (
                Text("Drawn games and time over are of a match of several games that was played"),
                "/drawn",
            )
            if more
            else None
        )
    won = [entry.score for entry in result.entries if isinstance(entry.score, int)]
    if len(won) < len(result.entries) or min(won) < 0:
        return Text("Of a match, the games that each won are a whole number"), "/entries"
    if not 0 <= result.drawn <= (match.games if match.draws else 0):
        return Text("So many games cannot be drawn by the rules of the match"), "/drawn"
    said = " – ".join(map(str, (*won, *([result.drawn] if result.drawn else []))))
    games = sum(won) + result.drawn
    if max(won) > match.needed or min(won) == match.needed or (match.every and games > match.games):
        return (
            Text("{said} is no score of a match of {count} games", said=said, count=match.games),
            "/entries",
        )
    if match.decided(won, result.drawn) == result.time_over:
        decided = Text("{said} decides the match: its time was not over before", said=said)
        open_ = Text(
            "{said} does not decide the match: play on, or say that its time is over", said=said
        )
        return decided if result.time_over else open_, "/time_over"
    if [e.place for e in placed(result).entries] != [e.place for e in result.entries]:
        return Text("The places of a match are those of the games won"), "/entries"
    return None
