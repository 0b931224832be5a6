"""Choosing which pages staff see, with its journal line and its undo."""

import pytest

from core.sentences import journal_text
from core.services import undo
from tests import build
from tournaments.engine.features import FEATURES
from tournaments.feature_words import OF_CODE, feature_links, features_text
from tournaments.models import Tournament
from tournaments.services import events, features

pytestmark = pytest.mark.django_db
CAN = {"view": True, "report": True, "run": True, "organize": True}


def keys(event: Tournament) -> list[str]:
    return [link.key for link in feature_links(event, CAN)]


def test_a_new_challenge_shows_the_short_path_and_a_regional_everything():
    challenge = events.create_event(by=None, name="Challenge", kind="league_challenge", starts_at=build.NOON)
    assert challenge.features == []
    assert keys(challenge) == []
    regional = events.create_event(by=None, name="Regional", kind="regional", starts_at=build.NOON)
    assert regional.features is None


def test_the_choice_is_stored_written_down_and_undone_by_the_same_switch():
    event = build.event(small=True)
    held = features.choose_features(event, by=None, features=["staff", "deck_lists"])
    assert held.features == ["deck_lists", "staff"]
    assert keys(held) == ["lists", "staff"]
    features.choose_features(event, by=None, features=None)
    features.choose_features(event, by=None, features=["deck_lists", "staff"])
    event.refresh_from_db()
    assert event.features == ["deck_lists", "staff"]
    lines = event.journal.filter(kind="FeaturesChosen").order_by("pk")
    assert [line.facts["after"] for line in lines] == [["deck_lists", "staff"], None, ["deck_lists", "staff"]]
    assert [line.facts["before"] for line in lines] == [[], ["deck_lists", "staff"], None]


def test_nothing_is_written_where_nothing_changes():
    event = build.event(small=True)
    features.choose_features(event, by=None, features=[])
    assert not event.journal.filter(kind="FeaturesChosen").exists()


def test_undo_gives_back_what_was_unless_it_was_chosen_again():
    event = build.event(small=True)
    features.choose_features(event, by=None, features=None)
    line = event.journal.get(kind="FeaturesChosen")
    features.choose_features(event, by=None, features=["journal"])
    assert build.refusal(undo.undo_step, line, by=None).code == "UNDO_OVERTAKEN"
    features.choose_features(event, by=None, features=None)
    undo.undo_step(event.journal.filter(kind="FeaturesChosen").latest("pk"), by=None)
    event.refresh_from_db()
    assert event.features == ["journal"]


def test_the_journal_names_what_is_shown():
    sentence = journal_text("FeaturesChosen", {"before": None, "after": ["journal"]})
    assert sentence == "Pages shown to staff: what a small event needs, Journal"
    assert features_text(None) == "everything"


def test_drafts_are_offered_where_cards_are_drafted():
    event = build.event(small=True)
    features.choose_features(event, by=None, features=list(FEATURES))
    event.refresh_from_db()
    assert "drafts" not in keys(event)
    event.play_style = "limited"
    assert "drafts" in keys(event)


def test_every_feature_has_words_and_pages():
    assert tuple(OF_CODE) == FEATURES
    assert all(feature.links for feature in OF_CODE.values())
