"""Every page where a no-show is seen offers to drop them: desk, all divisions, match, closing."""

import pytest
from django.test import Client

from pairings.models import Round
from tests import build
from tests.pairings.build import organizer
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
    assert "Choose who is dropped, or cancel." in pages.text(answer)
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
    assert pages.messages(answer)[-1] == f"1 player dropped: {played_.right}."
    assert Entry.objects.get(pk=played_.right_id).dropped_in == 1
