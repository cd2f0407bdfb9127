"""A record of a tournament beside what the desk writes where it stands: every field has to be the same, but for what comes from
outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from domain.kernel.refusals import Refusal
from domain.kernel.text import Text, joined
from domain.kernel.writer import NOTED
from domain.tournament import records as r
from domain.tournament.values import TableResult

FROM_OUTSIDE = frozenset({"at", "clock", "salt", "actor", "key", "request", "client_at"})
"""Fields of every record that no use case works out."""

MOST_SHOWN = 200
"""Characters of a value."""


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
        shown = _SENTENCES.get(name)
        raise Otherwise(shown if shown is not None else _other(name, made, told))


def _other(name: str, made: Any, told: Any) -> Text:
    return Text("its {name} is {shown}, where {shown2} was to be written", name=name, shown=_shown(told), shown2=_shown(made))


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


_SAME: Mapping[str, Callable[[str, Any, Any], None]] = {"rules": _need_rules, "engines": _need_engines}
"""What is compared otherwise than by equality."""

_OTHER_PAIRING, _OTHERS = Text("paired again, its engine pairs otherwise"), Text("others were to play than it considered")

_SENTENCES: Mapping[str, Text] = {
    "basis": Text("its basis is not what was in force before it"),
    "pairing": _OTHER_PAIRING,
    "engine_pairing": _OTHER_PAIRING,
    "standings": Text("computed again, its standings are others"),
    "lots": Text("its lots are not those of its seed"),
    "present": _OTHERS,
    "asked": _OTHERS,
}
"""What is said of fields that are too long to be shown."""


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


def _shown(value: Any) -> str:
    """A value in short: of a result the places, of who goes on the ranks, by entrants."""
    if isinstance(value, TableResult):
        text = ", ".join(f"{one.entrant}: {one.place}{'' if one.score is None else f' ({one.score})'}" for one in value.entries)
        text = text if value.kind == "played" else f"{value.kind} {text}"
    elif isinstance(value, tuple):
        text = ", ".join(f"{one.entrant}: {one.rank}" if isinstance(one, r.Going) else str(one) for one in value)
    else:
        text = str(value)
    text = text or "–"
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 1]}…"
