"""`greffe fsck`: compare the record with the log, entry by entry, and the log with itself."""

import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import click
from msgspec import Struct

from domain.kernel.text import NO_WORDS, Lang, Text
from domain.proof.log.checkpoints import open_checkpoint
from domain.proof.log.notes import read_verifier_key
from ops.cli.common import clerk_of, data_option, json_option, lang_option, settings, show_json
from ops.log import folder
from ops.log.checking import LogCheck, StoreFault
from ops.log.guard import Guard
from ops.log.stored_faults import key_faults, stored_value_faults
from ops.messages.store import NotificationStore
from ops.settings.config import Settings
from ops.settings.errors import CannotServe, SigningRefused
from ops.settings.keys import secret_key
from ops.stores.log.reading import Ledger


class CheckResult(Struct, frozen=True):
    """The result as `--json` prints it: the number of log entries checked, of records not in the
    log yet, and of differences; and the differences as faults."""

    entries: int
    waiting: int
    differences: int
    faults: tuple[StoreFault, ...]


@click.command("fsck")
@click.option(
    "--guard",
    "renew",
    is_flag=True,
    help="Where all is well, write the lost guard anew from the newest signed head.",
)
@data_option
@lang_option
@json_option
def command(renew: bool, data: str | None, lang: Lang, as_json: bool) -> None:
    """Compare the record with the log, entry by entry, and the log with itself. Without --guard
    nothing is written.

    Lists every record that differs from its log entry, is missing, or was never logged although
    later ones were, and every catalog, seed, word and board beside the record that does not match
    it. Exit code 1 if something differs. A record that the log has not reached yet is no
    difference.
    """
    config = settings(data=data)
    with closing(folder.open_ledger(config)) as ledger:
        with clerk_of(data) as clerk:
            guard = Guard(config.guard_file)
            check = LogCheck(clerk.recorder, ledger, guard)
            faults = (
                *check.faults(renewing=renew),
                *stored_value_faults(clerk),
                *key_faults(config.log_key_file, ledger),
                *_notification_faults(config),
            )
        if as_json:
            show_json(CheckResult(check.size, check.waiting, len(faults), faults))
        else:
            for fault in faults:
                click.echo(fault.text.to(lang))
            click.echo(f"{config.shown_store()}: {_summary(check, faults).to(lang)}")
        if faults:
            sys.exit(1)
        if renew:
            _renew_guard(config, ledger, guard)
            click.echo(Text("The guard is written anew.").to(lang), err=True)


def _notification_faults(config: Settings) -> Iterator[StoreFault]:
    """A fault for each subscription or message that cannot be read."""
    place = config.notifications
    if isinstance(place, Path) and not place.exists():
        return
    with closing(NotificationStore(place, secret_key(config.secret_key_file))) as store:
        for row in store.damaged():
            text = Text("{row} of the notifications cannot be read, and is passed over", row=row)
            yield StoreFault(text)


def _summary(check: LogCheck, faults: tuple[StoreFault, ...]) -> Text:
    """The last line of the report, such as `3,481 entries checked: nothing differs.`"""
    n, more = Text("{n:entry|entries}", n=check.size), NO_WORDS
    if check.waiting:
        more = Text(" {late} not in the log yet.", late=Text("{n:record|records}", n=check.waiting))
    if not faults:
        return Text("{n} checked: nothing differs.{more}", n=n, more=more)
    differ = Text("{n:difference|differences}", n=len(faults))
    first = next((fault for fault in faults if fault.game), None)
    place = NO_WORDS
    if first is not None:
        place = Text(", the first at record {seq} of {game}", seq=first.seq, game=first.game)
    return Text("{n} checked: {differ}{place}.{more}", n=n, differ=differ, place=place, more=more)


def _renew_guard(config: Settings, ledger: Ledger, guard: Guard) -> None:
    """Write the lost or unreadable guard anew from the newest signed head, which the check has
    found in the log. Raises `CannotServe` if the guard is there, nothing was signed yet, or a log
    writer is running, and `SigningRefused` if the guard cannot be written."""
    with folder.lease(config):
        head = ledger.head()
        try:
            if guard.last() is not None:
                raise CannotServe(
                    Text(
                        "The guard {file} is there: it is written anew only where it is lost.",
                        file=guard.file,
                    )
                )
        except SigningRefused:
            pass  # it cannot be read: that is a loss, too
        if head is None:
            raise CannotServe(Text("Nothing was signed yet: there is nothing to guard."))
        keys = [read_verifier_key(key.verifier) for key in ledger.log_keys()]
        guard.keep(open_checkpoint(head.note, keys).checkpoint)
