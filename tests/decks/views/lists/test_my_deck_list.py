"""The player's own page: no account, no other player, and no input is lost."""

import re
from datetime import date, timedelta
from html import unescape
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from decks.models import DeckList, ListRules
from decks.services import lists
from tests.build import refusal
from tests.decks.lists import ILLEGAL, LEGAL, event, of
from tests.html import markup
from tournaments.models import Tournament
from tournaments.services import players

pytestmark = pytest.mark.django_db
NEAR = {"rules": {"deadline": None}}


@pytest.fixture
def row() -> DeckList:
    return of(event(players=2, rules={"deadline": timezone.now() + timedelta(days=2)}))[0]


def url(row: DeckList, name: str = "mine", *more: object) -> str:
    return reverse(f"decks:{name}", args=[row.token, *more])


def post(client, row, do="check", htmx=False, **fields):
    headers = {"HX-Request": "true"} if htmx else {}
    return client.post(url(row), {"do": do, **fields}, headers=headers)


def fresh(row: DeckList) -> DeckList:
    return DeckList.objects.get(pk=row.pk)


def test_a_stranger_with_the_link_writes_checks_and_hands_in(client, row):
    assert "No list yet" in markup(client.get(url(row)))
    assert post(client, row, text=LEGAL).status_code == 302
    page = markup(client.get(url(row)))
    assert "Tapu Lele-GX" in page
    assert 'value="hand-in"' in page
    assert post(client, row, "hand-in", text=LEGAL).status_code == 302
    assert fresh(row).counts.legal
    page = markup(client.get(url(row)))
    assert "Version 1 of" in page
    assert "Handed in" in page


def test_cells_pasted_from_a_spreadsheet_are_lines_of_the_list(client, row):
    lines = [line for line in LEGAL.splitlines() if line[0].isdigit()]
    cells = "\n".join("{1}\t{0}".format(*line.split(" ", 1)) for line in lines)
    assert post(client, row, text=f"Name\tQuantity\n{cells}").status_code == 302
    assert fresh(row).working_copy.splitlines() == lines
    post(client, row, "hand-in", text=f"Name\tQuantity\n{cells}")
    assert fresh(row).counts.legal


@pytest.mark.parametrize("token", ["x", "a" * 24, "..", "%00", "A" * 500])
def test_guessed_tokens_open_nothing(client, row, token):
    assert client.get(f"/l/{token}").status_code == 404
    assert client.get(f"/l/{token}/deck/1.txt").status_code == 404
    assert client.get(f"/l/{token}/cards?add=ultra").status_code == 404


def test_one_link_shows_one_list(client, row):
    other = of(row.entry.tournament)[1]
    lists.submit_list(other, text=LEGAL)
    page = markup(client.get(url(row)))
    assert other.token not in page
    assert str(other.entry.player) not in page
    assert "Tapu Lele-GX" not in page
    assert client.get(url(row, "mine_export", 1, "txt")).status_code == 404


def test_a_link_works_before_the_event_is_public_and_is_never_kept(client, row):
    Tournament.objects.update(published=False)
    page = client.get(url(row))
    assert page.status_code == 200
    assert "no-store" in page["Cache-Control"]
    assert "noindex" in page["X-Robots-Tag"]


def test_wrong_verbs(client, row):
    assert client.put(url(row)).status_code == 405
    assert client.post(url(row, "mine_cards")).status_code == 405


def test_problems_stand_beside_their_lines_with_rule_and_fix(client, row):
    page = markup(post(client, row, htmx=True, text=ILLEGAL))
    assert "2 things to fix" in page
    assert "One too many." in page
    assert "R-061" in page
    assert re.search(r'value="set:6:4">Make it 4', page)
    assert "Hand in as it is" in page
    assert "<html" not in page


def test_one_tap_mends(client, row):
    post(client, row, "set:6:4", text=ILLEGAL)
    assert "4 N FCO 105" in fresh(row).working_copy
    post(client, row, "out:2:", text=LEGAL)
    assert "Tapu Lele" not in fresh(row).working_copy
    post(client, row, "use:6:Ultra Ball SUM 135", text=LEGAL)
    assert "8 Ultra Ball SUM 135" in fresh(row).working_copy
    post(client, row, "use:1:Ultra Ball", text="4 Ulta Bal SUM 135")
    assert "4 Ultra Ball SUM 135" in fresh(row).working_copy


def test_adding_cards(client, row):
    post(client, row, "add::Ultra Ball SUM 135", text="")
    post(client, row, "add::Ultra Ball SUM 135", text=fresh(row).working_copy)
    assert "2 Ultra Ball SUM 135" in fresh(row).working_copy
    post(client, row, text=fresh(row).working_copy, add="4 N FCO 105")
    assert "4 N FCO 105" in fresh(row).working_copy


@pytest.mark.parametrize(
    "do", ["set:99:4", "set::", "use", "nonsense:1:2", "out:x:", "version:9", "add::", "set:2:²"]
)
def test_nonsense_changes_nothing_and_loses_nothing(client, row, do):
    assert post(client, row, do, text=LEGAL).status_code == 302
    assert fresh(row).working_copy == LEGAL
    assert row.versions.count() == 0


@pytest.mark.parametrize("text", ["x" * 100_001, "4 N\n" * 1_001])
def test_what_cannot_be_read_is_told_and_kept(client, row, text):
    post(client, row, "hand-in", text=text)
    assert row.versions.count() == 0
    page = markup(post(client, row, htmx=True, text=text))
    assert "Paste only the list." in page


def test_cards_are_offered_while_typing(client, row):
    page = markup(client.get(url(row, "mine_cards"), {"add": "ultra b"}))
    assert 'value="add::Ultra Ball' in page
    assert "<button" not in markup(client.get(url(row, "mine_cards"), {"add": "u"}))
    assert "No card contains" in markup(client.get(url(row, "mine_cards"), {"add": "zzzz"}))


def test_cards_the_event_takes_come_first(client, row):
    page = markup(client.get(url(row, "mine_cards"), {"add": "garbodor"}))
    assert page.index("GRI 51") < page.index("not legal here")


def test_files_are_read_into_the_text(client, row):
    file = SimpleUploadedFile("deck.csv", b"Quantity,Name,Set,Number\n4,N,FCO,105\n")
    assert client.post(url(row), {"do": "check", "text": "", "file": file}).status_code == 302
    assert fresh(row).working_copy == "4 N FCO 105"
    file = SimpleUploadedFile("deck.exe", b"MZ\0\0")
    page = markup(client.post(url(row), {"do": "check", "text": "4 N", "file": file}, follow=True))
    assert "neither a text" in page
    assert fresh(row).working_copy == "4 N"


def test_an_earlier_version_is_taken_up_again(client, row):
    lists.submit_list(row, text=LEGAL)
    post(client, row, "version:1", text="1 N")
    assert fresh(row).working_copy == LEGAL


def test_after_the_lock_the_page_shows_what_counts_and_takes_nothing(client, row):
    lists.submit_list(row, text=LEGAL)
    lists.lock_all_lists(row.entry.tournament, by=None)
    page = markup(client.get(url(row)))
    assert "Lists are closed. Yours is in and legal." in page
    assert "Bring yours to the desk." not in page
    assert "<textarea" not in page
    assert "Tapu Lele-GX" in page
    post(client, row, "hand-in", text=ILLEGAL)
    assert (row.versions.count(), fresh(row).working_copy) == (1, LEGAL)


def test_after_the_deadline_too(client, row):
    ListRules.objects.update(deadline=timezone.now() - timedelta(seconds=1))
    assert "Lists closed on" in markup(client.get(url(row)))
    post(client, row, "hand-in", text=LEGAL)
    assert row.versions.count() == 0


def test_what_is_settled_stands_behind_what_is_to_fix(client, row):
    lists.submit_list(row, text="4 N FCO 105")
    lists.rule_on_problem(row, code="DECK_SIZE", card="4", reason="A short deck, announced.", by=None)
    general = client.get(url(row)).context["sheet"].general
    assert [(one.code, one.state) for one in general] == [
        ("NO_BASIC_POKEMON", "error"),
        ("DECK_SIZE", "good"),
    ]


def test_what_the_staff_did_is_told(client, row):
    lists.submit_list(row, text=LEGAL, by_player=False, note="Four N, not five.")
    lists.send_list_back(row, by=None, reason="Name the Pokémon.")
    page = markup(client.get(url(row)))
    assert "Staff changed your list" in page
    assert "Four N, not five." in page
    assert "Name the Pokémon." in page


def test_what_is_typed_survives_the_staff(client, row):
    post(client, row, text="4 N FCO 105")
    lists.submit_list(row, text=LEGAL, by_player=False)
    assert fresh(row).working_copy == "4 N FCO 105"


def test_a_pool_is_handed_in_with_the_deck(client):
    made = event(play_style="limited", kind="prerelease", event_class="other", rules={"deadline": None})
    row = of(made)[0]
    deck = "24 Garbodor GRI 51\n16 Psychic Energy"
    page = markup(client.post(url(row), {"do": "hand-in", "text": deck}, follow=True))
    assert "List the cards you leave out" in page
    fields = {"do": "hand-in", "text": deck, "unused": "3 Garbodor GRI 51", "supplied": "16"}
    client.post(url(row), fields)
    assert row.versions.get().supplied == 16


@pytest.mark.parametrize(
    ("kind", "start"), [("txt", b"Pok"), ("csv", b"\xef\xbb\xbf"), ("xlsx", b"PK"), ("pdf", b"%PDF")]
)
def test_the_list_as_a_file(client, row, kind, start):
    lists.submit_list(row, text=LEGAL)
    answer = client.get(url(row, "mine_export", 1, kind))
    assert answer.content.startswith(start)
    assert client.get(url(row, "mine_export", 1, "exe")).status_code == 404


def test_the_sheet_has_the_fields_of_the_official_form(client, row):
    lists.submit_list(row, text=LEGAL)
    data = client.get(url(row, "mine_export", 0, "pdf")).content
    (page,) = PdfReader(BytesIO(data)).pages
    text = page.extract_text()
    player = row.entry.player
    for field in (
        player.first_name,
        player.last_name,
        player.player_id,
        "1990",
        "Standard",
        "GRI",
        "60",
        "Psychic Energy",
        "Total 60",
    ):
        assert field in text


def born(row: DeckList) -> str:
    return str(fresh(row).entry.birth_date or "")


def test_the_date_of_birth_for_the_printed_list(client, row):
    """R-034, R-152: optional, preserved with the other input, printed with the month in letters."""
    assert 'name="birth_date"' in markup(client.get(url(row)))
    post(client, row, "birth", text=LEGAL, birth_date="1990-05-06")
    assert (born(row), fresh(row).working_copy) == ("1990-05-06", LEGAL)
    assert 'value="1990-05-06"' in markup(client.get(url(row)))
    post(client, row, "hand-in", text=LEGAL, birth_date="1990-05-07", birth_date_before="1990-05-06")
    data = client.get(url(row, "mine_export", 0, "pdf")).content
    text = PdfReader(BytesIO(data)).pages[0].extract_text()
    assert "7 May 1990" in text
    assert "Date of birth" in text
    for kind in ("txt", "csv"):
        assert b"1990" not in client.get(url(row, "mine_export", 1, kind)).content
    post(client, row, "birth", text=LEGAL, birth_date="", birth_date_before="1990-05-07")
    assert born(row) == ""


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("1991-05-06", "a different birth year, 1990"),
        ("x<b>", "“x&lt;b&gt;” is not a date of birth"),
        ("1990-02-30", "There is no 30 February 1990. Correct the date."),
        ("0001-01-01", "a different birth year"),
    ],
)
def test_a_date_of_birth_that_cannot_be_kept_is_told_and_stops_no_list(client, row, typed, message):
    assert message in markup(post(client, row, "birth", htmx=True, text=LEGAL, birth_date=typed))
    client.post(url(row), {"do": "hand-in", "text": LEGAL, "birth_date": typed})
    assert (row.versions.count(), born(row)) == (1, "")


def test_a_first_date_of_birth_gives_the_year(client, row):
    row.entry.birth_year = None
    row.entry.save()
    post(client, row, "birth", birth_date="2085-01-01")
    assert born(row) == ""
    post(client, row, "birth", birth_date="1988-01-02")
    assert (born(row), fresh(row).entry.birth_year) == ("1988-01-02", 1988)


def test_an_old_page_does_not_undo_what_the_staff_entered(client, row):
    players.set_birth_date(row.entry, by=None, birth_date=date(1990, 5, 6))
    post(client, row, text=LEGAL, birth_date="", birth_date_before="")
    assert born(row) == "1990-05-06"


def test_no_date_of_birth_after_the_lock(client, row):
    lists.lock_all_lists(row.entry.tournament, by=None)
    post(client, row, "birth", birth_date="1990-05-06")
    assert (
        refusal(lists.set_birth_date_while_list_open, row, birth_date=date(1990, 5, 6)).code == "LISTS_CLOSED"
    )
    assert born(row) == ""
    assert "birth_date" not in markup(client.get(url(row)))


def test_names_are_shown_as_text(client, row):
    page = markup(post(client, row, htmx=True, text="4 <script>alert(1)</script> ABC 1"))
    assert "<script>alert" not in page


@pytest.mark.parametrize("versions", [1, 5])
def test_queries_of_the_page(client, row, versions, django_assert_max_num_queries):
    for _turn in range(versions):
        lists.submit_list(row, text=LEGAL)
    client.get(url(row))
    with django_assert_max_num_queries(8):
        client.get(url(row))


def test_who_has_no_legal_list_in_time_is_sent_to_the_desk(client, row):
    lists.lock_all_lists(row.entry.tournament, by=None)
    assert "Bring yours to the desk." in markup(client.get(url(row)))


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("sycamore", "Professor Sycamore BKP 107"),
        ("ultraball", "Ultra Ball SUM 135"),
        ("4 ultra ba", "4 Ultra Ball SUM 135"),
        ("4x ultra ba", "4 Ultra Ball SUM 135"),
        ("3 SUM 135", "3 Ultra Ball SUM 135"),
    ],
)
def test_a_word_of_a_name_and_a_count_before_it_are_understood(
    client: Client, row: DeckList, typed: str, line: str
) -> None:
    page = markup(client.get(url(row, "mine_cards"), {"add": typed}))
    assert f'value="add::{line}"' in page


def test_suggestions_are_in_the_reader_s_language(client: Client, row: DeckList) -> None:
    french = {"Accept-Language": "fr"}
    page = unescape(markup(client.get(url(row, "mine_cards"), {"add": "4 hyper ba"}, headers=french)))
    assert "Hyper Ball" in page
    assert 'value="add::4 Ultra Ball SUM 135"' in page
    client.post(url(row, "mine"), {"text": "4 Hyper Bal", "do": "check"})
    page = unescape(markup(client.get(url(row, "mine"), headers=french)))
    assert "Hyper Ball (Ultra Ball)" in page
    assert 'value="use:1:Ultra Ball"' in page


@pytest.mark.parametrize(("event_class", "limited"), [("championship_points", True), ("other", False)])
def test_r017_the_language_of_copies_is_a_field_where_the_event_limits_it(
    client: Client, event_class: str, *, limited: bool
) -> None:
    (made,) = of(event(event_class=event_class, country="ES", **NEAR))
    client.post(url(made, "mine"), {"text": "4 N FCO 105", "do": "check"})
    page = markup(client.get(url(made, "mine"), {"edit": "1"}))
    assert ('name="language-1"' in page) is limited
    for name in ("back-1", "signed-1", "product-1"):
        assert f'name="{name}"' in page


def test_r018_r019_r021_what_is_special_about_copies_is_entered_beside_the_row(
    client: Client, row: DeckList
) -> None:
    client.post(url(row, "mine"), {"text": "4 N FCO 105\n4 Choice Band GRI 121", "do": "check"})
    answers = {
        "text": "4 N FCO 105\n4 Choice Band GRI 121",
        "edit": "1",
        "do": "mark:1:",
        "signed-1": "signed",
        "product-1": "World Championships",
        "back-1": "japanese",
        "back-2": "other",
    }
    client.post(url(row, "mine"), answers)
    row.refresh_from_db()
    assert "4 N FCO 105 [signed] [back japanese] [World Championships]" in row.working_copy
    assert "4 Choice Band GRI 121\n" in row.working_copy
    page = markup(client.get(url(row, "mine")))
    for words in ("Signed or written on", "Japanese back", "From a World Championships deck"):
        assert words in page
    text = {"text": row.working_copy, "edit": "1", "do": "mark:2:"}
    number = next(n for n, line in enumerate(row.working_copy.splitlines(), 1) if " N FCO" in line)
    client.post(url(row, "mine"), text | {"do": f"mark:{number}:"})
    row.refresh_from_db()
    assert "[" not in row.working_copy
