"""Small forms made from the structs of the API's requests: each field with what it is called, shown
and read."""

from collections.abc import Mapping
from typing import Any, TypeVar

from flask import request
from msgspec import Struct

from api.web.body import read_as
from api.web.forms.controls import Given, Part, Shown
from api.web.forms.from_types import FromTypes
from api.web.forms.submission import Trouble, within
from api.web.pages.labels import LABELS
from api.web.pages.pages import label_of, lang
from domain.kernel.text import Text
from domain.titles.contract.verdict import Field

T = TypeVar("T", bound=Struct)


class StructForm(Struct, frozen=True):
    """Some fields of a request's struct, by the names of what they are called, as the controls of
    the form `name`."""

    name: str
    kind: type[Any]
    labels: Mapping[str, Text]

    def shown(
        self, trouble: Trouble | None = None, value: Mapping[str, Any] | None = None
    ) -> tuple[Shown, ...]:
        """The controls: with what was sent where this form was refused, else with a value, else
        with what stands there at first."""
        part = self._part
        if trouble is not None and request.form.get("form") == self.name:
            return part.row(self.name, part.read(self.name, request.form), within(trouble, ""))
        return part.row(self.name, dict(value) if value is not None else None)

    def read(self, form: Given, **fixed: Any) -> Any:
        """What was entered, as the struct; raises `invalid-fields` naming every fault."""
        return read_as(self.kind, {**self._part.read(self.name, form), **fixed})

    @property
    def _part(self) -> Part:
        bounds = {name: Field(label) for name, label in self.labels.items()}
        return FromTypes(lang(), self._called).struct(self.kind, bounds)

    @staticmethod
    def _called(field: str, value: Any) -> str:
        name = f"{field}-{value}"
        return label_of("choice", name) if name in LABELS["choice"] else str(value)
