"""`greffe clock`: the service's time beside the machine's, and the way back where the machine's was
ahead by mistake."""

from contextlib import ExitStack

import click

from domain.game.application import utc_now
from domain.kernel.text import Lang, Text
from domain.kernel.time_marks import mark_anew, newest_mark
from ops.cli.common import clerk_of, data_option, lang_option, settings
from ops.stores.data_folder import take


@click.command("clock")
@click.option(
    "--reset",
    is_flag=True,
    help="Go on from the machine's clock, which is right now and was ahead by mistake.",
)
@data_option
@lang_option
def command(reset: bool, data: str | None, lang: Lang) -> None:
    """Show the newest time that the service has known beside the machine's clock.

    The service never goes back behind that time, so that what ran out stays so whatever becomes of
    the clock. Where the clock was ahead by mistake, stop the service and go on from the right time
    with --reset: what ran out meanwhile is good again.
    """
    with ExitStack() as stack:
        if reset:
            stack.callback(take(settings(data=data).data).close)
        clerk = stack.enter_context(clerk_of(data))
        mark, now = newest_mark(clerk.key_values), utc_now()
        if reset:
            mark_anew(clerk.key_values, now)
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
