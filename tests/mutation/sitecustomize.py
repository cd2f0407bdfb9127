"""Python runs this file at every start while `PYTHONPATH` names this folder, also in servers that
tests start."""

import mutants  # type: ignore[import-not-found]

mutants.install()
