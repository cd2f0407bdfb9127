"""Actors: whose key or link entered a record, as far as the opening record tells.

Records name their `actor`: the operator's key as `operator`, any other key and every link by an id. The opening names the link of
each player's seat and the arbiter's; openings of older versions do not, and their actors stay unknown. The service alone says who
the actor of a record is. Only a signature with a seat's own key proves who made it.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from domain.proof.errors import Said, Unproven
from domain.proof.spelling import shown
from domain.proof.stored import Stored, objects_in, text_in

OPERATOR = "operator"
"""The actor of what came with the operator's own key."""

Kind = Literal["own", "seat", "arbiter", "organiser", "operator", "other", "untold"]


class Hand(NamedTuple):
    """Who entered something for a seat: with the seat's own link, another seat's, the arbiter's, the organiser's key that the game
    belongs to, the operator's, or another that the opening does not name. `untold`: the records do not tell."""

    kind: Kind
    actor: str
    seat: str = ""
    """Of another seat's link, which."""

    @property
    def said(self) -> Said:
        """With what it was entered."""
        id = shown(self.actor)
        if self.kind == "own":
            return Said("with its own link", "avec son propre lien")
        if self.kind == "seat":
            return Said(f"with the link of {shown(self.seat)}", f"avec le lien de {shown(self.seat)}")
        if self.kind == "arbiter":
            return Said("with the arbiter's link", "avec le lien de l'arbitre")
        if self.kind == "organiser":
            return Said("with the organiser's key", "avec la clé de l'organisateur")
        if self.kind == OPERATOR:
            return Said("with the operator's key", "avec la clé de l'opérateur")
        if self.kind == "other":
            return Said(f"with another key or link ({id})", f"avec une autre clé ou un autre lien ({id})")
        if self.actor:
            return Said(f"by {id}, and the records do not tell whose that is", f"par {id}, sans que les écritures disent qui")
        return Said("and the records do not tell by whom", "sans que les écritures disent par qui")


class Actors:
    """The keys and links that the opening of a game names."""

    def __init__(self, opened: Stored) -> None:
        """Raises `Misspelt`, and `Unproven` where one link is said to be that of two."""
        self._owner = text_in(opened, "owner") or text_in(opened, "actor")
        self._arbiter = text_in(opened, "arbiter")
        self._links: dict[str, str] = {}
        """Seats by their links."""
        taken = {OPERATOR, self._owner, text_in(opened, "actor")}
        for link, seat in [
            (self._arbiter, ""),
            *((text_in(one, "link"), text_in(one, "id")) for one in objects_in(opened, "seats")),
        ]:
            if link and link in taken:
                raise Unproven(
                    f"the link {shown(link)} is said to be that of two, or a key",
                    f"le lien {shown(link)} serait celui de deux, ou une clé",
                )
            taken.add(link)
            if link and seat:
                self._links[link] = seat

    def of(self, actor: str, seat: str) -> Hand:
        """Who entered a record for a seat."""
        if actor == OPERATOR:
            return Hand("operator", actor)
        if actor and actor == self._owner:
            return Hand("organiser", actor)
        if actor and actor == self._arbiter:
            return Hand("arbiter", actor)
        whose = self._links.get(actor, "")
        if whose:
            return Hand("own", actor) if whose == seat else Hand("seat", actor, whose)
        return Hand("other" if actor and self._links else "untold", actor)
