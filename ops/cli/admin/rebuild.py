"""`greffe rebuild`: compute all views in Redis again from the record, while the server continues to
serve."""

import tempfile
from pathlib import Path
from time import perf_counter

import click

from domain.game.clerk.clerk import Clerk
from domain.kernel.text import Lang, Text
from ops.cli.common import clerk_of, data_option, lang_option, progress_bar, settings
from ops.settings.keys import secret_key
from ops.stores.redis_server import EmbeddedRedis, NoRedis, is_running
from projections.follower.follower import Follower


@click.command("rebuild")
@data_option
@lang_option
def command(data: str | None, lang: Lang) -> None:
    """Compute all views in Redis again from the record, while the server continues to serve.

    The embedded Redis runs only while the server does. If no server runs, the views are computed in
    a temporary Redis and discarded, to show that the whole record can be read; the server computes
    its own when it starts.
    """
    loaded = settings(data=data)
    with clerk_of(data) as clerk:
        key = secret_key(loaded.secret_key_file)
        if is_running(loaded.views_url):
            _rebuild(clerk, loaded.views_url, key, lang)
        elif loaded.redis_url:
            raise NoRedis(Text("The Redis server that GREFFE_REDIS_URL names does not answer."))
        else:
            with (
                tempfile.TemporaryDirectory(prefix="greffe-") as folder,
                EmbeddedRedis(Path(folder)) as passing,
            ):
                _rebuild(clerk, passing.url, key, lang)
            nothing = Text(
                "No server runs on this data folder, so nothing of it was kept: it folds its "
                "views as it starts."
            )
            click.echo(nothing.to(lang), err=True)


def _rebuild(clerk: Clerk, url: str, key: bytes, lang: Lang) -> None:
    begin = perf_counter()
    with progress_bar("views") as progress:
        Follower(clerk, url, key).rebuild(progress)
    done, spent = clerk.recorder.max_notification_id() or 0, perf_counter() - begin
    sentence = Text(
        "{n:record|records} folded into the views in {seconds} s ({speed} a second).",
        n=done,
        seconds=f"{spent:.1f}",
        speed=f"{done / spent:,.0f}",
    )
    click.echo(sentence.to(lang))
