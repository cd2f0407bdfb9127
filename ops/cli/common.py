"""Functions shared by the commands: options, a clerk, and ways to print."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Any, TextIO, TypeVar

import click
import msgspec

from domain.game.clerk.clerk import Clerk
from domain.kernel.text import LANGS, Text
from domain.proof.spelling import printable
from ops.cli import LANG, terminal_language
from ops.settings.config import SETTINGS, Settings
from ops.settings.errors import Trouble, reason
from ops.stores.data_folder import open_clerk

F = TypeVar("F", bound=Callable[..., Any])


def setting_option(field: str, metavar: str) -> Callable[[F], F]:
    """A decorator that adds a setting's command-line flag. `field`: the setting's name in
    `Settings`; its description and default become the help."""
    setting = SETTINGS[field]
    about = setting.about.capital()
    return click.option(
        setting.flag,
        field,
        metavar=metavar,
        help=f"{about} ({setting.variable}; default: {setting.default}).",
    )


def data_option(command: F) -> F:
    """Add the option `--data`: the data folder."""
    return setting_option("data", "FOLDER")(command)


def lang_option(command: F, *, passed: bool = True) -> F:
    """Add the option `--lang`: the language of every sentence of the command, errors included.
    `passed`: whether the command has a parameter `lang`; a command that prints no sentences but
    errors needs none."""

    def store_lang(ctx: click.Context, _param: click.Parameter, value: str) -> str:
        ctx.meta[LANG] = value
        return value

    return click.option(
        "--lang",
        type=click.Choice(LANGS),
        default=terminal_language,
        is_eager=True,
        callback=store_lang,
        expose_value=passed,
        help="The language of what it says (default: the terminal's).",
    )(command)


def json_option(command: F) -> F:
    """Add the option `--json`, passed as `as_json`: print JSON."""
    return click.option("--json", "as_json", is_flag=True, help="Write JSON.")(command)


def output_options(command: F) -> F:
    """Add the options `--output` (the file to write to, see `open_output`) and `--names` (whether
    names and free text are written, too)."""
    path = click.Path(path_type=Path, dir_okay=False)
    named = "The file; standard output if none is named."
    with_names = "Whether names and free text are in it, too."
    names = click.option("--names/--no-names", show_default=True, default=False, help=with_names)
    return click.option("-o", "--output", type=path, help=named)(names(command))


@contextmanager
def open_output(file: Path | None) -> Iterator[IO[bytes]]:
    """A binary stream for a command's output: into `file`, or standard output if None. The file is
    replaced at the end of the block, and not at all after an exception. Raises `Trouble` if it
    cannot be written."""
    if file is None:
        yield sys.stdout.buffer
        return
    part = file.with_name(file.name + ".part")
    try:
        with part.open("wb") as f:
            yield f
        part.replace(file)
    except OSError as e:
        raise Trouble(Text("{file} cannot be written: {why}.", file=file, why=reason(e))) from None


def settings(**flags: str | None) -> Settings:
    return Settings.load(os.environ, **flags)


@contextmanager
def clerk_of(data: str | None) -> Iterator[Clerk]:
    """A clerk over the record of a data folder (None: the configured one), closed at the end of the
    block. Raises `CannotServe` if there is no record."""
    with closing(open_clerk(settings(data=data))) as clerk:
        yield clerk


def show_json(value: object) -> None:
    click.echo(msgspec.json.format(msgspec.json.encode(value), indent=2))


def safe_line(line: str) -> str:
    """A line that contains words of strangers, made safe for a terminal: control characters are
    escaped, and no-break spaces become ordinary ones."""
    return printable(
        line.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")
    )


def table_lines(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The lines of a table with a header. Each column is as wide as its widest cell, so nothing is
    cut off."""
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    for row in [head, *rows]:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


@contextmanager
def progress_bar(label: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on standard error, shown only if that is a terminal. Yields a function that
    moves it, called with the amount done and the total."""
    stream: TextIO = getattr(
        sys.stderr, "raw", sys.stderr
    )  # a terminal obeys it (`ops.cli.EscapedOutput`)
    with click.progressbar(
        length=1, label=label, show_pos=True, file=stream, hidden=not stream.isatty()
    ) as bar:

        def move(done: int, total: int) -> None:
            bar.length, bar.finished = total, False
            bar.update(done - bar.pos)

        yield move
