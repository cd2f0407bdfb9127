"""Values as plain JSON data with every field, for display. Stored JSON leaves out fields with their
defaults; here all are written, so that readers need not know the defaults."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct


def with_all_fields(value: Any, instead: Mapping[type, Callable[[Any], Any]] | None = None) -> Any:
    """A value as plain JSON data, with every field of its structs. `instead`: for values of a type,
    a function that gives the data to write for them."""
    for kind, stand in (instead or {}).items():
        if isinstance(value, kind):
            return stand(value)
    if isinstance(value, Struct):
        config = value.__struct_config__
        tag = {config.tag_field: config.tag} if config.tag is not None else {}
        names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
        return {
            **tag,
            **{name: with_all_fields(getattr(value, field), instead) for name, field in names},
        }
    if isinstance(value, Mapping):
        return {
            str(msgspec.to_builtins(key)): with_all_fields(item, instead)
            for key, item in value.items()
        }
    if isinstance(value, frozenset):
        return sorted(with_all_fields(item, instead) for item in value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [with_all_fields(item, instead) for item in value]
    return msgspec.to_builtins(value)
