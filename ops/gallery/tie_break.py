"""A tie-break by hand: Buchholz, the sum of the opponents' points, added up from results alone and held to the value published.

It reads `terms.csv` beside the tables: the paper `terms` of a tournament of tables of two. An unplayed round has a virtual opponent
(FIDE's handbook, C.07), which results alone do not show: entrants with one are left out.
"""

# %% What each result gave, and the values that were published
import sys
from fractions import Fraction
from pathlib import Path

import polars as pl

from api.site.watch.charts import Bar
from ops.gallery.support import show

file = Path(sys.argv[1]) / "terms.csv"
terms = pl.read_csv(file) if file.exists() else pl.DataFrame(schema=["number", "key", "depth", "what", "round", "table"])
results = terms.filter((pl.col("key") == "points") & (pl.col("depth") == 1)).rows(named=True)
published = terms.filter((pl.col("key") == "buchholz") & (pl.col("depth") == 0)).rows(named=True)

# %% Own points, who sat at each table, and who has a round without one
points: dict[int, Fraction] = {}
met: dict[tuple[int, int], list[int]] = {}
unplayed = set(terms.filter((pl.col("key") == "buchholz") & (pl.col("what") == "virtual"))["number"])
for one in results:
    points[one["number"]] = points.get(one["number"], Fraction(0)) + Fraction(one["numerator"], one["denominator"])
    if one["table"] is not None:
        met.setdefault((one["round"], one["table"]), []).append(one["number"])

# %% The sum of the points of those one met
whole = {one["number"]: Fraction(one["numerator"], one["denominator"]) for one in published if one["number"] not in unplayed}
opponents = {n: [points[m] for found in met.values() if n in found for m in found if m != n] for n in whole}
same = [n for n, value in whole.items() if sum(opponents[n]) == value]

# %% The answer
says = f"Buchholz by hand is what was published for {len(same)} of {len(whole)} entrants."
if whole:
    first = next(iter(whole))
    says += f" Of entrant {first}: {' + '.join(f'{float(value):g}' for value in opponents[first])} = {float(whole[first]):g}."
show(says, [Bar(str(n), float(sum(opponents[n])), float(value)) for n, value in list(whole.items())[:6]])
