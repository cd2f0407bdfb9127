"""What a seat may do now: buttons with a sensible default each, and templates where the table enters what happened."""

from __future__ import annotations

from itertools import combinations, islice
from math import comb

from domain.games.tears import actions as a
from domain.games.tears.answers import asked
from domain.games.tears.asking import PROMPTS
from domain.games.tears.board import (
    Army,
    TearsBoard,
    card,
    fielded,
    free_spaces,
    in_play,
    is_leader,
    leader_space,
    line_of,
    resource_of,
    wedge_of,
)
from domain.games.tears.cards import FIGHTERS
from domain.games.tears.damage import may_hurt_wedges
from domain.games.tears.enemy import card_wanted
from domain.games.tears.judging import expected
from domain.games.tears.rounds import draws
from domain.games.tears.speech import option
from domain.games.tears.speech_actions import say_action
from domain.rules.ruleset import Action, Choice, Field, Legal, Template
from domain.rules.text import Text

EXAMPLE = "card-1"
"""The name that examples give to a real card; a number is added until it is new."""


def legal(board: TearsBoard) -> Legal:
    """What the seat to act may do."""
    kinds = expected(board)
    if not kinds:
        return Legal()
    if board.question:
        return _answers(board)
    if a.TakeTurn in kinds:
        return _enemy(board)
    declare = _template(DECLARE, a.Declare((_example_result(board),)), results=_results(board))
    if a.Fight in kinds:
        return Legal(templates=(_fight(board), declare))
    if a.FaceObjective in kinds:
        return Legal(templates=(*_objectives(board), declare))
    return Legal(_turns(board), (*_plays(board), *_uses(board), declare))


def _choice(board: TearsBoard, action: Action) -> Choice:
    words = say_action(board, action)
    return Choice(action, Text(words.en[:1].upper() + words.en[1:], words.fr[:1].upper() + words.fr[1:]))


def _template(label: Text, example: Action, **fields: Field) -> Template:
    return Template(str(type(example).__struct_config__.tag), label, fields, example)


DECLARE = Text("Enter what the table did", "Saisir ce que la table a fait")
DAMAGE = Text("damage", "dégâts")
BY = {"player": Text("damage by the player", "dégâts du joueur"), "enemy": Text("damage by the Enemy", "dégâts de l'Ennemi")}
THE_CARD = Text("the card", "la carte")
PRINTED = {
    "kind": Field(Text("kind", "type")),
    "cost": Field(Text("cost", "coût")),
    "resource": Field(Text("resources", "Ressources")),
    "ranged": Field(Text("ranged attack, 0 for none", "attaque à distance, 0 sans")),
    "cavalry": Field(Text("cavalry", "cavalerie")),
    "health": Field(Text("health, if printed", "points de vie, si imprimés")),
    "actions": Field(Text("actions carried out when played", "actions à sa mise en jeu")),
    "discount": Field(Text("cost reduction of the next card", "remise de coût de la carte suivante")),
    "solo": Field(Text("has a Solo: ability", "a une capacité Solo:")),
    "ignored": Field(Text("abilities the Enemy ignores", "capacités que l'Ennemi ignore")),
}
REAL_CARD = {
    "card": Field(Text("a name for the card", "un nom pour la carte")),
    "shape": Field(Text("what is printed on it", "ce qui y est imprimé"), within=PRINTED),
}
SOLO = Field(Text("by its Solo: text", "par son texte Solo:"))


def _results(board: TearsBoard) -> Field:
    """What the table carried out, one thing after the other; what happens to a card happens to one in play."""
    there = (*_own(board), *_cards(board.enemy))
    within = {
        "what": Field(Text("what", "quoi")),
        "card": Field(THE_CARD, ("", *there)),
        "amount": Field(Text("how much", "combien")),
        "wedge": Field(Text("wedge, 0 for none", "Aile, 0 sans")),
        "line": Field(Text("line, 0 for none", "ligne, 0 sans")),
        "by": Field(Text("by whom, or whose", "par qui, ou de qui")),
    }
    return Field(Text("what happened, in order", "ce qui s'est passé, dans l'ordre"), within=within)


def _cards(side: Army) -> tuple[str, ...]:
    """All cards that a side has in play, attached ones too."""
    return tuple(id for s in (*side.spaces, *side.reserve) if s for id in (s.card, *s.attached))


def _own(board: TearsBoard) -> tuple[str, ...]:
    return _cards(board.player)


def _example_result(board: TearsBoard) -> a.Result:
    """A result that is always possible: one exhausted or readied leader of the player's."""
    leader = board.setting.values.factions[board.player.faction].leader.id
    stands = in_play(board.player, leader)
    return a.Result("ready" if stands and stands.exhausted else "exhaust", leader)


def _answers(board: TearsBoard) -> Legal:
    question = asked(board)
    if question.kind == "leader":
        spaces = free_spaces(board, "player")
        return Legal(tuple(_choice(board, a.PlaceLeader(wedge_of(at), line_of(at))) for at in spaces))
    if question.kind == "keep":
        return _keep(board, question.options)
    if question.kind == "might":
        might = tuple(a.MightOf(int(w), *printed_might(board, int(w))) for w in question.options)
        within = {
            "wedge": Field(Text("wedge", "Aile"), tuple(map(int, question.options))),
            "enemy": Field(Text("the Enemy", "l'Ennemi")),
            "player": Field(Text("the player", "le joueur")),
        }
        field = Field(Text("both sides' might in each wedge", "la Force des deux camps dans chaque Aile"), within=within)
        return Legal(templates=(_template(PROMPTS["might"].text, a.StateMight(might), might=field),))
    if question.kind == "results":
        carried = _template(PROMPTS["results"].text, a.Resolve(), results=_results(board))
        return Legal((_choice(board, a.Resolve(possible=False)),), (carried,))
    return Legal(tuple(Choice(a.Choose(o), option(board, question.kind, o)) for o in question.options))


def _keep(board: TearsBoard, drawn: tuple[str, ...]) -> Legal:
    if board.player.entered:
        return Legal((_choice(board, a.Prepare()), _choice(board, a.Prepare(deck_empty=True))))
    _, kept = draws(board)
    hands = combinations(drawn, kept)
    if comb(len(drawn), kept) <= 30:
        return Legal(tuple(_choice(board, a.Prepare(hand)) for hand in hands))
    field = Field(PROMPTS["keep"].text, drawn)
    return Legal(templates=(_template(PROMPTS["keep"].text, a.Prepare(next(hands)), keep=field),))


def printed_might(board: TearsBoard, wedge: int) -> tuple[int, int]:
    """Both sides' might in a wedge as printed on the cards there, attachments included; the Enemy's first."""
    sums = [
        sum(card(board, id).might for at, s in fielded(side) if wedge_of(at) == wedge for id in (s.card, *s.attached))
        for side in (board.enemy, board.player)
    ]
    return sums[0], sums[1]


def _enemy(board: TearsBoard) -> Legal:
    if not card_wanted(board):
        return Legal((_choice(board, a.TakeTurn()),))
    enter = Text("Enter the Enemy's card", "Saisir la carte de l'Ennemi")
    example = a.TakeTurn(new_name(board), a.Shape("unit"))
    return Legal((_choice(board, a.TakeTurn(deck_empty=True)),), (_template(enter, example, **REAL_CARD),))


def new_name(board: TearsBoard) -> str:
    """A name that no card entered so far has."""
    n = len(board.entered) + 1
    while f"card-{n}" in board.entered:
        n += 1
    return f"card-{n}"


def _turns(board: TearsBoard) -> tuple[Choice, ...]:
    """Passing, ranged attacks, sacrifices, and each card of the hand that can be paid, placed in the first space."""
    player = board.player
    ready = [s.card for _, s in fielded(player) if not s.exhausted and card(board, s.card).ranged]
    targets = [s.card for _, s in fielded(board.enemy)]
    given = [id for id in _own(board) if not is_leader(board, id)]
    plays = (suggested_play(board, id) for id in player.hand)
    actions: list[Action] = [a.Pass()]
    actions += [play for play in plays if play]
    actions += [a.Shoot(by, at) for by in ready for at in targets]
    actions += [a.Sacrifice(id) for id in given]
    return tuple(_choice(board, action) for action in actions)


def suggested_play(board: TearsBoard, id: str, space: int | None = None) -> a.Play | None:
    """A card of the hand with a payment that covers it: resources first, the dearest ready cards before others, then cards of
    the hand; none where it cannot be paid or has no place."""
    printed, player = card(board, id), board.player
    spent, due = [], printed.cost
    ready = [s for s in (*player.spaces, *player.reserve) if s and not s.exhausted and resource_of(board, s)]
    for stands in sorted(ready, key=lambda s: -resource_of(board, s)):
        if due <= 0:
            break
        spent.append(stands.card)
        due -= resource_of(board, stands)
    worth = board.setting.values.player.discard_pays
    gone = tuple(islice((c for c in player.hand if c != id), -(-due // worth) if due > 0 and worth else 0))
    if due > len(gone) * worth:
        return None
    play = a.Play(id, exhaust=tuple(spent), discard=gone)
    return _put_down(board, play, printed.kind, space)


def _put_down(board: TearsBoard, play: a.Play, kind: str, space: int | None) -> a.Play | None:
    if kind in FIGHTERS:
        free = free_spaces(board, "player")
        if not free:
            return None
        at = space if space in free and space is not None else free[0]
        return a.Play(play.card, wedge_of(at), line_of(at), exhaust=play.exhaust, discard=play.discard, shape=play.shape)
    if kind == "attachment":
        at_leader = leader_space(board, "player")
        host = board.player.spaces[at_leader] if at_leader is not None else None
        return a.Play(play.card, host=host.card, exhaust=play.exhaust, discard=play.discard, shape=play.shape) if host else None
    return play


def _plays(board: TearsBoard) -> tuple[Template, ...]:
    """Playing a card at will: with the space, payment, text and results that the player wants."""
    player = board.player
    hosts = ("", *(s.card for _, s in fielded(player)))
    ready = tuple(s.card for s in (*player.spaces, *player.reserve) if s and not s.exhausted and resource_of(board, s))
    fields = {
        "card": Field(THE_CARD, player.hand),
        "wedge": Field(Text("its wedge, 0 for none", "son Aile, 0 sans"), least=0, most=3),
        "line": Field(Text("its line, 0 for none", "sa ligne, 0 sans"), least=0, most=3),
        "host": Field(Text("the card that gets an attachment", "la carte qui reçoit un Attachement"), ("", *hosts)),
        "exhaust": Field(Text("cards exhausted to pay", "cartes Épuisées pour payer"), ready),
        "discard": Field(Text("cards discarded to pay", "cartes défaussées pour payer"), player.hand),
        "reduction": Field(Text("cost reduced by your cards' texts", "remise de coût de vos cartes"), least=0, most=20),
        "solo": SOLO,
        "results": _results(board),
    }
    label = Text("Play a card", "Jouer une carte")
    if player.entered:
        play: a.Play | None = a.Play(new_name(board), shape=a.Shape("tactic"))
        fields |= REAL_CARD
    else:
        play = next((p for p in (suggested_play(board, id) for id in player.hand) if p), None)
    return (_template(label, play, **fields),) if play else ()


def _uses(board: TearsBoard) -> tuple[Template, ...]:
    """Using the action of a card in play: of a ready one, or of any if the action exhausts nothing."""
    player = board.player
    ready = tuple(s.card for s in (*player.spaces, *player.reserve) if s and not s.exhausted)
    own = _own(board)
    if not own:
        return ()
    example = a.Use(ready[0]) if ready else a.Use(own[0], exhaust=False, results=(_example_result(board),))
    exhausts = Field(Text("the action exhausts the card", "l'action Épuise la carte"))
    fields = {"card": Field(THE_CARD, own), "exhaust": exhausts, "results": _results(board)}
    return (_template(Text("Use an action", "Utiliser une action"), example, **fields),)


def _fight(board: TearsBoard) -> Template:
    most = board.setting.values.wedge_damage
    fields = {"wedge": Field(Text("the wedge", "l'Aile"), tuple(map(int, board.left)))}
    for seat, label in BY.items():
        fields[f"by_{seat}"] = Field(label, least=0, most=most if may_hurt_wedges(board, seat) else 0)
    fields["results"] = _results(board)
    return _template(Text("Enter a wedge's combats", "Saisir les combats d'une Aile"), a.Fight(int(board.left[0])), **fields)


def _objectives(board: TearsBoard) -> tuple[Template, ...]:
    label = Text("Enter the test of an objective", "Saisir le test d'un objectif")
    fields = {"side": Field(Text("whose objective", "l'objectif de"), board.left), "damage": Field(DAMAGE, least=0, most=99)}
    fields["destroyed"] = Field(Text("it is destroyed", "il est détruit"))
    side = "player" if "player" in board.left else "enemy"
    return (_template(label, a.FaceObjective("player" if side == "player" else "enemy"), **fields),)
