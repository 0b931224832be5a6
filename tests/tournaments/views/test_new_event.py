"""A new event: three answers, preserved after an error, and reset to defaults when the kind changes."""

import json
import re
from datetime import datetime
from typing import Any

import pytest
from django.test import Client

from tests import build
from tests.html import markup
from tournaments.forms.new_event import divisions_in_grouping, new_event_values, proposed_start
from tournaments.models import Tournament, User

pytestmark = pytest.mark.django_db

ANSWERS = {"name": "Pier Street Cup", "starts_at": "2026-12-05T10:00", "kind": "league_cup"}


@pytest.fixture
def marta(client: Client) -> User:
    user = build.user()
    client.force_login(user)
    return user


def everything(**changed: Any) -> dict[str, Any]:
    """Return everything that the form submits."""
    values = new_event_values("league_challenge") | {"name": "Cup", "starts_at": "2026-12-05T10:00"}
    del values["with_third_place"]
    return {name: value for name, value in (values | changed).items() if value is not None}


def test_strangers_sign_in_first(client: Client) -> None:
    assert client.get("/new")["Location"].startswith("/account/login")


def test_three_answers_are_enough(client: Client, marta: User) -> None:
    assert client.post("/new", ANSWERS)["Location"] == "/e/pier-street-cup/players/add"
    event = Tournament.objects.get()
    assert (event.best_of, event.round_minutes, event.structure) == (3, 50, "swiss_cut")
    assert [division.age_division for division in event.divisions.all()] == ["junior", "senior", "masters"]
    assert event.staff.get().user == marta


def test_an_event_that_is_not_small_leads_to_its_front_page(client: Client, marta: User) -> None:
    assert client.post("/new", ANSWERS | {"kind": "regional"})["Location"] == "/e/pier-street-cup/"


def test_the_three_questions_come_first_and_the_rest_is_folded(client: Client, marta: User) -> None:
    page = markup(client.get("/new"))
    positions = [page.index(f'name="{name}"') for name in ("kind", "name", "starts_at", "ages", "grouping")]
    rest = page.index('id="more-settings"')
    assert positions == sorted(positions)
    assert positions[-1] < rest < page.index('name="venue"')
    assert re.search(r'<details[^>]*id="more-settings"[^>]*>', page).group().count("open") == 0
    wrong = markup(client.post("/new", everything(table_from="0")))
    assert re.search(r'<details[^>]*id="more-settings"[^>]*open', wrong)


def test_the_time_is_that_of_the_events_zone(client: Client, marta: User) -> None:
    client.post("/new", everything(timezone="Asia/Tokyo"))
    assert Tournament.objects.get().starts_at.isoformat() == "2026-12-05T01:00:00+00:00"


def test_nothing_entered_is_lost(client: Client, marta: User) -> None:
    page = markup(client.post("/new", everything(name="", venue="Hall 3", table_from="40")))
    assert not Tournament.objects.exists()
    assert 'value="Hall 3"' in page
    assert 'value="40"' in page
    assert "data-faults" in page


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"round_minutes": "25"}, "at least 30 minutes"),
        ({"best_of": "3", "round_minutes": "49"}, "at least 50 minutes"),  # M-060
        ({"best_of": "3", "round_minutes": "44", "edition": "2017"}, "at least 45 minutes"),
        ({"structure": "swiss_cut", "cut_best_of": "1"}, "is best of three"),  # M-060
        ({"kind": "team_battle", "event_class": "other"}, "cannot be official"),
        ({"play_style": "thirty", "event_class": "other"}, "cannot be official"),
        ({"with_third_place": "on"}, "no match for third place"),
        ({"table_from": "9", "table_to": "3"}, "comes before the first"),
        ({"ages": []}, "at least one age division"),
        ({"starts_at": "0001-01-01T00:00", "timezone": "Asia/Tokyo"}, "There can be no event"),
        ({"table_from": "10000000000000000000000"}, "less than or equal to 9999"),
    ],
)
def test_what_the_rules_forbid_is_said_beside_its_field(
    client: Client, marta: User, changed: dict[str, Any], message: str
) -> None:
    assert message in markup(client.post("/new", everything(**changed)))
    assert not Tournament.objects.exists()


def test_a_reason_lifts_the_minimum(client: Client, marta: User) -> None:
    """R-111."""
    client.post("/new", everything(round_minutes="25", minutes_reason="The hall closes at six."))
    assert Tournament.objects.get().round_minutes == 25


def test_another_kind_refills_what_nobody_touched(client: Client, marta: User) -> None:
    typed = everything(kind="prerelease", card_format="expanded", venue="Hall 3", refill="1")
    form = client.post("/new", typed).context["form"]
    assert not Tournament.objects.exists()
    assert form["play_style"].value() == "limited"
    assert form["attendance_table"].value() == "prerelease"
    assert (form["card_format"].value(), form["venue"].value()) == ("expanded", "Hall 3")
    assert json.loads(form["usual"].value())["play_style"] == "limited"


@pytest.mark.parametrize(
    ("kind", "settings"),
    [
        ("prerelease", ("limited", "other", 1, 30, "swiss", "prerelease")),
        ("regional", ("constructed", "championship_points", 3, 50, "swiss_cut", "regional")),
        ("league_cup", ("constructed", "championship_points", 3, 50, "swiss_cut", "league_cup")),
        ("team_battle", ("constructed", "unofficial", 1, 30, "swiss", "league_challenge")),
    ],
)
def test_a_kind_sent_before_the_page_followed_it_makes_that_kind(
    client: Client, marta: User, kind: str, settings: tuple[object, ...]
) -> None:
    """The page still shows the settings of a League Challenge, none of which was changed."""
    client.post("/new", everything(kind=kind, venue="Hall 3"))
    event = Tournament.objects.get()
    made = (event.play_style, event.event_class, event.best_of, event.round_minutes, event.structure)
    assert (*made, event.attendance_table) == settings
    assert (event.kind, event.venue) == (kind, "Hall 3")


def test_an_unofficial_kind_sent_fast_is_played_together(client: Client, marta: User) -> None:
    client.post("/new", everything(kind="league_session"))
    assert [(one.age_division, one.by_age) for one in Tournament.objects.get().divisions.all()] == [
        ("all", False)
    ]


def test_what_was_changed_by_hand_stays_when_a_kind_is_sent_fast(client: Client, marta: User) -> None:
    client.post("/new", everything(kind="regional", card_format="expanded", cut_round_minutes="90"))
    event = Tournament.objects.get()
    assert (event.card_format, event.cut_round_minutes) == ("expanded", 90)
    assert (event.best_of, event.round_minutes, event.structure) == (3, 50, "swiss_cut")


def test_a_form_that_comes_back_shows_what_its_kind_is(client: Client, marta: User) -> None:
    form = client.post("/new", everything(kind="prerelease", name="")).context["form"]
    assert (form["play_style"].value(), form["attendance_table"].value()) == ("limited", "prerelease")


def test_kinds_of_teams_say_what_they_cannot_do_yet(client: Client, marta: User) -> None:
    """R-102, R-103, R-105."""
    page = markup(client.get("/new"))
    assert page.count("team is paired and ranked as one") == 2
    assert "the rules of Team Battle" in page
    assert "the rules of 2-on-2" in page


def test_minutes_follow_the_length_of_matches(client: Client, marta: User) -> None:
    form = client.post("/new", everything(best_of="3", refill="1")).context["form"]
    assert form["round_minutes"].value() == 50


def test_unofficial_kinds_play_together(client: Client, marta: User) -> None:
    form = client.post("/new", everything(kind="league_session", refill="1")).context["form"]
    assert form["grouping"].value() == "one"


def test_rounds_and_cut_by_hand(client: Client, marta: User) -> None:
    client.post(
        "/new",
        everything(structure="swiss_cut", rounds="6", cut="8", ages=["masters"], with_third_place="on"),
    )
    division = Tournament.objects.get().divisions.get()
    assert (division.rounds_planned, division.cut_size, division.third_place) == (6, 8, True)


@pytest.mark.parametrize(
    ("ages", "grouping", "divisions"),
    [
        (["junior", "senior", "masters"], "apart", ("junior", "senior", "masters")),
        (["masters"], "apart", ("masters",)),
        (["junior", "senior", "masters"], "junior_senior", ("junior_senior", "masters")),
        (["junior", "senior", "masters"], "senior_masters", ("senior_masters", "junior")),
        (["junior", "masters"], "junior_senior", ("junior", "masters")),
        (["junior", "senior", "masters"], "together", ("all",)),
        (["junior", "senior"], "one", ("junior_senior",)),
        (["junior"], "one", ("junior",)),
    ],
)
def test_divisions(ages: list[str], grouping: str, divisions: tuple[str, ...]) -> None:
    """M-031."""
    assert divisions_in_grouping(ages, grouping) == divisions


def test_spoiled_hidden_values_do_no_harm(client: Client, marta: User) -> None:
    for usual in ("", "[", "[1]", '{"best_of": null}'):
        typed = everything(kind="no such kind", usual=usual, edition="1999", best_of="x", refill="1")
        assert client.post("/new", typed).status_code == 200


@pytest.mark.parametrize(
    ("cookie", "zone"),
    [
        ("Europe%2FMadrid", "Europe/Madrid"),
        ("Europe/Madrid", "Europe/Madrid"),
        ("../secret", "UTC"),
        ("", "UTC"),
    ],
)
def test_an_event_begins_in_the_time_zone_of_the_browser(
    client: Client, marta: User, cookie: str, zone: str
) -> None:
    client.cookies["zone"] = cookie
    assert client.get("/new").context["form"]["timezone"].value() == zone
    client.post("/new", ANSWERS)
    assert Tournament.objects.get().timezone == zone


@pytest.mark.parametrize("url", ["/", "/new"])
def test_the_first_answers_ask_the_time_zone(client: Client, marta: User, url: str) -> None:
    """No place has been typed yet from which it could follow."""
    client.cookies["zone"] = "Europe/Madrid"
    page = markup(client.get(url))
    assert page.index('name="starts_at"') < page.index('name="timezone"')
    assert re.search(r'<option value="Europe/Madrid" selected', page)
    client.post("/new", ANSWERS | {"timezone": "Asia/Tokyo"})
    assert Tournament.objects.get().timezone == "Asia/Tokyo"


@pytest.mark.parametrize(
    ("now", "start"),
    [
        ("2026-12-04T09:00", "2026-12-05T10:00"),
        ("2026-12-05T08:10", "2026-12-05T10:00"),
        ("2026-12-05T13:20", "2026-12-05T14:00"),
        ("2026-12-05T23:50", "2026-12-05T23:00"),
        ("2026-12-06T09:00", "2026-12-12T10:00"),
    ],
)
def test_an_event_made_on_a_saturday_is_dated_that_day(now: str, start: str) -> None:
    assert proposed_start(datetime.fromisoformat(now)) == datetime.fromisoformat(start)


@pytest.mark.parametrize(
    ("kind", "by_numbers"),
    [("league_challenge", True), ("league_cup", True), ("regional", False), ("custom", False)],
)
def test_a_challenge_and_a_cup_leave_their_divisions_to_the_numbers(
    client: Client, marta: User, kind: str, by_numbers: bool
) -> None:
    client.post("/new", ANSWERS | {"kind": kind})
    event = Tournament.objects.get()
    assert (event.kind, event.by_numbers) == (kind, by_numbers)


def test_a_chosen_time_zone_stays(client: Client, marta: User) -> None:
    client.cookies["zone"] = "Europe/Madrid"
    client.post("/new", everything(timezone="Asia/Tokyo"))
    assert Tournament.objects.get().timezone == "Asia/Tokyo"


def test_r110_the_clock_of_an_event_of_2017_starts_two_minutes_after_posting(
    client: Client, marta: User
) -> None:
    form = client.post("/new", everything(edition="2017", refill="1")).context["form"]
    assert str(form["clock_delay"].value()) == "2"
    form = client.post("/new", everything(edition="2017", clock_delay="5", refill="1")).context["form"]
    assert str(form["clock_delay"].value()) == "5"
    client.post("/new", everything(edition="2017", round_minutes="30"))
    assert Tournament.objects.get().clock_delay == 2


def test_the_format_of_a_limited_event_has_no_card_format(client: Client, marta: User) -> None:
    for kind, text in (("prerelease", "Limited"), ("league_cup", "Standard · Constructed")):
        form = client.post("/new", everything(kind=kind, name="")).context["form"]
        (about,) = [fold.summary for fold in form.groups() if fold.key == "format"]
        assert about.startswith(text)
