"""`greffe migrate`: bring the record's schema up to this version, or make an empty record."""

import click

from domain.kernel.text import Lang, Text
from ops.cli.common import data_option, lang_option, settings
from ops.settings.errors import CannotServe
from ops.stores.data_folder import migrate_folder
from ops.stores.opening import is_record, newest_version


@click.command("migrate")
@click.option("--new", is_flag=True, help="Make an empty record where there is none.")
@data_option
@lang_option
def command(new: bool, data: str | None, lang: Lang) -> None:
    """Bring the record's schema up to this version; `serve` does it too."""
    loaded = settings(data=data)
    if not new and not is_record(loaded.record):
        raise CannotServe(
            Text(
                "There is no record in {store}: name its folder with --data or GREFFE_DATA, or "
                "make an empty one with --new.",
                store=loaded.shown_store(),
            )
        )
    had, version = migrate_folder(loaded), newest_version(loaded.record)
    was = (
        Text("made")
        if had == 0
        else Text("up to date already")
        if had == version
        else Text("brought up from schema {had}", had=had)
    )
    sentence = Text(
        "The record {record} is at schema {version} ({was}).",
        record=loaded.shown_store(),
        version=version,
        was=was,
    )
    click.echo(sentence.to(lang))
