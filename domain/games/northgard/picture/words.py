"""A territory in words, for the title of its place."""

from __future__ import annotations

from typing import Any

from domain.games.northgard.board import Setting
from domain.games.northgard.values import RESOURCE_NAMES, RESOURCES, Values
from domain.rules.text import Text, listed, same


def initials(building: str) -> str:
    """`monopoly_wood` -> `MW`, for a kind of building that has no sign."""
    return "".join(part[:1].upper() for part in building.replace("-", "_").split("_"))


def tell(setting: Setting, view: dict[str, Any], id: str) -> Text:
    """A territory in a sentence: units, buildings and free slots, resources, neighbours."""
    here, values = view["territories"][id], setting.values
    parts = [_units(setting, seat, count) for seat, count in here["units"].items()]
    parts += [_building(values, b) for b in here["buildings"]]
    free = here["slots"] - len(here["buildings"])
    if free > 0:
        parts.append(Text("{free:free slot|free slots}", free=free))
    for resource in RESOURCES:
        count, name = here["resources"].count(resource), RESOURCE_NAMES[resource]
        if count:
            parts.append(Text("{count} {name}", count=count, name=name))
    if view["battle"] and view["battle"]["territory"] == id:
        parts.insert(0, same("combat"))
    if view["fought"] and view["fought"]["territory"] == id:
        parts.append(Text("{units} fought this turn", units=view["fought"]["units"]))
    said = listed(tuple(parts), Text("empty"))
    near = listed(tuple(_neighbour(n, kind) for n, kind in sorted(here["borders"].items())), same(""))
    beside = Text("; next to {near}", near=near) if near.en else same("")
    return Text("{id}: {said}{beside}", id=id, said=said, beside=beside)


def _units(setting: Setting, seat: str, count: int) -> Text:
    name = setting.name(seat)
    return Text("{name} {count}", name=name, count=count)


def _building(values: Values, id: str) -> Text:
    return values.buildings[id].name if id in values.buildings else same(id)


def _neighbour(id: str, kind: str) -> Text:
    return Text("{id} (rough)", id=id) if kind == "rough" else same(id)
