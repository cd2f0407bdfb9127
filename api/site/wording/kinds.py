"""What the kinds of actions and facts of each title are called on the desk."""

from __future__ import annotations

from api.site.wording.kinds_fief import CONVICTED, FIEF
from api.site.wording.kinds_north import NORTHGARD, RAIDERS, TEARS
from domain.rules.text import Text

KINDS: dict[str, dict[str, Text]] = {
    "convicted": CONVICTED,
    "fief-tactics": FIEF,
    "northgard-training": NORTHGARD,
    "raiders-solo": RAIDERS,
    "tears-solo": TEARS,
}
"""By title, then by the kind's tag."""
