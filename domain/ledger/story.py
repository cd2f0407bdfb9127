"""What a game's records tell about themselves: that they open once and close once, and what of their content can be checked without
the rules: chance, counter-signatures, and the commitments that disclosures have to open.

Campaigns are logged like games, so they are followed like games; they have no dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from domain.ledger.bundle import CatalogText, Disclosure
from domain.ledger.countersigns import check_countersign
from domain.ledger.errors import Misspelt, Unproven
from domain.ledger.rolls import Rolls
from domain.ledger.spelling import read_base64, shown
from domain.ledger.stored import Stored, number_in, objects_in, read_stored, text_in

CLOSED_BY = {"GameOpened": "GameClosed", "CampaignOpened": "CampaignClosed"}
QUIET = "ActionTaken"
"""The topic of most records. One without dice tells nothing that is checked here, so its JSON is left to the replay."""

LeafOf = Callable[[int], bytes]


class Story:
    """One game's records, taken in order; `leaf_of` answers the leaf hash of any record taken so far."""

    def __init__(self, game: str, leaf_of: LeafOf) -> None:
        self.rolls: Rolls | None = None
        self.opened: Stored = {}
        self.opened_as = ""
        self.closed_at = 0
        self.signed: list[tuple[int, str, bytes]] = []
        self._game, self._leaf_of = game, leaf_of
        self._commitments: set[str] = set()
        self._seats: set[str] = set()

    def take(self, seq: int, topic: str, text: str) -> None:
        """The next record. Raises `Misspelt`, `Unproven`."""
        if self.closed_at:
            raise Unproven(
                f"it comes after the game was closed by record {self.closed_at}",
                f"elle vient après la clôture par l'écriture {self.closed_at}",
            )
        if (seq == 1) != (topic in CLOSED_BY):
            raise Unproven(f"{topic} cannot be record {seq}", f"{topic} ne peut pas être l'écriture {seq}")
        if topic == QUIET and '"rolls"' not in text and "\\" not in text:
            if not text.startswith('{"type":"ActionTaken",') or not text.endswith("}"):
                raise Misspelt(f"it is filed as {topic} but is none", f"elle est classée comme {topic} mais n'en est pas une")
            return
        self._tell(seq, topic, read_stored(topic, text))

    def _tell(self, seq: int, topic: str, stored: Stored) -> None:
        self._commitments.update(found for name in ("text", "reason", "name") if (found := text_in(stored, name)))
        rolls = self.rolls
        if seq == 1:
            self.opened_as, self.opened = topic, stored
            seats = objects_in(stored, "seats")
            self._commitments.update(text_in(seat, "name") for seat in seats)
            self._seats = {text_in(seat, "id") for seat in seats}
            if topic == "GameOpened":
                self.rolls = Rolls(self._game, stored)
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
        public, signature = read_base64(text_in(stored, "key"), 32), read_base64(text_in(stored, "signature"), 64)
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
