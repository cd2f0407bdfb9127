"""Problems of games and their links that are no refusals of the domain, and the advice that pages
give about problems."""

from api.web.pages.labels import add_labels
from api.web.problems.kinds import FIELD_PROBLEMS, PARAMETER_PROBLEMS
from domain.kernel.refusals import Kind
from domain.kernel.sentences import Sentences
from domain.kernel.text import Text

DECLARED = (
    Kind(
        "embed-refused",
        403,
        Text("This game may not be shown here"),
        Text("The page around this one belongs to a site that the operator has not allowed."),
        Text(
            "Open the game by its own address; the operator allows sites with "
            "`GREFFE_EMBED_ORIGINS`."
        ),
    ),
    Kind(
        "hidden-position",
        403,
        Text("Something in this position is hidden from you"),
        Text(
            "The position holds what the caller may not see, and a branch of it would show that. "
            "Nothing was recorded."
        ),
        Text("Choose a position where nothing is hidden, or ask the arbiter."),
    ),
    Kind(
        "last-event-id-refused",
        400,
        Text("Last-Event-ID is no record of this stream"),
        Text(
            "`Last-Event-ID` must be the number of the last record that the reader has got, or 0 "
            "for "
            "none: this one is no number, or lies beyond the newest record."
        ),
        Text(
            "Send the `id` of the last event as it came, or read what the stream is of again and "
            "leave the header out; `current` is the newest record."
        ),
    ),
    Kind(
        "link-over",
        410,
        Text("The link holds no more"),
        Text("The link was revoked or has run out: there is nothing to print."),
        Text("Issue another with `POST /api/v1/games/{game}/links`."),
    ),
    Kind(
        "no-pictures",
        404,
        Text("This service draws no pictures for previews"),
        Text("Previews have a picture where the program that draws them is installed."),
        Text("Its operator installs it: `ops/setup.sh extras`."),
    ),
    Kind(
        "not-covered",
        403,
        Text("This is not yours to see"),
        Text(
            "A link covers its one game, an organiser's key the games and campaigns that were "
            "opened "
            "with it. The answer is the same whether there is something at the address or not."
        ),
        Text("Use the link to this game, or the key it was opened with."),
    ),
    Kind(
        "not-your-audience",
        403,
        Text("You may not look as this audience"),
        Text("A seat's link looks as its own seats or as the public, a spectator's as the public."),
        Text("Ask for one of the audiences in `audiences`, or leave `audience` out."),
    ),
    Kind(
        "not-your-seat",
        403,
        Text("This seat is not yours"),
        Text(
            "A seat's link speaks for its seats, and for those that nobody sits at (automas, "
            "chance). Nothing was recorded."
        ),
        Text("Enter it with that seat's link, or let the arbiter enter it. `seats` are yours."),
    ),
    Kind(
        "other-title",
        422,
        Text("These games are of different titles"),
        Text(
            "Positions are compared place by place, and only those of one title have the same "
            "places."
        ),
        Text("Name a game of the same title in `with`."),
    ),
    Kind(
        "rules-missing",
        501,
        Text("This service lacks the game's rules"),
        Text(
            "The game was opened with rules, or a version of them, that this service does not "
            "have. Its records are whole."
        ),
        Text(
            "Tell the operator: a newer version of Greffe, or the package with the title, has to "
            "be installed."
        ),
    ),
    Kind(
        "unknown-link",
        404,
        Text("There is no such link"),
        Text("The game has no link with this id, or there is none to a hall."),
        Text(
            "`GET /api/v1/games/{game}/links` lists the links of a game, `GET /api/v1/halls` "
            "those to halls."
        ),
    ),
    Kind(
        "unknown-ruleset",
        404,
        Text("There is no such title"),
        Text("No ruleset has this id."),
        Text("`GET /api/v1/rulesets` lists the titles."),
    ),
)

FIELD_PROBLEMS["seat"] = "not-your-seat"
PARAMETER_PROBLEMS["audience"] = "not-your-audience"

add_labels(
    {
        "meaning": Sentences("""
            illegal-action = The action breaks a rule. Nothing was saved.
        """),
        "remedy": Sentences("""
            not-covered = Open the link to this game, or ask its organiser for one.
            unknown-game = Look for the game in the list.
            unknown-ruleset = Choose a title from the list of titles.
            unknown-link = Look at the list of links; it may have been withdrawn.
            rules-missing
              Tell the operator: a newer version, or the package with the title, has to be
                installed.
            illegal-action = Look at what your seat may do now, and choose from it.
            values-needed = Roll or draw what is asked for, enter it, and send it again.
            undo-refused = Ask the arbiter, or let it stand.
            damaged-file = Export the game again, and send that file.
            redacted-file
              Ask the organiser for the whole file: this one leaves out what its reader may not
                know.
            no-pictures = Open the game itself: its board is shown there.
            embed-refused = Open the game by its own address.
            not-your-seat = Open that seat's link, or ask the arbiter to enter it.
            not-your-audience = Look at the game as yourself, or as the public.
            link-over = Ask the organiser for a new link.
            proposal-refused = Look at how the game stands, and ask again if it still matters.
            ruling-refused = Look at what was decided, and rule on what still stands.
            correction-refused
              Correct what the sentence names, and look at the preview before you confirm.
            game-adjudicated = The game goes on only if the arbiter overturns that ruling.
            contribution-refused
              Look at who has added to the dice, and who is still to show their part.
            seal-refused = Look at who has chosen, and who is still to show.
            other-title = Choose a game of the same title.
            no-such-seat = Choose one of the players' seats.
            seat-taken = Choose a free seat, or wait until they have left.
            seat-empty = Look at who sits where.
            not-found = Go to the list of games and start from there.
            no-such-position = Show the game as it stands, and go back from there.
            invalid-parameters
              The address has something in it that this page does not know: go to the list of games.
        """),
    }
)
