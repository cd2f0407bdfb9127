"""TA 3: king and queen, and the royal guard that is formed from the troops beside them."""

from domain.titles.fief import actions as a, facts as f
from domain.titles.fief.board import Board
from domain.titles.fief.chapters.declaring import declared
from domain.titles.fief.chapters.lords import judge_own_lord
from domain.titles.fief.values import Guards
from domain.titles.fief.words import counts
from domain.titles.kit import LEGAL, Action, Bounds, Course, Pick, Refusals, Sampler, Text, Verdict

Crown = a.ElectKing | a.CrownQueen

NO = Refusals("TA 3", """
wrong-sex = {name} cannot become {title}.
crown-taken = {name} is {title} already.
guard-limit = The guard is at most {limit}.
not-beside = Only troops beside the new sovereign are replaced: {there} of the family.
guard-box = The box has only {left}.
""")  # fmt: skip


def judge_crown(board: Board, seat: str, action: Crown) -> Verdict:
    if not (owned := judge_own_lord(board, seat, action.lord)).legal:
        return owned
    crown, sex, most = _crown_of(board, type(action))
    called = board.word("title", crown)
    title = Text(called.en.lower(), called.fr.lower())
    if board.setting.lords[action.lord].sex != sex:
        return NO("wrong-sex", name=board.word("lord", action.lord), title=title)
    if reigning := board.holder_of(crown):
        return NO("crown-taken", name=board.word("lord", reigning), title=title)
    return _judge_guard(board, seat, action, most)


def _crown_of(board: Board, kind: type[Crown]) -> tuple[str, str, Guards]:
    """The crown, the sex of its wearer, and the largest guard."""
    setting, guard = board.setting, board.setting.values.guard
    return (
        (setting.king, "man", guard.king)
        if kind is a.ElectKing
        else (setting.queen, "lady", guard.queen)
    )


def _judge_guard(board: Board, seat: str, action: Crown, most: Guards) -> Verdict:
    """Refuse a guard that is too large, or for which there are too few troops beside the lord or
    too few tokens in the box."""
    guard, box = action.guard, board.guard_box
    if guard.knight > most.knight or guard.sergeant > most.sergeant:
        return NO("guard-limit", limit=most.in_words)
    beside = board.troops(seat, board.lords[action.lord].place)
    if guard.knight > beside.knight or guard.sergeant > beside.sergeant:
        return NO("not-beside", there=counts(knight=beside.knight, sergeant=beside.sergeant))
    if guard.knight > box.knight or guard.sergeant > box.sergeant:
        return NO("guard-box", left=box.in_words)
    return LEGAL


def crown(course: Course, seat: str, action: Crown) -> None:
    course.emit(f.TitleTaken(action.lord, _crown_of(course.board, type(action))[0]))
    if action.guard.has_any:
        course.emit(f.GuardRaised(action.lord, action.guard))


def _sample(kind: type[Crown]) -> Sampler:
    def suggest(board: Board, seat: str, pick: Pick) -> Action:
        _, sex, limit = _crown_of(board, kind)
        lord = pick([id for id in board.lords_of(seat) if board.setting.lords[id].sex == sex])
        box, beside = board.guard_box, board.troops(seat, board.lords[lord].place)
        knights = min(limit.knight, box.knight, beside.knight)
        sergeants = min(limit.sergeant, box.sergeant, beside.sergeant)
        return kind(lord, pick(range(knights, -1, -1)), pick(range(sergeants, -1, -1)))

    return suggest


def _bounds(kind: type[Crown]) -> Bounds:
    return {
        "knight": {"most": lambda board, seat: _crown_of(board, kind)[2].knight},
        "sergeant": {"most": lambda board, seat: _crown_of(board, kind)[2].sergeant},
    }


MOVES = (
    declared(
        a.ElectKing,
        ("oyez",),
        judge=judge_crown,
        do=crown,
        sampler=_sample(a.ElectKing),
        label=Text("has {lord} elected king with {guard}"),
        name=Text("Elect the king"),
        form=Text("Election of a king"),
        hint=Text(
            "The vote is the table's. Enter who was elected, and the troops beside him that become his guard."
        ),
        bounds=_bounds(a.ElectKing),
        rule=NO.rule,
    ),
    declared(
        a.CrownQueen,
        ("oyez",),
        judge=judge_crown,
        do=crown,
        sampler=_sample(a.CrownQueen),
        label=Text("has {lord} become queen with {guard}"),
        name=Text("Crown the queen"),
        form=Text("A lady becomes queen"),
        hint=Text("Who became queen, and the troops beside her that become her guard."),
        bounds=_bounds(a.CrownQueen),
        rule=NO.rule,
    ),
)
