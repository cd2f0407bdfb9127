"""What the kinds of actions and facts are called on the desk, of titles that do not say it themselves (`Ruleset.kind_names`)."""

from __future__ import annotations

from api.site.wording.kinds_fief import CONVICTED, FIEF
from api.site.wording.kinds_north import RAIDERS, TEARS
from domain.rules.text import Text

KINDS: dict[str, dict[str, Text]] = {
    "convicted": CONVICTED,
    "fief-tactics": FIEF,
    "raiders-solo": RAIDERS,
    "tears-solo": TEARS,
}
"""By title, then by the kind's tag."""
