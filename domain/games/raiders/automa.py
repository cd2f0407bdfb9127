"""The automa's turn: reveal a scheme card, raid if it can, prepare if it cannot, forbid a building.

Raid 1-3 are the conditions, in the rule text's order; nothing is paid before all three hold, the plunder among them.
"""

from __future__ import annotations

from domain.games.raiders import facts as f
from domain.games.raiders.actions import Reveal
from domain.games.raiders.board import RaidersBoard, space_id
from domain.games.raiders.field import AUTOMA
from domain.games.raiders.offerings import take_offering, top
from domain.games.raiders.printed import Gain, Scheme, SiteKind
from domain.games.raiders.turns import end_turn
from domain.games.raiders.values import Values
from domain.games.raiders.wording import KINDS, SCHEME, SETUP
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Fact, Resolution, Verdict, illegal
from domain.rules.text import Text

Story = Resolution[RaidersBoard, Fact]


def judge_reveal(board: RaidersBoard, action: Reveal) -> Verdict:
    """The catalog's deck is drawn by the service; a table with its own cards says what the card says."""
    if board.setting.options.schemes == "catalog":
        if action.card is None:
            return LEGAL
        return illegal(
            "card-not-asked",
            SCHEME,
            "This game draws scheme cards from its catalog: reveal without saying what the card is.",
            "Cette partie tire les cartes tactiques de son catalogue : révélez sans décrire la carte.",
        )
    if action.card is None:
        return illegal(
            "card-needed", SCHEME, "Say what the revealed scheme card says.", "Indiquez ce que dit la carte tactique révélée."
        )
    return _misprint(board, action.card) or _stranger(board, action.card) or _too_many(board, action.card) or LEGAL


def _misprint(board: RaidersBoard, card: Scheme) -> Verdict | None:
    """Why no scheme card can say this, if so: places, spaces, buildings and limits."""
    values = board.setting.values
    if card.site not in values.sites:
        return illegal("unknown-site", SCHEME, f"No site is called {card.site}.", f"Aucun lieu n'a pour nom {card.site}.")
    if card.blocks not in values.buildings:
        return illegal(
            "unknown-building", SCHEME, f"No building is called {card.blocks}.", f"Aucun bâtiment n'a pour nom {card.blocks}."
        )
    spaces = len(values.sites[card.site].spaces)
    if sorted(card.order) != list(range(1, spaces + 1)):
        name = board.setting.label(card.site)
        return illegal(
            "bad-order",
            SCHEME,
            f"{name.en} has spaces 1 to {spaces}: the order names each of them once.",
            f"Emplacements 1 à {spaces} pour ce lieu ({name.fr}) : la priorité nomme chacun une fois.",
        )
    armour, provisions = values.caps.armour, values.caps.provisions
    if max(card.armour, card.prepare.armour) > armour or max(card.provisions, card.prepare.provisions) > provisions:
        return illegal(
            "beyond-caps",
            SCHEME,
            f"No card asks for or gives more than {armour} armour or {provisions} provisions.",
            f"Aucune carte ne demande ni ne donne plus de {armour} Armements ou {provisions} Provisions.",
        )
    return None


def _stranger(board: RaidersBoard, card: Scheme) -> Verdict | None:
    """After a reshuffle every card of the pile has been seen: what is entered must be one of them."""
    if _drawn_as(board, card):
        return None
    return illegal(
        "not-in-pile",
        SCHEME,
        "Every card of the reshuffled pile has been seen before, and none of those left says this.",
        "Toutes les cartes de la pile remélangée ont déjà été vues, et aucune de celles qui restent ne dit cela.",
    )


def _too_many(board: RaidersBoard, card: Scheme) -> Verdict | None:
    """The deck has so many cards of a kind of place, of which some were set aside: why this one cannot be another, if so. It is
    counted since version 2."""
    if board.setting.version == 1 or _drawn_as(board, card) in board.entered or room(board, card.site):
        return None
    values = board.setting.values
    kind = values.sites[card.site].kind
    count, name = kind_count(values, kind), KINDS[kind]
    aside = values.set_aside.get(kind, 0)
    return illegal(
        "no-such-card-left",
        SETUP,
        f"The deck has {count} {name.en} cards, {aside} of them set aside: the other {count - aside} have been revealed.",
        f"Le paquet a {count} cartes {name.fr}, dont {aside} écartée(s) : les {count - aside} autres ont été révélées.",
    )


def kind_count(values: Values, kind: SiteKind) -> int:
    """How many scheme cards of the deck are for places of a kind."""
    return sum(values.sites[scheme.site].kind == kind for scheme in values.schemes.values())


def room(board: RaidersBoard, site: str) -> bool:
    """Whether a card for a site of this kind can still come up that has not been seen yet."""
    values = board.setting.values
    kind = values.sites[site].kind
    seen = sum(values.sites[scheme.site].kind == kind for scheme in board.entered.values())
    return seen < kind_count(values, kind) - values.set_aside.get(kind, 0)


def _drawn_as(board: RaidersBoard, card: Scheme) -> str:
    """The id under which an entered card is drawn: its own if it was seen before, otherwise the next unseen one."""
    pile = board.pile or board.discard
    return next((id for id in pile if id not in board.entered or board.entered[id] == card), "")


def decide_reveal(course: Story, action: Reveal, chance: Chance) -> None:
    """The automa's whole turn."""
    if not course.board.pile:
        course.tell(f.SchemesReshuffled())
    scheme = _reveal(course, action.card, chance)
    space = raid_space(course.board, scheme)
    if space:
        _raid(course, scheme, space)
    else:
        _prepare(course, scheme.prepare, chance)
    course.tell(f.BuildingBlocked(scheme.blocks))
    end_turn(course, AUTOMA)


def _reveal(course: Story, entered: Scheme | None, chance: Chance) -> Scheme:
    board = course.board
    if entered is not None:
        id = _drawn_as(board, entered)
        course.tell(f.SchemeRevealed(id, None if id in board.entered else entered))
        return entered
    id = board.pile[0]
    if len(board.pile) > 1:
        id = str(chance.draw("scheme", Text("the next scheme card", "la prochaine carte tactique"), board.pile)[0])
    course.tell(f.SchemeRevealed(id))
    return board.scheme(id)


def raid_space(board: RaidersBoard, scheme: Scheme) -> str:
    """The space the automa raids: the first in the card's order with plunder, if it has the armour and the provisions."""
    if board.automa.armour < scheme.armour or board.automa.provisions < scheme.provisions:
        return ""
    wanted = (space_id(scheme.site, n) for n in scheme.order)
    return next((space for space in wanted if board.spaces[space].plunder), "")


def _raid(course: Story, scheme: Scheme, space: str) -> None:
    """Pay, score, take the plunder; each Valkyrie is a step up its track and a step down in armour, if there is one."""
    board = course.board
    valkyries = board.spaces[space].valkyries
    armour = min(valkyries, board.automa.armour)
    course.tell(f.AutomaRaided(space, scheme.provisions, scheme.points, valkyries, armour))


def _prepare(course: Story, gain: Gain, chance: Chance) -> None:
    """Gain what the bottom of the card says."""
    armour, provisions = prepared(course.board, gain)
    course.tell(f.AutomaPrepared(armour, provisions))
    if gain.offering:
        _take_tile(course, chance)


def _take_tile(course: Story, chance: Chance) -> None:
    """The opponent's tile comes from where the table's reading says, as long as there is one."""
    board = course.board
    if board.setting.options.offering_from == "face-up":
        if board.face_up:
            take_offering(course, AUTOMA, board.face_up[0], chance)
    elif board.tiles_left and board.setting.version == 1:  # it was turned up, which the rule text forbids
        course.tell(f.OfferingDrawn(AUTOMA, top(board, chance)))
    elif board.tiles_left:
        course.tell(f.OfferingLaidDown(AUTOMA))


def prepared(board: RaidersBoard, gain: Gain) -> tuple[int, int]:
    """Armour and provisions gained: each up to its limit, what does not fit exchanged one for one into the other's room."""
    caps, automa = board.setting.values.caps, board.automa
    room_a, room_p = caps.armour - automa.armour, caps.provisions - automa.provisions
    armour, provisions = min(gain.armour, room_a), min(gain.provisions, room_p)
    more_armour = min(gain.provisions - provisions, room_a - armour)
    more_provisions = min(gain.armour - armour, room_p - provisions)
    return armour + more_armour, provisions + more_provisions
