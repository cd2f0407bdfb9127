"""Pages as a person without scripts uses them: forms are found in the HTML, filled in, and sent
with one of their buttons."""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from lxml.html import document_fromstring
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from api.web.forms.controls import DrawnControl
from api.web.pages.pages import TOKEN
from tests.builders.api.client import KEY, header_names

_TOKEN = re.compile(rb'name="%b" value="([^"]*)"' % TOKEN.encode())


@dataclass
class Field:
    """One control of a form: the value it sends, and the options it offers (empty: any text). Of
    several boxes with one name, `ticked` are the values sent."""

    value: str | None
    options: list[str] = field(default_factory=list)
    sort: str = "text"
    ticked: list[str] = field(default_factory=list)

    @property
    def several(self) -> bool:
        return self.sort == "checkbox" and len(self.options) > 1


@dataclass
class Form:
    """A form with its fields by name, its buttons as `(name, value, label)` (the label without the
    part after `→`), and the ids of the elements that contain it."""

    action: str
    method: str
    fields: dict[str, Field] = field(default_factory=dict)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)
    within: tuple[str, ...] = ()

    def sent(self, **changes: str | None) -> dict[str, str]:
        """The data the form sends. `changes` are new values by field name; None leaves a field
        out."""
        sent: dict[str, Any] = {
            name: control.ticked if control.several else control.value
            for name, control in self.fields.items()
        } | changes
        return {name: value for name, value in sent.items() if value is not None}

    def set(self, name: str, value: str) -> None:
        """Enter a value as the control allows it. Raises `AssertionError` for a value that it does
        not offer."""
        control = self.fields[name]
        assert control.sort in ("text", "number") or value in control.options, (
            f"{name}: {value} is not among {control.options}"
        )
        control.value = value

    def check(self, name: str, *, on: bool) -> None:
        control = self.fields[name]
        assert control.sort == "checkbox", name
        control.value = control.options[0] if on else None

    def tick(self, name: str, values: Collection[str]) -> None:
        """Tick exactly these of several boxes with one name. Raises `AssertionError` for a box that
        does not exist."""
        control = self.fields[name]
        control.ticked = [value for value in control.options if value in set(values)]
        assert set(control.ticked) == set(values), (
            f"{name}: {values} are not among {control.options}"
        )


def excerpt(pattern: str, text: str, flags: int = 0) -> str:
    """The text of the pattern's first group. Raises `AssertionError` if the pattern does not
    match."""
    match = re.search(pattern, text, flags)
    assert match is not None, pattern
    return match[1]


def form_data(shown: Iterable[DrawnControl]) -> MultiDict[str, str]:
    return MultiDict([pair for control in shown for pair in _sent(control)])


def _sent(shown: DrawnControl) -> Iterator[tuple[str, str]]:
    match shown.sort:
        case "fixed" | "number" | "text" | "list":
            yield shown.name, shown.value
        case "chips" | "pick" | "many":
            yield from ((shown.name, option.value) for option in shown.options if option.chosen)
        case "counts":
            yield from ((option.value, str(option.count)) for option in shown.options)
        case "check" if shown.value:
            yield shown.name, "1"
        case "part" if shown.optional and shown.given:
            yield f"{shown.name}.given", "1"
    for row in shown.inside:
        for control in row:
            yield from _sent(control)


def unordered(value: Any) -> Any:
    """An action with its lists sorted, for comparison: a page lists boxes in an order of its
    own."""
    if isinstance(value, dict):
        return {name: unordered(inner) for name, inner in value.items()}
    return sorted(map(str, map(unordered, value))) if isinstance(value, list) else value


class Reader:
    """What a page says: its forms, and the text of each element that has an id."""

    def __init__(self, page: str) -> None:
        self._root = document_fromstring(page or "<html>")
        self.forms = [_form(node) for node in self._root.iter("form")]

    @cached_property
    def texts(self) -> dict[str, str]:
        return {node.get("id"): node.text_content() for node in self._root.xpath("//*[@id]")}


def _form(node: Any) -> Form:
    around = (*reversed([*node.iterancestors()]), node)
    within = tuple(element.get("id") for element in around if element.get("id"))
    form = Form(node.get("action", ""), node.get("method", "get"), within=within)
    for control in node.iter("input", "select", "textarea", "button"):
        name, words = control.get("name", ""), control.text_content()
        if control.tag == "input" and name:
            _add_input(form, name, control)
        elif control.tag == "select":
            options = [*control.iter("option")]
            values = [option.get("value", "") for option in options]
            chosen = [option.get("value", "") for option in options if "selected" in option.attrib]
            value = (chosen[-1:] or values[:1] or [None])[0]
            form.fields[name] = Field(value, values, "select")
        elif control.tag == "textarea":
            form.fields[name] = Field(words.removeprefix("\n"))  # as browsers have it
        elif control.tag == "button" and control.get("type", "submit") == "submit":
            label = " ".join(words.partition("→")[0].split())
            form.buttons.append((name, control.get("value", ""), label))
    return form


def _add_input(form: Form, name: str, control: Any) -> None:
    kind = control.get("type", "text")
    value = control.get("value", "on" if "type" in control.attrib else "")
    if kind in ("radio", "checkbox"):
        known = form.fields.setdefault(name, Field(None, sort=kind))
        known.options.append(value)
        if "checked" in control.attrib:
            known.value = value
            known.ticked.append(value)
    else:
        sort = kind if kind in ("number", "hidden", "file", "password") else "text"
        form.fields[name] = Field(value, [value] if kind == "hidden" else [], sort)


class Person:
    """A person with a browser that runs no scripts: an opened link, the current page, and its
    forms."""

    def __init__(
        self, client: FlaskClient, link: str = "", lang: str = "en", *, at: str = ""
    ) -> None:
        self.client = client
        self.headers = {"Accept": "text/html", "Accept-Language": lang}
        self.token: dict[str, str] = {}
        self.answer: TestResponse
        self._read: Reader | None = None
        if link or at:
            self.go(at or f"/seat/{link}")

    def go(self, path: str, **headers: str) -> TestResponse:
        return self._load(
            self.client.get(
                path, headers={**self.headers, **header_names(headers)}, follow_redirects=True
            )
        )

    def send(
        self, form: Form, button: str = "", *, follow: bool = True, **changes: str | None
    ) -> TestResponse:
        pressed = next(
            (
                pressed_button
                for pressed_button in form.buttons
                if button in ("", pressed_button[2])
            ),
            None,
        )
        assert pressed is not None, (
            f"no button says {button}: {[words for _, _, words in form.buttons]}"
        )
        data = form.sent(**{**({pressed[0]: pressed[1]} if pressed[0] else {}), **changes})
        return self.post(form.action, data, follow=follow)

    def fill_in(
        self, path: str, end: str, button: str = "", /, *, within: str = "", **changes: Any
    ) -> TestResponse:
        """Go to a page, fill in its form whose address ends with `end`, and send it by `button`."""
        return self.send(self.form_at(path, end, within), button, **changes)

    def post(
        self, path: str, data: dict[str, str], *, follow: bool = True, **headers: str
    ) -> TestResponse:
        sent = MultiDict(
            [
                *(
                    (name, value)
                    for name, value in MultiDict(data).items(multi=True)
                    if name != TOKEN
                ),
                *self.token.items(),
            ]
        )
        return self._load(
            self.client.post(
                path,
                data=sent,
                headers={**self.headers, **header_names(headers)},
                follow_redirects=follow,
            )
        )

    def _load(self, answer: TestResponse) -> TestResponse:
        self.answer, self._read = answer, None
        if match := _TOKEN.search(answer.data):
            self.token = {TOKEN: match[1].decode()}
        return answer

    @property
    def read(self) -> Reader:
        self._read = self._read or Reader(self.answer.text)
        return self._read

    @property
    def page(self) -> str:
        return self.answer.text

    @property
    def forms(self) -> list[Form]:
        return self.read.forms

    def form(self, end: str, within: str = "") -> Form:
        there = [
            candidate
            for candidate in self.forms
            if candidate.action.endswith(end) and (not within or within in candidate.within)
        ]
        assert there, (
            f"no form to {end} in {within or 'the page'}: {[candidate.action for candidate in self.forms]}"
        )
        return there[0]

    def form_at(self, path: str, end: str, within: str = "") -> Form:
        """Go to a page. Returns its form whose address ends with `end`."""
        self.go(path)
        return self.form(end, within)

    def press(self, words: str, **changes: str | None) -> TestResponse:
        form = next(
            (
                candidate
                for candidate in self.forms
                if any(sentence == words for _, _, sentence in candidate.buttons)
            ),
            None,
        )
        assert form is not None, f"no button says {words}"
        return self.send(form, words, **changes)

    def text(self, id: str) -> str:
        return " ".join(self.read.texts.get(id, "").split())


def signed_in(app: Flask, lang: str = "en", key: str = KEY, *, at: str = "") -> Person:
    """A person who has signed in with `key`, and opened the page `at`, if it is given."""
    person = Person(app.test_client(), lang=lang)
    person.fill_in("/enter", "/enter", key=key)
    if at:
        person.go(at)
    return person
