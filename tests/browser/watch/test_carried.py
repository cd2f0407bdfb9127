"""The page that checks a proof, in Chromium without a network."""

from pathlib import Path

from playwright.sync_api import Browser

from domain.proof.bundle.carried import page_of
from tests.domain.proof import carrying

HOLDS = "([text, keys]) => check(text, keys).then(() => true, () => false)"


def test_the_page_checks_a_proof_without_a_network_and_refuses_every_change(
    browser: Browser, tmp_path: Path
) -> None:
    world, keys = carrying.world(), carrying.key_lines()
    honest, other = carrying.carried(world, 10, carrying.SHEET), carrying.carried(world, 6)
    file = tmp_path / "proof.html"
    file.write_bytes(page_of(honest, keys))
    context = browser.new_context(locale="en-GB")
    context.set_offline(True)
    page = context.new_page()
    page.goto(file.as_uri())
    assert page.locator("#verdict.ok").text_content() == "It holds."
    lines = page.locator("#report li").all_text_contents()
    assert lines[0].startswith("record 10 of g1: RoundClosed")
    assert lines[1].startswith("entry 9 of the log greffe.example/log, of 11")
    assert sum("cosigned by" in line for line in lines) == 2
    assert lines[-1] == "the standings are those that the record names"
    assert page.locator("#sheet tbody tr").count() == 2
    for what, data in [("another proof", other.encode()), *carrying.changed(honest, other)]:
        text = data.decode("utf-8", "replace")
        assert page.evaluate(HOLDS, [text, keys]) is (what == "another proof"), what
    page.locator("#carried").fill(honest.encode().decode())
    page.locator("#keys").fill(keys.split("\n")[1])
    page.locator("#check").click()
    page.locator("#verdict.bad", has_text="no key above signed the head").wait_for()
    context.close()
