"""One clock for each reader: that of their table, else of their division, else none."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.middleware import public_pages
from pairings.models import Match
from pairings.services.reports import time_extensions
from pairings.services.rounds import rounds
from tests import build
from tests.config.agreement.clocks import of_page, strangers
from tests.config.agreement.crawl import pages
from tests.html import markup
from tests.pairings import build as pairings_build
from tournaments.models import Division, Entry, Tournament
from tournaments.services import personal_links


@pytest.fixture(params=["one transaction", "pages made once for all"], autouse=True)
def database(request: pytest.FixtureRequest) -> None:
    """In a transaction, no page is cached (`PublicPagesMiddleware`); without one, they are, as in a hall."""
    held = request.param == "pages made once for all"
    request.getfixturevalue("transactional_db" if held else "db")
    public_pages._pages.clear()


def played(*ages: str) -> dict[str, Division]:
    """Create divisions whose time was called ten minutes ago, except for the Juniors, who have just started."""
    event = build.event(divisions=ages, published=True, edition="2026", round_minutes=50, clock_delay=0)
    found = {one.age_division: one for one in event.divisions.select_related("tournament")}
    for home in found.values():
        build.add_players(event, 4, division=home)
        began = timezone.now() - timedelta(minutes=5 if home.age_division == "junior" else 60)
        rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None, now=began)
    return found


def at(name: str, event: Tournament) -> str:
    return reverse(name, args=[event.slug])


def mine(entry: Entry) -> str:
    return reverse("floor:my", args=[personal_links.ensure_link(entry).token])


def extended(home: Division) -> Match:
    """Extend the time of a table by half an hour."""
    (match, *_rest) = pairings_build.open_matches(home.rounds.get())
    time_extensions.grant_extra_time(match, seconds=1800, by=None, why="Fire alarm")
    return match


def read(client: Client, *starts: str) -> Iterator[tuple[str, str]]:
    return pages(client, list(starts), "/e/", each=2)


def own_clock(client: Client, event: Tournament, **query: str) -> set[tuple[str, str]]:
    return of_page(markup(client.get(at("floor:my_clock", event), query)))


def test_a_table_with_an_extension_has_its_own_time_on_every_page() -> None:
    homes = played("junior", "masters")
    event, match = homes["masters"].tournament, extended(homes["masters"])
    other = pairings_build.open_matches(homes["masters"].rounds.get())[1]
    for entry in (match.left, other.left, homes["junior"].entries.earliest("pk")):
        client = Client()
        my_table = markup(client.get(mine(entry)))
        assert len(of_page(my_table)) == 1
        walked = list(read(client, mine(entry), at("tournaments:event", event), at("pairings:panel", event)))
        assert strangers(entry, walked) == {}
        assert sum(of_page(html) == of_page(my_table) for _, html in walked) >= 2


def test_the_clock_is_fetched_by_pages_made_for_all_phones() -> None:
    home = played("masters")["masters"]
    event, match = home.tournament, extended(home)
    client = Client()
    own = of_page(markup(client.get(mine(match.left))))
    assert {whom for whom, _ in own} == {f"t{match.pk}"}
    for name in ("tournaments:event", "pairings:pairings", "pairings:standings"):
        page = markup(client.get(at(name, event)))
        assert of_page(page.partition("<main")[0]) == set(), name
        assert f'hx-get="{at("floor:my_clock", event)}' in page, name
        assert at("floor:my_clock", event) not in markup(Client().get(at(name, event))), name
    assert own_clock(client, event) == own
    assert "no-store" in client.get(at("floor:my_clock", event))["Cache-Control"]


def test_a_page_about_another_division_has_no_clock() -> None:
    homes = played("junior", "masters")
    event, client = homes["masters"].tournament, Client()
    client.get(mine(homes["masters"].entries.earliest("pk")))
    junior = str(homes["junior"].pk)
    assert own_clock(client, event, division=junior) == set()
    assert len(own_clock(client, event)) == 1
    listed = client.get(at("pairings:pairings", event), {"division": junior})
    assert f"{at('floor:my_clock', event)}?division={junior}" in markup(listed)


def test_a_phone_whose_link_opens_nothing_has_the_clock_of_the_page() -> None:
    homes = played("junior", "masters")
    event, client = homes["masters"].tournament, Client()
    entry = homes["masters"].entries.earliest("pk")
    client.get(mine(entry))
    personal_links.renew_personal_link(entry, by=None)
    assert own_clock(client, event) == set()
    whom = f"r{homes['junior'].rounds.get().pk}"
    assert {one for one, _ in own_clock(client, event, division=str(homes["junior"].pk))} == {whom}


@pytest.mark.parametrize("division", ["0", "nonsense", "9" * 30, "²"])
def test_a_division_that_is_none_counts_as_all(division: str) -> None:
    home = played("masters")["masters"]
    client = Client()
    client.get(mine(home.entries.earliest("pk")))
    assert len(own_clock(client, home.tournament, division=division)) == 1


def test_two_children_at_one_clock_have_it_and_at_two_none() -> None:
    homes = played("junior", "masters")
    event, client = homes["masters"].tournament, Client()
    first, second = homes["masters"].entries.order_by("pk")[:2]
    for entry in (first, second):
        client.get(mine(entry))
    assert len(own_clock(client, event)) == 1
    child = homes["junior"].entries.earliest("pk")
    client.get(mine(child))
    assert own_clock(client, event) == set()
    whom = f"r{homes['junior'].rounds.get().pk}"
    assert {one for one, _ in own_clock(client, event, division=str(homes["junior"].pk))} == {whom}


def test_a_player_with_an_account_has_the_clock_of_their_table_too() -> None:
    home = played("masters")["masters"]
    event, match = home.tournament, extended(home)
    user = build.user("player")
    match.left.player.user = user
    match.left.player.save()
    client = Client()
    client.force_login(user)
    for name in ("tournaments:event", "pairings:pairings", "decks:about"):
        assert {whom for whom, _ in of_page(markup(client.get(at(name, event))))} == {f"t{match.pk}"}, name


def test_staff_have_the_clock_of_the_page() -> None:
    homes = played("junior", "masters")
    event, match = homes["masters"].tournament, extended(homes["masters"])
    client = Client()
    client.force_login(build.staff(event, "judge"))
    client.get(mine(match.left))
    for age, home in homes.items():
        page = markup(client.get(at("pairings:pairings", event), {"division": str(home.pk)}))
        assert {whom for whom, _ in of_page(page)} == {f"r{home.rounds.get().pk}"}, age
    assert {whom for whom, _ in of_page(markup(client.get(at("decks:about", event))))} == {f"t{match.pk}"}
