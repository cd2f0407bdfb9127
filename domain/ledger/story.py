"""What a game's records tell about themselves: that they open once and close once, and what of their content can be checked without
the rules: chance, counter-signatures, and the commitments that disclosures have to open.

Campaigns are logged like games, so they are followed like games; they have no dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from domain.ledger.bundle import CatalogText, Disclosure
from domain.ledger.countersigns import check_countersign
from domain.ledger.errors import Unproven
from domain.ledger.hidden import Hidden
from domain.ledger.rolls import Rolls
from domain.ledger.spelling import read_base64, shown
from domain.ledger.stored import Stored, number_in, objects_in, read_stored, text_in

CLOSED_BY = {"GameOpened": "GameClosed", "CampaignOpened": "CampaignClosed"}
LeafOf = Callable[[int], bytes]


class Story:
    """One game's records, taken in order; `leaf_of` answers the leaf hash of any record taken so far."""

    def __init__(self, game: str, leaf_of: LeafOf) -> None:
        self.rolls: Rolls | None = None
        self.hidden: Hidden | None = None
        self.opened: Stored = {}
        self.opened_as = ""
        self.closed_at = 0
        self.signed: list[tuple[int, str, bytes]] = []
        self._game, self._leaf_of = game, leaf_of
        self._commitments: set[str] = set()
        self._seats: set[str] = set()

    @property
    def needs_all(self) -> bool:
        """Whether every record may tell something: where actions are sealed, each has to be looked at."""
        return self.hidden is not None and self.hidden.played

    def take(self, seq: int, topic: str, text: str) -> None:
        """The next record that may tell something; the first always does. Raises `Misspelt`, `Unproven`."""
        if self.closed_at:
            self.end(seq)
        if (seq == 1) != (topic in CLOSED_BY):
            raise Unproven(f"{topic} cannot be record {seq}", f"{topic} ne peut pas être l'écriture {seq}")
        stored = read_stored(topic, text)
        self._tell(seq, topic, stored)
        if self.hidden:
            self.hidden.take(seq, topic, stored, text)

    def end(self, seq: int) -> None:
        """The last record was `seq`. Raises `Unproven` if the game was closed before."""
        if 0 < self.closed_at < seq:
            raise Unproven(
                f"it comes after the game was closed by record {self.closed_at}",
                f"elle vient après la clôture par l'écriture {self.closed_at}",
                self.closed_at + 1,
            )

    def _tell(self, seq: int, topic: str, stored: Stored) -> None:
        self._commitments.update(text_in(stored, name) for name in ("text", "reason", "name") if name in stored)
        rolls = self.rolls
        if seq == 1:
            self.opened_as, self.opened = topic, stored
            seats = objects_in(stored, "seats")
            self._commitments.update(text_in(seat, "name") for seat in seats)
            self._seats = {text_in(seat, "id") for seat in seats}
            if topic == "GameOpened":
                self.rolls = Rolls(self._game, stored)
                self.hidden = Hidden(self._game, stored)
        elif topic == CLOSED_BY[self.opened_as]:
            self.closed_at = seq
            if rolls:
                rolls.close(stored)
        elif topic == "PositionSigned":
            self._signed(stored)
        elif rolls:
            if topic == "ContributionCommitted":
                rolls.commit(stored)
            elif topic == "ContributionRevealed":
                rolls.reveal(seq, stored)
            elif topic == "RulingGiven":
                rolls.standing.rule(seq, stored)
            elif topic == "RulingOverturned":
                rolls.standing.overturn(stored)
            elif topic == "ActionsRetracted":
                rolls.standing.retract(seq, stored)
            elif topic == "ActionsRestored":
                rolls.standing.restore(stored)
            rolls.take(seq, stored)

    def _signed(self, stored: Stored) -> None:
        about, seat = number_in(stored, "about"), text_in(stored, "seat")
        public, signature = read_base64(text_in(stored, "public"), 32), read_base64(text_in(stored, "signature"), 64)
        if seat not in self._seats:
            raise Unproven(f"{shown(seat)} signs but is no seat", f"{shown(seat)} signe mais n'est pas un siège")
        check_countersign(public, signature, self._game, about, self._leaf_of(about), seat)
        self.signed.append((about, seat, public))

    def disclose(self, lines: Iterable[CatalogText | Disclosure]) -> int:
        """Check disclosures against the records; answers how many there were. Raises `Misspelt`, `Unproven`."""
        seen: set[str] = set()
        for line in lines:
            if isinstance(line, CatalogText):
                if line.sha256 != self.opened.get("catalog"):
                    raise Unproven(
                        "the catalog in the bundle is not the one that the game was opened with",
                        "le catalogue du dossier n'est pas celui avec lequel la partie s'est ouverte",
                    )
                seen.add("")
                continue
            line.check()
            if line.commitment in seen or line.commitment not in self._commitments:
                raise Unproven(
                    f"no record commits to the words disclosed as {shown(line.commitment)}, or they are disclosed twice",
                    f"aucune écriture ne s'engage sur les mots divulgués comme {shown(line.commitment)}, ou ils le sont deux fois",
                )
            seen.add(line.commitment)
        return len(seen)
