"""Every page that shows a no-show offers to drop them: desk, all divisions, match, closing."""

import pytest
from django.test import Client

from pairings.engine.outcomes import Outcome
from pairings.models import Round
from pairings.models.match import Reason
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import all_divisions
from pairings.views.rounds import hall_desk
from tests import build
from tests.pairings.build import open_matches, organizer, report_all
from tests.pairings.services.rounds.test_no_shows import away, played
from tests.pairings.views import pages
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_(client: Client) -> Round:
    made = played()
    client.force_login(organizer(made.division))
    return made


def names(round_: Round) -> str:
    return ", ".join(map(str, away(round_)))


def test_the_desk_names_them_and_drops_all_in_one_press(client: Client, round_: Round) -> None:
    html = pages.text(client.get(pages.desk(round_.division)))
    assert f"<p>{names(round_)}</p>" in html
    assert "Drop 3 no-shows" in html
    requested = client.get(
        pages.of(round_, "no_shows"), HTTP_REFERER="http://testserver" + pages.desk(round_.division)
    )
    keys = [str(one.pk) for one in away(round_)]
    form = requested.context["question"].form
    assert form["no_shows"].value() == keys
    data = {"no_shows": keys, **requested.context["question"].hidden}
    answer = client.post(pages.of(round_, "no_shows"), data, follow=True)
    assert pages.messages(answer) == [f"3 players dropped: {names(round_)}."]
    assert "no-shows" not in pages.text(client.get(pages.desk(round_.division)))
    (message,) = answer.context["messages"]
    client.post(message.extra_tags.removeprefix("undo="))
    assert not Entry.objects.exclude(dropped_in=None).exists()


def test_a_judge_may_drop_them_as_one_by_one(client: Client, round_: Round) -> None:
    client.force_login(build.staff(round_.division.tournament, "judge"))
    client.post(pages.of(round_, "no_shows"), {"no_shows": [away(round_)[0].pk]})
    assert Entry.objects.get(dropped_in=1) == away(round_)[0]


def test_nothing_ticked_drops_no_one(client: Client, round_: Round) -> None:
    answer = client.post(pages.of(round_, "no_shows"), {})
    assert "Choose players to drop, or cancel." in pages.text(answer)
    assert not Entry.objects.exclude(dropped_in=None).exists()


def test_closing_asks_and_drops_those_who_are_ticked(client: Client, round_: Round) -> None:
    form = client.get(pages.of(round_, "close")).context["question"].form
    assert (len(form.fields["no_shows"].choices), form["no_shows"].value()) == (3, [])
    first = away(round_)[0]
    answer = client.post(pages.of(round_, "close"), {"no_shows": [first.pk]}, follow=True)
    assert pages.messages(answer) == [f"Round 1 is closed and ranked. 1 player dropped: {first}."]
    assert Entry.objects.get(dropped_in=1) == first
    page = pages.text(client.get(pages.desk(round_.division)))
    assert "Drop 2 no-shows" in page


def test_closing_without_a_tick_drops_no_one(client: Client, round_: Round) -> None:
    client.post(pages.of(round_, "close"))
    assert Round.objects.get(pk=round_.pk).state == "closed"
    assert not Entry.objects.exclude(dropped_in=None).exists()


def test_the_page_of_the_match_offers_it_beside_the_result(client: Client, round_: Round) -> None:
    match = round_.matches.get(table=1)
    assert "Drop 3 no-shows" in pages.text(client.get(pages.match(match)))
    played_ = round_.matches.get(table=3)
    assert "Drop 3 no-shows" not in pages.text(client.get(pages.match(played_)))
    data = {"outcome": "left", "reason": "no_show", "seen": played_.outcome, "drop": "on"}
    answer = client.post(pages.match(played_), data, follow=True)
    assert pages.messages(answer)[-1].endswith(f" 1 player dropped: {played_.right}.")
    assert Entry.objects.get(pk=played_.right_id).dropped_in == 1


def test_all_divisions_name_them_and_drop_them_while_closing(client: Client) -> None:
    """There is a card for each division, and checkboxes on the page that closes all rounds."""
    event = build.event(divisions=("senior", "masters"))
    build.add_players(event, 8, birth_years=(2012, 1990))
    client.force_login(event.staff.select_related("user").get().user)
    coming = dict.fromkeys(event.divisions.values_list("pk", flat=True), 1)
    all_divisions.pair_all_divisions(event, coming, by=None)
    missing = []
    for round_ in all_divisions.post_all_divisions(event, coming, by=None).done:
        first = round_.matches.get(pk=open_matches(round_)[0].pk)
        results.enter_result(first, MatchResult(Outcome.LEFT, Reason.NO_SHOW), by=None)
        report_all(round_)
        missing.append(first.right)
    html = pages.text(client.get(hall_desk.hall_url(event)))
    assert all(f"<p>{entry}</p>" in html for entry in missing)
    assert html.count("Drop 1 no-show") == 2
    url = pages.event(event.divisions.first(), "close_all")
    form = client.get(url).context["question"].form
    assert [key for key, _label in form.fields["no_shows"].choices] == [str(entry.pk) for entry in missing]
    typed = {"round": [f"{home}:1" for home in coming], "no_shows": [entry.pk for entry in missing]}
    client.post(url, typed)
    assert set(Entry.objects.filter(dropped_in=1)) == set(missing)
    assert set(Round.objects.values_list("state", flat=True)) == {"closed"}
