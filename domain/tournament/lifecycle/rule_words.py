"""A tournament's rules in words: labels of fields and values, and what an amendment changes."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from msgspec import Struct

from domain.kernel.text import Text, joined
from domain.titles.contract.time_control import TimeControl, time_said
from domain.tournament.values import Rules, Stage

RULE_WORDS = {
    "name": Text("Name"),
    "format": Text("Format"),
    "rounds": Text("Rounds"),
    "least": Text("Fewest at a table"),
    "preferred": Text("Preferred at a table"),
    "most": Text("Most at a table"),
    "scoring": Text("Scoring"),
    "keys": Text("Ranked by, in this order"),
    "weights": Text("Order of a pairing's costs"),
    "engine": Text("Pairing engine"),
    "factor": Text("Factor of the points"),
    "advance": Text("How many go on into this stage"),
    "meetings": Text("Meetings of each two"),
    "third-place": Text("A match for the third place"),
    "withdrawals": Text("The results of who leaves a round robin"),
    "withdrawals-half": Text("count from half of the games on"),
    "withdrawals-count": Text("always count"),
    "phones": Text("By their own phones, entrants"),
    "drop-out": Text("drop out"),
    "come-back": Text("come back"),
    "byes": Text("ask for so many byes (0: none)"),
    "until": Text("the last of them in this round (0: any)"),
    "seats": Text("Seats of a team's game (0: one)"),
    "minutes": Text("Minutes a round"),
    "time-control": Text("Clocks of the seats in its games"),
    "protest-minutes": Text("Minutes for protests"),
    "match": Text("What is played for a result"),
    "games": Text("Games (1: a single one)"),
    "every": Text("All are played (else: best of)"),
    "draws": Text("Games can be drawn"),
    "begins": Text("Who begins the next game"),
    "begins-loser": Text("who lost the last one"),
    "begins-other": Text("the other one than before"),
    "won": Text("Game points for a win"),
    "drawn": Text("Game points for a draw"),
    "floor": Text("Percentages count at least (a part, such as 1/3)"),
    "points": Text("Points"),
    "win": Text("A win"),
    "draw": Text("A draw"),
    "loss": Text("A loss"),
    "places": Text("By place"),
    "shared": Text("Shared places take"),
    "bye": Text("A bye by the pairing"),
    "half": Text("A bye asked for"),
    "zero": Text("Bye, 0 points"),
    "forfeit": Text("A win by forfeit"),
    "best": Text("Best rounds that count (0: all)"),
    "duel": Text("For tables of two"),
    "table": Text("For larger tables"),
    "format-swiss": Text("Swiss"),
    "format-planned": Text("Planned (all rounds before the first)"),
    "format-round-robin": Text("Round robin"),
    "format-knock-out": Text("Knock-out"),
    "format-heats": Text("Heats"),
    "format-challenge": Text("Challenge (each for themselves)"),
    "points-duel": Text("by win, draw and loss"),
    "points-places": Text("by place"),
    "points-raw": Text("by victory points"),
    "points-share": Text("by share of the table's points"),
    "points-margin": Text("by margin over the others"),
    "points-match": Text("by how many did worse at the same deal"),
    "points-ranks": Text("by rank at the same deal"),
    "shared-mean": Text("their mean"),
    "shared-higher": Text("the higher one"),
    "engine-none": Text("the format's own"),
    "engine-duels": Text("matching (tables of two)"),
    "engine-tables": Text("swaps (larger tables)"),
    "engine-fide-dutch": Text("FIDE Dutch (if installed)"),
    "keys-points": Text("points"),
    "keys-wins": Text("wins"),
    "keys-share": Text("share of the tables' points"),
    "keys-opponents": Text("opponents' mean"),
    "keys-direct": Text("direct encounter"),
    "keys-buchholz": Text("Buchholz"),
    "keys-buchholz-cut-1": Text("Buchholz cut 1"),
    "keys-buchholz-median": Text("Buchholz median"),
    "keys-sonneborn-berger": Text("Sonneborn–Berger"),
    "keys-wins-second": Text("wins as second player"),
    "keys-score-sum": Text("own victory points"),
    "keys-margin": Text("margin"),
    "keys-final": Text("place in the final"),
    "keys-lots": Text("lots"),
    "keys-game-points": Text("game points"),
    "keys-match-win": Text("match-win %"),
    "keys-opponents-match-win": Text("opponents' match-win %"),
    "keys-game-win": Text("game-win %"),
    "keys-opponents-game-win": Text("opponents' game-win %"),
    "keys-best": Text("best event"),
    "keys-last": Text("last event"),
    "part-rematch": Text("rematches"),
    "part-hard": Text("kept apart in any case"),
    "part-score": Text("difference of scores"),
    "part-second-bye": Text("second byes"),
    "part-first-twice": Text("first player twice running"),
    "part-soft": Text("kept apart where it can be"),
    "part-seed": Text("order of seeds"),
    "part-met": Text("how often they met"),
    "part-later": Text("meetings that a plan still has"),
    "part-pot": Text("same row of the snake"),
    "part-spread": Text("spread of scores"),
    "part-seat": Text("same seat again"),
    "part-place": Text("same table again"),
}
"""By field, or by field and value, with `-` for each `_`."""

_YES_NO = {True: Text("yes"), False: Text("no")}


def value_said(field: str, value: Any) -> Text | str:
    """A field's value in words; as stored if it has none."""
    if isinstance(value, tuple):
        return joined([value_said(field, item) for item in value]) if value else "–"
    if isinstance(value, TimeControl):
        more = f" + {value.increment} s" if value.increment else ""
        return f"{value.kind} {time_said(value.seconds)}{more}"
    if isinstance(value, bool):
        return _YES_NO[value]
    of = "part" if field in ("duel", "table") else field
    said = RULE_WORDS.get(f"{of}-{value or 'none'}".replace("_", "-"))
    return said or ("–" if value in ("", None) else str(value))


def changes(then: Rules, now: Rules) -> Iterator[Text]:
    """What changed between two versions of rules, a text for each field of each stage."""
    yield from _changed(then.phones, now.phones)
    for number, (before, after) in enumerate(zip_longest(then.stages, now.stages), start=1):
        if after is None:
            yield Text("stage {number} is left out", number=number)
            continue
        if before is None:
            yield Text("stage {number} is added", number=number)
        for change in _changed(before or Stage(), after):
            several = max(len(then.stages), len(now.stages)) > 1
            yield (
                Text("stage {number}, {change}", number=number, change=change)
                if several
                else change
            )


def _changed(then: Struct, now: Struct) -> Iterator[Text]:
    for field in now.__struct_fields__:
        before, after = getattr(then, field), getattr(now, field)
        if type(before) is type(after) and field in ("scoring", "weights", "match"):
            yield from _changed(before, after)
        elif before != after:
            yield Text(
                "“{field}”: {now} (before: {then})",
                field=RULE_WORDS[field.replace("_", "-")],
                now=value_said(field, after),
                then=value_said(field, before),
            )
