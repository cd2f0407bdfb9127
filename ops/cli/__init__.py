"""The command line: `greffe COMMAND`. Each command has a file, in a room by its subject. An error
is one sentence on standard error, in the language of `--lang` or else of the terminal.

Exit codes: 0 done; 1 an error on the way, or what was checked is not in order; 2 what was asked for
does not exist or is not possible.
"""

import os
import re
import sys
import tomllib
from importlib import import_module
from importlib.metadata import version
from traceback import extract_tb
from typing import Any

import click
from eventsourcing.persistence import PersistenceError

from domain.kernel.text import ENGLISH, LANGS, Lang, Text, TextError, supported_language
from domain.titles.registry import UnknownRuleset
from ops.settings.config import CHECKOUT, ROOT
from ops.settings.errors import Trouble

LANG = "greffe.lang"
"""The key in `click.Context.meta` under which a command keeps the language of its sentences."""

COMMANDS = {
    "serve": "admin",
    "config": "admin",
    "export": "library",
    "import": "library",
    "tournament": "library",
    "events": "library",
    "key": "admin",
    "witness": "proof",
    "countersign": "proof",
    "bundle": "proof",
    "verify": "proof",
    "mirror": "proof",
    "compare": "proof",
    "fsck": "admin",
    "keygen": "proof",
    "policy": "proof",
    "erase": "admin",
    "recheck": "library",
    "tables": "library",
    "simulate": "library",
    "rebuild": "admin",
    "projections": "admin",
    "migrate": "admin",
    "move": "admin",
    "clock": "admin",
    "words": "admin",
}
"""The commands in the order of `greffe --help`, each with its room: the object `command` in the
module `ops/cli/<room>/<name>.py` (for `import`: `library/import_.py`)."""


class EscapedOutput:
    """Standard output or error of a command. Every text written to it has its control characters
    escaped, since texts come from servers, files and records, too. Bytes and progress bars are
    written to the underlying stream (`raw`)."""

    def __init__(self, raw: Any) -> None:
        self.raw = raw

    def write(self, text: str) -> int:
        """Write a text with its control and invisible characters escaped. Returns the length of the
        text as it was given."""
        self.raw.write(escape_controls(text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.raw, name)


_UNPRINTABLE = re.compile(
    "[^\\t\\n\\x20-\\x7e\\u00a0-\\U0010ffff]|"
    "[\\u00ad\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ud800-\\udfff]"
)
"""Control characters, except for the tab and the end of a line, and characters that change the
direction of writing or are invisible."""


def escape_controls(text: str) -> str:
    """A text in which control characters (except tabs and line ends), invisible ones and those that
    change the direction of writing are replaced by escapes, since a terminal might obey them."""
    return _UNPRINTABLE.sub(
        lambda match: match[0].encode("unicode_escape", "surrogatepass").decode(), text
    )


class Commands(click.Group):
    """The commands of `greffe`. Each is imported when it is called. Its errors are printed as
    sentences and become exit codes."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        out, err = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = EscapedOutput(out), EscapedOutput(err)
        try:
            return super().main(*args, **kwargs)
        finally:
            sys.stdout, sys.stderr = out, err

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(
            f"ops.cli.{COMMANDS[cmd_name]}.{cmd_name}{'_' if cmd_name == 'import' else ''}"
        ).command
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (TextError, UnknownRuleset) as e:
            text, code = e.text, e.code if isinstance(e, Trouble) else 2
        except click.exceptions.NoArgsIsHelpError as e:
            click.echo(e.format_message())  # the help of a group that was called by itself
            return None
        except click.UsageError as e:
            path = e.ctx.command_path if e.ctx else "greffe"
            problem = e.format_message()
            text = Text("{problem} ({path} --help tells more.)", problem=problem, path=path)
            code = 2
        except (click.ClickException, click.Abort, click.exceptions.Exit, OSError):
            raise  # click has the words for these
        except PersistenceError as e:
            text, code = Text("The record cannot be read or written: {why}.", why=str(e)), 1
        except Exception as e:
            if os.environ.get("GREFFE_LOG") == "debug":
                raise
            place = extract_tb(e.__traceback__)[-1]
            where = f"{place.filename}:{place.lineno}"
            text = _UNFORESEEN.filled({"kind": type(e).__name__, "why": str(e), "where": where})
            code = 1
        sentence = text.to(ctx.meta.get(LANG) or terminal_language())
        click.echo(f"greffe: {sentence}", err=True)
        raise click.exceptions.Exit(code)


_UNFORESEEN = Text(
    "This should not happen: {kind}: {why}, at {where} (GREFFE_LOG=debug shows how it came there)."
)


def terminal_language() -> Lang:
    """The language that the environment requests (POSIX: `LC_ALL`, else `LC_MESSAGES`, else
    `LANG`). English if Greffe has no translation into it."""
    tag = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    lang = supported_language(tag.partition(".")[0].replace("_", "-"))
    return lang if lang in LANGS else ENGLISH


def _version(ctx: click.Context, _param: click.Parameter, flag: bool) -> None:
    if flag:
        click.echo(f"greffe {_version_in_use()}")
        ctx.exit()


def _version_in_use() -> str:
    """The version of the running code: from `pyproject.toml` in a checkout, from the metadata of an
    installed package otherwise."""
    if not CHECKOUT:
        return version("greffe")
    project: dict[str, str] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return project["version"]


@click.group("greffe", cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version and exit.",
)
def main() -> None:
    """Greffe, the clerk at the game table: keep, read and check the records of games."""
