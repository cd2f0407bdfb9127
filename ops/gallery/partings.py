"""Where do two plays of one deal first differ? For each pair of games of a duplicate deal: the
number of the first action in which they differ."""

# %% Games of one deal: of one round of a tournament, with the same set-up
from itertools import combinations

import polars as pl

from api.web.pages.charts import Bar
from ops.gallery.support import chosen_title, read_table, show_bars

TITLE = chosen_title("northgard-training")
games = (
    read_table("games", TITLE)
    .filter(pl.col("chance").cast(pl.String) == "duplicate")
    .select("game", "tournament", "round", "options")
)
laid = pl.concat_str(pl.col("type").cast(pl.String), pl.col("fields")).sort_by("n").str.join("\n")
openings = (
    read_table("facts", TITLE).filter(pl.col("seq") == 1).group_by("game").agg(laid.alias("laid"))
)
deals = (
    games.join(openings, on="game", how="left")
    .group_by("tournament", "round", "options", "laid")
    .agg(pl.col("game").sort())
)

# %% What was done in each, as it stands in the end
does = pl.concat_str(pl.col("seat", "type").cast(pl.String), pl.col("arguments"), separator=" ")
done = (
    read_table("actions", TITLE)
    .filter("stands")
    .sort("seq")
    .group_by("game")
    .agg(does.alias("does"))
)
plays = {game: list(what) for game, what in done.iter_rows()}

# %% Two plays at a time: the first action in which they differ; none where both are the same to the
# end
parted, alike = [], 0
for pair in sorted(two for deal in deals["game"] for two in combinations(deal, 2)):
    first_play, second_play = (plays.get(game, []) for game in pair)
    at = next(
        (n for n, (a, b) in enumerate(zip(first_play, second_play, strict=False)) if a != b),
        min(len(first_play), len(second_play)),
    )
    if at == len(first_play) == len(second_play):
        alike += 1
    else:
        parted.append(
            (
                at + 1,
                *pair,
                *(what[at] if at < len(what) else "nothing" for what in (first_play, second_play)),
            )
        )

# %% The answer
says = f"Pairs of plays of one deal: {len(parted) + alike}, of which {alike} never part."
if parted:
    at, a, b, first, second = min(parted)
    says += f" The first to part: {a} and {b}, in action {at}: {first}; {second}."
counts = (
    pl.Series("at", [at for at, *_ in parted], dtype=pl.Int64).value_counts().sort("at").head(6)
)
show_bars(says, [Bar(f"action {at}", count) for at, count in counts.iter_rows()])
