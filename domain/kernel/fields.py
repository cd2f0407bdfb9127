"""The fields of a form, and the values that each field accepts."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from domain.kernel.text import Text


class Field(Struct, frozen=True):
    """A form field: its label and the values it accepts, either `choices` or the whole numbers from
    `least` to `most`. For a list, these apply to its items. For an object or a list of objects,
    `within` describes their fields; a field that is not in `within` accepts any value of its
    type."""

    label: Text
    choices: tuple[int | str, ...] = ()
    least: int | None = None
    most: int | None = None
    within: dict[str, Field] | UnsetType = UNSET
