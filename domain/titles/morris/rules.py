from domain.titles import kit
from domain.titles.kit import Outcome, Phase, ScoreLine, SeatSpec, Text
from domain.titles.morris import chapters, facts
from domain.titles.morris.board import Board, Options, Setting, Values
from domain.titles.morris.picture import board

READINGS = kit.parse_readings("""
first | Placing = Who begins is drawn.
two-mills | Mills = A man that closes two mills at once takes one man.
all-in-mills | Mills = If all men of the rival are in mills, any of them may be taken.
flying | Moving | flying = Who has three men left and none to place moves to any free point.
quiet | The end | quiet = Nobody wins after fifty moves in a row, of both together, without a mill.
""")
ENDINGS = kit.Sentences("""
two-men = A player had two men left
blocked = A player could not move
drawn = Too many moves without a mill
""")
ENDED = kit.Sentences("""
two-men = {loser} has two men left: {winner} wins.
blocked = {loser} cannot move: {winner} wins.
drawn = {quiet} moves without a mill: nobody wins.
""")
ROWS = {"men": board, "mill": None, "quiet": None}


class Morris(kit.Title[Setting, Board]):
    id = "morris"
    about = kit.About(
        title=Text("Nine Men's Morris"),
        edition=Text("nine men each"),
        rules=Text("Nine Men's Morris, as it is commonly played"),
        seats=(2,),
        readings=READINGS,
        endings=tuple(ENDINGS),
        ending_names=ENDINGS,
    )
    setting_type, board_type, values_type, options_type = Setting, Board, Values, Options
    players = SeatSpec("blue", "player", Text("Blue")), SeatSpec("red", "player", Text("Red"))
    chapters = (chapters,)
    facts = (facts,)
    phases = (
        Phase("placing", Text("places a man")),
        Phase("moving", Text("moves a man")),
        Phase("taking", Text("takes a man")),
    )
    turn_rule, end_rule = "Turns", "The end"
    headings = Text("Turns"), Text("Placing"), Text("Moving"), Text("Mills"), Text("The end")
    unit = Text("{n:man|men}")
    rows = ROWS

    def blank(self, setting: Setting) -> Board:
        hand = dict.fromkeys(setting.seats, setting.values.men)
        none = dict.fromkeys(setting.seats, 0)
        return Board(setting, dict.fromkeys(setting.points, ""), hand, none, setting.seats[0])

    def begin(self, course: kit.Course) -> None:
        (first,) = course.chance.dice("first", Text("First player"), 1, course.board.setting.seats)
        course.emit(facts.FirstPlayerDrawn(str(first)))

    def score(self, board: Board) -> tuple[ScoreLine, ...]:
        men = board.setting.values.men
        return tuple(ScoreLine(seat, men - lost) for seat, lost in board.lost.items())

    def outcome(self, board: Board) -> Outcome | None:
        ending = board.ending
        if not ending:
            return None
        loser, winner = board.turn, board.rival(board.turn)
        name = board.setting.name
        text = ENDED(ending, loser=name(loser), winner=name(winner), quiet=board.quiet)
        return Outcome(ending, () if ending == "drawn" else (winner,), text)

    def contradictions(self, board: Board) -> tuple[Text, ...]:
        """The fault of a board with a man to take for a mill, but none that can be taken."""
        nothing = board.mill and not board.takeable(board.turn)
        return (Text("there is no man to take for the mill"),) if nothing else ()
