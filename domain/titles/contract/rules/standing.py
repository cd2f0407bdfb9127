"""How a game stands, and how it ends."""

from abc import abstractmethod
from collections.abc import Mapping

from domain.kernel.text import Text
from domain.titles.contract.about import Outcome, Ranking, ScoreLine
from domain.titles.contract.rules.metadata import A, B, F, S
from domain.titles.contract.rules.secrets import Secrets


class Standing(Secrets[S, B, A, F]):
    def combat(self, board: B) -> tuple[Text, ...]:
        """How a combat that is being fought stands, a sentence for each thing that counts, the
        first of them who fights whom; none while nobody fights. For public eyes."""
        return ()

    @abstractmethod
    def score(self, board: B) -> tuple[ScoreLine, ...]:
        """Points so far, seat by seat. For public eyes."""

    def places(self, board: B) -> Mapping[str, int]:
        """The place of every seat once the game is over, where that is not who has won and then who
        has more points; by default nothing."""
        return {}

    @abstractmethod
    def outcome(self, board: B) -> Outcome | None:
        """Who won and why, or none while the game goes on."""

    def ranking(self, board: B, penalties: Mapping[str, int]) -> Ranking:
        """`outcome` and `places` with the points that rulings added to seats (below 0: taken away).
        A title where points decide ranks by the points with them; by default who has won stays so.
        They end no game, and make none go on."""
        return Ranking(self.outcome(board), self.places(board))

    def lowest_wins(self, board: B) -> bool:
        """Whether fewer points are better; by default more are."""
        return False
