"""What makes the moment of a round impossible: the phase, the Enemy's turn, and the question that waits for an answer."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain

from domain.games.tears.asking import NONE
from domain.games.tears.board import Question, TearsBoard, card, existing, fielded, free_spaces, known, wedge_of
from domain.games.tears.score import ENDINGS
from domain.rules.invariants import below, twice, unknown
from domain.rules.text import Text

OPTION = Text("an option of the question", "une option de la question")
OF_REVEALED = ("ranged-wedge", "host", "replaced", "event-action")
"""Questions about the card that the Enemy has revealed."""
OF_CARD = ("results", "target", "shot")
"""Questions about another card of its."""


def moment(board: TearsBoard) -> Iterator[Text]:
    """Everything that is wrong with it."""
    return chain(_round(board), _turn(board), _question(board) if board.question else ())


def _round(board: TearsBoard) -> Iterator[Text]:
    yield from below([(Text("round", "round"), board.round), (Text("resource marker", "marqueur de ressources"), board.marker)])
    yield from unknown([board.ending] if board.ending else (), ENDINGS, Text("an ending", "une fin"))
    left: dict[str, Collection[str]] = {"wedges": [str(wedge) for wedge in existing(board)], "objectives": ("player", "enemy")}
    yield from unknown(board.left, left.get(board.phase, ()), Text("something to be declared now", "à déclarer maintenant"))
    yield from twice(board.left)
    if (board.phase == "setup") != (board.round == 0):
        yield Text(f"the phase {board.phase} in round {board.round}", f"la phase {board.phase} au round {board.round}")
    asks = {"setup": ("leader",), "preparation": ("keep",)}.get(board.phase)
    if not board.ending and asks and (board.question is None or board.question.kind not in asks):
        yield Text(f"the phase {board.phase} waits for nobody", f"la phase {board.phase} n'attend personne")
    if not board.ending and board.phase in left and not board.left and board.question is None:
        yield Text(
            f"nothing is left to declare in the phase {board.phase}", f"il ne reste rien à déclarer dans la phase {board.phase}"
        )


def _turn(board: TearsBoard) -> Iterator[Text]:
    turn = board.turn
    if turn is None:
        return
    if board.phase != "deployment":
        yield Text(f"the Enemy's turn in the phase {board.phase}", f"le tour de l'Ennemi dans la phase {board.phase}")
    yield from below([(Text("discount", "réduction"), turn.discount)])
    stated = [might.wedge for might in turn.might or ()]
    yield from unknown(
        map(str, stated), [str(wedge) for wedge in existing(board)], Text("a wedge that stands", "une Aile qui tient")
    )
    yield from twice(map(str, stated))
    if turn.might == ():
        yield Text("the might of no wedge was stated", "la Force d'aucune Aile n'a été indiquée")


def _question(board: TearsBoard) -> Iterator[Text]:
    question = board.question
    if question is None:
        return
    anytime, own = question.kind == "draw", question.kind in ("leader", "keep")
    if board.ending or (own != (board.turn is None) and not anytime):
        yield Text(f"nobody asks “{question.kind}” now", f"personne ne demande « {question.kind} » à ce moment")
        return
    yield from _about(board, question)
    yield from twice(question.options)
    if not question.options and question.kind not in ("leader", "keep", "results"):
        yield Text("a question without options", "une question sans options")


def _about(board: TearsBoard, question: Question) -> Iterator[Text]:
    about, kind = question.about, question.kind
    revealed = board.turn.revealed if board.turn else ""
    if kind in OF_REVEALED and (not about or about != revealed):
        yield Text(f"the question “{kind}” is about the card revealed", f"la question « {kind} » porte sur la carte révélée")
    elif kind in (*OF_REVEALED, *OF_CARD) and not known(board, about):
        yield from unknown([about], (), Text("a card", "une carte"))
    elif kind == "leader" and about not in board.player.hand:
        yield Text("the leader is not in hand to be placed", "le Chef n'est pas en main pour être placé")
    else:
        yield from unknown(question.options, _options(board, question), OPTION)
        if kind in ("results", "target") and question.place not in _texts(board, about):
            yield Text(f"“{about}” has no text {question.place}", f"« {about} » n'a pas de texte {question.place}")


def _options(board: TearsBoard, question: Question) -> Collection[str]:
    """What can be among a question's options."""
    mine, theirs = ([stands.card for _, stands in fielded(side)] for side in (board.player, board.enemy))
    wedges = [str(wedge) for wedge in existing(board)]
    match question.kind:
        case "keep":
            return board.player.hand
        case "draw":
            return "yes", "no"
        case "might" | "leader-wedge":
            return wedges
        case "ranged-wedge":
            return {str(wedge_of(space)) for space in free_spaces(board, "enemy")}
        case "shooter" | "host" | "leader-space":
            return theirs
        case "replaced":
            return [*theirs, NONE]
        case "shot":
            return mine
        case "target":
            return [*mine, *theirs, "1", "2", "3"]
        case "event-action" | "results":
            return [str(place) for place in _texts(board, question.about)]
        case _:
            return ()


def _texts(board: TearsBoard, id: str) -> list[int]:
    """The places of a card's texts."""
    printed = card(board, id)
    return [*range(len(printed.actions)), *([-1] if printed.solo else [])]
