import re

import pytest
from playwright.sync_api import Page, expect

from domain.titles.registry import ids
from tests.browser.conftest import PHONE, Site, Visits, faults, overflow
from tests.browser.watch.watching import DEMO, await_frame, painted, played

MARKED = re.compile(r'class="[^"]*\bchanged\b')


def test_a_place_in_the_game_is_kept_by_every_link_and_form(visit: Visits) -> None:
    page = visit(f"/games/{DEMO}?at=3&compare=2")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.keyboard.press("ArrowRight")
    painted(page, 4)
    expect(page).to_have_url(f"{page.url.partition('?')[0]}?at=4&compare=2")
    expect(page).to_have_title("Northgard: Training Grounds, record 4 · Greffe")
    page.get_by_role("link", name="Link to this position").click()
    expect(page.get_by_role("status")).to_have_text("Link copied")
    assert page.evaluate("() => navigator.clipboard.readText()") == page.url
    page.get_by_text("More", exact=True).click()
    page.get_by_label("Compare with record").fill("9")
    page.get_by_role("button", name="Show").click()
    expect(page).to_have_url(f"{page.url.partition('?')[0]}?at=4&compare=9")
    page.get_by_role("link", name="Français").click()
    expect(page.locator("[data-part=where]")).to_have_text("Écriture 4 sur 24")
    expect(page.locator(".stage .hint")).to_contain_text("ce qui diffère de l’écriture 9")


@pytest.mark.parametrize("title", ids())
def test_a_difference_is_marked_on_every_board_and_goes_with_the_frames(
    title: str, site: Site, visit: Visits
) -> None:
    game = played(site, title)
    page = visit(f"/games/{game.id}?at=3&compare={game.seq}", size=PHONE)
    await_frame(page, 3)
    assert MARKED.search(painted(page, 3))
    page.keyboard.press("End")
    assert not MARKED.search(painted(page, game.seq))


def test_on_paper_there_is_the_board_and_the_record_and_no_control(visit: Visits) -> None:
    page = visit(f"/games/{DEMO}?at=12")
    page.emulate_media(media="print")
    for part in (".scrub", ".tools", ".top"):
        expect(page.locator(part)).to_be_hidden()
    expect(page.locator("[data-part=picture] > :visible")).to_be_visible()
    box = page.locator("[data-part=lines]")
    assert box.evaluate("box => box.scrollHeight - box.clientHeight") <= 0, (
        "nothing of the list is cut off"
    )


# -- What the replay has for those who study a game: two boards, turns, jumps, speeds, moves seen
# moving, the line of points.
MOVING = "document.querySelector('[data-part=picture]').getAnimations({ subtree: true }).length"

WATCHED = """() => {
  window.moved = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) { window.moved += 1; return animate.apply(this, given); };
}"""


def expect_position(page: Page, seq: int) -> None:
    expect(page.locator("[data-part=where]")).to_contain_text(re.compile(rf"\b{seq} "))


def test_two_boards_stand_beside_each_other_with_what_differs(visit: Visits) -> None:
    page = visit(f"/games/{DEMO}?at=18&compare=8")
    boards = page.locator(".boards .picture > svg:visible")
    expect(boards).to_have_count(2)
    bounding_box, other = boards.nth(0).bounding_box(), boards.nth(1).bounding_box()
    assert bounding_box is not None and other is not None
    assert (
        bounding_box["x"] + bounding_box["width"] <= other["x"] and bounding_box["y"] == other["y"]
    )
    listed = page.locator("[data-part=places] tr")
    expect(listed.first).to_be_visible()
    inner_texts = listed.all_inner_texts()
    assert any("Blue" in text and "1 lore" in text for text in inner_texts), inner_texts
    await_frame(page, 9)
    page.locator("input[type=range]").fill("9")
    expect(page.locator("[data-part=column]")).to_have_text("record 9")
    assert listed.all_inner_texts() != inner_texts
    marked = "nodes => nodes.map(one => one.dataset.place ?? one.dataset.seat).sort()"
    here, there = (
        page.locator(f"[data-part={part}] g.changed").evaluate_all(marked)
        for part in ("picture", "other")
    )
    assert here and set(there) <= set(here)
    page.locator("input[type=range]").fill("8")
    expect(listed).to_have_text(["The board stays as it is."])


def test_the_record_is_listed_by_turns_in_the_colours_of_the_seats(visit: Visits) -> None:
    page = visit(f"/games/{DEMO}?at=12")
    turn = page.locator(".turn", has=page.locator("#r12"))
    expect(turn.get_by_role("heading")).to_have_text(re.compile(r"^Turn \d+: Red$"))
    line = turn.evaluate("one => getComputedStyle(one).borderLeftColor")
    board = page.locator(".f-seat2").first.evaluate("one => getComputedStyle(one).fill")
    assert line == board
    turn.get_by_role("heading").get_by_role("link").click()
    expect_position(page, int(turn.locator(".line").first.get_attribute("id")[1:]))  # type: ignore[index]  # every line has one


def test_a_reader_goes_to_a_turn_a_seat_and_what_happened_with_and_without_scripts(
    visit: Visits,
) -> None:
    for scripts in (True, False):
        page = visit(f"/games/{DEMO}?at=3", scripts=scripts)
        page.locator(".jumps summary").click()
        page.locator("select[name=what]").select_option("build")
        page.locator(".jumps select[name=seat]").select_option("blue")
        page.get_by_role("button", name="After →").click()
        expect(page.locator("[data-part=sentence]")).to_contain_text(
            re.compile("Blue plays .*builds")
        )
        if not scripts:
            page.locator(".jumps summary").click()
        page.locator("input[name=turn]").fill("1")
        page.locator("[data-part=by-turn]").get_by_role("button", name="Show").click()
        expect_position(page, 2)
        if not scripts:
            page.locator(".jumps summary").click()
        page.locator("select[name=what]").select_option("ruling")
        page.get_by_role("button", name="After →").click()
        expect(
            page.get_by_text("There is nothing like this in that direction.").first
        ).to_be_visible()
        expect_position(page, 2)


def test_there_are_four_speeds_by_mouse_and_by_key(visit: Visits) -> None:
    page = visit(f"/games/{DEMO}?at=2")
    await_frame(page, 24)
    speed = page.get_by_label("Speed")
    assert speed.locator("option").all_inner_texts() == ["½×", "1×", "2×", "4×"]
    page.keyboard.press("+")
    page.keyboard.press("+")
    expect(speed).to_have_value("4")
    page.keyboard.press("-")
    expect(speed).to_have_value("2")
    paces = page.evaluate(
        "() => ['0.5', '1', '2', '4'].map(one => { const r = "
        "document.querySelector('greffe-replay');"
        " r.buttons.speed.value = one; return r.pace(); })"
    )
    assert paces == sorted(paces, reverse=True) and paces[0] == 8 * paces[3]


def test_a_move_is_seen_moving_but_for_who_prefers_stillness(visit: Visits) -> None:
    for motion, moves in (("no-preference", True), ("reduce", False)):
        page = visit(f"/games/{DEMO}?at=12")
        page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]  # one of the two
        await_frame(page, 13)
        page.evaluate(WATCHED)
        page.keyboard.press("ArrowRight")
        painted(page, 13)
        page.wait_for_function(f"() => {MOVING} === 0")
        assert (page.evaluate("window.moved") > 0) is moves
        assert page.locator(".ghost").count() == 0


def test_the_line_of_points_follows_the_slider(visit: Visits) -> None:
    page = visit(f"/games/{DEMO}?at=1", size=PHONE)
    line = page.locator(".line-of-points")
    expect(line).to_be_visible()
    assert line.locator("path[class*=s-seat]").count() == 2
    assert re.search("Red [0-9]+", line.get_attribute("aria-label") or "")
    cursor = line.locator("[data-part=cursor]")
    expect(cursor).to_have_attribute("d", "M0 0V100")
    await_frame(page, 24)
    page.keyboard.press("End")
    expect(cursor).to_have_attribute("d", "M1000 0V100")
    assert not overflow(page)


def test_branches_stand_in_their_places_as_a_tree(site: Site, visit: Visits) -> None:
    game = played(site, "northgard-training", 8, seed=21)
    branch = site.post(f"/games/{game.id}/branches", {"at": 5, "purpose": "teaching"})["id"]
    site.post(f"/games/{branch}/branches", {"at": 1})
    page = visit(f"/games/{game.id}?at=5", link=site.issue(game.id, "seat", "blue"))
    tree = page.locator("#r5 > .twigs")
    expect(tree.get_by_role("link").first).to_have_text("⑂ branch (teaching), 1 record")
    expect(tree.locator(".twigs").get_by_role("link")).to_have_text("⑂ branch (analysis), 1 record")
    assert faults(page) == []
