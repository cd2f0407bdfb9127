"""Drawing cards: a card is picked from those not seen yet at the moment it is drawn."""

from __future__ import annotations

from domain.games.tears import facts as f
from domain.games.tears.damage import Story
from domain.rules.chance import Chance
from domain.rules.text import Text

HAND = Text("Cards that you draw", "Cartes que vous piochez")
TOP = Text("Top card of the Enemy's deck", "Carte du dessus du paquet Ennemi")


def draw_cards(course: Story, count: int, chance: Chance | None) -> tuple[str, ...]:
    """The player draws cards, or as many as are left. Without chance any cards will do: a rehearsal that only counts.
    From a deck on the table nothing but the number is known."""
    player = course.board.player
    if player.entered:
        course.tell(f.Drawn((), count))
        return ()
    count = min(count, len(player.deck))
    if not count:
        return ()
    cards = player.deck[:count] if chance is None else tuple(map(str, chance.draw("hand", HAND, player.deck, count)))
    course.tell(f.Drawn(cards, count))
    return cards
