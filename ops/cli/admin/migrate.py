"""`greffe migrate`: bring the record's schema up to this version, or make an empty record."""

import click

from ops.cli.common import data_option, settings
from ops.settings.errors import CannotServe
from ops.stores.data_folder import migrated
from ops.stores.opening import is_record, newest_version


@click.command("migrate")
@click.option("--new", is_flag=True, help="Make an empty record where there is none.")
@data_option
def command(new: bool, data: str | None) -> None:
    """Bring the record's schema up to this version; `serve` does it too."""
    loaded = settings(data=data)
    if not new and not is_record(loaded.record):
        raise CannotServe(
            f"There is no record in {loaded.store_said()}: name its folder with --data or "
            "GREFFE_DATA, or make an empty one with --new."
        )
    had, version = migrated(loaded), newest_version(loaded.record)
    was = (
        "made"
        if had == 0
        else "up to date already"
        if had == version
        else f"brought up from schema {had}"
    )
    click.echo(f"The record {loaded.record} is at schema {version} ({was}).")
