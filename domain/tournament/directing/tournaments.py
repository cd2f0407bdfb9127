"""All use cases of tournaments, over one clerk."""

from domain.game.clerk.clerk import Clerk
from domain.tournament.directing.direction import Directing
from domain.tournament.directing.entrants import Entrants
from domain.tournament.directing.games import ClerkGames
from domain.tournament.directing.lifecycle import Lifecycle
from domain.tournament.directing.parts import Parts
from domain.tournament.directing.registering import Registering
from domain.tournament.directing.report_files import ReportFiles
from domain.tournament.directing.results import Results
from domain.tournament.directing.rounds import Engines, Rounds
from domain.tournament.pairing.engines import engine_of


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
