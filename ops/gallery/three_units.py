"""How often does the second player win when the first places three units on one tile? Northgard.

Random players always place so: to compare other placements needs games of people.
"""

# %% Five lines
import polars as pl

from ops.gallery.support import bar, share, show, table

TITLE = "northgard-training"
first = (
    table("facts", TITLE).filter(pl.col("type") == "first-player-drawn").select("game", "subject")
)
heaps = table("facts", TITLE).filter(
    (pl.col("type") == "units-placed") & pl.col("fields").str.contains(r'":3[,}]')
)
games = heaps.join(first, on=["game", "subject"]).select("game", "subject").unique()
rivals = (
    table("seats", TITLE)
    .drop_nulls("winner")
    .join(games, on="game")
    .filter(pl.col("seat") != pl.col("subject"))
)
won = int(rivals["winner"].sum())

# %% The answer
says = (
    f"The second player wins {share(won, rivals.height)}."
    if rivals.height
    else "No first player placed three units on one tile."
)
show(says, [bar("second wins", won, rivals.height, 50.0)], unit=" %")
