import os
from pathlib import Path

import pytest

from domain.titles import registry
from tests.records.laws import STEP, file_of, read
from tests.records.play import files, game_name, replay


@pytest.mark.parametrize("path", files(), ids=game_name)
def test_the_game_reaches_its_result(path: Path) -> None:
    game = replay(path)
    outcome = game.rules.outcome(game.board)
    assert (outcome and outcome.code) == game.claimed["outcome"]
    assert sorted(outcome.winners if outcome else ()) == sorted(game.claimed["winners"])
    assert {line.seat: line.points for line in game.rules.score(game.board)} == game.claimed[
        "score"
    ]

    golden, text = path.with_suffix(".txt"), "\n".join(game.transcript) + "\n"
    if os.environ.get("GREFFE_REWRITE"):
        golden.write_text(text, "utf-8")
    assert golden.read_text("utf-8") == text


@pytest.mark.parametrize("title", registry.ids())
def test_a_title_has_games_for_every_ending(title: str) -> None:
    claimed = [replay(path).claimed["outcome"] for path in files(title)]
    assert len(claimed) >= 6
    assert not (set(registry.ruleset(title).about.endings) - set(claimed))


@pytest.mark.parametrize("title", registry.ids())
def test_a_title_tells_the_laws_what_they_cannot_find_out(title: str) -> None:
    kinds = {str(kind.__struct_config__.tag) for kind in registry.ruleset(title).action_types}
    assert file_of(title).is_file(), f"{file_of(title)} is missing: {STEP}"
    told = read(title)
    assert told.pictures, "a position that is drawn"
    assert told.no_place <= kinds
