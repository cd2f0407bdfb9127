"""A tie-break by hand: Buchholz, the sum of the opponents' points, computed from results alone and
compared with the published value.

It reads the tables of tournaments (`standings`, `tiebreak_terms`, since schema 1.1) in a title's
folder: the last standings of each tournament with tables of two. An unplayed round has a virtual
opponent (FIDE Handbook, C.07) that results alone do not show; entrants with one are left out.
"""

# %% The last standings of each tournament, and the terms behind them
import polars as pl

from api.web.pages.charts import Bar
from ops.gallery.support import chosen_title, read_table, show_bars

TITLE = chosen_title("external")
ENTRANT = ["tournament", "entrant"]
standings = read_table("standings", TITLE).filter(
    pl.col("seq") == pl.col("seq").max().over("tournament")
)
terms = read_table("tiebreak_terms", TITLE).join(
    standings.select(*ENTRANT, "seq", "rank"), on=[*ENTRANT, "seq"]
)
terms = terms.with_columns(
    value=pl.col("numerator") / pl.col("denominator"), key=pl.col("key").cast(pl.String)
)

# %% What each result gave, own points, and who sat at one table
SAT = ["tournament", "round", "table"]
results = terms.filter((pl.col("key") == "points") & (pl.col("what") == "result")).select(
    *SAT, "entrant", "value"
)
points = results.group_by(ENTRANT).agg(points=pl.col("value").sum())
met = (
    results.join(results, on=SAT, suffix="_met")
    .filter(pl.col("entrant") != pl.col("entrant_met"))
    .sort("round")
)

# %% The sum of the points of those one met, beside the value published
by_hand = (
    met.join(points, left_on=["tournament", "entrant_met"], right_on=ENTRANT)
    .group_by(ENTRANT, maintain_order=True)
    .agg(buchholz=pl.col("points").sum(), added=pl.col("points"))
)
virtual = terms.filter((pl.col("key") == "buchholz") & (pl.col("what") == "virtual")).select(
    ENTRANT
)
published = terms.filter((pl.col("key") == "buchholz") & pl.col("part_of").is_null()).select(
    *ENTRANT, "rank", "value"
)
held = (
    published.join(virtual, on=ENTRANT, how="anti")
    .join(by_hand, on=ENTRANT)
    .sort("tournament", "rank", "entrant")
)

# %% The answer
same = held.filter((pl.col("buchholz") - pl.col("value")).abs() < 1e-9).height
says = f"Buchholz by hand is what was published for {same} of {held.height} entrants."
for row in held.head(1).iter_rows(named=True):
    says += (
        f" Of entrant {row['entrant']}: {' + '.join(f'{value:g}' for value in row['added'])} "
        f"= {row['value']:g}."
    )
show_bars(
    says,
    [
        Bar(str(row["entrant"]), row["buchholz"], row["value"])
        for row in held.head(6).iter_rows(named=True)
    ],
    "entrant",
)
