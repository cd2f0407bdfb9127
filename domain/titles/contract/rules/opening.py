"""How a game is opened: catalogs, seats, options, the board before any fact."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

from domain.titles.contract.about import SeatSpec
from domain.titles.contract.catalogs.catalog import Catalog
from domain.titles.contract.catalogs.faults import Fault
from domain.titles.contract.chance import Chance
from domain.titles.contract.rules.metadata import A, B, F, Metadata, S


class Opening(Metadata[S, B, A, F]):
    @abstractmethod
    def catalogs(self) -> Mapping[str, Catalog]:
        """The catalogs that come with the title, by name; `default` is always there."""

    @abstractmethod
    def seats(self, players: int | None, options: Any) -> tuple[SeatSpec, ...]:
        """The seats in playing order for a number of players (`None`: the title's default), automas
        included. Raises `BadOpening` for a number that cannot play."""

    def usual_players(self, values: Any) -> int | None:
        """How many players sit down with a catalog where nobody says; by default what `seats` takes
        for none said."""
        return None

    def check_setting(self, setting: S) -> None:
        """Raise `BadOpening` where options that fit one by one do not fit together, or the catalog;
        by default they do."""
        return

    def check_values(self, values: Any) -> tuple[Fault, ...]:
        """What is contradictory or missing in a catalog beyond its types; all faults at once."""
        return ()

    @abstractmethod
    def blank(self, setting: S) -> B:
        """The board before any fact."""

    @abstractmethod
    def setup(self, board: B, chance: Chance) -> tuple[F, ...]:
        """The facts that set the game up, chance included; they are stored in the opening
        record."""
