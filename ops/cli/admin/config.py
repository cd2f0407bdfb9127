"""`greffe config`: show every setting."""

import os

import click

from ops.cli.common import data_option, json_option, settings, show_json
from ops.settings.config import SETTINGS, unknown


@click.command("config")
@data_option
@json_option
def command(data: str | None, as_json: bool) -> None:
    """Show every setting: its value, where that comes from, its default and what it does."""
    loaded = settings(data=data)
    shown = loaded.shown()
    if as_json:
        show_json(
            [
                {
                    "variable": s.variable,
                    "flag": s.flag or None,
                    "value": shown[field],
                    "origin": loaded.origins[field],
                    "default": s.default,
                    "about": s.about,
                }
                for field, s in SETTINGS.items()
            ]
        )
        return
    for field, s in SETTINGS.items():
        flag = f", {s.flag}" if s.flag else ""
        click.echo(f"{s.variable}{flag} = {shown[field]}  [{loaded.origins[field]}]")
        click.echo(f"    {s.about} (default: {s.default or 'empty'})")
    for name in unknown(os.environ):
        click.echo(f"{name} is set, but there is no such setting.", err=True)
