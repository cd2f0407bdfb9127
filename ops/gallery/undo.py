"""What is taken back? The share of games with a retraction, and the share of actions that were
retracted, by title. Random players take nothing back.

Retractions within one game depend on each other, so the interval is over games, not actions.
"""

# %% Games with an action that does not stand; a branch has the actions of the game that it grew
# from
import polars as pl

from ops.gallery.support import read_table, share_bar, share_in_words, show_bars, titles_in_tables

drawn, says = [], []
for title in titles_in_tables():
    games = read_table("games", title).filter(pl.col("parent").is_null())
    undone, gone, taken = (
        games.filter(pl.col("retracted") > 0).height,
        int(games["retracted"].sum()),
        int(games["actions"].sum()),
    )
    drawn.append(share_bar(title.partition("-")[0], undone, games.height))
    if games.height:
        says.append(
            f"{title}: in {share_in_words(undone, games.height)}, {100 * gone / max(1, taken):.1f} % of "
            f"{taken} actions"
        )

# %% The answer
show_bars(f"Games in which something was taken back: {'; '.join(says)}.", drawn, unit=" %")
