"""Combat: bonus cards, scores, losses, the winner, and the retreat; then the move continues or the
turn ends."""

from collections.abc import Iterator

from domain.titles.contract.chance import Ask
from domain.titles.kit import LEGAL, Course, Move, Refusals, Text, Verdict
from domain.titles.northgard import facts as f
from domain.titles.northgard.actions import Retreat
from domain.titles.northgard.board import Battle, Board
from domain.titles.northgard.chapters.move import possible_steps
from domain.titles.northgard.chapters.renew import cards_to_turn_up, renew_card
from domain.titles.northgard.turn import territory_refusal

NO = Refusals("Combat", """
no-refuge = The survivors cannot retreat to {id}; adjacent and neutral or yours: {possible}.
""")  # fmt: skip


def resume_combats(course: Course) -> None:
    """Emit combats, losses, retreats and the end of the turn as far as they follow by themselves,
    until a seat has to choose or the turn is over."""
    while course.board.stage != "over" and not course.board.renewing:
        battle = course.board.battle
        if battle is None:
            place = contested_territory(course.board)
            if place is not None:
                _begin_combat(course, place)
            elif not _advance_if_forced(course):
                return
        elif not battle.loser:
            _resolve_combat(course, battle)
        elif not _retreat_if_forced(course, battle):
            return


def _advance_if_forced(course: Course) -> bool:
    """If there is only one way to advance into a combat beside an explored tile, move the units
    there. If there is none, end the turn, unless a step is left. Returns whether units were
    moved."""
    board = course.board
    ways = board.possible_advances()
    if len(ways) == 1:
        ((origin, target),) = ways
        course.emit(
            f.UnitsAdvanced(board.turn, origin, target, board.territories[origin].units[board.turn])
        )
    elif not ways:
        _end_turn(course)
    return len(ways) == 1


def contested_territory(board: Board) -> str | None:
    """The first territory, by name, in which both players have units; None if there is none."""
    return min((id for id, t in board.territories.items() if len(t.units) > 1), default=None)


def _begin_combat(course: Course, place: str) -> None:
    """Begin a combat in a territory and draw each side's bonus card from its face-up cards. A side
    without any has bonus 0."""
    board = course.board
    attacker = board.turn
    defender = board.setting.rival[attacker]
    course.emit(f.CombatBegun(place, attacker, defender))
    fighters = [s for s in (attacker, defender) if board.sides[s].up]
    drawn = course.chance.ask(*(_bonus_draw(board, s) for s in fighters))
    for seat, (card,) in zip(fighters, drawn, strict=True):
        course.emit(f.BonusDrawn(seat, str(card), board.setting.cards[str(card)].bonus))
    for seat, (card,) in zip(fighters, drawn, strict=True):
        if card != renew_card(board):
            continue
        if cards_to_turn_up(course.board, seat):
            course.emit(f.RenewDrawn(seat))
        else:
            course.emit(f.CardsTurnedUp(seat, (renew_card(board),)))


def _bonus_draw(board: Board, seat: str) -> Ask:
    name, rival = board.setting.name(seat), board.setting.name(board.setting.rival[seat])
    label = Text("{name}'s bonus card, drawn by {rival}", name=name, rival=rival)
    return Ask("bonus-card", label, 1, board.sides[seat].up, False)


def _resolve_combat(course: Course, battle: Battle) -> None:
    """Emit the scores, losses and winner of a combat. Scores count all units, before losses are
    taken. A side without units left has lost."""
    board, att, dfn = course.board, battle.attacker, battle.defender
    units = board.territories[battle.territory].units
    cards = board.setting.cards
    scores = {
        s: units[s] + (cards[battle.cards[s]].bonus if s in battle.cards else 0) for s in (att, dfn)
    }
    losses = {att: min(units[att], 1 + tower_losses(board, battle.territory)), dfn: 1}
    left = {s: units[s] - losses[s] for s in (att, dfn)}
    ahead, behind = (att, dfn) if scores[att] > scores[dfn] else (dfn, att)
    if not left[ahead]:
        ahead, behind = behind, ahead
    winner = ahead if left[ahead] else ""
    loser = behind if left[behind] else ""
    course.emit(f.CombatResolved(battle.territory, scores, losses, winner, loser))


def tower_losses(board: Board, territory: str) -> int:
    """How many units an attacker loses to the Towers of a territory: the loss of one Tower, or of
    all together by the option `towers`."""
    kinds = board.setting.values.buildings
    each = [kinds[b].attackers_lose for b in board.territories[territory].buildings]
    return sum(each) if board.setting.options.towers == "per-tower" else max(each, default=0)


def _retreat_if_forced(course: Course, battle: Battle) -> bool:
    """Move the loser's survivors if there is only one territory to retreat to; remove them if there
    is none. Returns False if the loser has to choose."""
    board, loser = course.board, battle.loser
    units = board.territories[battle.territory].units[loser]
    open_to = refuges(board, battle)
    if len(open_to) > 1:
        return False
    if open_to:
        course.emit(f.UnitsRetreated(loser, battle.territory, open_to[0], units))
    else:
        course.emit(f.UnitsEliminated(loser, battle.territory, units))
    return True


def refuges(board: Board, battle: Battle) -> list[str]:
    """The territories to which the loser may retreat."""
    rough, enemy = board.setting.options.retreat_over_rough, board.setting.rival[battle.loser]
    borders = board.territories[battle.territory].borders
    return [
        id
        for id in sorted(borders)
        if enemy not in board.territories[id].units and (rough or borders[id] == "regular")
    ]


def judge_retreat(board: Board, seat: str, action: Retreat) -> Verdict:
    id, open_to = (
        board.find_territory(action.target),
        refuges(board, board.battle) if board.battle else [],
    )
    if id is None:
        return territory_refusal(action.target, NO.rule)
    return LEGAL if id in open_to else NO("no-refuge", id=id, possible=", ".join(open_to))


def retreat(course: Course, seat: str, action: Retreat) -> None:
    board = course.board
    if board.battle is not None:
        origin = board.battle.territory
        units = board.territories[origin].units[seat]
        course.emit(
            f.UnitsRetreated(
                seat, origin, board.find_territory(action.target) or action.target, units
            )
        )


def offer_retreats(board: Board, seat: str) -> Iterator[Retreat]:
    return (Retreat(id) for id in (refuges(board, board.battle) if board.battle else ()))


def _end_turn(course: Course) -> None:
    """End the turn, unless the player can still take a step."""
    board = course.board
    if board.steps and any(possible_steps(board, board.turn, board.steps)):
        return
    course.emit(f.TurnPassed(board.setting.rival[board.turn]))


def combat_sentences(board: Board) -> tuple[Text, ...]:
    """Sentences on the combat in progress: attacker, territory, defender and their units; then who
    has to retreat. Empty without a combat."""
    battle = board.battle
    if battle is None:
        return ()
    name, there = board.setting.name, board.territories[battle.territory].units
    fight = Text("Combat in {territory}: {one} ({ours}) attacks {two} ({theirs}).")
    sides = {"one": name(battle.attacker), "two": name(battle.defender)}
    counts = {
        whose: Text("{n:unit|units}", n=there.get(seat, 0))
        for whose, seat in (("ours", battle.attacker), ("theirs", battle.defender))
    }
    sentence = fight.filled({"territory": battle.territory, **sides, **counts})
    return (
        (sentence, Text("{who} has lost and retreats.", who=name(battle.loser)))
        if battle.loser
        else (sentence,)
    )


LABEL = Text("retreats to {target}")
MOVES = (
    Move(
        Retreat,
        ("retreating",),
        judge_retreat,
        retreat,
        offer_retreats,
        LABEL,
        Text("Retreat"),
        always_legal=True,
    ),
)
