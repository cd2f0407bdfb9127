"""Validators of bounds, sizes and forms, with messages in English and French."""

from __future__ import annotations

import re
from typing import Any

from marshmallow import validate

from api.http.fields import wrong
from domain.rules.text import Text


class Bounds(validate.Range):
    """The least and the most."""

    def _format_error(self, value: Any, message: str) -> Any:
        low, high = self.min, self.max
        least, most = ("at least", "au moins") if self.min_inclusive else ("more than", "plus que"), ("at most", "au plus")
        if low is not None and high is not None:
            return [Text(f"This must be from {low} to {high}, not {value}.", f"Il faut ici de {low} à {high}, pas {value}.")]
        (en, fr), bound = (least, low) if low is not None else (most, high)
        return [Text(f"This must be {en} {bound}, not {value}.", f"Il faut ici {fr} {bound}, pas {value}.")]


class Size(validate.Length):
    """How long a text, a list or an object may be."""

    def _format_error(self, value: Any, message: str) -> Any:
        low, high, n = self.min or 0, self.max, len(value)
        what = Text("characters", "caractères") if isinstance(value, str) else Text("entries", "éléments")
        if high is None:
            return [Text(f"{n} {what.en} are too few: at least {low}.", f"{n} {what.fr}, c'est trop peu : au moins {low}.")]
        return [
            Text(f"From {low} to {high} {what.en} are possible, not {n}.", f"De {low} à {high} {what.fr} sont possibles, pas {n}.")
        ]


class Pattern(validate.Regexp):
    """The form of a text, found anywhere in it unless the expression is anchored."""

    def __call__(self, value: Any) -> Any:
        if re.search(self.regex, value) is None:
            form = str(self.regex.pattern)
            raise wrong(f"This must have the form {form}.", f"Il faut ici la forme {form}.")
        return value
