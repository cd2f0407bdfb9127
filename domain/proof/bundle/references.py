"""References between records: what a record names has to come before it and be of the right kind.

A record names others by their numbers: a claim what it is about, a ruling the claim it answers, an
agreement what was asked. One that names a record which does not exist, which comes after it, or
which is of another kind, is refused. Which rolls stand is checked in
`domain/proof/chance/standing_rolls.py`; who may take what back, by the replay with the rules.

Also held here: that the kind of a record is known, and that each has the salt that keeps its public
entry from being guessed.
"""

from typing import NamedTuple

from domain.proof.errors import Misspelt, Unproven
from domain.proof.spelling import read_base64
from domain.proof.stored import Stored, number_in, text_in

SALT_SIZE = 16

OF_GAMES = (
    "ActionTaken",
    "GameOpened",
    "ContributionCommitted",
    "ContributionRevealed",
    "ValueSealed",
    "SeatTaken",
    "SeatLeft",
    "RetractionAsked",
    "RetractionAnswered",
    "ActionsRetracted",
    "ActionsRestored",
    "ClaimFiled",
    "RulingGiven",
    "RulingOverturned",
    "NoteAdded",
    "ListingChanged",
    "PositionSigned",
    "SheetHandedOn",
    "ResultHandedIn",
    "ResultReopened",
    "GameClosed",
)

OF_CAMPAIGNS = ("CampaignOpened", "ScenarioOpened", "CampaignClosed")

OF_TOURNAMENTS = (
    "ResultTaken",
    "TournamentOpened",
    "EntrantAdded",
    "EntrantAmended",
    "EntrantWithdrawn",
    "EntrantReinstated",
    "EntrantExpelled",
    "PresenceNoted",
    "CheckInClosed",
    "ByeAsked",
    "SeparationSet",
    "PartBound",
    "PartShown",
    "BeaconNamed",
    "BeaconShown",
    "RoundPaired",
    "RoundPublished",
    "RoundWithdrawn",
    "TableChanged",
    "GameLinked",
    "SlipFiled",
    "ResultCorrected",
    "TableReopened",
    "PenaltyGiven",
    "PenaltyLifted",
    "RulesAmended",
    "ClockSet",
    "LotsDrawn",
    "ProtestFiled",
    "ProtestDecided",
    "RoundClosed",
    "StageAdvanced",
    "TournamentClosed",
)

BY_OPENING = {
    "GameOpened": OF_GAMES,
    "CampaignOpened": OF_CAMPAIGNS,
    "TournamentOpened": OF_TOURNAMENTS,
}


KNOWN = frozenset().union(*BY_OPENING.values())


class _Names(NamedTuple):
    """A field that names a record: of which kinds (none: any), and whether it may name none, as
    0."""

    field: str
    kinds: tuple[str, ...] = ()
    may_be_none: bool = False


_STEPS = ("ActionTaken", "RulingGiven")
"""What can be taken back: actions, and the corrections of rulings."""

_RESULTS = ("ResultTaken", "ResultCorrected")

_NAMED: dict[str, tuple[_Names, ...]] = {
    "NoteAdded": (_Names("about", may_be_none=True),),
    "ClaimFiled": (_Names("about"),),
    "RulingGiven": (
        _Names("claim", ("ClaimFiled",), may_be_none=True),
        _Names("about", may_be_none=True),
    ),
    "RetractionAsked": (_Names("from_seq", _STEPS),),
    "RetractionAnswered": (_Names("asked", ("RetractionAsked",)),),
    "ResultCorrected": (_Names("record", _RESULTS),),
    "TableReopened": (_Names("record", _RESULTS),),
    "PenaltyLifted": (_Names("penalty", ("PenaltyGiven",)),),
    "ProtestDecided": (_Names("protest", ("ProtestFiled",)),),
    "ResultReopened": (_Names("handed", ("ResultHandedIn",)),),
    "ActionsRetracted": (_Names("asked", ("RetractionAsked",), may_be_none=True),),
}


class References:
    """The kinds of one game's records, or of one campaign's or tournament's, by their numbers."""

    def __init__(self, kinds: tuple[str, ...]) -> None:
        self._kinds = {kind: n for n, kind in enumerate(kinds)}
        self._names = kinds
        self._taken = bytearray()

    def check(self, topic: str, stored: Stored) -> None:
        """Raise `Misspelt`, `Unproven` unless a record is of a kind that is known, with its
        salt."""
        if topic not in self._kinds:
            raise Unproven(
                f"{topic} is no kind of record that can stand here, as far as this version knows",
                f"{topic} n'est pas un type d'écriture possible ici, pour autant que cette "
                f"version le sache",
            )
        check_salt(text_in(stored, "salt"))

    def take(self, seq: int, topic: str, stored: Stored) -> None:
        """The next record that is looked at; those passed over since the last one are of the first
        kind. Raises `Misspelt`, `Unproven`."""
        self._taken.extend(bytes(seq - 1 - len(self._taken)))
        for reference in _NAMED.get(topic, ()):
            named = number_in(stored, reference.field)
            if named or not reference.may_be_none:
                self._need(named, reference.kinds)
        self._taken.append(self._kinds[topic])

    def _need(self, named: int, kinds: tuple[str, ...]) -> None:
        if not 0 < named <= len(self._taken):
            raise Unproven(
                f"it speaks of record {named}, and there is no record {named} before it",
                f"elle parle de l'écriture {named}, et il n'y a pas d'écriture {named} avant elle",
            )
        kind = self._names[self._taken[named - 1]]
        if kinds and kind not in kinds:
            raise Unproven(
                f"it speaks of record {named} as {' or '.join(kinds)}, and that is {kind}",
                f"elle parle de l'écriture {named} comme de {' ou '.join(kinds)}, et c'est {kind}",
            )


def check_salt(salt: str) -> None:
    """Raise `Misspelt` unless a record has its salt: without one, a reader of its public entry
    could find out by trying what stands in it."""
    try:
        read_base64(salt, SALT_SIZE)
    except Misspelt:
        raise Misspelt(
            f"it does not have the salt of {SALT_SIZE} bytes that every record has",
            f"elle n'a pas le sel de {SALT_SIZE} octets que toute écriture porte",
        ) from None
