"""Campaigns: what a game hands on to the next."""

from typing import Any

from domain.titles.contract.rules.metadata import A, B, F, S
from domain.titles.contract.rules.showing import Showing
from domain.titles.contract.sheet import Block, plain_blocks


class Campaigns(Showing[S, B, A, F]):
    def scenarios(self, values: Any) -> int:
        """How many scenarios a campaign of this title has; 0: as many as the table likes."""
        return 0

    def sheet(self, board: B) -> dict[str, Any]:
        """What a game has on its campaign's sheet, at any position, as plain JSON data with the
        same lines at each: titles that keep more say so here. Everybody may see it: nothing hidden
        is on it."""
        outcome = self.outcome(board)
        return {
            "score": {line.seat: line.points for line in self.score(board)},
            "outcome": outcome.code if outcome else None,
            "winners": list(outcome.winners) if outcome else [],
        }

    def sheet_blocks(self, values: Any, sheet: dict[str, Any]) -> tuple[Block, ...]:
        """A sheet as people read and print it; titles whose sheet has more than points say it in
        their own words."""
        return plain_blocks(sheet)

    def carry(self, sheet: dict[str, Any] | None, number: int) -> dict[str, Any]:
        """The options that scenario `number` (from 1) opens with beside the campaign's own, from
        the sheet of the one before (none for the first), whatever version of the rules that one was
        played under."""
        return {}
