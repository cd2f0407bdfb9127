"""A fix of the rules: games of older rules stay as they are, and an arbiter can ask what the fix
would have changed."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Opening
from domain.game.refusals import UnknownGame
from domain.game.rulings.conditions import Grounds
from domain.game.rulings.use_cases import Rulings
from domain.kernel.refusals import BadRequest
from domain.kernel.stored import StoredRecord
from domain.kernel.text import Text
from domain.titles import registry
from domain.titles.contract.ruleset import Outcome
from domain.titles.contract.types import Ranking
from domain.titles.northgard.rules import RULES, RULES_1
from domain.transfer.imports import Imports
from domain.transfer.recheck import Recheck
from tests.builders.refusals import refused_with
from tests.builders.table import Table
from tests.domain.campaign.campaigning import entry
from tests.domain.second_version import PLACE, RULES as FIXED, SecondVersion

OLDER = Path(__file__).parent / "older" / "northgard-training-1.jsonl"
TITLE = "northgard-training"


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """A function that registers versions of the title: `v1="module", …`. Other versions are unknown
    then."""

    def register(**versions: str) -> None:
        others = {key: place for key, place in registry._TITLES.items() if key[0] != TITLE}
        monkeypatch.setattr(
            registry,
            "_TITLES",
            others | {(TITLE, int(v[1:])): place for v, place in versions.items()},
        )
        registry.ruleset.cache_clear()

    yield register
    monkeypatch.undo()
    registry.ruleset.cache_clear()


FIRST_PLACE = "domain.titles.northgard:RULES_1"


@pytest.fixture
def fixed(registered: Callable[..., None]) -> None:
    registered(v1=FIRST_PLACE, v2=PLACE)


@pytest.fixture
def older(clerk: Clerk) -> Game:
    return clerk.game(Imports(clerk).import_game(OLDER.read_bytes()).game)


def rows(clerk: Clerk) -> list[bytes]:
    return [row.state for row in clerk.recorder.select_notifications(None, 10_000)]


@pytest.mark.usefixtures("fixed")
def test_a_fix_names_the_records_it_would_have_changed(clerk: Clerk, older: Game) -> None:
    before = rows(clerk)
    rechecked = Recheck(clerk, TITLE).recheck_game(older.id)
    assert not rechecked.same and rechecked.trouble is None
    assert [(d.seq, d.in_force, d.then.legal, d.now.legal) for d in rechecked.differences] == [
        (11, True, True, False),
        (25, True, False, True),
        (27, False, True, False),
        (29, True, True, False),
    ]
    first, stood = rechecked.differences[0], rechecked.differences[1]
    assert (first.now.code, first.now.rule) == ("not-yours", "Recruter")
    assert first.said.en.startswith(f"{older.setting.name(first.seat).en} plays ")
    assert first.said.fr.startswith(f"{older.setting.name(first.seat).fr} joue ")
    assert stood.then.code == "no-camp", "an action that was let stand keeps its verdict of then"
    assert rows(clerk) == before, "nothing was written"


@pytest.mark.usefixtures("fixed")
def test_an_import_reports_what_todays_rules_would_not_allow(clerk: Clerk) -> None:
    """A game of version 1 is imported where version 2 is the newest. The report lists the records
    that version 2 would refuse, and none that only version 1 refused."""
    report = Imports(clerk).import_game(OLDER.read_bytes())
    assert [(seq, verdict.code) for seq, verdict in report.illegal] == [
        (n, "not-yours") for n in (11, 27, 29)
    ]
    assert report.trouble is None and report.fidelity == "exact"
    assert Imports(clerk).import_game(OLDER.read_bytes()).illegal == report.illegal, (
        "and again when it is here already"
    )


def test_an_import_says_where_todays_rules_cannot_judge(
    clerk: Clerk, registered: Callable[..., None]
) -> None:
    """A game that the newest rules cannot fold is imported and stored, and the report gives the
    reason."""
    registered(v1=FIRST_PLACE, v2="tests.domain.transfer.test_recheck:BROKEN")
    report = Imports(clerk).import_game(OLDER.read_bytes())
    assert report.illegal == () and report.fidelity == "exact"
    assert report.trouble is not None and "cannot go on at record" in report.trouble.en


class BrokenRules(SecondVersion):
    def evolve(self, board: Any, fact: Any) -> Any:
        raise KeyError("units")


BROKEN = BrokenRules()


@pytest.mark.usefixtures("fixed")
def test_a_game_is_folded_by_the_version_it_was_opened_with(clerk: Clerk, older: Game) -> None:
    assert older.rules is RULES_1 and older.rules.version == 1
    assert clerk.game(older.id, 11).fidelity == "exact"
    new = clerk.open_game(Opening(ruleset=TITLE), "tester", "new").state
    assert (new.opened.version, new.rules) == (2, FIXED)
    again = {rechecked.game: rechecked for rechecked in Recheck(clerk, TITLE).recheck_all()}
    assert (again[new.id].version, again[new.id].same, again[older.id].same) == (2, True, False)


def test_a_version_that_is_not_known_any_more_is_said(
    clerk: Clerk, older: Game, registered: Callable[..., None]
) -> None:
    registered(v2=PLACE)
    new = clerk.open_game(Opening(ruleset=TITLE), "tester", "new").state
    lost, known = Recheck(clerk, TITLE).recheck_all()
    assert (lost.game, lost.actions, lost.same) == (older.id, 0, False)
    assert lost.trouble.en == "version 1 of the rules is not known here, the newest is 2"
    assert "inconnue ici" in lost.trouble.fr
    assert (known.game, known.same) == (new.id, True), "the others are judged all the same"


@pytest.mark.usefixtures("fixed")
def test_facts_that_the_newest_rules_do_not_understand_are_named(
    clerk: Clerk, older: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """New rules should understand all old facts. If they do not, the report names the record."""
    from domain.titles.northgard import facts as f

    at = next(
        seq
        for seq in range(15, 30)
        if any(isinstance(x, f.UnitsRecruited) for x in facts_of(older, seq))
    )
    evolve = type(FIXED).evolve

    def forgetful(rules: object, board: object, fact: object) -> object:
        if isinstance(fact, f.UnitsRecruited) and fact in facts_of(older, at):
            raise KeyError("units")
        return evolve(FIXED, board, fact)  # type: ignore[arg-type]

    monkeypatch.setattr(type(FIXED), "evolve", forgetful)
    rechecked = Recheck(clerk, TITLE).recheck_game(older.id)
    assert rechecked.trouble is not None and not rechecked.same
    assert "cannot go on at record" in rechecked.trouble.en and "KeyError" in rechecked.trouble.en
    assert [d.seq for d in rechecked.differences] == [11], "what was judged before it counts"
    assert 0 < rechecked.actions < 25


def facts_of(game: Game, seq: int) -> tuple[object, ...]:
    return game.history.facts(seq) if game.history.topics[seq - 1] == "ActionTaken" else ()


@pytest.mark.usefixtures("fixed")
def test_options_that_the_newest_rules_do_not_have_are_said(
    clerk: Clerk, older: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    from domain.titles.northgard.board import Options
    from tests.api.bids import Options as NoOptions

    assert Options is not NoOptions
    monkeypatch.setattr(type(FIXED), "options_type", NoOptions)
    rechecked = Recheck(clerk, TITLE).recheck_game(older.id)
    assert (
        rechecked.trouble is not None
        and "cannot go on at record 1 (Option refused" in rechecked.trouble.en
    )


def test_a_damaged_record_is_said_and_others_are_judged(clerk: Clerk, older: Game) -> None:
    clerk.events.put([StoredRecord("damaged", 1, "GameOpened", b"{")])
    clerk.events.put(
        [
            StoredRecord("halved", 1, "GameOpened", older.history.states[0]),
            StoredRecord("halved", 2, "ActionTaken", b'{"type":"Act'),
        ]
    )
    whole, damaged, halved = Recheck(clerk, TITLE).recheck_all()
    assert whole.same
    assert damaged.trouble is not None and damaged.trouble.en.startswith("record 1 cannot be read")
    assert halved.trouble is not None and "at record 2" in halved.trouble.en


def test_what_is_no_game_of_the_title_is_refused(clerk: Clerk) -> None:
    fief = clerk.open_game(Opening(ruleset="fief-tactics"), "tester", "k").state
    for id in (fief.id, "nosuchgame"):
        refused_with(UnknownGame, "", Recheck(clerk, TITLE).recheck_game, id)
    refused_with(BadRequest, "There is no ruleset chess", Recheck, clerk, "chess")
    assert list(Recheck(clerk, TITLE).recheck_all()) == []


@pytest.mark.usefixtures("fixed")
def test_an_action_that_would_still_be_illegal_does_not_differ(clerk: Clerk, older: Game) -> None:
    """An action that an arbiter let stand and that the newest rules refuse, too, is not reported as
    a difference."""
    seat = next(s for s in older.setting.seats if s not in older.to_act)
    action = next(c.action for s in older.to_act for c in older.rules.legal(older.board, s).choices)
    stands = (
        Rulings(clerk)
        .let_stand(entry(older), seat, action, Grounds("Tour de jeu", "agreement"))
        .state
    )
    rechecked = Recheck(clerk, TITLE).recheck_game(stands.id)
    assert stands.seq - 1 not in [d.seq for d in rechecked.differences]
    assert rechecked.actions == 26


# -- what comes of it, and the outcome -------------------------------------------------------------


@pytest.mark.usefixtures("fixed")
def test_a_fix_of_what_comes_of_an_action_is_found(
    clerk: Clerk, older: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here version 2 recruits one unit more."""
    from domain.titles.northgard import facts as f

    def more(self: object, board: object, seat: str, action: Any, chance: Any) -> tuple[Any, ...]:
        facts = decide(FIXED, board, seat, action, chance)  # type: ignore[arg-type]
        return tuple(
            replace(x, units=x.units + 1) if isinstance(x, f.UnitsRecruited) else x for x in facts
        )

    decide = type(FIXED).decide
    monkeypatch.setattr(type(FIXED), "decide", more)
    monkeypatch.setattr(type(FIXED), "judge", type(RULES).judge)
    rechecked = Recheck(clerk, TITLE).recheck_game(older.id)
    recruited = [
        seq
        for seq in range(2, older.seq + 1)
        if any(isinstance(x, f.UnitsRecruited) for x in facts_of(older, seq))
    ]
    stood = {seq for seq in recruited if older.history.record(seq).body.verdict}  # type: ignore[attr-defined]
    assert (
        [d.seq for d in rechecked.differences]
        == [seq for seq in recruited if seq not in stood]
        != []
    )
    for difference in rechecked.differences:
        assert (difference.what, difference.then.legal, difference.now.legal) == (
            "facts",
            True,
            True,
        )
        assert (
            difference.came is not None
            and difference.comes is not None
            and difference.came != difference.comes
            and difference.comes.fr
        )
        assert difference.in_force == (difference.seq in older.in_force())


@pytest.mark.usefixtures("fixed")
def test_rules_that_want_other_dice_are_found(
    clerk: Clerk, older: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def another(
        self: object, board: object, seat: str, action: Any, chance: Any
    ) -> tuple[Any, ...]:
        chance.die("more", Text("one more", "un de plus"), 6)
        return decide(FIXED, board, seat, action, chance)  # type: ignore[arg-type]

    decide = type(FIXED).decide
    monkeypatch.setattr(type(FIXED), "decide", another)
    rechecked = Recheck(clerk, TITLE).recheck_game(older.id)
    assert {d.what for d in rechecked.differences} == {"verdict", "facts"}
    assert {d.comes.en for d in rechecked.differences if d.comes} == {
        "other dice are asked for than fell."
    }


@pytest.mark.usefixtures("fixed")
def test_a_fix_of_the_outcome_is_named_once(
    clerk: Clerk, older: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    start: Any = older.history.start
    early = Outcome("points", ("blue",), Text("Blue has won.", "Bleu a gagné."))
    monkeypatch.setattr(type(FIXED), "judge", type(RULES).judge)
    monkeypatch.setattr(
        type(FIXED),
        "ranking",
        lambda _self, board, _penalties: Ranking(early if board.sides != start.sides else None),
    )
    (difference,) = Recheck(clerk, TITLE).recheck_game(older.id).differences
    assert (difference.what, difference.came, difference.comes) == (
        "outcome",
        Text("the game goes on.", "la partie continue."),
        early.text,
    )


def test_dice_that_fell_are_the_dice_that_are_told(clerk: Clerk) -> None:
    """Games of every title, some with an annulled action whose dice stand, give the same facts and
    boards when they are rechecked."""
    for title in registry.ids():
        table = Table(clerk, title, name=title, seed=2).play(25)
        crossed = [
            seq
            for seq in table.game.in_force()
            if table.game.history.rolls[seq - 1] != table.game.history.rolls[seq - 2]
        ]
        if crossed:
            table.rule("annul", from_seq=crossed[-1], rolls="stands")
            table.play(6)
        (rechecked,) = Recheck(clerk, title).recheck_all()
        assert rechecked.same and rechecked.actions > 15, rechecked
