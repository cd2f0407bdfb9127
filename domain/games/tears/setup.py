"""Set-up ("Mise en place")."""

from __future__ import annotations

from domain.games.tears import facts as f
from domain.games.tears.asking import ask
from domain.games.tears.board import Army, TearsBoard
from domain.games.tears.damage import Story
from domain.games.tears.draws import draw_cards
from domain.games.tears.evolve import evolve
from domain.games.tears.options import TearsSetting
from domain.rules.chance import Chance
from domain.rules.ruleset import Fact, Resolution


def blank(setting: TearsSetting) -> TearsBoard:
    """Both decks ready: the player has his leader in hand, the Enemy's first three cards lie beside its deck. Of real decks no
    card is known."""
    factions, entered = setting.values.factions, setting.options.cards == "table"
    mine, theirs = factions[setting.options.faction], factions[setting.enemy_faction]
    my_deck = () if entered else tuple(c.id for c in mine.deck)
    their_deck = () if entered else tuple(c.id for c in theirs.deck if c.id not in theirs.start)
    return TearsBoard(
        setting=setting,
        player=Army(setting.options.faction, deck=my_deck, entered=entered, hand=(mine.leader.id,)),
        enemy=Army(setting.enemy_faction, deck=their_deck, entered=entered),
    )


def set_up(board: TearsBoard, chance: Chance) -> tuple[Fact, ...]:
    """The Enemy's leader in line 3 and its two first cards before him; the player's first hand; then his leader's place is his
    to choose. The marker lies above row 1: no row is covered."""
    course: Story = Resolution(evolve, board)
    values = board.setting.values
    side = values.factions[board.enemy.faction]
    for line, id in ((3, side.leader.id), (2, side.start[0]), (1, side.start[1])):
        course.tell(f.Placed("enemy", id, values.start_wedge, line))
    if not board.player.entered:
        draw_cards(course, values.player.opening_hand, chance)
    ask(course, "leader", values.factions[board.player.faction].leader.id, ())
    return course.facts
