"""Errors told to the person at a terminal: one sentence, and for those that end a command its exit
code.

Trouble
├── BadSetting    a setting that cannot be used                  (ops/settings/config.py)
├── CannotServe   the data folder, its record, its key or the port cannot be used
└── Failed        something went wrong on the way: exit code 1
    ├── NoRedis       the embedded Redis server cannot be started    (ops/stores/redis_server.py)
    ├── NotMirrored   a log was not copied, or not further           (ops/log/remote.py)
    └── WebFailed     the web server did not become ready            (ops/serving/serve.py)
"""

from domain.kernel.text import TextError


class Trouble(TextError):
    """Base of errors that end a command: something that was asked for cannot be had.

    A command says its text in the language that was asked for (`ops/cli/`). Processes of the
    service write it to their log, which is English. Two things stay English everywhere: the words
    of SQLite, PostgreSQL, Redis and the operating system that stand within a sentence, and errors
    that only a developer meets, such as `NewerSchema`, for which its callers have a sentence.
    """

    code = 2


class CannotServe(Trouble):
    """The data folder, its record, a key or the port cannot be used."""


class Failed(Trouble):
    """It went wrong on the way, or what was checked does not hold."""

    code = 1


class NewerSchema(Exception):
    """A store was written by a newer version of Greffe."""


class Refuses(TextError):
    """The log is not signed, while games go on; the sentence, which `/readyz` shows, says why and
    what to do."""


def reason(error: OSError) -> str:
    """The system's words for an error, as they stand within a sentence."""
    return (error.strerror or str(error)).lower()
