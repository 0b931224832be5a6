"""Copies: who sees them, who chooses the folder, and what the desk says if a stick is missing."""

import pytest
from django.urls import reverse

from pairings.models import EventCopies
from pairings.services.rounds import rounds
from tests import build
from tests.asking import text_of
from tests.html import markup
from tests.pairings import build as pairings
from tournaments.models import Division, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    made = pairings.division(4)
    rounds.post(rounds.pair_next_round(made, by=None, seed=1), by=None)
    return made


@pytest.fixture
def own_machine(settings) -> None:
    settings.OWN_MACHINE = True


def at(event: Tournament, name: str = "copies") -> str:
    return reverse(f"pairings:{name}", args=[event.slug])


def failing(event: Tournament) -> None:
    EventCopies.objects.create(
        tournament=event, folder="/media/anna/STICK", problem="COPY_NOT_FOUND", failing_since=build.NOON
    )


def test_a_server_offers_no_copies(client, division, tmp_path):
    client.force_login(build.user("anna", is_superuser=True))
    assert "Only for Stadium on your own computer" in text_of(client, at(division.tournament))
    answer = client.post(at(division.tournament, "copies_folder"), {"folder": str(tmp_path)})
    assert answer.status_code == 422
    assert "Only for Stadium on your own computer" in markup(answer)
    assert list(tmp_path.iterdir()) == []
    assert not EventCopies.objects.exists()


@pytest.mark.usefixtures("own_machine")
class TestOwnMachine:
    def test_an_organizer_reads_who_may_choose_the_folder(self, client, division, tmp_path):
        client.force_login(pairings.organizer(division))
        text = text_of(client, at(division.tournament))
        assert 'name="folder"' not in text
        assert "Only an administrator of this installation can choose the folder" in text
        answer = client.post(at(division.tournament, "copies_folder"), {"folder": str(tmp_path)})
        assert answer.status_code == 422
        assert list(tmp_path.iterdir()) == []

    def test_what_was_typed_stays_beside_what_is_wrong(self, client, division):
        client.force_login(build.user("anna", is_superuser=True))
        answer = client.post(at(division.tournament, "copies_folder"), {"folder": "/media/no/stick"})
        text = markup(answer)
        assert answer.status_code == 422
        assert "There is no folder “/media/no/stick” on the computer that runs Stadium." in text
        assert 'value="/media/no/stick"' in text

    def test_the_desk_leads_to_copies_and_to_the_timer(self, client, division):
        client.force_login(pairings.organizer(division))
        text = text_of(client, at(division.tournament, "desk"))
        assert f'href="{at(division.tournament)}"' in text
        screen = reverse("floor:hall_screen", args=[division.tournament.slug])
        assert f'href="{screen}?show=clock"' in text
        assert "Timer for the screen" in text

    def test_the_desk_warns_until_the_next_good_copy(self, client, division):
        event = division.tournament
        failing(event)
        client.force_login(pairings.organizer(division))
        sentence = "The copy could not be written to /media/anna/STICK since 12:00: the folder was not found."
        assert sentence in text_of(client, at(event, "desk"))
        assert sentence in text_of(client, at(event, "copies_state"))
        EventCopies.objects.update(problem="", failing_since=None, copied_at=build.NOON)
        assert sentence not in text_of(client, at(event, "desk"))
        assert text_of(client, at(event, "copies_state")).strip() == ""
        assert "Last copy 12:00" in text_of(client, at(event, "desk"))

    def test_copy_now_with_the_stick_gone_says_so(self, client, division, tmp_path):
        EventCopies.objects.create(tournament=division.tournament, folder=str(tmp_path / "gone"))
        client.force_login(pairings.organizer(division))
        text = markup(client.post(at(division.tournament, "copies_now"), follow=True))
        assert "the folder was not found" in text
        assert "Plug in the USB stick, or choose another folder." in text


def test_a_judge_does_not_see_copies(client, division):
    client.force_login(build.staff(division.tournament, "judge"))
    assert client.get(at(division.tournament)).status_code == 403


def test_the_timer_has_sound_to_try_and_full_screen(client, division):
    text = text_of(client, reverse("floor:hall_screen", args=[division.tournament.slug]) + "?show=clock")
    for part in ("data-sound-button", "data-sound-try", "data-full-screen", "start.wav", "two.wav"):
        assert part in text
