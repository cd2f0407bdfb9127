"""Signatures as an audience reads them."""

from __future__ import annotations

from api.answers.audit import SignatureAt
from domain.store.countersignatures import Signed


def shown(one: Signed) -> SignatureAt:
    """A signature as it is answered."""
    return SignatureAt(one.seq or None, one.at, one.actor, one.seat, one.about, one.public, one.signature)
