"""`greffe serve`."""

from __future__ import annotations

import click

from ops.cli.common import data_option, settings


@click.command("serve")
@click.option("--port", metavar="PORT", help="The TCP port (GREFFE_PORT; default: 8000; 0 takes a free one).")
@click.option("--host", metavar="HOST", help="The network interface (GREFFE_HOST; default: 127.0.0.1).")
@data_option
def command(port: str | None, host: str | None, data: str | None) -> None:
    """Serve until Ctrl-C; every setting is shown by `greffe config`."""
    from ops.serving.serve import serve

    serve(settings(port=port, host=host, data=data))
