"""Prizes by place: the table of a list, who receives what, the sheet to sign and the files."""

import pytest
from django.test import Client
from django.urls import reverse

from pairings.engine.standings.prizes import PrizeRow
from pairings.models import Prize
from pairings.queries.standings import prizes as queries
from pairings.services.standings import prizes
from tests import build, papers
from tests.asking import queries_of
from tests.pairings import build as play
from tests.pairings.views import pages
from tournaments.models import Division

pytestmark = pytest.mark.django_db

ROWS = (PrizeRow(1, 1, "Trophy", 50, 18), PrizeRow(2, 3, "Playmat", 32, None), PrizeRow(4, 4, "", None, 0))


@pytest.fixture
def home(client: Client) -> Division:
    division = play.division(6)
    client.force_login(play.organizer(division))
    return division


def table_address(home: Division) -> str:
    return reverse("pairings:prize_table", args=[home.tournament.slug, home.pk, "all"])


def sent(client: Client, home: Division, *rows: tuple[object, ...], **more: object) -> dict[str, object]:
    form = client.get(table_address(home)).context["form"]
    names = ("first", "last", "text", "points", "packs")
    fields = {
        f"{name}-{n}": value for n, row in enumerate(rows) for name, value in zip(names, row, strict=True)
    }
    return {"version": form["version"].value(), **fields, **more}


def test_prizes_are_saved_journaled_and_undone(client: Client, home: Division) -> None:
    rows = (("1", "", " Trophy ", "50", "18"), ("2", "3", "Playmat", "", ""), ("", "", "", "", ""))
    page = client.post(table_address(home), sent(client, home, *rows), follow=True)
    assert pages.messages(page) == ["Prizes saved: 2 rows."]
    assert queries.prize_rows(home, "all") == (PrizeRow(1, 1, "Trophy", 50, 18), PrizeRow(2, 3, "Playmat"))
    (line,) = home.journal.filter(kind="PrizesChanged")
    client.post(pages.event(home, "undo", line.pk))
    assert not Prize.objects.exists()


def test_pressed_twice_it_is_one_change(client: Client, home: Division) -> None:
    form = sent(client, home, ("1", "1", "Trophy", "", ""))
    for _press in range(2):
        assert client.post(table_address(home), form).status_code == 302
    assert home.journal.filter(kind="PrizesChanged").count() == 1


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        (("", "", "Playmat", "", ""), "Enter the first place of this row, or clear the row."),
        (("8", "5", "Playmat", "", ""), "The last place comes before the first."),
        (("5", "8", " ", "", ""), "Enter a prize, points or packs, or clear the row."),
        (("1", "8", "Playmat", "", ""), "Place 1 is in two rows: 1–2 and from 1. Change one of them."),
        (("5", "x", "Playmat", "", ""), "Enter a whole number."),
        (("0", "", "Playmat", "", ""), "Ensure this value is greater than or equal to 1."),
        (("5", "", "Playmat", "-1", ""), "Ensure this value is greater than or equal to 0."),
        (("5", "", "x" * 121, "", ""), "Ensure this value has at most 120 characters (it has 121)."),
    ],
)
def test_a_wrong_row_is_named_and_nothing_typed_is_lost(
    client: Client, home: Division, row: tuple[str, ...], sentence: str
) -> None:
    page = client.post(table_address(home), sent(client, home, ("1", "2", "Trophy", "50", "18"), row))
    assert page.status_code == 422
    assert sentence in pages.text(page)
    assert [page.context["form"][f"{name}-0"].value() for name in ("first", "text")] == ["1", "Trophy"]
    assert page.context["form"]["last-1"].value() == row[1]
    assert not Prize.objects.exists()


def test_a_table_changed_by_another_is_replaced_only_with_a_second_press(
    client: Client, home: Division
) -> None:
    form = sent(client, home, ("1", "1", "Mine", "", ""))
    prizes.save_prizes(home, "all", ROWS, by=None)
    page = client.post(table_address(home), form)
    assert "These prizes were changed after you opened the page." in pages.text(page)
    assert queries.prize_rows(home, "all") == ROWS
    again = {**form, "version": page.context["form"]["version"].value()}
    assert client.post(table_address(home), again).status_code == 302
    assert queries.prize_rows(home, "all") == (PrizeRow(1, 1, "Mine"),)


def test_an_undo_never_reverts_a_later_change(client: Client, home: Division) -> None:
    line = prizes.save_prizes(home, "all", ROWS[:1], by=None)
    prizes.save_prizes(home, "all", ROWS, by=None)
    client.post(pages.event(home, "undo", line.pk))
    assert queries.prize_rows(home, "all") == ROWS


def test_each_place_receives_its_row(client: Client, home: Division) -> None:
    prizes.save_prizes(home, "all", ROWS, by=None)
    assert "No round is closed yet" in pages.text(client.get(pages.event(home, "prizes")))
    play.play(home)
    text = pages.text(client.get(pages.event(home, "prizes")))
    assert "Not final: standings after round 1" in text
    standings = client.get(pages.event(home, "standings")).context["table"].data
    awards = client.get(pages.event(home, "prizes")).context["awards"].awards
    assert [(award.place, award.person.name) for award in awards] == [
        (row.place, row.person.name) for row in list(standings)[:4]
    ]
    assert [award.prize for award in awards] == [ROWS[0], ROWS[1], ROWS[1], ROWS[2]]


def test_the_disqualified_receive_nothing_and_who_dropped_keeps_place_and_prize(
    client: Client, home: Division
) -> None:
    """M-020: a dropped player stays in the standings."""
    prizes.save_prizes(home, "all", ROWS, by=None)
    play.play(home)
    first, second, third, fourth, fifth = (
        row.person.entry_id
        for row in list(client.get(pages.event(home, "standings")).context["table"].data)[:5]
    )
    home.entries.filter(pk=second).update(disqualified=True)
    home.entries.filter(pk=third).update(dropped_in=1)
    page = client.get(pages.event(home, "prizes"))
    awards = page.context["awards"].awards
    assert [award.person.entry_id for award in awards] == [first, third, fourth, fifth]
    assert "Dropped" in pages.text(page)


def test_it_is_final_once_all_rounds_are_played(client: Client, home: Division) -> None:
    prizes.save_prizes(home, "all", ROWS, by=None)
    play.play(home, 3)
    text = pages.text(client.get(pages.event(home, "prizes")))
    assert "Final: all rounds are played." in text
    assert "In total: prizes 4, points 114, packs 18." in text


def test_prizes_are_copied_from_another_list_and_another_event_of_the_organizer(
    client: Client, home: Division
) -> None:
    earlier = build.event(by=play.organizer(home), name="Autumn Cup").divisions.get()
    elsewhere = build.event(name="Elsewhere").divisions.get()
    for division in (earlier, elsewhere):
        age = "all" if not division.by_age else "masters"
        prizes.save_prizes(division, age, ROWS, by=None)
    form = client.get(table_address(home)).context["copy"]
    assert [str(label) for _key, label in form.fields["source"].choices] == ["Autumn Cup: Masters (3 rows)"]
    address = f"{table_address(home)}/copy"
    page = client.post(address, {"source": f"{earlier.pk}-masters"}, follow=True)
    assert pages.messages(page) == ["Prizes copied. Check them."]
    assert queries.prize_rows(home, "all") == ROWS
    page = client.post(address, {"source": f"{elsewhere.pk}-masters"}, follow=True)
    assert pages.messages(page) == ["The chosen prizes were removed. Choose others to copy."]


def test_age_divisions_paired_together_have_tables_of_their_own(client: Client) -> None:
    event = build.event()
    home = event.divisions.get()
    client.force_login(play.organizer(home))
    build.add_players(event, 6, birth_years=(1990, 2012))
    assert [table.key for table in queries.prize_tables(event)] == [f"{home.pk}-masters", f"{home.pk}-senior"]
    prizes.save_prizes(home, "senior", ROWS[:1], by=None)
    play.play(home)
    by_list = {
        award_list.table.age_division: len(award_list.awards)
        for award_list in queries.awards_of_tables(event, queries.prize_tables(event))
    }
    assert by_list == {"masters": 0, "senior": 1}


def test_the_sheet_to_sign_masks_player_ids_and_has_a_page_for_each_list(client: Client) -> None:
    event = build.event(name="Cup")
    home = event.divisions.get()
    client.force_login(play.organizer(home))
    build.add_players(event, 6, birth_years=(1990, 2012))
    for age in ("masters", "senior"):
        prizes.save_prizes(home, age, ROWS, by=None)
    play.play(home)
    response = client.get(f"{pages.event(home, 'sheet', 'prizes')}?division={home.pk}")
    sheets = papers.pages(response.content)
    assert len(sheets) == 2
    for entry in home.entries.all():
        assert not any(entry.player_number in sheet or str(entry.birth_year) in sheet for sheet in sheets)
    first = home.entries.get(
        pk=queries.awards_of_tables(event, queries.prize_tables(event))[0].awards[0].person.entry_id
    )
    assert first.player_number[-3:] in sheets[0]
    assert "Trophy, 50 points, 18 packs" in sheets[0]


def test_the_file_has_every_list_with_player_ids(client: Client, home: Division) -> None:
    prizes.save_prizes(home, "all", ROWS, by=None)
    play.play(home)
    lines = client.get(pages.event(home, "prizes_export", "csv")).content.decode("utf-8-sig").splitlines()
    assert lines[0] == "Division,Place,Player,Player ID,Prize,Points,Packs,Dropped"
    assert len(lines) == 5
    entry = home.entries.get(standings__place=1)
    assert lines[1] == f"All ages,1,{entry},{entry.player_number},Trophy,50,18,"


def test_only_staff_see_prizes_and_only_organizers_edit_them(client: Client, home: Division) -> None:
    client.force_login(build.staff(home.tournament, "scorekeeper"))
    assert client.get(pages.event(home, "prizes")).status_code == 200
    assert client.get(table_address(home)).status_code == 403
    client.force_login(build.user("visitor"))
    for name, args in (("prizes", ()), ("prizes_export", ("csv",))):
        assert client.get(pages.event(home, name, *args)).status_code in (302, 403, 404)


def test_the_queries_of_the_page_do_not_grow_with_its_players(client: Client) -> None:
    counts = []
    for players in (6, 24):
        home = play.division(players)
        client.force_login(play.organizer(home))
        prizes.save_prizes(home, "all", [PrizeRow(1, players, "Pin")], by=None)
        play.play(home)
        address = pages.event(home, "prizes")
        client.get(address)
        counts.append(queries_of(client, address))
    assert counts[0] == counts[1]
