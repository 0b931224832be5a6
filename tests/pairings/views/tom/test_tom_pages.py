"""With TOM, and the report of an event: who may see them, what they say, which files they offer."""

import re
from datetime import datetime, timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from core.services import undo
from pairings.engine import tdf
from pairings.engine.outcomes import Outcome
from pairings.models import TomDetails
from pairings.queries import tom as queries
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.tom import importing
from tests import build
from tests.asking import text_of
from tests.html import markup
from tests.pairings import build as pairings
from tests.pairings import tom_files as tf
from tournaments.models import Division, Tournament

pytestmark = pytest.mark.django_db

TWO = [(1, 1, 2), (1, 3, 4)]


def at(event: Tournament, name: str = "tom") -> str:
    return reverse(f"pairings:{name}", args=[event.slug])


def played(players: int = 4, rounds: int = 2, **fields: object) -> Division:
    """Create a division whose players all have a Player ID and a birth year."""
    division = pairings.division(players, **fields)
    for number, entry in enumerate(division.entries.order_by("pk"), start=1):
        entry.player_number, entry.birth_year = str(700 + number), 1990
        entry.save()
    if rounds:
        pairings.play(division, rounds)
    return division


class TestFile:
    def test_it_is_the_organizers_alone(self, client):
        event = played().tournament
        assert client.get(at(event, "tom_file")).status_code == 302
        for role in ("judge", "scorekeeper", "head_judge"):
            client.force_login(build.staff(event, role))
            assert client.get(at(event, "tom_file")).status_code == 403
        client.force_login(build.staff(event, "organizer"))
        response = client.get(at(event, "tom_file"))
        assert response.status_code == 200
        assert "no-store" in response["Cache-Control"]
        assert response["Content-Disposition"] == f'attachment; filename="{event.slug}.tdf"'
        assert tdf.read_tdf_file(response.content).stage == 4

    def test_players_without_a_player_id_are_said_before_and_instead(self, client):
        division = played()
        leaver = division.entries.first()
        leaver.player_number = None
        leaver.save()
        client.force_login(pairings.organizer(division))
        assert f"Without a Player ID: {leaver}" in text_of(client, at(division.tournament))
        response = client.get(at(division.tournament, "tom_file"), follow=True)
        assert f"Add the Player ID of {leaver}" in markup(response)

    def test_what_tom_cannot_hold_is_said_before_the_download(self, client):
        division = played(rounds=1, best_of=3, round_minutes=50)
        match = division.rounds.get().matches.first()
        match.games_left, match.games_right, match.reason = 2, 0, "concession"
        match.save()
        client.force_login(pairings.organizer(division))
        text = text_of(client, at(division.tournament))
        for expected in (
            "not the games of a best of three",
            "TOM stores no reason",
            "one list serves all ages",
            "The sanction number is missing",
            "The organizer’s Player ID is missing",
            "no room for deck lists, drafts, penalties",
        ):
            assert expected in text

    def test_a_final_file_has_standings_where_toms_had_none(self, client):
        rounds = [tf.round_(1, TWO), tf.round_(2, [(1, 1, 3), (1, 2, 4)], stage=8)]
        data = tf.swiss(4, rounds)
        event = importing.import_event(data, by=None)
        client.force_login(build.staff(event, "organizer"))
        assert client.get(at(event, "tom_file")).content == data
        final = tdf.read_tdf_file(client.get(at(event, "tom_file") + "?final=1").content)
        assert final.stage == 5
        assert final.standings[0].places[0][0] == tf.user_id(1)


class TestDetails:
    def test_they_are_in_the_file_in_the_journal_and_can_be_undone(self, client):
        division = played()
        event, by = division.tournament, pairings.organizer(division)
        client.force_login(by)
        sent = {
            "organizer_name": "Ana O'Neil",
            "organizer_id": "123",
            "state": "SP",
            "overflow_table_start": "20",
        }
        assert client.post(at(event, "tom_details"), sent).status_code == 302
        read = tdf.read_tdf_file(queries.export_tom_file(event).data)
        assert (read.organizer_name, read.organizer_id, read.state, read.overflow_table_start) == (
            "Ana O'Neil",
            "123",
            "SP",
            20,
        )
        line = event.journal.get(kind="TomDetailsChanged")
        undo.undo_step(line, by=by)
        assert TomDetails.objects.get().organizer_id == ""

    def test_a_wrong_one_is_said_and_nothing_typed_is_lost(self, client):
        division = played(rounds=0)
        client.force_login(pairings.organizer(division))
        response = client.post(
            at(division.tournament, "tom_details"),
            {"organizer_name": "Ana", "organizer_id": "x9", "state": "", "overflow_table_start": "0"},
        )
        assert response.status_code == 422
        page = markup(response)
        assert "A Player ID has digits only." in page
        assert 'value="x9"' in page
        assert not TomDetails.objects.exists()


class TestCompare:
    def compared(self, client, event: Tournament, data: bytes) -> str:
        client.force_login(build.staff(event, "scorekeeper"))
        response = client.post(at(event, "tom_compare"), {"file": SimpleUploadedFile("tom.tdf", data)})
        assert response.status_code == 200, markup(response)
        return " ".join(markup(response).split())

    def test_the_same_file_has_no_difference(self, client):
        rounds = [tf.round_(1, TWO), tf.round_(2, [(1, 1, 3), (1, 2, 4)], stage=8)]
        data = tf.swiss(4, rounds)
        page = self.compared(client, importing.import_event(data, by=None), data)
        assert "No difference" in page
        assert ": matches 4, places 4." in page

    def test_places_and_matches_that_differ_are_named_with_the_reason(self, client):
        event = importing.import_event(tf.swiss(4, [tf.round_(1, TWO)]), by=None)
        dropped = (
            "<starter>true</starter><dropped><status>1</status><round>1</round>"
            "<timestamp>11/14/2026 13:00:00</timestamp></dropped>"
        )
        everybody = [tf.player(n, more="<starter>true</starter>") for n in (1, 2, 3)] + [
            tf.player(4, more=dropped),
            tf.player(9),
        ]
        first = tf.round_(1, [(2, 2, 1), (2, 3, 4)])
        theirs = tf.file(everybody, [tf.pod([1, 2, 3, 4, 9], [first, tf.round_(2, [(5, 9, 0)])])], minutes=25)
        page = self.compared(client, event, theirs)
        for text in (
            "Minutes per Swiss round",
            "Zoë 9 Núñez",
            "Zoë 4 Núñez: Dropped in round",
            "Masters, round 1, table 2: Zoë 3 Núñez – Zoë 4 Núñez",
            "Zoë 3 Núñez won",
            "Zoë 4 Núñez won",
            "Masters, round 2",
            "Match points differ",
        ):
            assert text in page
        assert "table 1: Zoë 1" not in page, "the same result with the seats changed is no difference"

    def test_nothing_is_changed(self, client):
        data = tf.swiss(4, [tf.round_(1, TWO)])
        event = importing.import_event(data, by=None)
        self.compared(client, event, tf.swiss(4, [tf.round_(1, [(2, 1, 2), (1, 3, 4)])]))
        assert queries.export_tom_file(event).data == data

    @pytest.mark.parametrize("data", [b"", b"<html/>", b"<!DOCTYPE x [<!ENTITY a 'b'>]><tournament/>"])
    def test_a_wrong_file_says_what_is_wrong(self, client, data):
        event = played().tournament
        client.force_login(build.staff(event, "organizer"))
        response = client.post(at(event, "tom_compare"), {"file": SimpleUploadedFile("tom.tdf", data)})
        assert response.status_code == 422

    def test_judges_may_not(self, client):
        event = played().tournament
        client.force_login(build.staff(event, "judge"))
        assert client.get(at(event)).status_code == 403
        assert client.post(at(event, "tom_compare"), {}).status_code == 403


class TestReport:
    """R-099: what to hand in, by when, and a checkbox that stays checked."""

    def test_before_the_last_round_nothing_is_due(self, client):
        division = played(rounds=1)
        client.force_login(pairings.organizer(division))
        assert "Not all rounds have been played." in text_of(client, at(division.tournament, "event_report"))

    def test_then_a_day_the_file_and_the_sheets(self, client):
        division = played(8, 3, sanction_id="26-11-000009")
        event = division.tournament
        client.force_login(pairings.organizer(division))
        page = markup(client.get(at(event, "event_report")))
        assert "Report by " in page
        assert "26-11-000009" in page
        for link in (
            at(event, "tom_file") + "?final=1",
            at(event, "spreadsheet"),
            reverse("pairings:sheet", args=[event.slug, "standings"]),
        ):
            assert f'href="{link}"' in page
            assert client.get(link).status_code == 200

    @pytest.mark.parametrize(
        ("zone", "day"), [("Pacific/Auckland", "29 November 2026"), ("America/Lima", "28 November 2026")]
    )
    def test_a_week_after_the_day_the_last_round_ended_in_the_hall(self, client, zone, day):
        """Round 3 was closed at 13:00 UTC on 21 November, which is the 22nd in New Zealand."""
        division = played(8, 3, timezone=zone)
        self.closed(division, build.NOON + timedelta(hours=1))
        client.force_login(pairings.organizer(division))
        assert day in text_of(client, at(division.tournament, "event_report"))

    @pytest.mark.parametrize(
        ("days", "text"), [(7, "Report by {}."), (8, "This should have been reported by {}. Report it now.")]
    )
    def test_it_is_late_the_day_after(self, client, days, text):
        division = played(8, 3)
        ended = timezone.now() - timedelta(days=days)
        self.closed(division, ended)
        client.force_login(pairings.organizer(division))
        due = date_format(ended + timedelta(days=7), "j F Y")
        page = text_of(client, at(division.tournament, "event_report"))
        assert text.format(due) in page
        assert ("This should have been" in page) is (days > 7)

    def closed(self, division: Division, at: datetime) -> None:
        """Set the rounds of a division as closed one hour apart, the last one at the given time."""
        for before, round_ in enumerate(division.rounds.order_by("-number")):
            round_.closed_at = at - timedelta(hours=before)
            round_.save()

    def test_the_tick_stays_and_can_be_undone(self, client):
        division = played(8, 3)
        event = division.tournament
        client.force_login(pairings.organizer(division))
        client.post(at(event, "event_reported"), {"reported": "yes"})
        event.refresh_from_db()
        assert event.reported_at is not None
        assert "Reported on " in text_of(client, at(event, "event_report"))
        client.post(at(event, "event_reported"), {"reported": "no"})
        event.refresh_from_db()
        assert event.reported_at is None

    def test_organizers_alone(self, client):
        event = played().tournament
        client.force_login(build.staff(event, "head_judge"))
        assert client.get(at(event, "event_report")).status_code == 403
        assert client.post(at(event, "event_reported"), {"reported": "yes"}).status_code == 403


class TestNewerFile:
    """A file that is further than the event: what can be done, and continuing with it."""

    EARLIER = tf.swiss(4, [tf.round_(1, TWO)])
    NEWER = tf.swiss(4, [tf.round_(1, TWO), tf.round_(2, [(0, 1, 3), (0, 4, 2)])])

    def compared(self, client, event: Tournament, data: bytes):
        return client.post(at(event, "tom_compare"), {"file": SimpleUploadedFile("newer.tdf", data)})

    def test_the_comparison_offers_to_continue_and_adds_the_rounds(self, client):
        event = importing.import_event(self.EARLIER, by=build.user("marta"))
        client.force_login(event.staff.get().user)
        page = self.compared(client, event, self.NEWER)
        assert "The TOM file continues this event" in markup(page)
        assert "All of it can be undone in one step" in markup(page)
        assert [row[1:] for _title, rows in page.context["groups"] for row in rows] == [
            ("missing", "present")
        ]
        answer = client.post(at(event, "tom_continue"), page.context["confirm"].initial, follow=True)
        assert "1 round added" in markup(answer)
        assert event.divisions.get().rounds.count() == 2
        again = client.post(at(event, "tom_continue"), page.context["confirm"].initial, follow=True)
        assert "no rounds or results that are not already here" in markup(again)

    def test_what_is_in_the_way_is_said(self, client):
        event = importing.import_event(self.EARLIER, by=build.user("marta"))
        client.force_login(event.staff.get().user)
        other = tf.swiss(3, [tf.round_(1, [(1, 1, 2), (5, 3, 0)]), tf.round_(2, [(0, 1, 3), (5, 2, 0)])])
        page = self.compared(client, event, other)
        assert page.context["confirm"] is None
        assert "it also differs from what is already here" in markup(page)
        assert "Zoë 4 Núñez is here, but not in the file." in markup(page)
        older = self.compared(client, event, tf.swiss(4))
        assert "This event is newer than the file" in markup(older)
        assert "Round 1 is here, but not in the file." in markup(older)

    def test_a_corrected_result_is_listed_before_it_is_taken_over_and_undone_on_its_page(self, client):
        event = importing.import_event(self.EARLIER, by=build.user("marta"))
        client.force_login(event.staff.get().user)
        other = tf.swiss(4, [tf.round_(1, [(3, 1, 2), TWO[1]]), tf.round_(2, [(0, 1, 3), (0, 4, 2)])])
        page = self.compared(client, event, other)
        assert "Round 1, table 1: Zoë 1 Núñez – Zoë 2 Núñez: Zoë 1 Núñez won → tie" in markup(page)
        assert 'name="replaces"' not in markup(page)
        client.post(at(event, "tom_continue"), page.context["confirm"].initial)
        assert at(event, "tom_undo") in markup(client.get(at(event)))
        preview = markup(client.get(at(event, "tom_undo")))
        assert "Rounds added: 1. They are removed" in preview
        assert "Results corrected: 1. They are as before." in preview
        done = client.post(at(event, "tom_undo"), follow=True)
        assert "Everything is back as it was before TOM file newer.tdf." in markup(done)
        assert event.divisions.get().rounds.count() == 1
        again = client.get(at(event, "tom_undo"), follow=True)
        assert "Nothing from a TOM file can be undone here now." in markup(again)

    def test_a_result_entered_here_is_named_and_needs_its_tick(self, client):
        event = importing.import_event(
            tf.swiss(4, [tf.round_(1, [(0, 1, 2), TWO[1]])]), by=build.user("marta")
        )
        client.force_login(event.staff.get().user)
        match = event.divisions.get().rounds.get().matches.get(outcome="pending")
        results.enter_result(match, MatchResult(Outcome.RIGHT), by=None)
        page = self.compared(client, event, self.NEWER)
        assert "Round 1, table 1: Zoë 1 Núñez – Zoë 2 Núñez: Zoë 2 Núñez won → Zoë 1 Núñez won" in markup(
            page
        )
        sent = page.context["confirm"].initial
        refused = client.post(at(event, "tom_continue"), sent, follow=True)
        assert "would be replaced by those of the file" in markup(refused)
        match.refresh_from_db()
        assert match.outcome == Outcome.RIGHT
        ticked = sent | {"replaces": re.search(r'name="replaces"\s+value="(\w+)"', markup(page))[1]}
        assert "1 round added" in markup(client.post(at(event, "tom_continue"), ticked, follow=True))

    def test_it_is_the_organizers_alone(self, client):
        event = importing.import_event(self.EARLIER, by=build.user("marta"))
        client.force_login(build.staff(event, "scorekeeper"))
        assert "An organizer can continue with it" in markup(self.compared(client, event, self.NEWER))
        assert client.post(at(event, "tom_continue"), {}).status_code == 403

    @pytest.mark.parametrize("content", ["", "%%%", "bm8gZmlsZQ=="])
    def test_a_broken_file_adds_nothing(self, client, content):
        event = importing.import_event(self.EARLIER, by=build.user("marta"))
        client.force_login(event.staff.get().user)
        answer = client.post(at(event, "tom_continue"), {"content": content, "filename": "x"})
        assert answer["Location"] == at(event)
        assert event.divisions.get().rounds.count() == 1
