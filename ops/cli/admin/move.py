"""`greffe move`: copy a data folder's record, log and subscriptions from SQLite into a PostgreSQL
database."""

import click
from eventsourcing.persistence import PersistenceError

from domain.kernel.text import Lang, Text
from ops.cli.common import data_option, lang_option, settings
from ops.settings.addresses import without_password
from ops.settings.errors import CannotServe, NewerSchema
from ops.stores.data_folder import lock_folder


@click.command("move")
@click.argument("store")
@data_option
@lang_option
def command(store: str, data: str | None, lang: Lang) -> None:
    """Copy the record, the log and the subscriptions with their messages from a data folder's
    SQLite files into the PostgreSQL database STORE (postgresql://…), with the same bytes and
    numbers. Stop the service first; the database has to exist and be empty. The files are not
    changed.

    Then serve with GREFFE_STORE set to the same address, from the same data folder, whose keys and
    guard are still used.
    """
    config = settings(data=data, store=store)
    from ops.stores import moving  # psycopg is an extra, without which there is no such store

    record, ledger, notifications = (
        config.data / f"{name}.sqlite" for name in ("greffe", "ledger", "notifications")
    )
    with lock_folder(config.data):
        try:
            moved = moving.move(record, ledger, notifications, config.store)
        except NewerSchema as e:
            raise CannotServe(
                Text(
                    "{store} was written by a newer version of Greffe ({why}): update Greffe.",
                    store=without_password(config.store),
                    why=str(e),
                )
            ) from None
        except (moving.CannotMove, PersistenceError) as e:
            why = e.text if isinstance(e, moving.CannotMove) else str(e)
            raise CannotServe(Text("Nothing was moved: {why}.", why=why)) from None
    where = without_password(config.store)
    carried = Text(
        "Moved {records} records, {values} kept values and {entries} entries of the log into "
        "{where}.",
        records=moved.records,
        values=moved.values,
        entries=moved.entries,
        where=where,
    )
    along = Text(
        "Subscriptions went along ({n}) and their messages, sent or to be sent ({messages}).",
        n=moved.subscriptions,
        messages=moved.messages,
    )
    now = Text(
        "Serve with GREFFE_STORE={where}, and run greffe fsck with it to see that all is as it "
        "was logged.",
        where=where,
    )
    for sentence in (carried, *([along] if moved.subscriptions else ()), now):
        click.echo(sentence.to(lang))
