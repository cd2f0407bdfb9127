"""`greffe projections`: show the followers of the record and their state, or pause, resume or
rebuild one."""

from contextlib import ExitStack, closing
from datetime import timedelta
from time import sleep

import click

from api.admin.routes import steer, steering_of
from domain.kernel.text import Lang, Text
from ops.cli.common import (
    clerk_of,
    data_option,
    json_option,
    lang_option,
    safe_line,
    settings,
    show_json,
    table_lines,
)
from ops.log.folder import open_ledger
from ops.messages.store import NotificationStore
from ops.settings.errors import Trouble
from ops.settings.keys import secret_key
from projections.read.views import Views
from projections.steering import FollowerAt

PAUSE = 1.0
"""Seconds between two checks of followers that are behind, to find out whether they move."""

HEAD = (
    Text("name"),
    Text("state"),
    Text("version"),
    Text.pgettext("follower", "position"),
    Text.pgettext("follower", "head"),
    Text.pgettext("follower", "lag"),
    Text.pgettext("follower", "asked for"),
)


@click.command("projections")
@click.argument("name", default="")
@click.argument("task", default="", type=click.Choice(["", "pause", "resume", "rebuild"]))
@click.argument("game", default="")
@data_option
@json_option
@lang_option
def command(name: str, task: str, game: str, data: str | None, as_json: bool, lang: Lang) -> None:
    """Show the followers of the record: the views, the signed log, the messages. With NAME and
    TASK, have one of them pause, resume or rebuild. The log cannot be rebuilt.

    The running service does a rebuild, and serves what exists until it is done. With GAME, only
    that game is rebuilt. A rebuild sends no message again that was due before it.
    """
    if name and not task:
        raise Trouble(Text("pause, resume or rebuild has to follow the name."))
    loaded = settings(data=data)
    with ExitStack() as stack:
        clerk, key = stack.enter_context(clerk_of(data)), secret_key(loaded.secret_key_file)
        views = stack.enter_context(closing(Views(loaded.views_url, key, timeout=2)))
        ledger = stack.enter_context(closing(open_ledger(loaded)))
        store = stack.enter_context(closing(NotificationStore(loaded.notifications, key)))
        steering = steering_of(clerk, views, ledger, store)
        if name:
            steer(steering, name, task, game, "operator")
        states = steering.follower_states()
        if any(state.lag for state in states):
            sleep(PAUSE)
            states = steering.follower_states(timedelta(seconds=PAUSE))
    if as_json:
        show_json(states)
        return
    for line in table_lines([text.to(lang) for text in HEAD], [_row(state) for state in states]):
        click.echo(line)
    for state in states:
        if state.failure is not None:
            place = f" ({state.failure.game}/{state.failure.seq})" if state.failure.game else ""
            click.echo(
                safe_line(
                    f"{state.name}: {state.failure.at:%Y-%m-%d %H:%M:%S} UTC: {state.failure.why}{place}"
                )
            )
        for parked in state.parked:
            click.echo(safe_line(f"{state.name}: {parked.game}/{parked.seq}: {parked.why}"))


def _row(state: FollowerAt) -> tuple[str, ...]:
    position, lag = (
        "–" if number is None else str(number) for number in (state.position, state.lag)
    )
    beside = f" ({state.building})" if state.building is not None else ""
    return (
        state.name,
        state.state,
        state.version or "–",
        position + beside,
        str(state.head),
        lag,
        f"rebuild {state.task}" if state.task else "–",
    )
