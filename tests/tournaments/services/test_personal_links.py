"""Personal links: one per entry, impossible to guess, and replaced by a new one."""

import pytest

from core.models import JournalEvent
from tests import build
from tournaments.models import PersonalLink
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db


def test_every_player_has_a_link_of_their_own_without_any_deck_list():
    event = build.event()
    build.add_players(event, 3)
    assert personal_links.create_missing_links(event) == 0
    tokens = set(PersonalLink.objects.values_list("token", flat=True))
    assert len(tokens) == 3
    assert min(map(len, tokens)) >= 24


def test_a_link_is_made_when_it_is_first_asked_for_and_stays():
    entry = build.add_players(build.event(), 1)[0]
    assert personal_links.ensure_link(entry).token == personal_links.ensure_link(entry).token


def test_a_new_link_ends_the_old_one_and_is_in_the_journal():
    entry = build.add_players(build.event(), 1)[0]
    old = personal_links.ensure_link(entry).token
    assert personal_links.renew_personal_link(entry, by=None).token != old
    assert not PersonalLink.objects.filter(token=old).exists()
    assert JournalEvent.objects.get(kind="PersonalLinkRenewed").facts["name"] == str(entry)
