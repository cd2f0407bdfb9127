"""Why a game that is over is not closed yet.

An outcome does not close a game by itself: what led to it can still be disputed or taken back, and closing cannot be undone.
"""

from __future__ import annotations

from collections.abc import Sequence

from domain.record.records import GameOpened
from domain.rules.text import Text


def waits_for(status: str, open_claims: Sequence[int], opened: GameOpened) -> Text | None:
    """What a game with an outcome waits for before it is closed; none while it is played and once it is closed. `open_claims` are
    the records of those that no ruling answers."""
    if status != "ended":
        return None
    if open_claims:
        claims = ", ".join(map(str, open_claims))
        return Text(
            f"The game is over, and not closed: the arbiter has to rule on what was claimed (record {claims}).",
            f"La partie est finie, mais pas close : l’arbitre doit décider de ce qui est réclamé (écriture {claims}).",
        )
    before = Text("until then a claim can be filed", "d’ici là on peut réclamer")
    if opened.undo != "none":
        before = Text(f"{before.en} and an action taken back", f"{before.fr} ou reprendre une action")
    then = Text("", "")
    if opened.chance == "sealed":
        then = Text(" Closing shows the seed of its dice.", " La clôture montre la graine de ses dés.")
    return Text(
        f"The game is over, and waits for the arbiter or the organiser to close it: {before.en}.{then.en}",
        f"La partie est finie, et attend que l’arbitre ou l’organisateur la close : {before.fr}.{then.fr}",
    )
