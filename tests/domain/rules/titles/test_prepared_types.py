"""Types are ready before threads use them: two threads that first use one at once crash the interpreter."""

from __future__ import annotations

import pytest
from msgspec import Struct

from domain.rules.titles.prepared_types import prepared
from domain.rules.titles.registry import ruleset


@pytest.mark.parametrize("title", ["northgard-training", "fief-tactics"])
def test_a_title_that_is_loaded_has_its_types_ready(title: str) -> None:
    rules = ruleset(title)

    def below(kind: type[Struct]) -> list[type[Struct]]:
        return [one for sub in kind.__subclasses__() for one in (sub, *below(sub))]

    place = type(rules).__module__.rpartition(".")[0]
    own = [kind for kind in below(Struct) if kind.__module__.startswith(place)]
    assert own
    assert prepared.issuperset(own)
