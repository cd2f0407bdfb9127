"""`greffe serve`: serve until Ctrl-C."""

import click

from domain.kernel.text import Lang
from ops.cli.common import data_option, lang_option, setting_option, settings


@click.command("serve")
@setting_option("port", "PORT")
@setting_option("host", "HOST")
@data_option
@lang_option
def command(port: str | None, host: str | None, data: str | None, lang: Lang) -> None:
    """Serve until Ctrl-C. `greffe config` lists the settings."""
    from ops.serving.serve import serve

    serve(settings(port=port, host=host, data=data), lang)
