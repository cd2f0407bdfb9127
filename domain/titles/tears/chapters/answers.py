"""The player's answers to open questions: a choice among options and what follows from it, the
might of both sides, the results of a text that the table carries out. His choices are recorded as
decisions of his own."""

from collections.abc import Callable, Iterator

from domain.titles.contract.types import Field, Template
from domain.titles.kit import (
    LEGAL,
    Course,
    Move,
    Refusals,
    Sentences,
    Text,
    Verdict,
    entry,
    none_listed,
    rehearsal,
)
from domain.titles.tears import facts as f
from domain.titles.tears.actions import Choose, MightOf, Resolve, StateMight
from domain.titles.tears.board import Board, Question, QuestionKind, WedgeMight
from domain.titles.tears.chapters import abilities, commander, placement, shots
from domain.titles.tears.chapters.phases import draw_cards
from domain.titles.tears.chapters.results import check_results, emit_results, results_field
from domain.titles.tears.turn import PROMPTS, SOLO, option_label

NO = Refusals(SOLO, """
not-offered = {question} {option} is not among the options: {offered}.
might-of-each = State the might of both sides once for each of the wedges {wedges}.
impossible-has-none = A text that cannot be carried out has no results.
""")  # fmt: skip
FORM = Sentences("""
might = both sides' might in each wedge
wedge = wedge
enemy = the Enemy
player = the player
""")


# -- a choice among options ------------------------------------------------------------------------


def judge_choose(board: Board, seat: str, action: Choose) -> Verdict:
    question = current_question(board)
    if action.option in question.options:
        return LEGAL
    prompt, offered = PROMPTS[question.kind], ", ".join(question.options)
    return NO.under(prompt.rule)(
        "not-offered", question=prompt.text, option=action.option, offered=offered
    )


def choose(course: Course, seat: str, action: Choose) -> None:
    question = current_question(course.board)
    course.emit(f.Decided(question.kind, question.about, action.option))
    _SETTLE[question.kind](course, question, action.option)


def offer_options(board: Board, seat: str) -> Iterator[Choose]:
    return map(Choose, current_question(board).options)


def current_question(board: Board) -> Question:
    """The open question; without one, a question of kind `leader` without options."""
    return board.question or Question("leader")


def answer_in_words(board: Board, action: Choose) -> Text:
    """The label of an answer to the open question."""
    return option_label(board, board.question.kind if board.question else "", action.option)


def _choose_label(board: Board, action: Choose) -> Text:
    return Text("decides: {option}", option=answer_in_words(board, action))


def _answer_ranged_wedge(course: Course, question: Question, option: str) -> None:
    placement.put_on_space(
        course,
        question.about,
        placement.first_space_in(course.board.free_spaces("enemy"), int(option)),
    )


def _answer_event_action(course: Course, question: Question, option: str) -> None:
    abilities.play_event_ability(
        course, question.about, int(option), [o for o in question.options if o != option]
    )


def _answer_draw(course: Course, question: Question, option: str) -> None:
    if option == "yes":
        draw_cards(course, 1)


_SETTLE: dict[QuestionKind, Callable[[Course, Question, str], object]] = {
    "shooter": lambda course, question, option: shots.aim(course, option),
    "shot": lambda course, question, option: shots.fire_shot(
        course, "enemy", question.about, option
    ),
    "ranged-wedge": _answer_ranged_wedge,
    "host": lambda course, question, option: placement.put_on_card(course, question.about, option),
    "replaced": lambda course, question, option: placement.replace_card(
        course, question.about, option
    ),
    "event-action": _answer_event_action,
    "target": lambda course, question, option: abilities.carry_out_on(
        course, question.about, question.place, option
    ),
    "leader-wedge": lambda course, question, option: commander.move_leader_to(course, int(option)),
    "leader-space": lambda course, question, option: commander.replace_by_leader(course, option),
    "draw": _answer_draw,
}


# -- might -----------------------------------------------------------------------------------------


def judge_might(board: Board, seat: str, action: StateMight) -> Verdict:
    options = current_question(board).options
    if sorted(str(m.wedge) for m in action.might) == sorted(options):
        return LEGAL
    return NO.under(PROMPTS["might"].rule)("might-of-each", wedges=", ".join(options))


def state_might(course: Course, seat: str, action: StateMight) -> None:
    course.emit(f.MightStated(tuple(WedgeMight(m.wedge, m.enemy, m.player) for m in action.might)))


def might_form(board: Board, seat: str) -> Iterator[Template]:
    wedges = tuple(map(int, current_question(board).options))
    within = {
        "wedge": Field(FORM["wedge"], wedges),
        "enemy": Field(FORM["enemy"]),
        "player": Field(FORM["player"]),
    }
    example = StateMight(tuple(MightOf(wedge, *printed_might(board, wedge)) for wedge in wedges))
    yield entry(PROMPTS["might"].text, example, might=Field(FORM["might"], within=within))


def printed_might(board: Board, wedge: int) -> tuple[int, int]:
    """The might printed on both sides' cards in a wedge: the Enemy's, the player's."""
    enemy, player = (
        sum(
            board.card(id).might
            for s in side.spaces[wedge - 1 :: 3]
            if s
            for id in (s.card, *s.attached)
        )
        for side in (board.enemy, board.player)
    )
    return enemy, player


# -- a text that the table carries out -------------------------------------------------------------


def judge_resolve(board: Board, seat: str, action: Resolve) -> Verdict:
    if action.possible:
        course = rehearsal(board)
        _emit_carried_out(course, current_question(board))
        return check_results(course.board, action.results)
    return NO.under(PROMPTS["results"].rule)("impossible-has-none") if action.results else LEGAL


def resolve(course: Course, seat: str, action: Resolve) -> None:
    """Emit the results of a text that the table carried out; an event counts as played now. If the
    text was impossible, an event is tried by its other abilities."""
    question = current_question(course.board)
    if action.possible:
        _emit_carried_out(course, question)
        emit_results(course, action.results)
        return
    course.emit(f.Declared(question.about, False))
    if course.board.card(question.about).kind == "event":
        abilities.choose_event_ability(course, question.about, question.options)


def _emit_carried_out(course: Course, question: Question) -> None:
    """Emit that the table carries out a card's text; an event counts as played."""
    course.emit(f.Declared(question.about, True))
    if course.board.card(question.about).kind == "event":
        course.emit(f.EventPlayed("enemy", question.about))


def offer_impossible(board: Board, seat: str) -> Iterator[Resolve]:
    """The answer that the text cannot be carried out."""
    yield Resolve(possible=False)


def resolve_form(board: Board, seat: str) -> Iterator[Template]:
    yield entry(PROMPTS["results"].text, Resolve(), results=results_field(board))


def _resolve_label(board: Board, action: Resolve) -> Text:
    return (
        Text("carries out the card's text")
        if action.possible
        else Text("says that the card's text cannot be carried out")
    )


NAMES = (Text("Answer a question"), Text("State the might"), Text("Carry out the Enemy's card"))
HINTS = (
    Text(
        "Needed for the Enemy's next step. Filled in from the printed cards: correct it where "
        "texts change it."
    ),
    Text(
        "The catalog does not spell this text out: carry it out at the table and enter what "
        "happened, line by line."
    ),
)
MOVES = (
    Move(Choose, ("choosing",), judge_choose, choose, offer_options, _choose_label, NAMES[0], rule=SOLO, always_legal=True),
    Move(
        StateMight, ("might",), judge_might, state_might, none_listed, Text("states the might in the wedges"), NAMES[1],
        hint=HINTS[0], forms=might_form, rule=PROMPTS["might"].rule,
    ),
    Move(
        Resolve, ("results",), judge_resolve, resolve, offer_impossible, _resolve_label, NAMES[2],
        hint=HINTS[1], forms=resolve_form, always_legal=True, rule=PROMPTS["results"].rule,
    ),
)  # fmt: skip
