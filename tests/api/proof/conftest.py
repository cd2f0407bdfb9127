"""Who asks for the log."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.builders.api.client import Caller


@pytest.fixture
def anybody(app: Flask) -> Caller:
    return Caller(app, key=None)
