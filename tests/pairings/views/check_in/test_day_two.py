"""The pages of day 2 in the morning, for staff and for players, and the public list of who qualified."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from pairings.models import Qualifier, Stage
from pairings.queries.desk.division_state import load_division_state
from pairings.services.bracket import cuts
from pairings.services.rounds import attendance, day_two
from pairings.views.rounds import hall_desk
from tests.html import markup
from tests.pairings import build
from tournaments.models import Division, Entry
from tournaments.services import divisions, personal_links
from tournaments.services.self_check_in import change_self_check_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def home() -> Division:
    of = build.division(8, structure="swiss_cut")
    settings = {"rounds_planned": 2, "day_two_by": "place", "day_two_size": 3, "day_two_rounds": 1}
    divisions.change_division(of, by=None, **settings, cut_size=2)
    of = Division.objects.select_related("tournament").get(pk=of.pk)
    build.play(of, 2)
    return of


@pytest.fixture
def client(home: Division) -> Client:
    signed_in = Client()
    signed_in.force_login(build.organizer(home))
    return signed_in


def url(of: Division, name: str) -> str:
    return reverse(f"pairings:{name}", args=[of.tournament.slug, of.pk])


def qualified(stage: Stage, place: int) -> Entry:
    return stage.qualifiers.get(place=place).entry


def test_a_tie_at_the_line_says_who_is_in_and_why(client: Client, home: Division) -> None:
    public = reverse("pairings:day_two_list", args=[home.tournament.slug])
    assert "The list appears once day 2 is open" in markup(Client().get(public))
    html = markup(client.get(url(home, "day_two")))
    assert "A tie at the cutoff: places 3 and 4 both have 3 points." in html
    day_two.open_day_two(home, by=None)
    html = markup(Client().get(public))
    assert "A tie at the cutoff: places 3 and 4 both have 3 points." in html
    assert "Advances: the first 3 players." in html
    sheet = reverse("pairings:sheet", args=[home.tournament.slug, "day-two"])
    answer = Client().get(f"{sheet}?division={home.pk}")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")


def test_one_press_for_each_player_of_the_morning(client: Client, home: Division) -> None:
    page = url(home, "day_two_check_in")
    assert "Day 2 is not open yet" in markup(client.get(page))
    stage = day_two.open_day_two(home, by=None)
    assert page in markup(client.get(reverse("pairings:desk", args=[home.tournament.slug])))
    first, second, third = (qualified(stage, place) for place in (1, 2, 3))
    answer = client.post(page, {"entry": first.pk, "mark": "here"}, follow=True)
    assert f"{first} is checked in for day 2." in markup(answer)
    answer = client.post(page, {"entry": second.pk, "mark": "expected"}, follow=True)
    assert f"{second} is on the way, and is paired." in markup(answer)
    sections = client.get(page).context["sections"]
    assert [[player.row.person.entry_id for _, player in section.players] for section in sections] == [
        [third.pk],
        [second.pk],
        [first.pk],
    ]
    missing = url(home, "day_two_missing")
    assert str(third) in markup(client.get(missing))
    answer = client.post(missing, {"missing": [third.pk]}, follow=True)
    assert "1 player dropped" in markup(answer)
    assert "No one is missing on day 2." in markup(client.get(missing))


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({}, "Press a button beside a player."),
        ({"entry": "x", "mark": "here"}, "Press a button beside a player."),
        ({"mark": "gone"}, "Press a button beside a player."),
        ({"mark": "here", "outside": True}, "did not qualify for day 2."),
        ({"mark": "here", "dropped": True}, "has already dropped."),
    ],
)
def test_a_wrong_press_is_answered_by_a_sentence(
    client: Client, home: Division, typed: dict[str, object], sentence: str
) -> None:
    stage = day_two.open_day_two(home, by=None)
    entry = qualified(stage, 1)
    if typed.pop("outside", False):
        entry = home.entries.exclude(pk__in=stage.qualifiers.values("entry")).earliest("pk")
    if typed.pop("dropped", False):
        attendance.drop_player(entry, by=None)
    data = {"entry": entry.pk} | typed if typed else {}
    answer = client.post(url(home, "day_two_check_in"), data, follow=True)
    assert answer.status_code == 200
    assert sentence in markup(answer)
    assert not stage.qualifiers.filter(mark=Qualifier.Mark.HERE).exists()


def test_players_see_whether_they_are_on_day_two_and_check_in_with_one_press(home: Division) -> None:
    stage, event = day_two.open_day_two(home, by=None), home.tournament
    row = change_self_check_in(event, by=None, is_on=True, opens_at=None, closes_at=None, seed=7)
    player, phone = qualified(stage, 1), Client()
    token = personal_links.ensure_link(player).token
    my_table, arrive = reverse("floor:my", args=[token]), reverse("pairings:arrive", args=[token])
    html = markup(phone.get(my_table))
    assert "You are on day 2. Check in for it when you arrive." in html
    assert arrive in html
    assert "Check in for day 2" in markup(phone.get(arrive))
    answer = phone.post(arrive, {"code": row.code}, follow=True)
    assert "You are checked in for day 2." in markup(answer)
    assert "You are checked in for day 2. Round 3 is not posted yet." in markup(phone.get(my_table))
    outside = home.entries.exclude(pk__in=stage.qualifiers.values("entry")).earliest("pk")
    other = reverse("pairings:arrive", args=[personal_links.ensure_link(outside).token])
    assert "You did not qualify for day 2." in markup(phone.get(other))


def test_later_stages_count_their_own_players_and_not_those_checked_in(home: Division) -> None:
    def label() -> str:
        (standpoint,) = (load_division_state(Division.objects.get(pk=home.pk)),)
        ready = hall_desk.ReadyDivisions(pair=[standpoint])
        return hall_desk.division_cards([standpoint], ready, {}, {})[0].label

    day_two.open_day_two(home, by=None)
    assert label() == "3 players on day 2"
    build.play(home, 1)
    cuts.start_cut(Division.objects.get(pk=home.pk), by=None)
    assert label() == "2 players in the bracket"


def test_the_page_takes_as_many_queries_for_more_players(client: Client, home: Division) -> None:
    stage, page = day_two.open_day_two(home, by=None), url(home, "day_two_check_in")
    client.get(page)
    counts = []
    for places in ((1, 2, 3), (1,)):
        stage.qualifiers.exclude(place__in=places).delete()
        with CaptureQueriesContext(connection) as queries:
            client.get(page)
        counts.append(len(queries))
    assert counts[0] == counts[1]
