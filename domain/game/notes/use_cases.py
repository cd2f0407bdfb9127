"""The use cases of remarks and of a game's listing."""

from domain.game.aggregate.game import Game
from domain.game.application import ClerkApplication
from domain.game.commands import Answer, Order
from domain.game.names import checked_name
from domain.game.notes.conditions import need_listing, need_remark
from domain.game.record.records import GameRecord, ListingChanged, NoteAdded
from domain.kernel.writer import Unit


class Notes(ClerkApplication):
    def note(self, order: Order, text: str, about: int = 0, seat: str = "") -> Answer:
        """Add a remark about record `about` (0: about the game), for a seat (empty: for none)."""

        def record(game: Game, unit: Unit) -> GameRecord:
            need_remark(game, text, about, seat)
            return NoteAdded(**unit.stamp, text=unit.keep_text(text), about=about, seat=seat)

        return self.write(order, record)

    def change_listing(
        self,
        order: Order,
        *,
        public: bool | None = None,
        tags: tuple[str, ...] | None = None,
        name: str | None = None,
    ) -> Answer:
        """Change whether the game is public, its tags or its name. None leaves a field as it is."""

        def record(game: Game, unit: Unit) -> GameRecord:
            now = game.listing
            listing = now.public if public is None else public, now.tags if tags is None else tags
            typed = game.typed_name if name is None else checked_name(name)
            need_listing(game, *listing, typed)
            return ListingChanged(**unit.stamp, public=listing[0], tags=listing[1], name=typed)

        return self.write(order, record)
