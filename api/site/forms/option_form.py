"""The form that opens games and campaigns: a title's options as fields with their explanations, and what was entered in them, read
through the API's own request."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any, Literal, TypeVar, get_args

import msgspec
from flask import request
from msgspec import Struct, inspect

from api.http.body import invalid
from api.http.schemas import faults, schema_of
from api.problems.problem import Problem
from api.request.checks import check_options
from api.request.parameters import Tag
from api.request.service import service
from api.resources.library.campaigns import OpenCampaign
from api.resources.play.games import OpenGame
from api.site.forms.struct_form import Given
from api.site.forms.submission import Trouble, trouble
from api.site.kit.pages import fresh_key
from api.site.wording.options import CHOICES
from domain import games
from domain.clerk.commands import Opening
from domain.clerk.opening import setting_for
from domain.errors import BadRequest
from domain.record.records import UndoPolicy
from domain.rules.ruleset import AnyRuleset
from domain.rules.text import Text, same
from domain.store.catalogs import Catalogs, Listed

Kind = Literal["flag", "choice", "number"]
T = TypeVar("T", bound=Struct)

POLICIES: tuple[UndoPolicy, ...] = get_args(UndoPolicy)
MOST_TABLES = 40

_WHOLE = re.compile(r"-?[0-9]{1,9}")


class Choice(Struct, frozen=True):
    """One thing an option can be: as forms send it, and in words."""

    value: str
    said: Text


class Option(Struct, frozen=True):
    """One option of a title: its name, what it decides, and what it can be."""

    name: str
    about: Text
    kind: Kind
    default: Any
    choices: tuple[Choice, ...] = ()
    least: int | None = None
    most: int | None = None

    @property
    def field(self) -> str:
        """Its name in a form."""
        return f"option-{self.name}"

    @property
    def id(self) -> str:
        """Its id on a page, as problems lead to it."""
        return f"options-{self.name}".replace("_", "-")


class Offered(Struct, frozen=True):
    """What the form for a title offers: its options, its catalogs, its usual number of players, what may be taken back, and how
    many tables can be opened at once."""

    rules: AnyRuleset
    options: tuple[Option, ...]
    catalogs: tuple[Listed, ...]
    usual: int
    policies: tuple[UndoPolicy, ...] = POLICIES
    most: int = MOST_TABLES


def offered(ruleset: str, without: Collection[str] = ()) -> Offered:
    """What can be chosen for a title, but for some of its options; raises `unknown-ruleset`."""
    if ruleset not in games.ids():
        raise Problem("unknown-ruleset", Text(f"There is no title {ruleset}.", f"Il n'y a pas de titre {ruleset}."))
    rules = games.ruleset(ruleset)
    options = tuple(one for one in options_of(rules) if one.name not in without)
    key_values = service().clerk.key_values
    usual = setting_for(Opening(ruleset=ruleset), key_values)[2].seat_specs
    catalogs = tuple(Catalogs(key_values).listed(ruleset))
    return Offered(rules, options, catalogs, sum(seat.role == "player" for seat in usual))


def options_of(rules: AnyRuleset) -> tuple[Option, ...]:
    """The options of a title that a form can ask for, as its struct defines them; those of another shape keep their default."""
    info = inspect.type_info(rules.options_type)
    assert isinstance(info, inspect.StructType)
    return tuple(found for entry in info.fields if (found := _option(rules.id, entry)) is not None)


def _option(ruleset: str, entry: inspect.Field) -> Option | None:
    kind, about, own = entry.type, same(entry.name), {}
    if isinstance(kind, inspect.Metadata):
        en = str((kind.extra_json_schema or {}).get("description", entry.name))
        about = Text(en, str((kind.extra or {}).get("fr", en)))
        own = (kind.extra or {}).get("choices", {})
        kind = kind.type
    if isinstance(kind, inspect.BoolType):
        return Option(entry.name, about, "flag", entry.default)
    if isinstance(kind, inspect.LiteralType):
        said: Mapping[str, Text] = own or CHOICES.get((ruleset, entry.name), {})
        named = sorted(map(str, kind.values), key=lambda one: list(said).index(one) if one in said else len(said))
        return Option(entry.name, about, "choice", entry.default, tuple(Choice(one, said.get(one, same(one))) for one in named))
    if isinstance(kind, inspect.IntType):
        return Option(entry.name, about, "number", entry.default, (), kind.ge, kind.le)
    return None


def entered(options: tuple[Option, ...], form: Given) -> dict[str, Any]:
    """The options that a form's fields say, those that keep their default left out. A number that is none is left as it was
    written, for the rules to refuse it by name."""
    found: dict[str, Any] = {}
    for option in options:
        given = form.get(option.field)
        value: Any
        if option.kind == "flag":
            value = given is not None
        elif given is None:
            continue
        else:
            value = number_or_text(given) if option.kind == "number" else given
        if value != option.default:
            found[option.name] = value
    return found


def asked_to_open(form: Given, offers: Offered) -> dict[str, Any]:
    """What a form asks to open, as the body of the API's request of the same meaning; raises `BadRequest` for a wrong tag."""
    players = form.get("players", "").strip()
    tags = [tag.strip() for tag in form.get("tags", "").split(",") if tag.strip()]
    for tag in tags:
        _check_tag(tag)
    return {
        "ruleset": offers.rules.id,
        "catalog": form.get("catalog") or "default",
        "options": entered(offers.options, form),
        **({"players": number_or_text(players)} if players else {}),
        "chance": form.get("chance", "sealed"),
        "undo": form.get("undo", "free"),
        "tags": tags,
    }


def _check_tag(tag: str) -> None:
    try:
        msgspec.convert(tag, Tag)
    except msgspec.ValidationError:
        short = tag[:40]
        raise BadRequest(
            "/tags",
            f"“{short}” is no tag: up to 64 letters, digits, spaces and _ . : / -, beginning with a letter or digit.",
            f"« {short} » n'est pas une étiquette : au plus 64 lettres, chiffres, espaces et _ . : / -, une lettre ou un chiffre "
            "en tête.",
        ) from None


def read(struct: type[T], body: Mapping[str, Any]) -> T:
    """A body as the API reads it; raises `invalid-fields` naming every field that is wrong."""
    try:
        return msgspec.convert(body, struct)
    except msgspec.ValidationError as e:
        raise invalid(faults(schema_of(struct), body), str(e)) from None


def opening_of(body: OpenGame | OpenCampaign) -> Opening:
    """What a body asks to open; raises `invalid-fields` for options that the title does not take."""
    check_options(body.ruleset, body.options)
    return Opening(**{name: getattr(body, name) for name in body.__struct_fields__ if name in Opening.__struct_fields__})


def number_or_text(given: str) -> int | str:
    """The whole number that was written; what is none stays as it is, to be refused by name."""
    text = given.strip()
    return int(text) if _WHOLE.fullmatch(text) else text


def key_again(trouble: Trouble | None) -> str:
    """The key of a form that is shown again: the one it came with, so that it is still recorded once; a new one where that is used
    up or is none."""
    key = request.form.get("key", "")
    return key if key and (trouble is None or trouble.slug not in ("key-reused", "bad-request")) else fresh_key()


def refused(problem: Problem) -> Trouble:
    """Why a form was refused, field by field: what is wrong with one of several words stands at the field they are all in."""
    return at_fields(trouble(problem))


def at_fields(found: Trouble) -> Trouble:
    """The same, said at the fields of a form."""
    at = tuple((_FIELD.sub(r"/\1", pointer), said) for pointer, said in found.at if pointer)
    return msgspec.structs.replace(found, at=at)


_FIELD = re.compile(r"/(tags|names|values)/.*")
