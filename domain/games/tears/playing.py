"""Playing a card from hand: the normal rules as far as they are known, and the player's choice of a Solo: text."""

from __future__ import annotations

from domain.games.tears import facts as f
from domain.games.tears.actions import Play
from domain.games.tears.board import TearsBoard, card, fielded, in_play, resource_of, where
from domain.games.tears.cards import FIGHTERS, Card
from domain.games.tears.damage import Story
from domain.games.tears.evolve import evolve
from domain.games.tears.limits import NORMAL, check_space
from domain.games.tears.real_cards import check_shape
from domain.games.tears.results import check_results, tell_results
from domain.games.tears.rounds import hand_over
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Resolution, Verdict, illegal


def judge_play(board: TearsBoard, action: Play) -> Verdict:
    """A card of the hand, a place for it, its payment, the text that is used, and what that text did."""
    for check in (check_hand, check_place, check_payment, check_solo):  # in this order: only a card of the hand is known
        verdict = check(board, action)
        if not verdict.legal:
            return verdict
    if not action.results:
        return LEGAL
    course: Story = Resolution(evolve, board)
    put_down(course, action)
    return check_results(course.board, action.results)


def decide_play(course: Story, action: Play, chance: Chance) -> None:
    """Pay, put the card where it belongs, carry out its text; the turn is over."""
    put_down(course, action)
    tell_results(course, action.results, chance)
    hand_over(course)


def put_down(course: Story, action: Play) -> None:
    """The card is paid for and comes into play; an event is discarded."""
    printed = played(course.board, action)
    if action.shape:
        course.tell(f.CardEntered(printed))
    if action.exhaust or action.discard or action.reduction:
        course.tell(f.Paid(action.exhaust, action.discard, action.reduction))
    if printed.kind in FIGHTERS:
        course.tell(f.Placed("player", action.card, action.wedge, action.line))
    elif printed.kind == "attachment":
        course.tell(f.Attached("player", action.card, action.host))
    elif printed.kind == "tactic":
        course.tell(f.Reserved("player", action.card))
    else:
        course.tell(f.EventPlayed("player", action.card))
    if action.solo:
        course.tell(f.SoloUsed("player", action.card))


def played(board: TearsBoard, action: Play) -> Card:
    """What is printed on the card played."""
    return action.shape.card(action.card) if action.shape else card(board, action.card)


def check_hand(board: TearsBoard, action: Play) -> Verdict:
    """A card of the hand; from a real hand, a card that is entered."""
    if board.player.entered:
        if action.shape:
            return check_shape(board, action.card, action.shape)
        return illegal(
            "card-not-entered", NORMAL,
            "With a real deck, say what is printed on the card you play.",
            "Avec un vrai paquet, indiquez ce qui est imprimé sur la carte jouée.",
        )  # fmt: skip
    if action.shape:
        return illegal(
            "not-entered-here", NORMAL,
            "Cards come from the catalog in this game: name one of your hand.",
            "Les cartes viennent du catalogue dans cette partie : nommez-en une de votre main.",
        )  # fmt: skip
    if action.card in board.player.hand:
        return LEGAL
    return illegal("not-in-hand", NORMAL, f"{action.card} is not in your hand.", f"{action.card} n'est pas dans votre main.")


def check_place(board: TearsBoard, action: Play) -> Verdict:
    """A free space for characters and units, a host for attachments, and neither for other cards."""
    kind = played(board, action).kind
    if kind in FIGHTERS:
        return check_space(board, "player", action.wedge, action.line)
    if action.wedge or action.line or (action.host and kind != "attachment"):
        return illegal(
            "takes-no-space", NORMAL,
            "Only characters and units take a space, and only attachments are put on a card.",
            "Seuls personnages et unités prennent un espace, et seuls les Attachements se posent sur une carte.",
        )  # fmt: skip
    if kind == "attachment" and where(board.player, action.host) is None:
        return illegal(
            "no-host", NORMAL,
            "An attachment is put on one of your cards on the battlefield: "
            + ", ".join(card(board, s.card).name.en for _, s in fielded(board.player)) + ".",
            "Un Attachement se pose sur une de vos cartes du champ de bataille : "
            + ", ".join(card(board, s.card).name.fr for _, s in fielded(board.player)) + ".",
        )  # fmt: skip
    return LEGAL


def check_payment(board: TearsBoard, action: Play) -> Verdict:
    """Ready cards exhausted for their resources and cards discarded from hand cover the cost less the declared reduction."""
    cost = played(board, action).cost
    if action.reduction > cost:
        return illegal(
            "reduced-too-far", NORMAL,
            f"The card costs {cost}: it cannot be reduced by {action.reduction}.",
            f"La carte coûte {cost} : pas de remise de {action.reduction}.",
        )  # fmt: skip
    if len({*action.exhaust, *action.discard, action.card}) <= len(action.exhaust) + len(action.discard):
        return illegal("paid-twice", NORMAL, "Each card pays only once.", "Chaque carte ne paie qu'une fois.")
    paid = len(action.discard) * board.setting.values.player.discard_pays
    for id in action.exhaust:
        stands = in_play(board.player, id)
        if stands is None or stands.exhausted or not resource_of(board, stands):
            return illegal(
                "cannot-pay", NORMAL,
                f"{id} is not a ready card of yours that shows resources.",
                f"{id} n'est pas une de vos cartes Prêtes portant des Ressources.",
            )  # fmt: skip
        paid += resource_of(board, stands)
    if not board.player.entered and not set(action.discard) <= set(board.player.hand):
        return illegal(
            "discard-not-in-hand", NORMAL,
            "Only cards of your hand can be discarded to pay.",
            "On ne défausse pour payer que des cartes de sa main.",
        )  # fmt: skip
    if paid >= cost - action.reduction:
        return LEGAL
    return illegal(
        "not-paid", NORMAL,
        f"The card costs {cost - action.reduction} and {paid} is paid.",
        f"La carte coûte {cost - action.reduction} et vous payez {paid}.",
    )  # fmt: skip


def check_solo(board: TearsBoard, action: Play) -> Verdict:
    """A Solo: text can be used where the card has one; it need not be."""
    if not action.solo or played(board, action).solo:
        return LEGAL
    return illegal(
        "no-solo-text", "Capacités Solo:",
        f"{played(board, action).name.en} has no Solo: ability.",
        f"{played(board, action).name.fr} n'a pas de capacité Solo:.",
    )  # fmt: skip
