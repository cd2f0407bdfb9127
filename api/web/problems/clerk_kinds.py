"""Problems with what the clerk is asked for: what does not exist, and what games, tables,
campaigns, files and the log refuse."""

from domain.campaign import refusals as c
from domain.game import refusals as g
from domain.kernel import refusals as e
from domain.kernel.refusals import Kind
from domain.kernel.text import Text
from domain.study import refusals as s
from domain.tournament import refusals as t
from domain.transfer import refusals as f

ABOUT = (
    Kind(
        "unknown-ruleset",
        404,
        Text("There is no such title"),
        Text("No ruleset has this id."),
        Text("`GET /api/v1/rulesets` lists the titles."),
    ),
    g.UnknownCatalog.kind,
    g.CatalogDamaged.kind,
    g.UnknownGame.kind,
    Kind(
        "no-tables",
        404,
        Text("No tables have been made"),
        Text("Tables for analysts are files that the service's operator makes."),
        Text(
            "`greffe tables build` makes them, `greffe tables dump` the public ones, of games "
            "given for it."
        ),
    ),
    Kind(
        "unknown-table",
        404,
        Text("There is no such table"),
        Text("The tables of this schema have no such title, table or format."),
        Text("`manifest.json` beside them lists the files."),
    ),
    e.NoSuchPosition.kind,
)

PLAYING = (
    g.IllegalAction.kind,
    g.ValuesNeeded.kind,
    g.ValuesRefused.kind,
    g.UndoRefused.kind,
    g.GameIsClosed.kind,
    g.SeedMissing.kind,
)

FILES = (
    f.DamagedFile.kind,
    f.GameExists.kind,
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
        Text(
            "Print the page itself: it is set for paper. Its operator installs what sets it: "
            "`ops/setup.sh extras`."
        ),
    ),
    Kind(
        "document-too-long",
        503,
        Text("The document takes too long"),
        Text(
            "Setting this document, or the one before it, takes longer than is waited for; no "
            "file was made."
        ),
        Text(
            "Try again when the service is less busy, or print the page itself: it is set for "
            "paper."
        ),
    ),
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
    s.UnknownStudy.kind,
    s.StudyRefused.kind,
    c.UnknownCampaign.kind,
    c.NoSuchScenario.kind,
    g.CampaignRefused.kind,
    g.CatalogRefused.kind,
)

TABLE = (
    g.ProposalRefused.kind,
    g.RulingRefused.kind,
    g.CorrectionRefused.kind,
    g.GameIsAdjudicated.kind,
    g.ContributionRefused.kind,
    g.SealRefused.kind,
    g.BranchRefused.kind,
    g.GameIsFull.kind,
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
        "other-title",
        422,
        Text("These games are of different titles"),
        Text(
            "Positions are compared place by place, and only those of one title have the same "
            "places."
        ),
        Text("Name a game of the same title in `with`."),
    ),
)

SEATS = (
    g.NoSuchSeat.kind,
    g.SeatIsTaken.kind,
    g.SeatIsEmpty.kind,
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
        Text(
            "Ask for fewer: one title, some days, a tournament. For all of them there are tables "
            "(`greffe tables`)."
        ),
    ),
    Kind(
        "numbers-unavailable",
        503,
        Text("The numbers are being made"),
        Text(
            "The views that games are counted from are being built, or cannot be reached, and "
            "there are too many games to read."
        ),
        Text("Ask again in some seconds; `/readyz` says how far the views are."),
    ),
    g.UnknownPlayer.kind,
    f.RedactedFile.kind,
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
        Text(
            "Try again after `Retry-After` seconds; `/readyz` names the witnesses that refuse or "
            "are away."
        ),
    ),
    Kind(
        "no-such-tile",
        404,
        Text("The log has no such tile"),
        Text(
            "The path is not spelt as C2SP tlog-tiles has it, or the log that is signed does not "
            "reach so far."
        ),
        Text(
            "Read `/log/checkpoint` first: its size says which tiles there are, and how wide the "
            "last of each level is."
        ),
    ),
    Kind(
        "bundle-hides",
        403,
        Text("The bundle would show what you may not see"),
        Text(
            "A bundle is whole or it proves nothing, and this game has records that are hidden "
            "from you for now."
        ),
        Text(
            "Ask the arbiter for it, take it once everything is open, or take it up to a record "
            "before `first` with `?at=`."
        ),
    ),
    Kind(
        "record-damaged",
        500,
        Text("A stored record is damaged"),
        Text(
            "A stored record is gone, or is not what was stored. `seq` names it; positions up to "
            "`whole` can be read with `?at=`."
        ),
        Text(
            "Tell the operator: `greffe fsck` names every difference from the log, and a true "
            "copy has to be put back."
        ),
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
)

TOURNAMENTS = (
    t.UnknownTournament.kind,
    t.TournamentRefused.kind,
    t.ConfirmationNeeded.kind,
    Kind(
        "duty-too-low",
        403,
        Text("This link is for something else"),
        Text(
            "The address is not for what this link to the tournament is for. Nothing was recorded."
        ),
        Text("Ask with a link for one of the duties in `detail`; `duty` is yours."),
    ),
    Kind(
        "not-your-table",
        403,
        Text("This is not your table"),
        Text("A table's link speaks for its own entrants alone. Nothing was recorded."),
        Text("Send it with the entrant's own link."),
    ),
)
