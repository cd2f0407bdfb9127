"""Section 6: the events of a season."""

from .parsing import Fields, a_list, a_number, a_text
from .spelling import refuse, un64, unhex

Pin = tuple[str, int, bytes]


def _pin(fields: Fields) -> Pin:
    return a_text(fields, "event"), a_number(fields, "seq"), un64(a_text(fields, "leaf"), 32)


class SeasonReader:
    def __init__(self) -> None:
        self.closed = 0
        self.held: dict[str, list[tuple[int, Pin]]] = {}
        """The events that count, oldest first, each with the records that name its leaf."""
        self.same: set[tuple[str, str]] = set()

    def take(self, seq: int, topic: str, fields: Fields) -> None:
        if topic == "SeasonClosed" and fields.get("closed") is False:
            refuse(not self.closed, "opened again, and it is open")
            self.closed = 0
            return
        refuse(self.closed, "after the closing")
        if topic == "EventCounted":
            self._count(seq, fields)
        if topic == "PeopleMerged":
            for pair in a_list(fields, "people"):
                self._merge(pair, parts=fields.get("merged") is False)
        if topic == "SeasonClosed":
            unhex(a_text(fields, "standings"), 32)
            pins = [_pin(event) for event in a_list(fields, "events", dict)]
            refuse([pin[0] for pin in pins] != list(self.held), "other events than count")
            for pin in pins:
                self.held[pin[0]].append((seq, pin))
            self.closed = seq

    def _count(self, seq: int, fields: Fields) -> None:
        pin = _pin(fields)
        if fields.get("counts") is False:
            newest = self.held.pop(pin[0], [(0, ("", 0, b""))])[-1]
            refuse(newest[1] != pin, "left out, and it does not count so")
        else:
            refuse(pin[0] in self.held, "counted twice")
            self.held[pin[0]] = [(seq, pin)]

    def _merge(self, pair: object, *, parts: bool) -> None:
        right = isinstance(pair, list) and [isinstance(id, str) for id in pair] == [True, True]
        refuse(not right, "no pair of people")
        one, into = pair
        if parts:
            refuse((one, into) not in self.same, "parted, and not merged")
            self.same.remove((one, into))
        else:
            refuse(one == into or one in dict(self.same), "merged again")
            self.same.add((one, into))
