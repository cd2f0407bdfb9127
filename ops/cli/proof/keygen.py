"""`greffe keygen`: print, list and change the keys that sign the log."""

from contextlib import closing
from pathlib import Path

import click
from msgspec.structs import replace

from domain.kernel.log import LogKey
from domain.kernel.text import Lang, Text
from ops.cli.common import data_option, json_option, lang_option, settings, show_json, table_lines
from ops.log import folder, rotation
from ops.settings.config import Settings
from ops.settings.errors import CannotServe


@click.command("keygen")
@click.option("--new", is_flag=True, help="Begin a log where there is none; `serve` does it too.")
@click.option(
    "--origin",
    metavar="NAME",
    default="",
    help="The name of a new log (GREFFE_ORIGIN), such as greffe.example.org/log.",
)
@click.option(
    "--rotate",
    is_flag=True,
    help="Begin to sign with a new key beside the old one, which announces it in the log.",
)
@click.option(
    "--retire", metavar="KEY", default="", help="End an old key, once another one is announced."
)
@click.option(
    "--lost",
    is_flag=True,
    help="Sign with a new key alone: the old one is lost, or others may have it.",
)
@click.option(
    "--succeed",
    metavar="NAME",
    default="",
    help="After a loss of the log's data: begin a new log under another name.",
)
@click.option(
    "--last",
    type=click.Path(path_type=Path, dir_okay=False),
    help="With --succeed: a file with the last head known.",
)
@click.option(
    "--list",
    "listed",
    is_flag=True,
    help="List the keys, with the tree sizes that each has signed.",
)
@data_option
@lang_option
@json_option
def command(
    new: bool,
    origin: str,
    rotate: bool,
    retire: str,
    lost: bool,
    succeed: str,
    last: Path | None,
    listed: bool,
    data: str | None,
    lang: Lang,
    as_json: bool,
) -> None:
    """Print the keys that verify the log. With an option: begin the log, add, retire or replace a
    key, or list all keys.

    The signing keys are in a file that only its owner can read (log.key in the data folder). A
    running server uses a new key within a second. To verify, people need the printed line or,
    better, the output of `greffe policy`.
    """
    if sum(map(bool, (rotate, retire, lost, succeed, listed))) > 1:
        raise CannotServe(
            Text("One thing at a time: --rotate, --retire, --lost, --succeed or --list.")
        )
    if last is not None and not succeed:
        raise CannotServe(Text("--last goes with --succeed."))
    config = settings(data=data)
    if listed:
        _list_keys(config, lang, as_json=as_json)
        return
    if rotate:
        key = rotation.rotate_key(config)
    elif retire:
        key = rotation.retire_key(config, retire)
    elif lost:
        key = rotation.replace_lost_keys(config)
    elif succeed:
        head = rotation.read_signed_head(last) if last is not None else None
        key = rotation.begin_successor(
            config, Settings.load({"GREFFE_ORIGIN": succeed}).origin, head
        )
    else:
        _print_verifier_keys(config, origin, new=new)
        return
    click.echo(key.encode())


def _print_verifier_keys(config: Settings, origin: str, *, new: bool) -> None:
    """Print the verifier keys of the log that have not ended. With `new` or an `origin` (the name
    of a new log), a missing log is begun first."""
    if origin:
        config = replace(config, origin=Settings.load({"GREFFE_ORIGIN": origin}).origin)
    if not (origin or new):
        folder.open_ledger(config).close()
    folder.prepare_log(config)
    with closing(folder.open_ledger(config)) as ledger:
        for key in ledger.log_keys():
            if not key.ended:
                click.echo(key.verifier)


def _list_keys(config: Settings, lang: Lang, *, as_json: bool) -> None:
    with closing(folder.open_ledger(config)) as ledger:
        keys = ledger.log_keys()
    if as_json:
        show_json(keys)
        return
    click.echo(
        "\n".join(table_lines([text.to(lang) for text in _HEAD], [_row(key, lang) for key in keys]))
    )


_HEAD = (
    Text("key"),
    Text.pgettext("key", "announced"),
    Text("from size"),
    Text("to size"),
    Text("state"),
)


def _row(key: LogKey, lang: Lang) -> tuple[str, ...]:
    announced = (
        Text.pgettext("key", "first")
        if key.announced is None
        else Text("entry {index}", index=key.announced)
    )
    state = Text.pgettext("key", "ended") if key.ended else Text("signs", context="key")
    return key.label, announced.to(lang), str(key.first), str(key.last), state.to(lang)
