"""All use cases of tournaments, over a service's desk or an audit's."""

from domain.game.clerk.clerk import Clerk
from domain.tournament.directing.direction import Desk, Directing
from domain.tournament.directing.games import ClerkGames, TableGames
from domain.tournament.entrants.registering import Registering
from domain.tournament.entrants.use_cases import Entrants
from domain.tournament.lifecycle.report_files import ReportFiles
from domain.tournament.lifecycle.use_cases import Lifecycle
from domain.tournament.pairing.engines import engine_of
from domain.tournament.parts.use_cases import Parts
from domain.tournament.results.use_cases import Results
from domain.tournament.rounds.use_cases import Engines, Rounds


class UseCases:
    """The use cases that write records, by subject. A replay calls the use case that a kind of
    record names (`asks`). `engines` finds the engine that pairs a stage."""

    def __init__(self, desk: Desk, games: TableGames, engines: Engines = engine_of) -> None:
        self.whole = Lifecycle(desk, engines, games)
        self.entering = Entrants(desk)
        self.parts = Parts(desk)
        self.rounds = Rounds(desk, engines, games)
        self.results = Results(desk, self.rounds, games)


class Tournaments(UseCases):
    """All use cases over one clerk; thread-safe."""

    def __init__(self, clerk: Clerk, engines: Engines = engine_of) -> None:
        self.desk = Directing(clerk)
        self.games = ClerkGames(self.desk)
        super().__init__(self.desk, self.games, engines)
        self.registering = Registering(self.desk, self.entering)
        self.report_files = ReportFiles(self.desk, engines)
