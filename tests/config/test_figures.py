"""Numbers, percentages, days and times in every language: on pages, on paper, in files, and through forms."""

import csv
import json
import re
from datetime import UTC, date, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from io import BytesIO, StringIO
from itertools import cycle
from random import Random
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.db.models import Model
from django.forms.models import model_to_dict
from django.test import Client
from django.urls import reverse
from django.utils.formats import FORMAT_SETTINGS, get_format
from django.utils.translation import override
from openpyxl import load_workbook

from cards.models import LocalName
from core.percentages import format_fraction, format_percent
from core.services import teams
from decks.models import ListRules
from floor.services import rehearsal
from floor.services.rehearsal.play import Odds, drop_at_random, enter_latecomers, play_round
from pairings.documents.exports import standings_csv
from pairings.documents.standings import StandingsSheet
from pairings.documents.workbook import build_workbook
from pairings.engine.display_rows import StandingRow
from pairings.models import Standing
from pairings.queries.standings.standings_lists import standings_lists
from pairings.services.bracket import cuts
from tests import build
from tests.forms import form_with
from tests.html import markup
from tests.pairings import build as pairings
from tests.pairings.documents.samples import person
from tests.papers import HEAD, pages
from tests.readings import Line, Readings, seen_by_players
from tournaments.models import Entry, Player, Season, Tournament, User
from tournaments.services import divisions

pytestmark = pytest.mark.sqlite

LANGUAGES = ("en", "es", "fr", "pt-br")
SHARES = {
    "en": "{}.{}%",
    "es": "{},{}\N{NO-BREAK SPACE}%",
    "fr": "{},{}\N{NO-BREAK SPACE}%",
    "pt-br": "{},{}%",
}
"""How each language writes a percentage with two decimals."""

FIGURE = re.compile(r"\d{1,3}[.,]\d\d[\s\N{NO-BREAK SPACE}]?%")
SPACES = re.compile(r"\s+")
LATE = datetime(2026, 3, 7, 14, 5, tzinfo=UTC)
DAYS = {
    "en": ("7 March 2026", "Saturday 7 March 2026, 15:05"),
    "es": ("7 de marzo de 2026", "sábado 7 de marzo de 2026, 15:05"),
    "fr": ("7 mars 2026", "samedi 7 mars 2026, 15:05"),
    "pt-br": ("7 de março de 2026", "sábado, 7 de março de 2026, 15:05"),
}
SEPTEMBER = {
    "en": ("2029-09-01", "1 September 2029"),
    "es": ("01/09/2029", "1 de septiembre de 2029"),
    "fr": ("01/09/2029", "1er septembre 2029"),
    "pt-br": ("01/09/2029", "1º de setembro de 2029"),
}
"""A day as typed in the admin, and as shown in a list."""


def written(language: str, share: float) -> str:
    """Return the percentage as `language` writes it, computed only with whole numbers."""
    whole, rest = divmod(
        int((Decimal(str(share)) * 10_000).quantize(Decimal(1), rounding=ROUND_HALF_UP)), 100
    )
    return SHARES[language].format(whole, f"{rest:02}")


def translated(client: Client, language: str, address: str) -> Any:
    answer = client.get(address, headers={"accept-language": language})
    assert answer.status_code == 200
    return answer


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sorted(FORMAT_SETTINGS))
def test_what_is_no_pattern_is_what_django_knows_of_a_language(language, name):
    known = {"DECIMAL_SEPARATOR": "." if language == "en" else ",", "NUMBER_GROUPING": 3}
    found = get_format(name, language)
    assert found == known.get(name, found)
    if name.endswith("_INPUT_FORMATS"):
        assert isinstance(found, list)
        assert all("%" in one for one in found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_figure_there_can_be_is_the_same_on_page_paper_and_in_files(language):
    """From 25 % to 100 % in hundredths of a percent, as standings store them."""
    shares = [number / 10_000 for number in range(2_500, 10_001)]
    places = [
        StandingRow(n, person(n), 1, 1, 0, {"owp": one, "oowp": one}) for n, one in enumerate(shares, start=1)
    ]
    with override(language):
        sheet = StandingsSheet(HEAD, places)
        on_page = [format_percent(one) for one in shares]
        on_paper = [sheet.grid_row(row)[4] for row in places]
        book = load_workbook(BytesIO(build_workbook(HEAD, standings=[("Masters", places)])), read_only=True)
        cells = [row[8].value for row in book["Masters"].iter_rows(min_row=2)]
    expected = [written(language, one) for one in shares]
    assert on_page == on_paper == expected
    assert [written(language, one) for one in cells] == expected
    assert [written(language, float(format_fraction(one))) for one in shares] == expected


def test_a_half_is_rounded_up_wherever_it_stands():
    assert [
        format_percent(0.63125),
        format_percent(0.71875),
        format_percent(0.43519999999),
        format_percent(None),
    ] == [
        *("63.13%", "71.88%", "43.52%"),
        "–",
    ]


@pytest.fixture
def played(db: None) -> Tournament:
    """Create seven players after three rounds, with one figure that a binary fraction rounds down."""
    home = pairings.division(7, name="Harbour Cup", starts_at=LATE, timezone="Europe/Oslo", published=True)
    pairings.play(home, 3)
    Standing.objects.filter(place=1).update(owp=0.4352, oowp=0.5786)
    return home.tournament


@pytest.mark.parametrize("language", LANGUAGES)
def test_standings_read_the_same_on_page_paper_spreadsheet_and_files(client, played, language):
    client.force_login(played.staff.get().user)
    (table,) = standings_lists(played.divisions.get())
    shares = [share for row in table.rows for share in row.tie_breaks.values()]
    expected = [SPACES.sub(" ", written(language, share)) for share in shares]
    assert expected[0] == SPACES.sub(" ", SHARES[language].format(43, 52))

    page = markup(translated(client, language, reverse("pairings:standings", args=[played.slug])))
    cells = re.findall(r"<td[^>]*>([^<]*%)</td>", page)
    assert [SPACES.sub(" ", one.strip()) for one in cells] == expected

    paper = translated(client, language, reverse("pairings:sheet", args=[played.slug, "standings"]))
    on_paper = FIGURE.findall("\n".join(pages(paper.content)))
    assert [SPACES.sub(" ", one) for one in on_paper] == expected

    book = load_workbook(
        BytesIO(translated(client, language, reverse("pairings:spreadsheet", args=[played.slug])).content)
    )
    in_book = [cell for row in book.worksheets[0].iter_rows(min_row=2) for cell in row[8:10]]
    assert {cell.number_format for cell in in_book} == {"0.00%"}
    assert [SPACES.sub(" ", written(language, cell.value)) for cell in in_book] == expected

    file = translated(client, language, reverse("pairings:standings_csv", args=[played.slug]))
    lines = list(csv.reader(StringIO(markup(file))))[1:]
    in_file = [float(value) for line in lines for value in line[9:11]]
    assert [SPACES.sub(" ", written(language, value)) for value in in_file] == expected


def test_commands_write_the_same_figures(played):
    (table,) = standings_lists(played.divisions.get())
    expected = [
        (written("en", row.tie_breaks["owp"]), written("en", row.tie_breaks["oowp"])) for row in table.rows
    ]
    printed = {kind: _printed(played, kind) for kind in ("table", "json", "csv")}
    found = re.findall(r"(\S+%)\s+(\S+%)", printed["table"])
    read = json.loads(printed["json"])["all"]
    listed = list(csv.DictReader(StringIO(printed["csv"])))
    assert found == expected
    for lines in (read, listed):
        assert [(written("en", line["owp"]), written("en", line["oowp"])) for line in lines] == expected
    assert standings_csv(played).decode("utf-8-sig").count(format_fraction(0.4352)) >= 1


def _printed(event: Tournament, kind: str) -> str:
    out = StringIO()
    call_command("standings", event.slug, format=kind, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("language", LANGUAGES)
def test_days_and_times_on_pages_and_on_paper(client, played, language):
    day, moment = DAYS[language]
    assert moment in markup(translated(client, language, reverse("tournaments:event", args=[played.slug])))
    with override(language):
        sheet = StandingsSheet(HEAD.__class__("Cup", "", "", LATE, ""), ())
        assert f"{day}, 14:05" in SPACES.sub(" ", pages(sheet.render())[0])


def _rows(model: type) -> list[dict[str, Any]]:
    """Return each row with all stored values, except what the password form changes."""
    return [one | {"password": ""} for one in model.objects.order_by("pk").values()]  # type: ignore[attr-defined]


@pytest.fixture
def host(client: Client, db: None) -> User:
    moments = {"last_login": LATE, "date_joined": LATE - timedelta(hours=5)}
    made = build.user("host", is_staff=True, is_superuser=True, **moments)
    client.force_login(made)
    User.objects.filter(pk=made.pk).update(**moments)
    return made


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_form_of_the_admin_that_is_saved_untouched_changes_nothing(client, host, language):
    season = Season.objects.update_or_create(
        year=2030, defaults={"starts_on": date(2029, 9, 1), "senior_from": 2014, "junior_from": 2018}
    )[0]
    Player.objects.create(
        organizer=teams.installation_team(),
        first_name="Ana",
        last_name="Silva",
        birth_year=2001,
        birth_date=date(2001, 3, 7),
        search_key="ana silva",
    )
    LocalName.objects.create(key="eevee", language="de", name="Evoli", order=1)
    Group.objects.create(name="Judges")
    touched = 0
    for model, forms in admin.site._registry.items():
        row = model.objects.filter(pk=season.pk).first() if model is Season else model.objects.first()
        address = f"admin:{model._meta.app_label}_{model._meta.model_name}_change"
        if row is None or not forms.__class__.has_change_permission(forms, _request_of(host)):
            continue
        before = _rows(model)
        url = reverse(address, args=[row.pk])
        page = translated(client, language, url)
        typed = form_with(page, _a_field_of(page))
        answer = client.post(url, typed, headers={"accept-language": language})
        assert answer.status_code == 302, (model, answer.context["errors"])
        assert _rows(model) == before
        touched += 1
    assert touched >= 5


def _a_field_of(page: Any) -> str:
    """Return a field of the form that the page is about."""
    form = page.context["adminform"].form
    return next(form.add_prefix(name) for name in form.fields if name != "password")


def _request_of(user: User) -> Any:
    return type("Asked", (), {"user": user})()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_season_in_the_admin_shows_and_reads_days_as_the_language_writes_them(client, host, language):
    typed, listed = SEPTEMBER[language]
    Season.objects.filter(year=2030).delete()
    answer = client.post(
        reverse("admin:tournaments_season_add"),
        {"year": "2030", "starts_on": typed, "senior_from": "2014", "junior_from": "2018"},
        headers={"accept-language": language},
    )
    assert answer.status_code == 302
    assert Season.objects.get(year=2030).starts_on == date(2029, 9, 1)
    page = translated(client, language, reverse("admin:tournaments_season_change", args=[2030]))
    assert form_with(page, "starts_on")["starts_on"] == [typed]
    page = translated(client, language, reverse("admin:tournaments_season_changelist"))
    assert f">{listed}<" in markup(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_of_an_event_that_are_saved_untouched_change_nothing(client, db, language):
    by = build.user()
    client.force_login(by)
    event = build.event(by=by, starts_at=LATE, timezone="Europe/Oslo")
    ListRules.objects.update_or_create(tournament=event, defaults={"deadline": LATE + timedelta(minutes=7)})
    (entry,) = build.add_players(event, 1)
    Entry.objects.filter(pk=entry.pk).update(birth_date=date(1990, 3, 7))
    fields: list[tuple[type[Model], str, str, str]] = [
        (Tournament, "starts_at", *("tournaments:settings",) * 2),
        (ListRules, "deadline", *("decks:lists_settings",) * 2),
        (Entry, "birth_date", "tournaments:player", "tournaments:player_save"),
    ]
    for model, field, label_page, sent in fields:
        row = model._default_manager.latest("pk")
        before = model_to_dict(row)
        own = [entry.pk] if model is Entry else []
        typed = form_with(translated(client, language, reverse(label_page, args=[event.slug, *own])), field)
        assert re.fullmatch(r"\d{4}-\d\d-\d\d(T\d\d:\d\d)?", typed[field][0])
        url = reverse(sent, args=[event.slug, *own])
        assert client.post(url, typed, headers={"accept-language": language}).status_code == 302, url
        row.refresh_from_db()
        assert model_to_dict(row) == before


def test_a_whole_event_has_one_set_of_figures_for_every_reader(client, db):
    """After each closed round, in one language after the other, standings and pairings are the same on the page, on
    paper, in the spreadsheet, in the CSV, in the JSON and in the API; so are the pairings of all rounds at the end.
    """
    chance, by, languages = Random(20), build.user(), cycle(LANGUAGES)
    event = rehearsal.create_rehearsal(
        by=by, players=17, seed=20, published=True, structure="swiss_cut", best_of=3, timezone="Europe/Oslo"
    )
    division = event.divisions.select_related("tournament").get()
    division = divisions.change_division(division, by=by, rounds_planned=4, cut_size=4, third_place=True)
    strong, odds = rehearsal.random_strengths(division, chance), Odds(ties=0.15, drops=0.1)
    client.force_login(by)
    for number in range(1, 7):
        if number == 5:
            cuts.start_cut(division, by=by)
        round_ = play_round(division, chance=chance, strengths=strong, by=by, odds=odds)
        _read(Readings(event, round_, client, next(languages)))
        if number < 4:
            drop_at_random(division, odds, chance=chance, by=by)
            enter_latecomers(division, number == 1, chance=chance, strengths=strong, by=by)
    kinds = [
        _read_pairings(Readings(event, round_, client, next(languages)))
        for round_ in division.rounds.order_by("number")
    ]
    assert {kind for one in kinds for kind in one} == {"left", "right", "tie", "bye", "late_loss"}
    last = Readings(event, division.rounds.latest("number"), client, "en")
    (cut,) = Client().get(f"/api/v1/events/{event.slug}/brackets").json()
    assert cut["champion"]["name"] == last.standings()["page"][0]["name"]


def _read(of: Readings) -> set[str]:
    """Compare what all readers get after a round; return the kinds of results."""
    places = of.standings()
    _agree(places)
    assert len(places["spreadsheet"]) == of.event.entries.count()
    return _read_pairings(of)


def _read_pairings(of: Readings) -> set[str]:
    matches = of.pairings()
    feed, whole = matches.pop("JSON"), matches["spreadsheet"]
    _agree(matches)
    assert feed == seen_by_players(whole)
    assert len(whole) == of.round.matches.count()
    return {line["outcome"] for line in whole}


def _agree(found: dict[str, list[Line]]) -> None:
    """Check that all outputs agree with the spreadsheet, which contains everything."""
    for reader, lines in found.items():
        pairs = zip(lines, found["spreadsheet"], strict=True)
        assert lines == [{key: one[key] for key in line} for line, one in pairs], reader
