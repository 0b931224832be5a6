"""Is my deck legal on Saturday? A page for everyone that stores nothing."""

import re
from datetime import date
from html import unescape
from io import BytesIO
from time import perf_counter
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook
from pypdf import PdfReader
from pytest_django import Settings

from decks.engine.lists.links import pack_list, unpack_list
from decks.engine.lists.reading import read_list_text
from decks.forms.deck_check import CheckForm, next_saturday
from decks.models import DeckList, Version
from decks.views.lists.unstored_lists import judge_valid_form
from tests import build
from tests.decks import lists
from tests.html import markup

pytestmark = pytest.mark.django_db

URL = "/deck-check"
JULY = {"date": "2017-07-29", "format": "standard", "style": "constructed", "event": "other"}


def checked(client: Client, text: str = lists.LEGAL, **answers: object) -> str:
    answer = client.post(URL, {**JULY, "text": text, **answers})
    assert answer.status_code == 200, markup(answer)
    return unescape(markup(answer))


def typed(page: str) -> str:
    """Return the text in the list's input field."""
    found = re.search(r'<textarea name="text".*?>\n?(.*?)</textarea>', page, re.DOTALL)
    assert found
    return found[1].strip()


def link_of(page: str) -> str:
    found = re.search(r'href="(/deck-check\?[^"]*list=[^"]+)"', page)
    assert found
    return found[1]


@pytest.mark.parametrize(
    ("today", "saturday"),
    [("2026-11-20", "2026-11-21"), ("2026-11-21", "2026-11-21"), ("2026-11-22", "2026-11-28")],
)
def test_the_next_saturday(today: str, saturday: str) -> None:
    assert next_saturday(date.fromisoformat(today)) == date.fromisoformat(saturday)


def test_the_bar_has_room_for_a_short_day_alone(client: Client) -> None:
    for page in (
        checked(client),
        unescape(markup(client.post("/deck-builder", {**JULY, "text": lists.LEGAL}))),
    ):
        assert "<span>29 Jul 2017 · Standard</span>" in page


def test_anybody_may_ask(client: Client) -> None:
    page = client.get(URL)
    assert page.status_code == 200
    assert "<form" in markup(page)
    assert client.put(URL).status_code == 405


def test_a_legal_deck(client: Client) -> None:
    page = checked(client)
    assert "Legal" in page
    assert "Saturday 29 July 2017 · Standard" in page
    assert 'data-state="error"' not in page


def test_a_problem_stands_beside_its_line_with_rule_and_mend(client: Client) -> None:
    page = checked(client, lists.ILLEGAL)
    row = page[page.index("FCO 105") :]
    assert "One too many." in row
    assert "R-061" in row
    assert 'value="set:' in row


def test_the_day_decides(client: Client) -> None:
    """Guardians Rising: 19 May 2017 (R-006)."""
    assert "becomes legal on 19 May 2017" in checked(client, date="2017-05-18")
    assert "becomes legal on" not in checked(client, date="2017-05-19")


def test_a_tap_mends_the_line_and_checks_again(client: Client) -> None:
    page = checked(client, lists.ILLEGAL.replace("40 Psychic", "39 Psychic"), do=fix(client, lists.ILLEGAL))
    assert "4 N FCO 105" in typed(page)
    assert "One too many." not in page
    assert "59 cards instead of 60" not in typed(page)


def fix(client: Client, text: str) -> str:
    found = re.search(r'name="do" value="(set:[^"]+)"', checked(client, text))
    assert found
    return found[1]


def test_a_name_nobody_knows_is_offered_the_nearest(client: Client) -> None:
    text = lists.LEGAL.replace("4 Ultra Ball SUM 135", "4 Ulttra Bal")
    page = checked(client, text)
    wanted = next(code for code in re.findall(r'name="do" value="(use:[^"]+)"', page) if "Ultra Ball" in code)
    fixed = checked(client, text, do=wanted)
    assert "4 Ultra Ball" in typed(fixed)
    assert "Not found." not in fixed


def test_the_starter_catalogue_says_so(client: Client) -> None:
    assert "Not every card is known here yet." in checked(client)
    assert "Not found." in checked(client, lists.LEGAL + "1 Zzyzx\n")


def test_the_setting_that_decided_is_named(client: Client) -> None:
    """S1: Unlimited of 2017 counts three Fridays."""
    page = checked(client, date="2017-05-06", format="unlimited")
    assert "The event settings decide when a new expansion becomes legal in Unlimited." in page


def test_a_file_takes_the_place_of_the_text(client: Client) -> None:
    file = SimpleUploadedFile("deck.csv", b"Quantity,Name,Set,Number\n4,Garbodor,GRI,51\n")
    page = checked(client, "1 Nothing", file=file)
    assert "4 Garbodor GRI 51" in typed(page)
    assert "Nothing" not in typed(page)


def test_cells_pasted_from_a_spreadsheet_are_checked_as_lines(client: Client) -> None:
    lines = [line for line in lists.LEGAL.splitlines() if line[0].isdigit()]
    cells = "\n".join("{1}\t{0}".format(*line.split(" ", 1)) for line in lines)
    page = checked(client, f"Name\tQuantity\n{cells}")
    assert "4 Tapu Lele-GX GRI 60" in typed(page)
    assert "Legal" in page


def test_languages_of_a_file_are_checked_and_kept_in_the_text(client: Client) -> None:
    file = SimpleUploadedFile("deck.csv", b"Quantity,Name,Set,Number,Language\n4,Garbodor,GRI,51,ja\n")
    page = checked(client, file=file, event="championship_points", country="ES")
    assert "Cards in Japanese may not be played here." in page
    assert "4 Garbodor GRI 51 [ja]" in page


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "This list has no cards."),
        ("1 Pikachu\n" * 1001, "at most 1000 lines"),
        ("1 Pikachu\n" * 251, "at most 250 lines"),
        ("x" * 100_001, "too large"),
    ],
)
def test_what_cannot_be_read_is_told_and_kept(client: Client, text: str, sentence: str) -> None:
    answer = client.post(URL, {**JULY, "text": text})
    assert answer.status_code == 422
    assert sentence in markup(answer)
    assert typed(markup(answer)).startswith(text[:20].strip())


@pytest.mark.parametrize(
    "wrong", [{"date": "1066-10-14"}, {"date": ""}, {"format": "brawl"}, {"country": "XX"}]
)
def test_a_wrong_answer_is_told(client: Client, wrong: dict[str, str]) -> None:
    answer = client.post(URL, {**JULY, "text": lists.LEGAL, **wrong})
    assert answer.status_code == 422
    assert "4 Garbodor GRI 51" in markup(answer)


@pytest.mark.parametrize(
    "do", ["out:99:", "use:zz:", "dance::", "set:1:-1", ":::", "set:99999999999999999999:1"]
)
def test_an_unknown_change_is_refused_with_a_sentence(client: Client, do: str) -> None:
    answer = client.post(URL, {**JULY, "text": lists.LEGAL, "do": do})
    assert answer.status_code in (200, 422)
    assert "Garbodor" in markup(answer)


def test_nothing_is_stored(client: Client) -> None:
    checked(client)
    assert not Version.objects.exists()
    assert not DeckList.objects.exists()


def test_the_link_gives_the_same_verdict_and_holds_no_other_word(client: Client) -> None:
    page = checked(client, "Deck of Marta Example\n" + lists.ILLEGAL, country="ES")
    link = link_of(page)
    given = parse_qs(urlsplit(link).query)
    assert "Marta" not in unpack_list(given["list"][0])
    assert given["date"] == ["2017-07-29"]
    again = client.get(link)
    assert "One too many." in again.text
    assert again["X-Robots-Tag"] == "noindex"


def test_a_damaged_link_is_told(client: Client) -> None:
    answer = client.get(URL, {"list": "nonsense", "date": "2017-07-29"})
    assert answer.status_code == 422
    assert "This link is incomplete" in markup(answer)
    assert "2017-07-29" in markup(answer)


def test_an_address_fills_the_form(client: Client) -> None:
    page = markup(
        client.get(URL, {"date": "2017-07-29", "format": "expanded", "style": "nonsense", "S7": "warn"})
    )
    assert 'value="2017-07-29"' in page
    assert '<option value="expanded" selected>' in page
    assert '<option value="constructed" selected>' in page
    assert '<option value="warn" selected>' in page


def test_files(client: Client) -> None:
    query = {**JULY, "list": pack_list(lists.LEGAL)}
    text = client.get(reverse("decks:check_file", args=["txt"]), query)
    assert "4 Garbodor GRI 51" in markup(text)
    assert 'filename="deck-2017-07-29.txt"' in text["Content-Disposition"]
    assert b"Garbodor" in client.get(reverse("decks:check_file", args=["csv"]), query).content
    book = load_workbook(BytesIO(client.get(reverse("decks:check_file", args=["xlsx"]), query).content))
    assert ["Tapu Lele-GX", "GRI", "60"] in [[cell.value for cell in row[3:6]] for row in book.active.rows]
    assert client.get(reverse("decks:check_file", args=["exe"]), query).status_code == 404
    assert client.get(reverse("decks:check_file", args=["csv"])).status_code == 422
    assert client.post(reverse("decks:check_file", args=["csv"])).status_code == 405


@pytest.mark.parametrize("page", ["check", "file", "builder"])
def test_a_stranger_is_limited_wherever_a_list_is_checked(
    client: Client, settings: Settings, page: str
) -> None:
    cache.clear()
    limits = {"deck_check": "2/m/ip", "deck_builder": "2/m/ip"}
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | limits
    urls = {
        "check": URL,
        "file": reverse("decks:check_file", args=["txt"]),
        "builder": reverse("decks:builder"),
    }
    query = {**JULY, "list": pack_list(lists.LEGAL)}
    assert [client.get(urls[page], query).status_code for _turn in range(3)] == [200, 200, 429]
    client.force_login(build.user("olga"))
    assert client.get(urls[page], query).status_code == 200


def test_the_form_to_print(client: Client) -> None:
    """One page with every card; what only the player knows is blank."""
    for given, across in (({}, 595), ({"country": "US"}, 612), ({"country": "US", "paper": "a4"}, 595)):
        query = {**JULY, "list": pack_list(lists.LEGAL), **given}
        answer = client.get(reverse("decks:check_file", args=["pdf"]), query)
        assert answer["Content-Type"] == "application/pdf"
        (page,) = PdfReader(BytesIO(answer.content)).pages
        assert int(page.mediabox.width) == across
        text = page.extract_text()
        assert "Garbodor" in text
        assert "Total 60" in text
        assert "29 July 2017" in text
        assert "Version" not in text
    assert "deck.pdf?" in checked(client)


def test_a_script_in_a_list_stays_text(client: Client) -> None:
    answer = client.post(URL, {**JULY, "text": "4 <script>alert(1)</script>"})
    assert "<script>alert" not in markup(answer)


def test_an_event_links_to_its_check(client: Client) -> None:
    event = build.event(starts_at=lists.JULY, edition="2017", country="ES", timezone="Europe/Madrid")
    page = unescape(markup(client.get(f"/e/{event.slug}/about-decks")))
    assert "/deck-check?date=2017-07-29&format=standard&style=constructed&edition=2017" in page
    assert "country=ES" in page


def test_the_page_of_events_and_the_foot_link_here(client: Client) -> None:
    assert markup(client.get("/")).count('href="/deck-check"') == 2


@pytest.mark.parametrize("lines", [1, 3, 60])
def test_queries_do_not_grow_with_the_list(client: Client, django_assert_num_queries, lines: int) -> None:
    checked(client)
    text = "".join(f"1 Garbodor GRI {number}\n" for number in range(lines))
    with django_assert_num_queries(1):
        checked(client, text)


def test_a_list_is_judged_well_under_a_tenth_of_a_second() -> None:
    """The best of five runs counts, so that a busy machine does not matter."""
    form = CheckForm({**JULY, "text": lists.ILLEGAL})
    assert form.is_valid()
    read = read_list_text(lists.ILLEGAL)
    judge_valid_form(form, read)
    taken = []
    for _time in range(5):
        begun = perf_counter()
        assert judge_valid_form(form, read).sheet.errors
        taken.append(perf_counter() - begun)
    assert min(taken) < 0.05


def test_another_language_keeps_the_deck(client: Client) -> None:
    page = checked(client)
    back = re.search(r'id="comes-back" name="next" value="([^"]+)"', page)
    assert back
    answer = client.post(reverse("set_language"), {"language": "es", "next": back[1]}, follow=True)
    assert answer.headers["Content-Language"] == "es"
    spanish = unescape(markup(answer))
    assert "Legal." not in spanish
    cards, before = (
        {(line.quantity, line.name) for line in read_list_text(typed(one)).lines} for one in (spanish, page)
    )
    assert cards == before


def test_r151_beginner_hints_are_shown_to_who_asks(client: Client) -> None:
    assert "The rulebook suggests" not in checked(client)
    page = checked(client, hints="on")
    assert "The rulebook suggests 15 to 19 Energy cards; this deck has" in page
    assert "It doesn’t affect whether the deck is legal." in page
    assert "The rulebook suggests" in unescape(markup(client.get(link_of(page))))
    assert "hints=True" in link_of(page)
    built = client.post("/deck-builder", {**JULY, "text": lists.LEGAL, "hints": "on", "do": "look"})
    assert "The rulebook suggests" in unescape(built.text)


def test_a_picture_and_json_are_called_what_they_are(client: Client) -> None:
    picture = SimpleUploadedFile("deck.png", b"\x89PNG\r\n\x1a\n" + bytes(50))
    page = unescape(markup(client.post(URL, {**JULY, "text": "", "file": picture})))
    assert "This is a picture, and Stadium can’t read cards from pictures." in page
    page = unescape(markup(client.post(URL, {**JULY, "text": '{"cards": [{"name": "N"}]}'})))
    assert "This is JSON, an export for programs." in page


def test_r001_an_unknown_name_with_a_known_number_is_asked_about_and_used_with_a_tap(client: Client) -> None:
    page = checked(client, "4 Ник FCO 105")
    assert "Is “Ник” N FCO 105?" in page
    assert "Yes, use N FCO 105" in page
    assert "4 N FCO 105" in typed(checked(client, "4 Ник FCO 105", do="use:1:N FCO 105"))
