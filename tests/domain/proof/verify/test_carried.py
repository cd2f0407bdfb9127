import pytest

from domain.proof.bundle.carried import page_of, read_carried
from domain.proof.errors import Refused
from tests.builders.world import policy
from tests.domain.proof import carrying
from tests.domain.proof.agreeing import spelt
from tests.domain.proof.auditor import Files
from tests.domain.proof.second.carried import carried as second
from tests.domain.proof.second.spelling import No


def test_a_proof_is_read_as_it_was_written_and_says_of_which_record_it_is(files: Files) -> None:
    world = carrying.world()
    for seq, sheet in ((6, b""), (10, carrying.SHEET)):
        carried = carrying.carried(world, seq, sheet)
        data = carried.encode()
        assert read_carried(data) == carried
        assert carried.entry().seq == seq
        assert second(data, spelt(policy())) == ("g1", seq, True)
        code, out, err = files.run("receipt", files.write("carried.txt", data))
        assert (code, err) == (0, "")
        assert carried.record.decode() in out
        assert (carrying.SHEET.decode() in out) is bool(sheet)


def test_what_somebody_changed_is_refused_by_both_verifiers(files: Files) -> None:
    world = carrying.world()
    honest = carrying.carried(world, 10, carrying.SHEET)
    changes = dict(carrying.changed(honest, carrying.carried(world, 6)))
    assert len(changes) > 15
    for what, data in changes.items():
        code, out, _ = files.run("receipt", files.write("carried.txt", data))
        assert code == 1, (what, out)
        with pytest.raises(No):
            second(data, spelt(policy()))


def test_the_page_is_one_file_with_the_proof_in_it_and_asks_nobody() -> None:
    carried = carrying.carried(carrying.world(), 6)
    page = page_of(carried, "<script>key</script>").decode()
    assert carried.encode().decode() in page
    assert "script>key/script>" in page
    script = page.rpartition("<script>")[2].partition("</script>")[0]
    assert len(script.strip().split("\n")) < 200
    assert not any(word in page for word in ("http", "fetch(", "import(", "src=", "href="))


def test_text_that_is_no_proof_is_refused() -> None:
    for data in (b"", b"greffe/carried@v1\n", b"greffe/carried@v1\nrecord ***\n"):
        with pytest.raises(Refused):
            read_carried(data)
