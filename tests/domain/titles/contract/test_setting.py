from typing import Annotated

from msgspec import Meta, Struct

from domain.titles import registry
from domain.titles.contract.ruleset import open_setting
from domain.titles.contract.setting import Setting

TITLE = "northgard-training"


class OlderOptions(Struct, frozen=True):
    strict: bool = True


class NewerOptions(Struct, frozen=True):
    strict: bool = True
    gentle: Annotated[bool, Meta(extra={"since": "0.2.0"})] = False


def digest(options: Struct, version: int = 1) -> str:
    setting = Setting(registry.ruleset(TITLE).catalogs()["default"], None, options, ())
    setting.version = version
    return setting.digest


def test_an_option_added_later_leaves_the_digests_of_older_games() -> None:
    assert digest(NewerOptions()) == digest(OlderOptions())
    assert digest(NewerOptions(gentle=True)) != digest(NewerOptions())
    assert (
        digest(NewerOptions(strict=False))
        == digest(OlderOptions(strict=False))
        != digest(OlderOptions())
    )


def test_settings_of_two_versions_are_two() -> None:
    assert digest(OlderOptions(), 2) != digest(OlderOptions(), 1)


def test_a_setting_carries_the_version_of_its_rules() -> None:
    rules = registry.ruleset(TITLE, 1)
    assert open_setting(rules, rules.catalogs()["default"], {}, None).version == 1
