"""The actions that a seat's page offers: as buttons in families, with the places of the picture
that each names.

Actions too many to list have short forms, which are prefilled as far as possible and read back as
an action.
"""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Collection, Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from api.game.request import action_kinds
from api.web.forms.controls import NO_FAULTS, DrawnControl, Faults, Given
from api.web.forms.from_types import Call, FromTypes
from domain.game.aggregate.game import Game
from domain.game.undo.conditions import may_undo_alone
from domain.kernel.text import Lang, Text
from domain.titles.contract.ruleset import Action as RuleAction, Choice, Legal, Setting, Template
from domain.titles.drawing.targets import ids_named
from domain.titles.foresight import foresee

FLAT = 6  # So many buttons are simply there; more are folded up by family.

LEAST = 3  # So many actions of a type at least are a family.

# A family with more offers than this is split by the first field of its actions, if that makes at
# most half as many families as there are offers.
SPLIT = 4

_HOOK = re.compile(r'data-(?:place|card|piece|seat)="([^"]*)"')


class ActionButton(Struct, frozen=True):
    """A button for an action: the beginning of its label that its family shares (`lead`), the rest
    of it, the action as JSON, the places of the picture that it names, and consequences that the
    label does not mention (`leads`)."""

    lead: str
    rest: str
    action: str
    targets: tuple[str, ...]
    leads: str = ""

    @property
    def says(self) -> str:
        return f"{self.lead} {self.rest}".strip()


class ButtonFamily(Struct, frozen=True):
    """Buttons whose labels begin with the same words (`lead`), collapsed if there are many. `word`
    names the kind of action if `lead` is too short to do so."""

    id: str
    word: str
    lead: str
    offers: tuple[ActionButton, ...]


class ActionOffers(Struct, frozen=True):
    """Everything offered to a seat: single buttons, families, short forms. `only_ending`: the seat
    can only end its stage; one button then ends this stage and the next ones, until the seat has
    another choice."""

    singles: tuple[ActionButton, ...] = ()
    families: tuple[ButtonFamily, ...] = ()
    forms: tuple[ShortForm, ...] = ()
    only_ending: bool = False

    @property
    def count(self) -> int:
        return (
            len(self.singles)
            + sum(len(family.offers) for family in self.families)
            + len(self.forms)
        )


def ids_in_picture(picture: str) -> frozenset[str]:
    return frozenset(html.unescape(id) for id in _HOOK.findall(picture))


def action_offers(
    game: Game,
    seat: str,
    picture: str,
    lang: Lang,
    none: str,
    refused: Action | None = None,
    faults: Faults = NO_FAULTS,
    beside: Collection[str] = (),
) -> ActionOffers:
    """The offers for a seat; empty unless it is to act. `picture` is the board's SVG, `none` the
    label of choosing none. `refused` is an action that was entered and refused: its form shows it
    with its `faults`. `beside`: types of actions that are entered elsewhere on the page."""
    if seat not in game.to_act:
        return ActionOffers()
    legal, drawn = game.rules.legal(game.board, seat), ids_in_picture(picture)
    singles, families = _buttons_and_families(game, seat, legal.choices, drawn, lang)
    make = FromTypes(lang, value_labels(game.setting, lang, none), terms=game.rules.terms)
    showing = refused and _template_showing(legal, refused)
    forms = tuple(
        short_form(
            game,
            number=n,
            template=t,
            make=make,
            drawn=drawn,
            lang=lang,
            refused=refused if t is showing else None,
            faults=faults,
        )
        for n, t in enumerate(legal.templates)
        if t.type not in beside
    )
    return ActionOffers(singles, families, forms, only_ending_action(game, seat) is not None)


def only_ending_action(game: Game, seat: str) -> Action | None:
    """The action with which a seat ends its stage, as plain JSON data, if it can do nothing else.
    Otherwise None."""
    action = game.rules.passing_action(game.board, seat) if seat in game.to_act else None
    return None if action is None else plain_action(action)


# -- buttons ---------------------------------------------------------------------------------------


def _buttons_and_families(
    game: Game, seat: str, choices: Iterable[Choice], drawn: frozenset[str], lang: Lang
) -> tuple[tuple[ActionButton, ...], tuple[ButtonFamily, ...]]:
    listed, rules = tuple(choices), game.rules
    if len(listed) <= FLAT:
        return tuple(_action_button(game, seat, choice, "", drawn, lang) for choice in listed), ()
    singles: list[ActionButton] = []
    families: list[ButtonFamily] = []
    for kind in _choices_by_beginning(listed):
        lead = (
            _common_beginning([_choice_label(choice, lang) for choice in kind])
            if len(kind) >= LEAST
            else ""
        )
        offers = tuple(_action_button(game, seat, choice, lead, drawn, lang) for choice in kind)
        if len(offers) < LEAST:
            singles += offers
        else:
            word = (
                ""
                if " " in lead
                else rules.kind_name(str(plain_action(kind[0].action)["type"])).printed(lang)
            )
            families.append(
                ButtonFamily(
                    element_id_digest(type(kind[0].action).__name__, lead, offers[0].rest),
                    word,
                    lead,
                    offers,
                )
            )
    return tuple(singles), tuple(families)


def _choices_by_beginning(choices: tuple[Choice, ...]) -> Iterator[list[Choice]]:
    by_type: dict[Any, list[Choice]] = {}
    for choice in choices:
        by_type.setdefault(type(choice.action), []).append(choice)
    for kind, some in by_type.items():
        first = next((field.name for field in msgspec.structs.fields(kind)), "")
        by_first: dict[Any, list[Choice]] = {}
        for choice in some if first else ():
            by_first.setdefault(str(getattr(choice.action, first)), []).append(choice)
        if len(some) > SPLIT and 1 < len(by_first) <= len(some) / 2:
            yield from by_first.values()
        else:
            yield some


def _choice_label(choice: Choice, lang: Lang) -> str:
    return with_capital(choice.label.printed(lang))


def _common_beginning(labels: list[str]) -> str:
    """The words with which all labels begin, leaving at least one word to each."""
    parts = [label.split(" ") for label in labels]
    shared = 0
    while all(len(words) > shared + 1 and words[shared] == parts[0][shared] for words in parts):
        shared += 1
    return " ".join(parts[0][:shared])


def _action_button(
    game: Game, seat: str, choice: Choice, lead: str, drawn: frozenset[str], lang: Lang
) -> ActionButton:
    label, data = _choice_label(choice, lang), plain_action(choice.action)
    own_words = label[len(lead) :].strip()
    return ActionButton(
        lead,
        own_words,
        msgspec.json.encode(data).decode(),
        tuple(sorted(ids_named(data, drawn, game.rules.together))),
        consequences_in_words(game, seat, choice.action, lang),
    )


def consequences_in_words(game: Game, seat: str, action: RuleAction, lang: Lang) -> str:
    """Sentences about the certain consequences of a legal action that its seat may know; empty if
    there are none."""
    foresight = foresee(game.rules, game.board, seat, action)
    sentences = [text.printed(lang) for text in foresight.told]
    if foresight.final and may_undo_alone(game, seat):
        sentences.append(Text("you cannot take it back alone").printed(lang))
    return " · ".join(sentences)


IN_FORM = "a"  # What the names of an action's fields begin with in a form.

# Fields of an action with a result that only the table knows, such as losses.
FOUND_OUT = frozenset(
    (
        "losses",
        "enemies_lost",
        "drowned",
        "withdrawn",
        "damage",
        "gate",
        "destroyed",
        "results",
        "plundered",
        "razed",
        "goods",
    )
)

Action = dict[str, Any]


class ShortForm(Struct, frozen=True):
    """A short form for one type of action: its label and hint, an example of the action as JSON,
    the places of the picture that its choices name, its controls. `kept`: it shows an earlier
    entry."""

    id: str
    type: str
    label: str
    hint: str
    example: str
    targets: tuple[str, ...]
    controls: tuple[DrawnControl, ...]
    kept: bool


def find_template(legal: Legal, type: str, example: Action) -> Template | None:
    """The template from which a submitted form was made: that of its type; if there are several,
    the one with its example, else the first. None if there is none."""
    of_type = [template for template in legal.templates if template.type == type]
    exact = (item for item in of_type if plain_action(item.example) == example)
    return next(exact, of_type[0] if of_type else None)


def read_short_form(game: Game, template: Template, form: Given, lang: Lang) -> Action:
    """The action entered in a short form, as plain JSON data. Values that do not fit a field stay
    as entered."""
    controls = FromTypes(lang, value_labels(game.setting, lang, ""), terms=game.rules.terms).struct(
        action_kinds(game.rules)[template.type], template.fields
    )
    example = plain_action(template.example)
    entered: Action = controls.read(IN_FORM, form)
    return {name: value for name, value in example.items() if name not in controls.fields} | entered


def short_form(
    game: Game,
    number: int,
    template: Template,
    make: FromTypes,
    drawn: frozenset[str],
    lang: Lang,
    refused: Action | None,
    faults: Faults,
) -> ShortForm:
    example, words = plain_action(template.example), template.label.printed(lang)
    prefilled = example | _table_defaults(template, action_kinds(game.rules)[template.type])
    controls = make.struct(action_kinds(game.rules)[template.type], template.fields)
    shown = controls.row(IN_FORM, refused or prefilled, faults if refused else NO_FAULTS)
    hint, together = game.rules.hints.get(template.type), game.rules.together
    choices = {name: field.choices for name, field in template.fields.items()}
    return ShortForm(
        id=f"f-{element_id_digest(template.type, words)}-{number}",
        type=template.type,
        label=with_capital(words),
        hint=hint.printed(lang) if hint else "",
        example=msgspec.json.encode(example).decode(),
        targets=tuple(
            sorted(ids_named(example, drawn, together) | ids_named(choices, drawn, together))
        ),
        controls=shown,
        kept=refused is not None,
    )


def _table_defaults(template: Template, kind: type[Struct]) -> Action:
    """The prefilled values of those fields whose values only the table knows (losses, counted
    numbers): the field's default, or empty if it has none. They replace the example's values."""
    declares = template.type.startswith("declare-")
    blanks: Action = {}
    for field in msgspec.structs.fields(kind):
        offered = template.fields.get(field.encode_name)
        counts = (
            declares
            and offered is not None
            and not offered.choices
            and isinstance(plain_action(template.example)[field.name], int)
        )
        if field.encode_name in FOUND_OUT or counts:
            blanks[field.encode_name] = (
                msgspec.UNSET if field.required else msgspec.to_builtins(field.default)
            )
    return blanks


def _template_showing(legal: Legal, refused: Action) -> Template | None:
    """The template whose form can show a refused action; of several, the one with equal constant
    fields (such as the same card), else the first."""
    of_type = [template for template in legal.templates if template.type == refused.get("type")]
    return next(
        (item for item in of_type if _is_same_card(refused, item)), next(iter(of_type), None)
    )


def _is_same_card(refused: Action, template: Template) -> bool:
    example = plain_action(template.example)
    return all(
        refused.get(name) == example[name]
        for name, field in template.fields.items()
        if len(field.choices) == 1 and example.get(name) in field.choices
    )


def with_capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def plain_action(action: Any) -> Action:
    data: Action = msgspec.json.decode(msgspec.json.encode(action))
    return data


def element_id_digest(*words: str) -> str:
    """Eight letters derived from these words, for an element's id. The id stays the same as long as
    the words do, so that parts the reader has unfolded stay unfolded."""
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:8]


def value_labels(setting: Setting, lang: Lang, none: str) -> Call:
    """The function that labels the values of fields of a game; `none` is the label of choosing
    none."""
    return lambda field, value: setting.word(field, value).printed(lang) or none
