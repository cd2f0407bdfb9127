"""Actors of a game: links and keys by their ids, which say nothing of the person."""

from __future__ import annotations

from api.access.caller import OPERATOR_ID
from api.access.keys import all_keys
from api.access.links import Links
from api.answers.audit import Hand
from domain.record.records import GameOpened
from domain.store.key_values import KeyValueStore


class Actors:
    """The actors of one game. Without `links`, whose secret another may hold, those of links are not known."""

    def __init__(self, key_values: KeyValueStore, links: Links | None, game: str, opened: GameOpened) -> None:
        self._known = {OPERATOR_ID: Hand(OPERATOR_ID, "operator")}
        for found in all_keys(key_values):
            self._known[found.key.id] = Hand(found.key.id, found.key.scope)
        for issued in links.all(game, opened) if links else ():
            link = issued.link
            self._known[link.id] = Hand(link.id, link.role, link.seats)
        for issued in links.halls(opened.administered_by) if links else ():
            self._known[issued.link.id] = Hand(issued.link.id, issued.link.role)

    def of(self, actor: str) -> Hand:
        """Who an actor is; one that is not known keeps its id."""
        return self._known.get(actor) or Hand(actor, None)
