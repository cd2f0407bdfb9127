from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from domain.kernel.text import LANGS
from domain.kernel.words import catalogs
from ops.settings.config import ROOT
from ops.words.check import check_catalogs
from ops.words.extraction import packages, template_catalog

SOUND = 'msgid "Bids are shown."\nmsgstr "Les mises sont montrées."\n\n'


def test_no_word_of_the_house_is_missing_unsure_left_over_or_broken() -> None:
    rooms = packages()
    assert len(rooms) == len(set(rooms)) and ROOT / "domain" in rooms
    assert LANGS[:2] == ("en", "fr")
    assert all(catalogs.usable_translations(package, "fr").messages for package in rooms)
    assert [finding.line.en for package in rooms for finding in check_catalogs(package)] == []


@pytest.fixture
def title(tmp_path: Path) -> Callable[[str], Path]:
    (tmp_path / "locale").mkdir()
    (tmp_path / "bids.py").write_text(
        "from domain.kernel.text import Text\n"
        'SHOWN = Text("Bids are shown.")\n'
        'def made(n): return Text("Bids {n:coin|coins} on {what}.", n=n, what="x")\n'
    )

    def written(french: str | bytes) -> Path:
        head = (
            'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
            '"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'
        )
        (tmp_path / "locale/fr.po").write_bytes(
            french if isinstance(french, bytes) else (head + french).encode()
        )
        return tmp_path

    return written


BIDS = 'msgid "Bids {n} coin on {what}."\nmsgid_plural "Bids {n} coins on {what}."\n'


def french(*forms: str) -> str:
    return "".join(f'msgstr[{n}] "{form}"\n' for n, form in enumerate(forms))


FRENCH = ("Mise {n} pièce sur {what}.", "Mise {n} pièces sur {what}.")


@pytest.mark.parametrize(
    ("written", "says"),
    [
        (SOUND, "not translated"),
        (SOUND + BIDS + french(FRENCH[0], ""), "not translated"),
        (SOUND + "#, fuzzy\n" + BIDS + french(*FRENCH), "fuzzy"),
        (SOUND + BIDS + french(FRENCH[0], "Mise {n} pièces."), "{what} is missing"),
        (SOUND + BIDS + french("Mise {n} sur {quoi}.", FRENCH[1]), "{quoi} is no place"),
        (SOUND + BIDS + french(*FRENCH, FRENCH[1]), "more translations"),
        (SOUND + BIDS + french(FRENCH[0], "Mise {n} pièces sur “{what}”."), "no rule sets"),
        (
            SOUND + BIDS + french(FRENCH[0], "Mise {n} pièces sur {what} d’or."),
            "{what} d’or.”: write a plain apostrophe",
        ),
        (
            SOUND + BIDS + french(*FRENCH) + '\nmsgid "Gone."\nmsgstr "Parti."\n',
            "no code says this",
        ),
        (
            SOUND + BIDS + french(*FRENCH) + '\n#~ msgid "Gone."\n#~ msgstr "Parti."\n',
            "no code says this",
        ),
        (
            SOUND + BIDS + french(*FRENCH) + '\nmsgid "Sign in"\nmsgstr "Entrer"\n',
            "another catalog has",
        ),
        (SOUND + "Mise\n" + BIDS, "cannot be read"),
        (("é" + SOUND).encode("latin-1"), "not UTF-8"),
    ],
)
def test_what_the_check_finds_and_a_reader_never_does(
    title: Callable[[str | bytes], Path], written: str | bytes, says: str
) -> None:
    package = title(written)
    lines = [finding.line.en for finding in check_catalogs(package, ("en", "fr"))]
    assert any(says in line and str(package / "locale/fr.po") in line for line in lines), lines
    read = catalogs.usable_translations(package, "fr").messages.get("Bids {n} coin on {what}.")
    assert read is None or (len(read) == 2 and all("{what}" in form for form in read))


@pytest.mark.parametrize(
    ("contractions", "says"),
    [
        ("[merged]\n", "'elided' is missing"),
        ("à le = au\n", "no section headers"),
        ("[merged]\nà\n", "à"),
    ],
)
def test_contractions_that_cannot_be_read_are_found(
    title: Callable[[str], Path], contractions: str, says: str
) -> None:
    package = title(SOUND)
    (package / "locale/fr.contractions").write_text(contractions)
    lines = [
        finding.line.en
        for finding in check_catalogs(package, ("en", "fr"))
        if finding.file.suffix == ".contractions"
    ]
    assert len(lines) == 1 and says in lines[0] and "no words are contracted" in lines[0], lines


def test_the_catalogs_of_another_package_are_begun_kept_and_checked(
    title: Callable[[str], Path], greffe: Callable[..., Result]
) -> None:
    package = title(SOUND)
    assert "not translated" in greffe("words", "check", str(package)).stdout
    assert "1 to translate, 0 removed" in greffe("words", "update", str(package)).stdout
    file = package / "locale/fr.po"
    assert "#: bids.py\n" in file.read_text("utf-8"), (
        "no line numbers: a change of the code elsewhere is none of the catalog"
    )
    file.write_text(
        file.read_text("utf-8").replace('msgstr[0] ""\nmsgstr[1] ""\n', french(*FRENCH))
    )
    before = file.read_bytes()
    assert "0 to translate, 0 removed" in greffe("words", "update", str(package)).stdout
    assert file.read_bytes() == before
    assert greffe("words", "check", str(package)).exit_code == 0
    assert "2 to translate" in greffe("words", "add", "pt-BR", str(package)).stdout
    assert (package / "locale/pt-BR.po").is_file()
    (package / "new").mkdir()
    (package / "new/nim.py").write_text('Text("a heap")')
    for command in ("check", "update"):
        assert "words add fr" in greffe("words", command, str(package / "new")).stderr
    assert "1 to translate" in greffe("words", "add", "fr", str(package / "new")).stdout, (
        "a title that has no words yet"
    )
    (package / "new/nim.py").write_text("\n".join(f'Text("heap no. {n}.")' for n in range(9)))
    lacks = greffe("words", "check", str(package / "new"))
    assert "6 more are not translated" in lacks.stdout and len(lacks.stdout.splitlines()) == 5
    assert "10 things to mend" in lacks.stderr, (
        "a message is one of them, and “a heap” is left over"
    )


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_language_that_nobody_knows_is_refused_in_a_sentence(
    greffe: Callable[..., Result], lang: str
) -> None:
    shown = greffe("words", "add", "klingon!", "--lang", lang)
    assert shown.exit_code == 2 and "“klingon!”" in shown.stderr.replace("« ", "“").replace(
        " »", "”"
    )
    assert greffe("words", "check", "--lang", "xx").exit_code == 2


def test_a_kind_of_fact_that_says_no_other_name_is_called_by_its_class(
    title: Callable[[str], Path],
) -> None:
    package = title(SOUND + BIDS + french(*FRENCH))
    (package / "facts.py").write_text(
        'class BidsShown(Fact, frozen=True):\n    says = Text("Bids are shown.")\n\n\n'
        'class Sold(Fact, frozen=True):\n    called = Text("Bids are shown.")\n    says = '
        'Text("Bids are shown.")\n\n\n'
        "class Base(Fact, frozen=True):\n    pass\n"
    )
    assert [
        message.id for message in template_catalog(package) if ("facts.py", 1) in message.locations
    ] == ["Bids shown"]
    assert template_catalog(package).get("Sold") is None
