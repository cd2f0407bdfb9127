"""Section 6: the kinds of records, and how they refer to one another."""

from collections.abc import Callable, Sequence
from typing import Any

from .spelling import refuse

STEPS = frozenset({"ActionTaken", "RulingGiven"})
ANY: frozenset[str] = frozenset()

KINDS_OF_GAMES: dict[str, dict[str, tuple[frozenset[str], bool]]] = {
    **{
        topic: {}
        for topic in (
            "GameOpened",
            "SeatTaken",
            "SeatLeft",
            "ValueSealed",
            "ActionTaken",
            "SheetHandedOn",
            "GameClosed",
        )
    },
    "ResultHandedIn": {},
    "ResultReopened": {"handed": (frozenset({"ResultHandedIn"}), False)},
    **{topic: {} for topic in ("ContributionCommitted", "ContributionRevealed")},
    "RetractionAsked": {"from_seq": (STEPS, False)},
    "RetractionAnswered": {"asked": (frozenset({"RetractionAsked"}), False)},
    "ActionsRetracted": {"asked": (frozenset({"RetractionAsked"}), True)},
    "ActionsRestored": {},
    "ClaimFiled": {"about": (ANY, False)},
    "RulingGiven": {"claim": (frozenset({"ClaimFiled"}), True), "about": (ANY, True)},
    "RulingOverturned": {},
    "NoteAdded": {"about": (ANY, True)},
    "ListingChanged": {},
    "PositionSigned": {},
}
"""The kinds of a game's records. For each, the fields that refer to other records, the kinds they
may refer to, and whether 0 (none) is allowed."""

KINDS_OF_CAMPAIGNS: dict[str, dict[str, tuple[frozenset[str], bool]]] = {
    "CampaignOpened": {},
    "ScenarioOpened": {},
    "CampaignClosed": {},
}

KINDS_OF_SEASONS: dict[str, dict[str, tuple[frozenset[str], bool]]] = {
    "SeasonOpened": {},
    "EventCounted": {},
    "PeopleMerged": {},
    "SeasonAmended": {},
    "SeasonClosed": {},
}

RESULTS = frozenset({"ResultTaken", "ResultCorrected"})

KINDS_OF_TOURNAMENTS: dict[str, dict[str, tuple[frozenset[str], bool]]] = {
    **{
        topic: {}
        for topic in (
            "TournamentOpened",
            "RulesAmended",
            "ClockSet",
            "LotsDrawn",
            "StageAdvanced",
            "TournamentClosed",
        )
    },
    **{
        topic: {}
        for topic in (
            "EntrantAdded",
            "EntrantAmended",
            "EntrantWithdrawn",
            "EntrantReinstated",
            "EntrantExpelled",
        )
    },
    **{
        topic: {}
        for topic in (
            "PresenceNoted",
            "CheckInClosed",
            "ByeAsked",
            "SeparationSet",
            "PenaltyGiven",
            "ProtestFiled",
        )
    },
    **{
        topic: {}
        for topic in (
            "RoundPaired",
            "RoundPublished",
            "RoundWithdrawn",
            "RoundClosed",
            "TableChanged",
            "GameLinked",
        )
    },
    **{topic: {} for topic in ("SlipFiled", "ResultTaken", "PartBound", "PartShown")},
    **{topic: {} for topic in ("BeaconNamed", "BeaconShown")},
    "ResultCorrected": {"record": (RESULTS, False)},
    "TableReopened": {"record": (RESULTS, False)},
    "PenaltyLifted": {"penalty": (frozenset({"PenaltyGiven"}), False)},
    "ProtestDecided": {"protest": (frozenset({"ProtestFiled"}), False)},
}


LATER: dict[str, list[Callable[[dict[str, Any]], dict[str, Any]]]] = {}
"""For topics with later versions, functions that convert the fields of each version to the next."""


def newest(topic: str, fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of a record, converted to the newest version of its topic. Refuses a record of
    another topic."""
    changes = LATER.get(topic, [])
    tags = [topic, *(f"{topic}@{n}" for n in range(2, len(changes) + 2))]
    refuse(fields.get("type") not in tags, "filed under another topic")
    for change in changes[tags.index(fields["type"]) :]:
        fields = change(fields)
    return fields


def need_before(before: Sequence[str], named: Any, kinds: frozenset[str]) -> None:
    """Refuse a reference to a record that does not come before, or that is of none of these kinds.
    `before` are the topics of the records so far."""
    refuse(
        not 0 < named <= len(before) or (kinds and before[named - 1] not in kinds),
        f"it names record {named}, which is not there or of another kind",
    )
