"""Cartes tactiques: the opponent's turn. It reveals a scheme card, raids if it can, else prepares,
and forbids a building.

Raid 1-3 of the rule text are the conditions of a raid, in this order: armour, provisions, and
plunder on a space. Nothing is paid unless all three are met."""

from collections.abc import Iterator

from domain.titles.contract.types import Field, Template
from domain.titles.kit import LEGAL, Course, Move, Refusals, Sentences, Text, Verdict, entry
from domain.titles.raiders import facts as f
from domain.titles.raiders.actions import Reveal
from domain.titles.raiders.board import AUTOMA, Board, space_id
from domain.titles.raiders.chapters.offerings import draw_top_tile, take_offering
from domain.titles.raiders.facts import OfferingDrawn, OfferingLaidDown
from domain.titles.raiders.turn import SCHEME, end_turn
from domain.titles.raiders.values import GOODS, KIND_NAMES, Gain, Scheme, SiteKind, Values

NO = Refusals(SCHEME, """
card-not-asked = This game draws scheme cards from its catalog: reveal without saying what the card is.
card-needed = Say what the revealed scheme card says.
unknown-site = No site is called {site}.
unknown-building = No building is called {building}.
bad-order = {site} has spaces 1 to {spaces}: the order names each of them once.
beyond-caps = No card asks for or gives more than {armour} armour or {provisions} provisions.
not-in-pile = Every card of the reshuffled pile has been seen before, and none of those left says this.
no-such-card-left | Mise en place
  The deck has {count} {kind} cards, {aside} of them set aside: the other {others} have been revealed.
""")  # fmt: skip


# -- revealing -------------------------------------------------------------------------------------


def judge_reveal(board: Board, seat: str, action: Reveal) -> Verdict:
    """The verdict on revealing a scheme card. With the catalog's deck the service draws it, so no
    card may be entered. A table with its own cards must enter what is printed on the card."""
    card = action.card
    if board.setting.options.schemes == "catalog":
        return LEGAL if card is None else NO("card-not-asked")
    if card is None:
        return NO("card-needed")
    refused = _refuse_impossible_card(board, card)
    if refused:
        return refused
    drawn = _pile_id(board, card)
    # after a reshuffle every card of the pile has been seen: what is entered must be one of them
    if not drawn:
        return NO("not-in-pile")
    return (
        LEGAL
        if drawn in board.entered
        or board.setting.version == 1
        or card_may_be_left(board, card.site)
        else _refuse_too_many(board, card)
    )


def _refuse_impossible_card(board: Board, card: Scheme) -> Verdict | None:
    """The refusal of a card that cannot be a scheme card of this catalog; None if it can."""
    values = board.setting.values
    if card.site not in values.sites:
        return NO("unknown-site", site=card.site)
    if card.blocks not in values.buildings:
        return NO("unknown-building", building=card.blocks)
    spaces = len(values.sites[card.site].spaces)
    if sorted(card.order) != list(range(1, spaces + 1)):
        return NO("bad-order", site=board.setting.label(card.site), spaces=spaces)
    armour, provisions = values.caps.armour, values.caps.provisions
    if (
        max(card.armour, card.prepare.armour) > armour
        or max(card.provisions, card.prepare.provisions) > provisions
    ):
        return NO("beyond-caps", armour=armour, provisions=provisions)
    return None


def _refuse_too_many(board: Board, card: Scheme) -> Verdict:
    """The refusal of a card for a kind of site of which all cards have been seen, not counting
    those set aside."""
    values = board.setting.values
    kind = values.sites[card.site].kind
    count, aside = scheme_count(values, kind), values.set_aside.get(kind, 0)
    return NO(
        "no-such-card-left", count=count, kind=KIND_NAMES[kind], aside=aside, others=count - aside
    )


def scheme_count(values: Values, kind: SiteKind) -> int:
    """How many scheme cards name a site of this kind."""
    return sum(values.sites[scheme.site].kind == kind for scheme in values.schemes.values())


def card_may_be_left(board: Board, site: str) -> bool:
    """Whether a card for this kind of site may not have been revealed yet, by the cards that the
    table entered."""
    values = board.setting.values
    kind = values.sites[site].kind
    seen = sum(values.sites[scheme.site].kind == kind for scheme in board.entered.values())
    return seen < scheme_count(values, kind) - values.set_aside.get(kind, 0)


def _pile_id(board: Board, card: Scheme) -> str:
    """The id in the pile of a card that the table entered: the id of an equal card seen before,
    else of the next unseen card; empty if there is none."""
    pile = board.pile or board.discard
    return next((id for id in pile if id not in board.entered or board.entered[id] == card), "")


def offer_reveals(board: Board, seat: str) -> Iterator[Reveal]:
    """With the catalog's deck, an action without a card. With a table's cards, the cards of the
    pile if all were seen before; else none."""
    if board.setting.options.schemes == "catalog":
        yield Reveal()
        return
    pile = board.pile or board.discard
    seen = (
        dict.fromkeys(board.entered[id] for id in pile)
        if all(id in board.entered for id in pile)
        else ()
    )
    yield from map(Reveal, seen)


def reveals_by_catalog(board: Board) -> Iterator[Reveal]:
    """Actions that enter each scheme card of the catalog."""
    return map(Reveal, board.setting.values.schemes.values())


# -- what follows ----------------------------------------------------------------------------------


def reveal(course: Course, seat: str, action: Reveal) -> None:
    if not course.board.pile:
        course.emit(f.SchemesReshuffled())
    scheme = _emit_revealed(course, action.card)
    space = raid_space(course.board, scheme)
    if space:
        _raid(course, scheme, space)
    else:
        _prepare(course, scheme.prepare)
    course.emit(f.BuildingBlocked(scheme.blocks))
    end_turn(course, AUTOMA)


def _emit_revealed(course: Course, entered: Scheme | None) -> Scheme:
    """Emit that the next scheme card is revealed, drawn or as entered, and return it."""
    board = course.board
    if entered is not None:
        id = _pile_id(board, entered)
        course.emit(f.SchemeRevealed(id, None if id in board.entered else entered))
        return entered
    id = (
        board.pile[0]
        if len(board.pile) == 1
        else str(course.chance.draw("scheme", Text("the next scheme card"), board.pile)[0])
    )
    course.emit(f.SchemeRevealed(id))
    return course.board.scheme(id)  # type: ignore[no-any-return]


def raid_space(board: Board, scheme: Scheme) -> str:
    """The space that the opponent raids by a scheme card; empty if it cannot raid."""
    if board.automa.armour < scheme.armour or board.automa.provisions < scheme.provisions:
        return ""
    spaces = (space_id(scheme.site, n) for n in scheme.order)
    return next((space for space in spaces if board.spaces[space].plunder), "")


def _raid(course: Course, scheme: Scheme, space: str) -> None:
    """Emit the opponent's raid: it pays, scores and clears the space. Each Valkyrie there moves it
    one step up their track and costs it one armour if it has any."""
    board = course.board
    valkyries = board.spaces[space].valkyries
    armour = min(valkyries, board.automa.armour)
    course.emit(f.AutomaRaided(space, scheme.provisions, scheme.points, valkyries, armour))


def _prepare(course: Course, gain: Gain) -> None:
    """Emit what the opponent gains instead of raiding."""
    course.emit(f.AutomaPrepared(*gained_by_preparing(course.board, gain)))
    board = course.board
    if not gain.offering:
        return
    if board.setting.options.offering_from == "face-up":
        if board.face_up:
            take_offering(course, AUTOMA, board.face_up[0])
    elif (
        board.tiles_left and board.setting.version == 1
    ):  # it was turned up, which the rule text forbids
        course.emit(OfferingDrawn(AUTOMA, draw_top_tile(board, course.chance)))
    elif board.tiles_left:
        course.emit(OfferingLaidDown(AUTOMA))


def gained_by_preparing(board: Board, gain: Gain) -> tuple[int, int]:
    """The armour and provisions that the opponent gains, each up to its limit. Armour above its
    limit is gained as provisions and provisions above theirs as armour, up to the other limit."""
    caps, automa = board.setting.values.caps, board.automa
    room_a, room_p = caps.armour - automa.armour, caps.provisions - automa.provisions
    armour, provisions = min(gain.armour, room_a), min(gain.provisions, room_p)
    more_armour = min(gain.provisions - provisions, room_a - armour)
    return armour + more_armour, provisions + min(gain.armour - armour, room_p - provisions)


# -- in words --------------------------------------------------------------------------------------

PRINTED = Sentences("""
site = Raid
armour = Armour needed
provisions = Provisions needed
points = Victory points
order = Spaces, first choice first
blocks = Building forbidden
prepare = Gained if it cannot raid
""")


def reveal_forms(board: Board, seat: str) -> Iterator[Template]:
    if any(judge_reveal(board, seat, action).legal for action in offer_reveals(board, seat)):
        return
    values, within = board.setting.values, {name: Field(label) for name, label in PRINTED.items()}
    within["site"] = Field(
        PRINTED["site"], tuple(site for site in values.sites if card_may_be_left(board, site))
    )
    within["blocks"] = Field(PRINTED["blocks"], tuple(values.buildings))
    within["prepare"] = Field(
        PRINTED["prepare"], within={name: Field(GOODS[name]) for name in Gain.__struct_fields__}
    )
    example = next(
        action for action in reveals_by_catalog(board) if judge_reveal(board, seat, action).legal
    )
    yield entry(_button(board, example), example, card=Field(Text("Card"), within=within))


def _say_action(board: Board, action: Reveal) -> Text:
    return (
        Text("reveals a scheme card")
        if action.card is None
        else Text("reveals a scheme card for {site}", site=board.setting.label(action.card.site))
    )


def _button(board: Board, action: Reveal) -> Text:
    card = action.card
    if card is None or len(board.entered) < len(board.pile or board.discard):
        return Text("Reveal a scheme card")
    site, blocks = board.setting.label(card.site), board.setting.label(card.blocks)
    return Text(
        "Reveal {site} ({armour}/{provisions}), forbids {blocks}",
        site=site,
        armour=card.armour,
        provisions=card.provisions,
        blocks=blocks,
    )


NAME = Text("Reveal a scheme card")
MOVES = (
    Move(
        Reveal,
        ("reveal",),
        judge_reveal,
        reveal,
        offer_reveals,
        _say_action,
        NAME,
        hint=Text(
            "Turn up the opponent's next scheme card on the table and copy what is printed on it."
        ),
        button=_button,
        forms=reveal_forms,
        rule=SCHEME,
    ),
)
