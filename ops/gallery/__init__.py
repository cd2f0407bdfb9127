"""Example analyses of the tables. Each module is a script that answers one question: `python -m
ops.gallery.first_player TABLES PICTURE.svg`."""

from importlib.util import find_spec

if find_spec("polars") is None:
    raise SystemExit(
        "The gallery reads tables with polars, which is not installed here: run ops/setup.sh "
        "extras."
    )
