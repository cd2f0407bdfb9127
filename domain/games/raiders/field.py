"""Where the turns stand, whose side is whose, and what is plundered."""

from __future__ import annotations

from typing import Literal

PLAYER, AUTOMA = "player", "automa"
PLUNDER = ("gold", "iron", "livestock", "valkyries")

Stage = Literal["place", "use", "take", "reroll", "mourn", "close", "reveal", "over"]
"""Where the turns stand: the player places a worker or raids; uses a building; takes a worker; may roll a die again; chooses who
died; is done (only within one action); the automa reveals; the game has ended."""

Trigger = Literal["", "fortresses", "offerings", "valkyries"]
