"""`greffe config`: show every setting."""

import os

import click

from domain.kernel.text import Lang, Text
from ops.cli.common import data_option, json_option, lang_option, settings, show_json
from ops.settings.config import SETTINGS, unknown_variables


@click.command("config")
@data_option
@lang_option
@json_option
def command(data: str | None, lang: Lang, as_json: bool) -> None:
    """Show every setting: its value, the source of the value, its default and its meaning."""
    loaded = settings(data=data)
    values = loaded.shown()
    if as_json:
        show_json(
            [
                {
                    "variable": setting.variable,
                    "flag": setting.flag or None,
                    "value": values[field],
                    "origin": loaded.origins[field],
                    "default": setting.default,
                    "about": setting.about.to(lang),
                }
                for field, setting in SETTINGS.items()
            ]
        )
        return
    for field, setting in SETTINGS.items():
        flag = f", {setting.flag}" if setting.flag else ""
        origin = _ORIGINS[loaded.origins[field]].to(lang)
        click.echo(f"{setting.variable}{flag} = {values[field]}  [{origin}]")
        about = Text(
            "{about} (default: {default})", about=setting.about, default=setting.default or _EMPTY
        )
        click.echo(f"    {about.to(lang)}")
    for name in unknown_variables(os.environ):
        sentence = Text("{name} is set, but there is no such setting.", name=name)
        click.echo(sentence.to(lang), err=True)


_EMPTY = Text.pgettext("setting", "empty")
_ORIGINS = {
    "default": Text.pgettext("setting", "default"),
    "environment": Text.pgettext("setting", "environment"),
    "flag": Text.pgettext("setting", "flag"),
}
"""The words for the source of a setting's value."""
