from contextlib import closing
from pathlib import Path

import pytest

from domain.game.clerk import demonstrations, first_game as demo
from domain.game.commands import Opening, Order
from ops.settings.config import Settings
from ops.stores import data_folder
from tests.builders.refusals import refused_with


class PowerCut(Exception):
    """Raised in the place of a power cut."""


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    loaded = Settings.load({}, data=str(tmp_path))
    data_folder.migrate_folder(loaded)
    return loaded


def open_once(settings: Settings) -> str | None:
    with closing(data_folder.open_clerk(settings)) as clerk:
        return demo.open_first_game(clerk)


def states(settings: Settings) -> list[tuple[str, str]]:
    with closing(data_folder.open_clerk(settings)) as clerk:
        game = clerk.load(demo.GAME)
        return [
            (
                f.topic,
                clerk.game(demo.GAME, f.seq).rules.fingerprint(clerk.game(demo.GAME, f.seq).board),
            )
            for f in game.records()
        ]


def test_the_demonstration_game_has_a_note_and_a_move_taken_back_and_restored(
    settings: Settings,
) -> None:
    assert open_once(settings) == demo.GAME
    with closing(data_folder.open_clerk(settings)) as clerk:
        game = clerk.game(demo.GAME)
        topics = [f.topic for f in clerk.load(demo.GAME).records()]
        assert (game.opened.ruleset, game.status, game.fidelity) == (demo.TITLE, "open", "exact")
        assert len(game.in_force()) == topics.count("ActionTaken") == demo.ACTIONS
        assert [topics.count(t) for t in ("ActionsRetracted", "ActionsRestored", "NoteAdded")] == [
            1,
            1,
            1,
        ]
        assert sum(line.points for line in game.rules.score(game.board)) > 0


@pytest.mark.parametrize("steps", [1, 4, 7, 20])
def test_an_opening_that_was_cut_off_is_finished(
    settings: Settings, tmp_path: Path, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    left, order = steps, demonstrations.demonstration_order

    def cut(game: object, key: str) -> Order:
        nonlocal left
        left -= 1
        if left == 0:
            raise PowerCut
        return order(game, key)

    for module in (demo, demonstrations):
        monkeypatch.setattr(module, "demonstration_order", cut)
    refused_with(PowerCut, "", open_once, settings)
    monkeypatch.undo()
    assert open_once(settings) == demo.GAME
    whole = Settings.load({}, data=str(tmp_path / "whole"))
    data_folder.migrate_folder(whole)
    open_once(whole)
    assert states(settings) == states(whole)


def test_a_record_with_other_games_gets_none(settings: Settings) -> None:
    with closing(data_folder.open_clerk(settings)) as clerk:
        clerk.open_game(Opening(ruleset=demo.TITLE), "somebody", "key")
    assert open_once(settings) is None


def test_a_game_that_somebody_plays_on_is_left_alone(settings: Settings) -> None:
    open_once(settings)
    with closing(data_folder.open_clerk(settings)) as clerk:
        game = clerk.note(
            Order(demo.GAME, clerk.game(demo.GAME).seq, "somebody", "key"), "I was here"
        ).state
    assert open_once(settings) == demo.GAME
    assert len(states(settings)) == game.seq
