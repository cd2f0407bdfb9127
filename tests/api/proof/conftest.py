"""A caller without a key, who asks for the log."""

import pytest
from flask import Flask

from tests.builders.api.client import Caller


@pytest.fixture
def anybody(app: Flask) -> Caller:
    return Caller(app, key=None)
