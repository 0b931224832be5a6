"""Undo from a toast, a list or the keyboard."""

import pytest
from django.test import Client

from pairings.engine.outcomes import Outcome
from pairings.models import Round, Standing
from pairings.services.bracket import cuts
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, rounds
from tests import build
from tests.pairings import build as pairings_build
from tests.pairings.views import pages
from tournaments.models import Division

pytestmark = pytest.mark.django_db


@pytest.fixture
def home(client: Client) -> Division:
    division = pairings_build.division(4)
    client.force_login(pairings_build.organizer(division))
    return division


def undo_last(client: Client, home: Division, kind: str):  # type: ignore[no-untyped-def]
    line = home.journal.filter(kind=kind).first()
    return client.post(pages.event(home, "undo", line.pk), follow=True)


def test_a_draw_undone_leads_to_the_desk(client: Client, home: Division) -> None:
    rounds.pair_next_round(home, by=None)
    page = undo_last(client, home, "RoundPaired")
    assert pages.messages(page)[0].startswith("Undone: Round 1 paired")
    assert "Pair round 1" in pages.text(page)


def test_a_posting_undone_leads_to_the_review(client: Client, home: Division) -> None:
    rounds.post(rounds.pair_next_round(home, by=None), by=None)
    page = undo_last(client, home, "RoundPosted")
    assert page.redirect_chain[-1][0].endswith("/review")


def test_what_others_built_upon_is_told(client: Client, home: Division) -> None:
    round_ = rounds.post(rounds.pair_next_round(home, by=None), by=None)
    results.enter_result(pairings_build.open_matches(round_)[0], MatchResult(Outcome.LEFT), by=None)
    page = undo_last(client, home, "RoundPosted")
    assert "Undo those first" in pages.messages(page)[0]


def test_twice_is_told(client: Client, home: Division) -> None:
    rounds.pair_next_round(home, by=None)
    undo_last(client, home, "RoundPaired")
    page = undo_last(client, home, "RoundPaired")
    assert "already undone" in pages.messages(page)[-1]


def test_the_desk_says_what_an_undo_will_change(client: Client, home: Division) -> None:
    round_ = rounds.post(rounds.pair_next_round(home, by=None), by=None)
    match = pairings_build.open_matches(round_)[0]
    results.enter_result(match, MatchResult(Outcome.LEFT), by=pairings_build.organizer(home))
    page = pages.text(client.get(pages.desk(home)))
    assert "goes back to: no result." in page


def test_closing_a_round_of_the_cut_is_told_without_standings(client: Client, home: Division) -> None:
    pairings_build.play(home, 2)
    cuts.start_cut(home, by=None, sizes={"all": 4}, anyway=True)
    round_ = rounds.post(rounds.pair_next_round(home, by=None), by=None)
    pairings_build.report_all(round_)
    rounds.close_round(round_, by=pairings_build.organizer(home))
    page = pages.text(client.get(pages.desk(home)))
    assert "of the top cut opens again. No results are lost." in page


def test_a_player_added_by_mistake_goes_again_with_the_losses(client: Client, home: Division) -> None:
    pairings_build.play(home)
    before = list(Standing.objects.values_list("entry", "place"))
    added = {"first_name": "Late", "last_name": "Comer", "age_division": "masters", "division": home.pk}
    page = client.post(pages.event(home, "enter"), added, follow=True)
    (toast,) = page.context["messages"]
    assert toast.extra_tags.startswith("undo=")
    assert Standing.objects.filter(entry__player__last_name="Comer").exists()
    page = client.post(toast.extra_tags.removeprefix("undo="), follow=True)
    assert not home.entries.filter(player__last_name="Comer").exists()
    assert list(Standing.objects.values_list("entry", "place")) == before


def test_a_player_who_was_paired_since_stays(client: Client, home: Division) -> None:
    entry = attendance.enter_player(
        home.tournament, by=None, division=home, first_name="Late", last_name="Comer"
    )
    attendance.check_in_player(entry, by=None)
    rounds.pair_next_round(home, by=None)
    page = undo_last(client, home, "EntryAdded")
    assert "has been paired" in pages.messages(page)[-1]


def test_only_the_newest_word_on_a_table_has_an_undo(client: Client, home: Division) -> None:
    round_ = rounds.post(rounds.pair_next_round(home, by=None), by=None)
    match = pairings_build.open_matches(round_)[0]
    results.enter_result(match, MatchResult(Outcome.LEFT), by=None)
    results.enter_result(match, MatchResult(Outcome.TIE), by=None, seen=Outcome.LEFT)
    lines = client.get(pages.desk(home)).context["changes"]
    assert [bool(line.undo) for line in lines] == [True, False, False, False]


def test_a_line_of_another_event_is_not_found(client: Client, home: Division) -> None:
    other = pairings_build.division(4)
    rounds.pair_next_round(other, by=None)
    line = other.journal.get(kind="RoundPaired")
    assert client.post(pages.event(home, "undo", line.pk)).status_code == 404
    assert Round.objects.filter(division=other).exists()


def test_who_may(client: Client, home: Division) -> None:
    rounds.pair_next_round(home, by=None)
    url = pages.event(home, "undo", home.journal.get(kind="RoundPaired").pk)
    assert client.get(url).status_code == 405
    client.force_login(build.staff(home.tournament, "judge"))
    assert client.post(url).status_code == 403
    client.logout()
    assert "/account/login" in client.post(url).url


def test_the_division_is_named_on_the_desk_and_when_undone(client: Client, home: Division) -> None:
    attendance.enter_player(home.tournament, by=None, division=home, first_name="Late", last_name="Comer")
    assert f"Late Comer added to {home}" in pages.text(client.get(pages.desk(home)))
    page = undo_last(client, home, "EntryAdded")
    assert pages.messages(page) == [f"Undone: Late Comer added to {home}."]
    assert "added to –" not in pages.text(client.get(pages.desk(home)))
