"""All use cases of tournaments, over one clerk."""

from domain.game.clerk.clerk import Clerk
from domain.tournament.directing.direction import Directing
from domain.tournament.directing.games import ClerkGames
from domain.tournament.entrants.registering import Registering
from domain.tournament.entrants.use_cases import Entrants
from domain.tournament.lifecycle.report_files import ReportFiles
from domain.tournament.lifecycle.use_cases import Lifecycle
from domain.tournament.pairing.engines import engine_of
from domain.tournament.parts.use_cases import Parts
from domain.tournament.results.use_cases import Results
from domain.tournament.rounds.use_cases import Engines, Rounds


class Tournaments:
    """The use cases by subject; shared by all threads. `engines` are those that stages are paired
    by."""

    def __init__(self, clerk: Clerk, engines: Engines = engine_of) -> None:
        self.desk = Directing(clerk)
        self.games = ClerkGames(self.desk)
        self.whole = Lifecycle(self.desk, engines, self.games)
        self.entering = Entrants(self.desk)
        self.registering = Registering(self.desk, self.entering)
        self.parts = Parts(self.desk)
        self.rounds = Rounds(self.desk, engines, self.games)
        self.results = Results(self.desk, self.rounds, self.games)
        self.report_files = ReportFiles(self.desk, engines)
