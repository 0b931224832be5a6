"""Lists of thousands: a page has some of the rows, an index of all names, and a way to find one's row."""

import json
from copy import deepcopy

import pytest
from django.test import Client

from core.tables import long_lists
from pairings.services.rounds import rounds
from tests import build, databases
from tests.html import words
from tests.pairings import build as pairings_build
from tests.pairings.views import pages
from tournaments.models import Division

pytestmark = pytest.mark.django_db
PAGES = ["pairings", "tables", "standings"]
PLAYERS = 20


@pytest.fixture(autouse=True)
def _small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_lists, "ONE_PAGE", 8)
    monkeypatch.setattr(long_lists, "PAGE_SIZE", 4)


def _home() -> Division:
    """Close round 1 and post round 2; a third of the players are children."""
    event = build.event(divisions=("all",))
    build.add_players(event, PLAYERS, birth_years=(2016, 1990, 1991))
    division = event.divisions.select_related("tournament").get()
    pairings_build.play(division)
    rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)
    return division


built = databases.built_once(_home)


@pytest.fixture
def home(built: Division) -> Division:
    return deepcopy(built)


def address(home: Division, name: str, query: str = "") -> str:
    masters = f"list={home.pk}-masters" if name == "standings" else ""
    return f"{pages.event(home, name)}?{masters}&{query}"


def index(client: Client, home: Division, name: str) -> dict:  # type: ignore[type-arg]
    answer = client.get(address(home, name, "index=1"))
    assert answer["Content-Type"] == "application/json"
    return json.loads(answer.content)


def names(client: Client, home: Division, name: str, query: str = "") -> list[str]:
    """Return the names on a page in order."""
    context = client.get(address(home, name, query)).context
    if name == "pairings":
        return [line.name for _letter, group in context["letters"] for line in group]
    if name == "tables":
        return [f"{line['left']} – {line['right']}" for line in context["lines"]]
    return [row.person.name for row in context["part"].visible]


@pytest.mark.parametrize("name", PAGES)
def test_all_pages_together_are_the_whole_list_and_the_index_says_which(
    client: Client, home: Division, name: str
) -> None:
    whole = names(client, home, name, "page=all")
    found = index(client, home, name)
    assert [row[0] for row in found["rows"]] == whole
    assert len(whole) > found["size"] == 4
    count = -(-len(whole) // 4)
    parts = [names(client, home, name, f"page={number}") for number in range(1, count + 1)]
    assert [one for part in parts for one in part] == whole
    assert all(len(part) <= 4 for part in parts)
    assert names(client, home, name) == parts[0]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_says_that_there_are_others_and_leads_there(client: Client, home: Division, name: str) -> None:
    text = pages.text(client.get(address(home, name, "page=2")))
    assert "page 2 of" in text
    assert "Show all on one page" in text
    assert 'rel="prev"' in text
    assert 'id="row-5"' in text
    assert 'id="row-4"' not in text
    whole = pages.text(client.get(address(home, name, "page=all")))
    assert "Show page by page" in whole
    assert 'id="row-10"' in whole


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("page", ["0", "-1", "99", "x", "²", "99999999999"])
def test_a_page_that_is_not_there_is_the_first_or_the_last(
    client: Client, home: Division, name: str, page: str
) -> None:
    whole = names(client, home, name, "page=all")
    assert set(names(client, home, name, f"page={page}")) <= set(whole[:4] + whole[-4:])


def test_a_player_sits_in_the_index_at_the_table_and_against_whom_the_page_says(
    client: Client, home: Division
) -> None:
    rows = index(client, home, "pairings")["rows"]
    for letter, group in client.get(address(home, "pairings", "page=all")).context["letters"]:
        for line in group:
            name, table, other = rows[line.number - 1]
            assert (name, table) == (line.name, line.table)
            assert line.text == (f"against {rows[other][0]}" if table else other), letter


@pytest.mark.parametrize("name", PAGES)
def test_the_index_has_no_more_of_a_child_than_the_page(client: Client, home: Division, name: str) -> None:
    text = client.get(f"{pages.event(home, name)}?index=1").content.decode()
    for query in ("junior", "masters") if name == "standings" else ("",):
        text += client.get(f"{pages.event(home, name)}?index=1&list={home.pk}-{query}").content.decode()
    for entry in home.entries.select_related("player"):
        assert entry.player.player_id not in text
        assert str(entry.player.birth_year) not in words(text)
        assert (str(entry) in text) == (entry.age_division == "masters")
        assert f"{entry.first_name} {entry.last_name[0]}" in text


@pytest.mark.parametrize("name", PAGES)
def test_the_search_works_without_script_over_all_pages(client: Client, home: Division, name: str) -> None:
    last = names(client, home, name, "page=all")[-1]
    word = last.split()[0]
    found = names(client, home, name, f"name={word.upper()}")
    assert last in found
    assert all(word in one for one in found)
    nobody = client.get(address(home, name, "name=xqz"))
    assert "have “xqz” in their name" in pages.text(nobody)
    form = pages.text(client.get(address(home, name)))
    assert 'name="name"' in form


@pytest.mark.parametrize("name", ["pairings", "standings"])
def test_the_way_to_ones_own_row_outlasts_every_change(client: Client, home: Division, name: str) -> None:
    entry = home.entries.filter(age_division="masters").order_by("last_name").last()
    to = client.get(address(home, name, f"player={entry.pk}"))
    assert to.status_code == 302
    place, row = to["Location"].split("#")
    page = client.get(place)
    assert f'id="{row}"' in pages.text(page)
    number = int(row.removeprefix("row-"))
    assert index(client, home, name)["rows"][number - 1][0] == str(entry)
    for nonsense in ("0", "x", "999999999999"):
        assert client.get(address(home, name, f"player={nonsense}")).status_code == 200


def test_a_table_is_found_by_its_number(client: Client, home: Division) -> None:
    to = client.get(address(home, "tables", "table=7"))["Location"]
    assert to.endswith("page=2#row-7")


def test_why_opens_the_page_of_that_player(client: Client, home: Division) -> None:
    last = client.get(address(home, "standings", "page=all")).context["part"].visible[-1]
    page = client.get(address(home, "standings", f"why={last.person.entry_id}"))
    assert f'id="why-{last.person.entry_id}"' in pages.text(page)


def test_a_letter_leads_to_its_page(client: Client, home: Division) -> None:
    first = client.get(address(home, "pairings"))
    assert len(first.context["stops"]) <= 13
    # The spoken name begins with the label: people who control a page by voice say what they see.
    assert all(f'aria-label="{stop.label}' in pages.text(first) for stop in first.context["stops"])
    for stop in first.context["stops"]:
        page = client.get(pages.event(home, "pairings") + stop.url)
        anchor = stop.url.partition("#")[2]
        assert f'id="{anchor}"' in pages.text(page)


@pytest.mark.parametrize("name", PAGES)
def test_a_list_that_fits_is_one_page_as_ever(
    client: Client, home: Division, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_lists, "ONE_PAGE", 300)
    text = pages.text(client.get(address(home, name)))
    assert "data-find=" in text
    assert "data-index" not in text
    assert "page 1 of" not in text
    assert "find_in_all" not in text


def test_browsers_that_have_the_index_are_told_so(client: Client, home: Division) -> None:
    at = address(home, "pairings", "index=1")
    assert client.get(at)["ETag"] == client.get(at)["ETag"]
