"""Adding one player."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client

from pairings.services import known_players
from pairings.services.known_players import ListedPlayer
from pairings.services.rounds import attendance, rounds
from tests import build
from tests.asking import queries_of
from tests.pairings import build as pairings_build
from tests.pairings.views import pages
from tournaments.models import Division, Player, Tournament

pytestmark = pytest.mark.django_db

SOMEBODY = {"first_name": "Kaz", "last_name": "Brekker", "player_id": "4242", "birth_year": "1990"}


@pytest.fixture
def home(client: Client) -> Division:
    division = pairings_build.division(4)
    client.force_login(pairings_build.organizer(division))
    return division


def enter(client: Client, home: Division, **typed: str) -> HttpResponse:
    return client.post(pages.event(home, "enter"), typed, follow=True)


def test_somebody_new(client: Client, home: Division) -> None:
    page = enter(client, home, **SOMEBODY)
    assert pages.messages(page) == ["Kaz Brekker is added."]
    entry = home.entries.get(player__player_id="4242")
    assert (entry.age_division, entry.checked_in_at) == ("masters", None)


def test_what_else_is_known(client: Client, home: Division) -> None:
    enter(
        client, home, **SOMEBODY, awarded_byes="2", checked_in="on", age_division="senior", notes="Wheelchair"
    )
    entry = home.entries.get(player__player_id="4242")
    assert (entry.awarded_byes, entry.age_division, entry.notes) == (2, "senior", "Wheelchair")
    assert entry.checked_in_at is not None


def test_somebody_known_is_taken(client: Client, home: Division) -> None:
    known = build.known("Kaz", "Rietveld", "777", 1990, by=pairings_build.organizer(home))
    form = client.get(pages.event(home, "enter"), {"player": known.pk}).context["form"]
    assert form.initial["player_id"] == "777"
    enter(client, home, player=str(known.pk), first_name="x", last_name="y")
    assert str(home.entries.get(player=known)) == "Kaz Rietveld"
    assert Player.objects.count() == 5


def test_somebody_of_events_of_others_is_not_taken_by_a_number_of_the_database(
    client: Client, home: Division
) -> None:
    known = build.known("Kaz", "Rietveld", "777", 1990)
    assert client.get(pages.event(home, "enter"), {"player": known.pk}).context["form"].initial == {}
    page = enter(client, home, player=str(known.pk), last_name="y", birth_year="1990")
    assert "This player is in none of your events" in pages.text(page)
    assert home.entries.count() == 4


class TestSomebodyOfEventsOfOthers:
    """A helper finds the organizer's people only by exact Player ID and birth year, and failed attempts are counted."""

    @pytest.fixture(autouse=True)
    def known(self, client: Client, home: Division) -> Iterator[Player]:
        cache.clear()
        client.force_login(build.staff(home.tournament, "scorekeeper"))
        yield build.known("Kaz", "Rietveld", "777", 1990, team=home.tournament.organizer)
        cache.clear()

    def test_those_of_another_organizer_are_not_found_by_it_either(self, client: Client) -> None:
        elsewhere = pairings_build.division(2)
        client.force_login(pairings_build.organizer(elsewhere))
        for name in ("enter", "find_player"):
            page = client.get(pages.event(elsewhere, name), {"q": "777 1990"})
            assert [page.context["found"], page.context["other"]] == [[], None]
        form = client.get(pages.event(elsewhere, "enter"), {"player_id": "777", "birth_year": "1990"})
        assert form.context["form"].initial == {}

    @pytest.mark.parametrize("text", ["kaz", "rietveld", "777", "777 1991", "77 1990", "1990", "777 199"])
    def test_nothing_less_finds_them(self, client: Client, home: Division, text: str) -> None:
        for name in ("enter", "find_player"):
            page = client.get(pages.event(home, name), {"q": text})
            assert [page.context["found"], page.context["other"]] == [[], None]
            assert "?player" not in pages.text(page)

    def test_both_find_and_take_them(self, client: Client, home: Division, known: Player) -> None:
        found = pages.text(client.get(pages.event(home, "find_player"), {"q": "777 1990"}))
        assert "Kaz Rietveld" in found
        assert "?player_id=777&amp;birth_year=1990" in found
        person = {"player_id": "777", "birth_year": "1990"}
        form = client.get(pages.event(home, "enter"), person).context["form"]
        assert (form.initial["last_name"], form.initial["player"]) == ("Rietveld", None)
        enter(client, home, first_name="Kaz", last_name="Rietveld", **person)
        assert home.entries.get(player_number="777").player == known

    def test_another_name_or_year_is_another_person(
        self, client: Client, home: Division, known: Player
    ) -> None:
        enter(client, home, **SOMEBODY | {"player_id": "777"})
        entry = home.entries.get(player_number="777")
        assert (str(entry), entry.player == known) == ("Kaz Brekker", False)

    def test_a_birth_year_cannot_be_walked_through_by_any_accounts(
        self, client: Client, home: Division
    ) -> None:
        url = pages.event(home, "find_player")
        for year in range(1986, 1990):
            assert "No known player" in pages.text(
                client.get(url, {"q": f"777 {year}"}, REMOTE_ADDR="10.0.0.1")
            )
        elsewhere = pairings_build.division(2)
        client.force_login(pairings_build.organizer(elsewhere))
        page = pages.text(client.get(pages.event(elsewhere, "find_player"), {"q": "777 1990"}))
        assert "Too many searches" in page
        assert "Rietveld" not in page

    def test_a_hit_counts_once_and_shows_again(self, client: Client, home: Division) -> None:
        url = pages.event(home, "find_player")
        for _ in range(25):
            assert "Kaz Rietveld" in pages.text(client.get(url, {"q": "777 1990"}))
        for year in range(1950, 1953):
            assert "No known player" in pages.text(client.get(url, {"q": f"777 {year}"}))
        assert "Too many searches" in pages.text(client.get(url, {"q": "777 1953"}))

    def test_an_address_ends_whatever_its_accounts(self, client: Client, home: Division) -> None:
        url = pages.event(home, "find_player")
        for number in range(15):
            client.get(url, {"q": f"888{number} 1990"})
        elsewhere = pairings_build.division(2)
        client.force_login(pairings_build.organizer(elsewhere))
        other = pages.event(elsewhere, "find_player")
        Tournament.objects.filter(pk=elsewhere.tournament_id).update(organizer=home.tournament.organizer)
        for number in range(15):
            client.get(other, {"q": f"999{number} 1990"})
        assert "Too many searches" in pages.text(client.get(other, {"q": "777 1990"}))
        assert "Kaz Rietveld" in pages.text(client.get(other, {"q": "777 1990"}, REMOTE_ADDR="10.0.0.2"))

    def test_guesses_of_an_account_run_out(self, client: Client, home: Division) -> None:
        url = pages.event(home, "find_player")
        for number in range(20):
            assert "No known player" in pages.text(client.get(url, {"q": f"888{number} 1990"}))
        for q in ("777 1970", "777 1990"):
            page = pages.text(client.get(url, {"q": q}))
            assert "Too many searches" in page
            assert "Rietveld" not in page
        form = client.get(pages.event(home, "enter"), {"player_id": "777", "birth_year": "1990"}).context[
            "form"
        ]
        assert form.initial == {}


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ({"last_name": ""}, "Enter at least a last name."),
        ({"player_id": "12a"}, "it has digits only"),
        ({"birth_year": "1790"}, "No player here was born in 1790"),
        ({"awarded_byes": "9"}, "less than or equal to 3"),
    ],
)
def test_what_is_wrong_stays_on_the_form(
    client: Client, home: Division, typed: dict[str, str], why: str
) -> None:
    page = enter(client, home, **SOMEBODY | typed)
    assert why in pages.text(page)
    assert 'value="Kaz"' in pages.text(page)
    assert home.entries.count() == 4


def test_a_player_id_in_use_offers_its_owner(client: Client, home: Division) -> None:
    known = build.known("Zoë", "Ångström", "777", 1990, by=pairings_build.organizer(home))
    page = enter(client, home, **SOMEBODY | {"player_id": "777"})
    assert f"Use {known}" in pages.text(page)
    assert f"?player={known.pk}" in pages.text(page)


def test_a_namesake_is_asked_about(client: Client, home: Division) -> None:
    enter(client, home, **SOMEBODY)
    again = SOMEBODY | {"player_id": ""}
    page = enter(client, home, **again)
    assert "Another person with the same name" in pages.text(page)
    enter(client, home, **again, namesake="on")
    assert home.entries.filter(player__last_name="Brekker").count() == 2


def test_coming_late_is_said_before_and_after(client: Client, home: Division) -> None:
    pairings_build.play(home)
    assert "The event has started" in pages.text(client.get(pages.event(home, "enter")))
    page = enter(client, home, **SOMEBODY)
    assert pages.messages(page) == ["Kaz Brekker is added and plays from round 2."]


def test_known_people_are_found_while_typing(client: Client, home: Division) -> None:
    outside = build.known("Zoë", "Ångström", "777", 1990, by=pairings_build.organizer(home))
    found = pages.text(client.get(pages.event(home, "find_player"), {"q": outside.first_name[:2].lower()}))
    assert "In this event" in found
    assert f"?player={outside.pk}" in found
    assert "No known player" in pages.text(client.get(pages.event(home, "find_player"), {"q": "xyz"}))
    assert str(outside) in pages.text(client.get(pages.event(home, "enter"), {"q": "777"}))


@pytest.mark.parametrize("name", ["enter", "find_player"])
def test_who_may(client: Client, home: Division, name: str) -> None:
    client.force_login(build.staff(home.tournament, "judge"))
    assert client.get(pages.event(home, name)).status_code == 403
    client.logout()
    assert "/account/login" in client.get(pages.event(home, name)).url


def test_queries_do_not_grow(client: Client) -> None:
    taken = set()
    for players in (1, 3, 300):
        home = pairings_build.division(players)
        client.force_login(pairings_build.organizer(home))
        client.get(pages.event(home, "enter"))
        taken.add(queries_of(client, f"{pages.event(home, 'enter')}?q=a"))
    assert len(taken) == 1, taken


@pytest.mark.parametrize("key", ["x", "9" * 40, "0"])
def test_nobody_known_gives_an_empty_form(client: Client, home: Division, key: str) -> None:
    assert client.get(pages.event(home, "enter"), {"player": key}).context["form"].initial == {}


class TestSuggestions:
    """Known people are suggested while the user types into the form's fields."""

    def test_three_letters_or_a_player_id(self, client: Client, home: Division) -> None:
        known = build.known("Kaz", "Rietveld", "777", 1990, by=pairings_build.organizer(home))
        url = pages.event(home, "suggest_player")
        for text in ("rie", "kaz rie", "777"):
            page = pages.text(client.get(url, {"q": text}))
            assert f'data-player="{known.pk}"' in page
            assert 'data-last_name="Rietveld"' in page
            assert 'data-birth_year="1990"' in page

    @pytest.mark.parametrize("text", ["", "ri", "  ri ", "xyz"])
    def test_fewer_letters_and_strangers_find_nobody(self, client: Client, home: Division, text: str) -> None:
        build.known("Kaz", "Rietveld", "777", 1990, by=pairings_build.organizer(home))
        assert "option" not in pages.text(client.get(pages.event(home, "suggest_player"), {"q": text}))

    def test_nobody_of_events_of_others_even_by_id_and_birth_year(
        self, client: Client, home: Division
    ) -> None:
        build.known("Kaz", "Rietveld", "777", 1990)
        for text in ("rie", "777", "777 1990"):
            assert "option" not in pages.text(client.get(pages.event(home, "suggest_player"), {"q": text}))

    def test_somebody_of_the_own_list_comes_without_a_number_of_the_database(
        self, client: Client, home: Division
    ) -> None:
        listed = [ListedPlayer("4242", "Inej", "Ghafa", 1994)]
        known_players.import_players_to_list(
            listed, by=pairings_build.organizer(home), filename="players.xml"
        )
        page = pages.text(client.get(pages.event(home, "suggest_player"), {"q": "gha"}))
        assert 'data-player=""' in page
        assert 'data-player_id="4242"' in page

    def test_who_is_in_the_event_is_shown_and_cannot_be_taken(self, client: Client, home: Division) -> None:
        enter(client, home, **SOMEBODY)
        page = pages.text(client.get(pages.event(home, "suggest_player"), {"q": "brek"}))
        assert 'aria-disabled="true"' in page

    def test_the_fields_carry_it(self, client: Client, home: Division) -> None:
        page = pages.text(client.get(pages.event(home, "enter")))
        assert page.count("data-suggests") == 3
        assert "js/suggest.js" in page

    def test_the_tick_that_they_are_here_stays_for_the_next(self, client: Client, home: Division) -> None:
        page = enter(client, home, **SOMEBODY, checked_in="on")
        assert page.redirect_chain[-1][0].endswith("?here=1")
        assert page.context["form"].initial["checked_in"] is True
        page = enter(client, home, first_name="Jesper", last_name="Fahey", birth_year="1990")
        assert "checked_in" not in page.context["form"].initial


def test_who_is_added_late_is_offered_the_opponent_with_the_bye(client: Client, home: Division) -> None:
    if home.entries.count() % 2 == 0:
        attendance.enter_player(
            home.tournament, by=None, division=home, first_name="Odd", last_name="One", checked_in=True
        )
    round_ = rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    alone = round_.matches.get(outcome="bye").left
    page = pages.text(enter(client, home, **SOMEBODY))
    assert f"{alone} has no opponent in Round 1: Kaz Brekker can still play this round." in " ".join(
        page.split()
    )
    entry = home.entries.get(player__last_name="Brekker")
    url = pages.of(round_, "change") + f"/late/{entry.pk}"
    assert f'action="{url}"' in page
    client.post(url)
    assert {seat.entry_id for seat in round_.seats.get(entry=entry).match.seats.all()} == {alone.pk, entry.pk}
    assert "Pair them now" not in pages.text(client.get(pages.event(home, "enter") + f"?late={entry.pk}"))


def test_without_a_bye_nothing_is_offered(client: Client, home: Division) -> None:
    if home.entries.count() % 2:
        attendance.enter_player(
            home.tournament, by=None, division=home, first_name="Odd", last_name="One", checked_in=True
        )
    rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    assert "Pair them now" not in pages.text(enter(client, home, **SOMEBODY))
