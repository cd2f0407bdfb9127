"""A disputed game with the same dice in every run, and its arbiter at the desk."""

from __future__ import annotations

import pytest
from flask import Flask

from domain.clerk.clerk import Clerk
from tests.builders.api.disputes import Dispute, fix_chance
from tests.builders.api.judging import Judge


@pytest.fixture(autouse=True)
def chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same dice in every run."""
    fix_chance(monkeypatch)


@pytest.fixture
def table(app: Flask, clerk: Clerk) -> Dispute:
    """A duel in which both have acted."""
    found = Dispute(app, clerk, seed=2)
    found.played.play(9)
    return found


@pytest.fixture
def judge(table: Dispute) -> Judge:
    """Its arbiter."""
    return Judge(table)
