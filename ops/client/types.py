"""Types of what is sent and answered: plain data, as JSON has it.

Made by `generate.py` from the OpenAPI document: change nothing here.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class Acted(TypedDict):
    """An action as it was recorded, with all that came of it. `sentences` are the action's, then one for each fact."""

    game: str
    seq: int
    at: str
    seat: str
    action: dict[str, Any] | Hidden
    facts: list[dict[str, Any] | Hidden]
    rolls: list[Roll | RollKept]
    sentences: list[Text]
    to_act: list[str]
    status: Literal["closed", "ended", "open"]
    outcome: Outcome | None
    receipt: NotRequired[str | None]
    receipt_state: NotRequired[Literal["complete", "not-complete"]]


class Adjudicate(TypedDict):
    """The arbiter names the outcome: the game has ended, unless the ruling is overturned."""

    type: Literal["adjudicate"]
    winners: NotRequired[list[str]]


class Advance(TypedDict):
    """Who was asked to go on and declined; alternates by rank take their places."""

    declined: NotRequired[list[int]]


class After(TypedDict):
    """The position after a record: how far it can be believed, and its fingerprint, which only the arbiter is shown, and which is
    null while somebody could guess a secret from it."""

    fidelity: str
    fingerprint: str | None


class AmendEntrant(TypedDict):
    """What holds of an entrant from here on; an empty name and contact stay as they were."""

    name: NotRequired[str]
    club: NotRequired[str]
    seed_rank: NotRequired[int]
    rating: NotRequired[int]
    group: NotRequired[str]
    team: NotRequired[int]
    contact: NotRequired[str]
    player: NotRequired[str]


class AmendRules(TypedDict):
    """Other rules from here on; confirmed twice once a round was paired."""

    rules: Rules
    confirm: NotRequired[Confirm]


class Annul(TypedDict):
    """Everything in force from a record on goes out of force. Dice that were rolled keep their numbers either way."""

    type: Literal["annul"]
    from_seq: int
    rolls: NotRequired[Literal["", "reroll", "stands"]]


class AnswerProposal(TypedDict):
    """A seat agrees to a proposal, or refuses; the seat that asked withdraws by refusing. `arbiter` answers for all."""

    seat: str
    agree: bool


class AskBye(TypedDict):
    """A bye that an entrant asks for; `none` takes it back."""

    entrant: int
    round: int
    kind: NotRequired[Literal["half", "none", "zero"]]
    reason: NotRequired[str]


class AuditAt(TypedDict):
    """A game for its arbiter, as an audience may read it. `next` is the `after` of the page that follows, if one does."""

    game: str
    seq: int
    audience: str
    head: AuditHead
    lines: list[AuditLine]
    next: int | None


class AuditHead(TypedDict):
    """What an arbiter wants to know before the lines. `package` is the digest of what decides a game, `build` the program that
    answers. `complete`: the game is closed, and nothing can follow; else this is a prefix."""

    title: Text
    ruleset: str
    version: int
    package: str
    catalog: str
    placeholders: int
    build: str
    opened_at: str
    status: Literal["closed", "ended", "open"]
    complete: bool
    extent: Text
    fidelity: str
    irregularities: list[int]
    faults: list[Fault]
    resting: Resting
    seals: SealedAt | None
    dice: DiceStatistics
    countersignatures: list[SignatureAt]
    log: LogAt | None
    limits: list[Text]


class AuditLine(TypedDict):
    """One record. `at` is the service's clock, `client_at` the entering device's; `out_of_force` the record that took it out;
    `irregular` whether something is wrong with it."""

    seq: int
    at: str
    client_at: str | None
    by: Hand
    seat: str | None
    type: str
    what: Text
    in_force: bool | None
    out_of_force: int | None
    irregular: bool
    after: After
    why: Why | None
    refers: list[Refers]
    dice: list[DiceLine]
    proof: ProofState
    digest: str


class BoardAt(TypedDict):
    """A position as an audience may see it; `board` is the title's own view."""

    game: str
    seq: int
    ruleset: str
    status: Literal["closed", "ended", "open"]
    to_act: list[str]
    outcome: Outcome | None
    irregularities: list[int]
    fidelity: str
    board: dict[str, Any]


class Branch(TypedDict):
    """A branch of a game, grown from its record `seq`. `game` is null where something at that record is still hidden from the
    reader: how the branch goes on would show it."""

    id: str
    seq: int
    purpose: str
    game: Summary | None


class BranchesOf(TypedDict):
    """The branches that grew from a game, the one written to last first."""

    game: str
    branches: list[Branch]
    next: str | None


class Bye(TypedDict):
    """An entrant without a table: `pairing` allocated, or asked for with `half` a point or `zero`."""

    entrant: int
    kind: NotRequired[Literal["half", "pairing", "zero"]]


class CalendarAt(TypedDict):
    """A link to a calendar of games with a `tag`, or of the rounds of a `tournament`. `href`, its whole address, is there while it
    holds."""

    id: str
    tag: str | None
    tournament: str | None
    issued_at: str
    revoked_at: str | None
    href: str | None


class CalendarPage(TypedDict):
    """The links to calendars that were issued with a key, oldest first."""

    calendars: list[CalendarAt]


class CallerAt(TypedDict):
    """Who asks: the id of the key or link, which records name as the actor; of a link also its one game and its seats, or the tag
    of its hall."""

    id: str
    role: Literal["arbiter", "operator", "organiser", "seat", "spectator"]
    game: str | None
    seats: list[str]
    tag: NotRequired[str]


class CampaignAt(TypedDict):
    """A campaign with its scenarios and what they add up to. `next` is the scenario that can be opened now; if there is none,
    `waits` says why."""

    id: str
    seq: int
    campaign: CampaignLine
    options: dict[str, Any]
    scenarios: list[ScenarioAt]
    totals: list[TotalAt]
    next: NextScenario | None
    waits: Text | None


class CampaignLine(TypedDict):
    """A campaign in a list. `opened` counts its scenarios so far; `at` is when its own newest record was written."""

    id: str
    ruleset: str
    version: int
    title: Text
    status: Literal["closed", "open"]
    seq: int
    opened_at: str
    at: str
    players: int
    opened: int
    of: int | None
    tags: list[str]
    chance: Literal["sealed", "table"]
    undo: Literal["arbiter", "consent", "free", "none"]
    catalog: str
    placeholders: int


class CampaignPage(TypedDict):
    """Campaigns, those written to last first. `next` is the `after` of the page that follows, if one does; `total` how many there
    are in all, where nothing was asked of them."""

    campaigns: list[CampaignLine]
    next: str | None
    total: int | None


class CampaignWritten(TypedDict):
    """A campaign after a record of its own."""

    id: str
    seq: int
    type: str
    at: str
    campaign: CampaignLine
    receipt: NotRequired[str | None]
    receipt_state: NotRequired[Literal["complete", "not-complete"]]


class Care(TypedDict):
    """What was taken back, and what an arbiter had to do with: actions taken back, of all; games in which any was; games that are
    irregular, that saw a claim, a ruling; and how many claims and rulings there were. Stopping, starting and setting clocks
    are not counted among rulings."""

    gone: Share
    with_undo: Share
    irregular: Share
    claimed: Share
    ruled: Share
    claims: int
    rulings: int


class CatalogAt(TypedDict):
    """The printed numbers of a title. `provenance` counts where they come from, `sources` says it by JSON pointer into `values`."""

    name: str
    edition: str
    sha256: str
    provenance: dict[str, int]
    sources: dict[str, Literal["inferred", "placeholder", "published", "text"]]
    values: dict[str, Any]
    href: str


class CatalogLine(TypedDict):
    """A catalog in a list. `name` is the one it has in the title it comes with (null: somebody added it); `provenance` counts
    where its values come from, `placeholders` those that are guesses."""

    sha256: str
    ruleset: str
    title: Text
    edition: str
    name: str | None
    provenance: dict[str, int]
    placeholders: int
    href: str


class CatalogPage(TypedDict):
    """Catalogs: first those that come with the titles, then the others by SHA-256. `next` is the `after` of the page that follows,
    if one does."""

    catalogs: list[CatalogLine]
    next: str | None
    total: int


class Change(TypedDict):
    """One place that differs: a JSON pointer, whether it was added, removed or replaced, and the values. A value that is `null` is
    there; one that does not exist is left out."""

    path: str
    op: str
    before: NotRequired[Any]
    after: NotRequired[Any]


class ChangeTables(TypedDict):
    """Tables that are others now, and who then has a pairing-allocated bye (without it: as before)."""

    tables: list[OtherTable]
    byes: NotRequired[list[int] | None]
    confirm: NotRequired[Confirm]


class ChapterAt(TypedDict):
    """A chapter: a remark on the position after record `seq`, beside record `compare` (0: beside none). `leaf` is the record's in
    the log: a receipt or a bundle has the same where the remark is on this very record. `stands`: the record is in force
    now; null for what is no action."""

    number: int
    seq: int
    leaf: str
    stands: bool | None
    compare: int
    text: str | None
    marks: list[Mark]


class Choosable(TypedDict):
    """A way in which somebody could have chosen dice that no record can close, and the record it is about (null: none). That it
    was open says nothing of whether it was taken."""

    seq: int | None
    text: Text


class ClaimAt(TypedDict):
    """A claim and the ruling in force that answers it, or null while it is open."""

    seq: int
    at: str
    actor: str
    seat: str
    about: int
    words: str | None
    ruling: int | None


class Claims(TypedDict):
    """The claims of a game, oldest first."""

    game: str
    seq: int
    claims: list[ClaimAt]


class ClockShown(TypedDict):
    """A round's clock: `seconds` were left at `at`; from then on it runs, or it stands."""

    round: int
    seconds: int
    running: bool
    at: str


class Clocks(TypedDict):
    """The clocks at the newest record that tells them: when that was, the milliseconds that each seat had left, the seats whose
    clocks run since."""

    at: str
    left: dict[str, int]
    runs: list[str]


class Close(TypedDict):
    """The last record: the outcome by the rules, or none if the game is broken off."""

    reason: NotRequired[str]


class CloseCampaign(TypedDict):
    """The campaign's last record."""

    reason: NotRequired[str]


class CloseCheckIn(TypedDict):
    """Who plays a round: those who were noted as present, unless others are named."""

    round: int
    present: NotRequired[list[int] | None]


class CloseRound(TypedDict):
    """For how long protests are heard; the rules' own time without it."""

    minutes: NotRequired[int | None]


class Column(TypedDict):
    """One column: its name, its kind, what it means, the unit of a number, an example, and the version of `SCHEMA` that brought
    it. `exact`: it tells more of a person than a public dump may, and is empty there."""

    name: str
    kind: Literal["flag", "id", "json", "number", "time"]
    meaning: Text
    example: str
    unit: NotRequired[str]
    since: NotRequired[str]
    exact: NotRequired[bool]


class Commit(TypedDict):
    """A seat binds itself to its part."""

    seat: str
    commitment: str


class ComparedGame(TypedDict):
    """An entrant's game of a challenge: the points of the entrant's best seat (none: it has none yet), how many times something
    was taken back, how many of its rolls are not the deal's (none: the games do not share a deal), and its steps in their
    order."""

    entrant: int
    name: str | None
    game: str
    points: int | None
    taken_back: int
    wrong_rolls: int | None
    steps: list[ComparedStep]


class ComparedStep(TypedDict):
    """One step of a game that is in force: its record, the seat that took it (empty for an arbiter's), and what it says."""

    seq: int
    seat: str
    said: Text


class ComparisonAt(TypedDict):
    """Two entrants' games of one round of a challenge. In their first `alike` steps they did the same, and the same came of it;
    what follows is where they parted."""

    tournament: str
    seq: int
    round: int
    alike: int
    same_deal: bool
    games: list[ComparedGame]


class Concordance(TypedDict):
    """A title's rule text, heading by heading in its order."""

    text: Source
    headings: list[Heading]


class Confirm(TypedDict):
    """A confirmation of what departs from the rules (the problem `confirmation-needed` asks for it)."""

    times: NotRequired[int]
    reason: NotRequired[str]
    shown: NotRequired[str]


class ConfirmAddress(TypedDict):
    """The token of the link in the e-mail that asks for a confirmation."""

    token: str


class Confirmable(TypedDict):
    """Nothing but a confirmation."""

    confirm: NotRequired[Confirm]


class Correct(TypedDict):
    """The board is corrected, by facts or by a patch: one of the two. What comes of it has to be a valid board of the title, with
    as many pieces of each kind as before."""

    type: Literal["correct"]
    facts: NotRequired[list[dict[str, Any]]]
    patch: NotRequired[list[dict[str, Any]]]


class CorrectResult(TypedDict):
    """Another result in the place of one that was taken; without `entries`, that of the game as it stands now."""

    effect: Literal["recompute", "repair", "report"]
    entries: NotRequired[list[PlaceGiven] | None]
    kind: NotRequired[Literal["adjourned", "double-forfeit", "forfeit", "played"]]
    agreed: NotRequired[bool]
    confirm: NotRequired[Confirm]


class CorrectionOffered(TypedDict):
    """A table whose game says another result since a ruling there: the tournament's record that has the one in force, the game and
    its newest record, and both results. It is there for the director."""

    round: int
    table: int
    record: int
    game: str
    seq: int
    before: TableResult
    result: TableResult


class Counted(TypedDict):
    """What a seat's points come to: `total` counts, with the `penalty` of rulings in it."""

    seat: str
    total: int
    penalty: int


class Countersignatures(TypedDict):
    """The signatures of a game, oldest first, those beside the record last; and what each player's seat would sign for record
    `at`."""

    game: str
    seq: int
    at: int
    signatures: list[SignatureAt]
    to_sign: list[ToSign]


class Counts(TypedDict):
    """How many deliveries stand how."""

    waiting: NotRequired[int]
    delivered: NotRequired[int]
    dropped: NotRequired[int]
    parked: NotRequired[int]


class DecideProtest(TypedDict):
    """The decision on a protest; a result that changes is corrected by itself."""

    upheld: bool
    text: NotRequired[str]


class DeliveryPage(TypedDict):
    """What was to be sent to a subscription, the newest first; `next` is the `after` of the page that follows, if one does."""

    subscription: str
    deliveries: list[DeliveryShown]
    next: int | None


class DeliveryShown(TypedDict):
    """A message to one receiver: `id` is its `webhook-id`, the same however often it was sent. One `dropped` was of no use any
    more before it could be sent."""

    number: int
    id: str
    about: str
    game: str | None
    record: int
    state: Literal["delivered", "dropped", "parked", "waiting"]
    attempts: int
    made_at: str | None
    tried_at: str | None
    said: str


class Departure(TypedDict):
    """Something that departs from the rules, and was done all the same: its `code`, its level (2 told, 3 confirmed, 4 confirmed
    twice with what comes of it shown), and the round, table and entrants it is about. The record it stands in says who did
    it, and why."""

    code: str
    level: int
    round: NotRequired[int]
    table: NotRequired[int]
    entrants: NotRequired[list[int]]


class DepartureAt(TypedDict):
    """A departure from the rules: the record it stands in, when, by whom, and why."""

    record: int
    at: str
    actor: str
    departure: Departure
    text: Text
    reason: str | None


class DiceLine(TypedDict):
    """A roll and where it came from: `verified roll 12` once the seed is shown and it was drawn again, `sealed roll 12` before,
    `roll 12, attested by …` for what was typed in from the table."""

    roll: Roll | RollKept
    provenance: Text


class DiceStatistics(TypedDict):
    """The tables of a game's dice. `draws` are rolls that are no dice, `repeated` rolls that were let stand and came again,
    `hidden` those whose values the reader may not know, `unknown` those whose die the rules can no longer name: none of
    them is in a table."""

    tables: list[DiceTable]
    retracted: list[TakenBack]
    draws: int
    repeated: int
    hidden: int
    unknown: int
    note: Text


class DiceTable(TypedDict):
    """The dice of one kind, source and seat (`""`: all seats and the set-up), in force or taken back. `kinds` is what they were
    rolled for, with the words for each in `labels`. `p` is null where the die has one face only; `few`: too few dice for
    the test to say much; `flagged`: chance alone comes to this in less than one table of a hundred."""

    kinds: list[str]
    labels: list[Text]
    seat: str
    source: Literal["attested", "dealt", "sealed", "table"]
    in_force: bool
    rolls: int
    dice: int
    faces: list[FaceCount]
    chi_square: float
    degrees: int
    p: float | None
    few: bool
    flagged: bool


class Dictionary(TypedDict):
    """All tables with their columns, as data; `changes` are the columns that files of changes have besides those of their table."""

    schema: str
    tables: list[Table]
    changes: NotRequired[list[Column]]


Diff = TypedDict("Diff", {"game": str, "from": int, "to": int, "audience": str, "changes": list["Change"], "with": str})
"""What changed in the view of an audience between two positions; `with` is the game that `to` is of."""


class Digest(TypedDict):
    """Everything of a day in one message, at a time of the day in a time zone."""

    at: str
    zone: NotRequired[str]


class Document(TypedDict):
    """The board as a JSON document with every field: what a JSON Patch is made against."""

    game: str
    seq: int
    board: dict[str, Any]


class DutyLink(TypedDict):
    """A link to a tournament: what it is for, and of a table's link the entrants that it speaks for. `href` is where a browser
    opens it, `qr` a picture of that to print; a link that holds no more has neither."""

    id: str
    duty: Literal["check-in", "director", "scorer", "screen", "table"]
    entrants: list[str]
    state: Literal["expired", "good", "revoked"]
    token: str | None
    href: str | None
    qr: str | None


class DutyLinks(TypedDict):
    """Every link of a tournament."""

    tournament: str
    links: list[DutyLink]


class Ending(TypedDict):
    """An ending, by its slug (empty: closed without an outcome), and how often it came."""

    outcome: str
    games: Share


class EnterAll(TypedDict):
    """Entrants, all or none."""

    entrants: list[EntrantGiven]


class EntrantAt(TypedDict):
    """An entrant. `team` is the size of a team in a challenge (0: as the stage says). `name` is null where it was erased or never
    given; `contact` and `player` are there for the director."""

    number: int
    name: str | None
    club: str
    group: str
    rating: int
    seed_rank: int
    status: Literal["expelled", "in", "withdrawn"]
    since: int
    team: int
    contact: str | None
    player: str | None


class EntrantGiven(TypedDict):
    """Somebody, or a team. Everything may be left out."""

    name: NotRequired[str]
    club: NotRequired[str]
    seed_rank: NotRequired[int]
    rating: NotRequired[int]
    group: NotRequired[str]
    team: NotRequired[int]
    contact: NotRequired[str]
    player: NotRequired[str]


class EntrantPage(TypedDict):
    """All entrants by number."""

    tournament: str
    seq: int
    entrants: list[EntrantAt]


class EntryAt(TypedDict):
    """One record of a game."""

    game: str
    entry: RecordsEntry


class EntryPage(TypedDict):
    """Records in their order. `seq` is the newest; `next` is the `after` of the page that follows, if one does."""

    game: str
    seq: int
    audience: str
    records: list[RecordsEntry]
    next: int | None


class Expel(TypedDict):
    """An expulsion; it is confirmed, with its reason."""

    confirm: NotRequired[Confirm]


class FaceCount(TypedDict):
    """One face: on how many sides of the die it stands, how often it came up, and how often it was to be expected."""

    face: int | str
    sides: int
    count: int
    expected: float


class Family(TypedDict):
    """Actions too many to list: what each field may be, and one complete example that can be posted."""

    type: str
    label: Text
    fields: dict[str, Field]
    example: dict[str, Any]


class Fault(TypedDict):
    """A record that makes the position irregular, and what it says."""

    seq: int
    text: Text


class Field(TypedDict):
    """What one field of a template may be: listed choices, or a range of whole numbers, or words saying so. Of a list, the choices
    are what its items may be; of an object, or a list of objects, `within` says what their fields may be: one that it
    leaves out may be whatever its type allows."""

    label: Text
    choices: NotRequired[list[int | str]]
    least: NotRequired[int | None]
    most: NotRequired[int | None]
    within: NotRequired[dict[str, Field]]


class FileClaim(TypedDict):
    """A seat complains about a record."""

    seat: str
    about: int
    text: str


class FileProtest(TypedDict):
    """A protest against a table's result."""

    entrant: int
    round: int
    table: int
    text: str
    confirm: NotRequired[Confirm]


class FileSlip(TypedDict):
    """What an entrant reports from the own table."""

    entrant: int
    entries: list[PlaceGiven]
    kind: NotRequired[Literal["adjourned", "double-forfeit", "forfeit", "played"]]


class GameAt(TypedDict):
    """A game that was opened for a table, with its links to hand out."""

    table: int
    game: str
    links: list[LinkGiven]


class GamePage(TypedDict):
    """Games, those written to last first. `next` is the `after` of the page that follows, if one does; `total` how many games are
    found in all, where that is cheap to know."""

    games: list[Summary]
    next: str | None
    total: int | None


class GiveRuling(TypedDict):
    """A ruling: the remedy, and what it rests on."""

    remedy: Stands | Annul | Correct | Penalty | Adjudicate | StopClocks | StartClocks | SetSeatClock | LetStand
    code: str
    rule: NotRequired[str]
    text: NotRequired[str]
    claim: NotRequired[int]
    about: NotRequired[int]


class GrowBranch(TypedDict):
    """What a branch is grown with."""

    at: NotRequired[int | None]
    purpose: NotRequired[Literal["analysis", "dispute", "teaching"]]
    chance: NotRequired[Literal["sealed", "table"]]
    undo: NotRequired[Literal["arbiter", "consent", "free", "none"]]
    tags: NotRequired[list[str]]
    client_at: NotRequired[str | None]


class HallPage(TypedDict):
    """The links to halls that were issued with a key, oldest first."""

    links: list[LinkAt]


class Hand(TypedDict):
    """Who entered a record: the id of the key or link, and its role and seats as far as they are known here."""

    id: str
    role: Literal["arbiter", "operator", "organiser", "seat", "spectator"] | None
    seats: NotRequired[list[str]]


class Heading(TypedDict):
    """A heading of the text, how many sentences stand under it, and where each has gone."""

    heading: str
    of: int
    sentences: list[Sentences]


class Health(TypedDict):
    """How the service is: `degraded` still serves everything, from the store alone."""

    status: Literal["degraded", "down", "ok"]
    store: Literal["down", "failing", "ok"]
    views: Literal["down", "off", "ok"]
    lag: int | None
    log: NotRequired[Literal["damaged", "down", "off", "ok", "refusing", "unattended"]]
    log_lag: NotRequired[int | None]
    log_says: NotRequired[Text | None]
    clock_back: NotRequired[int]
    secrets_lost: NotRequired[int]
    streams: NotRequired[Literal["down", "ok"]]
    store_says: NotRequired[Text | None]
    witnesses: NotRequired[list[WitnessAt]]


class Hidden(TypedDict):
    """Something stands here that this audience may not know. `digest` is that of the record it stands in."""

    type: Literal["hidden"]
    digest: NotRequired[str]


class Illegal(TypedDict):
    """An imported action that today's rules would refuse."""

    seq: int
    verdict: Verdict


class Imported(TypedDict):
    """What an import found. `already`: the game was here before with the same records."""

    game: str
    records: int
    illegal: list[Illegal]
    fidelity: str
    already: bool


class Irregular(TypedDict):
    """One irregularity: the record, what kind, and whether it `counts`: board, score or outcome are what they are by it, now.
    `inherited`: a branch grew from an irregular board. `verdict` is that on an action which was let stand, null where the
    audience may not know it."""

    seq: int
    kind: Literal[
        "adjudication",
        "annulment",
        "clock",
        "correction",
        "divergence",
        "illegal-action",
        "inherited",
        "let-stand",
        "overturned",
        "penalty",
    ]
    at: str
    actor: str
    sentence: Text
    counts: bool
    rule: NotRequired[str]
    code: NotRequired[str]
    verdict: NotRequired[Verdict | None]


class Irregularities(TypedDict):
    """The report of a game: every irregularity ever, the claims still open, and how much was taken back."""

    game: str
    seq: int
    fidelity: str
    outcome: Outcome | None
    irregularities: list[Irregular]
    open_claims: list[int]
    retractions: int
    retracted_actions: list[int]
    retracted_rolls: list[int]


class IssueCalendar(TypedDict):
    """A calendar of your games that carry a tag, or of the rounds of a tournament of yours: one of the two."""

    tag: NotRequired[str | None]
    tournament: NotRequired[str | None]


class IssueHall(TypedDict):
    """A link that makes its bearer the arbiter of all your games that carry a tag."""

    tag: str
    expires: NotRequired[str | None]


class IssueLink(TypedDict):
    """Another link to a game. A scribe's names every seat that the scribe enters for."""

    role: Literal["arbiter", "seat", "spectator"]
    seats: NotRequired[list[str]]
    expires: NotRequired[str | None]


class KindAt(TypedDict):
    """A kind of problem."""

    type: str
    status: int
    title: Text
    meaning: Text
    remedy: Text


class Kinds(TypedDict):
    """All kinds of problems."""

    problems: list[KindAt]


class LeafAt(TypedDict):
    """One printed value: a JSON pointer into `values`, and where it comes from."""

    pointer: str
    value: Any
    origin: Literal["inferred", "placeholder", "published", "text"]


class LeaveSeat(TypedDict):
    """The seat is empty from now on."""

    client_at: NotRequired[str | None]


class LegalAt(TypedDict):
    """What may be done now."""

    game: str
    seq: int
    seats: list[SeatLegal]


class LetStand(TypedDict):
    """An action that the rules forbid is recorded with its verdict, and stands: two records, the action and the ruling. What comes
    of it follows from the rules; where they cannot say, `facts` declare it."""

    type: Literal["let-stand"]
    seat: str
    action: dict[str, Any]
    values: NotRequired[list[list[int | str]] | dict[str, list[list[int | str]]]]
    facts: NotRequired[list[dict[str, Any]]]


class Lift(TypedDict):
    """Why a penalty holds no more."""

    reason: NotRequired[str]


class Lineage(TypedDict):
    """Where a game grew from: another game at a seq, and what for. `irregular` are that game's records that made the board
    irregular from which it grew."""

    game: str
    seq: int
    purpose: str
    irregular: NotRequired[list[int]]


class LinkAt(TypedDict):
    """A link as it stands: `standard` ones come with the game, others were issued; `token` and `href` are there while it holds."""

    id: str
    role: Literal["arbiter", "seat", "spectator"]
    seats: list[str]
    expires: str | None
    state: Literal["expired", "good", "revoked"]
    standard: bool
    issued_at: str
    issued_by: str
    revoked_at: str | None
    revoked_by: str | None
    token: str | None
    href: str | None
    qr: str | None
    tag: NotRequired[str]


class LinkGiven(TypedDict):
    """A link to hand out. It is always the same for one link, so a retry reads it again."""

    id: str
    role: Literal["arbiter", "seat", "spectator"]
    seats: list[str]
    expires: str | None
    token: str
    href: str
    qr: str
    tag: NotRequired[str]


class LinkPage(TypedDict):
    """Every link of a game: the standard ones, then those that were issued, oldest first."""

    game: str
    links: list[LinkAt]


class Listing(TypedDict):
    """How the game is listed from now on; what is left out stays."""

    public: NotRequired[bool | None]
    tags: NotRequired[list[str] | None]


class LogAt(TypedDict):
    """The log that proves the records: its name, the size of its newest signed head, who is asked to cosign, and what is wrong
    with it, if anything is."""

    origin: str
    signed: int
    witnesses: list[str]
    trouble: Text | None


class Look(TypedDict):
    """Somebody looked: when, the key or link and its role, what was asked for, as which audience, at which record."""

    at: str
    actor: str
    role: str
    what: str
    audience: str
    seq: int


class LookPage(TypedDict):
    """The access log of a game, oldest first; `next` is the `after` of the page that follows, if one does."""

    game: str
    looks: list[Look]
    next: str | None


class Manifest(TypedDict):
    """What was made: the schema, how far in the log, how many games, and the files. `damaged` names the first record of each game
    or tournament that could not be read: what comes before it is in the tables. `series` says which dumps share their
    pseudonyms; `notice`, what users of a dump have to know; `left_out`, the titles of which too few people gave games.
    `parts` are there for copies of the tables, which keep them; `reached` says of each title and format how far in the log
    those of games go, `reached_tournaments` those of tournaments. `checkpoint` is the signed head of the log that they were
    made at, `keys` are the log's verifier keys, and `signature` is a C2SP signed note by them over the `statement`; empty
    where the key could not be used. All that the manifest says is signed but `keys`, over which `keys_signature` is a note
    by the same keys: a copy learns a key from it (empty: from before)."""

    schema: str
    log_size: int
    games: int
    files: list[TableFile]
    damaged: NotRequired[list[list[str | int]]]
    series: NotRequired[str]
    notice: NotRequired[str]
    left_out: NotRequired[list[str]]
    parts: NotRequired[list[TablePart]]
    reached: NotRequired[dict[str, dict[str, int]]]
    reached_tournaments: NotRequired[dict[str, dict[str, int]]]
    checkpoint: NotRequired[str]
    keys: NotRequired[list[str]]
    keys_signature: NotRequired[str]
    signature: NotRequired[str]


class Mark(TypedDict):
    """Something drawn on a board: a ring round what the picture calls `at`, or an arrow from there to `to`."""

    at: str
    to: NotRequired[str]
    colour: NotRequired[Literal["blue", "green", "red", "yellow"]]


class MessageQueued(TypedDict):
    """A message that was queued: its id."""

    id: str


class Needed(TypedDict):
    """One use of chance that the table has to answer: `count` values out of `pool`, each put back (`replace`: dice) or not (a
    draw); `spec` is `2d6` or `1of13`."""

    kind: str
    label: Text
    count: int
    pool: list[int | str]
    replace: bool
    spec: str


class NewScenario(TypedDict):
    """A scenario that was opened: the campaign's record, the new game by its id and its summary, the sheet it was opened from, and
    the links to hand out, as for any new game."""

    campaign: str
    seq: int
    number: int
    opened_from: OpenedFrom | None
    game: str
    summary: Summary
    seats: list[SeatLink]
    links: list[LinkGiven]
    receipt: NotRequired[str | None]
    receipt_state: NotRequired[Literal["complete", "not-complete"]]


class NextScenario(TypedDict):
    """The scenario that can be opened now, and the sheet it opens from (null: it is the first)."""

    number: int
    sheet: SheetName | None


class Note(TypedDict):
    """A remark about a record, or about the game."""

    text: str
    about: NotRequired[int]
    seat: NotRequired[str]


class Numbers(TypedDict):
    """The numbers of the games that a search finds: how many it finds, how many of them are over and so counted, and the titles,
    the one with most games first."""

    found: int
    counted: int
    titles: list[TitleNumbers]


class Offer(TypedDict):
    """One action that can be posted as it is, with the words for its button."""

    action: dict[str, Any]
    label: Text


class OpenCampaign(TypedDict):
    """What the games of a new campaign are opened with; everything but the ruleset has a default."""

    ruleset: str
    catalog: NotRequired[str]
    options: NotRequired[dict[str, Any]]
    players: NotRequired[int | None]
    chance: NotRequired[Literal["sealed", "table"]]
    undo: NotRequired[Literal["arbiter", "consent", "free", "none"]]
    tags: NotRequired[list[str]]
    seals: NotRequired[bool]
    client_at: NotRequired[str | None]


class OpenGame(TypedDict):
    """What a new game is opened with; everything but the ruleset has a default."""

    ruleset: str
    catalog: NotRequired[str]
    options: NotRequired[dict[str, Any]]
    players: NotRequired[int | None]
    chance: NotRequired[Literal["sealed", "table"]]
    undo: NotRequired[Literal["arbiter", "consent", "free", "none"]]
    values: NotRequired[list[list[int | str]] | dict[str, list[list[int | str]]]]
    tags: NotRequired[list[str]]
    public: NotRequired[bool]
    seals: NotRequired[bool]
    time_control: NotRequired[TimeControl | None]
    client_at: NotRequired[str | None]


class OpenGames(TypedDict):
    """Tables whose games are to be opened; those without one, if none are named. `values` are what the table rolled for the set-
    up."""

    tables: NotRequired[list[int] | None]
    values: NotRequired[list[list[int | str]] | dict[str, list[list[int | str]]]]


class OpenRequest(TypedDict):
    """A request to take something back that nothing has settled: its record, the seat that asks, and when it lapses."""

    record: int
    seat: str
    until: str | None


class OpenScenario(TypedDict):
    """The next scenario. Naming the sheet makes sure that it is the one that you have seen; it has to be the campaign's last."""

    sheet: NotRequired[Sheet | None]
    values: NotRequired[list[list[int | str]] | dict[str, list[list[int | str]]]]
    client_at: NotRequired[str | None]


class OpenStudy(TypedDict):
    """A new study. Until it is shared, its author alone reads it."""

    title: str
    audience: NotRequired[str]


class OpenTournament(TypedDict):
    """A new tournament: its title, its rules, and what its games are opened with."""

    title: str
    rules: NotRequired[Rules]
    ruleset: NotRequired[str]
    catalog: NotRequired[str]
    options: NotRequired[dict[str, Any]]
    chance: NotRequired[Literal["duplicate", "sealed", "table"]]
    undo: NotRequired[Literal["arbiter", "consent", "free", "none"]]
    seals: NotRequired[bool]
    tags: NotRequired[list[str]]
    public: NotRequired[bool]
    client_at: NotRequired[str | None]


class Opened(TypedDict):
    """A new game: its id, as every write names its `game` (and once more as `id`), its first record's seq, its summary, and the
    links to hand out: one a player's seat, the arbiter's, the spectators'."""

    game: str
    id: str
    seq: int
    summary: Summary
    seats: list[SeatLink]
    links: list[LinkGiven]
    receipt: NotRequired[str | None]
    receipt_state: NotRequired[Literal["complete", "not-complete"]]


class OpenedFrom(TypedDict):
    """The sheet that a scenario was opened from, with the SHA-256 of its JSON (sorted keys, no spaces)."""

    game: str
    seq: int
    sha256: str


class OpeningMove(TypedDict):
    """A move of an opening: its kind with what it names first (`OTHER`: all rarer ones), which seat made it (by the order in which
    they first acted; 0: not one alone), how often, and how often that seat won."""

    move: str
    by: int
    taken: Share
    wins: Share


class Openings(TypedDict):
    """The moves that followed a beginning: what was asked for, the moves that all those games went on with by themselves, and what
    was played next."""

    asked: list[str]
    line: list[str]
    games: int
    moves: list[OpeningMove]


class Option(TypedDict):
    """A decision the table takes when it opens a game: what it is about, its values if they can be listed, and its default."""

    name: str
    text: Text
    values: list[Any] | None
    default: Any


class OrderChapters(TypedDict):
    """Every chapter once, in the order wanted."""

    numbers: list[int]


class Origins(TypedDict):
    """Every printed value of a catalog with where it comes from, in the order of its file."""

    sha256: str
    ruleset: str
    edition: str
    provenance: dict[str, int]
    values: list[LeafAt]


class OtherTable(TypedDict):
    """Who sits at a table now."""

    table: int
    entrants: list[int]


class Outcome(TypedDict):
    """How the game ended: a stable slug for the ending, the seats that won (none: lost or drawn), and a sentence."""

    code: str
    winners: list[str]
    text: Text


class Overturn(TypedDict):
    """A ruling no longer holds."""

    code: str
    rule: NotRequired[str]
    text: NotRequired[str]


class Pace(TypedDict):
    """Turns by the seconds they took: up to `upto` (none: longer than all others), how many, and how many up to there."""

    upto: int | None
    turns: int
    share: Share


class PairRound(TypedDict):
    """A round to pair: by the engine; or, with `tables`, by hand."""

    tables: NotRequired[list[list[int]] | None]
    byes: NotRequired[list[int]]
    confirm: NotRequired[Confirm]


class Parts(TypedDict):
    """The parts of a game's dice. `complete`: from the next roll on the dice rest on the seed and on all of them."""

    game: str
    seq: int
    commitment: str
    parts: list[ContributionsPartAt]
    complete: bool


class Penalise(TypedDict):
    """Points that an entrant loses."""

    entrant: int
    points: str
    reason: NotRequired[str]


class Penalty(TypedDict):
    """A seat gets points beside the board, or loses some; the score shows them apart."""

    type: Literal["penalty"]
    seat: str
    points: int


class PenaltyAt(TypedDict):
    """Points that a ruling in force gave, usually fewer than none."""

    ruling: int
    seat: str
    points: int


class PenaltyShown(TypedDict):
    """A penalty in force, by its record."""

    record: int
    entrant: int
    points: str
    round: int


class PlaceGiven(TypedDict):
    """What an entrant came to: the place, equal for those who share it, and the victory points, if they were counted."""

    entrant: int
    place: int
    score: NotRequired[int | None]
    absent: NotRequired[bool]


class PlayLink(TypedDict):
    """A table as BG Stats takes it."""

    link: str


class PlayedGame(TypedDict):
    """A finished game that the player sat in: when its newest action was, their seat, how many players there were, the place they
    reached (none: there is no outcome), whether they won, their points."""

    game: str
    ruleset: str
    ended: str
    seat: str
    players: int
    place: int | None
    won: bool
    points: int | None


class PlayerNumbers(TypedDict):
    """All of one player, the title they played most first, and the games with the newest first."""

    player: str
    games: int
    titles: list[PlayerTitle]
    played: list[PlayedGame]


class PlayerTitle(TypedDict):
    """A player's games of one title: how many, those won of those with an outcome, how they fared by seat and by the order of the
    first actions, what they took back, their turns by time, and their rating among everybody in the games that were looked
    at, with its rank."""

    ruleset: str
    games: int
    wins: Share
    seats: list[SeatResult]
    order: list[SeatResult]
    gone: Share
    pace: list[Pace]
    rating: Rating | None
    rank: int | None
    rated: int


class Points(TypedDict):
    """A seat's points in one game."""

    seat: str
    points: int


class Preferences(TypedDict):
    """What is told, and when not."""

    about: NotRequired[list[Literal["claim", "ended", "pairing", "request", "result", "ruling", "time", "turn"]]]
    language: NotRequired[str]
    quiet: NotRequired[Quiet | None]
    digest: NotRequired[Digest | None]
    muted: NotRequired[bool]


class Presence(TypedDict):
    """Who was seen before a round, or found absent."""

    round: int
    entrants: list[int]
    present: NotRequired[bool]


class Preview(TypedDict):
    """What a ruling would come to: the actions that would go out of force, the board before and after, and where they differ."""

    game: str
    seq: int
    audience: str
    gone: list[StepAt]
    before: dict[str, Any]
    after: dict[str, Any]
    changes: list[Change]
    verdict: NotRequired[Verdict | None]


class ProofState(TypedDict):
    """How far one record is proven. `index` is its place in the log, `size` that of the oldest signed head kept that covers it,
    `of` how many witnesses are asked. `unlogged`: there is no log here."""

    state: Literal["cosigned", "logged", "signed", "unlogged", "waiting"]
    text: Text
    index: NotRequired[int | None]
    size: NotRequired[int | None]
    cosigned: NotRequired[list[SeenBy]]
    of: NotRequired[int]


class ProposalAt(TypedDict):
    """That a seat asked for something to be taken back: what would go, who has to agree, how it stands. While it is open, `board`
    is what the board would become for the audience that asks, and `changes` where it would differ."""

    seq: int
    at: str
    actor: str
    seat: str
    from_seq: int
    affected: list[str]
    replies: list[ReplyAt]
    waits_for: list[str]
    state: Literal["granted", "lapsed", "open", "refused", "withdrawn"]
    settled: int | None
    until: str | None
    words: str | None
    steps: list[StepAt]
    board: NotRequired[dict[str, Any] | None]
    changes: NotRequired[list[Change]]


class Proposals(TypedDict):
    """The proposals of a game, oldest first."""

    game: str
    seq: int
    audience: str
    proposals: list[ProposalAt]


class ProtestShown(TypedDict):
    """A protest: its record, what it is about, and the decision (none: it waits). `text` is there for the director."""

    record: int
    at: str
    entrant: int
    round: int
    table: int
    text: str | None
    upheld: bool | None
    decision: str | None


class Quiet(TypedDict):
    """Hours in which nothing is sent, from one time of the day to another, in a time zone by its IANA name."""

    start: str
    end: str
    zone: NotRequired[str]


class RankAt(TypedDict):
    """An entrant's place: the rank, shared or not, the key that parted it from the line above, a value a key, and, if they were
    asked for, the trees that the values were added from."""

    rank: int
    shared: bool
    entrant: int
    name: str | None
    parted: str
    values: list[str]
    team: int
    trees: list[Term] | None


class Rating(TypedDict):
    """A player: rated games and wins among them; the rating, and how far the true strength may be from it (the interval at 95 % is
    1.96 deviations to both sides); and what they are ranked by: a strength that they have almost surely, three deviations
    below. `small`: too few games to say much."""

    player: str
    games: int
    wins: int
    rating: float
    deviation: float
    ranked: float
    small: bool


class Reading(TypedDict):
    """How an unclear sentence of the rule text is read here, and the option that reads it otherwise, if any."""

    id: str
    rule: str
    text: Text
    option: NotRequired[str]


class Redo(TypedDict):
    """A seat puts back what it took back last."""

    seat: str


class Refers(TypedDict):
    """Another record that this one speaks of."""

    how: Literal["about", "annuls", "answers", "asks", "corrects", "decides", "keeps", "overturns", "restores", "retracts", "signs"]
    seq: int


class RemoveChapter(TypedDict):
    """Which chapter."""

    number: int


class Reopen(TypedDict):
    """A table to be re-opened; it is confirmed, with a reason."""

    confirm: NotRequired[Confirm]


class ReplyAt(TypedDict):
    """A seat's answer to a proposal; `actor` is the key or link it came with, which may be a scribe's for several seats."""

    seq: int
    actor: str
    seat: str
    answer: Literal["agree", "lapsed", "refuse"]


class Resting(TypedDict):
    """On whom a game's dice rest. `verified`: every sealed roll was drawn again from the seed; false if that failed, and then
    `text` says where; null while the seed is not shown, for the table's dice and those of a deal. `by_seats`: the seats
    that contributed, but for those in `by_operator`, whose parts were bound with the operator's key. `before`: sealed rolls
    drawn before the contributions were there. `choices`: who could have chosen which dice, as `greffe verify` reports it;
    none where a record does not hold."""

    chance: Literal["duplicate", "sealed", "table"]
    verified: bool | None
    text: Text
    commitment: str
    by_seats: list[str]
    by_service: list[str]
    before: int
    by_operator: NotRequired[list[str]]
    parts: NotRequired[list[AuditPartAt]]
    choices: NotRequired[list[Choosable]]


class Retracted(TypedDict):
    """Every action that is out of force, with its rolls, which keep their numbers."""

    game: str
    seq: int
    audience: str
    actions: list[StepAt]


class Reveal(TypedDict):
    """A seat shows its part."""

    seat: str
    value: str


class Roll(TypedDict):
    """One use of chance as recorded. `picks` are indices into the pool asked from, `values` what stands there. `of` names the roll
    that this one repeats, because an arbiter's ruling annulled its action and let its dice stand
    (`domain/game/standing_rolls.py`)."""

    number: int
    kind: str
    spec: str
    picks: list[int]
    values: list[int | str]
    source: Literal["attested", "dealt", "sealed", "table"]
    of: NotRequired[int]


class RollKept(TypedDict):
    """A roll whose values this audience may not know."""

    number: int
    kind: str
    spec: str
    source: str


class RoundAt(TypedDict):
    """A round with its tables and byes; to the director, also how it was paired: the record, whole."""

    tournament: str
    seq: int
    round: RoundLine
    tables: list[TableShown]
    byes: list[Bye]
    pairing: Any


class RoundLine(TypedDict):
    """A round in short: its tables, those without a result, those that wait for the director, and those adjourned."""

    round: int
    stage: int
    tables: int
    missing: list[int]
    disputed: list[int]
    adjourned: list[int]
    published: bool
    closed: bool


class Ruled(TypedDict):
    """What a ruling came to. `facts` are those it declared, or that came of the action it let stand; `changes` is what became of
    the board, in the arbiter's view, place by place."""

    game: str
    seq: int
    type: str
    at: str
    sentence: Text
    actions: list[int]
    to_act: list[str]
    status: Literal["closed", "ended", "open"]
    outcome: Outcome | None
    receipt: NotRequired[str | None]
    receipt_state: NotRequired[Literal["complete", "not-complete"]]
    facts: list[dict[str, Any] | Hidden]
    changes: list[Change]


class Rules(TypedDict):
    """All that a tournament is played by: its stages in order. Stored whole, as canonical JSON."""

    stages: NotRequired[list[Stage]]


class RulingAt(TypedDict):
    """A ruling: what it orders, what it rests on, and the record that overturned it, or null while it holds."""

    seq: int
    at: str
    actor: str
    sentence: Text
    remedy: dict[str, Any]
    rule: str
    code: str
    reason: Text
    words: str | None
    claim: int | None
    about: int | None
    overturned: int | None


class Rulings(TypedDict):
    """The rulings of a game, oldest first."""

    game: str
    seq: int
    audience: str
    rulings: list[RulingAt]


class ScenarioAt(TypedDict):
    """A scenario with its game as it stands. `stands`: the next scenario, if there is one, rests on the sheet that this game has
    now. `sound`: this one rests itself on the sheet that the game before has now. Where a finished scenario was changed by
    a ruling, both games are marked so."""

    number: int
    game: str
    status: Literal["closed", "ended", "open"]
    seq: int
    opened_at: str
    opened_from: OpenedFrom | None
    outcome: Outcome | None
    score: list[Points]
    fidelity: str
    stands: bool
    sound: bool


class ScoreAt(TypedDict):
    """The points at a position."""

    game: str
    seq: int
    ruleset: str
    status: Literal["closed", "ended", "open"]
    to_act: list[str]
    outcome: Outcome | None
    irregularities: list[int]
    fidelity: str
    score: list[SeatScore]
    penalties: list[PenaltyAt]


class ScorePart(TypedDict):
    """What some of the points are for."""

    text: Text
    points: int


class Scoring(TypedDict):
    """How a table's result becomes points. `points`: `duel` (win, draw, loss), `places` (the list, by place), `raw` (victory
    points), `share` (of the table's victory points), `margin` (over the mean of the others); and, of a challenge, `match`
    (1 for each entrant of the round who scored less, 1/2 for each who scored alike) and `ranks` (the list, by rank in the
    round). Those who share places get their `mean` or the `higher`. `bye` is what a pairing-allocated bye scores, `forfeit`
    what a win by forfeit does; `best` of all rounds count (0: all)."""

    points: NotRequired[Literal["duel", "margin", "match", "places", "ranks", "raw", "share"]]
    win: NotRequired[str]
    draw: NotRequired[str]
    loss: NotRequired[str]
    places: NotRequired[list[str]]
    shared: NotRequired[Literal["higher", "mean"]]
    bye: NotRequired[str]
    half: NotRequired[str]
    zero: NotRequired[str]
    forfeit: NotRequired[str]
    best: NotRequired[int]


class SealOf(TypedDict):
    """A seat that chooses in secret: the record that holds its seal, the seal, and the first action that opened it."""

    seat: str
    record: int | None
    seal: str | None
    opened: int | None


class SealValue(TypedDict):
    """A seat binds itself to an action that it will show later: post it as an action then, with the `salt`."""

    seat: str
    slot: str
    seal: str
    on_behalf: NotRequired[bool]


class SealedAt(TypedDict):
    """The values that were sealed in a game with seals: how many, the records of those that were never opened, and the actions
    that an arbiter entered without a seal."""

    count: int
    unopened: list[int]
    unsealed: list[int]
    text: Text


class Seals(TypedDict):
    """What is being chosen in secret. `types`: the actions that are sealed in this game, none if it has no seals; `slot`: what is
    being chosen, null while nothing is; `complete`: all are bound, and those who are to act can show it."""

    game: str
    seq: int
    types: list[str]
    slot: str | None
    seats: list[SealOf]
    complete: bool


class SeatLegal(TypedDict):
    """What one seat may do now; nothing if it is not its turn."""

    seat: str
    name: Text
    choices: list[Offer]
    templates: list[Family]


class SeatLink(TypedDict):
    """Where a seat finds what it may do."""

    seat: str
    href: str


class SeatResult(TypedDict):
    """How a seat fared: `seat` is its id, or the place in the order in which the seats first acted. `wins` count games with an
    outcome, shared wins among them; `points` is the sum of its points over `scored` games."""

    seat: str
    wins: Share
    shared: int
    scored: int
    points: int


class SeatScore(TypedDict):
    """One seat's points by the rules, what they are made of, and with the penalties that rulings gave."""

    seat: str
    points: int
    parts: list[ScorePart]
    penalty: int
    total: int


class Seated(TypedDict):
    """That somebody sat down or left. The name is not in it: `GET /games/{game}/seats` has it."""

    game: str
    seq: int
    type: str
    at: str
    sentence: Text
    seat: str
    player: str
    receipt: NotRequired[str | None]
    receipt_state: NotRequired[Literal["complete", "not-complete"]]


class SeatsAt(TypedDict):
    """The seats of a game at a position, in their order."""

    game: str
    seq: int
    seats: list[SeatsSeatAt]


class SeenBy(TypedDict):
    """A witness that has cosigned a head over the record, and when it first did; to the minute is what people read."""

    witness: str
    at: str


class Sentences(TypedDict):
    """One sentence under a heading, or several in a row (`2-3`), and where they have gone. `by` names functions of the program
    (`module:function`, several parted by commas), a reading's id, what the table declares, or why nothing is enforced; the
    last two are words, and `fr` has them in French."""

    n: str
    how: Literal["context", "declared", "enforced", "reading"]
    by: str
    fr: NotRequired[str]


class Separate(TypedDict):
    """Who is kept apart: entrants `a` and `b`, or a club."""

    a: NotRequired[int]
    b: NotRequired[int]
    club: NotRequired[str]
    hard: NotRequired[bool]
    since: NotRequired[int]
    lifted: NotRequired[bool]
    reason: NotRequired[str]


class SetClock(TypedDict):
    """A round's clock: how many seconds are left now, and whether it runs."""

    seconds: int
    running: NotRequired[bool]


class SetSeatClock(TypedDict):
    """A seat has so much time left from here on. Overturned, what it gave or took is taken back."""

    type: Literal["set-clock"]
    seat: str
    seconds: int


class Share(TypedDict):
    """So many of so many: in percent, between the ends of the exact interval at 95 %, with one decimal. Of none, all three are
    unknown. `small` says that there are too few to say much. Without an interval where what is counted hangs together, as
    the turns of one game do: the method takes each for itself."""

    hits: int
    of: int
    percent: float | None
    low: float | None
    high: float | None
    small: bool


class ShareStudy(TypedDict):
    """Who reads it."""

    shared: bool


class Sheet(TypedDict):
    """The sheet a scenario is to open from."""

    game: str
    seq: int


class SheetAt(TypedDict):
    """What a scenario's game had on the sheet after its record `at`; `seq` is the campaign's newest record. `final`: the game was
    over. `stands`: the next scenario, if there is one, rests on just this sheet. `change` is what is different from the
    sheet it was opened from (everything, if there is none), `sheet` the title's own parameters."""

    campaign: str
    seq: int
    number: int
    game: str
    at: int
    final: bool
    stands: bool
    fidelity: str
    opened_from: OpenedFrom | None
    sheet: dict[str, Any]
    sha256: str
    change: list[Change]


class SheetName(TypedDict):
    """A sheet: the game and the record it was read at."""

    game: str
    seq: int


class Sign(TypedDict):
    """A seat's signature over a record."""

    seat: str
    about: int
    public: str
    signature: str


class SignatureAt(TypedDict):
    """A signature that was checked when it came, in record `seq`; or, where that is null, beside the record of a closed game."""

    seq: int | None
    at: str
    actor: str
    seat: str
    about: int
    public: str
    signature: str


class SlipShown(TypedDict):
    """What an entrant reported, by its record."""

    record: int
    entrant: int
    result: TableResult


class Source(TypedDict):
    """The rule text: its title, and the SHA-256 of the stored copy that was read."""

    title: str
    sha256: str


class Spread(TypedDict):
    """How something is spread over games: the smallest, the quarter, the middle, three quarters, the largest (the values of games,
    none in between); `bins` are how many games lie from each of `edges` on and before the next, the last with its end."""

    games: int
    least: int
    quarter: int
    middle: int
    three_quarters: int
    most: int
    edges: list[int]
    bins: list[int]


class Stage(TypedDict):
    """A part of a tournament with its own format. Tables have `least` to `most` entrants, `preferred` if they can. `advance` is
    how many go on from the stage before it; 0 in the first. `factor` multiplies the stage's points. `seats` is how many
    seats each game of a challenge has, all of them the entrant's, a team (0: one). `minutes` are those of the round;
    `time_control` is how the clocks of its games' seats run (none: they have none)."""

    name: NotRequired[str]
    format: NotRequired[Literal["challenge", "heats", "knock-out", "planned", "round-robin", "swiss"]]
    rounds: NotRequired[int]
    least: NotRequired[int]
    preferred: NotRequired[int]
    most: NotRequired[int]
    scoring: NotRequired[Scoring]
    keys: NotRequired[
        list[
            Literal[
                "buchholz",
                "buchholz-cut-1",
                "buchholz-median",
                "direct",
                "final",
                "lots",
                "margin",
                "opponents",
                "points",
                "score-sum",
                "share",
                "sonneborn-berger",
                "wins",
                "wins-second",
            ]
        ]
    ]
    weights: NotRequired[Weights]
    engine: NotRequired[str]
    factor: NotRequired[str]
    advance: NotRequired[int]
    meetings: NotRequired[int]
    third_place: NotRequired[bool]
    minutes: NotRequired[int]
    protest_minutes: NotRequired[int]
    seats: NotRequired[int]
    time_control: NotRequired[TimeControl | None]


class StandIn(TypedDict):
    """The service makes up the part of a seat that is absent; the record says so."""

    seat: str


class StandingsAt(TypedDict):
    """The order after a round, and the digest that closing the round records."""

    tournament: str
    seq: int
    stage: int
    round: int
    keys: list[
        Literal[
            "buchholz",
            "buchholz-cut-1",
            "buchholz-median",
            "direct",
            "final",
            "lots",
            "margin",
            "opponents",
            "points",
            "score-sum",
            "share",
            "sonneborn-berger",
            "wins",
            "wins-second",
        ]
    ]
    ranks: list[RankAt]
    sha256: str


class Stands(TypedDict):
    """Nothing changes: the record named in `about` stands as it is. With the codes `illegal-action`, `wrong-entry` and `dice` the
    ruling says that something was wrong with it, and whatever rests on it is marked as irregular."""

    type: Literal["stands"]


class StartClocks(TypedDict):
    """Clocks that a ruling has stopped run again, for whoever may act."""

    type: Literal["start-clocks"]


class StepAt(TypedDict):
    """An action that would go, or went, out of force. `by` is the record that took it out, or null."""

    seq: int
    seat: str
    sentence: Text
    rolls: list[Roll | RollKept]
    by: NotRequired[int | None]


class StopClocks(TypedDict):
    """All clocks of the seats stand until a ruling starts them again, whatever is recorded meanwhile."""

    type: Literal["stop-clocks"]


class StudyAt(TypedDict):
    """A study as it stands after its own record `seq`, with its chapters in their order. `own`: the caller may write in it."""

    game: str
    study: str
    seq: int
    at: str
    audience: str
    title: str | None
    shared: bool
    own: bool
    chapters: list[ChapterAt]
    receipt: NotRequired[str | None]
    receipt_state: NotRequired[Literal["complete", "not-complete"]]


class StudyPage(TypedDict):
    """The studies of a game that the caller may read, oldest first."""

    game: str
    studies: list[StudyAt]


class Subscribe(TypedDict):
    """Somebody wants to be told."""

    about: NotRequired[list[Literal["claim", "ended", "pairing", "request", "result", "ruling", "time", "turn"]]]
    language: NotRequired[str]
    quiet: NotRequired[Quiet | None]
    digest: NotRequired[Digest | None]
    muted: NotRequired[bool]
    way: Literal["discord", "mail", "ntfy", "push", "slack", "webhook"]
    to: str
    token: NotRequired[str]


class SubscriptionGiven(TypedDict):
    """The same with the secret that signs its webhooks, which is shown once."""

    id: str
    way: Literal["discord", "mail", "ntfy", "push", "slack", "webhook"]
    to: str
    game: str | None
    tournament: str | None
    about: list[Literal["claim", "ended", "pairing", "request", "result", "ruling", "time", "turn"]]
    language: str
    quiet: Quiet | None
    digest: Digest | None
    muted: bool
    made_at: str
    state: Literal["active", "ended", "parked", "unconfirmed"]
    failures: int
    said: str
    next: str | None
    deliveries: Counts
    secret: str | None


class SubscriptionPage(TypedDict):
    """One's own subscriptions, or for the operator everybody's, the oldest first."""

    subscriptions: list[SubscriptionShown]


class SubscriptionShown(TypedDict):
    """A subscription as it stands. One `parked` was refused for good or failed for days, and is tried no more until it is resumed;
    one `ended` is over: the receiver wants nothing more, or the key or link it was made with holds no more."""

    id: str
    way: Literal["discord", "mail", "ntfy", "push", "slack", "webhook"]
    to: str
    game: str | None
    tournament: str | None
    about: list[Literal["claim", "ended", "pairing", "request", "result", "ruling", "time", "turn"]]
    language: str
    quiet: Quiet | None
    digest: Digest | None
    muted: bool
    made_at: str
    state: Literal["active", "ended", "parked", "unconfirmed"]
    failures: int
    said: str
    next: str | None
    deliveries: Counts


class Summary(TypedDict):
    """A game in a list. `at` is when its newest record was written, `placeholders` how many numbers of its catalog are guesses;
    `campaign` and `scenario` say where it belongs, if it belongs to a campaign."""

    id: str
    ruleset: str
    version: int
    title: Text
    status: Literal["closed", "ended", "open"]
    seq: int
    opened_at: str
    at: str
    seats: list[GamesSeatAt]
    to_act: list[str]
    turn_since: str | None
    outcome: Outcome | None
    waits: Text | None
    score: list[Counted]
    irregularities: list[int]
    open_claims: list[int]
    open_requests: list[OpenRequest]
    signed: list[str]
    tags: list[str]
    time_control: TimeControl | None
    clocks: Clocks | None
    chance: Literal["duplicate", "sealed", "table"]
    undo: Literal["arbiter", "consent", "free", "none"]
    catalog: str
    placeholders: int
    public: bool
    seals: bool
    lineage: Lineage | None
    campaign: str | None
    scenario: int | None


class Table(TypedDict):
    """One table: its name, what a row is, the columns that name a row, and all its columns in the order of the files."""

    name: str
    row: Text
    key: list[str]
    columns: list[Column]


class TableFile(TypedDict):
    """One file: its path below the manifest, what is in it, how many rows, its bytes and their SHA-256 in hex."""

    path: str
    ruleset: str
    table: str
    format: Literal["csv", "jsonl", "parquet"]
    rows: int
    bytes: int
    sha256: str


class TablePart(TypedDict):
    """A part of a table, which is never written again: its rows are of the records from `first` to `last` in the log. Of
    `changes`, `last` is how far the log went when rows that older parts have were found to be others. `schema` is what it
    was written as."""

    path: str
    ruleset: str
    table: str
    format: Literal["csv", "jsonl", "parquet"]
    rows: int
    bytes: int
    sha256: str
    first: int
    last: int
    changes: bool
    schema: str


class TableResult(TypedDict):
    """The result of a table. At a `forfeit` somebody was absent, at a `double-forfeit` everybody; `adjourned` has none yet."""

    table: int
    entries: NotRequired[list[ValuesEntry]]
    kind: NotRequired[Literal["adjourned", "double-forfeit", "forfeit", "played"]]


class TableShown(TypedDict):
    """A table: who sits there in the order of the seats, its game and its result. `record` is the one that says the result,
    `source` where it came from."""

    table: int
    entrants: list[int]
    names: list[str | None]
    game: str | None
    result: TableResult | None
    record: int | None
    source: str | None
    disputed: bool
    slips: list[SlipShown]


class TakeAction(TypedDict):
    """A seat takes an action."""

    seat: str
    action: dict[str, Any]
    values: NotRequired[list[list[int | str]] | dict[str, list[list[int | str]]]]
    salt: NotRequired[str]
    on_behalf: NotRequired[bool]
    client_at: NotRequired[str | None]


class TakeResult(TypedDict):
    """The result of a table: typed; or, without `entries`, from its game's record as it stands."""

    entries: NotRequired[list[PlaceGiven] | None]
    kind: NotRequired[Literal["adjourned", "double-forfeit", "forfeit", "played"]]


class TakeSeat(TypedDict):
    """Who sits down. A name is kept apart from the record, where it can be erased; none need be given."""

    name: NotRequired[str]
    player: NotRequired[str]
    client_at: NotRequired[str | None]


class TakenBack(TypedDict):
    """A roll that is out of force, and the record that took it out."""

    number: int
    seq: int
    seat: str
    kind: str
    values: list[int | str]
    by: int


class Term(TypedDict):
    """One value and what it was computed from: a `record` is read where `round` and `table` say; a `sum`, `mean`, `product` or
    `least` is that of its terms, without those `struck` out; a `rank` is a place among entrants, and its terms say what was
    compared."""

    what: Literal[
        "absent",
        "buchholz",
        "buchholz-cut-1",
        "buchholz-median",
        "bye",
        "direct",
        "draw",
        "factor",
        "final",
        "lots",
        "margin",
        "opponent",
        "opponents",
        "penalty",
        "points",
        "result",
        "round",
        "score-sum",
        "share",
        "sonneborn-berger",
        "stage",
        "virtual",
        "wins",
        "wins-second",
    ]
    value: str
    how: NotRequired[Literal["least", "mean", "product", "rank", "record", "sum"]]
    entrant: NotRequired[int]
    round: NotRequired[int]
    table: NotRequired[int]
    struck: NotRequired[bool]
    terms: NotRequired[list[Term]]


class Text(TypedDict):
    """One sentence or name in English and French."""

    en: str
    fr: str


class TimeControl(TypedDict):
    """How the clocks of a game's seats run, agreed when it is opened. `budget`: `seconds` for the whole game; `fischer`: the same,
    and `increment` seconds more after each turn; `per-move`: `seconds` for each turn anew."""

    kind: Literal["budget", "fischer", "per-move"]
    seconds: int
    increment: NotRequired[int]


class TitleAt(TypedDict):
    """A title: what it is, what can be decided at its opening, done in it, and how it ends."""

    id: str
    version: int
    title: Text
    edition: str
    rules: str
    players: list[int]
    options: list[Option]
    actions: dict[str, Any]
    catalogs: list[CatalogAt]
    readings: list[Reading]
    endings: list[str]
    concordance: Concordance | None


class TitleLine(TypedDict):
    """A title in the list of titles; `players` are the numbers that can sit down."""

    id: str
    version: int
    title: Text
    edition: str
    rules: str
    players: list[int]
    href: str


class TitleNumbers(TypedDict):
    """The numbers of one title. `small`: too few games to say much. Lengths are those of games with an outcome."""

    ruleset: str
    games: int
    decided: int
    small: bool
    seats: list[SeatResult]
    order: list[SeatResult]
    openings: Openings
    endings: list[Ending]
    actions: Spread | None
    turns: Spread | None
    minutes: Spread | None
    pace: list[Pace]
    care: Care
    ratings: list[Rating]


class Titles(TypedDict):
    """All titles."""

    rulesets: list[TitleLine]


class ToSign(TypedDict):
    """What a seat's key signs: these very characters, line ends included."""

    seat: str
    message: str


class TotalAt(TypedDict):
    """A seat over the whole campaign: games won, and the points of all games that were played to their end."""

    seat: str
    name: Text
    wins: int
    points: int


class TournamentAt(TypedDict):
    """A tournament as it stands, for whoever asks: rounds that are not published are there for the director alone."""

    id: str
    seq: int
    tournament: TournamentLine
    rules: Rules
    commitment: str
    rounds: list[RoundLine]
    next_round: int | None
    clock: ClockShown | None
    penalties: list[PenaltyShown]
    protests: list[ProtestShown]
    departures: list[DepartureAt]
    offered: list[CorrectionOffered]
    seed: str | None


class TournamentEntry(TypedDict):
    """A record: whole, as it is stored; or, where the caller may not read it (yet), its kind and the digest of its bytes."""

    seq: int
    type: str
    at: str
    digest: str
    record: Any


class TournamentEntryPage(TypedDict):
    """Records in order; `next` is the `after` of the page that follows, if one does."""

    tournament: str
    seq: int
    entries: list[TournamentEntry]
    next: int | None


class TournamentImported(TypedDict):
    """What an import found."""

    tournament: str
    records: int
    already: bool


class TournamentLine(TypedDict):
    """A tournament in a list. `entrants` counts all who ever entered, `round` is the last that is paired (0: none)."""

    id: str
    title: str
    ruleset: str
    status: Literal["closed", "open"]
    seq: int
    opened_at: str
    at: str
    entrants: int
    round: int
    rounds: int
    tags: list[str]


class TournamentPage(TypedDict):
    """Tournaments, those written to last first. `next` is the `after` of the page that follows, if one does."""

    tournaments: list[TournamentLine]
    next: str | None


class TournamentWritten(TypedDict):
    """What a write came to: its last record, what that departs from, and the games that were opened."""

    tournament: str
    seq: int
    type: str
    at: str
    departures: list[Departure]
    games: list[GameAt]
    now: TournamentLine
    receipt: NotRequired[str | None]
    receipt_state: NotRequired[Literal["complete", "not-complete"]]


class Tried(TypedDict):
    """What a dry run found at a position. A legal action shows its facts, rolls and what changes for the seat, or what it `asks`.
    `covered`: it would uncover what is hidden, so the rest is shown once it is recorded."""

    game: str
    seq: int
    seat: str
    verdict: Verdict
    asks: NotRequired[list[Needed]]
    facts: NotRequired[list[dict[str, Any] | Hidden]]
    rolls: NotRequired[list[Roll | RollKept]]
    sentences: NotRequired[list[Text]]
    changes: NotRequired[list[Change]]
    covered: NotRequired[bool]


class Undo(TypedDict):
    """A seat takes back everything in force from a record on; its last action, if no record is named. What it may not take back
    alone it can `ask` for. `arbiter` as the seat: the arbiter takes back, to any record."""

    seat: str
    from_seq: NotRequired[int | None]
    reason: NotRequired[str]
    ask: NotRequired[bool]
    seconds: NotRequired[int]


class Verdict(TypedDict):
    """Legal, or illegal with the rule it breaks (as the rule text numbers or heads it) and a sentence."""

    legal: bool
    code: NotRequired[str]
    rule: NotRequired[str]
    text: NotRequired[Text]


class Weights(TypedDict):
    """In which order a pairing's costs count, the weightiest first. `duel` for tables of two, `table` for larger ones."""

    duel: NotRequired[list[str]]
    table: NotRequired[list[str]]


class Why(TypedDict):
    """Why something was decided or taken back: the rule, the reason's code with its words, and free text."""

    rule: str | None
    code: str | None
    reason: Text | None
    words: str | None


class WithdrawRound(TypedDict):
    """A round to give up; its games are broken off."""

    agreed: NotRequired[bool]
    confirm: NotRequired[Confirm]


class WitnessAt(TypedDict):
    """The state of a witness: it cosigns what it is shown (or was shown nothing yet), is `away` and does not answer, or is
    `refusing`; its last answer, and since when it has been so."""

    name: str
    state: NotRequired[Literal["away", "ok", "refusing"]]
    says: NotRequired[Text | None]
    since: NotRequired[str | None]


class WriteChapter(TypedDict):
    """A chapter; with `number` the one that is written anew."""

    seq: int
    text: NotRequired[str]
    number: NotRequired[int]
    compare: NotRequired[int]
    marks: NotRequired[list[Mark]]


class Written(TypedDict):
    """What a write other than an action came to. `actions` are those it took out of force or put back."""

    game: str
    seq: int
    type: str
    at: str
    sentence: Text
    actions: list[int]
    to_act: list[str]
    status: Literal["closed", "ended", "open"]
    outcome: Outcome | None
    receipt: NotRequired[str | None]
    receipt_state: NotRequired[Literal["complete", "not-complete"]]


class AuditPartAt(TypedDict):
    """One seat's part of the dice: who entered what bound it, and who showed it (null: nobody so far). `by` is `service` where the
    service stood in. Whose key or link it was is this service's word."""

    seat: str
    by: Literal["seat", "service"]
    bound: Hand
    shown: Hand | None
    text: Text


class GamesSeatAt(TypedDict):
    """A seat of a game."""

    id: str
    role: Literal["automa", "chance", "player"]
    name: Text


class RecordsEntry(TypedDict):
    """A record as an audience may read it. `in_force` is null for what is neither an action nor a correction of the board; `told`
    has a sentence for each fact; `words` are free text, null where there is none, where it was erased, and for those who
    watch a public game without a link to it; `digest` is that of the stored bytes."""

    seq: int
    type: str
    at: str
    in_force: bool | None
    sentence: Text
    told: list[Text]
    words: str | None
    rolls: list[Roll | RollKept]
    digest: str
    record: dict[str, Any]


class ContributionsPartAt(TypedDict):
    """A seat's part of the dice. `value` is null until it is shown; `by` says who made it up."""

    seat: str
    commitment: str | None
    by: Literal["seat", "service"] | None
    value: str | None


class SeatsSeatAt(TypedDict):
    """A seat, and who sits there: `player` since record `since`, called `called`; null where nobody does. `called` is also null
    where no name was given, where it was erased, and for readers who have no link to the game."""

    seat: str
    role: Literal["automa", "chance", "player"]
    name: Text
    player: str | None
    called: str | None
    since: int | None


class ValuesEntry(TypedDict):
    """What one entrant came to at a table: the place, from 1, equal for those who share it; the victory points, if they were
    counted; whether the entrant was `absent` and forfeited."""

    entrant: int
    place: int
    score: NotRequired[int | None]
    absent: NotRequired[bool]
