from typing import Any

from msgspec.structs import asdict

from domain.kernel.refusals import Kind, Refusal
from domain.kernel.stored import DamagedRecord
from domain.kernel.text import Text, joined, same
from domain.titles.contract.catalogs.catalog import FileFault
from domain.titles.contract.chance import Ask
from domain.titles.contract.ruleset import Verdict
from domain.titles.registry import UnknownRuleset


class UnknownGame(Refusal):
    kind = Kind(
        "unknown-game",
        404,
        Text("There is no such game"),
        Text("No game has this id."),
        Text("`GET /api/v1/games` searches the games."),
    )

    def __init__(self, game: str) -> None:
        super().__init__(Text("There is no game {game}.", game=game))


class CampaignRefused(Refusal):
    kind = Kind(
        "campaign-refused",
        409,
        Text("The campaign cannot go on like this"),
        Text(
            "The last scenario is still being played, its sheet opens no further one, the sheet "
            "named is not the last, or the campaign is at its end or closed. Nothing was recorded."
        ),
        Text(
            "`GET /api/v1/campaigns/{campaign}`: `next` is what can be opened and from which "
            "sheet, `waits` why nothing can."
        ),
    )


class UnknownCatalog(Refusal):
    kind = Kind(
        "unknown-catalog",
        404,
        Text("There is no such catalog"),
        Text("No catalog has this name or SHA-256."),
        Text("`GET /api/v1/catalogs` lists the catalogs."),
    )

    def __init__(self, name: str) -> None:
        super().__init__(Text("There is no catalog {name}.", name=name))


class CatalogDamaged(Refusal):
    """The bytes stored for a catalog do not have the SHA-256 that names it."""

    kind = Kind(
        "catalog-damaged",
        500,
        Text("A stored catalog is damaged"),
        Text(
            "A catalog that is kept is not the one that its SHA-256 names. Games that were opened "
            "with it cannot be shown."
        ),
        Text(
            "Tell the operator: `greffe fsck` names it, and adding the true file at "
            "`/organise/catalogs` puts it back."
        ),
    )
    members = ("sha256",)

    def __init__(self, sha256: str) -> None:
        super().__init__(
            Text(
                "The catalog {sha256} is damaged in this service's store: the operator has to put "
                "a true copy back.",
                sha256=sha256,
            )
        )
        self.sha256 = sha256


UNREADABLE = (DamagedRecord, UnknownGame, UnknownCatalog, CatalogDamaged, UnknownRuleset)
"""The reasons why a game cannot be read, or not at this position; each has a `text`. Pages and
lists that build on the game answer all the same and show it."""


class CatalogRefused(Refusal):
    """A catalog that cannot be played with. `faults` lists all its faults."""

    kind = Kind(
        "catalog-refused",
        422,
        Text("The catalog cannot be played with"),
        Text(
            "The file is no catalog, lacks what a rule needs, or contradicts itself. It was not "
            "kept."
        ),
        Text(
            "`errors` names every fault with a JSON pointer into the file and its line, and so "
            "does `/organise/catalogs`."
        ),
    )

    def __init__(self, faults: tuple[FileFault, ...]) -> None:
        n, first = len(faults), faults[0]
        where = same(first.pointer) if first.pointer else Text("the file")
        super().__init__(
            Text(
                "The catalog has {n:fault|faults}; the first, on line {line}: {where}: {what}.",
                n=n,
                line=first.line,
                where=where,
                what=first.text,
            )
        )
        self.faults = faults

    def details(self) -> dict[str, Any]:
        errors = [
            {"pointer": fault.pointer, "line": fault.line, "detail": fault.text}
            for fault in self.faults
        ]
        return {"pointer": self.faults[0].pointer, "errors": errors}


class IllegalAction(Refusal):
    kind = Kind(
        "illegal-action",
        422,
        Text("The rules do not allow it"),
        Text(
            "The action was judged on the position and breaks the rule named in `verdict`. "
            "Nothing was recorded."
        ),
        Text("`GET /api/v1/games/{game}/legal` lists what the seat may do now."),
    )
    members = ("verdict",)
    pointer = "/action"

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.text)
        self.verdict = verdict


class RollsNeeded(Refusal):
    """The people at the table have to roll first: `asks` lists the rolls still needed; `given` is
    how many rolls they have entered already."""

    kind = Kind(
        "values-needed",
        422,
        Text("Roll first"),
        Text(
            "The action is legal, but this game's dice and draws are the table's, and these are "
            "missing. Nothing was recorded."
        ),
        Text(
            "Roll what `asks` lists and send the action again with `values`: one list for each "
            "use of chance, from the first."
        ),
    )

    def __init__(self, asks: tuple[Ask, ...], answered: int) -> None:
        values = joined(Text("{label} ({how})", label=a.label, how=a.how) for a in asks)
        super().__init__(Text("This needs values from the table: {values}.", values=values))
        self.asks, self.given = asks, answered

    def details(self) -> dict[str, Any]:
        asks = [{**asdict(ask), "spec": ask.spec} for ask in self.asks]
        return {"asks": asks, "given": self.given, "pointer": "/values"}


class RollsRefused(Refusal):
    kind = Kind(
        "values-refused",
        422,
        Text("These values cannot come up"),
        Text(
            "A value is not on the die or in the pool, or there are too many or too few. Nothing "
            "was recorded."
        ),
        Text("Enter what was really rolled, as the sentence says."),
    )
    pointer = "/values"


class UndoRefused(Refusal):
    """Nothing can be taken back or restored here, or the seat may not do it alone. `at` is the
    record in the way (0: none)."""

    kind = Kind(
        "undo-refused",
        409,
        Text("This cannot be taken back"),
        Text(
            "Nothing is there to take back or restore, or the game's policy does not let this "
            "seat do it alone."
        ),
        Text("`at` names the record that stands in the way, if one does."),
    )

    def __init__(self, text: Text, at: int = 0) -> None:
        super().__init__(text)
        self.at = at


class GameIsClosed(Refusal):
    kind = Kind(
        "game-closed",
        409,
        Text("The game is closed"),
        Text("The game has its last record; it can be read for ever, but nothing can be added."),
        Text("Open another game."),
    )

    def __init__(self, game: str) -> None:
        super().__init__(
            Text("Game {game} is closed: nothing can be added to its record.", game=game)
        )


class SeedMissing(Refusal):
    kind = Kind(
        "seed-missing",
        409,
        Text("The seed of the dice is not here"),
        Text(
            "The game's sealed dice were committed on another service, and the game came without "
            "their seed."
        ),
        Text("Go on with it where it was opened."),
    )

    def __init__(self, *, changed: bool = False) -> None:
        if changed:
            super().__init__(
                Text(
                    "The seed that is kept of this game's sealed dice is not the one it was "
                    "opened with, and "
                    "nothing is rolled with another: the operator has to put the true one back."
                ),
            )
            return
        super().__init__(
            Text(
                "This game's sealed dice were committed elsewhere and their seed is not here: it "
                "can be read, but not rolled on."
            )
        )


class NoSuchSeat(Refusal):
    """The game has no seat with this id for a person."""

    kind = Kind(
        "no-such-seat",
        404,
        Text("Nobody sits down there"),
        Text(
            "The game has no seat of this id, or it is one where no person sits: an automa's, "
            "chance. Nothing was recorded."
        ),
        Text("`seats` are the seats for players."),
    )
    members = ("seats",)

    def __init__(self, seat: str, seats: tuple[str, ...], *, there: bool) -> None:
        listed = ", ".join(seats)
        what = Text("Nobody sits down at {seat}", seat=seat) if there else None
        none = what or Text("There is no seat {seat} at this table", seat=seat)
        super().__init__(
            Text("{none}: the seats for players are {listed}.", none=none, listed=listed)
        )
        self.seats = seats


class SeatIsTaken(Refusal):
    """A person has been in the seat since record `at` and has to leave first."""

    kind = Kind(
        "seat-taken",
        409,
        Text("The seat is taken"),
        Text("Somebody sits there. Nothing was recorded."),
        Text("Let them leave it first; `at` is the record since which they sit there."),
    )

    def __init__(self, seat: Text, at: int) -> None:
        super().__init__(
            Text(
                "The seat of {seat} is taken (record {at}): it has to be left first.",
                seat=seat,
                at=at,
            )
        )
        self.at = at


class SeatIsEmpty(Refusal):
    kind = Kind(
        "seat-empty",
        409,
        Text("The seat is empty"),
        Text("Nobody sits there who could leave. Nothing was recorded."),
        Text("`GET /api/v1/games/{game}/seats` says who sits where."),
    )

    def __init__(self, seat: Text) -> None:
        super().__init__(
            Text("Nobody sits in the seat of {seat}: there is nobody to leave it.", seat=seat)
        )


class UnknownPlayer(Refusal):
    """No player has this id, or the player was erased."""

    kind = Kind(
        "unknown-player",
        422,
        Text("There is no such player"),
        Text(
            "No player has this id here, or what they wrote was erased and the id is not used "
            "again. Nothing was recorded."
        ),
        Text(
            "Give the id that another game's `seats` show, or leave `player` out: then it is "
            "somebody new."
        ),
    )
    pointer = "/player"

    def __init__(self, player: str, *, erased: bool = False) -> None:
        if erased:
            super().__init__(
                Text(
                    "What player {player} wrote was erased, and the id is not used again: leave "
                    "it out for a new one.",
                    player=player,
                ),
            )
        else:
            super().__init__(Text("There is no player {player}.", player=player))
        self.player = player


class GameIsAdjudicated(Refusal):
    """The arbiter named the outcome in record `ruling`. The game can go on only once that ruling is
    overturned."""

    kind = Kind(
        "game-adjudicated",
        409,
        Text("The arbiter has ended the game"),
        Text("A ruling in force names the outcome. Nothing was recorded."),
        Text("The game goes on only if that ruling, record `ruling`, is overturned."),
    )
    members = ("ruling",)

    def __init__(self, ruling: int) -> None:
        super().__init__(
            Text(
                "The arbiter has named the outcome (record {ruling}): the game goes on only if "
                "that ruling is overturned.",
                ruling=ruling,
            ),
        )
        self.ruling = ruling


class ProposalRefused(Refusal):
    """A request to take back cannot be made, or an answer to it is late or from a seat that was not
    asked. `at` is the request's record, `state` its state."""

    kind = Kind(
        "proposal-refused",
        409,
        Text("This proposal cannot be made or answered"),
        Text(
            "Nobody has to agree, or the proposal is settled or has lapsed, or this seat was not "
            "asked. Nothing was recorded."
        ),
        Text("`GET /api/v1/games/{game}/undo` shows how it stands; ask again if it still matters."),
    )

    def __init__(self, text: Text, at: int = 0, state: str = "") -> None:
        super().__init__(text)
        self.at, self.state = at, state


class RulingRefused(Refusal):
    kind = Kind(
        "ruling-refused",
        409,
        Text("This ruling cannot be given"),
        Text(
            "The ruling names a record that is not what it says, or one that was decided, "
            "overturned "
            "or taken back already. Nothing was recorded."
        ),
        Text(
            "`pointer` names the field, `at` the record in the way; `GET "
            "/api/v1/games/{game}/rulings` lists what was decided."
        ),
    )

    def __init__(self, pointer: str, text: Text, at: int = 0) -> None:
        super().__init__(text)
        self.pointer, self.at = pointer, at


class CorrectionRefused(Refusal):
    kind = Kind(
        "correction-refused",
        422,
        Text("This correction leads to no valid board"),
        Text(
            "The facts or the patch do not fit the board, touch what they may not, or leave a "
            "board "
            "that cannot be played on. Nothing was recorded."
        ),
        Text(
            "Mend what the sentence names; `dry_run=1` shows what a ruling would come to, and `GET "
            "/api/v1/games/{game}/board/document` the board that a patch is made against."
        ),
    )

    def __init__(self, pointer: str, text: Text) -> None:
        super().__init__(text)
        self.pointer = pointer


class ContributionRefused(Refusal):
    """A part of the sealed dice cannot be committed to or revealed now, or a roll has to wait for a
    part."""

    kind = Kind(
        "contribution-refused",
        409,
        Text("The dice cannot be changed like this"),
        Text(
            "A part of the sealed dice is bound once and shown once, all bound before any is "
            "shown; "
            "until the last is shown nothing is rolled. Nothing was recorded."
        ),
        Text(
            "`GET /api/v1/games/{game}/contributions` shows who is bound and who has shown their "
            "part."
        ),
    )


class SealRefused(Refusal):
    """A hidden value cannot be sealed or revealed: not now, not twice, or not in this form."""

    kind = Kind(
        "seal-refused",
        409,
        Text("This cannot be sealed or shown now"),
        Text(
            "In a game with seals, what is chosen in secret is sealed once, and shown with its "
            "salt "
            "once all who choose are bound. Nothing was recorded."
        ),
        Text(
            "`GET /api/v1/games/{game}/seals` shows what is being sealed, who is bound and who "
            "has yet to show."
        ),
    )


class GameIsFull(Refusal):
    kind = Kind(
        "game-full",
        409,
        Text("This game holds as much as one game may"),
        Text("The bytes of its records have reached the limit for one game. Nothing was recorded."),
        Text("Have the arbiter close it, and go on in a new game."),
    )

    def __init__(self, game: str) -> None:
        super().__init__(
            Text(
                "Game {game} holds as much as one game may: it can be ruled on, taken back and "
                "closed, no more.",
                game=game,
            )
        )


class BranchRefused(Refusal):
    kind = Kind(
        "branch-refused",
        409,
        Text("No branch can grow from here"),
        Text(
            "The position cannot be relied on, or as many branches have grown from the game as may."
        ),
        Text("Choose an earlier position, or go on in a branch that is there."),
    )
