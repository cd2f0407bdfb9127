"""A data folder with the demonstration game, the command line run in this process, and a real
server that tests share."""

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from shutil import copytree

import pytest
from click.testing import CliRunner, Result

from domain.game.clerk.first_game import open_first_game
from domain.titles.contract.chance import SEED_SIZE
from ops.cli import main
from ops.settings.config import Settings
from ops.stores import data_folder
from tests.builders.servers import Server
from tests.conftest import SEEDS
from tests.domain.proof.agreeing import agree_on_files


@pytest.fixture(scope="session")
def demonstrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    before = SEEDS.getstate()
    SEEDS.seed("demonstrated")
    settings = Settings.load({}, data=str(tmp_path_factory.mktemp("demonstrated") / "data"))
    data_folder.migrate_folder(settings)
    with closing(data_folder.open_clerk(settings)) as clerk:
        open_first_game(clerk)
    SEEDS.setstate(before)
    return settings.data


@pytest.fixture
def data(demonstrated: Path, tmp_path: Path) -> Path:
    """A data folder with the demonstration game. Commands find it by the environment."""
    folder = copytree(demonstrated, tmp_path / "data")
    SEEDS.randbytes(
        SEED_SIZE
    )  # as if it was played here: games that are opened later keep their dice
    os.environ["GREFFE_DATA"] = str(folder)
    return folder


@pytest.fixture
def greffe() -> Callable[..., Result]:
    """A function that runs `greffe …` and returns its output and exit code. It raises unexpected
    exceptions."""

    def run(*arguments: str, input: str | None = None) -> Result:
        result = CliRunner().invoke(main, arguments, input=input, catch_exceptions=False)
        if arguments[:1] == ("verify",) and not {"--replay", "--help"} & set(arguments):
            agree_on_files(arguments, result.exit_code)
        return result

    return run


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real server, shared by the tests that leave it running, since starting one takes longer
    than most tests. Its heartbeat is one second. A test that depends on the state of a game opens
    its own, since other tests play in the demonstration game."""
    with Server(
        tmp_path_factory.mktemp("shared") / "a b", GREFFE_HEARTBEAT="1", GREFFE_FAILED_RATE="off"
    ) as running:
        yield running
