"""Errors that end a command or a start. Each has one sentence for the person at the terminal, and
an exit code.

Trouble           exit code 2: what was asked for does not exist or is not possible
├── BadSetting    a setting has an invalid value                 (ops/settings/config.py)
├── CannotServe   the data folder, its record, a key or the port cannot be used
└── CommandFailed exit code 1: an error on the way, or what was checked is not in order
    ├── NoRedis       the embedded Redis server cannot be started    (ops/stores/redis_server.py)
    ├── NotMirrored   a log was not copied, or not to its end        (ops/log/remote.py)
    └── WebFailed     the web server did not become ready            (ops/serving/serve.py)
"""

from domain.kernel.text import TextError


class Trouble(TextError):
    """Base of errors that end a command. Exit code 2: what was asked for does not exist or is not
    possible.

    A command prints the sentence in its language (`ops/cli/`). Processes of the service write it to
    their log in English. Two things are English in every language: messages of SQLite, PostgreSQL,
    Redis and the operating system that are quoted in a sentence, and errors that only developers
    see, such as `NewerSchema`, which callers replace by a sentence of their own.
    """

    code = 2


class CannotServe(Trouble):
    """The data folder, its record, a key or the port cannot be used."""


class CommandFailed(Trouble):
    """The command started its work but could not complete it, or found that what it checks is not
    in order. Exit code 1."""

    code = 1


class NewerSchema(Exception):
    """A store was written by a newer version of Greffe."""


class SigningRefused(TextError):
    """The log cannot be signed now; games can still be played. The sentence, which `/readyz` shows,
    contains the reason and what to do."""


def reason(error: OSError) -> str:
    """The operating system's message for an error, in lower case, to be quoted within a
    sentence."""
    return (error.strerror or str(error)).lower()
