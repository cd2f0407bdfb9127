"""Makes bundles of streams for auditors (`domain/proof/bundle/lines.py`): the stored bytes, the
catalog, signatures that came after the game was closed, the proof of the last record and, on
request, the names and words that were not erased.

Records are not interpreted: the bundle contains also a damaged one as it is stored, for the auditor
to find.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Literal

import msgspec

from domain.campaign.refusals import UnknownCampaign
from domain.game.application import ClerkApplication
from domain.game.names import Names, named_players
from domain.game.record.records import FIRST, GameOpened
from domain.game.refusals import CatalogDamaged, UnknownGame
from domain.game.seats.countersignatures import signed_after_closing
from domain.game.store.catalogs import catalog_of_record
from domain.kernel.commitments import SaltedText, text_commitments
from domain.kernel.log import stored_bytes
from domain.kernel.refusals import Refusal
from domain.kernel.registry import REGISTRY
from domain.kernel.stored import DamagedRecord, StoredRecord
from domain.proof.bundle.lines import Disclosure, SignedBeside, write_bundle
from domain.proof.log.proofs import Proof
from domain.season.kinds import SEASON_KINDS
from domain.season.records import SeasonOpened
from domain.season.refusals import UnknownSeason
from domain.tournament.records import GameLinked, TournamentOpened
from domain.tournament.refusals import UnknownTournament

NAME = "{id}.greffe.jsonl"

Kind = Literal["game", "campaign", "tournament", "season"]

_UNKNOWN: dict[Kind, Callable[[str], Refusal]] = {
    "game": UnknownGame,
    "campaign": UnknownCampaign,
    "tournament": UnknownTournament,
    "season": UnknownSeason,
}


def newest_seq(clerk: ClerkApplication, id: str, kind: Kind = "game") -> int:
    """The seq of the newest record of a stream. Raises `UnknownGame`, `UnknownCampaign` and so on
    if there is no stream of this kind with this id."""
    if REGISTRY.kind_of(clerk.recorder.opening_topic(id)) != kind:
        raise _UNKNOWN[kind](id)
    return clerk.recorder.select_events(id, desc=True, limit=1)[0].originator_version


def bundle_of(
    clerk: ClerkApplication, id: str, upto: int, proof: Proof, *, names: bool = False
) -> Iterator[bytes]:
    """The lines of the bundle of a stream up to record `upto`, whose proof is `proof`. With
    `names`, also the names and words that its records commit to and nobody erased. Raises
    `DamagedRecord` if a record is missing or its bytes are no text."""
    rows = clerk.recorder.select_events(id, lte=upto)
    records = [
        StoredRecord(id, row.originator_version, row.topic, stored_bytes(row.state)) for row in rows
    ]
    for seq, record in enumerate(records, start=FIRST):
        if record.seq != seq:
            raise DamagedRecord(f"record {seq} is gone", id, seq)
        try:
            record.state.decode()
        except UnicodeDecodeError as e:
            raise DamagedRecord(
                f"record {record.seq} is stored as bytes that are no text: {e}", id, record.seq
            ) from None
    disclosed = tuple(_disclosures_of(clerk, records)) if names else ()
    signed = (
        SignedBeside(signature.about, signature.seat, signature.public, signature.signature)
        for signature in signed_after_closing(clerk.key_values, id)
        if signature.about <= upto
    )
    pairs = ((record.topic, record.state) for record in records)
    return write_bundle(id, pairs, proof, disclosed, _catalog(clerk, records[FIRST - 1]), signed)


def linked_streams(clerk: ClerkApplication, id: str, upto: int) -> list[tuple[str, int]]:
    """The streams whose bundles follow that of a stream in one file, in order, each with the seq of
    its newest record. For a tournament: the games that its records up to `upto` link to tables; for
    a season: the events that count. Games that are not here, as of an imported tournament, are left
    out."""
    rows = list(map(StoredRecord.from_row, clerk.recorder.select_events(id, lte=upto)))
    others = [row.body_as(GameLinked).game for row in rows if row.topic == GameLinked.__name__]
    if rows[0].topic == SeasonOpened.__name__ and (season := SEASON_KINDS.fold(rows)):
        others = [at.event for at in season.events]
    return [
        (other, row.originator_version)
        for other in others
        for row in clerk.recorder.select_events(other, desc=True, limit=1)
    ]


def _catalog(clerk: ClerkApplication, opening: StoredRecord) -> str | None:
    """The text of the catalog that the opening of a game or tournament names; None for other
    streams, or if opening or catalog cannot be read."""
    try:
        body = opening.body
    except DamagedRecord:
        return None
    if not isinstance(body, (GameOpened, TournamentOpened)) or not body.catalog:
        return None
    try:
        return catalog_of_record(clerk.key_values, body.catalog).data.decode()
    except CatalogDamaged:
        return None


def _disclosures_of(
    clerk: ClerkApplication, records: Sequence[StoredRecord]
) -> Iterator[Disclosure]:
    """The salt and words behind each commitment of the records, each once, as far as they are
    stored."""
    names, seen = Names(clerk.key_values), set()
    for record in records:
        try:
            body = record.body
        except DamagedRecord:
            continue
        secrets = chain(
            (
                (commitment, names.stored(player, body.at, commitment))
                for player, commitment in named_players(body)
            ),
            (
                (commitment, clerk.key_values.fetch("text", commitment))
                for commitment in text_commitments(body)
            ),
        )
        for commitment, data in secrets:
            if data is not None and commitment not in seen:
                seen.add(commitment)
                words = msgspec.json.decode(data, type=SaltedText)
                yield Disclosure(commitment, words.salt, words.text)
