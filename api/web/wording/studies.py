"""Sentences of the pages of studies and of sharing."""

from domain.kernel.text import Text

WORDS = {  # studies
    "study.all": Text("Studies"),
    "study.lead": Text(
        "A study is remarks on positions of a game, with rings and arrows on its board. It "
        "changes nothing in the game. Until it "
        "is shared, its author alone reads it; then those who may look at the game."
    ),
    "study.none": Text("No study of this game yet."),
    "study.untitled": Text("Study without a title"),
    "study.count": Text("{count:chapter|chapters}"),
    "study.shared": Text("shared"),
    "study.unshared": Text("yours alone"),
    "study.title": Text("What is it about?"),
    "study.open": Text("Open a study"),
    "study.share": Text("Share it with those who may look at the game"),
    "study.unshare": Text("Share it no longer"),
    "study.chapter": Text("{number}. Record {seq}"),
    "study.up": Text("Move up"),
    "study.remove": Text("Remove"),
    "study.empty": Text("Nothing is written yet."),
    "study.go": Text("Write in the replay"),
    "study.gone": Text("This record was taken back since."),
    "study.write": Text("Write on this position"),
    "study.record": Text("Record"),
    "study.text": Text("Remark"),
    "study.marks": Text("On the board"),
    "study.marks-hint": Text(
        "Names of the board with commas between them: one for a ring, two with > for an arrow, a "
        "colour after a colon. "
        "There are: {names}…"
    ),
    "study.draw": Text("Draw on the board"),
    "study.colour": Text("Colour"),
    "study.colour-green": Text("green"),
    "study.colour-red": Text("red"),
    "study.colour-blue": Text("blue"),
    "study.colour-yellow": Text("yellow"),
    "study.save": Text("Add the chapter"),
    "study.rewrite": Text("Rewrite"),
    "study.keep": Text("Keep the change"),
    # sharing
    "share.title": Text("Share this position"),
    "share.lead": Text(
        "A link lets whoever has it watch this game from record {seq} of {head}, as spectators "
        "do, until you withdraw it. "
        "Messengers show the title, the players, how it stands and the board."
    ),
    "share.public": Text("Anybody may watch this game: the address of the replay is enough."),
    "share.issued": Text("The link"),
    "share.issue": Text("Issue a link"),
    "share.there": Text("Links to watch with"),
    "share.none": Text("No link holds."),
    "share.withdraw": Text("Withdraw"),
    "share.go": Text("Watch the game"),
    "share.whole": Text("The whole game"),
    "share.embed": Text("In a page of another site"),
}
