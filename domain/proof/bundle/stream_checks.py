"""A stream's records, checked without the rules of its title: it is opened once and closed once.
Chance, countersignatures, and commitments that disclosures open are checked, too.

Campaigns, tournaments and seasons are logged and checked like games, but have no dice.
"""

from collections.abc import Callable

from domain.proof.bundle.acted import PlainAction
from domain.proof.bundle.countersigns import check_countersign
from domain.proof.bundle.hidden import HiddenValues
from domain.proof.bundle.lines import CatalogText, Disclosure, SignedBeside
from domain.proof.bundle.references import BY_OPENING, KNOWN, References, check_salt
from domain.proof.bundle.scenarios import (
    CampaignPlace,
    HandedOnSheet,
    Scenarios,
    campaign_place_of,
    read_handed_on,
)
from domain.proof.bundle.season import Season
from domain.proof.bundle.times import Times
from domain.proof.bundle.tournament import Tournament
from domain.proof.chance.rolls import TAKES, Rolls, need_rolls_allowed, rolls_in
from domain.proof.errors import Misspelt, Unproven
from domain.proof.spelling import read_base64, shown
from domain.proof.stored import Stored, number_in, object_in, objects_in, read_stored, text_in

CLOSED_BY = {
    "GameOpened": "GameClosed",
    "CampaignOpened": "CampaignClosed",
    "TournamentOpened": "",
    "SeasonOpened": "",
}
"""The last kind of record of each stream. A tournament goes on after it, with corrections and
rulings; a season can be opened again."""

_UNDO = ("RetractionAsked", "ActionsRetracted")
LeafOf = Callable[[int], bytes]

MOST_SIGNED = 10_000

_COMMITMENT = 64
"""Characters of a commitment to words: SHA-256 in hex."""


class StreamChecks:
    """Checks one stream's records in order. `leaf_of` returns the leaf hash of any record read so
    far. Plain actions without rolls may be skipped: only their times are needed
    (`times.add_moments`)."""

    def __init__(self, game: str, leaf_of: LeafOf) -> None:
        self.rolls: Rolls | None = None
        self.hidden: HiddenValues | None = None
        self.times = Times()
        self.opened: Stored = {}
        self.opened_as = ""
        self.unknown = False
        """Whether this version does not know the kind of stream; only what all records have in
        common is then checked."""
        self.lineage: tuple[str, int] | None = None
        """The game and record that a branch grew from."""
        self.scenarios = Scenarios()
        self.tournament: Tournament | None = None
        self.season: Season | None = None
        self.place = CampaignPlace("", 0, b"")
        """The place of a game in its campaign."""
        self.handed: list[HandedOnSheet] = []
        """The record that hands a campaign's sheet on, if there is one."""
        self.handed_in: list[tuple[int, Stored]] = []
        """Records of a game at a tournament's table: each hands a result in, or takes one back (those
        have a field `handed`)."""
        self.closed_at = 0
        self.signed: list[tuple[int, str, bytes, bool]] = []
        """Record, seat, key, and whether the signature lies beside the records."""
        self._game, self._leaf_of = game, leaf_of
        self._references = References(BY_OPENING["GameOpened"])
        self._commitments: set[str] = set()
        self._players: set[str] = set()
        self.disclosed = 0
        self.catalog = False
        """Whether the bundle has the catalog that the opening names."""

    @property
    def ended_at(self) -> int:
        """The record that closed the stream, or 0 if it is open."""
        return (self.tournament or self.season or self).closed_at

    @property
    def needs_all(self) -> bool:
        """Whether `take` needs every record of the stream, plain actions too: in games with seals,
        campaigns, tournaments, seasons, and streams of an unknown kind."""
        return (
            self.unknown
            or self.opened_as in ("CampaignOpened", "TournamentOpened", "SeasonOpened")
            or (self.hidden is not None and self.hidden.in_use)
        )

    def take(self, seq: int, topic: str, text: str) -> None:
        """Check record `seq`; the first record of a stream must come here. Raises `Misspelt`,
        `Unproven`."""
        if self.closed_at:
            self.check_end(seq)
        if seq == 1 and topic not in KNOWN:
            self.opened_as, self.unknown = topic, True
        if self.unknown:
            self._take_unknown(seq, topic, text)
            return
        if (seq == 1) != (topic in CLOSED_BY):
            raise Unproven(
                f"{topic} cannot be record {seq}", f"{topic} ne peut pas être l'écriture {seq}"
            )
        stored = read_stored(topic, text)
        if seq == 1:
            self._references = References(BY_OPENING[topic])
        self._references.check(topic, stored)
        self.times.take(text_in(stored, "at"))
        self._take_by_topic(seq, topic, stored)
        self._references.take(seq, topic, stored)
        if self.hidden:
            self.hidden.take(seq, topic, stored, text)

    def _take_unknown(self, seq: int, topic: str, text: str) -> None:
        if topic in KNOWN:
            raise Unproven(
                f"{topic} cannot be record {seq}", f"{topic} ne peut pas être l'écriture {seq}"
            )
        stored = read_stored(topic, text, any_version=True)
        check_salt(text_in(stored, "salt"))
        self.times.take(text_in(stored, "at"))
        self._add_commitments(*(text_in(stored, name) for name in ("text", "reason", "name")))

    def take_action(self, acted: PlainAction) -> None:
        """Check a plain action that was parsed already. Raises `Misspelt`, `Unproven`."""
        if self.closed_at:
            self.check_end(acted.seq)
        if self.rolls:
            self.rolls.standing.chain.reach(acted.seq)
            self.rolls.take_action(acted.seq, acted.seat, acted.rolls, forbidden=acted.forbidden)

    def check_end(self, seq: int) -> None:
        """Check that the stream may end with record `seq`. Raises `Unproven` if an earlier record
        closed it."""
        if 0 < self.closed_at < seq:
            raise Unproven(
                f"it comes after the game was closed by record {self.closed_at}",
                f"elle vient après la clôture par l'écriture {self.closed_at}",
                self.closed_at + 1,
            )

    def _take_by_topic(self, seq: int, topic: str, stored: Stored) -> None:
        self._add_commitments(
            *(text_in(stored, name) for name in ("text", "reason", "name") if name in stored)
        )
        need_rolls_allowed(topic, stored)
        rolls = self.rolls
        if rolls:
            rolls.standing.chain.reach(seq)
        if seq == 1:
            self.opened_as, self.opened = topic, stored
            seats = objects_in(stored, "seats") if topic == "GameOpened" else []
            self._add_commitments(*(text_in(seat, "name") for seat in seats))
            self._players = {text_in(seat, "id") for seat in seats if seat.get("role") == "player"}
            if topic == "TournamentOpened":
                self.tournament = Tournament(self._game)
                self.tournament.take(seq, topic, stored)
            elif topic == "SeasonOpened":
                self.season = Season()
            elif topic == "GameOpened":
                self.lineage = _lineage(stored)
                self.place = campaign_place_of(stored)
                self.rolls = Rolls(self._game, stored)
                self.hidden = HiddenValues(self._game, stored)
        elif told := self.tournament or self.season:
            told.take(seq, topic, stored)
        elif topic == CLOSED_BY[self.opened_as]:
            self.closed_at = seq
            if rolls:
                rolls.close_game(stored)
        elif topic in _TOLD:
            _TOLD[topic](self, seq, stored)
        elif rolls:
            self._check_rolls(rolls, seq, topic, stored)

    def _check_rolls(self, rolls: Rolls, seq: int, topic: str, stored: Stored) -> None:
        if topic in _UNDO and self.opened.get("undo") == "none":
            raise Unproven(
                "it takes back, and the game was opened without undo: only a ruling can annul",
                "elle annule, ou la partie a été ouverte sans annulation : seule une décision "
                "peut annuler",
            )
        if topic == "ActionTaken":
            seat, forbidden = text_in(stored, "seat"), bool(stored.get("verdict"))
            rolls.take_action(seq, seat, rolls_in(stored), forbidden=forbidden)
        elif topic in TAKES:
            TAKES[topic](rolls, seq, stored)

    def _take_handed_on(self, seq: int, stored: Stored) -> None:
        handed = read_handed_on(seq, stored)
        if self.handed:
            raise Unproven(
                f"it hands the sheet on, as record {self.handed[0].seq} did before",
                f"elle remet la feuille, comme l'écriture {self.handed[0].seq} l'avait fait",
            )
        self.handed.append(handed)

    def _take_signature(self, _seq: int, stored: Stored) -> None:
        about, seat = number_in(stored, "about"), text_in(stored, "seat")
        self._add_signature(about, seat, text_in(stored, "public"), text_in(stored, "signature"))

    def _add_signature(
        self, about: int, seat: str, by: str, made: str, *, beside: bool = False
    ) -> None:
        public, signature = read_base64(by, 32), read_base64(made, 64)
        if seat not in self._players:
            raise Unproven(
                f"{shown(seat)} signs but is no player's seat",
                f"{shown(seat)} signe mais n'est le siège d'aucun joueur",
            )
        if len(self.signed) >= MOST_SIGNED:
            raise Misspelt(
                "there are more signatures than an audit lists",
                "il y a plus de signatures qu'un audit n'en liste",
            )
        check_countersign(public, signature, self._game, about, self._leaf_of(about), seat)
        self.signed.append((about, seat, public, beside))

    def _add_commitments(self, *commitments: str) -> None:
        self._commitments.update(
            commitment for commitment in commitments if len(commitment) == _COMMITMENT
        )

    def check_disclosed(self, line: CatalogText | Disclosure | SignedBeside) -> None:
        if isinstance(line, SignedBeside):
            self._add_signature(line.about, line.seat, line.public, line.signature, beside=True)
            return
        if isinstance(line, CatalogText):
            if line.sha256 != self.opened.get("catalog"):
                raise Unproven(
                    "the catalog in the bundle is not the one that the game was opened with",
                    "le catalogue du dossier n'est pas celui avec lequel la partie s'est ouverte",
                )
            self.catalog = True
        else:
            line.check()
            if line.commitment not in self._commitments:
                raise Unproven(
                    f"no record commits to the words disclosed as {shown(line.commitment)}, or "
                    f"they are disclosed twice",
                    f"aucune écriture ne s'engage sur les mots divulgués comme "
                    f"{shown(line.commitment)}, ou ils le sont deux fois",
                )
            self._commitments.remove(line.commitment)
        self.disclosed += 1


_TOLD: dict[str, Callable[[StreamChecks, int, Stored], None]] = {
    "ScenarioOpened": lambda checks, seq, stored: checks.scenarios.take(seq, stored, checks.opened),
    "SheetHandedOn": StreamChecks._take_handed_on,
    **dict.fromkeys(
        ("ResultHandedIn", "ResultReopened"),
        lambda checks, seq, stored: checks.handed_in.append((seq, stored)),
    ),
    "PositionSigned": StreamChecks._take_signature,
}


def _lineage(opened: Stored) -> tuple[str, int] | None:
    origin = object_in(opened, "lineage")
    return (text_in(origin, "game"), number_in(origin, "seq")) if origin else None
