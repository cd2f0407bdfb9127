import json
import re
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
import pytest
from flask import Flask
from hypothesis import given, settings, strategies as st
from msgspec import Meta, Struct

from api.game.request import action_field, action_kinds
from api.web.schemas import faults, schema_of
from domain.titles import registry
from tests.amount import count, slow
from tests.builders.api.client import Caller


class Inner(Struct, frozen=True, forbid_unknown_fields=True):
    x: Annotated[int, Meta(ge=0, le=9)]
    y: Literal["a", "b"] = "a"


class Loose(Struct, frozen=True):
    """A part that ignores unknown fields."""

    z: bool = False


class One(Struct, frozen=True, tag="one", forbid_unknown_fields=True):
    """One of two."""

    n: int


class Two(Struct, frozen=True, tag="two", forbid_unknown_fields=True):
    """The other."""

    s: str = ""


class Everything(Struct, frozen=True, forbid_unknown_fields=True):
    """A field of every kind that titles use."""

    text: Annotated[str, Meta(min_length=2, max_length=4, pattern="^[a-z]+$")] = "ab"
    whole: Annotated[int, Meta(gt=0, lt=10)] = 1
    number: Annotated[float, Meta(ge=-1, lt=1)] = 0.5
    flag: bool = False
    choice: Literal["up", "down", 3] = "up"
    maybe: Annotated[int, Meta(ge=5)] | None = None
    either: int | str = 0
    items: Annotated[tuple[int, ...], Meta(min_length=1, max_length=3)] = (1,)
    pair: tuple[str, int] = ("a", 1)
    counts: dict[str, Annotated[int, Meta(ge=1)]] = {}
    part: Inner = Inner(1)
    parts: tuple[Inner, ...] = ()
    loose: Loose = Loose()
    tagged: One | Two = Two()
    when: Annotated[datetime, Meta(tz=True)] | None = None


SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-2, 12)
    | st.floats(-2, 2)
    | st.sampled_from(["a", "ab", "abcde", "A1", "up", "", "two"])
)
KEYS = st.sampled_from(["x", "y", "z", "n", "s", "type", "k"])
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=6,
)
FITTING = st.sampled_from(
    [
        {"text": "abc"},
        {"text": "abcde"},
        {"whole": 9},
        {"whole": 10},
        {"number": 0},
        {"number": 1},
        {"choice": 3},
        {"maybe": None},
        {"either": "x"},
        {"items": [1, 2]},
        {"pair": ["a", 1]},
        {"counts": {"a": 1}},
        {"part": {"x": 1}},
        {"parts": [{"x": 1, "y": "b"}]},
        {"loose": {"q": 1}},
        {"tagged": {"type": "one", "n": 1}},
        {"when": "2026-05-01T20:15:00Z"},
        {"when": "2026-05-01T20:15:00"},
    ]
)
FIELDS = st.sampled_from(
    [f.encode_name for f in msgspec.structs.fields(Everything)] + ["unheard_of"]
)
BODIES = st.one_of(
    JSON,
    st.dictionaries(FIELDS, JSON, max_size=3),
    st.lists(FITTING, max_size=4).map(lambda parts: {k: v for p in parts for k, v in p.items()}),
)


def reads(struct: type[Struct], data: Any) -> bool:
    try:
        msgspec.convert(data, struct)
    except msgspec.ValidationError:
        return False
    return True


@slow("bodies by the hundred; test_openapi.py sends some to every address")
@settings(max_examples=count(150, 300), deadline=None)
@given(BODIES)
def test_the_service_and_the_schema_accept_the_same_bodies(data: Any) -> None:
    assert reads(Everything, data) == (faults(schema_of(Everything), data) == ())


@pytest.mark.parametrize("title", registry.ids())
@settings(max_examples=count(40, 80), deadline=None)
@given(data=st.data())
def test_the_service_and_the_schema_accept_the_same_actions(
    title: str, data: st.DataObject
) -> None:
    rules = registry.ruleset(title)
    tag = data.draw(st.sampled_from([*action_kinds(rules), "unheard-of"]))
    kind = action_kinds(rules).get(tag)
    names = [f.encode_name for f in msgspec.structs.fields(kind)] if kind else ["x"]
    body = {
        "type": tag,
        **data.draw(
            st.dictionaries(st.sampled_from([*names, "zz"]), JSON, max_size=len(names) + 1)
        ),
    }
    assert (kind is not None and reads(kind, body)) == (faults(action_field(rules), body) == ())


def named(data: Any) -> dict[str, str]:
    return {fault.pointer: fault.text.en for fault in faults(schema_of(Everything), data, "/here")}


@pytest.mark.parametrize(
    ("data", "pointer", "says"),
    [
        ([], "/here", "This must be an object, not a list."),
        ({"text": 1}, "/here/text", "This must be a text, not a whole number."),
        ({"text": "abcde"}, "/here/text", "From 2 to 4 characters are possible, not 5."),
        ({"text": "AB"}, "/here/text", "This must have the form ^[a-z]+$."),
        ({"whole": 10}, "/here/whole", "This must be from 1 to 9, not 10."),
        ({"whole": 1.0}, "/here/whole", "This must be a whole number, not a number with decimals."),
        ({"whole": True}, "/here/whole", "This must be a whole number, not true or false."),
        ({"number": "1"}, "/here/number", "This must be a number, not a text."),
        ({"flag": 1}, "/here/flag", "This must be true or false, not a whole number."),
        ({"choice": "left"}, "/here/choice", "This must be one of 3, down, up, not `left`."),
        ({"maybe": 4}, "/here/maybe", "This must be at least 5, not 4."),
        ({"either": []}, "/here/either", "This must be a whole number or a text, not a list."),
        ({"items": []}, "/here/items", "From 1 to 3 entries are possible, not 0."),
        ({"items": [1, "b"]}, "/here/items/1", "This must be a whole number, not a text."),
        ({"pair": ["a"]}, "/here/pair", "This must be a list of 2, not of 1."),
        ({"pair": ["a", "b"]}, "/here/pair/1", "This must be a whole number, not a text."),
        ({"counts": {"a/b~c": 0}}, "/here/counts/a~1b~0c", "This must be at least 1, not 0."),
        ({"part": {}}, "/here/part/x", "This field is required: a whole number."),
        ({"part": None}, "/here/part", "This must be an object, not null."),
        (
            {"parts": [{"x": 1}, {"x": 1, "q": 2}]},
            "/here/parts/1/q",
            "There is no such field here; there is: x, y.",
        ),
        (
            {"tagged": {"type": "three"}},
            "/here/tagged/type",
            "There is no such type here: there are one, two.",
        ),
        ({"tagged": {"type": "one"}}, "/here/tagged/n", "This field is required: a whole number."),
        ({"when": "yesterday"}, "/here/when", "This must be a time such as 2026-05-01T20:15:00Z."),
    ],
)
def test_every_fault_is_a_sentence_with_its_pointer(data: Any, pointer: str, says: str) -> None:
    assert named(data) == {pointer: says}


def test_all_faults_are_named_at_once_and_in_french() -> None:
    found = faults(schema_of(Everything), {"text": 1, "whole": 0, "zz": 1})
    assert [(fault.pointer, fault.text.fr.partition(", number")[0]) for fault in found] == [
        ("/text", "Il faut ici un texte, pas un nombre entier."),
        ("/whole", "Il faut ici de 1 à 9, pas 0."),
        ("/zz", "Ce champ n'existe pas ici ; il y a : text, whole"),
    ]


def bare(schema: Any) -> Any:
    if isinstance(schema, dict):
        schema = {
            "anyOf" if k == "oneOf" else k: bare(v)
            for k, v in schema.items()
            if k not in ("title", "description", "discriminator", "if", "then")
        }
        if "exclusiveMaximum" in schema and schema["type"] == "integer":
            schema["maximum"] = schema.pop("exclusiveMaximum") - 1
        if "enum" in schema:
            schema["enum"] = sorted(schema["enum"], key=str)
        if schema.get("additionalProperties") in (True, {}):
            del schema["additionalProperties"]
        if "required" in schema:
            schema["required"] = sorted(schema["required"])
        if schema.get("required") == []:
            del schema["required"]
        others = [kind for kind in schema.get("anyOf", ()) if kind != {"type": "null"}]
        if len(others) == 1 and "type" in others[0]:
            schema = {**schema, **others[0], "type": [others[0]["type"], "null"]}
            del schema["anyOf"]
        return {k: v for k, v in schema.items() if not (k == "items" and v is False)}
    return [bare(v) for v in schema] if isinstance(schema, list) else schema


@pytest.mark.parametrize("title", registry.ids())
def test_the_document_describes_actions_as_msgspec_does(title: str, app: Flask) -> None:
    schemas = Caller(app).get("/openapi.json").json["components"]["schemas"]
    template = f"#/components/schemas/{title}.{{name}}"
    _, parts = msgspec.json.schema_components(
        registry.ruleset(title).action_types, ref_template=template
    )
    for name, part in json.loads(json.dumps(parts)).items():
        assert bare(schemas[f"{title}.{name}"]) == bare(part)
    offered = {ref["$ref"].rpartition(".")[2] for ref in schemas[f"{title}.Action"]["oneOf"]}
    assert offered == {kind.__name__ for kind in registry.ruleset(title).action_types}


def whole(schema: Any, components: dict[str, Any], above: tuple[str, ...] = ()) -> Any:
    """The schema with every reference replaced by the component it names; a reference within itself
    becomes {}."""
    if isinstance(schema, list):
        return [whole(item, components, above) for item in schema]
    if not isinstance(schema, dict):
        return schema
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    if name in above:
        return {}
    if name:
        return whole(components[name], components, (*above, name))
    return {key: whole(value, components, above) for key, value in schema.items()}


def test_each_body_and_query_is_described_as_the_service_reads_it(app: Flask) -> None:
    """The struct that the view reads and the schema in the document are compared for every
    operation. If two structs had the same name in the document, one would be described as the
    other."""
    document = Caller(app).get("/openapi.json").json
    components, read = document["components"]["schemas"], 0
    for rule in app.url_map.iter_rules():
        noted = vars(app.view_functions[rule.endpoint]).get("operation", {})
        body = noted.get("requestBody", {}).get("content", {}).get("application/json", {})
        if not hasattr(body.get("schema"), "struct"):
            continue
        path = re.sub(r"<(?:[^:<>]+:)?([^<>]+)>", r"{\1}", rule.rule)
        described = document["paths"][path]["post"]["requestBody"]["content"]["application/json"]
        ref = "#/components/schemas/{name}"
        (own,), parts = msgspec.json.schema_components([body["schema"].struct], ref_template=ref)
        own = json.loads(json.dumps(whole(own, {**components, **parts})))
        assert bare(whole(described["schema"], components)) == bare(own), path
        read += 1
    assert read > 60
