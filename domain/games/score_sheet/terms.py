"""What the fields of actions and facts are called where an arbiter fills them in, by the names that the definitions have."""

from __future__ import annotations

from domain.kit.terms import COMMON
from domain.rules.text import texts

TERMS = COMMON | texts("""
category | category
column | column of the sheet
counter | counter
faces | faces shown
now | stands at
placings | places agreed on
was | what stood there
whose | whose
""")
