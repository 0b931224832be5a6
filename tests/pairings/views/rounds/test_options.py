"""The page of pairing options."""

from itertools import pairwise

import pytest
from django.test import Client
from django.urls import reverse

from pairings.models import EntryWish, KeptApart
from pairings.queries.rounds import options
from pairings.services.rounds import options as wishing
from tests import build
from tests.asking import queries_of
from tests.pairings import build as pairings_build
from tests.pairings.views import pages
from tournaments.models import Division
from tournaments.services import players

pytestmark = pytest.mark.django_db


@pytest.fixture
def home(client: Client) -> Division:
    division = pairings_build.division(4)
    client.force_login(pairings_build.organizer(division))
    return division


def address(home: Division) -> str:
    return pages.event(home, "options")


def test_options_are_saved_and_undone(client: Client, home: Division) -> None:
    sent = {"random_tables": "on", "groups_apart": "on", "blocked_tables": "13, 20-22"}
    page = client.post(address(home), sent, follow=True)
    assert pages.messages(page) == ["Saved. The next pairing uses it."]
    assert 'value="13, 20-22"' in pages.text(page)
    assert options.options_of_division(home).blocked_tables == [13, 20, 21, 22]
    client.post(pages.event(home, "undo", home.journal.get().pk))
    assert options.options_of_division(home).blocked_tables == []


def test_what_was_typed_stays(client: Client, home: Division) -> None:
    page = pages.text(client.post(address(home), {"blocked_tables": "13, x"}))
    assert 'value="13, x"' in page
    assert "is not a table or a range of tables" in page
    assert not home.journal.exists()


@pytest.mark.parametrize("typed", ["{name}", "{name} ({pk})", "Whoever ({pk})"])
def test_a_wish_by_name_or_number(client: Client, home: Division, typed: str) -> None:
    entry = home.entries.select_related("player").first()
    sent = {"entry": typed.format(name=entry, pk=entry.pk), "group": "Silva", "table": "7", "reason": "ramp"}
    page = client.post(pages.event(home, "wish"), sent, follow=True)
    assert "Silva · ramp" in pages.text(page)
    client.post(pages.event(home, "unwish", EntryWish.objects.get().pk))
    assert not EntryWish.objects.exists()


def test_a_wish_leaves_the_others_of_a_player_and_replaces_none_unseen(
    client: Client, home: Division
) -> None:
    entry = home.entries.first()
    wishing.set_pairing_wish(entry, by=None, group="Silva", seed=2)
    who = f"{entry} ({entry.pk})"
    client.post(pages.event(home, "wish"), {"entry": who, "table": "30", "reason": "ramp"})
    row = EntryWish.objects.get()
    assert (row.group, row.table, row.reason, row.seed) == ("Silva", 30, "ramp", 2)
    page = client.post(pages.event(home, "wish"), {"entry": who, "table": "31", "group": "Silva"})
    assert "has “30” here. Save again to replace it." in pages.text(page)
    assert EntryWish.objects.get().table == 30
    again = {"entry": who, "table": "31", "replaces": page.context["wish"]["replaces"].value()}
    client.post(pages.event(home, "wish"), again)
    row = EntryWish.objects.get()
    assert (row.group, row.table, row.reason, row.seed) == ("Silva", 31, "", 2)


def test_wishes_and_pairs_stand_where_people_look_names_up(client: Client, home: Division) -> None:
    people = list(home.entries.order_by("pk"))[:3]
    for one, last_name in zip(people, ("Zapata", "Álvarez", "de Vries"), strict=True):
        home.entries.filter(pk=one.pk).update(first_name="Maya", last_name=last_name)
        one.refresh_from_db()
        wishing.set_pairing_wish(one, by=None, group="Silva")
    for one, other in pairwise(people):
        wishing.forbid_meeting_of_players(one, other, by=None)
    assert [row.entry.last_name for row in options.wishes_of_division(home)] == [
        "Álvarez",
        "de Vries",
        "Zapata",
    ]
    assert [row.first.last_name for row in options.forbidden_pair_rows(home)] == ["Álvarez", "Zapata"]


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ({"entry": "Nobody at all", "table": "3"}, "No player here is called"),
        ({"entry": "Nobody (99999999)", "table": "3"}, "No player here is called"),
        ({"entry": "{name}"}, "Enter a family or team, a country, a table or a seed."),
        ({"entry": "{name}", "table": "0"}, "greater than or equal to 1"),
    ],
)
def test_a_wish_that_is_none(client: Client, home: Division, sent: dict[str, str], why: str) -> None:
    name = str(home.entries.select_related("player").first())
    page = client.post(pages.event(home, "wish"), {key: one.format(name=name) for key, one in sent.items()})
    assert why in pages.text(page)
    assert not EntryWish.objects.exists()


def test_namesakes_are_told_apart(client: Client, home: Division) -> None:
    one, two = home.entries.select_related("player")[:2]
    two.first_name, two.last_name = one.first_name, one.last_name
    two.save()
    page = client.post(pages.event(home, "wish"), {"entry": str(one), "table": "3"})
    assert "Choose one from the list" in pages.text(page)


def test_a_namesake_is_found_by_the_number_that_pages_show(client: Client, home: Division) -> None:
    one, two = home.entries.select_related("player")[:2]
    players.correct_person(two, by=None, first_name=one.first_name, last_name=one.last_name)
    sent = {"entry": f"{one} (2)", "table": "3"}
    client.post(pages.event(home, "wish"), sent)
    assert EntryWish.objects.get().entry_id == two.pk


def test_two_are_kept_apart_and_let_meet(client: Client, home: Division) -> None:
    one, two = home.entries.select_related("player")[:2]
    sent = {"first": str(one), "second": str(two), "reason": "asked for it"}
    page = client.post(pages.event(home, "keep_apart"), sent, follow=True)
    assert "asked for it" in pages.text(page)
    page = client.post(pages.event(home, "keep_apart"), sent)
    assert "A request already keeps " in pages.text(page)
    client.post(pages.event(home, "let_meet", KeptApart.objects.get().pk))
    assert not KeptApart.objects.exists()


def test_settings_and_review_lead_here(client: Client, home: Division) -> None:
    unposted = pages.of(pairings_build.rounds.pair_next_round(home, by=None), "review")
    settings = reverse("tournaments:settings", args=[home.tournament.slug])
    assert all(address(home) in pages.text(client.get(url)) for url in (unposted, settings))


def test_the_review_tells_of_a_wish_in_vain(client: Client, home: Division) -> None:
    for entry in home.entries.select_related("player", "division"):
        wishing.set_pairing_wish(entry, by=None, group="Silva")
    unposted = pairings_build.rounds.pair_next_round(home, by=None)
    assert "Players of one family or team are paired" in pages.text(client.get(pages.of(unposted, "review")))


def test_as_many_queries_for_many_wishes(client: Client) -> None:
    counts = set()
    for size in (3, 60):
        home = pairings_build.division(size)
        client.force_login(pairings_build.organizer(home))
        entries = list(home.entries.select_related("player", "division"))
        for number, entry in enumerate(entries[1:], start=1):
            wishing.set_pairing_wish(entry, by=None, table=number)
            wishing.forbid_meeting_of_players(entries[0], entry, by=None)
        counts.add(queries_of(client, address(home)))
    assert len(counts) == 1


def test_only_who_runs_the_event(client: Client, home: Division) -> None:
    for name in ("wish", "keep_apart"):
        assert client.get(pages.event(home, name)).status_code == 405
    for role, status in (("judge", 403), ("scorekeeper", 200), ("head_judge", 200)):
        client.force_login(build.staff(home.tournament, role))
        assert client.get(address(home)).status_code == status
    client.logout()
    assert "/account/login" in client.get(address(home)).url
    client.force_login(build.user("stranger"))
    assert client.post(pages.event(home, "wish")).status_code == 403
