"""A record of a tournament beside what the desk writes where it stands: every field has to be the same, but for what comes from
outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from domain.clerk.application import NOTED
from domain.errors import Refusal
from domain.record import tournament_records as r
from domain.rules.text import Text, joined

FROM_OUTSIDE = frozenset({"at", "clock", "salt", "actor", "key", "request", "client_at"})
"""Fields of every record that no use case works out."""


class Otherwise(Exception):
    """A record says something else than the desk would have written; `text` says what, as the end of a sentence."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


def refused(e: Refusal) -> Text:
    """The desk's answer to the same request."""
    why = e.text.changed(lambda words: words.rstrip("."))
    return Text("the service would have refused it: “{why}”", why=why)


def need_stamped(body: r.TournamentRecord) -> None:
    """Raise `Otherwise` for a clock that was set back by nothing, or clocks of seats, which no tournament has."""
    if body.clock is not None and body.at - body.clock <= NOTED:
        raise Otherwise(Text("it notes a clock that was set back, and by nothing"))
    if body.clock_reading is not None:
        raise Otherwise(Text("a tournament has no clocks of seats"))


def need_same(made: r.TournamentRecord, body: r.TournamentRecord) -> None:
    """Raise `Otherwise` unless a record says what the desk made."""
    if type(made) is not type(body):
        raise Otherwise(Text("something else was to be written with it"))
    if made.departures != body.departures:
        raise Otherwise(_departures(made.departures, body.departures))
    for name in body.__struct_fields__:
        if name not in FROM_OUTSIDE:
            _SAME.get(name, _need_equal)(name, getattr(made, name), getattr(body, name))


def _need_equal(name: str, made: Any, told: Any) -> None:
    if made != told:
        text = Text("its {name} is {shown}, where {shown2} was to be written", name=name, shown=_shown(told), shown2=_shown(made))
        raise Otherwise(text)


def _need_pairing(name: str, made: Any, told: Any) -> None:
    if made != told:
        raise Otherwise(Text("paired again, its engine pairs otherwise"))


def _need_standings(name: str, made: Any, told: Any) -> None:
    if made != told:
        raise Otherwise(Text("computed again, its standings are others"))


def _need_lots(name: str, made: Any, told: Any) -> None:
    if made != told:
        raise Otherwise(Text("its lots are not those of its seed"))


def _need_present(name: str, made: Any, told: Any) -> None:
    if made != told:
        raise Otherwise(Text("others were to play than it considered"))


def _need_rules(name: str, made: msgspec.Raw, told: msgspec.Raw) -> None:
    """Rules that were stored before have fewer fields."""
    if not _within(msgspec.json.decode(told), msgspec.json.decode(made)):
        raise Otherwise(Text("its rules have something that rules do not have"))


def _within(part: Any, whole: Any) -> bool:
    """Whether objects have no other fields than those of the whole, and the same values."""
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(name in whole and _within(value, whole[name]) for name, value in part.items())
    if isinstance(part, list) and isinstance(whole, list):
        return len(part) == len(whole) and all(map(_within, part, whole))
    return bool(part == whole) and type(part) is type(whole)


def _need_engines(name: str, made: Any, told: Any) -> None:
    """Whose source is another is not here, which is said elsewhere."""
    mine, theirs = ([(one.id, one.version) for one in used] for used in (made, told))
    _need_equal(name, tuple(mine), tuple(theirs))


_SAME: Mapping[str, Callable[[str, Any, Any], None]] = {
    "pairing": _need_pairing,
    "engine_pairing": _need_pairing,
    "standings": _need_standings,
    "lots": _need_lots,
    "present": _need_present,
    "asked": _need_present,
    "rules": _need_rules,
    "engines": _need_engines,
}


def _departures(made: Sequence[r.Departure], told: Sequence[r.Departure]) -> Text:
    """What a record leaves out of what it departs from, or makes up."""
    missing = [one for one in made if one not in told]
    more = [one for one in told if one not in made]
    if missing:
        return Text("it does not say what it departs from: {codes}", codes=_codes(missing))
    if more:
        return Text("it says that it departs from what it does not: {codes}", codes=_codes(more))
    return Text("it does not say in order what it departs from")


def _codes(departures: Sequence[r.Departure]) -> Text:
    return joined([Text("{code} (level {level})", code=one.code, level=one.level) for one in departures], ", ")


def _shown(value: object) -> str:
    text = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
    text = text or "–"
    return text if len(text) <= 80 else f"{text[:79]}…"
