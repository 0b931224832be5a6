"""Pages never contradict each other: every page of a day shows the same facts to everyone, at each moment."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from itertools import cycle

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from config.middleware import public_pages
from tests.config.agreement import day as cup
from tests.config.agreement import short_days, two_days
from tests.config.agreement.clocks import strangers
from tests.config.agreement.crawl import FEW, OF_THEN, Page, contradictions, pages, pattern
from tests.config.agreement.day import Day

LANGUAGES = [code for code, _ in settings.LANGUAGES]

ALWAYS = {"players", "format", "phase"}
"""Facts that are on some page on every day."""

DAYS = {
    "cup": (cup.begin, cup.moments, ALWAYS | {"lists", "list"}),
    "teams": (short_days.begin_teams, short_days.team_moments, ALWAYS),
    "prerelease": (short_days.begin_prerelease, short_days.prerelease_moments, ALWAYS | {"lists", "list"}),
    "draft": (short_days.begin_draft, short_days.draft_moments, ALWAYS | {"lists", "list"}),
    "tracked": (short_days.begin_tracked, short_days.tracked_moments, ALWAYS | {"lists"}),
    "two-days": (two_days.begin, two_days.moments, ALWAYS | {"place"}),
}

LONG = {"cup", "two-days"}
"""Days with thousands of pages; PostgreSQL answers what they ask on the other days too."""


@pytest.mark.timeout(900)
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("begin", "moments", "expected"),
    [
        pytest.param(*day, id=name, marks=pytest.mark.sqlite if name in LONG else ())
        for name, day in DAYS.items()
    ],
)
def test_pages_agree_all_day(
    begin: Callable[[], Day], moments: Callable[[Day], Iterator[str]], expected: set[str], subtests
) -> None:
    """Each reader uses another language at each moment; marks are the same in all of them."""
    day = begin()
    for step, moment in enumerate(moments(day)):
        turned = LANGUAGES[step % len(LANGUAGES) :] + LANGUAGES[: step % len(LANGUAGES)]
        compare(day, moment, dict(zip(day.readers, cycle(turned), strict=False)), expected, subtests)


@pytest.mark.timeout(900)
@pytest.mark.django_db(transaction=True)
def test_pages_made_once_for_all_phones_agree(subtests) -> None:
    """In the single transaction of the other days, `PublicPagesMiddleware` caches no page."""
    public_pages._pages.clear()
    day = cup.begin()
    moment = next(moment for moment in cup.moments(day) if moment == "at the tables")
    compare(day, moment, dict.fromkeys(("visitor", *day.players), LANGUAGES[0]), ALWAYS, subtests)
    assert public_pages._pages


def compare(day: Day, moment: str, languages: Mapping[str, str], expected: set[str], subtests) -> None:
    """Compare what each reader is shown at one moment, in their language."""
    shown: dict[tuple[str, str], dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    bare: dict[str, list[str]] = defaultdict(list)
    clocks_of_others: dict[str, object] = {}
    for reader, language in languages.items():
        read = list(walk(day, reader, language))
        if reader in day.players:
            clocks_of_others |= strangers(day.players[reader], read)
        for address, html in read:
            page = Page(html)
            for fact, whom, value in page.marks:
                shown[fact, whom][value].append(f"{reader} {address}")
            for number in page.bare if pattern(address)[0] not in OF_THEN else ():
                bare[number].append(f"{reader} {address}")
    with subtests.test(f"{moment}: equal facts"):
        assert contradictions(shown) == {}
    with subtests.test(f"{moment}: one clock for each player"):
        assert clocks_of_others == {}
    with subtests.test(f"{moment}: numbers without a mark"):
        assert {number: on[:3] for number, on in bare.items()} == {}
    with subtests.test(f"{moment}: facts are marked"):
        assert expected <= {fact for fact, _ in shown}


def walk(day: Day, reader: str, language: str = LANGUAGES[0]) -> Iterator[tuple[str, str]]:
    """Yield the pages that a reader currently sees."""
    client, front = Client(), reverse("tournaments:event", args=[day.event.slug])
    account = day.account(reader)
    if account:
        client.force_login(account)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    starts = [day.link(reader), front] if reader in day.players else [front]
    starts += [reverse("tournaments:home"), reverse("tournaments:events")]
    starts += [reverse("floor:hall_screen", args=[day.event.slug])]
    people = reverse("floor:people", args=[day.event.organizer_id])
    if reader == "organizer":
        starts += [people]
    few = FEW if reader in ("organizer", "visitor") else 0
    each = 1 if reader in cup.STAFF[1:] else 2
    return pages(client, starts, front, each=each, few=few, more=(people,))
