"""An event of teams: paired, printed with seats, found by the names of the players, ranked by team (R-103)."""

import re
from io import BytesIO

import pytest
from django.test import Client
from openpyxl import load_workbook
from pypdf import PdfReader

from pairings.documents.pairings import lines_by_name
from pairings.queries.print.stored_prints import rows_of_longest_round
from pairings.services.rounds import rounds
from tests import build
from tests.html import markup
from tests.pairings import build as play
from tests.papers import pages
from tournaments.engine.team_entries import TeamEntry, TeamEntryMember
from tournaments.models import Division, Tournament
from tournaments.services import entries, team_entries

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(client: Client) -> Tournament:
    """Create four teams, with round 1 closed and round 2 posted."""
    marta = build.user()
    client.force_login(marta)
    made = build.event(by=marta, kind="team_battle", published=True)
    for number in range(1, 5):
        mates = (
            TeamEntryMember("A", "Ana", f"Alvarez{number}"),
            TeamEntryMember("B", "Luis", f"Benitez{number}"),
        )
        entry = team_entries.add_team_entry(made, TeamEntry(f"Crew {number}", mates), by=marta)
        entries.check_in_entry(entry, by=marta)
    home = home_of(made)
    play.play(home)
    rounds.post(rounds.pair_next_round(home, by=marta, seed=3), by=marta)
    return made


def home_of(event: Tournament) -> Division:
    return event.divisions.select_related("tournament").get()


def printed(client: Client, event: Tournament, name: str) -> str:
    answer = client.get(f"/e/{event.slug}/print/{name}.pdf", {"division": home_of(event).pk})
    return "\n".join(pages(b"".join(answer) if answer.streaming else answer.content))


def test_the_print_page_offers_the_sheet_where_teams_play(client, event):
    assert "Team pairings" in markup(client.get(f"/e/{event.slug}/print"))
    cup = play.division(4, by=event.staff.get().user, name="Cup").tournament
    assert "Team pairings" not in markup(client.get(f"/e/{cup.slug}/print"))


def test_the_round_pack_has_the_sheet_of_teams(client, event, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    form = {"key": "1", "paper": "a4", "language": "en", "copies": "1", "press": "pack"}
    answer = client.post(f"/e/{event.slug}/print", form, follow=True)
    titles = [
        one.title.partition(" · ")[0]
        for one in PdfReader(BytesIO(answer.content)).outline
        if not isinstance(one, list)
    ]
    assert titles == [
        "Pairings by name",
        "Pairings by table",
        "Team pairings",
        "Match slips",
    ]


def test_the_sheet_names_every_team_with_both_seats(client, event):
    text = printed(client, event, "teams")
    for number in range(1, 5):
        for name in (f"Crew {number}", f"Ana Alvarez{number}", f"Luis Benitez{number}"):
            assert name in text


def test_players_of_teams_stand_on_the_wall_under_their_own_names(client, event):
    """They are listed beside their team, each with a table, and the print page counts them."""
    text = " ".join(printed(client, event, "names").split())
    for number in range(1, 5):
        entry = event.entries.get(last_name=f"Crew {number}")
        table = entry.seats.get(round__number=2).match.table
        for name in (f"Crew {number}", f"Alvarez{number}, Ana", f"Benitez{number}, Luis"):
            assert re.search(rf"{name} {table} Crew \d", text), (name, table)
    assert "12 names" in markup(client.get(f"/e/{event.slug}/print"))


def test_boards_are_cut_by_the_names_of_players_too(event):
    rows = rows_of_longest_round(
        home_of(event).rounds.filter(number=2).select_related("division__tournament")
    )
    found = [line.name for line in lines_by_name(rows, show_opponent=False)]
    assert len(found) == 12
    assert {"Crew 1", "Alvarez1, Ana", "Benitez4, Luis"} <= set(found)


def test_slips_have_the_players_and_standings_the_teams(client, event):
    slips = printed(client, event, "slips")
    assert slips.count("First player") == 4
    assert all(f"A Ana Alvarez{number} · B Luis Benitez{number}" in slips for number in range(1, 5))
    standings = printed(client, event, "standings")
    assert all(f"Crew {number}" in standings for number in range(1, 5))


def test_lists_of_ranks_have_the_players_beside_the_team(client, event):
    """On paper, on the page and in both files, after a round and with the cut line; a search finds a player."""
    seated = [f"A Ana Alvarez{number} · B Luis Benitez{number}" for number in range(1, 5)]
    on_paper = " ".join(printed(client, event, "standings").split())
    page = markup(client.get(f"/e/{event.slug}/standings"))
    csv = client.get(f"/e/{event.slug}/files/standings.csv").content.decode("utf-8-sig")
    assert "Players" in csv.splitlines()[0].split(",")
    for one in seated:
        assert one.replace(" · ", " ") in on_paper
        assert f'<small class="under">{one}</small>' in page
        assert f'data-name="Crew {one[-1]} {one}"' in page
        assert one in csv
    book = load_workbook(BytesIO(client.get(f"/e/{event.slug}/files/standings.xlsx").content))
    ranks, *rounds_ = book.worksheets
    titles = [cell.value for cell in ranks[1]]
    assert sorted(row[titles.index("Players")].value for row in ranks.iter_rows(min_row=2)) == seated
    for sheet in rounds_:
        titles = [cell.value for cell in sheet[1]]
        columns = [titles.index("Team 1: players"), titles.index("Team 2: players")]
        found = [row[column].value for row in sheet.iter_rows(min_row=2) for column in columns]
        assert sorted(found) == seated


def test_lists_of_single_players_have_no_column_of_teams(client, event):
    cup = play.division(4, by=event.staff.get().user, name="Cup")
    play.play(cup)
    csv = client.get(f"/e/{cup.tournament.slug}/files/standings.csv").content.decode("utf-8-sig")
    book = load_workbook(BytesIO(client.get(f"/e/{cup.tournament.slug}/files/standings.xlsx").content))
    titles = {cell.value for sheet in book.worksheets for cell in sheet[1]}
    assert "Players" not in csv.splitlines()[0].split(",")
    assert not titles & {"Players", "Team 1: players"}


def test_players_find_their_table_by_their_own_name(client, event):
    client.logout()
    page = markup(client.get(f"/e/{event.slug}/pairings"))
    assert 'data-name="Crew 1 A Ana Alvarez1 · B Luis Benitez1"' in page


def test_children_of_a_team_are_shown_by_initial_in_public(client, event):
    event.entries.update(age_division="junior")
    client.logout()
    assert "Alvarez" not in markup(client.get(f"/e/{event.slug}/pairings"))
    text = printed(client, event, "teams")
    assert "Alvarez" not in text
    assert "Ana A." in text
    standings = markup(client.get(f"/e/{event.slug}/standings"))
    assert "Alvarez" not in standings
    assert "A Ana A. · B Luis B." in standings
