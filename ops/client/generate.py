"""The generator of the client: types and methods from the OpenAPI document of this service.

    python -P ops/client/generate.py

writes `types.py` and `methods.py` anew; a test compares them.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from keyword import iskeyword
from pathlib import Path
from textwrap import fill
from typing import Any

from api.app.openapi import document

Doc = dict[str, Any]
HERE = Path(__file__).parent
PLAIN = {"Action": "dict[str, Any]", "Fact": "dict[str, Any]"}
"""What differs from title to title is plain data: a client works with titles that were added after it was made."""

_REF = "#/components/schemas/"
_TYPES = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None", "object": "dict[str, Any]"}
_WIDE = 128
MANY = 10
"""A choice that more methods offer has a name of its own."""


def generate(doc: Doc) -> dict[str, str]:
    """The two generated files by name, as the formatter leaves them."""
    operations = list(_operations(doc))
    used = _used(doc, operations)
    types = _head("Types of what is sent and answered: plain data, as JSON has it.", "Any, Literal, NotRequired, TypedDict")
    types += "".join(_type(_spoken(name), doc["components"]["schemas"][name]) for name in sorted(used))
    body, aliases = _with_aliases("".join(_method(*one) for one in operations))
    named = [name for name in sorted(map(_spoken, used)) if re.search(rf"\b{name}\b", re.sub(r'"""(.|\n)*?"""', "", body))]
    methods = _head("One method for each address of the API.", "Any, Literal", "from collections.abc import Iterator\n")
    methods += f"from .transport import Event, Transport, part\nfrom .types import {', '.join(named)}\n\n\n"
    methods += aliases
    methods += 'class Greffe(Transport):\n    """A service of Greffe, asked with a key or the token of a link."""\n'
    methods += body
    return {"types.py": _formatted(types), "methods.py": _formatted(methods)}


def _head(what: str, typing: str, more: str = "") -> str:
    made = "Made by `generate.py` from the OpenAPI document: change nothing here."
    return f'"""{what}\n\n{made}\n"""\n\nfrom __future__ import annotations\n\n{more}from typing import {typing}\n\n'


def _operations(doc: Doc) -> Iterator[tuple[str, str, Doc, list[Doc]]]:
    for path, item in doc["paths"].items():
        for method in ("get", "post"):
            if method in item:
                yield method.upper(), path, item[method], [*item.get("parameters", ()), *item[method].get("parameters", ())]


# -- types -----------------------------------------------------------------------------------------------------------


def _used(doc: Doc, operations: list[tuple[str, str, Doc, list[Doc]]]) -> set[str]:
    """The named schemas that operations lead to."""
    found: set[str] = set()
    waiting: list[str] = []
    for _, _, operation, _ in operations:
        body = operation.get("requestBody", {}).get("content", {})
        answers = [answer.get("content", {}) for status, answer in operation["responses"].items() if status.startswith("2")]
        waiting += [name for content in (body, *answers) for name in _refs(content.get("application/json", {}))]
    while waiting:
        name = waiting.pop()
        if name not in found and name not in PLAIN:
            found.add(name)
            waiting += _refs(doc["components"]["schemas"][name])
    return found


def _refs(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield schema["$ref"].removeprefix(_REF)
        for name, inner in schema.items():
            if name not in ("example", "discriminator"):
                yield from _refs(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from _refs(inner)


def _spoken(name: str) -> str:
    """A schema's name in Python: of two that are called alike, which the document tells apart by where they are written, the file
    comes first."""
    *_, room, own = ["", *name.split(".")]
    return room.title().replace("_", "") + own


def _type(name: str, schema: Doc) -> str:
    """A schema with fields as a TypedDict, any other as a name for its type."""
    fields: Doc = schema.get("properties", {})
    says = schema.get("description", "")
    if not fields:
        return f"{name} = {_of(schema, quoted=True)}\n" + (f'"""{_doc(says)}"""\n\n' if says else "\n")
    needed = set(schema.get("required", ()))
    if any(iskeyword(field) or not field.isidentifier() for field in fields):
        rows = ", ".join(f'"{field}": {_of(one, field not in needed, quoted=True)}' for field, one in fields.items())
        return f'{name} = TypedDict("{name}", {{{rows}}})\n' + (f'"""{_doc(says)}"""\n\n' if says else "\n")
    rows = "".join(f"    {field}: {_of(one, field not in needed)}\n" for field, one in fields.items())
    return f"class {name}(TypedDict):\n" + (f'    """{_doc(says, 4)}"""\n\n' if says else "") + rows + "\n\n"


def _of(schema: Any, optional: bool = False, quoted: bool = False) -> str:
    """A schema as Python writes its type. `quoted`: where it is read at once, names that may come later stand in quotes."""
    found = _plain(schema, quoted)
    return f"NotRequired[{found}]" if optional else found


def _plain(schema: Any, quoted: bool) -> str:
    if not isinstance(schema, dict):
        return "Any"
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(_REF)
        return PLAIN.get(name) or (f'"{_spoken(name)}"' if quoted else _spoken(name))
    if "enum" in schema or "const" in schema:
        return f"Literal[{', '.join(map(repr, schema.get('enum', [schema.get('const')])))}]"
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return _either([_plain(one, quoted) for one in schema[several]])
    kind = schema.get("type")
    if isinstance(kind, list):
        return _either([_plain({**schema, "type": one}, quoted) for one in kind])
    if kind == "array":
        return _array(schema, quoted)
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"dict[str, {_plain(schema['additionalProperties'], quoted)}]"
    return _TYPES.get(kind or "", "Any")


def _array(schema: Doc, quoted: bool) -> str:
    """A list; one of fixed places holds any of what may stand there, as JSON has no tuples."""
    if "prefixItems" in schema:
        return f"list[{_either([_plain(one, quoted) for one in schema['prefixItems']])}]"
    return f"list[{_plain(schema.get('items'), quoted)}]"


def _either(types: list[str]) -> str:
    kept = list(dict.fromkeys(types))
    if "Any" in kept:
        return "Any"
    if any(one.startswith('"') for one in kept):
        return '"' + " | ".join(one.strip('"').replace('"', "") for one in kept) + '"'
    return " | ".join(kept)


# -- methods ---------------------------------------------------------------------------------------------------------


def _method(method: str, path: str, operation: Doc, parameters: list[Doc]) -> str:
    """An operation as a method: what is in its path and its body by place, everything else by name."""
    headers = {one["name"] for one in parameters if one["in"] == "header"}
    asked = [one for one in parameters if one["in"] == "query"]
    types = {one["name"]: _of(one["schema"]) for one in parameters if one["in"] == "path"}
    places = [f"{_named(name)}: {types.get(name, 'str')}" for name in re.findall(r"{([^}]+)}", path)]
    content = operation.get("requestBody", {}).get("content", {})
    required = operation.get("requestBody", {}).get("required", False)
    media = next(iter(content), "")
    given: list[str] = []
    if media == "application/json":
        body = _of(content[media].get("schema", {}))
        (places if required else given).append(f"body: {body}" + ("" if required else " | None = None"))
    elif media:
        places.append("body: bytes")
    matched = next((one for one in parameters if one["name"] == "If-Match"), None)
    if matched is not None:
        given.append("seen: int" if matched.get("required") else "seen: int | None = None")
    if "Idempotency-Key" in headers:
        given.append("key: str | None = None")
    given += [f"{_named(one['name'])}: {_wanted(one)}" for one in asked]
    call, kind = _answer(method, operation)
    signature = ", ".join(["self", *places, *(["*", *given] if given else [])])
    where = re.sub(r"{([^}]+)}", lambda found: f"{{part({_named(found[1])})}}", path)
    passed = [kind] * (call == "_json") + [f'"{method}"'] * (call != "_events")
    passed.append(f'f"{where}"' if "{" in where else f'"{where}"')
    query = {one["name"]: _named(one["name"]) for one in asked}
    if "Idempotency-Key" in headers and call == "_json" and media in ("", "application/json"):
        call = "_write"
        passed.remove(f'"{method}"')
        passed += ["body" if content else "None", "key", "seen" if matched is not None else "None"]
        passed += [f"{name}={value}" if name == value else f'**{{"{name}": {value}}}' for name, value in query.items()]
    else:
        if query:
            passed.append("query={" + ", ".join(f'"{name}": {value}' for name, value in query.items()) + "}")
        if content:
            passed.append("body=body" + ("" if media == "application/json" else f', media="{media}"'))
        passed += ["seen=seen"] * (matched is not None) + ["key=key, writes=True"] * ("Idempotency-Key" in headers)
    says = _doc(f"{operation.get('summary', '')}\n\n{operation.get('description', '')}".strip(), 8)
    result = f"        return self.{call}({', '.join(passed)})\n"
    return f'\n    def {operation["operationId"]}({signature}) -> {kind}:\n        """{says}"""\n{result}'


def _answer(method: str, operation: Doc) -> tuple[str, str]:
    """How an operation's good answer is read, and its type."""
    contents = [answer.get("content", {}) for status, answer in sorted(operation["responses"].items()) if status.startswith("2")]
    kinds = {media: one.get("schema", {}) for content in contents for media, one in content.items()}
    if "text/event-stream" in kinds and method == "GET":
        return "_events", "Iterator[Event]"
    if "application/json" in kinds:
        return "_json", _of(kinds["application/json"])
    if any(media.startswith("text/") for media in kinds):
        return "_text", "str"
    return "_bytes", "bytes"


def _wanted(parameter: Doc) -> str:
    """The type of a parameter of the query, which is left out where it is `None`."""
    kind = _of(parameter["schema"])
    if parameter.get("required"):
        return kind
    return (kind if re.search(r"\bNone\b", kind) else f"{kind} | None") + " = None"


def _with_aliases(body: str) -> tuple[str, str]:
    """The methods with a name for each choice that many of them offer, so that their signatures stay short; and those names."""
    counts = Counter(re.findall(r"(\w+): (Literal\[[^\]]*\] \| None) = None", body))
    often = {kind: name.title() for (name, kind), times in counts.items() if times > MANY}
    for kind, name in often.items():
        body = body.replace(f": {kind} = None", f": {name} = None")
    return body, "".join(f"{name} = {kind}\n" for kind, name in often.items()) + "\n\n"


def _named(name: str) -> str:
    """A parameter's name in Python."""
    name = re.sub(r"\W", "_", name)
    return f"{name}_" if iskeyword(name) or name in ("self", "body", "seen", "key") else name


def _doc(says: str, indent: int = 0) -> str:
    """A description as a docstring within its width."""
    parts = [" ".join(one.split()).replace("\\", "\\\\").replace('"""', "'''") for one in says.split("\n\n")]
    room = " " * indent
    told = f"\n\n{room}".join(fill(one, _WIDE - indent, subsequent_indent=room) for one in parts if one)
    return told + (" " if told.endswith('"') else "")


def _formatted(source: str) -> str:
    for command in (["check", "--select", "I", "--fix", "--quiet"], ["format"]):
        ruff = [sys.executable, "-m", "ruff", *command, "-", "--stdin-filename", str(HERE / "types.py")]
        source = subprocess.run(ruff, input=source, capture_output=True, text=True, check=True).stdout
    return source


if __name__ == "__main__":
    for name, source in generate(document()).items():
        (HERE / name).write_text(source, "utf-8")
