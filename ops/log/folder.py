"""The log of a data folder: preparing it before the server starts, and opening it.

`ledger.sqlite` is the log, `ledger.lock` its writer's lease, `log.key` the signing keys,
`log.guard` the last signed head. Files of a lost log are kept beside them as
`lost-1.ledger.sqlite`, …
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from eventsourcing.persistence import PersistenceError

from domain.game.clerk.clerk import Clerk
from domain.kernel.text import NO_WORDS, Text
from domain.proof.log.notes import SignerKey
from ops.log import keyring
from ops.log.guard import Guard, GuardReader
from ops.log.intake import Taken
from ops.log.keyring import KeyRing
from ops.log.writer import LogWriter
from ops.settings.addresses import Place
from ops.settings.config import Settings
from ops.settings.errors import CannotServe, NewerSchema, reason
from ops.stores.data_folder import advice_text, make_folder
from ops.stores.log.database import Lease
from ops.stores.log.opening import (
    NEXT,
    is_log,
    is_log_kept,
    lease_of,
    migrate_log,
    place_of_new_log,
    replace_log,
)
from ops.stores.log.reading import Ledger
from ops.stores.log.writing import LedgerWriting
from ops.witness.ask import read_witnesses


def prepare_log(settings: Settings) -> None:
    """Make the log and its key if they do not exist, before any process uses them.

    Raises `CannotServe` if others can read the key, if the key of a log with an origin is missing,
    if the configured origin is not the log's, or if the log cannot be opened.
    """
    make_folder(settings.data)
    finish_replacement(settings)
    migrate_ledger(settings.ledger)
    with closing(Ledger(settings.ledger)) as ledger:
        origin = ledger.origin()
    if settings.origin and origin and settings.origin != origin:
        raise CannotServe(
            Text(
                "GREFFE_ORIGIN is {named}, but the log is that of {origin}, and an origin never "
                "changes: leave it out, or begin a new log with greffe keygen --succeed.",
                named=settings.origin,
                origin=origin,
            )
        )
    if settings.log_key_file.exists():
        keyring.check_mode(settings.log_key_file)
    elif origin:
        raise CannotServe(
            Text(
                "The signing key {file} is gone, although the log was begun with it: put it back, "
                "or go on with a new one: greffe keygen --lost.",
                file=settings.log_key_file,
            )
        )
    else:
        begin_log(
            settings.ledger,
            keyring.make_key_file(
                settings.log_key_file, keyring.origin_for(settings.origin, settings.public_url)
            ),
        )


def migrate_ledger(place: Place) -> int:
    """Migrate a log to this version's schema. Returns the version it had (0: none). Raises
    `CannotServe`."""
    try:
        return migrate_log(place)
    except NewerSchema as e:
        raise CannotServe(
            Text(
                "The log {place} was written by a newer version of Greffe ({why}): update Greffe.",
                place=place,
                why=str(e),
            )
        ) from None
    except PersistenceError as e:
        advised = advice_text(e, place)
        if advised is not NO_WORDS or not isinstance(place, Path):
            raise CannotServe(
                Text(
                    "The log {place} cannot be opened and written: {why}{advice}.",
                    place=place,
                    why=str(e),
                    advice=advised,
                )
            ) from None
        raise CannotServe(
            Text(
                "The log {place} cannot be opened and written: {why}. Put the newest copy of it "
                "back, or move it away: it is then made anew from the record, and its guard sees "
                "to it that it is the same.",
                place=place,
                why=str(e),
            )
        ) from None


def begin_log(place: Place, key: SignerKey, first: bytes | None = None) -> None:
    """Write the origin and the first key of a log into an empty one. `first`: an entry to begin
    with (None: none)."""
    with closing(LedgerWriting(place)) as ledger, ledger.batch() as batch:
        batch.set_origin(key.verifier.name)
        if first is not None:
            batch.add(first)
        batch.add_key(key.verifier.label, key.verifier.encode(), None)


def open_ledger(settings: Settings) -> Ledger:
    """Open the log for reading. Raises `CannotServe` if there is none."""
    if not is_log(settings.ledger):
        raise CannotServe(
            Text(
                "There is no log in {store}: start greffe serve to begin one, or greffe keygen "
                "--new.",
                store=settings.shown_store(),
            )
        )
    witnesses = None if settings.witnesses is None else read_witnesses(settings.witnesses)
    return Ledger(settings.ledger, witnesses, GuardReader(Guard(settings.guard_file)))


@contextmanager
def lease(settings: Settings) -> Iterator[Lease]:
    """The right to write the log, for the length of a `with` block. Raises `CannotServe` if a
    writer is running."""
    with closing(lease_of(settings.ledger)) as held:
        if not held.take():
            raise CannotServe(
                Text(
                    "The log in {store} is being written: stop the server first.",
                    store=settings.shown_store(),
                )
            )
        yield held


def log_and_sign_all(settings: Settings, clerk: Clerk) -> Text | None:
    """Log and sign all records. If a writer is running, only ask it for a checkpoint. Returns why
    the log could not be signed, or None. Raises `CannotServe`."""
    prepare_log(settings)
    with closing(lease_of(settings.ledger)) as held:
        if not held.take():
            held.ring()
            return None
        with closing(LedgerWriting(settings.ledger)) as writing:
            return writer_of(settings, clerk, writing, held).log_and_sign_all()


def writer_of(
    settings: Settings,
    clerk: Clerk,
    writing: LedgerWriting,
    held: Lease,
    taken: Taken = lambda rows, began: None,
) -> LogWriter:
    """The writer of a data folder's log. Its process must have the lease `held`. `taken` is called
    with the records that were logged together and the time when that began (`time_ns`)."""
    guard, ring = Guard(settings.guard_file, writing.step), KeyRing(settings.log_key_file)
    return LogWriter(
        recorder=clerk.recorder,
        ledger=writing,
        ring=ring,
        guard=guard,
        ring_mark=held.ring_mark,
        await_ring=held.await_ring,
        vouch=held.vouch,
        taken=taken,
    )


# -- after a loss ----------------------------------------------------------------------------------


def finish_replacement(settings: Settings) -> None:
    """If a new log is ready to replace a lost one, rename the lost log's files and move the new
    ones into their place. The log's own file is moved last, so the next start completes an
    interrupted replacement. Raises `CannotServe`."""
    new, key = place_of_new_log(settings.ledger), new_log_key_file(settings.log_key_file)
    if not is_log(new):
        return
    aside = _free_prefix(settings, with_key=key.exists())
    try:
        _move(settings.guard_file, aside)
        if key.exists():
            _move(settings.log_key_file, aside)
            key.replace(settings.log_key_file)
        replace_log(new, settings.ledger, aside)
    except OSError as e:
        raise CannotServe(
            Text(
                "The new log cannot be put in place: {why} ({filename}).",
                why=reason(e),
                filename=e.filename,
            )
        ) from None
    except PersistenceError as e:
        raise CannotServe(Text("The new log cannot be put in place: {why}.", why=str(e))) from None


def new_log_key_file(path: Path) -> Path:
    """The file in which a new log's keys are stored until they replace those in `path`."""
    return path.with_name(f"{path.name}.{NEXT}")


def _free_prefix(settings: Settings, *, with_key: bool) -> str:
    """The prefix for the names of a lost log's files: `lost-N.` with the first N for which no file
    has to be overwritten, so that a start continues an interrupted replacement under its number.
    `with_key`: the key file is renamed, too."""
    files = [settings.guard_file, *([settings.log_key_file] if with_key else [])]
    number = 1
    while is_log_kept(settings.ledger, f"lost-{number}.") or any(
        _is_name_taken(file, f"lost-{number}.") for file in files
    ):
        number += 1
    return f"lost-{number}."


def _is_name_taken(path: Path, aside: str) -> bool:
    return path.exists() and path.with_name(aside + path.name).exists()


def _move(path: Path, aside: str) -> None:
    if path.exists():
        path.replace(path.with_name(aside + path.name))
