import re
from collections.abc import Iterator
from fnmatch import fnmatch
from os.path import normpath
from pathlib import Path

import pytest

from ops.settings.config import ROOT
from tests.browser.journeys import QUICK

ROOMS = ("domain", "projections", "api", "ops", "tests")
FILE = re.compile(r"(?<![\w/.*-])[\w.*/-]*[\w*-]\.(?:py|md|js|css|html|lua|sh)(?![\w/])")
LINK = re.compile(r"\]\(([^)\s]+)\)")
BLOCK = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
FOLDER = re.compile(rf"`((?:{'|'.join(ROOMS)})/[\w./*-]*/)`")
SAID = re.compile(r'^[ ]*"""(.*?)"""|""".*?"""|(?:^|\s)(#[ :][^\n]*)', re.DOTALL | re.MULTILINE)
"""A string that begins a line, or a comment; no other string."""

NAMES_OF_OTHERS = {"FACTS.md"}

MOST_LINES = 30
"""The largest number of lines of a room's page. A longer text has a page of its own, named by the
room's. A title's page may be longer."""

MOST_PAGES = 60


def written() -> Iterator[Path]:
    yield from (ROOT / "README.md", ROOT / "CHANGES.md")
    for room in ROOMS:
        yield from sorted((ROOT / room).rglob("*.md"))
        yield from sorted((ROOT / room).rglob("*.py"))


def prose(file: Path) -> str:
    """The text of a file that is for people: all of a page; the comments, docstrings and
    free-standing strings of a module."""
    text = file.read_text("utf-8")
    return text if file.suffix == ".md" else "\n".join(map("".join, SAID.findall(text)))


def named(text: str) -> list[str]:
    return [
        name
        for name in (*FILE.findall(text), *FOLDER.findall(text))
        if name not in NAMES_OF_OTHERS and not name.startswith("/")
    ]


@pytest.fixture(scope="module")
def there() -> set[str]:
    paths = [
        ROOT / "README.md",
        ROOT / "CHANGES.md",
        *(path for room in ROOMS for path in (ROOT / room).rglob("*")),
    ]
    return {path.relative_to(ROOT).as_posix() for path in paths}


def leads(name: str, file: Path, there: set[str]) -> bool:
    places = (normpath(file.parent.relative_to(ROOT) / name), normpath(name))
    if "*" in name:
        return any(fnmatch(path, place) for path in there for place in places)
    return any(place in there for place in places)


def test_every_file_and_folder_that_prose_names_is_there(there: set[str]) -> None:
    lost = [
        f"{file.relative_to(ROOT)} names {name}"
        for file in written()
        for name in named(prose(file))
        if not leads(name, file, there)
    ]
    assert not lost, "\n".join(lost)


def test_the_map_of_the_rooms_names_what_is_in_the_file() -> None:
    page = (ROOT / "ops" / "ROOMS.md").read_text("utf-8").partition("| question | answer |")[2]
    named_there = re.findall(r"`(\w+)(?:\.(\w+))?`[^`|]*? in \[`([\w./]+)`\]", page)
    assert len(named_there) >= 9
    for first, second, file in named_there:
        text = (ROOT / file).read_text("utf-8")
        assert re.search(rf"^(?:class|def) {first}\b", text, re.MULTILINE), f"{first} in {file}"
        assert not second or f"def {second}(" in text, f"{second} in {file}"


def test_there_are_at_most_sixty_pages() -> None:
    """A text that repeats a docstring needs no page, and a binding rule is a paragraph on the page
    of its subject."""
    assert len([page for room in ROOMS for page in (ROOT / room).rglob("*.md")]) + 2 <= MOST_PAGES


def test_a_rooms_page_is_short() -> None:
    titles = ROOT / "domain" / "titles"
    pages = [
        page
        for room in ROOMS
        for page in (ROOT / room).rglob("README.md")
        if page.parent.parent != titles
    ]
    lines = {page: len(page.read_text("utf-8").splitlines()) for page in pages}
    long = sorted(
        f"{page.relative_to(ROOT)} has {count} lines"
        for page, count in lines.items()
        if count > MOST_LINES
    )
    assert not long, "\n".join(long)


def lost_links(page: Path, text: str) -> list[str]:
    """The links of a page that lead to no file, folder or heading of the repository. Web addresses
    are not checked."""
    lost = []
    for link in LINK.findall(BLOCK.sub("", text)):
        path, _, heading = link.partition("#")
        target = page.parent / path if path else page
        if "://" in link:
            continue
        if not target.exists() or (heading and heading not in headings(target)):
            lost.append(link)
    return lost


def headings(page: Path) -> set[str]:
    """The anchors of a page's headings: small letters, hyphens for spaces, no other signs."""
    titles = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def test_every_link_leads_somewhere() -> None:
    pages = [
        ROOT / "README.md",
        ROOT / "CHANGES.md",
        *(page for room in ROOMS for page in sorted((ROOT / room).rglob("*.md"))),
    ]
    lost = [
        f"{page.relative_to(ROOT)} links to {link}"
        for page in pages
        for link in lost_links(page, page.read_text("utf-8"))
    ]
    assert not lost, "\n".join(lost)


def test_a_link_that_leads_nowhere_is_found() -> None:
    page = ROOT / "README.md"
    good = "[a](domain/) [b](#proof) [c](domain/proof/FORMAT.md#1-one-spelling) [d](https://example.org/lost)\n```\n[e](lost)\n```\n"
    assert lost_links(page, good) == []
    assert lost_links(page, "[a](domains/) [b](#lost) [c](ops/HOW-BIG.md#lost)") == [
        "domains/",
        "#lost",
        "ops/HOW-BIG.md#lost",
    ]


def test_the_list_of_decisions_has_every_page() -> None:
    folder = ROOT / "ops" / "decisions"
    listed = re.findall(r"\]\(([\w-]+\.md)\)", (folder / "README.md").read_text("utf-8"))
    assert sorted(listed) == sorted(
        page.name for page in folder.glob("*.md") if page.name != "README.md"
    )


def test_a_path_that_is_not_there_is_found(there: set[str]) -> None:
    here = ROOT / "domain" / "README.md"
    assert leads("kernel/refusals.py", here, there)
    assert leads("ops/settings/config.py", here, there)
    assert leads("titles/*/rules.py", here, there)
    assert not leads("clerk.py", here, there)
    assert named("See `api/door.py`, `picture_*.py`, `ops/ledger/`; not `a.pyc`.") == [
        "api/door.py",
        "picture_*.py",
        "ops/ledger/",
    ]


def test_every_folder_of_tests_that_the_build_names_has_tests() -> None:
    """A folder with only leftovers of an earlier run would be missing in a fresh clone."""
    build = (ROOT / ".ci" / "run").read_text("utf-8")
    folders = [
        ROOT / f"{start}{end}"
        for start, ends in re.findall(r"(tests/[\w/.]+)(?:{([\w,]+)})?", build)
        for end in ends.split(",")
    ]
    assert len(folders) >= 10
    assert [path for path in folders if not path.is_file() and not [*path.rglob("test_*.py")]] == []


def test_the_browsers_quick_journeys_are_there() -> None:
    tests = "".join(
        file.read_text("utf-8") for file in (ROOT / "tests" / "browser").rglob("test_*.py")
    )
    assert [name for name in QUICK if f"def {name.partition('[')[0]}(" not in tests] == []
