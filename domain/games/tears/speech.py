"""Sentences for facts, in English and French."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.tears import facts as f
from domain.games.tears.asking import NONE, PROMPTS
from domain.games.tears.board import TearsBoard, card, known
from domain.games.tears.score import ENDINGS
from domain.rules.ruleset import Fact
from domain.rules.text import Text, same

Say = Callable[[TearsBoard, Any], Text]


def name(board: TearsBoard, id: str) -> Text:
    """A card's name; an id that is no card is shown as it is."""
    return card(board, id).name if known(board, id) else same(id)


def names(board: TearsBoard, ids: tuple[str, ...]) -> Text:
    """Several cards' names."""
    texts = [name(board, id) for id in ids]
    return Text(", ".join(t.en for t in texts), ", ".join(t.fr for t in texts)) if texts else Text("none", "aucune")


def _who(seat: str) -> Text:
    return Text("The player", "Le joueur") if seat == "player" else Text("The Enemy", "L'Ennemi")


def _one(en: str, fr: str) -> Say:
    """A sentence with card names and values: `{card}` is the fact's card by name, other fields as they are."""

    def say(board: TearsBoard, fact: Any) -> Text:
        english: dict[str, object] = {}
        french: dict[str, object] = {}
        for field in fact.__struct_fields__:
            value = getattr(fact, field)
            text = same(str(value))
            if field == "seat":
                text = _who(value)
            elif field in ("card", "by", "host", "target", "about") and isinstance(value, str):
                text = name(board, value)
            elif isinstance(value, tuple) and all(isinstance(v, str) for v in value):
                text = names(board, value)
            english[field], french[field] = text.en, text.fr
        return Text(en.format_map(english), fr.format_map(french))

    return say


def _asked(board: TearsBoard, fact: f.Asked) -> Text:
    text, about = PROMPTS[fact.kind].text, name(board, fact.about)
    lead = f"{about.en}: " if fact.about else "", f"{about.fr} : " if fact.about else ""
    return Text(f"The player is asked: {lead[0]}{text.en}", f"Question au joueur : {lead[1]}{text.fr}")


def _decided(board: TearsBoard, fact: f.Decided) -> Text:
    return Text(
        f"Decision of the player: {option(board, fact.kind, fact.option).en}.",
        f"Décision du joueur : {option(board, fact.kind, fact.option).fr}.",
    )


def option(board: TearsBoard, kind: str, value: str) -> Text:
    """An option of a question in words."""
    if kind == "draw":
        return Text("draw a card", "piocher une carte") if value == "yes" else Text("draw no card", "ne pas piocher")
    if value == NONE:
        return Text("replace nothing", "ne rien remplacer")
    if kind == "event-action" and value.isdecimal():
        return Text(f"action {int(value) + 1}", f"l'action {int(value) + 1}")
    if kind in ("ranged-wedge", "leader-wedge") or (kind == "target" and value in ("1", "2", "3")):
        return Text(f"wedge {value}", f"l'Aile {value}")
    return name(board, value)


_WHY = {
    "too-dear": Text("it costs more than the Enemy's resources", "elle coûte plus que les Ressources de l'Ennemi"),
    "cannot-resolve": Text("its action cannot be carried out now", "son action ne peut pas être résolue maintenant"),
    "no-room": Text("it can replace nothing on the full battlefield", "elle ne peut rien remplacer sur le champ de bataille plein"),
}
_SKIPS = {
    "sacrifice": Text(
        "The Enemy skips its turn: the player has sacrificed a card.", "L'Ennemi passe son tour : le joueur a Sacrifié une carte."
    ),
    "first-round": Text("The Enemy passes the first round.", "L'Ennemi passe le premier round."),
    "no-row": Text("The Enemy draws no card.", "L'Ennemi ne pioche pas."),
}
PHASES = {
    "setup": Text("set-up", "mise en place"),
    "preparation": Text("Preparation", "Préparation"),
    "deployment": Text("Deployment", "Déploiement"),
    "wedges": Text("Wedges", "Ailes"),
    "objectives": Text("Objectives", "Objectifs"),
}


def _drawn(board: TearsBoard, fact: f.Drawn) -> Text:
    what = names(board, fact.cards) if fact.cards else Text(f"{fact.count} cards", f"{fact.count} cartes")
    return Text(f"The player draws {what.en}.", f"Le joueur pioche {what.fr}.")


def _paid(board: TearsBoard, fact: f.Paid) -> Text:
    spent, gone = names(board, fact.exhausted), names(board, fact.discarded)
    less = Text(f", reduced by {fact.reduction}", f", remise de {fact.reduction}") if fact.reduction else same("")
    return Text(
        f"Paid: exhausted {spent.en}; discarded {gone.en}{less.en}.",
        f"Paiement : Épuisées {spent.fr} ; défaussées {gone.fr}{less.fr}.",
    )


def _discarded(board: TearsBoard, fact: f.Discarded) -> Text:
    why, what = _WHY[fact.why], name(board, fact.card)
    has = Text(f" ({fact.resources})", f" ({fact.resources})") if fact.why == "too-dear" else same("")
    on = Text("; the Enemy draws on", " ; l'Ennemi pioche encore") if fact.again else same("")
    return Text(f"{what.en} is discarded: {why.en}{has.en}{on.en}.", f"{what.fr} est défaussée : {why.fr}{has.fr}{on.fr}.")


def _resolved(board: TearsBoard, fact: f.ActionResolved) -> Text:
    what, at = name(board, fact.card), option(board, "target", fact.target)
    return Text(f"The action of {what.en} is carried out on {at.en}.", f"L'action de {what.fr} est résolue sur {at.fr}.")


def _might(board: TearsBoard, fact: f.MightStated) -> Text:
    wedges = "; ".join(f"{m.wedge}: {m.enemy}/{m.player}" for m in fact.might)
    return Text(f"Might, wedge by wedge, Enemy/player: {wedges}.", f"Force, Aile par Aile, Ennemi/joueur : {wedges}.")


def _taken(board: TearsBoard, fact: f.WedgeTaken) -> Text:
    who = _who(fact.by)
    return Text(f"{who.en} takes wedge {fact.wedge}.", f"{who.fr} prend l'Aile {fact.wedge}.")


def _wedge_hurt(board: TearsBoard, fact: f.WedgeHurt) -> Text:
    who = _who(fact.by)
    return Text(
        f"{who.en} places {fact.amount} damage on wedge {fact.wedge}.",
        f"{who.fr} place {fact.amount} dégâts sur l'Aile {fact.wedge}.",
    )


def _used(board: TearsBoard, fact: f.ActionUsed) -> Text:
    what = name(board, fact.card)
    spent = Text(" and exhausted", " et Épuisée") if fact.exhausted else same("")
    return Text(f"{what.en} is used{spent.en}.", f"{what.fr} est utilisée{spent.fr}.")


def _entered(board: TearsBoard, fact: f.CardEntered) -> Text:
    new = fact.card
    return Text(f"Entered: {new.id}, {new.kind}, cost {new.cost}.", f"Saisie : {new.id}, {new.kind}, coût {new.cost}.")


def _handed_over(board: TearsBoard, fact: f.TurnHandedOver) -> Text:
    if fact.passing:
        return Text("It is the Enemy's last turn of this deployment.", "C'est le dernier tour de déploiement de l'Ennemi.")
    return Text("It is the Enemy's turn.", "C'est le tour de l'Ennemi.")


def _declared(board: TearsBoard, fact: f.Declared) -> Text:
    what = name(board, fact.card)
    if fact.possible:
        return Text(f"The table carries out the text of {what.en}.", f"La table applique le texte de {what.fr}.")
    return Text(f"The text of {what.en} cannot be carried out.", f"Le texte de {what.fr} ne peut pas être appliqué.")


_SENTENCES: dict[type[Fact], Say] = {
    f.RoundBegan: _one("Round {round} begins.", "Le round {round} commence."),
    f.CardsReadied: _one("All cards are readied.", "Toutes les cartes sont Prêtes."),
    f.Drawn: _drawn,
    f.Kept: _one("The player keeps {cards} and discards {discarded}.", "Le joueur garde {cards} et défausse {discarded}."),
    f.PhaseBegan: lambda b, x: Text(f"Phase: {PHASES[x.phase].en}.", f"Phase : {PHASES[x.phase].fr}."),
    f.MarkerMoved: _one("The marker goes down and covers row {row}.", "Le marqueur descend et recouvre la ligne {row}."),
    f.Ended: lambda b, x: ENDINGS[x.code],
    f.CardEntered: lambda b, x: Text(
        f"Entered: {x.card.id}, {x.card.kind}, cost {x.card.cost}.", f"Saisie : {x.card.id}, {x.card.kind}, coût {x.card.cost}."
    ),
    f.Placed: _one("{card} is placed in wedge {wedge}, line {line}.", "{card} est placée Aile {wedge}, ligne {line}."),
    f.LeaderPlaced: _one("{card} takes his place in wedge {wedge}, line {line}.", "{card} prend place Aile {wedge}, ligne {line}."),
    f.Reserved: _one("{card} goes to the reserve.", "{card} va dans la réserve."),
    f.Attached: _one("{card} is attached to {host}.", "{card} est attachée à {host}."),
    f.EventPlayed: _one("{seat} plays the event {card}.", "{seat} joue l'Événement {card}."),
    f.SoloUsed: _one("{card}: only its Solo: text counts.", "{card} : seul son texte Solo: compte."),
    f.Paid: _paid,
    f.ActionUsed: _used,
    f.Sacrificed: _one("{card} is sacrificed.", "{card} est Sacrifiée."),
    f.Passed: _one("The player has passed.", "Le joueur a passé."),
    f.TurnHandedOver: _handed_over,
    f.EnemyTurnBegan: _one("The Enemy begins its turn.", "L'Ennemi commence son tour."),
    f.EnemySkipped: lambda b, x: _SKIPS[x.reason],
    f.EnemyTurnEnded: _one("Play returns to the player.", "Le jeu revient au joueur."),
    f.Revealed: _one("The Enemy reveals {card}.", "L'Ennemi révèle {card}."),
    f.Discarded: _discarded,
    f.Reduced: _one(
        "{card}: the Enemy's next card costs {by} less.", "{card} : la prochaine carte de l'Ennemi coûte {by} de moins."
    ),
    f.DeckTurned: _one(
        "The Enemy's deck is empty: its discard pile is turned over, and it passes this turn.",
        "Le paquet Ennemi est vide : sa défausse est retournée, et il passe ce tour.",
    ),
    f.Replaced: _one("{by} replaces {card}.", "{by} remplace {card}."),
    f.ActionIgnored: _one(
        "The Enemy ignores an ability of {card} ({keyword}).", "L'Ennemi ignore une capacité de {card} ({keyword})."
    ),
    f.ActionImpossible: _one("The action of {card} cannot be carried out.", "L'action de {card} ne peut pas être résolue."),
    f.ActionResolved: _resolved,
    f.ShotFired: _one(
        "{card} shoots at {target} for {damage} and is exhausted.", "{card} tire sur {target} pour {damage} et est Épuisée."
    ),
    f.MightStated: _might,
    f.LeaderMoved: _one("{card} moves to wedge {wedge}, line {line}.", "{card} bouge vers l'Aile {wedge}, ligne {line}."),
    f.Asked: _asked,
    f.Decided: _decided,
    f.Declared: _declared,
    f.CardHurt: _one("{card} takes {amount} damage.", "{card} subit {amount} dégâts."),
    f.CardHealed: _one("{amount} damage is removed from {card}.", "{amount} dégâts sont retirés de {card}."),
    f.CardExhausted: _one("{card} is exhausted.", "{card} est Épuisée."),
    f.CardReadied: _one("{card} is readied.", "{card} est Prête."),
    f.CardMoved: _one("{card} moves to wedge {wedge}, line {line}.", "{card} bouge vers l'Aile {wedge}, ligne {line}."),
    f.Destroyed: _one("{card} is destroyed.", "{card} est détruite."),
    f.WedgeHurt: _wedge_hurt,
    f.WedgeTaken: _taken,
    f.WedgeFought: _one("Wedge {wedge} has been fought.", "L'Aile {wedge} a combattu."),
    f.ObjectiveHurt: _one("{seat} does {amount} damage to the objective.", "{seat} inflige {amount} dégâts à l'objectif."),
    f.ObjectiveDestroyed: _one(
        "{seat} destroys objective {letter}; its special rules are ignored and the next one is turned up.",
        "{seat} détruit l'objectif {letter} ; ses règles spéciales sont ignorées et le suivant est révélé.",
    ),
    f.ObjectiveTested: _one("{seat} has faced the objective.", "{seat} a affronté l'objectif."),
}


def say_fact(board: TearsBoard, fact: Fact) -> Text:
    """One sentence for a fact that has just become true."""
    return _SENTENCES[type(fact)](board, fact)
