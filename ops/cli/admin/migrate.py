"""`greffe migrate`: bring the record's schema up to this version, or make an empty record."""

import click

from ops.cli.common import data_option, settings
from ops.stores.data_folder import migrated
from ops.stores.opening import newest_version


@click.command("migrate")
@data_option
def command(data: str | None) -> None:
    """Bring the record's schema up to this version, or make an empty record; `serve` does it
    too."""
    loaded = settings(data=data)
    had, version = migrated(loaded), newest_version(loaded.record)
    was = (
        "made"
        if had == 0
        else "up to date already"
        if had == version
        else f"brought up from schema {had}"
    )
    click.echo(f"The record {loaded.record} is at schema {version} ({was}).")
