"""Does the first player win more often? Shares of wins by order of first action, with exact
intervals."""

# %% The order in which the seats of people first acted, among what stands
import polars as pl

from ops.gallery.support import chosen_title, read_table, share_bar, share_in_words, show_bars

TITLE = chosen_title("northgard-training")
people = (
    read_table("seats", TITLE)
    .filter(pl.col("role").cast(pl.String) == "player")
    .select("game", "seat")
)
firsts = (
    read_table("actions", TITLE)
    .filter("stands")
    .join(people, on=["game", "seat"])
    .group_by("game", "seat")
    .agg(pl.col("seq").min())
)
order = firsts.with_columns(pl.col("seq").rank("ordinal").over("game").alias("acted"))

# %% Who of them won, in games that have an outcome
seats = read_table("seats", TITLE).drop_nulls("winner").select("game", "seat", "winner")
won = (
    order.join(seats, on=["game", "seat"])
    .group_by("acted")
    .agg(pl.col("winner").sum(), pl.len())
    .sort("acted")
)

# %% The answer
rows = won.rows()
games = seats["game"].n_unique()
even = 100 / len(rows) if rows and games and won["winner"].sum() == games else None
says = "; ".join(
    f"{'who begins' if n == 1 else f'number {n}'} wins {share_in_words(hits, of)}"
    for n, hits, of in rows
)
show_bars(
    f"{says[:1].upper()}{says[1:]}.",
    [share_bar("begins" if n == 1 else f"number {n}", hits, of, even) for n, hits, of in rows],
    unit=" %",
)
