"""Which events start with the short path."""

import pytest

from tournaments.engine.features import FEATURES, features_in_page_order, kind_starts_with_short_path
from tournaments.engine.kinds import KINDS, default_event_settings


@pytest.mark.parametrize(
    ("kind", "small"),
    [
        ("league_challenge", True),
        ("league_cup", True),
        ("league_session", True),
        ("two_on_two", True),
        ("team_battle", True),
        ("custom", True),
        ("prerelease", True),
        ("regional", False),
        ("side_event", False),
    ],
)
def test_each_kind_as_it_usually_is(kind, small):
    usual = default_event_settings(kind)
    assert kind_starts_with_short_path(kind, usual.event_class, usual.play_style) is small


def test_every_kind_is_asked_above():
    named = test_each_kind_as_it_usually_is.pytestmark[0].args[1]
    assert {kind for kind, _small in named} == KINDS.keys()


@pytest.mark.parametrize("kind", KINDS)
def test_no_premier_event_and_of_those_with_packs_only_a_prerelease_starts_small(kind):
    assert not kind_starts_with_short_path(kind, "international", "constructed")
    assert kind_starts_with_short_path(kind, "unofficial", "limited") is (kind == "prerelease")
    assert not kind_starts_with_short_path("regional", "unofficial", "constructed")


def test_features_come_in_the_order_of_the_pages_and_once():
    assert features_in_page_order(["journal", "staff", "journal", "sorcery"]) == ["staff", "journal"]
    assert features_in_page_order(reversed(FEATURES)) == list(FEATURES)
