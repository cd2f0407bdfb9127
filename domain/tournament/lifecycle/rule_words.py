"""The rules of a tournament in words: labels of fields and values, and sentences on what an
amendment changes."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from msgspec import Struct

from domain.kernel.sentences import Sentences
from domain.kernel.text import Text, joined
from domain.titles.contract.time_control import TimeControl, clock_text
from domain.tournament.values import Rules, Stage

RULE_WORDS = Sentences("""
name = Name
format = Format
rounds = Rounds
least = Fewest at a table
preferred = Preferred at a table
most = Most at a table
scoring = Scoring
keys = Ranked by, in this order
weights = Order of a pairing's costs
engine = Pairing engine
factor = Factor of the points
advance = How many go on into this stage
meetings = Meetings of each two
third-place = A match for the third place
withdrawals = The results of who leaves a round robin
withdrawals-half = count from half of the games on
withdrawals-count = always count
phones = By their own phones, entrants
drop-out = drop out
come-back = come back
byes = ask for so many byes (0: none)
until = the last of them in this round (0: any)
seats = Seats of a team's game (0: one)
minutes = Minutes a round
time-control = Clocks of the seats in its games
protest-minutes = Minutes for protests
match = What is played for a result
games = Games (1: a single one)
every = All are played (else: best of)
draws = Games can be drawn
begins = Who begins the next game
begins-loser = who lost the last one
begins-other = the other one than before
won = Game points for a win
drawn = Game points for a draw
floor = Percentages count at least (a part, such as 1/3)
points = Points
win = A win
draw = A draw
loss = A loss
places = By place
shared = Shared places take
bye = A bye by the pairing
half = A bye asked for
zero = Bye, 0 points
forfeit = A win by forfeit
best = Best rounds that count (0: all)
duel = For tables of two
table = For larger tables
format-swiss = Swiss
format-planned = Planned (all rounds before the first)
format-round-robin = Round robin
format-knock-out = Knock-out
format-heats = Heats
format-challenge = Challenge (each for themselves)
points-duel = by win, draw and loss
points-places = by place
points-raw = by victory points
points-share = by share of the table's points
points-margin = by margin over the others
points-match = by how many did worse at the same deal
points-ranks = by rank at the same deal
shared-mean = their mean
shared-higher = the higher one
engine-none = the format's own
engine-duels = matching (tables of two)
engine-tables = swaps (larger tables)
engine-fide-dutch = FIDE Dutch (if installed)
keys-points = points
keys-wins = wins
keys-share = share of the tables' points
keys-opponents = opponents' mean
keys-direct = direct encounter
keys-buchholz = Buchholz
keys-buchholz-cut-1 = Buchholz cut 1
keys-buchholz-median = Buchholz median
keys-sonneborn-berger = Sonneborn–Berger
keys-wins-second = wins as second player
keys-score-sum = own victory points
keys-margin = margin
keys-final = place in the final
keys-lots = lots
keys-game-points = game points
keys-match-win = match-win %
keys-opponents-match-win = opponents' match-win %
keys-game-win = game-win %
keys-opponents-game-win = opponents' game-win %
keys-best = best event
keys-last = last event
part-rematch = rematches
part-hard = kept apart in any case
part-score = difference of scores
part-second-bye = second byes
part-first-twice = first player twice running
part-soft = kept apart where it can be
part-seed = order of seeds
part-met = how often they met
part-later = meetings that a plan still has
part-pot = same row of the snake
part-spread = spread of scores
part-seat = same seat again
part-place = same table again
""")
"""By field, or by field and value, with `-` for each `_`."""

_YES_NO = {True: Text("yes"), False: Text("no")}


def value_said(field: str, value: Any) -> Text | str:
    """The value of a field in words, or as it is stored if there are no words for it."""
    if isinstance(value, tuple):
        return joined([value_said(field, item) for item in value]) if value else "–"
    if isinstance(value, TimeControl):
        more = f" + {value.increment} s" if value.increment else ""
        return f"{value.kind} {clock_text(value.seconds)}{more}"
    if isinstance(value, bool):
        return _YES_NO[value]
    of = "part" if field in ("duel", "table") else field
    said = RULE_WORDS.get(f"{of}-{value or 'none'}".replace("_", "-"))
    return said or ("–" if value in ("", None) else str(value))


def changes(then: Rules, now: Rules) -> Iterator[Text]:
    """A text for each field of each stage that two versions of the rules differ in."""
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
