"""What a kind of problem is. The table of all kinds is in `problem.py`."""

from __future__ import annotations

from msgspec import Struct

from domain.kernel.text import Text


class Kind(Struct, frozen=True):
    """A kind of problem: its stable slug and status, a title, what it means and what to do about it."""

    slug: str
    status: int
    title: Text
    meaning: Text
    remedy: Text

    @property
    def type(self) -> str:
        return f"/problems/{self.slug}"
