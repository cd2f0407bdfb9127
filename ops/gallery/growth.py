"""How do points grow? The middle score of winners, turn by turn."""

# %% The turn that each record is in, and the points that each seat has from there on
import polars as pl

from api.site.watch.charts import Bar
from ops.gallery.support import show, table, wanted

TITLE = wanted("northgard-training")
turns = table("actions", TITLE).drop_nulls("turn").select("game", "seq", "turn").sort("game", "seq")
points = table("gauges", TITLE).filter(pl.col("gauge") == "points").sort("game", "seq")
scored = points.join_asof(turns, on="seq", by="game", strategy="backward", check_sortedness=False).drop_nulls("turn")

# %% Points of the winner, over an eighth of a middle game's turns at a time
last = sorted(turns.group_by("game").agg(pl.col("turn").max())["turn"].to_list())
step = max(1, last[len(last) // 2] // 8) if last else 1
won = table("seats", TITLE).filter("winner").select("game", "seat")
mine = scored.join(won, on=["game", "seat"]).with_columns((pl.col("turn") // step * step).alias("from"))
middle = mine.group_by("from").agg(pl.col("value").median()).sort("from").head(8).rows()

# %% The answer
says = ", ".join(f"turn {turn}: {value:.0f}" for turn, value in middle)
show(f"Middle points of winners: {says}.", [Bar(f"turn {turn}", value) for turn, value in middle])
