"""The attendance list: filters, counts, and a tap that returns one row."""

import re

import pytest
from django.urls import reverse

from tests import build
from tests.html import markup, words
from tests.tournaments.views.ask import RUNNERS, answers, only, organizer, queries
from tournaments.services import entries

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return build.event()


def url(event, query=""):
    return reverse("tournaments:door", args=[event.slug]) + query


def listed(page):
    """Return the entries on the page in order, and whether their buttons are pressed."""
    rows = re.findall(r'id="tap-(\d+)".*?aria-pressed="(true|false)"', markup(page))
    return [(int(pk), pressed == "true") for pk, pressed in rows]


def test_who_may_come(event):
    assert answers(url(event), event) == only(*RUNNERS)


def test_it_opens_with_those_who_are_missing(event):
    here, missing = build.add_players(event, 2)
    entries.check_out_entry(missing, by=None)
    client = organizer(event)
    assert listed(client.get(url(event))) == [(missing.pk, False)]
    assert listed(client.get(url(event, "?show=here"))) == [(here.pk, True)]
    assert sorted(listed(client.get(url(event, "?show=all")))) == [(here.pk, True), (missing.pk, False)]
    assert listed(client.get(url(event, "?show=nonsense"))) == [(missing.pk, False)]


@pytest.mark.parametrize("text", ["angstrom", "ÅNGSTRÖM", "Zoe", "ang zoe", "1000001"])
def test_find_without_accents(event, text):
    zoe, *_others = build.add_players(event, 5, checked_in=False)
    page = organizer(event).get(url(event), {"q": text})
    assert [pk for pk, _pressed in listed(page)] == [zoe.pk]
    assert f'value="{text}"' in markup(page)


def test_one_division(event):
    event = build.event(divisions=("junior_senior", "masters"))
    young, old = build.add_players(event, 2, birth_years=(2014, 1990), checked_in=False)
    client = organizer(event)
    assert listed(client.get(url(event, "?division=junior_senior"))) == [(young.pk, False)]
    page = client.get(url(event, "?division=masters"))
    assert listed(page) == [(old.pk, False)]
    assert "of 1 checked in" in markup(page)


def test_a_tap_without_script_comes_back_to_the_same_list(event):
    (entry,) = build.add_players(event, 1, checked_in=False)
    client = organizer(event)
    page = markup(client.get(url(event)))
    _head, listed = page.split('id="door-list"')
    back, tap = re.search(r'name="next" value="([^"]+)".*? formaction="([^"]+)"', listed, re.DOTALL).groups()
    answer = client.post(tap, {"next": back}, follow=True)
    assert answer.redirect_chain[-1][0].startswith(url(event, "?show=missing"))
    assert "Check in everyone" in markup(answer)
    entry.refresh_from_db()
    assert entry.checked_in_at is not None


def test_a_tap_with_script_brings_the_row_and_the_counts_alone(event):
    tapped, other = build.add_players(event, 2, checked_in=False)
    client = organizer(event)
    tap = reverse("pairings:check_in", args=[event.slug, tapped.pk])
    answer = client.post(
        tap,
        {"next": url(event, "?show=missing")},
        follow=True,
        headers={"HX-Request": "true", "HX-Target": f"entry-{tapped.pk}"},
    )
    assert listed(answer) == [(tapped.pk, True)]
    fragment = markup(answer)
    assert f"entry-{other.pk}" not in fragment
    assert "<html" not in fragment
    assert 'id="here"' in fragment
    assert "of 2 checked in" in fragment
    assert reverse("pairings:check_out", args=[event.slug, tapped.pk]) in fragment


def test_a_refused_tap_says_why(event):
    (entry,) = build.add_players(event, 1, checked_in=False)
    client = organizer(event)
    entries.drop_entry(entry, by=None, round_number=0)
    tap = reverse("pairings:check_in", args=[event.slug, entry.pk])
    answer = client.post(
        tap,
        {"next": url(event)},
        follow=True,
        headers={"HX-Request": "true", "HX-Target": f"entry-{entry.pk}"},
    )
    assert "has already dropped" in markup(answer)
    assert listed(answer) == []


def test_everybody_is_here(event):
    build.add_players(event, 3, checked_in=False)
    client = organizer(event)
    page = markup(client.get(url(event)))
    everybody = reverse("pairings:check_in_all", args=[event.slug])
    assert f'href="{everybody}"' in page
    client.post(everybody, {"next": url(event)})
    assert event.entries.filter(checked_in_at=None).count() == 0
    assert everybody not in markup(client.get(url(event)))


def test_those_who_left_cannot_be_tapped(event):
    left, out = build.add_players(event, 2)
    entries.drop_entry(left, by=None, round_number=2)
    entries.disqualify_entry(out, by=None, round_number=2)
    page = organizer(event).get(url(event, "?show=left"))
    assert listed(page) == []
    assert "Dropped in round 2" in markup(page)
    assert "Disqualified" in markup(page)


def test_nobody_yet(event):
    assert "No players yet" in markup(organizer(event).get(url(event)))


def test_no_birth_year_at_the_door(event):
    build.add_players(event, 1, birth_years=(1987,), checked_in=False)
    assert "1987" not in words(markup(organizer(event).get(url(event))))


def test_the_same_queries_for_any_field():
    counts = set()
    for n in (1, 3, 300):
        event = build.event()
        build.add_players(event, n, checked_in=False)
        counts.add(queries(organizer(event), url(event)))
    assert len(counts) == 1
