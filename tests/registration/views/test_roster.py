"""A roster: previewed first; the valid rows are loaded, and the others are listed and fixed in place."""

import base64
import io
import re
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from openpyxl import load_workbook

from registration.documents import roster
from registration.engine import roster as reader
from tests import build
from tests.html import markup
from tests.tournaments.views.ask import RUNNERS, answers, only, organizer
from tournaments.models import Entry, Player

pytestmark = pytest.mark.django_db

HEADER = "First name,Last name,Player ID,Birth year\n"


@pytest.fixture
def event():
    return build.event()


def url(event):
    return reverse("registration:roster", args=[event.slug])


def csv(*lines):
    return (HEADER + "\n".join(lines)).encode()


def upload(event, data, name="list.csv"):
    return organizer(event).post(url(event), {"file": SimpleUploadedFile(name, data), "text": ""})


def load(event, data, **chosen):
    fields = {"filename": "list.csv", "content": base64.b64encode(data).decode()}
    rows = {f"row-{row[1:]}": choice for row, choice in chosen.items()}
    return organizer(event).post(url(event), fields | rows, follow=True)


def test_who_may_come(event):
    assert answers(url(event), event) == only(*RUNNERS)


def test_look_first(event):
    page = markup(upload(event, csv("Zoë,Müller,11,1990", "José,García,,1991")))
    assert "Zoë Müller" in page
    assert "No player is added before you load it" in page
    assert not Player.objects.exists()


def test_what_was_looked_at_is_loaded(event):
    page = markup(upload(event, csv("Zoë,Müller,11,1990")))
    carried = re.search(r'name="content" value="([^"]+)"', page)[1]
    assert base64.b64decode(carried) == csv("Zoë,Müller,11,1990")
    answer = load(event, csv("Zoë,Müller,11,1990", "José,García,,1991"))
    assert answer.redirect_chain == [(reverse("tournaments:players", args=[event.slug]), 302)]
    assert "2 players added." in markup(answer)
    assert event.entries.count() == 2


def test_pasted_rows(event):
    answer = organizer(event).post(url(event), {"text": "Last name\tFirst name\nMüller\tZoë"})
    assert "Zoë Müller" in markup(answer)


def test_pasted_rows_without_titles_stay_in_their_box(event):
    page = markup(organizer(event).post(url(event), {"text": "Player ID\n7\n"}))
    assert "Could not read pasted rows" in page
    assert ">\nPlayer ID\n7\n</textarea>" in page


def test_nothing_given(event):
    assert "Choose a file, or paste the rows." in markup(organizer(event).post(url(event), {}))


@pytest.mark.parametrize(
    ("line", "row", "column", "message"),
    [
        ("Zoë,,11,1990", "2", "Last name", "This row is empty."),
        ("Zoë,Müller,1x,1990", "2", "Player ID", "“1x” is not a Player ID"),
        ("Zoë,Müller,11,90", "2", "Birth year", "“90” is not a birth year"),
        ("Zoë,Müller,11,1990,extra", "2", "–", "Remove “extra”"),
    ],
)
def test_a_fault_names_row_and_column(event, line, row, column, message):
    page = markup(upload(event, csv(line, "José,García,,1991")))
    assert "1 row to fix" in page
    assert f"Row {row}" in page
    assert (message if column == "–" else f"{column}: {message}") in page
    assert f'name="fix-{row}-{FIELDS[column]}"' in page
    assert "Load the 1 row in order" in page


FIELDS = {"Last name": "last_name", "Player ID": "player_id", "Birth year": "birth_year", "–": "first_name"}


def test_good_rows_are_loaded_and_the_others_fixed_in_place(event):
    data = csv("Zoë,Müller,11,1990", "Ana,,12,1991", "José,García,13,90")
    page = markup(load(event, data))
    assert "1 player added." in page
    assert "2 rows to fix" in page
    fields = {"filename": "list.csv", "content": base64.b64encode(data).decode()}
    fixed = {"fix-3-last_name": "Silva", "fix-4-birth_year": "x1990"}
    page = markup(organizer(event).post(url(event), fields | fixed | {"do": "look"}))
    assert "Ana Silva" in page
    assert "1 row to fix" in page
    assert 'name="fix-3-last_name" value="Silva"' in page
    assert 'value="x1990"' in page
    fixed["fix-4-birth_year"] = "1990"
    answer = organizer(event).post(url(event), fields | fixed, follow=True)
    assert "2 players added." in markup(answer)
    assert answer.redirect_chain == [(reverse("tournaments:players", args=[event.slug]), 302)]
    assert sorted(event.entries.values_list("last_name", flat=True)) == ["García", "Müller", "Silva"]


def test_columns_and_what_holds_for_everyone_are_said_on_the_page(event):
    data = "Müller Zoë;7\nSilva Ana;8".encode()
    page = markup(upload(event, data))
    assert "No row has column titles" in page
    assert 'name="column-1"' in page
    fields = {"filename": "list.csv", "content": base64.b64encode(data).decode()}
    chosen = {"titles_row": "1", "column-0": "name_last_first", "column-1": "player_id"}
    page = markup(organizer(event).post(url(event), fields | chosen | {"do": "look"}))
    assert "2 rows to fix" in page
    assert "is not known. Choose one." in page
    everyone = {"all_age_division": "senior", "do": "look"}
    page = markup(organizer(event).post(url(event), fields | chosen | everyone))
    assert "Zoë Müller" in page
    assert "to fix" not in page
    assert "Load this roster" in page
    odd = {
        "all_birth_year": "12",
        "do": "look",
        "column-x": "name",
        "column-5": "nonsense",
        "fix-x-name": "A",
    }
    assert organizer(event).post(url(event), fields | odd).status_code == 200
    organizer(event).post(url(event), fields | chosen | {"all_age_division": "senior"})
    assert set(event.entries.values_list("last_name", "age_division")) == {
        ("Müller", "senior"),
        ("Silva", "senior"),
    }


@pytest.mark.parametrize(
    ("data", "name", "message"),
    [
        (b"\x89PNG....", "photo.png", "neither CSV nor XLSX"),
        (b"PK\x03\x04broken", "list.xlsx", "cannot be opened"),
        (b"a,b\n1,2", "list.csv", "No row has column titles"),
        (HEADER.encode(), "list.csv", "no players below"),
    ],
)
def test_no_roster_at_all(event, data, name, message):
    assert message in markup(upload(event, data, name))


def test_known_people_and_choices(event):
    known = build.known("Jonathan", "Okonkwo", None, 1990, by=event.staff.get().user)
    page = markup(upload(event, csv("Jonathon,Okonkwo,15,1990", "Jonathan,Okonkwo,,1990")))
    assert re.search(rf'<option value="{known.pk}"[^>]*>Same person: Jonathan Okonkwo', page)
    assert '<option value="new" selected>' in page
    load(event, csv("Jonathon,Okonkwo,15,1990"), _2=str(known.pk))
    assert event.entries.get().player == known


def test_a_choice_that_does_not_fit_adds_nobody(event):
    answer = load(event, csv("Zoë,Müller,11,1990", "José,García,,1991"), _3="4711")
    assert "Row 3 cannot be loaded" in markup(answer)
    assert 'name="content"' in markup(answer)
    assert not Entry.objects.exists()


def test_already_in_the_event(event):
    load(event, csv("Zoë,Müller,11,1990"))
    assert "Already in the event" in markup(upload(event, csv("Zoë,Müller,11,1990")))
    assert "0 players added" in markup(load(event, csv("Zoë,Müller,11,1990")))


def test_a_file_that_was_lost(event):
    answer = organizer(event).post(url(event), {"filename": "x.csv", "content": "%%%"})
    assert "Choose the file" in markup(answer)
    assert not Entry.objects.exists()


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_the_empty_roster_can_be_read_back(event, kind):
    answer = organizer(event).get(reverse("registration:roster_blank", args=[event.slug, kind]))
    assert f'filename="roster.{kind}"' in answer["Content-Disposition"]
    read = reader.read_roster(answer.content, f"roster.{kind}")
    assert not read.problems
    assert len(read.rows) == len(roster.EXAMPLES)


def test_titles_of_the_workbook_stand_still():
    assert load_workbook(io.BytesIO(roster.blank_roster_xlsx())).active.freeze_panes == "A2"


def test_the_same_queries_for_any_roster(event):
    client = organizer(event)
    counts = set()
    for n in (1, 3, 300):
        data = csv(*(f"P{i},Name{i},{500 + i},1990" for i in range(n)))
        with CaptureQueriesContext(connection) as seen:
            client.post(url(event), {"file": SimpleUploadedFile("list.csv", data)})
        counts.add(len(seen))
    assert len(counts) == 1


def test_what_is_said_of_dates_of_birth_is_what_is_stored(event):
    """R-034: a full date is stored for the deck list, and the page says so; a year alone is stored as a year."""
    header = b"First name,Last name,Date of birth\n"
    page = markup(organizer(event).get(url(event)))
    assert "A full date of birth is stored: it is printed on deck lists" in page
    assert "Only the year" not in page
    load(event, header + "Zoë,Müller,1990-05-06\nJosé,García,1991".encode())
    days = Player.objects.order_by("last_name").values_list("last_name", "birth_year", "birth_date")
    assert list(days) == [("García", 1991, None), ("Müller", 1990, date(1990, 5, 6))]


@pytest.mark.parametrize(
    "text",
    [
        "Greta Holm 1992\nJo Klein 1987\nAna Ruiz 1990",
        "1. Greta Holm (1992)\n2. Jo Klein (1987)\n3. Ana Ruiz (1990)\n4.",
        "- Holm, Greta, 1992\n- Klein, Jo, 1987\n- Ruiz, Ana, 1990",
        "Holm\tGreta\t1992\nKlein\tJo\t1987\nRuiz\tAna\t1990",
        "Greta,Holm,1992\nJo,Klein,1987\nAna,Ruiz,1990",
    ],
)
def test_pasted_names_without_titles_are_all_entered(event, text):
    """Press the page's buttons unchanged, as often as it asks: the first player is entered too."""
    client, answer = organizer(event), None
    fields = {"text": text}
    for _press in range(3):
        answer = client.post(url(event), fields, follow=True)
        if event.entries.exists():
            break
        fields = offered(markup(answer))
        assert fields.get("titled") is None
        if "Load this roster" not in markup(answer):
            fields["do"] = "look"
    assert event.entries.count() == 3
    assert set(event.entries.values_list("birth_year", flat=True)) == {1987, 1990, 1992}


def offered(page):
    """Return the fields of the form with the file, as a browser would submit them."""
    form = next(form for form in re.findall(r"<form.*?</form>", page, re.S) if 'name="content"' in form)
    fields = dict(re.findall(r'<input[^>]*type="hidden"[^>]*name="([^"]+)"[^>]*value="([^"]*)"', form))
    for tag in re.findall(r"<input[^>]*checkbox[^>]*>", form):
        if "checked" in tag:
            fields[re.search(r'name="([^"]+)"', tag)[1]] = "yes"
    for name, options in re.findall(r'<select[^>]*name="([^"]+)"[^>]*>(.*?)</select>', form, re.S):
        chosen = [tag for tag in re.findall(r"<option[^>]*>", options) if "selected" in tag]
        fields[name] = re.search(r'value="([^"]*)"', chosen[0])[1] if chosen else ""
    return fields


def test_a_list_without_titles_says_so(event):
    page = markup(organizer(event).post(url(event), {"text": "Greta Holm 1992\nJo Klein 1987"}))
    assert "No column titles: every row is read as a player" in page
    assert "Greta Holm" in page
    assert "No column titles" not in markup(upload(event, csv("Zoë,Müller,11,1990")))


def test_rows_above_the_titles_are_shown(event):
    page = markup(upload(event, b"Friday cup\n" + csv("Zoë,Müller,11,1990".encode().decode())))
    assert "Rows above the column titles, not read" in page
    assert "Friday cup" in page


def test_what_differs_from_somebody_known_is_shown_and_who_was_skipped_is_named(event):
    build.known("Jo", "Klein", "11", 1990, by=event.staff.get().user)
    page = markup(upload(event, csv("Ana,Ruiz,11,1990", "Jo,Klein,15,1985")))
    assert "Player ID 11 belongs to Jo Klein here." in page
    assert "Jo Klein is known with Player ID 11, which is not changed; the file has 15." in page
    assert "Jo Klein is known as born in 1990; the file has 1985." in page
    assert "Add as a new player, without the Player ID" in page
    assert "with the birth year of the file" in page
    assert "Rows skipped: Ana Ruiz." in markup(load(event, csv("Ana,Ruiz,11,1990", "Jo,Klein,15,1985")))


def test_the_button_counts_the_rows_it_loads_and_never_offers_none(event):
    build.add_players(event, 1)
    known = event.entries.select_related("player").get().player
    again = f"{known.first_name},{known.last_name},{known.player_id},{known.birth_year}"
    wrong = "No,Year,22,1890"
    assert "Load the 1 row in order" in markup(upload(event, csv(again, "Zoë,Müller,11,1990", wrong)))
    assert "Load th" not in markup(upload(event, csv(again, wrong)))
    page = markup(upload(event, csv(again)))
    assert "Load th" not in page
    assert "Everyone in this roster is already entered." in page
    choosing = load(event, csv("Zoë,Müller,11,1990", wrong), r2="skip", do="look")
    assert "Load the 0" not in markup(choosing)


def test_rows_that_wait_for_a_choice_can_be_loaded_once_one_is_made(event):
    build.add_players(event, 1)
    known = event.entries.select_related("player").get().player
    namesake = f"{known.first_name},{known.last_name},,{known.birth_year}"
    page = markup(upload(event, csv(namesake, "No,Year,22,1890")))
    assert "Load the chosen rows" in page


def test_byes_and_tables_of_players_who_are_here_are_previewed_and_undone(event):
    data = b"First name,Last name,Player ID,Birth year,Byes,Fixed table\nAna,Lima,11,1990,2,7"
    load(event, b"First name,Last name,Player ID,Birth year\nAna,Lima,11,1990")
    page = markup(upload(event, data))
    assert "Byes awarded in advance: 2 (was: none)" in page
    assert "Fixed table: 7 (was: none)" in page
    assert "Load this roster" in page
    page = markup(load(event, data))
    assert "Byes awarded in advance, Fixed table: changed. Players: 1" in page
    line = event.journal.get(kind="PlayerTagsChanged")
    undo = reverse("pairings:undo", args=[event.slug, line.pk])
    assert undo in page
    organizer(event).post(undo)
    assert event.entries.get().awarded_byes == 0
    assert "Everyone in this roster is already entered." not in markup(upload(event, data))
