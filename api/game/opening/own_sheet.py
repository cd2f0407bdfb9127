"""Drawing up a score sheet in a form: its controls, and the resulting `score-sheet` catalog.

A line of the form is a category of the sheet. Fields that newcomers need not know have default
values; ids are derived from names. All faults are shown at once at their fields: wrong numbers,
missing names, contradictions.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import replace

from api.web.forms.controls import (
    NO_FAULTS,
    CheckBox,
    Control,
    DrawnControl,
    Faults,
    Given,
    NumberEntry,
    ObjectControl,
    OneChoice,
    Rows,
    SeveralChoices,
    TextEntry,
    TextList,
)
from api.web.pages.pages import _, label_of
from domain.kernel.faults import Fault, faults
from domain.kernel.text import Text, brief, same
from domain.titles import registry
from domain.titles.contract.catalogs.catalog import Catalog, CatalogError
from domain.titles.contract.grid import Grid
from domain.titles.contract.ruleset import BadOpening, open_setting

SHEET = "score-sheet"
# The prefix of the form's field names and pointers, which is also the choice of such a sheet.
OWN = "own"
LETTERS = 60  # Of a name.
LINES, OTHERS = (
    24,
    8,
)  # Lines of a form at most; dice of one's own, and counters. A catalog can have more.
SIDES = (4, 6, 8, 10, 12, 20)
COIN = "coin"
TOGETHER = "together"
PARTS = ("1", "2", "10")
# The ways in which a line can be computed from others; other formulas need an uploaded file.
HOW = ("sum", "difference", "product", "floor", "min", "max", "table", "across")

Faulty = list[Fault]


def ready_made_sheets(*, of_games: bool = False) -> list[tuple[str, Text]]:
    """The id and name of each sheet that comes with the title, simplest first; with `of_games`,
    only of those that follow a game's printed rules."""
    rules = registry.ruleset(SHEET)
    names, catalogs = rules.about.editions, rules.catalogs()
    order = dict.fromkeys((*names, *catalogs))
    return [
        (id, names.get(id) or same(catalogs[id].edition))
        for id in order
        if not of_games or catalogs[id].origin("") == "published"
    ]


class PrefilledSpareRows(Rows, frozen=True):
    """Rows of a form. `spare` more rows than are filled in are shown, with default values in them.
    Empty rows and rows that hold only defaults are dropped on reading."""

    spare: int = 3

    def show(self, name: str, value: Any, faults: Faults = NO_FAULTS) -> DrawnControl:
        known = list(value) if isinstance(value, list | tuple) else []
        count = max(len(known), min(self.most, len(known) + self.spare))
        rows = [*known, *(self.item.defaults for _ in range(count - len(known)))]
        control = super().show(name, rows, faults)
        return replace(
            control, inside=tuple(tuple(map(_as_list, row)) for row in control.inside[:count])
        )

    def read(self, name: str, form: Given) -> Any:
        usual = self.item.defaults
        return [
            row
            for row in super().read(name, form)
            if any(value and value != usual.get(field) for field, value in row.items())
        ]


def _as_list(shown: DrawnControl) -> DrawnControl:
    """The control drawn as a drop-down list if it would be drawn as buttons, since rows have no
    room for those."""
    return replace(shown, sort="pick", blank=False) if shown.sort == "chips" else shown


class DrawnUpSheet(Struct, frozen=True):
    """The result of drawing up a sheet: its catalog file, and all faults by pointers to the form's
    fields."""

    file: bytes
    wrong: tuple[Fault, ...]


# -- the form --------------------------------------------------------------------------------------


def sheet_controls() -> ObjectControl:
    fields: dict[str, Control] = {
        "categories": PrefilledSpareRows(
            _("What is written down, line by line"), _category_fields(), LINES
        ),
        "wins": _pick("wins", "highest", "lowest", TOGETHER),
        "rounds": NumberEntry(_("How many rounds"), 1, 60, True),
        "target": NumberEntry(_("Due to end at a total of"), None, None, True),
        "sides": NumberEntry(_("Sides that the players are divided into"), 0, 6, True),
        "dealer": CheckBox(_("each round has a dealer, by turns")),
        "turns": CheckBox(_("players take turns, and only the one whose turn it is enters")),
        "cup": SeveralChoices(
            _("Dice that Greffe can roll for you"),
            (*(f"d{n}" for n in SIDES), COIN),
            lambda die: _("coin") if die == COIN else die,
        ),
        "dice": PrefilledSpareRows(_("Dice of your own"), _die_fields(), OTHERS, 2),
        "counters": PrefilledSpareRows(_("Counters"), _counter_fields(), OTHERS),
        "seats": _seat_fields(),
    }
    return ObjectControl("", fields, {"wins": "highest", "cup": ["d6", COIN]})


def _category_fields() -> ObjectControl:
    fields: dict[str, Control] = {
        "name": _name_field(),
        "kind": _pick("kind", "number", "choice", "yes-no", "seat", "reckoned"),
        "per": _pick("per", "once", "round"),
        "how": _pick("how", *HOW),
        "of": TextList(_("Of which lines or numbers, in their order: Ones, Twos, 10"), False),
        "table": TextList(_("The table, from which number what: 63 = 35"), False),
        "choices": TextList(_("Which, with their points: Win = 3, Draw = 1, Loss"), False),
        "victories": TextList(_("Those of its choices by which you have won"), False),
        "worth": NumberEntry(_("Points for each; for a yes"), None, None),
        "least": NumberEntry(_("Not below"), None, None, True),
        "most": NumberEntry(_("Not above"), None, None, True),
        "parts": _pick("parts", *PARTS),
        "check": _pick("check", "one-holder", "different", "sum", none=_("nothing")),
        "adds-up": NumberEntry(_("The values of a row add up to"), None, None, True),
        "whose": _pick("whose", "seat", "side", "table"),
        "by": _pick("by", "anyone", "owner"),
        "tie": _pick("tie", "highest", "lowest", none=_("no tie-break")),
        "nth": NumberEntry(_("Tie-break number"), 1, None, True),
        "required": CheckBox(_("the game cannot end without it")),
        "decides": CheckBox(_("it decides whether you have won together")),
    }
    usual = {"kind": "number", "per": "once", "worth": 1, "whose": "seat", "by": "anyone"}
    return ObjectControl("", fields, {**usual, "how": "sum", "parts": "1"})


def _die_fields() -> ObjectControl:
    fields: dict[str, Control] = {
        "name": _name_field(),
        "sides": NumberEntry(_("Sides, numbered from 1"), 2, 100, True),
        "faces": TextList(_("Or its faces"), False),
        "most": NumberEntry(_("So many at once"), 1, 20, True),
    }
    return ObjectControl("", fields)


def _counter_fields() -> ObjectControl:
    fields: dict[str, Control] = {
        "name": _name_field(),
        "whose": _pick("whose", "table", "seat"),
        "start": NumberEntry(_("Begins at"), None, None, True),
        "least": NumberEntry(_("Not below"), None, None, True),
        "most": NumberEntry(_("Not above"), None, None, True),
    }
    return ObjectControl("", fields, {"whose": "table"})


def _seat_fields() -> ObjectControl:
    fields: dict[str, Control] = {
        "least": NumberEntry(_("Players at least"), 1, 12, True),
        "most": NumberEntry(_("Players at most"), 1, 12, True),
        "names": TextList(_("What the seats are called, such as Dealer"), False),
    }
    return ObjectControl(_("Seats"), fields)


def _name_field() -> TextEntry:
    return TextEntry(_("Name"), LETTERS)


def _pick(name: str, *choices: str, none: str = "") -> OneChoice:
    return OneChoice(
        label_of("sheet", name), choices, lambda choice: label_of("sheet", f"{name}-{choice}"), none
    )


def entered_sheet(form: Given) -> dict[str, Any]:
    """The form's entry as plain data. If nothing was entered yet, the default values."""
    part = sheet_controls()
    values: dict[str, Any] = part.read(OWN, form) if "key" in form else part.defaults
    return values


def is_drawn_up(form: Given) -> bool:
    return form.get("sheet") == OWN or any(
        line.get("name") for line in entered_sheet(form)["categories"]
    )


# -- the sheet -------------------------------------------------------------------------------------


def draw_up_sheet(form: Given) -> DrawnUpSheet:
    """The sheet from a form. Its file has neither the name of the game that is played nor of the
    players."""
    answers, wrong = entered_sheet(form), Faulty()
    lines: list[dict[str, Any]] = answers["categories"]
    values: dict[str, Any] = {
        "categories": [_category(line, f"/categories/{n}", wrong) for n, line in enumerate(lines)],
        "wins": answers.get("wins", "highest"),
        "turns": answers["turns"],
        "dice": [
            *_ticked_die_kinds(answers["cup"]),
            *(_own_die(die, f"/dice/{n}", wrong) for n, die in enumerate(answers["dice"])),
        ],
        "counters": [
            _own_counter(counter, f"/counters/{n}", wrong)
            for n, counter in enumerate(answers["counters"])
        ],
        "seats": {
            name: value for name, value in answers["seats"].items() if value and name != "names"
        },
    }
    for name in ("target", "sides", "dealer"):
        values |= {name: answers[name]} if answers[name] else {}
    values["checks"] = [
        {"id": f"check-{n + 1}", "kind": line["check"], "line": values["categories"][n]["id"],
         "number": line["adds-up"] or 0}
        for n, line in enumerate(lines)
        if line.get("check")
    ]  # fmt: skip
    for n, line in enumerate(lines):
        if line.get("kind") == "reckoned":
            pointer = f"/categories/{n}"
            values["categories"][n]["formula"] = _formula(
                line, values["categories"], pointer, wrong
            )
    values["seats"] |= {"names": [_in_both_languages(name) for name in answers["seats"]["names"]]}
    if answers["rounds"] is not None or any(line.get("per") == "round" for line in lines):
        values["rounds"] = 0 if answers["rounds"] is None else answers["rounds"]
    ties = _tie_break_lines(lines)
    values["ties"] = [
        {"category": values["categories"][n]["id"], "wins": lines[n]["tie"]} for n in ties
    ]
    decides = [n for n, line in enumerate(lines) if line["decides"]]
    wrong += [Fault(f"/categories/{n}/decides", _ONE_DECIDES) for n in decides[1:]]
    if decides:
        values["decides"] = values["categories"][decides[0]]["id"]
    elif values["wins"] == TOGETHER:
        _add_won_or_lost_line(values)
    checks = [n for n, line in enumerate(lines) if line.get("check")]
    places = FormPositions(ties, decides[0] if decides else None, len(answers["cup"]), checks)
    wrong += [
        Fault(places.pointer(fault.pointer), _as_sentence(fault.text))
        for fault in _value_faults(values)
    ]
    if not lines:
        wrong = [fault for fault in wrong if fault.pointer != "/categories"] + [
            Fault("/categories/0/name", _NO_LINE)
        ]
    edition = brief(
        ", ".join(line.get("name", "") for line in lines), LETTERS
    )  # as lists of catalogs show it
    file = {"game": SHEET, "edition": edition, "provenance": {"": "text"}, "values": values}
    return DrawnUpSheet(
        msgspec.json.encode(file),
        tuple(Fault(f"/{OWN}{fault.pointer}", fault.text) for fault in dict.fromkeys(wrong)),
    )


def _category(line: dict[str, Any], pointer: str, wrong: Faulty) -> dict[str, Any]:
    reckoned = line.get("kind") == "reckoned"
    same = (
        "kind",
        "per",
        "worth",
        "whose",
        "by",
        *(() if reckoned else ("least", "most", "required")),
    )
    category = {
        **_id_and_name(line, pointer, wrong),
        **{name: line[name] for name in same if line.get(name) is not None},
    }
    if line.get("kind") == "number":
        parts = line.get("parts", PARTS[0])
        category["parts"] = int(parts) if parts in PARTS else parts
    if line.get("kind") == "seat":
        category["counted"] = False
    choices = [_choice(text, f"{pointer}/choices", wrong) for text in line["choices"]]
    known = {choice["name"]["en"].casefold(): choice for choice in choices}
    for name in line["victories"]:
        if name.casefold() in known:
            known[name.casefold()]["wins"] = True
        else:
            wrong.append(
                Fault(
                    f"{pointer}/victories",
                    Text("“{name}” is none of the choices.", name=brief(name)),
                )
            )
    return {**category, "choices": choices}


def _formula(line: dict[str, Any], lines: list[dict[str, Any]], pointer: str, wrong: Faulty) -> Any:
    """The formula of a computed line. Its operands are other lines, entered by name and given by
    id, and numbers. Faults are added to `wrong`."""
    known = {line["name"]["en"].casefold(): line["id"] for line in lines}
    operands: list[int | str] = []
    for text in line["of"]:
        plain = text.replace("\N{MINUS SIGN}", "-")
        if text.casefold() in known:
            operands.append(known[text.casefold()])
        elif re.fullmatch(r"[+-]?[0-9]{1,9}", plain):
            operands.append(int(plain))
        else:
            sentence = Text("“{name}” is no line of the sheet, and no number.", name=brief(text))
            wrong.append(Fault(f"{pointer}/of", sentence))
    how = line.get("how")
    if how not in HOW:
        wrong.append(Fault(f"{pointer}/how", Text("Choose how the line is reckoned.")))
        how = HOW[0]
    rows = [[int(n) for n in re.findall(r"-?[0-9]{1,9}", text)[:2]] for text in line["table"]]
    if how == "table":
        if not rows or any(len(row) != 2 for row in rows):
            wrong.append(
                Fault(f"{pointer}/table", Text("A table says from which number what: 63 = 35."))
            )
            rows = [[0, 0]]
        total: Any = operands[0] if len(operands) == 1 else {"do": "sum", "of": operands}
        return {"do": "table", "of": [total], "table": rows}
    return {"do": how, "of": operands}


_POINTS = re.compile(r"(.+?)\s*[=:]\s*(.*)")


def _choice(text: str, pointer: str, wrong: Faulty) -> dict[str, Any]:
    """A choice with its points from a text such as `Win = 3`; without points it counts 0. Faults
    are added to `wrong`."""
    match = _POINTS.fullmatch(text)
    name, points = (match[1], match[2].replace("\N{MINUS SIGN}", "-")) if match else (text, "0")
    if re.fullmatch(r"[+-]?[0-9]{1,9}", points) is None:
        wrong.append(
            Fault(
                pointer,
                Text("“{text}”: points are a whole number, such as Win = 3.", text=brief(text)),
            )
        )
        points = "0"
    return {"id": _id_from_name(name), "name": _in_both_languages(name), "points": int(points)}


def _ticked_die_kinds(kinds: Sequence[str]) -> Iterator[dict[str, Any]]:
    ready = {die["id"]: die for die in registry.ruleset(SHEET).catalogs()["default"].values["dice"]}
    for kind in kinds:
        sides = {f"d{n}": n for n in SIDES}.get(kind)
        if kind in ready or sides:
            yield ready.get(kind) or {
                "id": kind,
                "name": _in_both_languages(kind),
                "sides": sides,
                "most": 10,
            }


def _own_die(die: dict[str, Any], pointer: str, wrong: Faulty) -> dict[str, Any]:
    named = {
        **_id_and_name(die, pointer, wrong),
        **{name: die[name] for name in ("sides", "most") if die.get(name) is not None},
    }
    return {
        **named,
        "faces": [
            {"id": _id_from_name(face), "name": _in_both_languages(face)} for face in die["faces"]
        ],
    }


def _own_counter(counter: dict[str, Any], pointer: str, wrong: Faulty) -> dict[str, Any]:
    names = ("whose", "start", "least", "most")
    return {
        **_id_and_name(counter, pointer, wrong),
        **{name: counter[name] for name in names if counter.get(name) is not None},
    }


def _id_and_name(row: dict[str, Any], pointer: str, wrong: Faulty) -> dict[str, Any]:
    name = row.get("name", "")
    if not name:
        wrong.append(Fault(f"{pointer}/name", _NO_NAME))
    elif len(name) > LETTERS:
        wrong.append(
            Fault(
                f"{pointer}/name", Text("A name has at most {longest} characters.", longest=LETTERS)
            )
        )
    return {
        "id": _id_from_name(name) or pointer.strip("/").replace("/", "-"),
        "name": _in_both_languages(name),
    }


def _tie_break_lines(lines: Sequence[dict[str, Any]]) -> list[int]:
    tied = [n for n, line in enumerate(lines) if line.get("tie")]
    return sorted(
        tied, key=lambda n: nth if isinstance(nth := lines[n].get("nth"), int) else LINES + n
    )


def _add_won_or_lost_line(values: dict[str, Any]) -> None:
    ready: dict[str, Any] = registry.ruleset(SHEET).catalogs()["cooperative"].values
    values["categories"].append(
        next(category for category in ready["categories"] if category["id"] == ready["decides"])
    )
    values["decides"] = ready["decides"]


def _in_both_languages(name: str) -> dict[str, str]:
    return {"en": name, "fr": name}


def _id_from_name(name: str) -> str:
    """An id made of a name: its Latin letters and digits, and the hexadecimal code points of other
    letters."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(
        letter
        if letter.isascii()
        else ""
        if unicodedata.combining(letter)
        else f"-{ord(letter):x}-"
        for letter in plain
    )
    return (
        re.sub("[^a-z0-9]+", "-", letters).strip("-")[:40].strip("-")
        or "".join(f"{ord(letter):x}" for letter in name)[:40]
    )


_NO_LINE = Text("A sheet has at least one line: say what is written down.")
_NO_NAME = Text("Give it a name.")
_ONE_DECIDES = Text("Only one line can decide the game: another does already.")


# -- an example ------------------------------------------------------------------------------------


def example_grid(file: bytes) -> Grid | None:
    """The sheet filled in with example numbers and their results; None if the file is no valid
    sheet."""
    rules = registry.ruleset(SHEET)
    try:
        setting = open_setting(rules, Catalog(file), {}, None)
    except (BadOpening, CatalogError):
        return None
    board: Any = rules.blank(setting)
    cells: dict[str, dict[str, Any]] = {column: {} for column in board.cells}
    for n, row in enumerate(board.setting.rows.values()):
        line = row.category
        if line.kind == "reckoned" or row.round > 2:
            continue
        for k, column in enumerate(board.setting.columns_of(line)):
            some = board.setting.choices(line)
            number = max(line.least, min(line.most, (n * 7 + k * 5) % 11 + 1))
            cells[column][row.id] = some[(n + k) % len(some)] if some else number
    return rules.grid(replace(board, cells=cells), ())


# -- what is wrong ---------------------------------------------------------------------------------


class FormPositions(Struct, frozen=True):
    """The positions, in the form, of the sheet's tie-break lines, its deciding line, and the lines
    with checks; and the number of ticked dice, which come before the form's own dice in the sheet.
    With them a JSON pointer into the sheet is converted into a pointer into the form."""

    ties: Sequence[int]
    decides: int | None
    ticked: int
    checks: Sequence[int] = ()

    def pointer(self, pointer: str) -> str:
        _, first, *rest = f"{pointer}//".split("/")
        number = int(rest[0]) if rest[0].isdecimal() else None
        if first == "ties" and number is not None:
            return f"/categories/{self.ties[number]}/tie"
        if first == "decides":
            return "/wins" if self.decides is None else f"/categories/{self.decides}/decides"
        if first == "dice" and number is not None:
            number -= self.ticked
        if first == "checks" and number is not None:
            return f"/categories/{self.checks[number]}/check"
        if first in ("target", "sides", "dealer"):
            return f"/{first}"
        if first == "categories" and number is not None and rest[1:2] == ["formula"]:
            return f"/categories/{number}/of"
        if first in ("categories", "dice", "counters") and number is not None:
            return f"/{first}/{number}/{rest[1] or 'name'}"
        return pointer


def _value_faults(values: dict[str, Any]) -> Iterator[Fault]:
    """The reasons why the values are no valid sheet. A value of the wrong type is reported and
    removed from `values`, so that the rest can be checked."""
    rules = registry.ruleset(SHEET)
    for fault in list(faults(values, rules.values_type)):
        yield fault
        _remove_at(values, fault.pointer)
    yield from rules.check_values(msgspec.convert(values, rules.values_type))


def _remove_at(values: Any, pointer: str) -> None:
    *way, last = pointer.split("/")[1:]
    for step in way:
        values = values[int(step) if isinstance(values, list) else step]
    values.pop(last, UNSET)


def _as_sentence(text: Text) -> Text:
    """A catalog's fault as a complete sentence, with a capital letter and a full stop."""
    return text.changed(lambda words: f"{words[:1].upper()}{words[1:].rstrip('.')}.")
