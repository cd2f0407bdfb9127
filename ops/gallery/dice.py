"""Are the dice fair? How often each face was rolled, beside how often fair dice would show it."""

# %% Every face of the die that was rolled most; draws without putting back depend on each other,
# and are left out
import json
from collections import Counter

import polars as pl

from api.web.pages.charts import Bar
from domain.game.aggregate.dice_statistics import chi_square, p_value
from domain.titles import registry
from ops.gallery.support import chosen_title, read_table, show_bars

TITLE = chosen_title("raiders-solo")
rolls = read_table("rolls", TITLE).with_columns(
    pl.col("spec").cast(pl.String).str.extract(r"^[0-9]*(d[0-9]+)$").alias("die")
)
most = (
    rolls.drop_nulls("die")["die"]
    .value_counts()
    .sort(["count", "die"], descending=True)["die"]
    .head(1)
    .to_list()
)
rolls = rolls.filter(pl.col("die").is_in(most))
faces = Counter(face for values in rolls["values"] for face in json.loads(values))

# %% What stands on its sides: what the title prints, where its dice are of its own; else 1, 2, 3
# and so on
printed = registry.ruleset(TITLE).catalogs()["default"].values.get("dice_faces")
sides = [*printed] if printed else list(range(1, int(most[0][1:]) + 1)) if most else []
expected = (
    {face: total * sides.count(face) / len(sides) for face in sorted({*sides})}
    if (total := sum(faces.values()))
    else {}
)

# %% The test of fairness (Pearson): below 0.01 one would look closer, at one table in a hundred of
# honest dice
strange = sorted({*faces} - {*expected})
p = (
    p_value(chi_square([faces[face] for face in expected], [*expected.values()]), len(expected) - 1)
    if len(expected) > 1
    else 1.0
)

# %% The answer
judged = f"p = {p:.2g}" if not strange else f"not tested: {strange[0]} is on no side that is known"
show_bars(
    f"{total} dice ({most[0] if most else 'none'}), {judged}.",
    [Bar(str(face), faces[face], share) for face, share in expected.items()],
)
