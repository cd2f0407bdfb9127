"""Shards in a directory: what is opened is claimed for one of them, and all of them are named by a signed log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest
from click.testing import Result
from eventsourcing.persistence import OperationalError

from api.access.keys import all_keys, known_key, make_key, revoke_keys
from domain.errors import HomeElsewhere, HomeMoves
from domain.ledger.errors import Unproven
from domain.ledger.log.notes import read_verifier_key
from domain.ledger.log.policy import Policy
from domain.ledger.log.shards import read_list
from domain.table.branches import Branches, Shoot
from domain.table.studies import Studies
from ops.settings.errors import CannotServe
from ops.shards import enrolling, shard_log
from ops.shards.members import read_settings
from ops.stores.log.database import Connection
from ops.stores.shards.barred import Barred
from ops.stores.shards.directory import Directory
from tests.domain.directing.hall import Hall
from tests.ops.shards.federation import Federation, play
from tests.ops.shards.served import served


@pytest.fixture
def federation(tmp_path: Path) -> Federation:
    return Federation(tmp_path)


def policy_of(federation: Federation) -> Policy:
    """The policy that believes the log of shards."""
    keys = [read_verifier_key(key.verifier) for key in federation.log().log_keys()]
    return Policy(logs={key.label: key for key in keys}, quorum="none")


def test_what_is_opened_is_called_after_its_shard_and_shares_a_home_with_what_belongs_to_it(federation: Federation) -> None:
    with federation.clerk("b") as clerk, federation.directory() as directory:
        game = play(clerk, "one")
        branch = Branches(clerk).grow(Shoot(game=game, seq=1), "club", "branch").game.id
        study = Studies(clerk).open(branch, "public", "On the branch", "club", "study").study.id
        hall = Hall(clerk, entrants=2)
        assert all(one.startswith("b-") for one in (game, branch, study, hall.id))
        assert directory.streams(game) == tuple(sorted((game, branch, study)))
        assert directory.streams(hall.id) == (hall.id,)
        home = directory.home_of(study)
        assert home is not None and (home.home, home.shard, home.version, home.step) == (game, "b", 1, "")
        assert directory.home_of("b-000000000000") is None
        assert directory.astray() == []


def test_a_request_opens_one_game_whichever_shard_it_comes_to(federation: Federation) -> None:
    with federation.clerk("a") as a, federation.clerk("b") as b:
        game = play(a, "one")
        assert play(a, "one") == game
        with pytest.raises(HomeElsewhere) as refused:
            play(b, "one")
        assert (refused.value.stream, refused.value.shard) == (game, "a")
        assert b.recorder.max_notification_id() is None


def test_nothing_is_opened_in_a_home_that_is_being_moved(federation: Federation) -> None:
    with federation.clerk("a") as clerk, federation.directory() as directory:
        game = play(clerk, "one")
        directory.go(game, ("",), "freezing", "b")
        with pytest.raises(HomeMoves):
            Branches(clerk).grow(Shoot(game=game, seq=1), "club", "branch")
        play(clerk, "another")
        with pytest.raises(CannotServe, match="stands at freezing"):
            directory.go(game, ("compared",), "switched")
        directory.go(game, ("freezing",), "undoing")
        directory.go(game, ("undoing",), "")
        Branches(clerk).grow(Shoot(game=game, seq=1), "club", "branch")


def test_what_there_was_before_is_entered_and_goes_on_under_its_id(tmp_path: Path) -> None:
    federation = Federation(tmp_path, enrolled=False)
    alone = read_settings(federation.files["a"]).environment() | {"GREFFE_SHARD": ""}
    from ops.settings.config import Settings
    from ops.stores.data_folder import open_clerk

    clerk = open_clerk(Settings.load(alone))
    before = play(clerk, "before")
    clerk.close()
    assert "-" not in before
    enrolling.enrol(federation.settings, federation.files["b"], "127.0.0.1:8002", 1)
    enrolling.enrol(federation.settings, federation.files["a"], "127.0.0.1:8001", 1)
    with federation.directory() as directory:
        home = directory.home_of(before)
        assert home is not None and home.shard == "a"
        assert directory.astray() == [(before, "a")], "the first shard is b: an id without a shard's name leads there"


def test_what_there_was_is_entered_with_few_questions_however_much_it_is(
    federation: Federation, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def rows(self: Connection, query: str, values: Sequence[object] = ()) -> list[object]:
        asked.append(query)
        return real(self, query, values)

    with federation.directory() as directory:
        real = type(_connection(directory)).rows
        monkeypatch.setattr(type(_connection(directory)), "rows", rows)

        def statements(many: int, start: str) -> int:
            asked.clear()
            games = [(f"{start}{n}", f"{start}0" if n else "") for n in range(many)]
            directory.claim_all(games, "a")
            assert {home.home for home in directory.homes_of([id for id, _ in games]).values()} == {f"{start}0"}
            return len(asked)

        one, many = statements(1, "one-"), statements(400, "many-")
        assert many <= one + 1, "with what they belong to, if it is not among them"
        over = statements(1_200, "more-")
        assert many < over <= 3 * many
        with pytest.raises(HomeElsewhere):
            directory.claim_all([("new", ""), ("many-7", "many-0")], "b")
        assert directory.home_of("new") is None, "together or not at all"


def _connection(directory: Directory) -> Connection:
    with directory._database.reader() as db:
        return db


def test_keys_of_organisers_and_catalogs_hold_at_all_shards(federation: Federation) -> None:
    with federation.clerk("a") as a, federation.clerk("b") as b:
        made, secret = make_key(a.key_values, "organiser", "the club", a.clock())
        found = known_key(b.key_values, secret)
        assert found is not None and found.key.id == made.id and found.revoked is None
        assert [one.key.id for one in all_keys(b.key_values)] == [made.id]
        revoke_keys(b.key_values, made.id, b.clock(), "operator")
        withdrawn = known_key(a.key_values, secret)
        assert withdrawn is not None and withdrawn.revoked is not None
        a.key_values.keep("catalog", "5" * 64, b"{}")
        assert b.key_values.fetch("catalog", "5" * 64) == b"{}" and "5" * 64 in b.key_values.keys("catalog")


def test_shards_have_their_keys_in_common_and_logs_of_their_own(federation: Federation, tmp_path: Path) -> None:
    (tmp_path / "b" / "links.key").write_text("0123456789abcdefghjkmnpqrstv\n")
    with pytest.raises(CannotServe, match="not the same key"):
        enrolling.enrol(federation.settings, federation.files["b"], "127.0.0.1:8002", 1)
    text = federation.files["a"].read_text().replace("GREFFE_SHARD=a", "GREFFE_SHARD=c")
    (tmp_path / "c.env").write_text(text)
    with pytest.raises(CannotServe, match="a name and a log of its own"):
        enrolling.enrol(federation.settings, tmp_path / "c.env", "127.0.0.1:8003", 1)
    (tmp_path / "c.env").write_text(text.replace("GREFFE_SHARD=c\n", ""))
    with pytest.raises(CannotServe, match="name no shard"):
        enrolling.enrol(federation.settings, tmp_path / "c.env", "127.0.0.1:8003", 1)


def test_the_log_of_shards_names_every_shard_with_its_keys_and_none_can_be_left_out(federation: Federation) -> None:
    policy = policy_of(federation)
    listed = federation.log().listed()
    found = read_list(listed, policy)
    assert [(one.origin, one.closed) for one in found.listed] == [("a.example/log", False), ("b.example/log", False)]
    assert {key.name for key in found.believed(policy).logs.values()} == {"a.example/log", "b.example/log", "a.example/log/shards"}
    lines = listed.split(b"\n")
    without = b"\n".join([*lines[:2], *lines[3:]])
    with pytest.raises(Unproven, match="not those of the signed head"):
        read_list(without, policy)
    with pytest.raises(Unproven, match="no key is known"):
        read_list(listed, Policy(quorum="none"))
    with federation.clerk("b") as clerk:
        play(clerk, "one")
    with pytest.raises(CannotServe, match="has 1 homes"):
        enrolling.close(federation.settings, "b")
    assert enrolling.close(federation.settings, "a") and not enrolling.close(federation.settings, "a")
    closed = read_list(federation.log().listed(), policy)
    assert [(one.origin, one.closed, len(one.keys)) for one in closed.listed] == [
        ("a.example/log", True, 1),
        ("b.example/log", False, 1),
    ]


def test_the_list_of_shards_is_published(federation: Federation) -> None:
    with ExitStack() as stack:
        a, _ = served(federation, stack)
        anybody = a.caller(None)
        first = anybody.get("/log/shards")
        assert (first.status_code, first.get_data()) == (200, federation.log().listed())
        held = anybody.get("/log/shards", If_None_Match=first.headers["ETag"])
        assert (held.status_code, held.get_data()) == (304, b"")
        shard_log.ShardLog(federation.settings).closed("b.example/log")
        again = anybody.get("/log/shards", If_None_Match=first.headers["ETag"])
        assert (again.status_code, again.get_data()) == (200, federation.log().listed())
        assert again.get_data() != first.get_data()


def test_the_commands_add_list_verify_and_close(
    tmp_path: Path, greffe: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    federation = Federation(tmp_path, enrolled=False)
    for name, value in federation.settings.environment().items():
        if name.startswith("GREFFE_DIRECTORY"):
            monkeypatch.setenv(name, value)
    nothing = greffe("shards", "list")
    assert nothing.exit_code == 2 and "greffe shards add begins one" in nothing.output
    for name in ("a", "b"):
        added = greffe("shards", "add", str(federation.files[name]), "--address", "127.0.0.1:8001")
        assert added.exit_code == 0 and f"The shard {name} keeps the log {name}.example/log" in added.output, added.output
    again = greffe("shards", "add", str(federation.files["b"]), "--address", "127.0.0.1:8002", "--share", "3")
    assert again.exit_code == 0 and "from now on" not in again.output
    shown = greffe("shards", "list")
    assert "b      3" in shown.output and "127.0.0.1:8002" in shown.output, shown.output
    assert greffe("shards", "verify").output == "a: listed, with all its keys\nb: listed, with all its keys\n"
    aside = federation.files["a"].rename(tmp_path / "aside")
    one_away = greffe("shards", "verify")
    assert one_away.exit_code == 1 and one_away.stdout.splitlines() == [
        f"a: The settings {federation.files['a']} of a shard cannot be read: no such file or directory.",
        "b: listed, with all its keys",
    ]
    aside.rename(federation.files["a"])
    (tmp_path / "policy").write_text(greffe("shards", "policy").output)
    assert greffe("shards", "list", "--out", str(tmp_path / "shards")).exit_code == 0

    with federation.clerk("b") as clerk:
        game = play(clerk, "one")
    federation.bring_up("b")
    for name, value in federation.shard("b").environment().items():
        monkeypatch.setenv(name, value)
    bundle, policy = str(tmp_path / "game.jsonl"), str(tmp_path / "policy")
    assert greffe("bundle", game, "-o", bundle).exit_code == 0
    unknown = greffe("verify", bundle, "--policy", policy)
    assert unknown.exit_code == 1 and "for which no key is known" in unknown.stdout
    verified = greffe("verify", bundle, "--policy", policy, "--shards", str(tmp_path / "shards"))
    assert verified.exit_code == 3 and '"a.example/log/shards" names 2 logs, and no other is believed' in verified.stdout
    assert "FAILED" not in verified.stdout

    own = greffe("policy").output.replace("quorum none\n", "")
    (tmp_path / "both").write_text(own + (tmp_path / "policy").read_text())
    assert greffe("verify", bundle, "--policy", str(tmp_path / "both")).exit_code == 3
    enrolled_alone = Federation(tmp_path / "other", enrolled=False)
    enrolling.enrol(enrolled_alone.settings, enrolled_alone.files["a"], "127.0.0.1:8001", 1)
    shard_log.publish(enrolled_alone.log(), tmp_path / "hidden")
    keys = "".join(f"log {key.verifier}\n" for key in enrolled_alone.log().log_keys())
    (tmp_path / "both").write_text(own + keys + "quorum none\n")
    hidden = greffe("verify", bundle, "--policy", str(tmp_path / "both"), "--shards", str(tmp_path / "hidden"))
    assert hidden.exit_code == 1 and "for which no key is known" in hidden.stdout, "a log that the list leaves out is not believed"


def test_without_its_directory_a_shard_opens_nothing_and_says_so_as_of_a_store_that_is_away(tmp_path: Path) -> None:
    federation = Federation(tmp_path, enrolled=False)
    with federation.clerk("a") as clerk:
        with pytest.raises(OperationalError, match="greffe shards add begins one"):
            play(clerk, "too early")
        assert clerk.recorder.max_notification_id() is None
        assert Barred(federation.shard("a").record).elsewhere() == frozenset(), "what is asked before every request is there"
        assert list(clerk.key_values.keys("catalog")) == []
    enrolling.enrol(federation.settings, federation.files["a"], "127.0.0.1:8001", 1)
    with federation.clerk("a") as clerk:
        assert play(clerk, "too early").startswith("a-")
