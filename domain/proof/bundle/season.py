"""The events of a season, as its records name them. When the season counts an event, and again when
the season is closed, it names the newest record of the event and the leaf of that record. So the
bundles of season and event agree or contradict each other."""

from typing import NamedTuple

from domain.proof.errors import Misspelt, Unproven
from domain.proof.spelling import read_base64
from domain.proof.stored import Stored, hex_in, list_in, number_in, objects_in, text_in


class EventPin(NamedTuple):
    """A season's reference to an event up to the event's record `seq`, whose leaf is `leaf`."""

    event: str
    seq: int
    leaf: bytes


class Season:
    def __init__(self) -> None:
        self.pins: list[tuple[int, EventPin]] = []
        """The pins of the events that count, each with the season's record that has the pin."""
        self.closed_at = 0
        self._counted: dict[str, EventPin] = {}
        self._merged: dict[object, object] = {}

    def take(self, seq: int, topic: str, stored: Stored) -> None:
        """Check a record of the season and add what it says about events. Raises `Misspelt`,
        `Unproven`."""
        reopens = topic == "SeasonClosed" and stored.get("closed") is False
        if bool(self.closed_at) != reopens:
            raise Unproven(
                "it comes while the season is closed, or opens one that is open",
                "elle vient alors que la saison est close, ou en rouvre une qui est ouverte",
            )
        if topic == "EventCounted":
            self._count_event(seq, _read_pin(stored), counts=stored.get("counts") is not False)
        elif topic == "PeopleMerged":
            self._merge_people(stored)
        elif topic == "SeasonClosed":
            self._close_season(seq, stored, reopens=reopens)

    def _count_event(self, seq: int, pin: EventPin, *, counts: bool) -> None:
        if self._counted.get(pin.event) != (None if counts else pin):
            raise Unproven(
                "it counts an event again, or leaves out what does not count so",
                "elle compte de nouveau un tournoi, ou écarte ce qui ne compte pas ainsi",
            )
        if counts:
            self._counted[pin.event] = pin
            self.pins.append((seq, pin))
        else:
            del self._counted[pin.event]
            self.pins = [(at, other) for at, other in self.pins if other.event != pin.event]

    def _merge_people(self, stored: Stored) -> None:
        parts = stored.get("merged") is False
        for pair in list_in(stored, "people"):
            if type(pair) is not list or [type(id) for id in pair] != [str, str]:
                raise Misspelt("a pair of people is none", "un couple de personnes n'en est pas un")
            one, into = pair
            if self._merged.get(one) != (into if parts else None) or into == one:
                raise Unproven(
                    "it merges somebody again, or parts who is not merged",
                    "elle réunit de nouveau quelqu'un, ou sépare qui n'est pas réuni",
                )
            self._merged[one] = into if not parts else None

    def _close_season(self, seq: int, stored: Stored, *, reopens: bool) -> None:
        self.closed_at = 0 if reopens else seq
        if reopens:
            return
        hex_in(stored, "standings", 32)
        pins = [_read_pin(event) for event in objects_in(stored, "events")]
        if [pin.event for pin in pins] != [*self._counted]:
            raise Unproven(
                "it closes the season with other events than count",
                "elle clôt la saison avec d'autres tournois que ceux qui comptent",
            )
        self._counted = {pin.event: pin for pin in pins}
        self.pins += ((seq, pin) for pin in pins)


def _read_pin(stored: Stored) -> EventPin:
    leaf = read_base64(text_in(stored, "leaf"), 32)
    return EventPin(text_in(stored, "event"), number_in(stored, "seq"), leaf)
