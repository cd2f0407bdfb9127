"""Mise en place: both sides' first cards, and where the player places his leader."""

from collections.abc import Iterator

from domain.titles.kit import Course, Move, Text, Verdict
from domain.titles.tears import facts as f
from domain.titles.tears.actions import PlaceLeader
from domain.titles.tears.board import Army, Board, Setting, line_of, wedge_of
from domain.titles.tears.chapters.damage import check_free_space
from domain.titles.tears.chapters.phases import begin_round, draw_cards


def blank(setting: Setting) -> Board:
    factions, entered = setting.values.factions, setting.options.cards == "table"
    mine, theirs = factions[setting.options.faction], factions[setting.enemy_faction]
    my_deck = () if entered else tuple(c.id for c in mine.deck)
    their_deck = () if entered else tuple(c.id for c in theirs.deck if c.id not in theirs.start)
    return Board(
        setting=setting,
        player=Army(setting.options.faction, deck=my_deck, entered=entered, hand=(mine.leader.id,)),
        enemy=Army(setting.enemy_faction, deck=their_deck, entered=entered),
    )


def set_up(course: Course) -> None:
    """Place the Enemy's leader in line 3 with its first two cards in front of him, and draw the
    player's hand. Then the player has to place his leader. The marker covers no row yet."""
    values = course.board.setting.values
    side = values.factions[course.board.enemy.faction]
    for line, id in ((3, side.leader.id), (2, side.start[0]), (1, side.start[1])):
        course.emit(f.Placed("enemy", id, values.start_wedge, line))
    if not course.board.player.entered:
        draw_cards(course, values.player.opening_hand)
    course.emit(f.question_fact("leader", course.board.leader_id("player"), ()))


def judge_leader(board: Board, seat: str, action: PlaceLeader) -> Verdict:
    return check_free_space(board, "player", action.wedge, action.line)


def place_leader(course: Course, seat: str, action: PlaceLeader) -> None:
    course.emit(f.LeaderPlaced(course.board.leader_id("player"), action.wedge, action.line))
    begin_round(course)


def offer_placing(board: Board, seat: str) -> Iterator[PlaceLeader]:
    return (PlaceLeader(wedge_of(at), line_of(at)) for at in board.free_spaces("player"))


LABEL = Text("places the leader in wedge {wedge}, line {line}")
NAME = Text("Place the leader")
MOVES = (
    Move(
        PlaceLeader,
        ("leader",),
        judge_leader,
        place_leader,
        offer_placing,
        LABEL,
        NAME,
        rule="Mise en place",
        always_legal=True,
    ),
)
