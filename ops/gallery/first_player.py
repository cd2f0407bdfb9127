"""Does who begins win more often? Northgard: shares of games won by the seat that took the first turn, with exact intervals."""

# %% The seat of the first action, and who won
import polars as pl

from api.site.watch.charts import Bar
from ops.gallery.support import share, show, table

TITLE = "northgard-training"
moves = table("facts", TITLE).filter(pl.col("type") == "first-player-drawn").select("game", pl.col("subject").alias("first"))
seats = table("seats", TITLE).select("game", "seat", "winner").drop_nulls()

# %% One row a game that has an outcome
games = seats.join(moves, on="game").filter(pl.col("seat") == pl.col("first"))
won = int(games["winner"].sum())
alone = seats.group_by("game").agg(pl.col("winner").sum()).filter(pl.col("winner") == 1).height

# %% The answer
show(
    f"Who begins wins {share(won, games.height)}.",
    [Bar("begins", 100 * won / games.height, 50.0), Bar("follows", 100 * (alone - won) / games.height, 50.0)],
)
