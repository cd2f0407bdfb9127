from __future__ import annotations

from domain.kernel.refusals import Refusal
from domain.kernel.text import Text


class UnknownCampaign(Refusal):
    code = "unknown-campaign"

    def __init__(self, campaign: str) -> None:
        super().__init__(Text("There is no campaign {campaign}.", campaign=campaign))


class NoSuchScenario(Refusal):
    code = "no-such-scenario"
    members = ("number", "opened")

    def __init__(self, number: int, opened: int) -> None:
        there = Text("this campaign has opened scenarios 1 to {opened}", opened=opened)
        if opened < 2:
            there = Text("this campaign has opened scenario 1") if opened else Text("this campaign has opened none so far")
        super().__init__(Text("There is no scenario {number}: {there}.", number=number, there=there))
        self.number, self.opened = number, opened
