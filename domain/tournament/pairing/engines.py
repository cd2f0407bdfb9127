"""The pairing engines by id and version. The pairings of a released version never change: if an
engine is to pair otherwise, it gets a higher version, and the old one remains.

Every engine has a version for each edition of the tournament rules. A tournament is paired by the
version of the edition that it was opened under. `numbering.py` gives tables their numbers.

| id | pairs |
|---|---|
| `duels` | two players, Swiss: maximum-weight matching by score groups |
| `tables` | tables of three and more, Swiss: the least cost by swaps |
| `heats` | tables of like strength: a snake |
| `planned` | tables of any size, all rounds planned before the first |
| `berger` | round robin |
| `knock-out` | seeds, byes, third place |
| `solo` | everybody alone, at the same deal |
| `fide-dutch` | two players, FIDE's Dutch system, by gacrux (the extra `pairing`), whose version is
part of the source |

`source` is the SHA-256 of the list that `sha256sum` prints for an engine's files, as for a title's
package. For released editions it is computed from the digests in `RELEASED`, so that a file may be
moved, or its wording changed, without changing the `source` of old engines.
"""

import hashlib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.text import Text
from domain.tournament.pairing import duels, dutch, fixed, planned, tables
from domain.tournament.pairing.numbering import in_order, numbered
from domain.tournament.values import EDITION, CannotPair, Engine, Pairing, Question, Stage

ROOM = Path(__file__).parent.parent
SHARED = (
    "berger.py",
    "pairing/position.py",
    "seeds.py",
    "standings/outings.py",
    "standings/points.py",
)
"""The files that all engines use."""


RELEASED: Mapping[int, Mapping[str, str]] = {
    1: {
        "formats/common.py": "f946bb777d046bb36dc1ee74a85878a0829638c57ab5abd3e76a94c1fa661270",
        "formats/trf_writing.py": "9ba5305e7f14543bca44d48558b760dab0a3bfce22ae7a3be1b37f6d4b4d634b",
        "pairing/duels.py": "a24b008b66d2e8296259a2a7fa6211741ca05f02cebb0fa5a001d1bfa0cd9d32",
        "pairing/dutch.py": "973d9ecbc8b10dd72e70af731fbd851f3b321ceb1d23c662d34464394db40d41",
        "pairing/fixed.py": "69c5586315e857bcb3832567e08a6999f8ed9f3c3e17d2b45f7797e9a0b7f72f",
        "pairing/matching.py": "71a03a3b383e8f3213d9572b2176136120a100f9e0f694ccf653c2ad9e772673",
        "pairing/planned.py": "20ad70673c4c2920c70ab3199244291df01ba7ef596c97b73dc17bc7cc2c9492",
        "pairing/position.py": "1ea88f9feceb8621dc80e6a78f595bfd357964ea7c6ecf846814eefcfa2c8661",
        "pairing/schedules.py": "a51ca6c7d06ad27eb4a8a8edcf27f38e24fd0032e08789775beeebd1ae0e8f77",
        "pairing/sizes.py": "44f659b63c5a96c96a0ff28b81d680746964a03b78d5ec0112a15531e826320b",
        "pairing/swaps.py": "c66150833bf2cf361740ebee640844a6a2ad63f861e921f26120f24b8b423d7d",
        "pairing/table_costs.py": "9bb21d4854f3449dfb3d1f76daab21877124a233af316e6043cf5490ab8e077e",
        "pairing/tables.py": "1ac3c892acbb93df9cb013a190349e82fbe42405c35967e200c2d91b971b33e4",
        "seeds.py": "9061dea91e49fd3404b4190c2448ac27e944620a36043dc5a183f4613ece6c9b",
        "standings/outings.py": "0e083f8b219ea9ca919557d0b6c0776cec6b4a3bc8b3191a8393635bd609a8e0",
        "standings/points.py": "9be3e162c2e87fd821c95dda8ebac325ded9fb534116c5fd2bc27386e82d8a0b",
    },
    2: {
        "berger.py": "a7e1c3e3d2b25c6da2b1929bf14db76d9994a2350cd1ca05d7d0db5261122f49",
        "formats/common.py": "f946bb777d046bb36dc1ee74a85878a0829638c57ab5abd3e76a94c1fa661270",
        "formats/trf_writing.py": "4fbed01912da3a092da4c026aba3f3e9fd730448c514c6ffd24da1a52ae9ad94",
        "pairing/duels.py": "1fd2e8658da2f1266b695fc8f0b56272b1c0d5cc4f1b2a29fc1b9ad9d8f87cc5",
        "pairing/dutch.py": "e266289a39b579591e6df480f27b453fedc077abe206c93bf80e002cb4bbd7b7",
        "pairing/fixed.py": "f57924d0aad3ac179da5d692ef3b81077dd71f307b700a2db5382dc6751f92f2",
        "pairing/matching.py": "71a03a3b383e8f3213d9572b2176136120a100f9e0f694ccf653c2ad9e772673",
        "pairing/planned.py": "221941de6b47f153cc34aa7d9ae901ce66e38ab027396c0f393396e2c7196ea1",
        "pairing/position.py": "f2d92b1f26c05d6237799a5b65a4c15c242ce433cd8b887af06ebfff055c5421",
        "pairing/schedules.py": "f765a4f84260725091aa65c6a0f23de3ec0011fd1cc79b5bdb2550d8b2cc6bf4",
        "pairing/sizes.py": "44f659b63c5a96c96a0ff28b81d680746964a03b78d5ec0112a15531e826320b",
        "pairing/swaps.py": "c66150833bf2cf361740ebee640844a6a2ad63f861e921f26120f24b8b423d7d",
        "pairing/table_costs.py": "9bb21d4854f3449dfb3d1f76daab21877124a233af316e6043cf5490ab8e077e",
        "pairing/tables.py": "ec4f06764a1ce1bbc048fd8fe7ac57a9427c19406bbddb728ae45006e82c9f72",
        "seeds.py": "86df04acc4d778b2dbd6b62bf40211ee8fab57264a450293535396c8389d302b",
        "standings/outings.py": "36eb3c77710fd6eb19705956dabd6d6897f0543a3b21e4e97f066974381e9a03",
        "standings/points.py": "e7a3475bd05d965468f0df53e04821e9cf8064e5ee3a2f472bf771aa6b435bb8",
    },
    3: {
        "berger.py": "9b2db503c34f1d3c0e5974b7b28af68ae65ea89f2278a29d7285563f46f80052",
        "formats/common.py": "f7604b91b14ca43d3d7f5fff28ef54955e73170b4abf1e7ce6bf8e5f2f3d580f",
        "formats/starting_ranks.py": "5996398fcd92daabc4c92cd9100cc0c95e1b8086a605095b413b0c65f19e268f",
        "formats/trf_writing.py": "8d30469916b8be747703d5d9fb27aa677ee353d8fd63f0ca8497753da6c87da0",
        "pairing/designs.py": "bc6fbabd93bfc68ef3b858588871e2473b8247841ad1106e6597c5590f412a6a",
        "pairing/duels.py": "5695008aa944ae1a0d33cb1a503830287a157b7c6cb1c08ec58872f28f44fbd1",
        "pairing/dutch.py": "dbeba7937a7c2424e0165af8e1341aeacd05879ed7725a1a29671728bea3c5c1",
        "pairing/fixed.py": "c2acbfa712bcf0eb35751bbe2784d90a2616947b7b20c35b24519f85ff4cb3d6",
        "pairing/matching.py": "181be91a8714117863667eea6127576c5eb5dbffa4864287d4e75ef4703ed67c",
        "pairing/planned.py": "72b30f0c43d185c9dbecbaa13cfebaf50974255bf83d9f4bf71eabd5558830dc",
        "pairing/position.py": "81fb403d33ac5f946606fc9e7e20c1ccbbcea7e320b98c8f098effe2724f1e40",
        "pairing/schedules.py": "b2dc47ab74a2c57eb2dee2379cfa74f375b96b9871422e8eb1ce3781baeaf8ad",
        "pairing/sizes.py": "a24e8b2d68dc5698884843d91c72bb697a8c8f44d92021659f03cfab13cf972b",
        "pairing/swaps.py": "6ca734fae7fd20c159329c2d5137e9c567ce2f92d7fb884eaad7ce14b6ff5445",
        "pairing/table_costs.py": "383abe577afcd4927ed7b992a0ba09457db383ad28e6906d19ccbff294942f02",
        "pairing/tables.py": "290a678c97a91ce8a51eaef35ed0dcd5f1346ce0a60966c1916bac6c22005414",
        "seeds.py": "66abda2307102e319bde81eda64cc2497f05504e5a0e99b8ede09e72fc24ffb2",
        "standings/outings.py": "9fc4cad2d9c2ec8e2cc66bf93e711668c8853eb4f94f8df9c35a3de38b1431ea",
        "standings/points.py": "09e1010b9b65ae9a9f12a4270f61cc4d89362de94d2868bcc59c66593765d555",
    },
    4: {
        "berger.py": "9b2db503c34f1d3c0e5974b7b28af68ae65ea89f2278a29d7285563f46f80052",
        "formats/common.py": "f7604b91b14ca43d3d7f5fff28ef54955e73170b4abf1e7ce6bf8e5f2f3d580f",
        "formats/starting_ranks.py": "ead2c02485315e1a55b98c2f2d57a478145913fece60a95994427a93687abacf",
        "formats/trf_writing.py": "381b0dec3695ba12260757057f841679d255a7e446e0d7feea8e5f1c67d7167d",
        "pairing/designs.py": "bc6fbabd93bfc68ef3b858588871e2473b8247841ad1106e6597c5590f412a6a",
        "pairing/duels.py": "0fc66c54f0ed38e6142205f864983e7d36f9565873d1a26977553705a941db64",
        "pairing/dutch.py": "e5d7bfff61fbaba4e6b98115fe75e0a5ab24f6309ddd8c2c3b3db303461850b0",
        "pairing/fixed.py": "10b77445d00bf7be65ca5441a2f5e08462cb17d04b504ab0f49c91f7b84a59e8",
        "pairing/matching.py": "e612d454c71a0dc3bd80de8bca4405ce3c71a8babe805d463f4a9501334fe245",
        "pairing/planned.py": "4ea6d46e7ae4eae55f674a0903c9d5592d13bf29619749c6a70159b5e311cf96",
        "pairing/position.py": "a8d306e4e70a6a0cbc4094d9d2e05d884bad57bf4585f9acb6f279929cfb216f",
        "pairing/schedules.py": "1525a3a54ea97af677861b85bd4fa6cf023d0e61f458278d0ccac1f635d5a0a8",
        "pairing/sizes.py": "839576960e1418c44a861e33cf9da63c06ad455f0144eaf60326c78a66ea6025",
        "pairing/swaps.py": "bb8c820641cf799ea757223e0c54245adf1c036a824d560e6dac3c804cc28c7e",
        "pairing/table_costs.py": "dab1cc0a258e93cefefa893b652e750d74349c3a9a3fd1338bcbfcf6911dbcd3",
        "pairing/tables.py": "f73a36c79d463b5d5842a09054f63f39c10fb8208daf2f017e2caf512980386c",
        "seeds.py": "66abda2307102e319bde81eda64cc2497f05504e5a0e99b8ede09e72fc24ffb2",
        "standings/outings.py": "ff16c8bbde4290a3ead97bc9f6fe1be390fc385e5ab72cb18c8c5ac82a6f63fe",
        "standings/points.py": "3acaa836eae9b642d13bc6c44f4b9935a73a982f0ceabbc969a5d7d1e319a917",
    },
}
"""By edition, the SHA-256 of each file of its engines when the edition was released. Tests pin the
pairings of these engines."""

TABLES = ("pairing/tables.py", "pairing/sizes.py", "pairing/swaps.py", "pairing/table_costs.py")
DUTCH = (
    "pairing/dutch.py",
    "formats/starting_ranks.py",
    "formats/trf_writing.py",
    "formats/common.py",
)
FIXED = ("pairing/fixed.py", "pairing/schedules.py", "pairing/designs.py")

Pair = Callable[[Question], Pairing]
Weigh = Callable[[Question, Pairing], Pairing]


@cache
def engines() -> tuple[Engine, ...]:
    return tuple(engine for edition in range(1, EDITION + 1) for engine in _engines_of(edition))


def _engines_of(edition: int) -> tuple[Engine, ...]:
    def engine(id: str, pair: Pair, weigh: Weigh, *files: str, also: str = "") -> Engine:
        return Engine(
            id,
            edition,
            _source(edition, *files, also=also),
            lambda question: numbered(pair(_in_edition(edition, question)), question.field),
            lambda question, pairing: numbered(
                weigh(_in_edition(edition, question), in_order(pairing)), question.field
            ),
        )

    return (
        engine("duels", duels.pair, duels.weigh, "pairing/duels.py", "pairing/matching.py"),
        engine("tables", tables.pair, tables.weigh, *TABLES),
        engine("heats", tables.pair_heats, tables.weigh_heats, *TABLES),
        engine(
            "planned",
            planned.pair,
            planned.weigh,
            "pairing/planned.py",
            "pairing/schedules.py",
            "pairing/designs.py",
            *TABLES,
        ),
        engine("berger", fixed.round_robin, fixed.weighed(fixed.round_robin), *FIXED),
        engine("knock-out", fixed.knock_out, fixed.weighed(fixed.knock_out), *FIXED),
        engine(
            "fide-dutch",
            dutch.pair,
            fixed.weighed(dutch.pair),
            *DUTCH,
            also=dutch.package_version(),
        ),
        engine("solo", fixed.solo, fixed.weighed(fixed.solo), *FIXED),
    )


def _in_edition(edition: int, question: Question) -> Question:
    return replace(question, field=replace(question.field, edition=edition))


def _source(edition: int, *files: str, also: str = "") -> str:
    released = RELEASED.get(edition)
    names = sorted(name for name in {*files, *SHARED} if released is None or name in released)
    digests = [
        released[name]
        if released is not None
        else hashlib.sha256((ROOM / name).read_bytes()).hexdigest()
        for name in names
    ]
    lines = (f"{sha256}  ./{name}\n" for sha256, name in zip(digests, names, strict=True))
    return hashlib.sha256(("".join(lines) + also).encode()).hexdigest()


DEFAULTS = {
    "swiss": "tables",
    "planned": "planned",
    "round-robin": "berger",
    "knock-out": "knock-out",
    "heats": "heats",
    "challenge": "solo",
}
"""The engine of a stage that names none; but `duels` where a Swiss stage has tables of two."""


def engine(id: str, version: int = 0) -> Engine:
    """The engine with this id and version (0: the newest). Raises `CannotPair` if there is
    none."""
    versions = [
        candidate
        for candidate in engines()
        if candidate.id == id and version in (0, candidate.version)
    ]
    if not versions:
        listed = ", ".join(sorted({candidate.id for candidate in engines()}))
        raise CannotPair(
            Text(
                "There is no pairing engine {id}{version}: there are {listed}.",
                id=id,
                version=Text(" in version {version}", version=version) if version else "",
                listed=listed,
            ),
        )
    return max(versions, key=lambda candidate: candidate.version)


def engine_of(stage: Stage, edition: int = EDITION) -> Engine:
    """The engine that pairs a stage in this edition: the one that the stage names or, if it names
    none, the engine of the stage's format."""
    default = "duels" if stage.format == "swiss" and stage.duel else DEFAULTS[stage.format]
    return engine(stage.engine or default, edition)


class Compared(Struct, frozen=True):
    """A pairing made by hand beside the engine's own, both with their costs. `part`: the first part
    in which the costs differ ("" if none does), with its value in both (`by_hand`, `by_engine`)."""

    hand: Pairing
    engine: Pairing
    part: str = ""
    by_hand: int = 0
    by_engine: int = 0


def compared(question: Question, engine: Engine, hand: Pairing) -> Compared:
    """Compare a pairing made by hand with the engine's. Raises `CannotPair` if the engine finds
    none."""
    mine, own = engine.weigh(question, hand), engine.pair(question)
    for cost, other in zip(mine.cost, own.cost, strict=True):
        if cost.value != other.value:
            return Compared(mine, own, cost.part, cost.value, other.value)
    return Compared(mine, own)
