"""Homes: what is stored together. A tournament with its games, a campaign with its games, a game with its branches and studies
share one, since some of them are written in one transaction.

A home has the id of what was opened first: the tournament, the campaign, else the game. It is settled when something is opened,
and never changes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec
from msgspec import Struct

OPENINGS = ("CampaignOpened", "GameOpened", "StudyOpened", "TournamentOpened")
"""The topics of first records."""


State = Literal["leaving", "arriving", "gone"]
"""Why nothing may be written to a stream: it is being moved from here, or to here, or another shard has it."""


class BarredStream(Struct, frozen=True):
    """A stream that nothing may be written to, and the shard that has it, where it is gone."""

    state: State
    shard: str = ""


WhyBarred = Callable[[str], BarredStream | None]
"""Answers why nothing may be written to a stream, if so. Raises the library's `PersistenceError`."""


class _Lineage(Struct, frozen=True):
    game: str


class _Opening(Struct, frozen=True):
    """What a first record says of where it belongs: to a tournament, a campaign, the game it grew from, or the game that is
    studied."""

    tournament: str = ""
    campaign: str = ""
    lineage: _Lineage | None = None
    game: str = ""


def belongs_to(state: bytes) -> str:
    """The id of what a first record belongs to, by its stored bytes, whose home is its own home; empty where it begins one. Raises
    `msgspec.DecodeError` for bytes that are no record."""
    found = msgspec.json.decode(state, type=_Opening)
    return found.tournament or found.campaign or (found.lineage.game if found.lineage else "") or found.game
