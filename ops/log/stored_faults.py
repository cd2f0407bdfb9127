"""Comparison of the record with the values stored beside it: snapshots, seeds, catalogs and words.
`greffe fsck` lists the differences."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from api.game.looks import Look
from api.messages.calendar_links import CALENDARS, CALENDARS_REVOKED, CalendarLink
from api.web.access.access import USED
from api.web.access.keys import Key
from api.web.access.links import IssuedLink, Revocation
from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.record.records import GameClosed, GameOpened
from domain.game.refusals import CatalogDamaged, SeedMissing, UnknownCatalog
from domain.game.seats.countersignatures import Signed
from domain.game.store.catalogs import CatalogRequest, stored_catalog
from domain.game.store.snapshots import false_snapshots
from domain.game.store.stream_index import was_imported
from domain.kernel import commitments
from domain.kernel.key_values import kept_as
from domain.kernel.refusals import Refusal
from domain.kernel.stored import DamagedRecord, openings
from domain.kernel.text import Text
from domain.kernel.time_marks import all_marks
from domain.titles.contract.chance import deal_commitment
from domain.tournament.directing.direction import TournamentStore
from domain.tournament.entrants.registering import Offer, Registration
from domain.tournament.records import TournamentClosed, TournamentOpened
from ops.log.checking import StoreFault
from ops.log.keyring import KeyRing
from ops.settings.errors import SigningRefused
from ops.stores.log.reading import Ledger
from projections.store.keys import micros

_STRUCTS: dict[str, Any] = {
    **{"event": Offer, "registration": Registration, "registered": int, "branch": int},
    **{
        "look": Look,
        "link": IssuedLink,
        "key": Key,
        "revoked": Revocation,
        "catalog-sent": CatalogRequest,
    },
    **{CALENDARS: CalendarLink, "countersignature": Signed},
}
"""The type of the stored value for each of these kinds."""

_OTHERS = (
    *("catalog", "catalog-by", "seed", "deal", "contribution", "text", "name", "player"),
    *("entrant", "erased", "board", "key-of", "ruled", "study", "imported", "follower", "parked"),
    *("time", USED, CALENDARS_REVOKED),
)
"""The other kinds of values: they are checked elsewhere, or all their information is in their
keys."""

_CLOSED = (GameClosed.__name__, TournamentClosed.__name__)


def stored_value_faults(clerk: Clerk) -> Iterator[StoreFault]:
    """The faults of stored values: those that differ from what the record names, those that cannot
    be read, and missing ones that a game needs."""
    yield from _unreadable_value_faults(clerk)
    yield from _board_faults(clerk)
    yield from _word_faults(clerk)
    yield from _catalog_faults(clerk)
    for opening in openings(clerk.recorder, GameOpened.__name__):
        yield from _seed_faults_of_game(clerk, opening.stream)
    for opening in openings(clerk.recorder, TournamentOpened.__name__):
        yield from _seed_faults_of_tournament(clerk, opening.stream)


def _unreadable_value_faults(clerk: Clerk) -> Iterator[StoreFault]:
    """Faults for unknown kinds of values, and for values that cannot be read."""
    values = clerk.key_values
    for kind in values.kinds():
        if kind not in (*_STRUCTS, *_OTHERS):
            text = Text("what is kept as {kind} is of no kind that there is", kind=kind)
            yield StoreFault(text)
    for kind, struct in _STRUCTS.items():
        for key, data in values.items(kind):
            value = kept_as(struct, data)
            if value is None or (
                isinstance(value, Look) and f"/{micros(value.at):017d}-" not in key
            ):
                text = Text("the {kind} kept under {key} cannot be read", kind=kind, key=key)
                yield StoreFault(text)
    for key, mark in all_marks(values).items():
        if mark is None:
            text = Text(
                "the mark of time {key} cannot be read, and is passed over: greffe clock --reset "
                "makes a new one",
                key=key,
            )
            yield StoreFault(text)


def key_faults(file: Path, ledger: Ledger) -> Iterator[StoreFault]:
    """Faults of the file of signing keys: it cannot be read, or has none of the keys that sign the
    log. No faults are yielded if the file is not on this machine."""
    signing = {key.label for key in ledger.log_keys() if not key.ended}
    try:
        own = {key.verifier.label for key in KeyRing(file).read()} if file.exists() else signing
    except SigningRefused as e:
        yield StoreFault(e.text)
        return
    if signing and not signing & own:
        yield StoreFault(Text("the key file {name} has no key that signs this log", name=file.name))


def _board_faults(clerk: Clerk) -> Iterator[StoreFault]:
    """Faults for stored snapshots that differ from the folded board. Games that cannot be folded
    are skipped, since faults of their records and catalogs are listed elsewhere."""

    def folded(game: str) -> Game | None:
        try:
            return clerk.game_repository.folded_anew(game)
        except (Refusal, ValueError):
            return None

    for game, seq in false_snapshots(clerk.key_values, folded):
        sentence = Text(
            "the board kept of {game} at record {seq} is not what its records come to; it is not "
            "used",
            game=game,
            seq=seq,
        )
        yield StoreFault(sentence, game, seq)


def _word_faults(clerk: Clerk) -> Iterator[StoreFault]:
    """Faults for stored texts and names that do not match their commitment. Missing ones are no
    fault: they were erased."""
    for kind in ("text", "name"):
        for key, data in clerk.key_values.items(kind):
            commitment = key.rpartition("/")[2]
            if commitments.read_committed(data, commitment) is None:
                sentence = Text(
                    "the words kept under {commitment} are not those that a record commits to",
                    commitment=commitment,
                )
                yield StoreFault(sentence)


def _catalog_faults(clerk: Clerk) -> Iterator[StoreFault]:
    for sha256 in clerk.key_values.keys("catalog"):
        try:
            stored_catalog(clerk.key_values, sha256)
        except CatalogDamaged:
            yield StoreFault(
                Text(
                    "the catalog kept under {sha256} is not the one that this names", sha256=sha256
                )
            )


def _seed_faults_of_game(clerk: Clerk, id: str) -> Iterator[StoreFault]:
    try:
        opened = clerk.recorder.records_of(id, lte=1)[0].body_as(GameOpened)
    except (DamagedRecord, IndexError):
        return  # what is wrong with its records is said by the comparison with the log
    try:
        stored_catalog(clerk.key_values, opened.catalog)
    except UnknownCatalog:
        yield StoreFault(Text("the catalog that {game} was opened with is gone", game=id), id, 1)
    except CatalogDamaged:
        pass  # it is named by its digest
    if opened.chance == "sealed" and clerk.seed(id, opened.commitment) is None:
        yield from _missing_seed_faults(
            clerk, id, changed=bool(list(clerk.key_values.keys("seed", id)))
        )
    elif opened.chance == "duplicate":
        deal = clerk.key_values.fetch("deal", opened.commitment)
        if deal is None or deal_commitment(deal) != opened.commitment:
            yield from _missing_seed_faults(
                clerk, id, changed=bool(list(clerk.key_values.keys("deal", opened.commitment)))
            )


def _seed_faults_of_tournament(clerk: Clerk, id: str) -> Iterator[StoreFault]:
    store = TournamentStore(clerk)
    try:
        store.seed(store.tournament(id))
    except SeedMissing:
        yield from _missing_seed_faults(
            clerk, id, changed=bool(list(clerk.key_values.keys("seed", id)))
        )
    except (Refusal, DamagedRecord):
        return  # the same: its records are named by the comparison with the log


def _missing_seed_faults(clerk: Clerk, id: str, *, changed: bool) -> Iterator[StoreFault]:
    """The fault of a game's or tournament's seed. `changed`: a value is stored, but is not the
    seed. A missing seed is no fault once the stream is closed, since the closing record reveals it,
    nor for an imported one, whose seed was never here."""
    if changed:
        sentence = Text(
            "the seed kept of {game} is not the one that its opening commits to, or cannot be "
            "read with this secret.key",
            game=id,
        )
        yield StoreFault(sentence, id, 1)
        return
    newest = clerk.recorder.newest_of(id)
    if newest is None or newest.topic in _CLOSED or was_imported(clerk.key_values, id):
        return
    yield StoreFault(
        Text("the seed of {game} is gone, and nothing can be drawn there any more", game=id), id, 1
    )
