"""Are the dice fair? How often each face of the dice came up, against what fair ones would show."""

# %% Every face of the die that was rolled most; draws without putting back depend on each other, and are left out
import json
from collections import Counter

import polars as pl

from api.site.watch.charts import Bar
from domain.game.chi_square import chi_square, p_value
from ops.gallery.support import show, table, wanted

TITLE = wanted("raiders-solo")
rolls = table("rolls", TITLE).with_columns(pl.col("spec").cast(pl.String).str.extract(r"^[0-9]*(d[0-9]+)$").alias("die"))
most = rolls.drop_nulls("die")["die"].value_counts().sort(["count", "die"], descending=True)["die"].head(1).to_list()
rolls = rolls.filter(pl.col("die").is_in(most))
faces = Counter(face for values in rolls["values"] for face in json.loads(values))

# %% The test of fairness (Pearson): below 0.01 one would look closer, at one table in a hundred of honest dice
total = sum(faces.values())
expected = [total / max(1, len(faces))] * len(faces)
counts = [faces[face] for face in sorted(faces)]
p = p_value(chi_square(counts, expected), len(faces) - 1) if len(faces) > 1 else 1.0

# %% The answer
show(
    f"{total} dice ({most[0] if most else 'none'}), p = {p:.2g}.",
    [Bar(str(face), faces[face], total / len(faces)) for face in sorted(faces)],
)
