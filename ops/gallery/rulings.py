"""How often do arbiters rule? The share of games with a ruling, by title, with an exact
interval."""

# %% Games that were played, and those with a ruling; a branch has the rulings of the game that it
# grew from
import polars as pl

from ops.gallery.support import read_table, share_bar, share_in_words, show_bars, titles_in_tables

drawn, says = [], []
for title in titles_in_tables():
    games = read_table("games", title).filter(pl.col("parent").is_null())
    ruled = games.filter(pl.col("rulings") > 0)
    orders = int(ruled["rulings"].sum())
    drawn.append(share_bar(title.partition("-")[0], ruled.height, games.height))
    says.append(
        f"{title}: {share_in_words(ruled.height, games.height)}, {orders} in all"
        if games.height
        else f"{title}: no games"
    )

# %% The answer
show_bars(f"Games with a ruling: {'; '.join(says)}.", drawn, unit=" %")
