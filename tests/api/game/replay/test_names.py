import html
import json
import re
from typing import Any

import pytest

from domain.game.clerk.clerk import Clerk
from domain.game.clerk.people import People
from domain.game.commands import rematch_id
from domain.kernel.text import LanguageWithNames, Text, replaceable_name
from tests.builders.api.client import Caller, Table, new_key
from tests.builders.api.forms import Person, signed_in

# A numbered seat without its person: where seats are listed, whoever sits there follows.
NAMELESS = re.compile(
    r"(?:Player|Joueur) \d(?! (?:(?:to act|à jouer) )?(?:Annabel|Dmitri)| (?:To send|À envoyer))"
)

PAGES = ("", "/play", "/desk", "/audit", "/score-sheet", "/irregularities", "/numbers")


def sheet(caller: Caller, *names: str) -> Table:
    table = Table.open(caller, ruleset="score-sheet", catalog="rounds", players=len(names))
    sit(table, **{f"p{n}": name for n, name in enumerate(names, 1)})
    for n, value in enumerate((31, 7, 5)[: len(names)], 1):
        enter(table, "p1", f"p{n}", value)
    return table


def sit(table: Table, **names: str) -> None:
    for seat, name in names.items():
        table.written(f"/seats/{seat}/take", {"name": name} if name else {})


def enter(table: Table, seat: str, whose: str, value: int, round: int = 1) -> None:
    action = {"type": "enter", "category": "points", "value": value, "whose": whose, "round": round}
    assert table.act(seat, action).status_code == 201


def end(table: Table) -> None:
    assert table.act("p1", {"type": "end"}).status_code == 201


def phone_of(table: Table, seat: str) -> Person:
    """A person with a link to a seat."""
    body = {"role": "seat", "seats": [seat]}
    link = table.caller.made(table.path("/links"), body, Idempotency_Key=new_key())
    return Person(table.caller.app.test_client(), link["token"])


def people_at(clerk: Clerk, game: str) -> dict[str, str]:
    return {sitter.seat: sitter.name for sitter in People(clerk).at_table(clerk.game(game))}


def read(caller: Caller, table: Table, page: str = "", lang: str = "en") -> str:
    answer = caller.get(f"/games/{table.id}{page}", Accept="text/html", Accept_Language=lang)
    assert answer.status_code == 200, answer.text
    return words(answer.text)


def words(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page.partition("<main")[2])).split())


def test_pages_of_a_sheet_name_the_people_in_both_languages_and_the_api_names_seats(
    caller: Caller,
) -> None:
    table = sheet(caller, "Annabel", "Dmitri")
    plain = {path: table.get(path).data for path in ("/records", "/board", "/score", "")}
    assert "Annabel enters 31 for Annabel: Points, round 1." in read(caller, table)
    assert "Dmitri takes seat 2." in read(caller, table, "?at=3")
    assert "Annabel saisit 31" in read(caller, table, lang="fr")
    for ended in (False, True):
        if ended:
            end(table)
        lists = ("/", "/?text=sheet", "/organise", "/hall", f"/organise/links?game={table.id}")
        own = (*PAGES, "/play?seat=p2", "/desk/rule", "/desk/undo", "/branches", "?at=5&compare=3")
        for path in (*lists, *(f"/games/{table.id}{page}" for page in own)):
            for lang in ("en", "fr"):
                page_text = words(caller.get(path, Accept="text/html", Accept_Language=lang).text)
                assert "Annabel" in page_text and "Dmitri" in page_text, path
                assert not NAMELESS.search(page_text), (path, NAMELESS.search(page_text))
    assert "Annabel wins with 31" in read(
        caller, table, "/play"
    ) and "Annabel wins with 31" in read(caller, table)
    assert "Annabel l’emporte" in read(caller, table, "/score-sheet", "fr")
    assert {path: table.get(path).data for path in ("/records", "/board", "/score", "")} != plain, (
        "it has ended"
    )
    assert not any(b"Annabel" in table.get(path).data for path in plain)
    assert b"Player 1 wins with 31" in table.get("/score").data


def test_a_title_with_colours_names_the_people_on_its_board_in_refusals_and_on_buttons(
    caller: Caller, table: Table
) -> None:
    sit(table, blue="Annabel", red="Émile")
    table.moves(6)
    page_text = read(caller, table, "/play")
    assert (
        "Annabel" in page_text
        and "Émile" in page_text
        and not re.search(r"(Blue|Red) (plays|moves|is to act)", page_text)
    )
    assert "Blue Annabel" in page_text, "whose colour is whose stands at the table"
    (acting, action), people = table.offers()[0], {"blue": "Annabel", "red": "Émile"}
    other = next(seat for seat in people if seat != acting)
    form = {"seat": other, "action": json.dumps(action), "seq": str(table.seq), "key": "names"}
    refused = caller.client.post(
        f"/games/{table.id}/play/act",
        data=form,
        headers={**caller.headers, "Accept-Language": "fr"},
    )
    assert refused.status_code == 422 and f"C’est à {people[acting]} d’agir." in words(refused.text)
    french = read(caller, table, lang="fr")
    assert "Bleu joue" not in french and "Annabel" in french


def test_who_is_erased_is_a_seat_again_on_the_next_page(caller: Caller, clerk: Clerk) -> None:
    table = sheet(caller, "Annabel", "Dmitri")
    assert "Annabel enters 31" in read(caller, table)
    People(clerk).erase(People(clerk).at_table(clerk.game(table.id))[0].player)
    for page in PAGES:
        assert [lang for lang in ("en", "fr") if "Annabel" in read(caller, table, page, lang)] == []
    page = read(caller, table)
    assert "Player 1 enters 31 for Player 1" in page and "Dmitri" in page


def test_a_stranger_to_a_public_game_and_the_next_request_see_no_names(
    caller: Caller, anybody: Caller
) -> None:
    table, unnamed = sheet(caller, "Annabel", "Dmitri"), sheet(caller, "", "")
    assert table.write("/listing", {"public": True}).status_code == 201
    pages: list[tuple[Caller, Table, str, bool]] = [
        (who, which, page, who is caller and which is table)
        for page in ("", "/audit", "/score-sheet", "/frames")
        for who, which in ((caller, table), (anybody, table), (caller, unnamed), (caller, table))
    ]
    for who, which, page, named in pages:
        answer = who.get(f"/games/{which.id}{page}", Accept="text/html").text
        assert ("Annabel" in answer, "Dmitri" in answer) == (named, named), (page, named)
        assert named or "Player 1" in answer
    assert "Annabel" not in anybody.get(f"/games/{table.id}?at=999", Accept="text/html").text


def test_names_alike_are_told_apart_and_names_are_words_and_nothing_else(caller: Caller) -> None:
    long = "Maximilienne-Élisabeth " + "x" * 50
    table = sheet(caller, "Ada", "ada", "Player 1 <i>{who}</i>")
    assert "Ada (Player 1) enters 7 for ada (Player 2): Points, round 1." in read(caller, table)
    page = caller.get(f"/games/{table.id}", Accept="text/html").text
    assert "<i>{who}" not in page and "Player 1 &lt;i&gt;{who}&lt;/i&gt;" in page
    assert f"Player 2 (Player 1) enters 7 for {long}: Points, round 1." in read(
        caller, sheet(caller, "Player 2", long)
    )


def test_records_name_who_sat_there_when_they_were_written(caller: Caller) -> None:
    table = sheet(caller, "Annabel", "Dmitri")
    table.written("/seats/p1/leave")
    enter(table, "p1", "p2", 8, 2)
    sit(table, p1="Zoé")
    enter(table, "p1", "p1", 9, 2)
    page_text = read(caller, table)
    assert [
        sentence
        for sentence in (
            "Player 1 enters 8 for Dmitri:",
            "Zoé takes seat 1.",
            "Zoé enters 9 for Zoé:",
        )
        if sentence not in page_text
    ] == []
    assert [
        page
        for page in ("", "/audit", "/desk")
        if "Annabel enters 31 for Annabel:" not in read(caller, table, page)
    ] == []


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Annabel", "C'est le tour d'Annabel."),
        ("Zoé", "C'est le tour de Zoé."),
        ("", "C'est le tour du joueur."),
    ],
)
def test_french_is_contracted_with_a_name_as_with_a_seat(name: str, sentence: str) -> None:
    lang = LanguageWithNames("fr", {"p1": name} if name else {})
    whose: Any = replaceable_name("p1", Text("the player", "le joueur"))
    assert (
        Text("It is the turn of {who}.", "C'est le tour de {who}.", who=whose).to(lang) == sentence
    )


def test_the_same_people_play_again_and_twice_sent_is_once_opened(
    caller: Caller, clerk: Clerk
) -> None:
    table = sheet(caller, "Annabel", "Dmitri")
    end(table)
    person = signed_in(caller.app, at=f"/games/{table.id}/play")
    assert "Annabel wins" in person.text("now")
    turned = "Play again, seats turned"
    form = next(form for form in person.forms if form.buttons and form.buttons[0][2] == turned)
    ids = {person.send(form, follow=False).location.split("/")[2] for _ in range(2)}
    assert len(ids) == 1 and ids != {table.id}
    again = clerk.game(ids.pop())
    assert again.opened.catalog == clerk.game(table.id).opened.catalog
    assert people_at(clerk, again.id) == {"p1": "Dmitri", "p2": "Annabel"}
    assert again.seq == 3, "opened once, each seat taken once"


def test_any_seat_plays_again_and_the_others_sit_down_in_the_same_game(
    caller: Caller, clerk: Clerk
) -> None:
    table = sheet(caller, "Annabel", "Dmitri")
    phones = {seat: phone_of(table, seat) for seat in ("p1", "p2")}
    path = f"/games/{table.id}/play"
    early = phones["p2"].post(f"{path}/again", {"key": new_key(), "seq": "3", "seat": "p2"})
    assert early.status_code == 422
    end(table)
    pressed = {seat: phone.go(path) and phone.form("/play/again") for seat, phone in phones.items()}
    first = phones["p2"].send(pressed["p2"], "Play again", follow=False).location
    phones["p1"].go(path)
    waiting = phones["p1"].text("now")
    assert "Dmitri wants to play again." in waiting and "Play again" not in waiting
    # A form of before somebody asked leads to the same game, and so does sitting down.
    for form in (pressed["p1"], phones["p1"].form("/play/again")):
        assert phones["p1"].send(form, follow=False).location == first
    id = first.split("/")[2]
    assert id == rematch_id(table.id)
    administered = [clerk.game(game).opened.administered_by for game in (id, table.id)]
    assert administered[0] == administered[1]
    assert people_at(clerk, id) == {"p1": "Annabel", "p2": "Dmitri"}
    for seat, phone in phones.items():
        assert phone.go(f"/games/{id}/play").status_code == 200
        assert phone.form("/play/leave").fields["seat"].value == seat
        phone.go(path)
        assert f"/games/{id}/play" in phone.answer.text and "Sit down" not in phone.text("now")


def test_a_browser_with_links_finds_its_games_by_names_and_whose_turn_it_is(
    caller: Caller, clerk: Clerk
) -> None:
    stranger = Person(caller.app.test_client())
    assert "Back to your table" not in stranger.go("/").text
    waiting, ended = Table.open(caller), sheet(caller, "Zoé", "Dmitri")
    sit(waiting, blue="Annabel", red="Émile")
    end(ended)
    (acts,) = clerk.game(waiting.id).to_act
    for table, seat in ((ended, "p1"), (waiting, acts)):
        body = {"role": "seat", "seats": [seat]}
        stranger.go(caller.post(table.path("/links"), body, Idempotency_Key=new_key()).json["href"])
    page = words(stranger.go("/", Accept_Language="en").text)
    mine = page.partition("My games Back to your table ")[2]
    assert mine.startswith(
        "Northgard: Training Grounds · Annabel, Émile Your turn "
        "Score sheet · Zoé, Dmitri ended, not closed yet"
    )
    People(clerk).erase(People(clerk).at_table(clerk.game(ended.id))[0].player)
    assert "· Player 1, Dmitri" in words(stranger.go("/").text)
    while acts in clerk.game(waiting.id).to_act:
        waiting.move()
    people = {"blue": "Annabel", "red": "Émile"}
    (other,) = clerk.game(waiting.id).to_act
    assert f"Annabel, Émile To act: {people[other]}" in words(stranger.go("/").text)
