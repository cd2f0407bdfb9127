"""What the fields of a form may be."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from domain.kernel.text import Text


class Field(Struct, frozen=True):
    """What one field of a template may be: listed choices, or a range of whole numbers, or words
    saying so. Of a list, the choices are what its items may be; of an object, or a list of objects,
    `within` says what their fields may be: one that it leaves out may be whatever its type
    allows."""

    label: Text
    choices: tuple[int | str, ...] = ()
    least: int | None = None
    most: int | None = None
    within: dict[str, Field] | UnsetType = UNSET
