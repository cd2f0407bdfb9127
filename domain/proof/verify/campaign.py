"""A campaign's games in the report: which leaves bind them to the campaign, and whether a game's
bundle agrees with the campaign's."""

from collections.abc import Callable
from typing import NamedTuple

from domain.proof.bundle.scenarios import CampaignPlace, HandedOnSheet, Scenario, Scenarios
from domain.proof.errors import Refused, Sentence, Unproven
from domain.proof.spelling import base64_of, shown
from domain.proof.stored import Stored
from domain.proof.verify.report import Finding, Report


def report_scenarios(report: Report, scenarios: Scenarios) -> None:
    """Add a note for each scenario to the report: the leaves that bind its game to the campaign, or
    that only its id names it."""
    report.add_some(
        [
            Finding(
                "scenarios", "note", _scenario_sentence(scenario), data=_scenario_data(scenario)
            )
            for scenario in scenarios.all
        ]
    )


def _scenario_data(scenario: Scenario) -> dict[str, object]:
    leaves = {"leaf": scenario.leaf, "from_leaf": scenario.from_leaf}
    return {
        "scenario": scenario.number,
        "game": scenario.game,
        **{name: base64_of(leaf) for name, leaf in leaves.items() if leaf},
    }


def _scenario_sentence(scenario: Scenario) -> Sentence:
    sentence = Sentence(
        f"scenario {scenario.number} is the game {shown(scenario.game)}, and the campaign says nothing of "
        f"its records: its id alone names it",
        f"le scénario {scenario.number} est la partie {shown(scenario.game)}, et la campagne ne dit rien de "
        f"ses écritures : seul son "
        "identifiant la nomme",
    )
    if scenario.leaf:
        at = base64_of(scenario.leaf)
        sentence = Sentence(
            f"scenario {scenario.number} is the game {shown(scenario.game)}, bound to leaf {at} of its "
            f"opening",
            f"le scénario {scenario.number} est la partie {shown(scenario.game)}, liée à l'entrée {at} de "
            f"son ouverture au journal",
        )
    if scenario.from_leaf:
        at = base64_of(scenario.from_leaf)
        return Sentence(
            f"{sentence.en}; it goes on from record {scenario.from_seq} of {shown(scenario.from_game)}, bound "
            f"to leaf {at}",
            f"{sentence.fr} ; il repart de l'écriture {scenario.from_seq} de {shown(scenario.from_game)}, liée "
            f"à son entrée {at} au journal",
        )
    if scenario.from_game:
        return Sentence(
            f"{sentence.en}; it goes on from record {scenario.from_seq} of {shown(scenario.from_game)}, to "
            f"whose leaf nothing binds it",
            f"{sentence.fr} ; il repart de l'écriture {scenario.from_seq} de {shown(scenario.from_game)}, sans "
            f"que rien ne l'y lie",
        )
    return sentence


class GameBundle(NamedTuple):
    """A game's bundle: its place in a campaign by its opening, its records about handing on a sheet
    (`handed`), its opening, the number of its records, and a function to the leaf of each."""

    id: str
    place: CampaignPlace
    handed: tuple[HandedOnSheet, ...]
    opened: Stored
    records: int
    leaf: Callable[[int], bytes]


class CampaignBundle(NamedTuple):
    """A campaign's bundle: its scenarios, its opening, and whether it is `closed`, so that no
    further scenario can follow."""

    id: str
    scenarios: tuple[Scenario, ...]
    opened: Stored
    closed: bool


def compare_with_campaign(report: Report, game: GameBundle, campaign: CampaignBundle) -> None:
    """Compare a game with its campaign, leaf by leaf and sheet by sheet. Adds the result to the
    report."""
    try:
        missing = _compare_opening(game, campaign) or _compare_handed_on(game, campaign)
    except Refused as e:
        report.fail("campaign", e.said, e.record)
        return
    if missing is not None:
        report.add("campaign", "open", missing)
        return
    scenario = campaign.scenarios[game.place.scenario - 1]
    sentence = Sentence(
        f"it is scenario {scenario.number} of {shown(campaign.id)}, and agrees with what the campaign "
        f"says of its leaves and sheets",
        f"c'est le scénario {scenario.number} de {shown(campaign.id)}, conforme à ce que la campagne "
        f"en dit",
    )
    if not scenario.leaf:
        sentence = Sentence(
            f"it is scenario {scenario.number} of {shown(campaign.id)} by its id alone: the campaign "
            f"says nothing of its leaf",
            f"c'est le scénario {scenario.number} de {shown(campaign.id)} par son seul identifiant : "
            f"la campagne n'en lie rien",
        )
    report.add(
        "campaign",
        "ok" if scenario.leaf else "note",
        sentence,
        data={"campaign": campaign.id, "scenario": scenario.number},
    )


def _compare_opening(game: GameBundle, campaign: CampaignBundle) -> Sentence | None:
    """Compare a game's opening with its scenario. Returns the sentence about what cannot be
    compared, or None. Raises `Unproven` if they contradict each other."""
    place, there = game.place, len(campaign.scenarios)
    if place.campaign != campaign.id:
        raise Unproven(
            f"the game was opened for the campaign {shown(place.campaign)}, not for "
            f"{shown(campaign.id)}",
            f"la partie a été ouverte pour la campagne {shown(place.campaign)}, non pour "
            f"{shown(campaign.id)}",
            1,
        )
    if place.scenario > there and not campaign.closed:
        return Sentence(
            f"the campaign's bundle ends before scenario {place.scenario}: fetch it again",
            f"le dossier de la campagne finit avant le scénario {place.scenario} : reprenez-le",
        )
    scenario = campaign.scenarios[place.scenario - 1] if 0 < place.scenario <= there else None
    if scenario is None or scenario.game != game.id:
        raise Unproven(
            f"the campaign's scenario {place.scenario} is not this game",
            f"le scénario {place.scenario} de la campagne n'est pas cette partie",
            1,
        )
    if scenario.leaf and scenario.leaf != game.leaf(1):
        raise Unproven(
            f"the campaign's record {scenario.seq} is bound to another opening of this game: its leaf "
            f"differs",
            f"l'écriture {scenario.seq} de la campagne est liée à une autre ouverture de cette partie "
            f": son entrée au journal diffère",
            1,
        )
    if (scenario.leaf or place.sheet) and scenario.sheet != place.sheet:
        raise Unproven(
            f"the game began with another sheet than the campaign's record {scenario.seq} says",
            f"la partie a commencé avec une autre feuille que ne le dit l'écriture {scenario.seq} de "
            f"la campagne",
            1,
        )
    mine, agreed = _shared_fields(game.opened), _shared_fields(campaign.opened)
    for name in agreed:
        if mine.get(name) != agreed[name]:
            raise Unproven(
                f"the game was opened otherwise than its campaign says: {shown(name)}",
                f"la partie s'est ouverte autrement que ne le dit sa campagne : {shown(name)}",
                1,
            )
    return None


def _shared_fields(opened: Stored) -> Stored:
    """The fields of an opening that campaign and game must agree on. Each option is a field of its
    own, `options/<name>`."""
    options = opened.get("options")
    return {
        **{name: opened.get(name) for name in ("ruleset", "catalog", "chance", "undo")},
        "seals": bool(opened.get("seals")),
        "options": isinstance(options, dict) or options,
        **({f"options/{n}": options[n] for n in options} if isinstance(options, dict) else {}),
    }


def _compare_handed_on(game: GameBundle, campaign: CampaignBundle) -> Sentence | None:
    """Compare the sheet that a game handed on with the next scenario. Returns the sentence about
    what cannot be compared, or None. Raises `Unproven` if they contradict each other."""
    number = game.place.scenario + 1
    scenario = campaign.scenarios[number - 1] if number <= len(campaign.scenarios) else None
    for handed in game.handed:
        if (handed.campaign, handed.scenario) != (campaign.id, number) or (
            scenario is None and campaign.closed
        ):
            raise Unproven(
                f"it hands the sheet on to scenario {handed.scenario} of "
                f"{shown(handed.campaign)}, which does not follow",
                f"elle remet la feuille au scénario {handed.scenario} de "
                f"{shown(handed.campaign)}, qui ne suit pas",
                handed.seq,
            )
        if scenario is not None and (handed.game, handed.sheet, handed.seq) != (
            scenario.game,
            scenario.sheet,
            scenario.from_seq + 1,
        ):
            raise Unproven(
                f"it hands on another sheet, to another game or after another record than the "
                f"campaign's record {scenario.seq} says",
                f"elle remet une autre feuille, à une autre partie ou après une autre écriture "
                f"que ne le dit l'écriture {scenario.seq} "
                "de la campagne",
                handed.seq,
            )
    if scenario is None and game.handed:
        return Sentence(
            f"the campaign's bundle ends before scenario {number}, which this game's sheet was "
            f"handed on to: fetch it again",
            f"le dossier de la campagne finit avant le scénario {number}, auquel cette partie a "
            f"remis sa feuille : reprenez-le",
        )
    if scenario is None or not scenario.from_leaf:
        return None
    if scenario.from_seq > game.records:
        return Sentence(
            f"the game's bundle ends before record {scenario.from_seq}, which the next scenario goes "
            f"on from",
            f"le dossier de la partie finit avant l'écriture {scenario.from_seq}, d'où repart le "
            f"scénario suivant",
        )
    if scenario.from_leaf != game.leaf(scenario.from_seq):
        raise Unproven(
            f"the campaign's record {scenario.seq} goes on from another record of that number: its "
            f"leaf differs",
            f"l'écriture {scenario.seq} de la campagne repart d'une autre écriture de ce numéro : son "
            f"entrée au journal diffère",
            scenario.from_seq,
        )
    if game.records > scenario.from_seq and not game.handed:
        raise Unproven(
            f"the campaign went on from record {scenario.from_seq}, and what follows does not hand the "
            f"sheet on",
            f"la campagne est repartie de l'écriture {scenario.from_seq}, et la suite ne remet pas la "
            f"feuille",
            scenario.from_seq + 1,
        )
    return None
