"""The games of a campaign, as the campaign's records name them, and as the games' records name the
campaign.

A `ScenarioOpened` names two leaves: that of the new game's opening, and that of the record from
which the previous game's sheet was taken. A leaf covers its record and all before it, so the
bundles of a campaign and of its game agree or contradict each other. Older records name no leaves;
they are bound by ids alone, and the report says so.
"""

from typing import NamedTuple

from domain.proof.errors import Misspelt, Unproven
from domain.proof.spelling import read_base64, shown
from domain.proof.stored import Stored, hex_in, number_in, text_in

MOST_SCENARIOS = 10_000


class Scenario(NamedTuple):
    """A scenario, opened by the campaign's record `seq`: its number and game, the leaf of the
    game's opening, and the game, record and leaf from which its `sheet` was taken. Leaves and sheet
    are empty if the record names none."""

    seq: int
    number: int
    game: str
    leaf: bytes
    from_game: str
    from_seq: int
    from_leaf: bytes
    sheet: bytes


class HandedOnSheet(NamedTuple):
    """A game's record `seq` that says that its sheet was handed on: to which campaign, scenario and
    game."""

    seq: int
    campaign: str
    scenario: int
    game: str
    sheet: bytes


class CampaignPlace(NamedTuple):
    """A game's place in a campaign, as its opening states it: the campaign (empty: none), the
    number of the scenario, and the digest of the sheet it began with."""

    campaign: str
    scenario: int
    sheet: bytes


def campaign_place_of(opened: Stored) -> CampaignPlace:
    """The place of a game in a campaign. Raises `Misspelt` for a bad number, or for a number
    without a campaign."""
    campaign, scenario = text_in(opened, "campaign"), number_in(opened, "scenario")
    if scenario < 0 or (scenario and not campaign):
        raise Misspelt(
            f"it says to be scenario {scenario} of the campaign {shown(campaign)}, which is none",
            f"elle se dit le scénario {scenario} de la campagne {shown(campaign)} : il n'y en a pas",
        )
    return CampaignPlace(campaign, scenario, _sheet_digest_in(opened))


def read_handed_on(seq: int, stored: Stored) -> HandedOnSheet:
    names = text_in(stored, "campaign"), number_in(stored, "scenario"), text_in(stored, "game")
    return HandedOnSheet(seq, *names, hex_in(stored, "sheet", 32))


class Scenarios:
    def __init__(self) -> None:
        self.all: list[Scenario] = []
        self._games: set[str] = set()

    def take(self, seq: int, stored: Stored, opened: Stored) -> None:
        """Check a `ScenarioOpened` and add it. It must be the campaign's next scenario, a new game,
        and begin with the previous game's sheet. `opened` is the campaign's opening. Raises
        `Misspelt`, `Unproven`."""
        number, game, before = (
            number_in(stored, "number"),
            text_in(stored, "game"),
            text_in(stored, "from_game"),
        )
        if len(self.all) >= MOST_SCENARIOS:
            raise Misspelt(
                "there are more scenarios than an audit follows",
                "il y a plus de scénarios qu'un audit n'en suit",
            )
        if number != len(self.all) + 1:
            raise Unproven(
                f"it opens scenario {number} where scenario {len(self.all) + 1} belongs",
                f"elle ouvre le scénario {number} à la place du scénario {len(self.all) + 1}",
            )
        if 0 < number_in(opened, "scenarios") < number:
            raise Unproven(
                f"it opens scenario {number}, and the campaign has fewer",
                f"elle ouvre le scénario {number}, et la campagne en a moins",
            )
        if not game or game in self._games:
            raise Unproven(
                f"it opens scenario {number} as the game {shown(game)}, which is none or another "
                f"scenario's",
                f"elle ouvre le scénario {number} comme la partie {shown(game)}, qui n'en est pas "
                f"une ou est d'un autre scénario",
            )
        last = self.all[-1].game if self.all else ""
        if before != last:
            raise Unproven(
                f"it opens scenario {number} from the sheet of {shown(before)}, and the game "
                f"before is {shown(last)}",
                f"elle ouvre le scénario {number} depuis la feuille de {shown(before)}, et la "
                f"partie d'avant est {shown(last)}",
            )
        from_seq, sheet = number_in(stored, "from_seq"), _sheet_digest_in(stored)
        if (from_seq > 0) != bool(before) or bool(sheet) != bool(before):
            raise Unproven(
                "it does not name both the record and the sheet that it goes on from, or names "
                "them where nothing came before",
                "elle ne nomme pas l'écriture et la feuille d'où elle repart, ou les nomme alors "
                "que rien ne précède",
            )
        self._games.add(game)
        self.all.append(
            Scenario(
                seq=seq,
                number=number,
                game=game,
                leaf=_leaf_in(stored, "leaf"),
                from_game=before,
                from_seq=from_seq,
                from_leaf=_leaf_in(stored, "from_leaf"),
                sheet=sheet,
            )
        )


def _leaf_in(stored: Stored, name: str) -> bytes:
    digest = text_in(stored, name)
    return read_base64(digest, 32) if digest else b""


def _sheet_digest_in(stored: Stored) -> bytes:
    return hex_in(stored, "sheet", 32) if text_in(stored, "sheet") else b""
