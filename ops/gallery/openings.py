"""What is begun with, and does it win? Northgard: the first card that each seat activates, and how often it then wins."""

# %% The first card of each seat
import polars as pl

from api.site.watch.charts import Bar
from ops.gallery.support import share, show, table

TITLE = "northgard-training"
cards = table("facts", TITLE).filter((pl.col("type") == "card-played") & pl.col("stands")).sort("game", "seq")
first = (
    cards.group_by("game", "subject", maintain_order=True)
    .first()
    .select("game", pl.col("subject").alias("seat"), pl.col("object").alias("card"))
)

# %% Who of them won
won = (
    first.join(table("seats", TITLE).drop_nulls("winner"), on=["game", "seat"])
    .group_by("card")
    .agg(pl.col("winner").sum(), pl.len())
    .sort("len", descending=True)
)

# %% The answer
rows = won.rows(named=True)
show(
    "; ".join(f"{row['card']}: wins {share(row['winner'], row['len'])}" for row in rows) + ".",
    [Bar(row["card"], 100 * row["winner"] / row["len"], 50.0) for row in rows],
)
