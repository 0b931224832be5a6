"""Sheets for the hall: who may print them, and their content in each language and on each paper."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from core.documents.bidi import isolate_name
from core.services import public_address
from floor.engine.table import PLAYERS, Kind, make_tap
from floor.queries.open_tables import open_tables
from floor.queries.opening_settings import opening_settings
from floor.services import table_taps
from floor.words.opening_words import announcement_topics
from pairings.services.rounds import rounds
from tests import build
from tests.asking import text_of
from tests.pairings import build as pairings
from tests.papers import hall_sheet_names, pages, paper
from tournaments.services.self_check_in import change_self_check_in

pytestmark = pytest.mark.django_db

LANGUAGES = ("en", "es", "fr", "pt-br")
PAPERS = {"a4": {(595, 842)}, "letter": {(612, 792)}}


@pytest.fixture
def home():
    """Create nine players of a cup by the rules of 2017, with round 2 posted; one more has not checked in."""
    made = pairings.division(9, structure="swiss_cut", kind="league_cup", edition="2017", round_minutes=50)
    pairings.play(made)
    rounds.post(rounds.pair_next_round(made, by=None, seed=3), by=None)
    return made


def sheet(client, home, name: str, query: str = "", language: str = "en") -> bytes:
    where = reverse("floor:hall_sheet", args=[home.tournament.slug, name]) + query
    answer = client.get(where, headers={"accept-language": language})
    assert answer.status_code == 200, name
    return answer.content


def opening_text(event) -> str:
    return " ".join(
        point for _title, points in announcement_topics(opening_settings(event)) for point in points
    )


def test_each_sheet_on_each_paper_in_each_language(client, home):
    """A sheet in one language has words that no other has; rows and boxes stay within the paper."""
    client.force_login(pairings.organizer(home))
    for name in hall_sheet_names():
        texts = {}
        for number, language in enumerate(LANGUAGES):
            size = ("a4", "letter")[number % 2]
            printed = sheet(client, home, name, f"?paper={size}", language)
            assert paper(printed) == PAPERS[size]
            texts[language] = "\n".join(pages(printed))
        assert len(set(texts.values())) == len(LANGUAGES), name
        assert "Nothing to print yet" not in texts["en"]


def test_the_print_centre_chooses_paper_and_language(client, home):
    """Spanish on Letter for a reader of English; an unknown language is replaced by that of the page."""
    client.force_login(pairings.organizer(home))
    page = text_of(client, reverse("pairings:print", args=[home.tournament.slug]))
    for field in ("id_hall_paper", "id_hall_language"):
        assert f'id="{field}"' in page
    printed = sheet(client, home, "opening", "?paper=letter&language=es")
    assert paper(printed) == PAPERS["letter"]
    assert "Anuncio de apertura" in "\n".join(pages(printed))
    assert "Opening announcement" in "\n".join(pages(sheet(client, home, "opening", "?language=xx")))


def test_for_the_staff_of_the_event_alone(client, home):
    where = reverse("floor:hall_sheet", args=[home.tournament.slug, "opening"])
    assert "/account/login/" in client.get(where)["Location"]
    client.force_login(build.staff(home.tournament, "judge"))
    assert client.get(where).status_code == 200
    assert client.get(where.replace("opening", "secrets")).status_code == 404


def test_pages_lead_to_them(client, home):
    client.force_login(pairings.organizer(home))
    slug = home.tournament.slug
    text = text_of(client, reverse("pairings:print", args=[slug]))
    change_self_check_in(home.tournament, by=None, is_on=True, opens_at=None, closes_at=None, seed=7)
    for name in hall_sheet_names():
        is_listed = name not in ("open-tables", "check-in")
        assert (reverse("floor:hall_sheet", args=[slug, name]) in text) == is_listed, name
    assert 'value="playing"' in text
    for page, name in (
        ("floor:floor", "open-tables"),
        ("tournaments:announcements", "opening"),
        ("pairings:self_check_in", "check-in"),
    ):
        assert reverse("floor:hall_sheet", args=[slug, name]) in text_of(client, reverse(page, args=[slug]))


def test_the_opening_says_the_settings_of_the_event(home):
    """M-013: 9 players of a cup play 4 rounds and a top 4; R-136, R-137: the cut when time is called in 2017."""
    text = opening_text(home.tournament)
    for words in (
        "4 Swiss rounds, then a top 4.",
        "Swiss: best of three, 50 minutes",
        "6 Prize cards each",
        "Sudden Death",
    ):
        assert words in text
    assert "tiebreaker game" not in text


@pytest.mark.parametrize(
    ("fields", "words", "never"),
    [
        ({"edition": "2026"}, "The round ends 15 minutes after time was called", "Sudden Death"),
        ({"edition": "2026", "round_minutes": 0}, "no time limit", "top 4"),
        ({"kind": "team_battle", "event_class": "unofficial"}, "3 Prize cards each", "top cut."),
        ({"phone_reports": False}, "sign the match slip", "on their phones"),
    ],
)
def test_the_opening_follows_each_setting(fields, words, never):
    """M-061, R-103, R-114."""
    event = build.event()
    for name, value in fields.items():
        setattr(event, name, value)
    event.save()
    text = opening_text(event)
    assert words in text
    assert never not in text


def test_the_opening_names_each_head_judge(home):
    """With one or several; a name written from right to left keeps its position among them."""
    event = home.tournament
    build.staff(event, "head_judge", "lena")
    assert "Head judge: lena." in opening_text(event)
    judge = build.staff(event, "head_judge", "noor")
    type(judge).objects.filter(pk=judge.pk).update(first_name="نور", last_name="علي")
    assert f"Head judges: lena, {isolate_name('نور علي')}. They have the final say" in opening_text(event)


def test_open_tables_begin_with_those_over_time(client, home):
    """R-113, M-061, M-075: who delays the round, which seats are empty, who is not checked in."""
    event, now = home.tournament, timezone.now()
    first, *others = pairings.open_matches(home.rounds.get(number=2))
    table_taps.record_tap(first, make_tap(Kind.EMPTY, PLAYERS["left"]))
    build.add_players(event, 1, checked_in=False)
    in_time = open_tables(event, now)
    assert [row.late for row in in_time.tables] == [False] * 4
    late = open_tables(event, now + timedelta(minutes=53))
    assert [row.late for row in late.tables] == [True] * 4
    assert [(one.table, one.name) for one in late.seats] == [(first.table, str(first.left))]
    assert len(late.absent) == 1
    type(first).objects.filter(pk=others[0].pk).update(outcome="left")
    client.force_login(pairings.organizer(home))
    text = pages(sheet(client, home, "open-tables"))[0]
    assert "Still playing, time left (3)" in text
    assert "Empty seats (1)" in text
    assert "Not checked in (1)" in text
    assert others[0].left.player.last_name not in text.split("Empty seats")[0]


def test_the_print_centre_prints_the_same_sheet_for_one_division(client):
    """R-113, M-061: the same sheet under the same name, only for the chosen round."""
    event = build.event(divisions=("junior", "masters"), by_age=False, starts_at=build.NOON)
    young = build.add_players(event, 4, birth_years=(2016,))
    event.entries.filter(pk__in=[one.pk for one in young]).update(last_name="Youngster")
    old = build.add_players(event, 4)
    for home in event.divisions.all():
        rounds.post(rounds.pair_next_round(home, by=None, seed=3), by=None)
    masters = event.divisions.get(age_division="masters")
    client.force_login(pairings.organizer(masters))
    text = "\n".join(
        pages(
            client.get(
                reverse("pairings:sheet", args=[event.slug, "playing"]), {"division": masters.pk}
            ).content
        )
    )
    assert "Open tables" in text
    assert "Still playing, time left (2)" in text
    assert all(one.last_name in text for one in old)
    assert "Youngster" not in text


def test_the_deck_list_has_the_fields_of_its_edition(client, home):
    """R-034: Player ID and date of birth; M-050: a regulation mark today, none in 2017."""
    client.force_login(pairings.organizer(home))
    text = pages(sheet(client, home, "deck-list"))[0]
    for field in (
        "First name",
        "Last name",
        "Player ID",
        "Date of birth",
        "Age division",
        "Qty",
        "Set",
        "Coll. #",
        home.tournament.name,
    ):
        assert field in text
    assert "Reg." not in text
    type(home.tournament).objects.filter(pk=home.tournament_id).update(edition="2026")
    assert "Reg." in pages(sheet(client, home, "deck-list"))[0]


def test_rock_paper_and_scissors_are_cards_of_one_word_each(client, home):
    """R-046: three results, all present, one on each card."""
    client.force_login(pairings.organizer(home))
    (text,) = pages(sheet(client, home, "rock-paper-scissors"))
    lines = text.split("\n")
    assert [lines.count(word) for word in ("Rock", "Paper", "Scissors")] == [3, 3, 3]


def test_rule_cards_seat_team_mates_diagonally(client, home):
    """R-103: around the table, teams alternate; R-102: two Active Pokémon on each side."""
    client.force_login(pairings.organizer(home))
    (text,) = pages(sheet(client, home, "team-battle"))
    assert text.count("half the usual number of Prize cards") == 2
    seats = [line for line in text.split("\n") if line in ("Team 1", "Team 2")]
    assert seats == ["Team 1", "Team 2", "Team 1", "Team 2"] * 2, "clockwise from the upper left"
    assert pages(sheet(client, home, "2-on-2"))[0].split("\n").count("Active") == 8


def test_the_poster_leads_to_the_address_for_phones_and_its_wifi(client, home):
    client.force_login(pairings.organizer(home))
    assert "Standings" in pages(sheet(client, home, "codes"))[0]
    public_address.save_public_address(
        by=build.user("ana", is_superuser=True),
        address="192.168.1.20:8000",
        network="Store north",
        network_password="pikachu 25",
    )
    text = pages(sheet(client, home, "codes"))[0]
    for words in (
        "Join the Wi-Fi",
        "Store north",
        "Password: pikachu 25",
        "192.168.1.20:8000/e/",
        "My table and result",
    ):
        assert words in text
    assert "Standings" not in text
