"""How long are games? The median number of actions in force, by title."""

# %% Actions that stand, by game
import polars as pl

from api.web.pages.charts import Bar
from ops.gallery.support import median_with_interval, read_table, show_bars, titles_in_tables

played = {}
for title in titles_in_tables():
    games = read_table("games", title).filter(pl.col("parent").is_null()).select("game")
    played[title] = (
        read_table("actions", title).filter("stands").join(games, on="game").group_by("game").len()
    )

# %% Half of the games are shorter, half are longer; the whisker is where the middle lies (95 %),
# nine of ten games are in brackets
drawn, says = [], []
for title, games in played.items():
    if games.is_empty():
        continue
    low, half, high = median_with_interval(games["len"])
    shortest, longest = (games["len"].quantile(q) or 0 for q in (0.05, 0.95))
    drawn.append(Bar(title.partition("-")[0], half, between=(low, high)))
    says.append(f"{title} {half:.0f} ({shortest:.0f} to {longest:.0f})")

# %% The answer
show_bars(f"Actions a game: {', '.join(says)}.", drawn)
