"""The project's tournament rules where federations have none: the text of a page that all standings
link to.

It describes what `pairing/` and `standings/` do by the newest edition (`values.EDITION`). `FIRST`
to `FOURTH` describe the differences in editions 1 to 4; a tournament keeps the edition that it was
opened under. A sentence must not change unless results do, which requires a new edition. Rules are
cited by chapter and number (G1.4), so a new rule is added at the end of its chapter.
"""

from pathlib import Path

from msgspec import Struct

from domain.kernel.text import Text

TABLES_RULES = Path(__file__).with_name("TABLES-RULES.md").read_text("utf-8")
"""The numbered rules of tables of three and more, in English."""


class Chapter(Struct, frozen=True):
    title: Text
    rules: tuple[Text, ...]


CHAPTERS: tuple[Chapter, ...] = (
    Chapter(
        Text("Pairing"),
        (
            Text(
                "Who has no results yet stands in the order of seeds, then of ratings, the "
                "highest first, then of numbers."
            ),
            Text(
                "Between two players, the pairing-allocated bye goes to the lowest score group "
                "that can spare somebody, "
                "before differences of scores are weighed; a rematch or a separation in any case "
                "is worse than a bye for a"
                " higher score."
            ),
            Text(
                "At larger tables, whoever has to wait is the last of the standing of those who "
                "have had the least."
            ),
            Text(
                "Nobody who had such a bye, or won by forfeit, has one while somebody plays who "
                "had neither; nobody has "
                "a second one while somebody plays who has had none."
            ),
            Text(
                "A separation of the same two entrants, or of the same club, replaces the one "
                "before it at once, also "
                "where it begins in a later round."
            ),
            Text(
                "A pairing reads points as the standings do: factors, best rounds and penalties "
                "included."
            ),
            Text(
                "Who is noted as present plays, also after the check-in was closed; who is found "
                "absent then does not. A "
                "draft names everybody who could have played, or was noted, and has neither a "
                "table nor a bye."
            ),
            Text(
                "Between two players, nobody plays first twice running where that can be; then "
                "whoever was first less often does, then whoever was second more lately."
            ),
            Text(
                "A planned stage has a plan in which nobody meets twice where one is known, else the "
                "best that a search of 150,000 swaps comes to. Where others sit than in the round "
                "before, the rest is searched anew: the draft says how many meet again."
            ),
            Text(
                "A round is by hand where it is not what the engine answered, whatever changed it. "
                "What it departs from then, and what the engine could not keep, is confirmed when "
                "it is published."
            ),
            Text(
                "Who has a table of their own sits there in every round, and the others are numbered "
                "around it in the order in which they were paired. Of two who meet, the first by "
                "seed sits at theirs; the other's stays empty."
            ),
        ),
    ),
    Chapter(
        Text("Points"),
        (
            Text(
                "Where only the best rounds of a stage count, ties between rounds are struck from "
                "the latest on."
            ),
            Text(
                "A penalty counts from its round on, for a late entrant, too: it lowers the "
                "points in standings and "
                "pairings. It does not lower what the entrant is worth as an opponent; nor does "
                "the striking of rounds."
            ),
            Text(
                "Who takes part in a stage is absent from each of its rounds without a table and "
                "a bye, a late entrant "
                "from those before the entry, too: that scores as a zero-point bye."
            ),
            Text(
                "More victory points are better: where the fewest win a game, places count, and "
                "rules that count points "
                "are refused."
            ),
            Text("A stage's factor multiplies its points, also in what an opponent is worth."),
            Text(
                "Points of the table's share are exact fractions; pages show two decimals, and the "
                "fraction where they explain a value, unless it is long."
            ),
        ),
    ),
    Chapter(
        Text("Forfeits and unplayed rounds"),
        (
            Text(
                "Where one entrant alone came to a table, that is a win by forfeit and no game; "
                "nobody has met anybody."
            ),
            Text(
                "Where two or more came to a larger table, they played, and only the absent "
                "forfeit: nobody is an opponent"
                " of the absent."
            ),
            Text(
                "In a Swiss of two players, unplayed rounds have a virtual opponent by article 16 "
                "of FIDE's C.07 (2026); a"
                " cut strikes a round that was chosen not to be played first."
            ),
            Text(
                "At larger tables an unplayed round has as many virtual opponents as a table of "
                "the preferred size has "
                "others, each with the entrant's own points; against each, a bye counts as won, a "
                "half-point bye as level, an absence as lost."
            ),
            Text(
                "Wins and victory points are counted from games that were played, never from byes "
                "or forfeits."
            ),
        ),
    ),
    Chapter(
        Text("Round robins"),
        (
            Text(
                "There are no virtual opponents. A forfeit counts against the opponent who was to "
                "be met, as a game does."
            ),
            Text(
                "The round in which an odd field leaves somebody without an opponent is no bye: "
                "it scores nothing and "
                "counts nowhere."
            ),
            Text(
                "Whose opponent is missing in a round has won by forfeit, as if the two had been "
                "paired: whether the opponent left, is absent, or asked for a bye."
            ),
            Text(
                "Somebody who leaves, or is expelled, before half of their games has no part in the "
                "standings: the results stay in the table, marked, and count for nobody, nor do the "
                "forfeits after them. From half on all results count, and the rest are forfeits."
            ),
            Text(
                "Half is half of all games that the stage has for the entrant, all cycles together; a "
                "game whose opponent did not come is done, one that the entrant missed is not. Each "
                "of several who leave is counted alike, whoever left first; who comes back counts "
                "again; where only the best rounds count, they are the best of those that do."
            ),
            Text(
                "The rules of a stage can say that all results of who leaves count. In every other "
                "format they do: nobody there was to meet everybody."
            ),
        ),
    ),
    Chapter(
        Text("Ties"),
        (
            Text(
                "Direct encounter parts entrants who are level so far, by article 6 of FIDE's "
                "C.07. It says nothing of "
                "somebody who is level with nobody, and of those who did not all meet unless "
                "somebody is ahead whatever "
                "the missing games give."
            ),
            Text(
                "At a table of three and more, being placed before somebody counts 1 against "
                "them, with them 1/2."
            ),
            Text(
                "The opponents' mean divides by how many opponents there were, so that tables of "
                "different sizes compare."
            ),
            Text(
                "Where the last place that goes on to the next stage is shared, the rules' keys "
                "part it, then lots, which "
                "are drawn from the tournament's seed and recorded; nobody goes on by a lower "
                "number."
            ),
            Text(
                "Lots that were drawn hold until others are drawn; who entered since stands "
                "behind all who were drawn."
            ),
        ),
    ),
    Chapter(
        Text("Knock-outs"),
        (
            Text(
                "The standings begin with the places of the last matches: those of the final, then "
                "those of the match for the third place. Everybody else stands behind, by the "
                "stage's keys."
            ),
            Text(
                "Whose opponent has left, is absent, or was to come from a match that both lost, "
                "goes on, and wins the final, too, by walkover: a bye of the pairing. The finalist "
                "who left is second."
            ),
            Text(
                "A match that both lose has no winner, and that place stays empty: nobody moves up "
                "into it, nor shares it."
            ),
        ),
    ),
    Chapter(
        Text("Matches of several games"),
        (
            Text(
                "The best of n games is won by who has won more than half of n; it is over, too, once "
                "n games were played, drawn ones among them. Where all n are played, it is over after "
                "the last. Who won more games has won the match; who won as many has drawn it."
            ),
            Text(
                "Where the time is over before, what was won so far counts alike: who leads has won, "
                "and level is drawn. A game that was not finished counts for nothing, unless it is "
                "entered as drawn."
            ),
            Text(
                "Where the games are played here, the next one can be opened once one is over, until "
                "the match is decided; that closes the one before. The result follows from all of them."
            ),
            Text(
                "Game points: those of the games that were won and drawn. An allocated bye and a win by "
                "forfeit count as won without the loss of a game (2 – 0 in the best of three), a loss "
                "by forfeit as lost without a win."
            ),
            Text(
                "Match-win and game-win percentage: the points by those that were possible in the "
                "rounds that count: those at a table, and allocated byes; not rounds that somebody "
                "asked to miss, or missed after leaving. What is less than the floor (a third by "
                "default) counts as the floor."
            ),
            Text(
                "Opponents' percentages: the mean of those of all opponents who were met, with the "
                "opponents' byes; the own byes and forfeits are left out. Who met nobody has the "
                "floor. So do the Magic tournament rules, appendix C, where the floor is 0.33."
            ),
            Text(
                "Percentages are compared as exact fractions. Pages show one decimal, a half rounded "
                "up, and the fraction where they explain a value."
            ),
        ),
    ),
)

FIRST: tuple[Text, ...] = (
    Text("This tournament was opened under the first edition of these rules, which it keeps:"),
    Text(
        "the bye's score was weighed with the differences of scores, and a win by forfeit did not "
        "count as a bye;"
    ),
    Text(
        "ratings were no seeds, and a late entrant's penalty did not count in pairings before the "
        "entrant's first round;"
    ),
    Text("round robins had the virtual opponents and the byes of a Swiss;"),
    Text(
        "direct encounter said 1 where it says nothing now, and a tie on the last place that goes "
        "on was parted by numbers;"
    ),
    Text("who came after the check-in was closed did not play that round."),
)

SECOND: tuple[Text, ...] = (
    Text(
        "By the edition of these rules that this tournament was opened under and keeps, a planned "
        "stage went on with its first plan whoever left or came."
    ),
)

THIRD: tuple[Text, ...] = (
    Text(
        "By the edition of these rules that this tournament was opened under and keeps, all results "
        "of somebody who left a round robin counted, and whose opponent was missing there had a "
        "bye, which added nothing to Sonneborn-Berger and Buchholz;"
    ),
    Text("a knock-out was ranked by its keys alone, and its last round did not read walkovers;"),
    Text(
        "at larger tables a virtual opponent had at most a half-point bye's points for every round;"
    ),
    Text("the next stage was played by who was said to go on, whatever was corrected since."),
)


FOURTH: tuple[Text, ...] = (
    Text(
        "By the edition of these rules that this tournament was opened under and keeps, a round was "
        "published without a question about what was changed in its draft or what the engine could "
        "not keep."
    ),
)


def formerly(edition: int) -> tuple[Text, ...]:
    """Sentences on how tournaments of this edition differ from those of the newest edition."""
    return (
        *(FIRST if edition < 2 else ()),
        *(SECOND if edition < 3 else ()),
        *(THIRD if edition < 4 else ()),
        *(FOURTH if edition < 5 else ()),
    )
