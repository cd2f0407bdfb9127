"""`greffe bench`: measure this machine."""

from __future__ import annotations

import click


@click.command("bench", context_settings={"ignore_unknown_options": True, "help_option_names": []}, add_help_option=False)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def command(arguments: tuple[str, ...]) -> None:
    """Measure this machine: every figure as a ratio against its floor (ops/bench/)."""
    from ops.bench import main

    main(list(arguments))
