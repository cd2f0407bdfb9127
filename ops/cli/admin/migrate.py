"""`greffe migrate`: bring the record's schema up to this version, or make an empty record."""

from __future__ import annotations

import click

from ops.cli.common import data_option, settings
from ops.stores.data_folder import migrated
from ops.stores.sqlite.connections import VERSION


@click.command("migrate")
@data_option
def command(data: str | None) -> None:
    """Bring the record's schema up to this version, or make an empty record; `serve` does it too."""
    loaded = settings(data=data)
    had = migrated(loaded)
    was = "made" if had == 0 else "up to date already" if had == VERSION else f"brought up from schema {had}"
    click.echo(f"The record {loaded.store} is at schema {VERSION} ({was}).")
