"""One method for each address of the API.

Made by `generate.py` from the OpenAPI document: change nothing here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from .transport import Event, Transport, part
from .types import (
    Acted,
    Advance,
    AmendEntrant,
    AmendRules,
    AnswerProposal,
    AskBye,
    AuditAt,
    BoardAt,
    BranchesOf,
    CalendarAt,
    CalendarPage,
    CallerAt,
    CampaignAt,
    CampaignPage,
    CampaignWritten,
    CatalogLine,
    CatalogPage,
    ChangeTables,
    Claims,
    Close,
    CloseCampaign,
    CloseCheckIn,
    CloseRound,
    Commit,
    ComparisonAt,
    Confirmable,
    ConfirmAddress,
    CorrectResult,
    Countersignatures,
    DecideProtest,
    DeliveryPage,
    Dictionary,
    Diff,
    Document,
    DutyLinks,
    EnterAll,
    EntrantPage,
    EntryAt,
    EntryPage,
    Expel,
    FileClaim,
    FileProtest,
    FileSlip,
    GamePage,
    GiveRuling,
    GrowBranch,
    HallPage,
    Health,
    Imported,
    Irregularities,
    IssueCalendar,
    IssueHall,
    IssueLink,
    KindAt,
    Kinds,
    LeaveSeat,
    LegalAt,
    Lift,
    LinkAt,
    LinkGiven,
    LinkPage,
    Listing,
    LookPage,
    Manifest,
    MessageQueued,
    NewScenario,
    Note,
    Numbers,
    OpenCampaign,
    Opened,
    OpenGame,
    OpenGames,
    OpenScenario,
    OpenStudy,
    OpenTournament,
    OrderChapters,
    Origins,
    Overturn,
    PairRound,
    Parts,
    Penalise,
    PlayerNumbers,
    PlayLink,
    Preferences,
    Presence,
    Proposals,
    Redo,
    RemoveChapter,
    Reopen,
    Retracted,
    Reveal,
    RoundAt,
    Ruled,
    Rulings,
    ScoreAt,
    Seals,
    SealValue,
    Seated,
    SeatsAt,
    Separate,
    SetClock,
    ShareStudy,
    SheetAt,
    Sign,
    StandIn,
    StandingsAt,
    StudyAt,
    StudyPage,
    Subscribe,
    SubscriptionGiven,
    SubscriptionPage,
    SubscriptionShown,
    Summary,
    TakeAction,
    TakeResult,
    TakeSeat,
    TitleAt,
    Titles,
    TournamentAt,
    TournamentEntryPage,
    TournamentImported,
    TournamentPage,
    TournamentWritten,
    Undo,
    Why,
    WithdrawRound,
    WriteChapter,
    Written,
)

Receipt = Literal["", "wait"] | None


class Greffe(Transport):
    """A service of Greffe, asked with a key or the token of a link."""

    def list_titles(self) -> Titles:
        """List the titles that can be played.

        Least role: spectator."""
        return self._json(Titles, "GET", "/api/v1/rulesets")

    def show_title(self, id: str) -> TitleAt:
        """Show a title: its options, actions as JSON Schema, catalogs with provenance, readings and endings.

        Least role: spectator."""
        return self._json(TitleAt, "GET", f"/api/v1/rulesets/{part(id)}")

    def show_catalog(self, id: str, name: str) -> dict[str, Any]:
        """Fetch a catalog's file, by its name or its SHA-256.

        Least role: spectator."""
        return self._json(dict[str, Any], "GET", f"/api/v1/rulesets/{part(id)}/catalogs/{part(name)}")

    def search_games(
        self,
        *,
        ruleset: str | None = None,
        status: Literal["", "closed", "ended", "open"] | None = None,
        tag: str | None = None,
        seats: int | None = None,
        text: str | None = None,
        opened_from: str | None = None,
        opened_before: str | None = None,
        updated_from: str | None = None,
        updated_before: str | None = None,
        tournament: str | None = None,
        player: str | None = None,
        irregular: bool | None = None,
        open_claim: bool | None = None,
        branches: Literal["all", "no", "only"] | None = None,
        after: str | None = None,
        limit: int | None = None,
    ) -> GamePage:
        """Search the games, those written to last first: by title, player, status, date, tag, irregularity, open claim.

        Whoever writes and then searches finds what they wrote. Works without Redis, only slower.

        `total` is null where counting takes longer than finding the page.

        Least role: organiser."""
        return self._json(
            GamePage,
            "GET",
            "/api/v1/games",
            query={
                "ruleset": ruleset,
                "status": status,
                "tag": tag,
                "seats": seats,
                "text": text,
                "opened_from": opened_from,
                "opened_before": opened_before,
                "updated_from": updated_from,
                "updated_before": updated_before,
                "tournament": tournament,
                "player": player,
                "irregular": irregular,
                "open_claim": open_claim,
                "branches": branches,
                "after": after,
                "limit": limit,
            },
        )

    def open_game(self, body: OpenGame, *, key: str | None = None, receipt: Receipt = None) -> Opened:
        """Open a game. The ruleset alone is enough: everything else has a default.

        Least role: organiser."""
        return self._write(Opened, "/api/v1/games", body, key, None, receipt=receipt)

    def show_game(self, game: str) -> Summary:
        """Look a game up: title, seats, whose turn it is, where it stands.

        Least role: spectator."""
        return self._json(Summary, "GET", f"/api/v1/games/{part(game)}")

    def write_search(
        self,
        *,
        ruleset: str | None = None,
        status: Literal["", "closed", "ended", "open"] | None = None,
        tag: str | None = None,
        seats: int | None = None,
        text: str | None = None,
        opened_from: str | None = None,
        opened_before: str | None = None,
        updated_from: str | None = None,
        updated_before: str | None = None,
        tournament: str | None = None,
        player: str | None = None,
        irregular: bool | None = None,
        open_claim: bool | None = None,
        branches: Literal["all", "no", "only"] | None = None,
        after: str | None = None,
        limit: int | None = None,
        lang: Literal["en", "fr"] | None = None,
        separator: Literal["comma", "semicolon"] | None = None,
    ) -> str:
        """Write what a search finds as CSV, in which no cell is a formula: a game a row, 20,000 rows at most, whatever `limit`
        says; `after` begins further on.

        Least role: organiser."""
        return self._text(
            "GET",
            "/api/v1/games.csv",
            query={
                "ruleset": ruleset,
                "status": status,
                "tag": tag,
                "seats": seats,
                "text": text,
                "opened_from": opened_from,
                "opened_before": opened_before,
                "updated_from": updated_from,
                "updated_before": updated_before,
                "tournament": tournament,
                "player": player,
                "irregular": irregular,
                "open_claim": open_claim,
                "branches": branches,
                "after": after,
                "limit": limit,
                "lang": lang,
                "separator": separator,
            },
        )

    def count_games(
        self,
        *,
        ruleset: str | None = None,
        player: str | None = None,
        tournament: str | None = None,
        tag: str | None = None,
        text: str | None = None,
        opened_from: str | None = None,
        opened_before: str | None = None,
        opening: str | None = None,
    ) -> Numbers:
        """Count the games that are over and that a search finds, for organisers among their own: results by seat, by who began, by
        opening; lengths, pace, what was taken back, irregularities; ratings.

        Shares come with the exact interval at 95 % (Clopper and Pearson); ratings are those of Weng and Lin (2011), worked out
        from these games alone.

        Least role: organiser."""
        return self._json(
            Numbers,
            "GET",
            "/api/v1/numbers",
            query={
                "ruleset": ruleset,
                "player": player,
                "tournament": tournament,
                "tag": tag,
                "text": text,
                "opened_from": opened_from,
                "opened_before": opened_before,
                "opening": opening,
            },
        )

    def write_numbers(
        self,
        table: str,
        *,
        ruleset: str | None = None,
        player: str | None = None,
        tournament: str | None = None,
        tag: str | None = None,
        text: str | None = None,
        opened_from: str | None = None,
        opened_before: str | None = None,
        opening: str | None = None,
        lang: Literal["en", "fr"] | None = None,
        separator: Literal["comma", "semicolon"] | None = None,
    ) -> str:
        """Write one table of these numbers as CSV, in which no cell is a formula: `titles`, `seats`, `order` (of the first
        actions), `openings`, `endings`, `lengths`, `pace`, `care` (what was taken back, irregularities, rulings but for
        those on clocks), `ratings`.

        Least role: organiser."""
        return self._text(
            "GET",
            f"/api/v1/numbers/{part(table)}.csv",
            query={
                "ruleset": ruleset,
                "player": player,
                "tournament": tournament,
                "tag": tag,
                "text": text,
                "opened_from": opened_from,
                "opened_before": opened_before,
                "opening": opening,
                "lang": lang,
                "separator": separator,
            },
        )

    def count_player(self, player: str) -> PlayerNumbers:
        """Count the finished games of a player among those that the caller may see: won, by seat and by who began; pace; a rating
        among everybody in those games.

        Least role: organiser."""
        return self._json(PlayerNumbers, "GET", f"/api/v1/players/{part(player)}/numbers")

    def write_player(
        self,
        player: str,
        table: str,
        *,
        lang: Literal["en", "fr"] | None = None,
        separator: Literal["comma", "semicolon"] | None = None,
    ) -> str:
        """Write one table of a player's numbers as CSV: `titles`, `seats`, `order`, `games`.

        Least role: organiser."""
        return self._text(
            "GET", f"/api/v1/players/{part(player)}/numbers/{part(table)}.csv", query={"lang": lang, "separator": separator}
        )

    def act(
        self,
        game: str,
        body: TakeAction,
        *,
        seen: int | None = None,
        key: str | None = None,
        dry_run: bool | None = None,
        at: int | None = None,
        receipt: Receipt = None,
    ) -> Acted:
        """Judge an action and record it with all that comes of it; with `dry_run`, judge it without a trace.

        Least role: seat."""
        return self._write(Acted, f"/api/v1/games/{part(game)}/actions", body, key, seen, dry_run=dry_run, at=at, receipt=receipt)

    def show_board(self, game: str, *, at: int | None = None, audience: str | None = None) -> BoardAt:
        """Show the board at a position, as an audience may see it.

        Least role: spectator."""
        return self._json(BoardAt, "GET", f"/api/v1/games/{part(game)}/board", query={"at": at, "audience": audience})

    def show_score(self, game: str, *, at: int | None = None) -> ScoreAt:
        """Show the points at a position, seat by seat with what they are made of.

        Least role: spectator."""
        return self._json(ScoreAt, "GET", f"/api/v1/games/{part(game)}/score", query={"at": at})

    def show_legal(self, game: str, *, seat: str | None = None) -> LegalAt:
        """List what may be done now: actions that can be posted as they are, and templates where there are too many to list.

        While the board hides something, what a seat may do is shown to those alone who may look as this seat.

        Least role: spectator."""
        return self._json(LegalAt, "GET", f"/api/v1/games/{part(game)}/legal", query={"seat": seat})

    def show_diff(
        self, game: str, *, from_: int | None = None, to: int | None = None, with_: str | None = None, audience: str | None = None
    ) -> Diff:
        """Show what changed in an audience's view between two positions of a title, place by place, across games too.

        With a link, `with` names a branch of its game; where the title keeps secrets, a seat looks at both as the public.

        Least role: spectator."""
        return self._json(
            Diff, "GET", f"/api/v1/games/{part(game)}/diff", query={"from": from_, "to": to, "with": with_, "audience": audience}
        )

    def list_records(
        self, game: str, *, after: int | None = None, limit: int | None = None, audience: str | None = None
    ) -> EntryPage:
        """Read the record, oldest first: who did what, what came of it, what is in force. Nothing that was taken back is missing.

        Least role: spectator."""
        return self._json(
            EntryPage, "GET", f"/api/v1/games/{part(game)}/records", query={"after": after, "limit": limit, "audience": audience}
        )

    def show_record(self, game: str, seq: int, *, audience: str | None = None) -> EntryAt:
        """Read one record.

        Least role: spectator."""
        return self._json(EntryAt, "GET", f"/api/v1/games/{part(game)}/records/{part(seq)}", query={"audience": audience})

    def stream_records(self, game: str, *, after: int | None = None, audience: str | None = None) -> Iterator[Event]:
        """Stream the records of a game as they are written, without a gap.

        `id` is the seq. An event `record` has the entry as `/records` shows it to this audience, whose turn it is after it, and
        which earlier entries read differently since; `closed` is the last event. Comments keep the connection alive.

        Least role: spectator."""
        return self._events(f"/api/v1/games/{part(game)}/stream", query={"after": after, "audience": audience})

    def list_proposals(self, game: str, *, audience: str | None = None) -> Proposals:
        """List what was asked to be taken back: by whom, who has to agree, what would go, and what the board would become.

        Least role: spectator."""
        return self._json(Proposals, "GET", f"/api/v1/games/{part(game)}/undo", query={"audience": audience})

    def undo(self, game: str, body: Undo, *, seen: int, key: str | None = None, receipt: Receipt = None) -> Written:
        """Take back actions. They stay in the record, out of force; undo alone crosses no roll, reveal or other seat's action.

        Least role: seat."""
        return self._write(Written, f"/api/v1/games/{part(game)}/undo", body, key, seen, receipt=receipt)

    def redo(self, game: str, body: Redo, *, seen: int, key: str | None = None, receipt: Receipt = None) -> Written:
        """Put back what was taken back last; possible until another action is taken.

        Least role: seat."""
        return self._write(Written, f"/api/v1/games/{part(game)}/redo", body, key, seen, receipt=receipt)

    def note(self, game: str, body: Note, *, seen: int, key: str | None = None, receipt: Receipt = None) -> Written:
        """Add a remark about a record or the game.

        Least role: seat."""
        return self._write(Written, f"/api/v1/games/{part(game)}/notes", body, key, seen, receipt=receipt)

    def list_anew(self, game: str, body: Listing, *, seen: int, key: str | None = None, receipt: Receipt = None) -> Written:
        """Change whether anybody may watch the game, and the words it is found by. Made private, it is silent for strangers at
        once, their streams too.

        Least role: organiser."""
        return self._write(Written, f"/api/v1/games/{part(game)}/listing", body, key, seen, receipt=receipt)

    def close(self, game: str, *, body: Close | None = None, seen: int, key: str | None = None, receipt: Receipt = None) -> Written:
        """Close the game: nothing can be added afterwards, and the seed of sealed dice is shown.

        Least role: arbiter."""
        return self._write(Written, f"/api/v1/games/{part(game)}/close", body, key, seen, receipt=receipt)

    def show_receipt(self, game: str, seq: int) -> str:
        """Fetch the receipt for a record: whoever holds one can show, without this service, that it was recorded and where.

        Where the log has witnesses, it waits up to two seconds for a head that enough of them have cosigned. `Receipt-State`
        says whether that came: a receipt that is not complete is the log's word alone, and it is asked for again later.

        Least role: spectator."""
        return self._text("GET", f"/api/v1/games/{part(game)}/records/{part(seq)}/receipt")

    def show_tournament_receipt(self, tournament: str, seq: int) -> str:
        """Fetch the receipt for a record of a tournament.

        Least role: organiser."""
        return self._text("GET", f"/api/v1/tournaments/{part(tournament)}/records/{part(seq)}/receipt")

    def show_campaign_receipt(self, campaign: str, seq: int) -> str:
        """Fetch the receipt for a record of a campaign.

        Least role: organiser."""
        return self._text("GET", f"/api/v1/campaigns/{part(campaign)}/records/{part(seq)}/receipt")

    def show_bundle(self, game: str, *, at: int | None = None, names: bool | None = None) -> bytes:
        """Fetch a game's bundle: one file that `greffe verify` checks without this service.

        From the arbiter on it is whole, hidden things included, and where the title keeps secrets the access log says who took
        it. For others there is one where nothing in it is hidden from them. Names and free text are left out unless
        `names` asks for them.

        Least role: spectator."""
        return self._bytes("GET", f"/api/v1/games/{part(game)}/bundle", query={"at": at, "names": names})

    def show_campaign_bundle(self, campaign: str, *, at: int | None = None, names: bool | None = None) -> bytes:
        """Fetch the bundle of a campaign's own records; each of its games has one of its own.

        Least role: organiser."""
        return self._bytes("GET", f"/api/v1/campaigns/{part(campaign)}/bundle", query={"at": at, "names": names})

    def show_tournament_bundle(
        self, tournament: str, *, at: int | None = None, names: bool | None = None, games: bool | None = None
    ) -> bytes:
        """Fetch the bundle of a tournament's own records; with `games`, those of all games at its tables follow in the same file,
        so that one file proves the whole event and `greffe verify --replay` compares results with what the games came
        to.

        Games are whole then, hidden things included, and where their title keeps secrets the access log says who took them.

        Least role: organiser."""
        return self._bytes(
            "GET", f"/api/v1/tournaments/{part(tournament)}/bundle", query={"at": at, "names": names, "games": games}
        )

    def show_audit(self, game: str, *, after: int | None = None, limit: int | None = None, audience: str | None = None) -> AuditAt:
        """Read a game as its arbiter does: who did what and why, how each roll and record is proven.

        The whole is the arbiter's; a look at it goes into the access log where the title keeps secrets. To others, what they
        may not know is a tombstone, as in the record.

        Least role: spectator."""
        return self._json(
            AuditAt, "GET", f"/api/v1/games/{part(game)}/audit", query={"after": after, "limit": limit, "audience": audience}
        )

    def answer_proposal(
        self, game: str, seq: int, body: AnswerProposal, *, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> Written:
        """Answer a proposal to take actions back. Once every affected seat has agreed, they are out of force.

        A refusal settles it. A proposal lapses when the play moves on or its time runs out.

        Least role: seat."""
        return self._write(Written, f"/api/v1/games/{part(game)}/undo/{part(seq)}/answer", body, key, seen, receipt=receipt)

    def list_retracted(self, game: str, *, audience: str | None = None) -> Retracted:
        """List every action that is out of force, with the record that took it out and its rolls, which keep their numbers.

        Least role: spectator."""
        return self._json(Retracted, "GET", f"/api/v1/games/{part(game)}/retracted", query={"audience": audience})

    def list_contributions(self, game: str) -> Parts:
        """Show what each seat has added to the sealed dice so far.

        Least role: spectator."""
        return self._json(Parts, "GET", f"/api/v1/games/{part(game)}/contributions")

    def commit_contribution(
        self, game: str, body: Commit, *, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> Written:
        """Bind a seat to its part of the sealed dice, before any seat shows its own.

        Least role: seat."""
        return self._write(Written, f"/api/v1/games/{part(game)}/contributions", body, key, seen, receipt=receipt)

    def reveal_contribution(
        self, game: str, body: Reveal, *, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> Written:
        """Show a seat's part, once all are bound. From the last one on the dice rest on all of them.

        Least role: seat."""
        return self._write(Written, f"/api/v1/games/{part(game)}/contributions/reveal", body, key, seen, receipt=receipt)

    def stand_in(self, game: str, body: StandIn, *, seen: int, key: str | None = None, receipt: Receipt = None) -> Written:
        """Let the service contribute for a seat that is absent.

        Least role: arbiter."""
        return self._write(Written, f"/api/v1/games/{part(game)}/contributions/stand-in", body, key, seen, receipt=receipt)

    def list_seals(self, game: str) -> Seals:
        """Show what is being chosen in secret, who is bound and who has shown it.

        Least role: spectator."""
        return self._json(Seals, "GET", f"/api/v1/games/{part(game)}/seals")

    def seal_value(self, game: str, body: SealValue, *, seen: int, key: str | None = None, receipt: Receipt = None) -> Written:
        """Seal what a seat has chosen in secret. Nobody can read it, the service included, before all who choose are bound.

        Least role: seat."""
        return self._write(Written, f"/api/v1/games/{part(game)}/seals", body, key, seen, receipt=receipt)

    def list_countersignatures(self, game: str, *, at: int | None = None) -> Countersignatures:
        """List who signed which record, and what there is to sign.

        Least role: spectator."""
        return self._json(Countersignatures, "GET", f"/api/v1/games/{part(game)}/countersignatures", query={"at": at})

    def sign_position(self, game: str, body: Sign, *, seen: int, key: str | None = None, receipt: Receipt = None) -> Written:
        """Sign a record with a key of the seat's own, like a score sheet signed by both players; also once the game is closed.

        Least role: seat."""
        return self._write(Written, f"/api/v1/games/{part(game)}/countersignatures", body, key, seen, receipt=receipt)

    def list_claims(self, game: str) -> Claims:
        """List the claims, and which ruling answers each.

        Least role: spectator."""
        return self._json(Claims, "GET", f"/api/v1/games/{part(game)}/claims")

    def file_claim(self, game: str, body: FileClaim, *, seen: int, key: str | None = None, receipt: Receipt = None) -> Written:
        """File a claim about a record. It is open until the arbiter rules on it, and again if that ruling is overturned.

        Least role: seat."""
        return self._write(Written, f"/api/v1/games/{part(game)}/claims", body, key, seen, receipt=receipt)

    def list_rulings(self, game: str, *, audience: str | None = None) -> Rulings:
        """List the rulings, and which of them were overturned.

        Least role: spectator."""
        return self._json(Rulings, "GET", f"/api/v1/games/{part(game)}/rulings", query={"audience": audience})

    def give_ruling(
        self,
        game: str,
        body: GiveRuling,
        *,
        seen: int | None = None,
        key: str | None = None,
        dry_run: bool | None = None,
        receipt: Receipt = None,
    ) -> Ruled:
        """Give a ruling: let stand, annul, correct, penalise, adjudicate, or stop, start and set clocks. With `dry_run`, see first
        what it would come to.

        A ruling names the rule it rests on, and why it had to be given. Nothing that is stored changes: it is one more record,
        and it can be overturned. Whatever rests on it carries its number in `irregularities`.

        Least role: arbiter."""
        return self._write(Ruled, f"/api/v1/games/{part(game)}/rulings", body, key, seen, dry_run=dry_run, receipt=receipt)

    def overturn_ruling(
        self,
        game: str,
        seq: int,
        body: Overturn,
        *,
        seen: int | None = None,
        key: str | None = None,
        dry_run: bool | None = None,
        receipt: Receipt = None,
    ) -> Ruled:
        """Overturn a ruling: where it moved the position, the one from before it is back, and what was played since is out of
        force.

        Least role: arbiter."""
        return self._write(
            Ruled, f"/api/v1/games/{part(game)}/rulings/{part(seq)}/overturn", body, key, seen, dry_run=dry_run, receipt=receipt
        )

    def list_irregularities(self, game: str, *, audience: str | None = None) -> Irregularities:
        """Report everything irregular in a game: illegal actions let stand, rulings, open claims, what was taken back.

        Least role: spectator."""
        return self._json(Irregularities, "GET", f"/api/v1/games/{part(game)}/irregularities", query={"audience": audience})

    def show_document(self, game: str, *, at: int | None = None) -> Document:
        """Show the whole board as a JSON document with every field: what a JSON Patch is made against.

        Least role: arbiter."""
        return self._json(Document, "GET", f"/api/v1/games/{part(game)}/board/document", query={"at": at})

    def list_branches(self, game: str, *, after: str | None = None, limit: int | None = None) -> BranchesOf:
        """List the branches that grew from a game, the one written to last first.

        Least role: spectator."""
        return self._json(BranchesOf, "GET", f"/api/v1/games/{part(game)}/branches", query={"after": after, "limit": limit})

    def grow_branch(self, game: str, *, body: GrowBranch | None = None, key: str | None = None, receipt: Receipt = None) -> Opened:
        """Grow a branch from a position: a game of its own, with its lineage, that counts nowhere as played.

        It has its own record, dice, seats and links, which are handed to whoever grows it; it belongs to the organiser of its
        parent. A position at which something is still hidden from a player is the arbiter's to branch from.

        Least role: seat."""
        return self._write(Opened, f"/api/v1/games/{part(game)}/branches", body, key, None, receipt=receipt)

    def list_studies(self, game: str) -> StudyPage:
        """List the studies of a game that the caller may read: those of their own, and those that are shared with their audience.

        Least role: spectator."""
        return self._json(StudyPage, "GET", f"/api/v1/games/{part(game)}/studies")

    def open_study(self, game: str, body: OpenStudy, *, key: str | None = None, receipt: Receipt = None) -> StudyAt:
        """Open a study of a game: a stream of records of its own, which changes nothing in the game and goes on after it is
        closed.

        Least role: spectator."""
        return self._write(StudyAt, f"/api/v1/games/{part(game)}/studies", body, key, None, receipt=receipt)

    def show_study(self, game: str, study: str) -> StudyAt:
        """Show a study with its chapters. A study of what the caller may not see is refused as one that does not exist.

        Least role: spectator."""
        return self._json(StudyAt, "GET", f"/api/v1/games/{part(game)}/studies/{part(study)}")

    def write_chapter(
        self, game: str, study: str, body: WriteChapter, *, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> StudyAt:
        """Write a chapter, or write one anew: a remark on a position, with rings and arrows on its board as the audience sees it.

        Least role: spectator."""
        return self._write(StudyAt, f"/api/v1/games/{part(game)}/studies/{part(study)}/chapters", body, key, seen, receipt=receipt)

    def remove_chapter(
        self, game: str, study: str, body: RemoveChapter, *, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> StudyAt:
        """Take a chapter out and erase its words; that it was there stays on record.

        Least role: spectator."""
        return self._write(
            StudyAt, f"/api/v1/games/{part(game)}/studies/{part(study)}/chapters/remove", body, key, seen, receipt=receipt
        )

    def order_chapters(
        self, game: str, study: str, body: OrderChapters, *, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> StudyAt:
        """Put the chapters into another order.

        Least role: spectator."""
        return self._write(StudyAt, f"/api/v1/games/{part(game)}/studies/{part(study)}/order", body, key, seen, receipt=receipt)

    def share_study(
        self, game: str, study: str, body: ShareStudy, *, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> StudyAt:
        """Share a study with those who may look at the game as its audience, or keep it to its author again.

        Least role: spectator."""
        return self._write(StudyAt, f"/api/v1/games/{part(game)}/studies/{part(study)}/share", body, key, seen, receipt=receipt)

    def show_caller(self) -> CallerAt:
        """Say what one's key or link is good for: the role, and of a link the game and the seats.

        Least role: spectator."""
        return self._json(CallerAt, "GET", "/api/v1/caller")

    def list_links(self, game: str) -> LinkPage:
        """List the links to a game: whose they are, whether they hold, and the links themselves to hand out again.

        Least role: organiser."""
        return self._json(LinkPage, "GET", f"/api/v1/games/{part(game)}/links")

    def issue_link(self, game: str, body: IssueLink, *, key: str | None = None, receipt: Receipt = None) -> LinkGiven:
        """Issue another link to a game: for a scribe who enters for several seats, for a guest, for a day.

        Least role: organiser."""
        return self._write(LinkGiven, f"/api/v1/games/{part(game)}/links", body, key, None, receipt=receipt)

    def revoke_link(self, game: str, link: str) -> LinkAt:
        """Revoke a link, at once and for good; revoking it again changes nothing. Issue another one in its place.

        Least role: organiser."""
        return self._json(LinkAt, "POST", f"/api/v1/games/{part(game)}/links/{part(link)}/revoke")

    def show_qr(self, game: str, link: str) -> bytes:
        """Draw a link as a QR code to print, with whose it is under it: 80 by 96 mm.

        Least role: organiser."""
        return self._bytes("GET", f"/api/v1/games/{part(game)}/links/{part(link)}/qr.svg")

    def list_looks(self, game: str, *, after: str | None = None, limit: int | None = None) -> LookPage:
        """Read the access log: who has looked at what is hidden from the public, as whom, at which record, and when.

        Least role: organiser."""
        return self._json(LookPage, "GET", f"/api/v1/games/{part(game)}/looks", query={"after": after, "limit": limit})

    def list_halls(self) -> HallPage:
        """List the links to halls: those issued with this key, or with any for the operator.

        Least role: organiser."""
        return self._json(HallPage, "GET", "/api/v1/halls")

    def issue_hall(self, body: IssueHall, *, key: str | None = None, receipt: Receipt = None) -> LinkGiven:
        """Issue one arbiter's link for all games opened with this key that carry a tag: also those opened or tagged later, and no
        longer those that the tag is taken from. Branches are no part of it.

        Least role: organiser."""
        return self._write(LinkGiven, "/api/v1/halls", body, key, None, receipt=receipt)

    def revoke_hall(self, link: str) -> LinkAt:
        """Revoke a link to a hall, at once and for good; revoking it again changes nothing.

        Least role: organiser."""
        return self._json(LinkAt, "POST", f"/api/v1/halls/{part(link)}/revoke")

    def show_hall_qr(self, link: str) -> bytes:
        """Draw a link to a hall as a QR code to print: 80 by 96 mm.

        Least role: organiser."""
        return self._bytes("GET", f"/api/v1/halls/{part(link)}/qr.svg")

    def list_hall(self, *, after: str | None = None, limit: int | None = None) -> GamePage:
        """List the games that the caller is the arbiter of: by a link to a hall those that carry its tag now, by a link to one
        game this one, by a key all that are theirs.

        Least role: arbiter."""
        return self._json(GamePage, "GET", "/api/v1/hall", query={"after": after, "limit": limit})

    def list_calendars(self) -> CalendarPage:
        """List the links to calendars that were issued with this key.

        Least role: organiser."""
        return self._json(CalendarPage, "GET", "/api/v1/calendars")

    def issue_calendar(self, body: IssueCalendar, *, key: str | None = None, receipt: Receipt = None) -> CalendarAt:
        """Issue a link to a calendar, for a calendar program to ask again and again. It tells titles, table numbers and times; no
        name, no result, nothing of a pairing that is not published.

        Least role: organiser."""
        return self._write(CalendarAt, "/api/v1/calendars", body, key, None, receipt=receipt)

    def revoke_calendar(self, link: str) -> CalendarAt:
        """Revoke a link to a calendar, at once and for good; revoking it again changes nothing.

        Least role: organiser."""
        return self._json(CalendarAt, "POST", f"/api/v1/calendars/{part(link)}/revoke")

    def subscribe_to_game(
        self, game: str, body: Subscribe, *, key: str | None = None, receipt: Receipt = None
    ) -> SubscriptionGiven:
        """Be told of a game: whose turn it is, requests to take back, claims, rulings, its end.

        Least role: seat."""
        return self._write(SubscriptionGiven, f"/api/v1/games/{part(game)}/subscriptions", body, key, None, receipt=receipt)

    def subscribe_to_tournament(
        self, tournament: str, body: Subscribe, *, key: str | None = None, receipt: Receipt = None
    ) -> SubscriptionGiven:
        """Be told of a tournament: pairings, and results that wait.

        Least role: organiser."""
        return self._write(
            SubscriptionGiven, f"/api/v1/tournaments/{part(tournament)}/subscriptions", body, key, None, receipt=receipt
        )

    def list_subscriptions(self) -> SubscriptionPage:
        """List the subscriptions made with one's key or link; the operator's key lists all.

        Least role: spectator."""
        return self._json(SubscriptionPage, "GET", "/api/v1/subscriptions")

    def subscribe_to_all(self, body: Subscribe, *, key: str | None = None, receipt: Receipt = None) -> SubscriptionGiven:
        """Be told of every game and tournament that one's key or link covers, now or later.

        Least role: arbiter."""
        return self._write(SubscriptionGiven, "/api/v1/subscriptions", body, key, None, receipt=receipt)

    def show_subscription(self, subscription: str) -> SubscriptionShown:
        """Show how a subscription stands.

        Least role: spectator."""
        return self._json(SubscriptionShown, "GET", f"/api/v1/subscriptions/{part(subscription)}")

    def change_subscription(self, subscription: str, body: Preferences) -> SubscriptionShown:
        """Say anew what is told and when not; what is left out is as with a new subscription.

        Least role: spectator."""
        return self._json(SubscriptionShown, "POST", f"/api/v1/subscriptions/{part(subscription)}/preferences", body=body)

    def test_subscription(self, subscription: str, *, key: str | None = None, receipt: Receipt = None) -> MessageQueued:
        """Send a message to try whether it arrives. It goes through the same queue as all others.

        Least role: spectator."""
        return self._write(MessageQueued, f"/api/v1/subscriptions/{part(subscription)}/test", None, key, None, receipt=receipt)

    def rotate_secret(self, subscription: str, *, key: str | None = None, receipt: Receipt = None) -> SubscriptionGiven:
        """Change the secret that signs webhooks. For a day each message is signed with both, so that the receiver misses none.

        Least role: spectator."""
        return self._write(
            SubscriptionGiven, f"/api/v1/subscriptions/{part(subscription)}/rotate", None, key, None, receipt=receipt
        )

    def resume_subscription(self, subscription: str) -> SubscriptionShown:
        """Try again at once what waits after failures, or was parked; resuming what works changes nothing.

        Least role: spectator."""
        return self._json(SubscriptionShown, "POST", f"/api/v1/subscriptions/{part(subscription)}/resume")

    def end_subscription(self, subscription: str) -> SubscriptionPage:
        """End a subscription at once, and forget its address and all that was to be sent there. Answers with those that are left.

        Least role: spectator."""
        return self._json(SubscriptionPage, "POST", f"/api/v1/subscriptions/{part(subscription)}/end")

    def list_deliveries(self, subscription: str, *, after: int | None = None) -> DeliveryPage:
        """Read what became of each message of the last 30 days.

        Least role: spectator."""
        return self._json(DeliveryPage, "GET", f"/api/v1/subscriptions/{part(subscription)}/deliveries", query={"after": after})

    def confirm_subscription(self, body: ConfirmAddress) -> MessageQueued:
        """Confirm that messages may come to an e-mail address, with the token that was sent there."""
        return self._json(MessageQueued, "POST", "/api/v1/subscriptions/confirm", body=body)

    def list_seats(self, game: str, *, at: int | None = None) -> SeatsAt:
        """List the seats and who sits in them.

        Names are shown to those alone who have a link to the game, to its organiser and to the operator.

        Least role: spectator."""
        return self._json(SeatsAt, "GET", f"/api/v1/games/{part(game)}/seats", query={"at": at})

    def take_seat(
        self, game: str, seat: str, *, body: TakeSeat | None = None, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> Seated:
        """Sit down in a seat of one's own link, or sit somebody down in any as the arbiter.

        Least role: seat."""
        return self._write(Seated, f"/api/v1/games/{part(game)}/seats/{part(seat)}/take", body, key, seen, receipt=receipt)

    def leave_seat(
        self, game: str, seat: str, *, body: LeaveSeat | None = None, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> Seated:
        """Leave a seat. What was entered for it stays as it is; somebody else can sit down.

        Least role: seat."""
        return self._write(Seated, f"/api/v1/games/{part(game)}/seats/{part(seat)}/leave", body, key, seen, receipt=receipt)

    def export(self, game: str, *, audience: str | None = None, names: bool | None = None) -> bytes:
        """Export a game: the stored bytes as they are, and a tombstone in the place of each record that the audience may not read.

        The arbiter's copy, which organisers and the operator get as well, is whole, hidden things included; it alone can be
        imported. Where the title keeps secrets, the access log says who took it. Names and free text are left out
        unless `names` asks for them.

        Least role: spectator."""
        return self._bytes("GET", f"/api/v1/games/{part(game)}/export", query={"audience": audience, "names": names})

    def import_game(self, body: bytes) -> Imported:
        """Import an exported game. Its bytes are stored as they are; every action is judged anew and the verdicts are reported.

        Sending a file twice imports it once: no idempotency key is needed.

        Least role: operator."""
        return self._json(Imported, "POST", "/api/v1/games/import", body=body, media="application/x-ndjson")

    def list_campaigns(
        self,
        *,
        ruleset: str | None = None,
        status: Literal["", "closed", "open"] | None = None,
        tag: str | None = None,
        after: str | None = None,
        limit: int | None = None,
    ) -> CampaignPage:
        """List the campaigns, those written to last first. An organiser sees those opened with the same key.

        Least role: organiser."""
        return self._json(
            CampaignPage,
            "GET",
            "/api/v1/campaigns",
            query={"ruleset": ruleset, "status": status, "tag": tag, "after": after, "limit": limit},
        )

    def open_campaign(self, body: OpenCampaign, *, key: str | None = None, receipt: Receipt = None) -> CampaignWritten:
        """Open a campaign. Its scenarios are opened one after the other, each from the sheet of the one before.

        Least role: organiser."""
        return self._write(CampaignWritten, "/api/v1/campaigns", body, key, None, receipt=receipt)

    def show_campaign(self, campaign: str) -> CampaignAt:
        """Show a campaign: its scenarios with their games and results, and what they add up to, seat by seat.

        Least role: organiser."""
        return self._json(CampaignAt, "GET", f"/api/v1/campaigns/{part(campaign)}")

    def open_scenario(
        self, campaign: str, *, body: OpenScenario | None = None, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> NewScenario:
        """Open the next scenario, a game of its own, from the sheet of the one before.

        Least role: organiser."""
        return self._write(NewScenario, f"/api/v1/campaigns/{part(campaign)}/scenarios", body, key, seen, receipt=receipt)

    def show_sheet(self, campaign: str, *, scenario: int | None = None, at: int | None = None) -> SheetAt:
        """Show the sheet of any scenario as it was after any record of its game, and what changed since the sheet before.

        Least role: organiser."""
        return self._json(SheetAt, "GET", f"/api/v1/campaigns/{part(campaign)}/sheet", query={"scenario": scenario, "at": at})

    def close_campaign(
        self, campaign: str, *, body: CloseCampaign | None = None, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> CampaignWritten:
        """Close the campaign: no scenario can be opened afterwards. Its games are not touched.

        Least role: organiser."""
        return self._write(CampaignWritten, f"/api/v1/campaigns/{part(campaign)}/close", body, key, seen, receipt=receipt)

    def list_catalogs(self, *, ruleset: str | None = None, after: str | None = None, limit: int | None = None) -> CatalogPage:
        """List the catalogs: those that come with the titles, and those that were added.

        Who has a link to a game sees, of those that were added, the one that the game is played with.

        Least role: spectator."""
        return self._json(CatalogPage, "GET", "/api/v1/catalogs", query={"ruleset": ruleset, "after": after, "limit": limit})

    def add_catalog(self, body: dict[str, Any], *, key: str | None = None) -> CatalogLine:
        """Add a catalog: its file as it is, to the byte. What is wrong with it is said all at once, each fault with its line.

        Sending a file twice adds it once, so no idempotency key is needed; with one, a retry gets the first answer, and another
        file under the same key is refused.

        Least role: organiser."""
        return self._write(CatalogLine, "/api/v1/catalogs", body, key, None)

    def fetch_catalog(self, sha256: str) -> dict[str, Any]:
        """Fetch a catalog's file.

        Least role: spectator."""
        return self._json(dict[str, Any], "GET", f"/api/v1/catalogs/{part(sha256)}")

    def show_provenance(
        self, sha256: str, *, origin: Literal["", "inferred", "placeholder", "published", "text"] | None = None
    ) -> Origins:
        """Show where every printed value of a catalog comes from: text, published, inferred, or a placeholder.

        Least role: spectator."""
        return self._json(Origins, "GET", f"/api/v1/catalogs/{part(sha256)}/provenance", query={"origin": origin})

    def show_dictionary(self) -> Dictionary:
        """Describe the tables: every column with its kind, meaning, unit, since when, and an example."""
        return self._json(Dictionary, "GET", "/api/v1/tables/dictionary")

    def list_tables(self, schema: str) -> Manifest:
        """List the files of the tables, with their rows and digests, and how far in the log they go.

        Least role: operator."""
        return self._json(Manifest, "GET", f"/api/v1/tables/{part(schema)}/manifest.json")

    def show_table(self, schema: str, ruleset: str, file: str) -> bytes:
        """Fetch a table of a title, such as `northgard-training/games.parquet`, or parts of it.

        Least role: operator."""
        return self._bytes("GET", f"/api/v1/tables/{part(schema)}/{part(ruleset)}/{part(file)}")

    def show_table_part(self, schema: str, ruleset: str, table: str, file: str) -> bytes:
        """Fetch a part of a table, which never changes, such as `northgard-training/records/log-0-4501.parquet`; the manifest
        names them.

        Least role: operator."""
        return self._bytes("GET", f"/api/v1/tables/{part(schema)}/{part(ruleset)}/{part(table)}/{part(file)}")

    def list_dumps(self, schema: str) -> Manifest:
        """List the files of the public tables: games that were given, under pseudonyms."""
        return self._json(Manifest, "GET", f"/api/v1/dumps/{part(schema)}/manifest.json")

    def show_dump(self, schema: str, ruleset: str, file: str) -> bytes:
        """Fetch a public table of a title, or parts of it."""
        return self._bytes("GET", f"/api/v1/dumps/{part(schema)}/{part(ruleset)}/{part(file)}")

    def list_tournaments(self, *, after: str | None = None, limit: int | None = None) -> TournamentPage:
        """List the tournaments, those written to last first. An organiser sees those opened with the same key.

        Least role: organiser."""
        return self._json(TournamentPage, "GET", "/api/v1/tournaments", query={"after": after, "limit": limit})

    def open_tournament(self, body: OpenTournament, *, key: str | None = None, receipt: Receipt = None) -> TournamentWritten:
        """Open a tournament, with its rules whole and a commitment to the seed that everything in it is drawn from.

        Least role: organiser."""
        return self._write(TournamentWritten, "/api/v1/tournaments", body, key, None, receipt=receipt)

    def show_tournament(self, tournament: str) -> TournamentAt:
        """Show a tournament: its rules, its rounds, what is missing, and every departure from the rules.

        Least role: organiser."""
        return self._json(TournamentAt, "GET", f"/api/v1/tournaments/{part(tournament)}")

    def amend_rules(
        self, tournament: str, body: AmendRules, *, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> TournamentWritten:
        """Change the rules. After the start that is confirmed twice, and stays visible.

        Least role: organiser."""
        return self._write(TournamentWritten, f"/api/v1/tournaments/{part(tournament)}/rules", body, key, seen, receipt=receipt)

    def draw_lots(
        self, tournament: str, *, body: Confirmable | None = None, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> TournamentWritten:
        """Draw lots among all entrants, from the committed seed: they part those whom no other key does.

        Least role: organiser."""
        return self._write(TournamentWritten, f"/api/v1/tournaments/{part(tournament)}/lots", body, key, seen, receipt=receipt)

    def advance(
        self, tournament: str, *, body: Advance | None = None, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> TournamentWritten:
        """Say who goes on into the next stage: the first by rank, alternates for those who declined or left.

        Least role: organiser."""
        return self._write(TournamentWritten, f"/api/v1/tournaments/{part(tournament)}/advance", body, key, seen, receipt=receipt)

    def close_tournament(
        self, tournament: str, *, body: Confirmable | None = None, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> TournamentWritten:
        """Close the tournament: its last standings and the seed. Afterwards it takes corrections of reports and decisions on
        protests.

        Least role: organiser."""
        return self._write(TournamentWritten, f"/api/v1/tournaments/{part(tournament)}/close", body, key, seen, receipt=receipt)

    def list_duty_links(self, tournament: str) -> DutyLinks:
        """List the links to a tournament: for the director, the scorer, the check-in, the screens, and one for each entrant.

        Least role: organiser."""
        return self._json(DutyLinks, "GET", f"/api/v1/tournaments/{part(tournament)}/links")

    def revoke_duty_link(self, tournament: str, link: str) -> DutyLinks:
        """Revoke a link, at once and for good; revoking it again changes nothing.

        Least role: organiser."""
        return self._json(DutyLinks, "POST", f"/api/v1/tournaments/{part(tournament)}/links/{part(link)}/revoke")

    def show_duty_qr(self, tournament: str, link: str) -> bytes:
        """Draw a link to a tournament as a QR code to print, with whose it is under it: 80 by 96 mm.

        Least role: organiser."""
        return self._bytes("GET", f"/api/v1/tournaments/{part(tournament)}/links/{part(link)}/qr.svg")

    def list_entrants(self, tournament: str) -> EntrantPage:
        """List the entrants. How they are reached is for the director.

        Least role: organiser."""
        return self._json(EntrantPage, "GET", f"/api/v1/tournaments/{part(tournament)}/entrants")

    def add_entrants(
        self, tournament: str, body: EnterAll, *, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> TournamentWritten:
        """Add entrants under the next numbers, all or none. Once a round is paired it is a late entry.

        Least role: organiser."""
        return self._write(TournamentWritten, f"/api/v1/tournaments/{part(tournament)}/entrants", body, key, seen, receipt=receipt)

    def amend_entrant(
        self, tournament: str, number: int, body: AmendEntrant, *, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> TournamentWritten:
        """Say of an entrant what holds from here on; an empty name and contact stay.

        Least role: organiser."""
        return self._write(
            TournamentWritten, f"/api/v1/tournaments/{part(tournament)}/entrants/{part(number)}", body, key, seen, receipt=receipt
        )

    def withdraw_entrant(
        self, tournament: str, number: int, *, body: Why | None = None, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> TournamentWritten:
        """Withdraw an entrant; the results stand.

        Least role: organiser."""
        return self._write(
            TournamentWritten,
            f"/api/v1/tournaments/{part(tournament)}/entrants/{part(number)}/withdraw",
            body,
            key,
            seen,
            receipt=receipt,
        )

    def reinstate_entrant(
        self, tournament: str, number: int, *, body: Why | None = None, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> TournamentWritten:
        """Let an entrant who left, or was expelled, play again.

        Least role: organiser."""
        return self._write(
            TournamentWritten,
            f"/api/v1/tournaments/{part(tournament)}/entrants/{part(number)}/reinstate",
            body,
            key,
            seen,
            receipt=receipt,
        )

    def expel_entrant(
        self, tournament: str, number: int, *, body: Expel | None = None, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> TournamentWritten:
        """Exclude an entrant; the results stand.

        Least role: organiser."""
        return self._write(
            TournamentWritten,
            f"/api/v1/tournaments/{part(tournament)}/entrants/{part(number)}/expel",
            body,
            key,
            seen,
            receipt=receipt,
        )

    def note_presence(
        self, tournament: str, body: Presence, *, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> TournamentWritten:
        """Note who is present before a round, or absent. An entrant's own link says so of that entrant alone.

        Least role: organiser."""
        return self._write(TournamentWritten, f"/api/v1/tournaments/{part(tournament)}/presence", body, key, seen, receipt=receipt)

    def close_check_in(
        self, tournament: str, body: CloseCheckIn, *, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> TournamentWritten:
        """Close the check-in of a round: only who is present is paired.

        Least role: organiser."""
        return self._write(TournamentWritten, f"/api/v1/tournaments/{part(tournament)}/check-in", body, key, seen, receipt=receipt)

    def ask_bye(
        self, tournament: str, body: AskBye, *, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> TournamentWritten:
        """Note that an entrant does not want to play a round, for half a point or none.

        Least role: organiser."""
        return self._write(TournamentWritten, f"/api/v1/tournaments/{part(tournament)}/byes", body, key, seen, receipt=receipt)

    def set_separation(
        self, tournament: str, body: Separate, *, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> TournamentWritten:
        """Keep two entrants, or all of a club, apart.

        Least role: organiser."""
        return self._write(
            TournamentWritten, f"/api/v1/tournaments/{part(tournament)}/separations", body, key, seen, receipt=receipt
        )

    def show_round(self, tournament: str, round: int) -> RoundAt:
        """Show a round: its tables, games and results. One that is not published is there for the director, who also sees why it
        was paired so.

        Least role: organiser."""
        return self._json(RoundAt, "GET", f"/api/v1/tournaments/{part(tournament)}/rounds/{part(round)}")

    def pair_round(
        self,
        tournament: str,
        round: int,
        *,
        body: PairRound | None = None,
        seen: int,
        key: str | None = None,
        receipt: Receipt = None,
    ) -> TournamentWritten:
        """Pair a round. A pairing made by hand is recorded with the engine's own beside it; every attempt is counted.

        Least role: organiser."""
        return self._write(
            TournamentWritten,
            f"/api/v1/tournaments/{part(tournament)}/rounds/{part(round)}/pairing",
            body,
            key,
            seen,
            receipt=receipt,
        )

    def publish_round(
        self, tournament: str, round: int, *, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> TournamentWritten:
        """Publish a round's pairing.

        Least role: organiser."""
        return self._write(
            TournamentWritten,
            f"/api/v1/tournaments/{part(tournament)}/rounds/{part(round)}/publish",
            None,
            key,
            seen,
            receipt=receipt,
        )

    def withdraw_round(
        self,
        tournament: str,
        round: int,
        *,
        body: WithdrawRound | None = None,
        seen: int,
        key: str | None = None,
        receipt: Receipt = None,
    ) -> TournamentWritten:
        """Withdraw the last round, as long as it has no results; its games are broken off in the same write.

        Least role: organiser."""
        return self._write(
            TournamentWritten,
            f"/api/v1/tournaments/{part(tournament)}/rounds/{part(round)}/withdraw",
            body,
            key,
            seen,
            receipt=receipt,
        )

    def change_tables(
        self, tournament: str, round: int, body: ChangeTables, *, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> TournamentWritten:
        """Seat others at tables that have no game and no result yet.

        Least role: organiser."""
        return self._write(
            TournamentWritten,
            f"/api/v1/tournaments/{part(tournament)}/rounds/{part(round)}/tables",
            body,
            key,
            seen,
            receipt=receipt,
        )

    def open_games(
        self,
        tournament: str,
        round: int,
        *,
        body: OpenGames | None = None,
        seen: int,
        key: str | None = None,
        receipt: Receipt = None,
    ) -> TournamentWritten:
        """Open the games of a round's tables in one write, each with its entrants in their seats; at most 200 at once.

        Least role: organiser."""
        return self._write(
            TournamentWritten,
            f"/api/v1/tournaments/{part(tournament)}/rounds/{part(round)}/games",
            body,
            key,
            seen,
            receipt=receipt,
        )

    def set_clock(
        self, tournament: str, round: int, body: SetClock, *, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> TournamentWritten:
        """Set a round's clock, stop it, or extend it.

        Least role: organiser."""
        return self._write(
            TournamentWritten,
            f"/api/v1/tournaments/{part(tournament)}/rounds/{part(round)}/clock",
            body,
            key,
            seen,
            receipt=receipt,
        )

    def close_round(
        self,
        tournament: str,
        round: int,
        *,
        body: CloseRound | None = None,
        seen: int,
        key: str | None = None,
        receipt: Receipt = None,
    ) -> TournamentWritten:
        """Close a round: the digest of its standings, and for how long protests are heard.

        Least role: organiser."""
        return self._write(
            TournamentWritten,
            f"/api/v1/tournaments/{part(tournament)}/rounds/{part(round)}/close",
            body,
            key,
            seen,
            receipt=receipt,
        )

    def compare_games(self, tournament: str, round: int, *, a: int | None = None, b: int | None = None) -> ComparisonAt:
        """Compare two entrants' games of a challenge move by move: how many steps they did alike, and every step of both. Without
        `a` and `b`, the two with the best scores; for a table's link, its own entrant and the best other. Once the
        round is closed; for the director at any time.

        Least role: organiser."""
        return self._json(
            ComparisonAt, "GET", f"/api/v1/tournaments/{part(tournament)}/rounds/{part(round)}/compare", query={"a": a, "b": b}
        )

    def take_result(
        self,
        tournament: str,
        round: int,
        table: int,
        *,
        body: TakeResult | None = None,
        seen: int,
        key: str | None = None,
        receipt: Receipt = None,
    ) -> TournamentWritten:
        """Take the result of a table: from its game's record, which from then on cannot be taken back; or as it is typed. A scorer
        does so once the round is published.

        Least role: organiser."""
        return self._write(
            TournamentWritten,
            f"/api/v1/tournaments/{part(tournament)}/rounds/{part(round)}/tables/{part(table)}/result",
            body,
            key,
            seen,
            receipt=receipt,
        )

    def file_slip(
        self, tournament: str, round: int, table: int, body: FileSlip, *, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> TournamentWritten:
        """Report the result of one's table. Once everybody who sits there has reported the same, it is taken; else the director
        decides.

        Least role: organiser."""
        return self._write(
            TournamentWritten,
            f"/api/v1/tournaments/{part(tournament)}/rounds/{part(round)}/tables/{part(table)}/slip",
            body,
            key,
            seen,
            receipt=receipt,
        )

    def correct_result(
        self,
        tournament: str,
        round: int,
        table: int,
        body: CorrectResult,
        *,
        seen: int,
        key: str | None = None,
        receipt: Receipt = None,
    ) -> TournamentWritten:
        """Correct a result that was taken. Nothing is overwritten; before it is confirmed, the problem says who gains and loses
        places.

        Least role: organiser."""
        return self._write(
            TournamentWritten,
            f"/api/v1/tournaments/{part(tournament)}/rounds/{part(round)}/tables/{part(table)}/correct",
            body,
            key,
            seen,
            receipt=receipt,
        )

    def reopen_table(
        self,
        tournament: str,
        round: int,
        table: int,
        *,
        body: Reopen | None = None,
        seen: int,
        key: str | None = None,
        receipt: Receipt = None,
    ) -> TournamentWritten:
        """Take a table's result back, in the last round.

        Least role: organiser."""
        return self._write(
            TournamentWritten,
            f"/api/v1/tournaments/{part(tournament)}/rounds/{part(round)}/tables/{part(table)}/reopen",
            body,
            key,
            seen,
            receipt=receipt,
        )

    def give_penalty(
        self, tournament: str, body: Penalise, *, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> TournamentWritten:
        """Take points from an entrant in the standings.

        Least role: organiser."""
        return self._write(TournamentWritten, f"/api/v1/tournaments/{part(tournament)}/penalties", body, key, seen, receipt=receipt)

    def lift_penalty(
        self, tournament: str, penalty: int, *, body: Lift | None = None, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> TournamentWritten:
        """Lift a penalty, by the record that gave it.

        Least role: organiser."""
        return self._write(
            TournamentWritten,
            f"/api/v1/tournaments/{part(tournament)}/penalties/{part(penalty)}/lift",
            body,
            key,
            seen,
            receipt=receipt,
        )

    def file_protest(
        self, tournament: str, body: FileProtest, *, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> TournamentWritten:
        """Protest against a table's result, within the time that its round gives.

        Least role: organiser."""
        return self._write(TournamentWritten, f"/api/v1/tournaments/{part(tournament)}/protests", body, key, seen, receipt=receipt)

    def decide_protest(
        self, tournament: str, protest: int, body: DecideProtest, *, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> TournamentWritten:
        """Decide on a protest, also once the tournament is closed.

        Least role: organiser."""
        return self._write(
            TournamentWritten,
            f"/api/v1/tournaments/{part(tournament)}/protests/{part(protest)}/decide",
            body,
            key,
            seen,
            receipt=receipt,
        )

    def show_standings(self, tournament: str, *, round: int | None = None, trees: bool | None = None) -> StandingsAt:
        """Show the order after a round: every value a whole number or a fraction, the key that parted two neighbours, and, with
        `trees`, what each value was added from, down to the records.

        Least role: organiser."""
        return self._json(
            StandingsAt, "GET", f"/api/v1/tournaments/{part(tournament)}/standings", query={"round": round, "trees": trees}
        )

    def list_tournament_records(
        self, tournament: str, *, after: int | None = None, limit: int | None = None
    ) -> TournamentEntryPage:
        """Read the record, oldest first. What entrants wrote and who they are elsewhere, and pairings that were never published,
        are for the director; others get the digest in their place.

        Least role: organiser."""
        return self._json(
            TournamentEntryPage, "GET", f"/api/v1/tournaments/{part(tournament)}/records", query={"after": after, "limit": limit}
        )

    def stream_tournament(self, tournament: str, *, after: int | None = None) -> Iterator[Event]:
        """Stream the records of a tournament as they are written, without a gap: `id` is the seq.

        Least role: organiser."""
        return self._events(f"/api/v1/tournaments/{part(tournament)}/stream", query={"after": after})

    def export_the_tournament(self, tournament: str, *, names: bool | None = None) -> bytes:
        """Export a tournament's own records: the stored bytes as they are, and a tombstone in the place of each that the caller
        may not read. Its games are exported by themselves.

        Least role: organiser."""
        return self._bytes("GET", f"/api/v1/tournaments/{part(tournament)}/export", query={"names": names})

    def import_the_tournament(self, body: bytes) -> TournamentImported:
        """Import an exported tournament. Its bytes are stored as they are, once bases, attempts and seeds were found to hold.

        Least role: operator."""
        return self._json(TournamentImported, "POST", "/api/v1/tournaments/import", body=body, media="application/x-ndjson")

    def import_entrants(
        self, tournament: str, body: bytes, *, seen: int, key: str | None = None, receipt: Receipt = None
    ) -> TournamentWritten:
        """Add the entrants of a CSV file, all or none: its first row names the columns, in English or French (name, club, rating,
        number, seed, group); a fault is told with its line.

        Least role: organiser."""
        return self._json(
            TournamentWritten,
            "POST",
            f"/api/v1/tournaments/{part(tournament)}/entrants/import",
            query={"receipt": receipt},
            body=body,
            media="text/csv",
            seen=seen,
            key=key,
            writes=True,
        )

    def write_a_paper(
        self,
        tournament: str,
        *,
        paper: Literal["calendar", "entrants", "pairings", "results", "standings", "terms", "trf16", "trf26"] | None = None,
        round: int | None = None,
        lang: Literal["en", "fr"] | None = None,
        separator: Literal["comma", "semicolon"] | None = None,
    ) -> str:
        """Write a tournament down for other programs: TRF for tournaments of two at a table, with departures and corrections as
        comments; tables as CSV, in which no cell is a formula; the rounds as a calendar.

        Least role: organiser."""
        return self._text(
            "GET",
            f"/api/v1/tournaments/{part(tournament)}/papers",
            query={"paper": paper, "round": round, "lang": lang, "separator": separator},
        )

    def link_a_play(self, tournament: str, round: int, table: int) -> PlayLink:
        """Link a finished table to BG Stats, an app of players for their own statistics, which asks before it keeps anything.

        Least role: organiser."""
        return self._json(
            PlayLink, "GET", f"/api/v1/tournaments/{part(tournament)}/rounds/{part(round)}/tables/{part(table)}/play-link"
        )

    def ping(self) -> bytes:
        """Check one's key: nothing else is done.

        Least role: spectator."""
        return self._bytes("GET", "/api/v1/ping")

    def health(self) -> Health:
        """Say how the service is. `degraded`: everything is answered, but Redis is away, the log is not signed as it should be, a
        witness refuses to cosign it or has been away for long, live streams are not sent, or seeds of sealed dice
        cannot be read with the key that is there.

        What is wrong, in words, is for the operator's key: it may name a game."""
        return self._json(Health, "GET", "/healthz")

    def ready(self) -> Health:
        """Say whether the service can serve: the store answers. Each part says how it is; what is wrong, in words, is for the
        operator's key."""
        return self._json(Health, "GET", "/readyz")

    def metrics(self) -> str:
        """Count requests by route and status, their times, open games, and how far the views are behind.

        Least role: operator."""
        return self._text("GET", "/metrics")

    def description(self) -> dict[str, Any]:
        """Fetch the OpenAPI 3.1 document."""
        return self._json(dict[str, Any], "GET", "/openapi.json")

    def show_checkpoint(self) -> str:
        """Fetch the log's newest signed head; where the log has witnesses, the newest that enough of them have cosigned, and none
        before there is one."""
        return self._text("GET", "/log/checkpoint")

    def show_tile(self, tile: str) -> bytes:
        """Fetch a tile of the log: `<level>/<index>` has 256 hashes, `entries/<index>` the 256 entries; with `.p/<width>` fewer."""
        return self._bytes("GET", f"/log/tile/{part(tile)}")

    def list_problems(self) -> Kinds:
        """List every kind of problem this service can answer with."""
        return self._json(Kinds, "GET", "/problems")

    def show_problem(self, slug: str) -> KindAt:
        """Explain a kind of problem: what it means and what to do about it."""
        return self._json(KindAt, "GET", f"/problems/{part(slug)}")
