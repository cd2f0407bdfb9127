"""Read by every Python that starts while `PYTHONPATH` names this folder, servers of tests, too."""

import mutants  # type: ignore[import-not-found]

mutants.install()
