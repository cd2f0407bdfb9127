"""How do points grow? The median score of winners and others at moments counted in turns.

Every game counts at every moment with the points it then has: a value holds until it changes, and a
finished game keeps its last one. (A median of the changes alone would count games with many changes
often, and games without any not at all.)
"""

# %% The turn in which points changed; those of the opening are there before the first turn
import polars as pl

from api.web.pages.charts import Series
from ops.gallery.support import chosen_title, median_with_interval, read_table, show_curves

TITLE = chosen_title("northgard-training")
turns = read_table("actions", TITLE).drop_nulls("turn").select("game", "seq", "turn").sort("seq")
changes = read_table("gauges", TITLE).filter(pl.col("gauge") == "points").sort("seq")
points = changes.join_asof(turns, on="seq", by="game", check_sortedness=False)
points = (
    points.with_columns(pl.col("turn").fill_null(0))
    .group_by("game", "seat", "turn", maintain_order=True)
    .last()
)

# %% Nine moments up to the last turn of a middle game, and what every seat has at each
length = int(turns.group_by("game").agg(pl.col("turn").max())["turn"].quantile(0.5) or 0)
moments = pl.DataFrame({"turn": [max(1, length // 8) * n for n in range(9)]})
seats = (
    read_table("seats", TITLE)
    .drop_nulls("winner")
    .select("game", "seat", "winner")
    .join(moments, how="cross")
)
held = (
    seats.sort("turn")
    .join_asof(points.sort("turn"), on="turn", by=["game", "seat"], check_sortedness=False)
    .drop_nulls("value")
)

# %% The middle of all games, each with the mean of its winners, and with that of its others
each = (
    held.group_by("winner", "turn", "game")
    .agg(pl.col("value").mean())
    .group_by("winner", "turn")
    .agg("value")
    .sort("turn")
)
drawn, says = [], []
for won, name, colour in ((True, "winners", 3), (False, "others", 2)):
    side = each.filter(pl.col("winner") == won).select("turn", "value")
    line = {turn: median_with_interval(pl.Series(games)) for turn, games in side.iter_rows()}
    if line:
        drawn.append(
            Series(name, colour, tuple((turn, half) for turn, (_, half, _) in line.items()))
        )
        says.append(
            f"{name}: "
            + ", ".join(
                f"turn {n} {half:.3g} ({low:.3g} to {up:.3g})"
                for n, (low, half, up) in line.items()
            )
        )

# %% The answer
show_curves(
    f"Middle points (95 %): {'; '.join(says) or 'nobody has won or lost by points'}.", drawn, "turn"
)
