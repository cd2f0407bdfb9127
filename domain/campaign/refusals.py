from domain.kernel.refusals import Kind, Refusal
from domain.kernel.text import Text


class UnknownCampaign(Refusal):
    kind = Kind(
        "unknown-campaign",
        404,
        Text("There is no such campaign"),
        Text("No campaign has this id. A game that belongs to a campaign has an id of its own."),
        Text("`GET /api/v1/campaigns` lists the campaigns."),
    )

    def __init__(self, campaign: str) -> None:
        super().__init__(Text("There is no campaign {campaign}.", campaign=campaign))


class NoSuchScenario(Refusal):
    kind = Kind(
        "no-such-scenario",
        404,
        Text("The campaign has no such scenario"),
        Text("The scenario named was not opened yet, or the number is below 1."),
        Text("Ask for a scenario from 1 to `opened`."),
    )
    members = ("number", "opened")

    def __init__(self, number: int, opened: int) -> None:
        there = Text("this campaign has opened scenarios 1 to {opened}", opened=opened)
        if opened < 2:
            there = (
                Text("this campaign has opened scenario 1")
                if opened
                else Text("this campaign has opened none so far")
            )
        super().__init__(
            Text("There is no scenario {number}: {there}.", number=number, there=there)
        )
        self.number, self.opened = number, opened


class ScenarioUnreadable(Refusal):
    """The game of a scenario cannot be read; the sentence contains the cause, `why`."""

    kind = Kind(
        "scenario-unreadable",
        409,
        Text("A scenario cannot be read"),
        Text(
            "The game of this scenario, or the catalog or the rules that it was opened with, is "
            "damaged or gone. The rest of the campaign can be read; nothing was recorded."
        ),
        Text(
            "Tell the operator: `greffe fsck` names what is damaged. Positions before it can be "
            "asked for with `?at=`."
        ),
    )
    members = ("number", "game")

    def __init__(self, number: int, game: str, why: Text) -> None:
        super().__init__(
            Text(
                "Scenario {number} (game {game}) cannot be read: {why}",
                number=number,
                game=game,
                why=why,
            )
        )
        self.number, self.game = number, game
