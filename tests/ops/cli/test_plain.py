"""What a command writes is never obeyed by a terminal, wherever it came from."""

from __future__ import annotations

import sys

import click
import pytest
from click.testing import CliRunner

from domain.errors import BadRequest
from domain.rules.text import same
from ops.cli import Commands

HOSTILE = "a\x1b]0;t\x9b31m\u202eb\u2066c\x07\r\n\tçé —\u202f« \u00a0»\u200e"
SHOWN = "a\\x1b]0;t\\x9b31m\\u202eb\\u2066c\\x07\\r\n\tçé —\u202f« \u00a0»\\u200e"


@click.command("say")
@click.argument("how")
def say(how: str) -> None:
    if how == "refused":
        raise BadRequest("/a", same(HOSTILE))
    if how == "broken":
        raise ValueError(HOSTILE)
    if how == "bytes":
        sys.stdout.buffer.write(HOSTILE.encode())
    else:
        click.echo(HOSTILE, err=how == "error")


class Own(Commands):
    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return say


@pytest.mark.parametrize("how", ["output", "error", "refused", "broken"])
def test_what_a_terminal_would_obey_is_written_as_an_escape(how: str) -> None:
    found = CliRunner().invoke(Own("greffe"), ["say", how])
    assert SHOWN in found.output.replace(" " * 8, "\t")
    assert "\x1b" not in found.output


def test_data_for_a_file_is_left_as_it_is() -> None:
    found = CliRunner().invoke(Own("greffe"), ["say", "bytes"])
    assert found.stdout_bytes == HOSTILE.encode(), found.output
