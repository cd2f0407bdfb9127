"""Problems with what the clerk is asked for: what does not exist, and what games, tables, campaigns, files and the log refuse."""

from __future__ import annotations

from api.web.problems.kind import Kind
from domain.kernel.text import Text

ABOUT = (
    Kind(
        "unknown-ruleset",
        404,
        Text("There is no such title"),
        Text("No ruleset has this id."),
        Text("`GET /api/v1/rulesets` lists the titles."),
    ),
    Kind(
        "unknown-catalog",
        404,
        Text("There is no such catalog"),
        Text("No catalog has this name or SHA-256."),
        Text("`GET /api/v1/catalogs` lists the catalogs."),
    ),
    Kind(
        "catalog-damaged",
        500,
        Text("A stored catalog is damaged"),
        Text("A catalog that is kept is not the one that its SHA-256 names. Games that were opened with it cannot be shown."),
        Text("Tell the operator: `greffe fsck` names it, and adding the true file at `/organise/catalogs` puts it back."),
    ),
    Kind(
        "unknown-game",
        404,
        Text("There is no such game"),
        Text("No game has this id."),
        Text("`GET /api/v1/games` searches the games."),
    ),
    Kind(
        "no-tables",
        404,
        Text("No tables have been made"),
        Text("Tables for analysts are files that the service's operator makes."),
        Text("`greffe tables build` makes them, `greffe tables dump` the public ones, of games given for it."),
    ),
    Kind(
        "unknown-table",
        404,
        Text("There is no such table"),
        Text("The tables of this schema have no such title, table or format."),
        Text("`manifest.json` beside them lists the files."),
    ),
    Kind(
        "no-such-position",
        404,
        Text("The game has no such position"),
        Text("The record named lies beyond the head of the game, or below 1."),
        Text("Ask for a record from 1 to `seq`."),
    ),
)

PLAYING = (
    Kind(
        "illegal-action",
        422,
        Text("The rules do not allow it"),
        Text("The action was judged on the position and breaks the rule named in `verdict`. Nothing was recorded."),
        Text("`GET /api/v1/games/{game}/legal` lists what the seat may do now."),
    ),
    Kind(
        "values-needed",
        422,
        Text("Roll first"),
        Text("The action is legal, but this game's dice and draws are the table's, and these are missing. Nothing was recorded."),
        Text("Roll what `asks` lists and send the action again with `values`: one list for each use of chance, from the first."),
    ),
    Kind(
        "values-refused",
        422,
        Text("These values cannot come up"),
        Text("A value is not on the die or in the pool, or there are too many or too few. Nothing was recorded."),
        Text("Enter what was really rolled, as the sentence says."),
    ),
    Kind(
        "undo-refused",
        409,
        Text("This cannot be taken back"),
        Text("Nothing is there to take back or restore, or the game's policy does not let this seat do it alone."),
        Text("`at` names the record that stands in the way, if one does."),
    ),
    Kind(
        "game-closed",
        409,
        Text("The game is closed"),
        Text("The game has its last record; it can be read for ever, but nothing can be added."),
        Text("Open another game."),
    ),
    Kind(
        "seed-missing",
        409,
        Text("The seed of the dice is not here"),
        Text("The game's sealed dice were committed on another service, and the game came without their seed."),
        Text("Go on with it where it was opened."),
    ),
)

FILES = (
    Kind(
        "damaged-file",
        422,
        Text("The file is damaged"),
        Text("A line of the file is not what an export holds there. Nothing was imported."),
        Text("`line` names it; the first `good` records are whole. Export the game again."),
    ),
    Kind(
        "game-exists",
        409,
        Text("Another game has this id"),
        Text("A game with the id of the imported one is here already and tells another story. Nothing was imported."),
        Text("Compare the two: one of them was changed, or went on elsewhere."),
    ),
)

CAMPAIGNS = (
    Kind(
        "no-pictures",
        404,
        Text("This service draws no pictures for previews"),
        Text("Previews have a picture where the program that draws them is installed."),
        Text("Its operator installs it: `ops/setup.sh extras`."),
    ),
    Kind(
        "no-documents",
        404,
        Text("This service makes no PDF"),
        Text("Documents are made as PDF where the program that sets them is installed."),
        Text("Print the page itself: it is set for paper. Its operator installs what sets it: `ops/setup.sh extras`."),
    ),
    Kind(
        "document-too-long",
        503,
        Text("The document takes too long"),
        Text("Setting this document, or the one before it, takes longer than is waited for; no file was made."),
        Text("Try again when the service is less busy, or print the page itself: it is set for paper."),
    ),
    Kind(
        "embed-refused",
        403,
        Text("This game may not be shown here"),
        Text("The page around this one belongs to a site that the operator has not allowed."),
        Text("Open the game by its own address; the operator allows sites with `GREFFE_EMBED_ORIGINS`."),
    ),
    Kind(
        "unknown-study",
        404,
        Text("There is no such study"),
        Text("The game has no study with this id, it is not shared, or it looks at the game as somebody you may not look as."),
        Text("`GET /api/v1/games/{game}/studies` lists the studies that you may read."),
    ),
    Kind(
        "study-refused",
        409,
        Text("This cannot be written into the study"),
        Text("The study is somebody else's or full, or has no such chapter. Nothing was recorded."),
        Text("Open a study of your own, or look at the study again: it lists its chapters."),
    ),
    Kind(
        "unknown-campaign",
        404,
        Text("There is no such campaign"),
        Text("No campaign has this id. A game that belongs to a campaign has an id of its own."),
        Text("`GET /api/v1/campaigns` lists the campaigns."),
    ),
    Kind(
        "no-such-scenario",
        404,
        Text("The campaign has no such scenario"),
        Text("The scenario named was not opened yet, or the number is below 1."),
        Text("Ask for a scenario from 1 to `opened`."),
    ),
    Kind(
        "campaign-refused",
        409,
        Text("The campaign cannot go on like this"),
        Text(
            "The last scenario is still being played, its sheet opens no further one, the sheet "
            "named is not the last, or the campaign is at its end or closed. Nothing was recorded."
        ),
        Text("`GET /api/v1/campaigns/{campaign}`: `next` is what can be opened and from which sheet, `waits` why nothing can."),
    ),
    Kind(
        "catalog-refused",
        422,
        Text("The catalog cannot be played with"),
        Text("The file is no catalog, lacks what a rule needs, or contradicts itself. It was not kept."),
        Text("`errors` names every fault with a JSON pointer into the file and its line, and so does `/organise/catalogs`."),
    ),
)

TABLE = (
    Kind(
        "proposal-refused",
        409,
        Text("This proposal cannot be made or answered"),
        Text("Nobody has to agree, or the proposal is settled or has lapsed, or this seat was not asked. Nothing was recorded."),
        Text("`GET /api/v1/games/{game}/undo` shows how it stands; ask again if it still matters."),
    ),
    Kind(
        "ruling-refused",
        409,
        Text("This ruling cannot be given"),
        Text(
            "The ruling names a record that is not what it says, or one that was decided, overturned "
            "or taken back already. Nothing was recorded."
        ),
        Text("`pointer` names the field, `at` the record in the way; `GET /api/v1/games/{game}/rulings` lists what was decided."),
    ),
    Kind(
        "correction-refused",
        422,
        Text("This correction leads to no valid board"),
        Text(
            "The facts or the patch do not fit the board, touch what they may not, or leave a board "
            "that cannot be played on. Nothing was recorded."
        ),
        Text(
            "Mend what the sentence names; `dry_run=1` shows what a ruling would come to, and `GET "
            "/api/v1/games/{game}/board/document` the board that a patch is made against."
        ),
    ),
    Kind(
        "game-adjudicated",
        409,
        Text("The arbiter has ended the game"),
        Text("A ruling in force names the outcome. Nothing was recorded."),
        Text("The game goes on only if that ruling, record `ruling`, is overturned."),
    ),
    Kind(
        "contribution-refused",
        409,
        Text("The dice cannot be changed like this"),
        Text(
            "A part of the sealed dice is bound once and shown once, all bound before any is shown; "
            "until the last is shown nothing is rolled. Nothing was recorded."
        ),
        Text("`GET /api/v1/games/{game}/contributions` shows who is bound and who has shown their part."),
    ),
    Kind(
        "seal-refused",
        409,
        Text("This cannot be sealed or shown now"),
        Text(
            "In a game with seals, what is chosen in secret is sealed once, and shown with its salt "
            "once all who choose are bound. Nothing was recorded."
        ),
        Text("`GET /api/v1/games/{game}/seals` shows what is being sealed, who is bound and who has yet to show."),
    ),
    Kind(
        "branch-refused",
        409,
        Text("No branch can grow from here"),
        Text("The position cannot be relied on, or as many branches have grown from the game as may."),
        Text("Choose an earlier position, or go on in a branch that is there."),
    ),
    Kind(
        "game-full",
        409,
        Text("This game holds as much as one game may"),
        Text("The bytes of its records have reached the limit for one game. Nothing was recorded."),
        Text("Have the arbiter close it, and go on in a new game."),
    ),
    Kind(
        "hidden-position",
        403,
        Text("Something in this position is hidden from you"),
        Text("The position holds what the caller may not see, and a branch of it would show that. Nothing was recorded."),
        Text("Choose a position where nothing is hidden, or ask the arbiter."),
    ),
    Kind(
        "other-title",
        422,
        Text("These games are of different titles"),
        Text("Positions are compared place by place, and only those of one title have the same places."),
        Text("Name a game of the same title in `with`."),
    ),
)

SEATS = (
    Kind(
        "no-such-seat",
        404,
        Text("Nobody sits down there"),
        Text("The game has no seat of this id, or it is one where no person sits: an automa's, chance. Nothing was recorded."),
        Text("`seats` are the seats for players."),
    ),
    Kind(
        "seat-taken",
        409,
        Text("The seat is taken"),
        Text("Somebody sits there. Nothing was recorded."),
        Text("Let them leave it first; `at` is the record since which they sit there."),
    ),
    Kind(
        "seat-empty",
        409,
        Text("The seat is empty"),
        Text("Nobody sits there who could leave. Nothing was recorded."),
        Text("`GET /api/v1/games/{game}/seats` says who sits where."),
    ),
    Kind(
        "no-games-of-player",
        404,
        Text("There are no games of this player"),
        Text("No game that you may see has this player in it."),
        Text("Give the id that a game's `seats` show."),
    ),
    Kind(
        "too-many-games",
        422,
        Text("Too many games to count at once"),
        Text("More games are found than are counted at once."),
        Text("Ask for fewer: one title, some days, a tournament. For all of them there are tables (`greffe tables`)."),
    ),
    Kind(
        "numbers-unavailable",
        503,
        Text("The numbers are being made"),
        Text("The views that games are counted from are being built, or cannot be reached, and there are too many games to read."),
        Text("Ask again in some seconds; `/readyz` says how far the views are."),
    ),
    Kind(
        "unknown-player",
        422,
        Text("There is no such player"),
        Text("No player has this id here, or what they wrote was erased and the id is not used again. Nothing was recorded."),
        Text("Give the id that another game's `seats` show, or leave `player` out: then it is somebody new."),
    ),
    Kind(
        "redacted-file",
        422,
        Text("This is an audience's copy"),
        Text(
            "The file has tombstones in the place of records that its audience may not know: the "
            "game cannot be folded from it. Nothing was imported."
        ),
        Text("Import the whole export, which an arbiter, an organiser or the operator gets. `line` names the first tombstone."),
    ),
)

LOG = (
    Kind(
        "not-logged-yet",
        503,
        Text("The log does not cover this yet"),
        Text(
            "The record is kept, but no signed head of the log covers it yet: the log's writer is "
            "behind, is not running, or does not sign. `/healthz` says which."
        ),
        Text("Try again after `Retry-After` seconds."),
    ),
    Kind(
        "not-cosigned-yet",
        503,
        Text("No head of the log is cosigned yet"),
        Text(
            "The log has witnesses, and no signed head has the cosignatures of enough of them yet. "
            "An uncosigned head is not published as the log's checkpoint."
        ),
        Text("Try again after `Retry-After` seconds; `/readyz` names the witnesses that refuse or are away."),
    ),
    Kind(
        "no-such-tile",
        404,
        Text("The log has no such tile"),
        Text("The path is not spelt as C2SP tlog-tiles has it, or the log that is signed does not reach so far."),
        Text("Read `/log/checkpoint` first: its size says which tiles there are, and how wide the last of each level is."),
    ),
    Kind(
        "bundle-hides",
        403,
        Text("The bundle would show what you may not see"),
        Text("A bundle is whole or it proves nothing, and this game has records that are hidden from you for now."),
        Text("Ask the arbiter for it, take it once everything is open, or take it up to a record before `first` with `?at=`."),
    ),
    Kind(
        "record-damaged",
        500,
        Text("A stored record is damaged"),
        Text(
            "A stored record is gone, or is not what was stored. `seq` names it; positions up to `whole` can be read with `?at=`."
        ),
        Text("Tell the operator: `greffe fsck` names every difference from the log, and a true copy has to be put back."),
    ),
    Kind(
        "rules-missing",
        501,
        Text("This service lacks the game's rules"),
        Text("The game was opened with rules, or a version of them, that this service does not have. Its records are whole."),
        Text("Tell the operator: a newer version of Greffe, or the package with the title, has to be installed."),
    ),
)
