"""A tournament's rules as a form derived from their types (`domain/tournament/values.py`): one
stage after the other, each field with its allowed values, and ordered lists."""

from collections.abc import Mapping
from functools import partial
from typing import Any, get_args

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from api.game.opening.opening_form import TimeControlFields
from api.game.seat_clocks import time_control_in_words
from api.web.body import read_as
from api.web.forms import controls as c
from api.web.forms.from_types import FromTypes
from api.web.forms.submission import Trouble, faults_within
from api.web.pages.labels import LABELS
from api.web.pages.pages import _, label_of, lang, ngettext, pgettext
from api.web.schemas import struct_fields
from domain.kernel.text import Text
from domain.titles import registry
from domain.titles.contract.ruleset import open_setting
from domain.titles.contract.types import Field
from domain.tournament.lifecycle.conditions import LARGEST, MOST_GAMES, MOST_ROUNDS, MOST_STAGES
from domain.tournament.pairing import duels, table_costs
from domain.tournament.records import EXTERNAL
from domain.tournament.values import Key, Match, Phones, Rules, Scoring, Stage, Weights

RULES = "rules"  # what the names of the form's fields begin with

# Fields of a stage that are shown at once; the others after its scoring and keys.
FIRST = (
    "format",
    "name",
    "rounds",
    "least",
    "preferred",
    "most",
    "minutes",
    "protest_minutes",
    "advance",
)

_RANGES = {
    "rounds": (1, MOST_ROUNDS),
    "least": (1, LARGEST),
    "preferred": (1, LARGEST),
    "most": (1, LARGEST),
    "minutes": (0, 100_000),
    "protest_minutes": (0, 100_000),
    "advance": (0, 2_000),
    "meetings": (1, MOST_ROUNDS),
    "byes": (0, MOST_ROUNDS),
    "until": (0, MOST_ROUNDS),
    "games": (1, MOST_GAMES),
}
_ENGINES = (
    "",
    "duels",
    "tables",
    "fide-dutch",
)  # engines that a stage can name; the empty one is its format's own


def rules_part() -> c.ObjectControl:
    """The control for a tournament's rules."""
    bounds = {
        "stages": Field(Text("Stages"), within=_bounded_fields(Stage)),
        "phones": Field(LABELS["rules"]["phones"], within=_bounded_fields(Phones)),
    }
    whole = FromTypes(lang(), value_label).struct(Rules, bounds)
    rows = whole.fields["stages"]
    assert isinstance(rows, c.Rows)
    fields = dict(rows.item.fields)
    scoring, weights = fields["scoring"], fields["weights"]
    assert isinstance(scoring, c.ObjectControl)
    assert isinstance(weights, c.ObjectControl)
    fields["scoring"] = replace(
        scoring,
        fields={
            **scoring.fields,
            "places": c.TextList(scoring.fields["places"].label, numbers=False),
        },
    )
    fields["keys"] = c.OrderedChoice(
        fields["keys"].label, get_args(Key), partial(value_label, "keys")
    )
    parts = {"duel": tuple(sorted(duels.PARTS)), "table": tuple(sorted(table_costs.PARTS))}
    ordered = {
        name: c.OrderedChoice(weights.fields[name].label, choices, partial(value_label, "weights"))
        for name, choices in parts.items()
    }
    fields["weights"] = replace(weights, fields=ordered)
    fields["time_control"] = TimeControlFields(fields["time_control"].label)
    fields["engine"] = c.OneChoice(fields["engine"].label, _ENGINES, partial(value_label, "engine"))
    item = replace(
        rows.item,
        fields={
            name: fields[name]
            for name in (*FIRST, *(field for field in fields if field not in FIRST))
        },
    )
    stages = replace(rows, item=item, most=MOST_STAGES)
    return replace(whole, fields={**whole.fields, "stages": stages})


def rules_variables(value: Any, trouble: Trouble | None = None) -> dict[str, Any]:
    """The variables of the template: the controls of each stage (`stages`), and those of what
    entrants' own links may do (`phones`). They show the rules `value`, as plain data, with the
    faults of a refused form."""
    made = rules_part()
    rows = made.fields["stages"]
    assert isinstance(rows, c.Rows)
    there = value.get("stages") if isinstance(value, dict) else ()
    count = len(there) if isinstance(there, list | tuple) else 0
    rows = replace(rows, most=min(MOST_STAGES, count + 1))
    stages, phones = replace(made, fields={**made.fields, "stages": rows}).row(
        RULES, value, faults_within(trouble, "/rules")
    )
    return {
        "stages": tuple(tuple(map(_optional_control, row)) for row in stages.inside),
        "phones": phones,
    }


def _optional_control(control: c.DrawnControl) -> c.DrawnControl:
    """A control that may be left empty, so that an unused stage does not block the form."""
    inside = tuple(tuple(map(_optional_control, row)) for row in control.inside)
    return replace(control, sort="pick" if control.sort == "chips" else control.sort, inside=inside)


def entered_data(form: c.Given) -> Any:
    """The entered rules as plain data, to be shown again."""
    rules = rules_part().read(RULES, form)
    for stage in rules["stages"]:
        scoring = stage["scoring"]
        if scoring.get("places") == []:  # nothing entered, which is not a list of none
            del scoring["places"]
    return rules


def entered_rules(form: c.Given) -> Rules:
    """The entered rules. Raises `invalid-fields`."""
    return read_as(Rules, entered_data(form), "/rules")


def usual_rules(ruleset: str) -> Any:
    """Rules that suit a title, as plain data: duels for titles of two players, tables for more
    players, a challenge for solo titles. If the fewest points can win by a score sheet of the
    title, victory points are not counted."""
    seats = registry.ruleset(ruleset).about.seats if ruleset != EXTERNAL else (2,)
    if seats == (2,):
        return msgspec.to_builtins(Rules())
    if seats[-1] == 1:
        stage = Stage(
            format="challenge",
            rounds=1,
            least=1,
            preferred=1,
            most=1,
            scoring=Scoring(points="raw"),
            keys=("points", "lots"),
        )
        return msgspec.to_builtins(Rules((stage,)))
    able = [n for n in seats if 3 <= n <= LARGEST] or list(seats)
    title = registry.ruleset(ruleset)
    lowest = any(
        title.lowest_wins(title.blank(open_setting(title, catalog, {}, None)))
        for catalog in title.catalogs().values()
    )
    share: tuple[Key, ...] = () if lowest else ("share",)
    keys: tuple[Key, ...] = ("points", "wins", *share, "opponents", "direct", "lots")
    preferred = 4 if 4 in able else able[-1]
    stage = Stage(
        least=able[0],
        preferred=preferred,
        most=able[-1],
        scoring=Scoring(points="places"),
        keys=keys,
    )
    return msgspec.to_builtins(Rules((stage,)))


_AT_TABLES: dict[str, Any] = {
    "least": 3,
    "preferred": 4,
    "most": 5,
    "scoring": {"points": "places"},
    "keys": ("points", "wins", "opponents", "direct", "lots"),
}
_ALONE = {"format": "challenge", "rounds": 1, "least": 1, "preferred": 1, "most": 1}
_FINAL_KEYS = ("final", "points", "wins", "lots")
_CARDS: dict[str, Any] = {
    "scoring": {"win": "3", "draw": "1", "bye": "3", "half": "1", "forfeit": "3"},
    "match": {"games": 3},
}
_CARD_KEYS = ("points", "opponents-match-win", "game-win", "opponents-game-win", "lots")
PRESETS: Mapping[str, list[dict[str, Any]]] = {
    "duels": [{}],
    "evening": [{"rounds": 4, **_AT_TABLES}],
    "heats": [
        {"format": "heats", "rounds": 3, **_AT_TABLES},
        {**_AT_TABLES, "format": "heats", "rounds": 1, "advance": 4, "keys": _FINAL_KEYS},
    ],
    "cards": [
        {**_CARDS, "minutes": 50, "keys": _CARD_KEYS},
        {**_CARDS, "format": "knock-out", "rounds": 3, "advance": 8, "keys": _CARD_KEYS},
    ],
    "challenge": [{**_ALONE, "scoring": {"points": "raw"}, "keys": ("points", "lots")}],
}
"""The presets for the form: the initial stages of each, as fields that differ from the defaults."""


def preset_rules(name: str, ruleset: str) -> Any:
    """Initial rules for the form, as plain data: those of the preset `name` or, if there is none,
    those that suit the title."""
    stages = PRESETS.get(name)
    if stages is None:
        return usual_rules(ruleset)
    return msgspec.to_builtins(msgspec.convert({"stages": stages}, Rules, strict=False))


def value_label(field: str, value: Any) -> str:
    """The label of a value of a field of the rules."""
    if field == "":
        return ""
    name = f"{'part' if field in ('duel', 'table', 'weights') else field}-{value or 'none'}"
    return label_of("rules", name) if name in LABELS["rules"] else str(value)


def rules_in_words(rules: Rules) -> list[tuple[str, str]]:
    """Rules in words: the name and the sentences of each stage, then what entrants' own links may
    do."""
    lines = []
    for number, stage in enumerate(rules.stages, start=1):
        name = stage.name or (
            _("Stage {n}", n=number) if len(rules.stages) > 1 else pgettext("rules.title", "Rules")
        )
        size = (
            str(stage.least)
            if stage.least == stage.most
            else _("{least} to {most}", least=stage.least, most=stage.most)
        )
        format = ngettext(
            "{format}, {n} round, {size} at a table.",
            "{format}, {n} rounds, {size} at a table.",
            stage.rounds,
            format=value_label("format", stage.format),
            size=size,
        )
        points = value_label("points", stage.scoring.points)
        if stage.match.several:
            games = stage.match.games
            format += " " + (
                _("All {n} games of a match are played.", n=games)
                if stage.match.every
                else _("A match is the best of {n} games.", n=games)
            )
        keys = ", ".join(value_label("keys", key) for key in stage.keys)
        clocks = (
            " " + _("Clocks: {clocks}.", clocks=time_control_in_words(stage.time_control))
            if stage.time_control is not None
            else ""
        )
        ranked = _("Scored {points}; ranked by {keys}.", points=points, keys=keys)
        lines.append((name, f"{format} {ranked}{clocks}"))
    phones = rules.phones
    asked = ngettext("ask for {n} bye", "ask for {n} byes", phones.byes)
    until = _("the last of them in round {round}", round=phones.until)
    said = (
        (phones.drop_out, label_of("rules", "drop-out")),
        (phones.come_back, label_of("rules", "come-back")),
        (phones.byes, asked),
        (phones.byes and phones.until, until),
    )
    left = ", ".join(text for there, text in said if there)
    return [*lines, (label_of("rules", "phones"), f"{left}.")] if left else lines


def _bounded_fields(kind: type) -> dict[str, Field]:
    bounds = {}
    for name in (field.encode_name for field in struct_fields(kind)):
        inner = {"scoring": Scoring, "weights": Weights, "match": Match}.get(name)
        least, most = _RANGES.get(name, (None, None))
        label = LABELS["rules"][name.replace("_", "-")]
        within = _bounded_fields(inner) if inner else UNSET
        bounds[name] = Field(label, least=least, most=most, within=within)
    return bounds
