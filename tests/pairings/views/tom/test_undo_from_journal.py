"""Undoing the continuation with a TOM file shows a preview, wherever it is pressed."""

import pytest
from django.urls import reverse

from pairings.services.tom import importing, newer_file
from tests import build
from tests.html import markup
from tests.pairings import tom_files as tf

pytestmark = pytest.mark.django_db

ONE = tf.round_(1, [(1, 1, 2), (1, 3, 4)])
NEWER = tf.swiss(4, [ONE, tf.round_(2, [(0, 1, 3), (0, 2, 4)])])


def test_the_journal_leads_to_the_preview(client):
    by = build.user("marta")
    client.force_login(by)
    event = importing.import_event(tf.swiss(4, [ONE]), by=by)
    newer_file.update_from_newer_file(event, NEWER, by=by, filename="newer.tdf")
    line = event.journal.get(kind="TomRoundsAdded")
    answer = client.post(reverse("pairings:undo", args=[event.slug, line.pk]), follow=True)
    assert "Rounds added: 1. They are removed" in markup(answer)
    assert event.divisions.get().rounds.count() == 2
    client.post(reverse("pairings:tom_undo", args=[event.slug]))
    assert event.divisions.get().rounds.count() == 1
