import re

from flask import Flask

from api import create_app
from domain.game.clerk.clerk import Clerk
from ops.stores.log.cosignatures import Cosignatures
from projections.read.views import Views
from tests.api.proof.test_audit import NOON, store_cosignature
from tests.builders.api.client import KEY
from tests.builders.api.disputes import Dispute
from tests.builders.api.judging import Judge
from tests.builders.logs import Log
from tests.builders.stores import VIEWS_KEY
from tests.builders.world import CLUB


def proofs(judge: Judge) -> list[str]:
    return [
        re.sub(r"<[^>]+>", "", piece).strip()
        for piece in re.findall(r'<span class="proof \w+">(.*?)</span>', judge.desk_page())
    ]


# -- what else may be away -------------------------------------------------------------------------


def test_without_redis_or_a_log_rulings_go_on_and_the_desk_says_what_is_not_proven(
    clerk: Clerk,
) -> None:
    table = Dispute(
        create_app(clerk, Views("redis://127.0.0.1:1/0", VIEWS_KEY), KEY), clerk
    ).played_for(3)
    claim = table.done("red", "/claims", {"seat": "red", "about": 3, "text": "No."})["seq"]
    judge = Judge(table)
    assert "This service keeps no signed log." in judge.page
    assert (proofs(judge), f"{judge.base}/bundle" in judge.page) == ([], False)
    judge.preview_remedy({"type": "penalty", "seat": "red", "points": -1}, claim=claim)
    assert judge.record().status_code == 200
    assert table.read("arbiter")["open_claims"] == []
    judge.go(f"{judge.base}/audit")
    assert "nothing here is proven" in judge.page
    assert judge.go(f"{judge.base}/irregularities").status_code == 200


def test_each_record_says_how_far_it_is_proven(
    app: Flask, clerk: Clerk, witnessed: tuple[Log, Cosignatures]
) -> None:
    book, heads = witnessed
    table = Dispute(app, clerk)
    judge = Judge(table)
    assert proofs(judge) == ["not in the log yet"]
    book.writer.intake.add_rows()
    assert proofs(judge) == ["in the log, not signed yet"]
    book.log_and_sign_all()
    assert proofs(judge) == ["✓ signed"]
    store_cosignature(book, heads, CLUB, NOON)
    table.played.play(1)
    assert proofs(judge) == ["not in the log yet", "✓ cosigned by 1 of 2"]
    receipt = re.findall(r'class="proof cosigned"><a href="([^"]+)"', judge.page)[0]
    assert judge.client.get(receipt).text.startswith("c2sp.org/tlog-proof@v1")
