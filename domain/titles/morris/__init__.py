"""Nine Men's Morris: three men in a line are a mill, and a mill takes a man."""

from domain.titles.morris.rules import Morris

RULES = Morris()
