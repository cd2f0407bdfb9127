"""The form that opens games and campaigns: a title's options as fields with explanations, and
reading an `Opening` from the form."""

from collections.abc import Collection, Mapping
from typing import Any, get_args

import msgspec
from msgspec import UNSET, Struct, inspect
from msgspec.structs import replace

from api.game.parameters import Tag
from api.game.request import check_options
from api.game.subject import game_clerk
from api.web.body import read_as
from api.web.forms import controls as c
from api.web.forms.controls import DrawnControl, Given, ObjectControl, OneChoice, whole_number
from api.web.forms.from_types import FromTypes
from api.web.forms.submission import Trouble, faults_within
from api.web.pages.pages import _, label_of, lang
from api.web.problems.problem import Problem
from api.web.schemas import struct_fields
from domain.game.commands import Opening, setting_for
from domain.game.record.records import UndoPolicy
from domain.game.store.catalogs import Catalogs, ListedCatalog
from domain.kernel.faults import UnreadEntries
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Lang, Text, same
from domain.titles import registry
from domain.titles.contract.ruleset import AnyRuleset, Field
from domain.titles.contract.setting import choice_labels, option_label
from domain.titles.contract.time_control import LONGEST_TIME, TimeControl

POLICIES: tuple[UndoPolicy, ...] = get_args(UndoPolicy)
MOST_TABLES = 40

# The beginnings of the names of a form's fields: of the options, and of the clocks.
OPTIONS, CLOCK = "options", "clock"


class OpeningChoices(Struct, frozen=True):
    """The choices in the form for a title: options, catalogs, the usual number of players, undo
    policies, and the most tables opened at once."""

    rules: AnyRuleset
    options: ObjectControl
    catalogs: tuple[ListedCatalog, ...]
    usual: int
    policies: tuple[UndoPolicy, ...] = POLICIES
    most: int = MOST_TABLES


def opening_choices(ruleset: str, without: Collection[str] = ()) -> OpeningChoices:
    """The choices for a title, without the options named in `without`. Raises `unknown-ruleset`."""
    if ruleset not in registry.ids():
        raise Problem("unknown-ruleset", Text("There is no title {ruleset}.", ruleset=ruleset))
    rules = registry.ruleset(ruleset)
    options = options_part(rules, lang(), _("(usual)"))
    options = replace(
        options, fields={name: item for name, item in options.fields.items() if name not in without}
    )
    key_values = game_clerk().key_values
    usual = setting_for(Opening(ruleset=ruleset), key_values)[2].seat_specs
    catalogs = tuple(Catalogs(key_values).listed(ruleset))
    return OpeningChoices(rules, options, catalogs, sum(seat.role == "player" for seat in usual))


def options_part(rules: AnyRuleset, lang: Lang, usual: str = "") -> ObjectControl:
    """The controls for a title's options that are a choice, a flag or a whole number; others get no
    control. `usual` is appended to the label of the default choice."""
    fields = struct_fields(rules.options_type)
    defaults = {entry.name: entry.default for entry in fields}
    words = {entry.name: choice_labels(entry) for entry in fields}
    bounds = {
        entry.name: bound
        for entry in fields
        if (bound := _field_for(entry, words[entry.name])) is not None
    }

    def value_label(name: str, value: Any) -> str:
        label = words[name].get(value, same(str(value))).printed(lang)
        return f"{label} {usual}" if usual and value == defaults[name] else label

    return FromTypes(lang, value_label).struct(rules.options_type, bounds)


def _field_for(entry: inspect.Field, words: Mapping[str, Text]) -> Field | None:
    kind, about = entry.type, option_label(entry)
    if isinstance(kind, inspect.Metadata):
        kind = kind.type
    if isinstance(kind, inspect.LiteralType):
        order, values = list(words), tuple(map(str, kind.values))
        return Field(
            about,
            tuple(
                sorted(values, key=lambda item: order.index(item) if item in order else len(order))
            ),
        )
    return Field(about) if isinstance(kind, inspect.BoolType | inspect.IntType) else None


def options_in_words(rules: AnyRuleset, options: Mapping[str, Any]) -> list[tuple[str, str]]:
    texts = {True: _("yes"), False: _("no")}
    chosen = (
        (item, options[name])
        for name, item in options_part(rules, lang()).fields.items()
        if name in options
    )
    return [
        (
            item.label,
            item.call(value) if isinstance(item, OneChoice) else texts.get(value, str(value)),
        )
        for item, value in chosen
    ]


def shown_options(
    offers: OpeningChoices, form: Given, trouble: Trouble | None = None
) -> tuple[DrawnControl, ...]:
    part = offers.options
    return part.row(
        OPTIONS,
        part.read(OPTIONS, form) if "key" in form else part.defaults,
        faults_within(trouble, "/options"),
    )


def entered_options(part: ObjectControl, form: Given) -> dict[str, Any]:
    """The options in a form that differ from the defaults."""
    return {
        name: value
        for name, value in part.read(OPTIONS, form).items()
        if value != part.defaults.get(name)
    }


def opening_fields(form: Given, offers: OpeningChoices) -> dict[str, Any]:
    """The fields of the opening in a form, as plain data. Raises `BadRequest` for a wrong tag."""
    players = form.get("players", "").strip()
    tags = [tag.strip() for tag in form.get("tags", "").split(",") if tag.strip()]
    for tag in tags:
        _check_tag(tag)
    return {
        "ruleset": offers.rules.id,
        "catalog": form.get("catalog") or "default",
        "options": entered_options(offers.options, form),
        **({"players": whole_number(players)} if players else {}),
        "chance": form.get("chance", "sealed"),
        "undo": form.get("undo", "free"),
        "tags": tags,
    }


def entered_opening(form: Given, offers: OpeningChoices) -> Opening:
    """The opening in a form. Raises `invalid-fields` with all faults."""
    ticked = {name: form.get(name) is not None for name in ("public", "seals")}
    opening = read_as(Opening, {**opening_fields(form, offers), **ticked})
    check_options(opening.ruleset, opening.options)
    return replace(opening, time_control=entered_time_control(form))


def entered_time_control(form: Given) -> TimeControl | None:
    control = TimeControlFields("").read(CLOCK, form)
    return None if control is None else read_as(TimeControl, control, "/time_control")


def shown_time_control(form: Given, trouble: Trouble | None = None) -> DrawnControl:
    control = TimeControlFields(_("Clocks"))
    return control.show(CLOCK, control.read(CLOCK, form), faults_within(trouble, "/time_control"))


def _check_tag(tag: str) -> None:
    try:
        msgspec.convert(tag, Tag)
    except msgspec.ValidationError:
        short = tag[:40]
        raise BadRequest(
            "/tags",
            Text(
                "“{short}” is no tag: up to 64 letters, digits, spaces and _ . : / -, beginning "
                "with a letter or digit.",
                short=short,
            ),
        ) from None


NO_CLOCK = Text("Choose how the clocks run, or empty their times.")
KINDS = ("budget", "fischer", "per-move")


class TimeControlFields(c.Control, frozen=True):
    """The control for a time control, which may be None. An entry that is no time in minutes and
    seconds is shown again as entered."""

    def show(self, name: str, value: Any, faults: c.Faults = c.NO_FAULTS) -> c.DrawnControl:
        there = value.data if isinstance(value, UnreadEntries) else value or {}
        minutes, seconds = _minutes_and_seconds(there.get("seconds", UNSET))
        time = (
            {
                "": _(
                    "Enter the time on each clock in whole numbers: more than nothing, and at most {most} "
                    "minutes.",
                    most=LONGEST_TIME // 60,
                )
            }
            if "/seconds" in faults
            else c.NO_FAULTS
        )  # it counts in seconds
        row = (
            self._kind().show(f"{name}.kind", there.get("kind"), _faults_only_at(faults, "/kind")),
            c.NumberEntry(_("Minutes for each seat"), 0, LONGEST_TIME // 60).show(
                f"{name}.minutes", minutes, time
            ),
            _seconds_field(_("Seconds")).show(f"{name}.seconds", seconds),
            _seconds_field(_("Seconds more after each turn (Fischer)")).show(
                f"{name}.increment",
                there.get("increment", UNSET),
                _faults_only_at(faults, "/increment"),
            ),
        )
        own = {
            pointer: text
            for pointer, text in faults.items()
            if pointer not in ("/kind", "/seconds", "/increment")
        }
        return c.DrawnControl("part", name, self.label, inside=(row,), fault=c.fault_text(own))

    def read(self, name: str, form: c.Given) -> Any:
        kind = self._kind().read(f"{name}.kind", form)
        minutes, seconds = (
            c.whole_number(form.get(f"{name}.{part}", "").strip() or "0")
            for part in ("minutes", "seconds")
        )
        if isinstance(minutes, int) and isinstance(seconds, int) and minutes >= 0 <= seconds:
            time: int | str = 60 * minutes + seconds
        else:
            # no number: refused at the time, and shown as it was entered
            time = f"{minutes}:{seconds}"
        increment = _seconds_field(_("Seconds more after each turn (Fischer)")).read(
            f"{name}.increment", form
        )
        data = {
            "kind": kind,
            "seconds": time,
            **({"increment": increment} if increment not in (UNSET, 0) else {}),
        }
        if kind not in (None, UNSET):
            return data
        return None if data["seconds"] == 0 and len(data) == 2 else UnreadEntries(data, NO_CLOCK)

    def _kind(self) -> c.OneChoice:
        return c.OneChoice(
            _("How they run"),
            KINDS,
            lambda item: label_of("clock", item),
            _("No clocks"),
        )


def _seconds_field(label: str) -> c.NumberEntry:
    return c.NumberEntry(label, 0, LONGEST_TIME)


def _faults_only_at(faults: c.Faults, pointer: str) -> c.Faults:
    return {"": faults[pointer]} if pointer in faults else {}


def _minutes_and_seconds(time: Any) -> tuple[Any, Any]:
    if isinstance(time, int):
        return time // 60, time % 60 or UNSET
    minutes, _, seconds = time.partition(":") if isinstance(time, str) else ("", "", "")
    return minutes, seconds
