"""How long are games? Actions that stand, title by title: the middle one of all games."""

# %% Actions that stand, by game
import polars as pl

from api.site.watch.charts import Bar
from ops.gallery.support import show, table, titles

played = {}
for title in titles():
    games = table("games", title).filter(pl.col("parent").is_null()).select("game")
    played[title] = table("actions", title).filter("stands").join(games, on="game").group_by("game").len()

# %% Half of the games are shorter, half are longer; nine of ten lie between the two numbers in brackets
found, says = [], []
for title, games in played.items():
    low, middle, high = (games["len"].quantile(q) or 0 for q in (0.05, 0.5, 0.95))
    found.append(Bar(title.partition("-")[0], float(middle)))
    says.append(f"{title} {middle:.0f} ({low:.0f} to {high:.0f})")

# %% The answer
show(f"Actions a game: {', '.join(says)}.", found)
