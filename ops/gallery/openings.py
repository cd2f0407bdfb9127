"""Which first actions win? The first action that not all seats choose alike: the actions chosen
there most often, each with its share of wins."""

# %% The actions of each seat of people, each with the first id that it names
import polars as pl

from ops.gallery.support import chosen_title, read_table, share_bar, share_in_words, show_bars

TITLE = chosen_title("northgard-training")
SHOWN = 6
named = pl.col("arguments").str.extract(r':"([a-z0-9_-]{1,24})"').fill_null("")
people = (
    read_table("seats", TITLE)
    .filter(pl.col("role").cast(pl.String) == "player")
    .select("game", "seat")
)
moves = (
    read_table("actions", TITLE)
    .filter("stands")
    .join(people, on=["game", "seat"])
    .sort("game", "seq")
    .with_columns((pl.col("type").cast(pl.String) + " " + named).str.strip_chars().alias("move"))
    .with_columns(pl.int_range(pl.len()).over("game", "seat").alias("nth"))
)

# %% The first at which ways part: where not all seats do the same
nth = next((n for n in range(8) if moves.filter(pl.col("nth") == n)["move"].n_unique() > 1), 0)
first = moves.filter(pl.col("nth") == nth).select("game", "seat", "move")

# %% Who of them won
seats = read_table("seats", TITLE).drop_nulls("winner")
won = first.join(seats, on=["game", "seat"]).group_by("move").agg(pl.col("winner").sum(), pl.len())
rows = won.sort(["len", "move"], descending=[True, False]).head(SHOWN).rows(named=True)

# %% The answer
show_bars(
    f"Action {nth + 1} of a seat: "
    + "; ".join(f"{row['move']}: wins {share_in_words(row['winner'], row['len'])}" for row in rows)
    + ".",
    [share_bar(f"{row['move']} ({row['len']} times)", row["winner"], row["len"]) for row in rows],
    unit=" %",
)
