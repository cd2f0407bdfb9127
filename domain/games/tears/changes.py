"""Changes of one army: cards put down, turned, taken away."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from domain.games.tears.board import Army, InPlay


def without(cards: tuple[str, ...], leaving: tuple[str, ...]) -> tuple[str, ...]:
    """Cards less those that leave, in the same order."""
    return tuple(c for c in cards if c not in leaving)


def put(side: Army, space: int, card: InPlay | None) -> Army:
    """The side with a card, or nothing, on a space."""
    return replace(side, spaces=(*side.spaces[:space], card, *side.spaces[space + 1 :]))


def standing(side: Army, id: str) -> InPlay:
    """A card on the battlefield or in the reserve."""
    return next(s for s in (*side.spaces, *side.reserve) if s and s.card == id)


def changed(side: Army, id: str, **changes: Any) -> Army:
    """The side with one card in play changed."""
    for at, stands in enumerate(side.spaces):
        if stands and stands.card == id:
            return put(side, at, replace(stands, **changes))
    return replace(side, reserve=tuple(replace(s, **changes) if s.card == id else s for s in side.reserve))


def gone(side: Army, id: str) -> Army:
    """The side with a card in play and its attachments on the discard pile; an attachment may also go alone."""
    for at, stands in enumerate(side.spaces):
        if stands and stands.card == id:
            return replace(put(side, at, None), discard=(*side.discard, id, *stands.attached))
        if stands and id in stands.attached:
            left = replace(stands, attached=without(stands.attached, (id,)))
            return replace(put(side, at, left), discard=(*side.discard, id))
    return replace(side, reserve=tuple(s for s in side.reserve if s.card != id), discard=(*side.discard, id))


def from_hand(side: Army, cards: tuple[str, ...]) -> Army:
    """The side with cards discarded, from its hand if they were there."""
    return replace(side, hand=without(side.hand, cards), discard=(*side.discard, *cards))


def all_ready(side: Army) -> Army:
    """The side with every card readied."""
    spaces = tuple(replace(s, exhausted=False) if s and s.exhausted else s for s in side.spaces)
    reserve = tuple(replace(s, exhausted=False) if s.exhausted else s for s in side.reserve)
    return replace(side, spaces=spaces, reserve=reserve)
