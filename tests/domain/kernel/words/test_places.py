import pytest

from domain.kernel.text import Text, joined, listed, same
from domain.kernel.words.places import fill
from domain.kernel.words.pseudo import LANG, LONGER, of
from domain.proof.errors import Sentence


@pytest.mark.parametrize(
    ("lang", "forms"),
    [
        ("en", {0: "0 units", 1: "1 unit", 2: "2 units"}),
        ("fr", {0: "0 unité", 1: "1 unité", 2: "2 unités", 1_000_000: "1000000 unités"}),
        ("pl", {1: "1 unit", 3: "3 units"}),
    ],
)
def test_a_number_takes_the_word_that_its_language_has_for_so_many(
    lang: str, forms: dict[int, str]
) -> None:
    """The forms are those of the catalog; a language without plural forms reads the English
    ones."""
    assert {n: Text("{n:unit|units}", n=n).to(lang) for n in forms} == forms


def test_texts_within_texts_are_in_the_readers_language() -> None:
    who = listed([Text("Red", "Rouge"), Text("Blue", "Bleu")], same(""))
    assert Text("{who}: {n}", "{who} : {n}").filled({"who": who, "n": 2}) == Text(
        "Red, Blue: 2", "Rouge, Bleu : 2"
    )
    assert joined([same("a"), same("b")], " · ").en == "a · b"
    assert Text("bids {on}", "mise {on}").filled({"on": "x"}).capital() == Text("Bids x", "Mise x")


def test_what_the_verifier_says_is_in_the_readers_language_too() -> None:
    text = Text("Record {n} does not hold: {why}.", "L'écriture {n} ne tient pas : {why}.").filled(
        {"n": 3, "why": Sentence("torn", "abîmée")}
    )
    assert (text.en, text.fr) == (
        "Record 3 does not hold: torn.",
        "L'écriture 3 ne tient pas : abîmée.",
    )


def test_braces_that_are_no_placeholder_or_have_no_value_stay_as_they_are() -> None:
    assert (
        fill('{"players": 2} {} {a b} {x} {y}', {"x": 1}, "en") == '{"players": 2} {} {a b} 1 {y}'
    )
    assert Text("as it is {x}", "tel quel {x}").fr == "tel quel {x}", (
        "words from data without values are not looked into"
    )


def test_the_pseudo_language_keeps_places_and_is_longer() -> None:
    message = "The {seat} wins with {n} points, and everybody goes home."
    longer = of(message)
    assert fill(longer, {"seat": "Red", "n": 1}, LANG).count("Red") == 1 and "{n}" in longer
    assert 1 + LONGER / 2 < len(longer) / len(message) < 1 + LONGER + 0.1
    assert not any(
        word.isascii() and word.isalpha() for word in of("Nobody is left over here").split()
    )
    assert Text("Nobody", "Personne").to(LANG) == "Nobody", (
        "words from data are not ours to translate"
    )


@pytest.mark.parametrize(
    ("message", "name", "contracted"),
    [
        ("C'est à {name} de sceller.", "le Défenseur", "C'est au Défenseur de sceller."),
        ("l'armée de {name}", "les Barbares", "l'armée des Barbares"),
        ("À {name} !", "les Barbares", "Aux Barbares !"),
        ("De {name}", "le Roi", "Du Roi"),
        ("l'armée de {name}", "la Reine", "l'armée de la Reine"),
        ("l'armée de {name}", "l'Ennemi", "l'armée de l'Ennemi"),
        ("l'armée de {name}", "Leïla", "l'armée de Leïla"),
        ("Il voit là {name}", "le Roi", "Il voit là le Roi"),
        ("Laide {name}", "le Roi", "Laide le Roi"),
        ("l'armée de {name}", "Alice", "l'armée d'Alice"),
        ("De {name}", "Émile", "D'Émile"),
        ("déclare que {name} perd", "Ada Lovelace", "déclare qu'Ada Lovelace perd"),
        ("« Le {name} »", "évêque", "« L'évêque »"),
        ("l'armée de {name}", "Yvonne", "l'armée d'Yvonne"),
        ("l'armée de {name}", "Yann", "l'armée de Yann"),
        ("une liste de {name}", "onze", "une liste de onze"),
        ("un mur de {name}", "A1", "un mur de A1"),
        ("la partie de {name}", "ab3k9w6xhp0g", "la partie de ab3k9w6xhp0g"),
        ("Laide {name}", "Alice", "Laide Alice"),
    ],
)
def test_words_are_contracted_with_a_name_put_after_them(
    message: str, name: str, contracted: str
) -> None:
    assert fill(message, {"name": name}, "fr") == contracted
    assert fill(message, {"name": name}, "en") == message.replace("{name}", name)


def test_a_sentence_that_was_said_stays_and_one_that_is_filled_anew_is_said_anew() -> None:
    message = Text("{who} passes", "{who} passe")
    first, empty = message.filled({"who": Text("Red", "Rouge")}), message.filled({})
    assert [
        (first.en, first.fr, first.to("en"), first.to("fr"), first.to("de")) for _ in range(2)
    ] == [("Red passes", "Rouge passe", "Red passes", "Rouge passe", "Red passes")] * 2
    assert (empty.en, empty.fr) == ("{who} passes", "{who} passe"), "nothing was given"
    assert (
        first.filled({"who": same("Blue")}).fr == "Rouge passe"
        and message.filled({"who": same("Blue")}).fr == "Blue passe"
    )
