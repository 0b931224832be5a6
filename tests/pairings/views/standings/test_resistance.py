"""The resistance of one player as a PDF: the figures of the screen, for everyone."""

import pytest
from django.urls import reverse

from core.percentages import format_percent
from pairings.queries.standings.standing_explained import explain_place
from tests import build
from tests.asking import text_of
from tests.pairings import build as pairings
from tests.papers import pages, paper

pytestmark = pytest.mark.django_db


def sheet(client, division, entry, query="", language="en"):
    where = reverse("pairings:resistance", args=[division.tournament.slug, entry]) + query
    return client.get(where, headers={"accept-language": language})


def test_each_opponent_with_record_and_percentage_and_both_averages(client):
    """M-022 to M-025."""
    made = pairings.division(9)
    pairings.play(made)
    pairings.play(made)
    for entry in made.entries.all():
        found = explain_place(made, entry.pk)
        for language, size in (("en", "a4"), ("es", "letter"), ("fr", "a4"), ("pt-br", "letter")):
            answer = sheet(client, made, entry.pk, f"?paper={size}", language)
            (text,) = pages(answer.content)
            assert paper(answer.content) == {(595, 842) if size == "a4" else (612, 792)}
            assert found.person.name in text
            assert all(step.opponent is None or step.opponent.name in text for step in found.steps)
            if language == "en":
                assert format_percent(found.figures.tie_breaks["owp"]) in text
                assert format_percent(found.figures.tie_breaks["oowp"]) in text


def test_children_and_earlier_rounds(client):
    event = build.event(divisions=("all",))
    build.add_players(event, 4, birth_years=(2016,))
    made = event.divisions.select_related("tournament").get()
    pairings.play(made)
    pairings.play(made)
    entry = made.entries.select_related("player").first()
    (text,) = pages(sheet(client, made, entry.pk, "?after=1").content)
    assert "Round 2" not in text
    assert "after round 1" in text
    assert entry.player.last_name not in text
    client.force_login(pairings.organizer(made))
    assert entry.player.last_name in pages(sheet(client, made, entry.pk).content)[0]


def test_before_the_first_round_there_is_none_and_afterwards_the_explained_place_leads_to_it(client):
    made = pairings.division(4)
    entry = made.entries.first()
    assert sheet(client, made, entry.pk).status_code == 404
    pairings.play(made)
    assert sheet(client, made, entry.pk, "?after=nonsense").status_code == 200
    link = reverse("pairings:resistance", args=[made.tournament.slug, entry.pk])
    page = reverse("pairings:standings", args=[made.tournament.slug])
    assert f"{link}?after=1" in text_of(client, f"{page}?why={entry.pk}")
    client.force_login(pairings.organizer(made))
    assert link in text_of(client, reverse("floor:player_matches", args=[made.tournament.slug, entry.pk]))
