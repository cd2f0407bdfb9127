from pathlib import Path

import pytest

from ops.settings.errors import CannotServe
from ops.settings.keys import LOST_WITH_LINKS, own_key, read_key, secret_key


def test_the_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "operator.key"
    key = own_key(file)
    assert len(key) > 40
    assert file.stat().st_mode & 0o777 == 0o600
    assert own_key(file) == read_key(file) == key
    assert [p.name for p in tmp_path.iterdir()] == ["operator.key"]


def test_two_services_have_different_keys(tmp_path: Path) -> None:
    assert own_key(tmp_path / "one") != own_key(tmp_path / "two")


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o660, 0o604])
def test_a_key_that_others_can_read_is_refused(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "operator.key"
    own_key(file)
    file.chmod(mode)
    with pytest.raises(CannotServe, match=f"can be read by others \\(mode {mode:04o}\\): run chmod 600"):
        own_key(file)


@pytest.mark.parametrize("content", ["", "short\n", "two words that are long enough\n", "caractères accentués ici\n"])
def test_a_file_that_holds_no_key_is_refused(tmp_path: Path, content: str) -> None:
    file = tmp_path / "operator.key"
    file.write_text(content, "utf-8")
    file.chmod(0o600)
    with pytest.raises(CannotServe, match="holds no key"):
        own_key(file)


def test_what_is_lost_with_a_key_is_said_before_it_is_deleted(tmp_path: Path) -> None:
    file = tmp_path / "links.key"
    own_key(file)
    file.chmod(0o644)
    with pytest.raises(CannotServe, match=r"delete it for a new key \(every link that was handed out ends with it\)\.$"):
        read_key(file, LOST_WITH_LINKS)


def test_nobody_is_advised_to_delete_the_key_that_secrets_are_encrypted_with(tmp_path: Path) -> None:
    """Where it is gone, the service does not start: a new one would lose what was encrypted with the old one."""
    file = tmp_path / "secret.key"
    key = secret_key(file)
    assert secret_key(file) == key
    file.chmod(0o644)
    with pytest.raises(CannotServe, match=r"run chmod 600 on it\.$"):
        secret_key(file)
    file.write_text("short\n")
    file.chmod(0o600)
    with pytest.raises(CannotServe, match=r"put back the key that was there"):
        secret_key(file)


def test_a_key_file_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(CannotServe, match=r"cannot be written: no such file or directory\.$"):
        own_key(tmp_path / "not there" / "operator.key")
