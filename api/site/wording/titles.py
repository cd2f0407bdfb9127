"""What a title's page says."""

from __future__ import annotations

from domain.rules.text import Text

WORDS = {
    "title.see": Text("Rules as read here", "Lecture des règles"),
    "title.version": Text("rules version {version}", "version {version} des règles"),
    "title.readings": Text("Readings", "Lectures"),
    "title.readings-hint": Text(
        "How unclear sentences of the rule text are read. Where an option is named, a table can choose otherwise at the opening.",
        "Comment sont lues les phrases peu claires du texte. Si une option est nommée, une table peut choisir autrement.",
    ),
    "title.reading": Text("Reading", "Lecture"),
    "title.rule": Text("Rule", "Règle"),
    "title.read-as": Text("Read as", "Se lit ainsi"),
    "title.option": Text("Option", "Option"),
    "title.concordance": Text("Sentence by sentence", "Phrase par phrase"),
    "title.concordance-hint": Text(
        "Where each sentence of “{text}” has gone, counted under its heading. SHA-256 of the copy that was read:",
        "Où est allée chaque phrase de « {text} », comptée sous son titre. SHA-256 de l’exemplaire lu :",
    ),
    "title.no-concordance": Text("There is no concordance for this title yet.", "Ce titre n’a pas encore de concordance."),
    "title.heading": Text("Heading", "Titre"),
    "title.sentence": Text("Sentence", "Phrase"),
    "title.how": Text("How", "Comment"),
    "title.by": Text("By what", "Par quoi"),
    "title.enforced": Text("enforced", "appliquée"),
    "title.context": Text("nothing to enforce", "rien à appliquer"),
    "title.declared": Text("declared by the table", "déclarée par la table"),
}
