"""All use cases of tournaments, for the service and for an audit."""

from domain.game.clerk.clerk import Clerk
from domain.tournament.directing.direction import TournamentStore, TournamentWriter
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
    """The use cases that write records, by subject. `store`: writes the records; `engines`: returns
    the engine that pairs a stage in an edition."""

    def __init__(
        self, store: TournamentWriter, games: TableGames, engines: Engines = engine_of
    ) -> None:
        self.whole = Lifecycle(store, engines, games)
        self.entering = Entrants(store)
        self.parts = Parts(store)
        self.rounds = Rounds(store, engines, games)
        self.results = Results(store, self.rounds, games)


class Tournaments(UseCases):
    """All use cases of the tournaments of one clerk. Thread-safe."""

    def __init__(self, clerk: Clerk, engines: Engines = engine_of) -> None:
        self.store = TournamentStore(clerk)
        self.games = ClerkGames(self.store)
        super().__init__(self.store, self.games, engines)
        self.registering = Registering(self.store, self.entering)
        self.report_files = ReportFiles(self.store, engines)
