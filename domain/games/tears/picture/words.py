"""What is drawn and for whom, and the words of the picture in the language of who looks."""

from __future__ import annotations

from typing import Any, NamedTuple

from domain.drawing.svg import Changed
from domain.games.tears.options import Setting
from domain.games.tears.values import Card
from domain.kit import Sentences, Text
from domain.rules.text import Lang

SAID = Sentences("""
picture
  1066, Tears to Many Mothers, round {round}
told
  {now} The player has {mine} cards on the battlefield, {damage} damage on the wedges and {points} points; the Enemy {theirs}
    cards and {suffered} damage.
about
  {about}: {question}
enemys-turn
  The Enemy takes its turn.
wedges
  The wedges' combats are fought.
objectives
  The objectives are tested.
players-turn
  It is the player's turn.
points
  {points} points: {rank}
player
  the player
enemy
  the Enemy
saxon
  Saxons
norman
  Normans
space
  wedge {wedge}, line {line} of {side}
empty
  {space}: empty
line
  line {line}
attached
  {card}: attached
turned-up
  turned up
in-hand
  {card}: in hand
costs
  {card}: in hand, cost {cost}
whose
  {card}: {side}
exhausted
  exhausted
damage
  {n} damage
with
  attached: {cards}
might
  might {n}
zeal
  zeal {n}
health
  health {n}
ranged
  range {n}
resource
  resource {n}
cavalry
  cavalry
resources
  Enemy resources by round
table
  Resource table: the marker covers {rows} rows; {total}
no-draw
  no card is drawn
total
  table {table} + cards {cards} = {total}
wedge
  Wedge {n}
taken-by
  taken by {side}
taken
  taken
wedge-told
  Wedge {n}: {tokens}
tokens
  {placed} of {most} damage by {side}
on-table
  on the table
piles
  deck {deck} · discard {discard}
army
  {who} ({faction}): {piles}
objective
  Objective {letter}: {name}, damage {damage}
no-reserve
  no card in reserve
hand
  Hand: {cards}
""")


class Scene(NamedTuple):
    """What is drawn, and for whom. `asked` are the ids that an open question is about."""

    setting: Setting
    view: dict[str, Any]
    lang: Lang
    changed: Changed
    asked: frozenset[str]

    def say(self, slug: str, **named: object) -> str:
        """Words in the picture's language."""
        return SAID(slug, **named).to(self.lang)

    def read(self, shown: dict[str, str]) -> str:
        """Words of the view in the picture's language."""
        return Text.of(shown).to(self.lang)

    def side(self, seat: str) -> str:
        """`the Enemy`, `the player`."""
        return self.say("player" if seat == "player" else "enemy")

    def printed(self, id: str) -> Card | None:
        """What the catalog prints on a card; nothing of one that the table entered."""
        return self.setting.cards.get(id)

    def name(self, id: str) -> str:
        """A card's name where the view has only its id."""
        printed = self.printed(id)
        return printed.name.to(self.lang) if printed else id
