"""Short forms: for actions too many to list as buttons; filled in as far as a page can know, and read back as an action."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from msgspec import Struct

from api.web.forms.controls import Faults, Given, Shown
from api.web.forms.from_types import FromTypes, calling
from api.web.schemas import action_kinds
from domain.game.aggregate.game import Game
from domain.kernel.text import Lang
from domain.titles.contract.ruleset import Legal, Template
from domain.titles.drawing.targets import named

IN_FORM = "a"
"""What the names of an action's fields begin with in a form."""

FOUND_OUT = frozenset(
    ("losses", "enemies_lost", "drowned", "withdrawn", "damage", "gate", "destroyed", "results", "plundered", "razed", "goods")
)
"""Fields that say what came of something at the table."""

Action = dict[str, Any]


class Short(Struct, frozen=True):
    """A short form: its action's type, what it asks for and why, the example as JSON, the places it names, its controls. `kept`: it
    has what somebody entered before."""

    id: str
    type: str
    label: str
    hint: str
    example: str
    names: tuple[str, ...]
    controls: tuple[Shown, ...]
    kept: bool


def find_template(legal: Legal, type: str, example: Action) -> Template | None:
    """The template of a form that comes back: that of its type, and where there are several, the one of its example."""
    of_type = [one for one in legal.templates if one.type == type]
    exact = (one for one in of_type if plain(one.example) == example)
    return next(exact, of_type[0] if of_type else None)


def read_short(game: Game, template: Template, form: Given, lang: Lang) -> Action:
    """The action that was entered in a short form, as plain JSON data; what a field cannot hold is in it as it was entered."""
    controls = FromTypes(lang, calling(game.setting, lang, ""), terms=game.rules.terms).struct(
        action_kinds(game.rules)[template.type], template.fields
    )
    example = plain(template.example)
    entered: Action = controls.read(IN_FORM, form)
    return {name: value for name, value in example.items() if name not in controls.fields} | entered


def short(
    game: Game,
    number: int,
    template: Template,
    make: FromTypes,
    drawn: frozenset[str],
    lang: Lang,
    kept: Action | None,
    faults: Faults,
) -> Short:
    """The form for a template; `kept` and `faults` as in `play_offers.offers`."""
    example, words = plain(template.example), template.label.printed(lang)
    stands = example | _not_ours_to_fill_in(template, action_kinds(game.rules)[template.type])
    own = kept if kept is not None and kept.get("type") == template.type and _same_card(kept, template) else None
    controls = make.struct(action_kinds(game.rules)[template.type], template.fields)
    shown = controls.row(IN_FORM, stands) if own is None else controls.row(IN_FORM, own, faults)
    hint, together = game.rules.hints.get(template.type), game.rules.together
    choices = {name: field.choices for name, field in template.fields.items()}
    return Short(
        f"f-{digest(template.type, words)}-{number}",
        template.type,
        capital(words),
        hint.printed(lang) if hint else "",
        msgspec.json.encode(example).decode(),
        tuple(sorted(named(example, drawn, together) | named(choices, drawn, together))),
        shown,
        own is not None,
    )


def _not_ours_to_fill_in(template: Template, kind: type[Struct]) -> Action:
    """What the table has found out and no example knows: as good as nothing lost, or blank where something has to be entered."""
    declares = template.type.startswith("declare-")
    found: Action = {}
    for field in msgspec.structs.fields(kind):
        offered = template.fields.get(field.encode_name)
        counts = declares and offered is not None and not offered.choices and isinstance(plain(template.example)[field.name], int)
        if field.encode_name in FOUND_OUT or counts:
            found[field.encode_name] = msgspec.UNSET if field.required else msgspec.to_builtins(field.default)
    return found


def _same_card(kept: Action, template: Template) -> bool:
    """Whether a kept action belongs to this template among several of its type: each field that has one choice has that one."""
    return all(kept.get(name) in field.choices for name, field in template.fields.items() if len(field.choices) == 1)


def capital(words: str) -> str:
    """Words with a capital at their start."""
    return words[:1].upper() + words[1:]


def plain(action: Any) -> Action:
    """An action as plain JSON data, with all its fields."""
    data: Action = msgspec.json.decode(msgspec.json.encode(action))
    return data


def digest(*words: str) -> str:
    """An id that stays the same as long as what it names does, so that what is unfolded stays so."""
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:8]
