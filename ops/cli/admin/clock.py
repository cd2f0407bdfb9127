"""`greffe clock`: show the service's newest time beside the machine's clock; with `--reset`,
continue from the machine's clock after it was ahead by mistake."""

from contextlib import ExitStack

import click

from domain.game.application import utc_now
from domain.kernel.text import Lang, Text
from domain.kernel.time_marks import newest_mark, reset_marks
from ops.cli.common import clerk_of, data_option, lang_option, settings
from ops.stores.data_folder import lock_folder


@click.command("clock")
@click.option(
    "--reset",
    is_flag=True,
    help="Go on from the machine's clock, which is right now and was ahead by mistake.",
)
@data_option
@lang_option
def command(reset: bool, data: str | None, lang: Lang) -> None:
    """Show the newest time that the service has marked, beside the machine's clock.

    The service never goes back before that time, so whatever has expired stays expired even if the
    clock is set back. If the clock was ahead by mistake, correct it, stop the service and use
    --reset: links and sessions that expired by the wrong time are valid again.
    """
    with ExitStack() as stack:
        if reset:
            stack.callback(lock_folder(settings(data=data).data).close)
        clerk = stack.enter_context(clerk_of(data))
        mark, now = newest_mark(clerk.key_values), utc_now()
        if reset:
            reset_marks(clerk.key_values, now)
    known, machine = Text("newest time known"), Text("machine's clock")
    for name, moment in ((known, mark.at if mark else None), (machine, now)):
        click.echo(f"{name.to(lang):24}{f'{moment:%Y-%m-%d %H:%M:%S} UTC' if moment else '–'}")
    if reset:
        sentence = Text(
            "The service goes on from the machine's clock. Links and sessions that ran out by the "
            "wrong time are good again; records keep their times, and those that follow in such a "
            "game are not before them.",
        )
        click.echo(sentence.to(lang))
    elif mark and mark.at > now:
        sentence = Text(
            "The clock is behind: the service goes on from the newest time. If that time is a "
            "mistake, stop the service and run greffe clock --reset.",
        )
        click.echo(sentence.to(lang))
