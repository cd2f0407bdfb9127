"""All use cases of tournaments, over one clerk."""

from __future__ import annotations

from domain.clerk.clerk import Clerk
from domain.directing.directing import Directing
from domain.directing.entrants import Entrants
from domain.directing.games import ClerkGames
from domain.directing.lifecycle import Lifecycle
from domain.directing.parts import Parts
from domain.directing.results import Results
from domain.directing.rounds import Engines, Rounds
from domain.tournament.pairing.engines import engine_of


class Tournaments:
    """The use cases by subject; shared by all threads. `engines` are those that stages are paired by."""

    def __init__(self, clerk: Clerk, engines: Engines = engine_of) -> None:
        self.desk = Directing(clerk)
        games = ClerkGames(self.desk)
        self.whole = Lifecycle(self.desk, engines, games)
        self.entering = Entrants(self.desk)
        self.parts = Parts(self.desk)
        self.rounds = Rounds(self.desk, engines, games)
        self.results = Results(self.desk, self.rounds, games)
