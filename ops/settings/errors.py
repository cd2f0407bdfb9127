"""Errors told to the operator: one sentence, and for those that end a command its exit code.

Trouble
├── BadSetting    a setting that cannot be used                  (ops/settings/config.py)
├── NoRedis       the embedded Redis server cannot be started    (ops/stores/redis_server.py)
└── CannotServe   the data folder, its record, its key or the port cannot be used
"""

from domain.kernel.text import TextError


class Trouble(Exception):
    """Base of errors for the operator: one sentence for standard error, and the exit code (2: bad
    request, 1: failure)."""

    code = 2


class CannotServe(Trouble):
    """The data folder, its record, a key or the port cannot be used."""


class NewerSchema(Exception):
    """A store was written by a newer version of Greffe."""


class Refuses(TextError):
    """The log is not signed, while games go on; the sentence, which `/readyz` shows, says why and
    what to do."""
