"""B.5: lists are checked again when cards change: never reopened, rulings preserved, shown on the page and
journaled.
"""

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cards.engine.shipped_cards import COLUMNS, shipped_card_rows
from cards.models import Card
from cards.queries.catalogue import stored_catalogue_version
from cards.services import catalogue
from cards.services.catalogue import loading_cards as loading
from core.models import JournalEvent
from decks import tasks
from decks.models import DeckList, ListRules, Version
from decks.queries.lists.rechecks import events_with_stale_lists
from decks.services import lists
from tests import build
from tests.decks.lists import AFTER, BEFORE, JULY, LEGAL, OTHER, event, of
from tournaments.models import Tournament, User

pytestmark = pytest.mark.django_db
NOW = JULY


def ban(by: User, card_format: str = "standard") -> None:
    """Ban Tapu Lele-GX."""
    card = Card.objects.get(name="Tapu Lele-GX", expansion="sm2", number="60")
    catalogue.save_ban(
        by=by,
        expansion=card.expansion,
        number=card.number,
        name=card.name,
        card_format=card_format,
        starts_on=date(2017, 1, 1),
    )


def fresh(row: DeckList) -> DeckList:
    return DeckList.objects.select_related("counts").get(pk=row.pk)


def legal(row: DeckList) -> bool:
    counts = fresh(row).counts
    return counts is not None and counts.legal


def test_only_events_not_yet_over() -> None:
    made = event()
    lists.submit_list(of(made)[0], text=LEGAL, now=BEFORE)
    assert events_with_stale_lists(NOW) == []
    ban(build.user("keeper"))
    assert events_with_stale_lists(NOW) == [made]
    assert events_with_stale_lists(NOW + timedelta(days=3)) == []
    ListRules.objects.filter(tournament=made).update(last_day=(NOW + timedelta(days=2)).date())
    assert events_with_stale_lists(NOW + timedelta(days=3)) == [made]
    Tournament.objects.filter(pk=made.pk).update(reported_at=NOW)
    assert events_with_stale_lists(NOW) == []


def test_newer_cards_change_no_verdict_in_silence() -> None:
    """If the next version of Stadium or an update changes a card, the journal names the lists concerned."""
    made = event(players=1)
    (row,) = of(made)
    lists.submit_list(row, text=LEGAL, now=BEFORE)
    lists.lock_list_for_player(row, by=None)
    never = COLUMNS.index("not_tournament_legal")
    newer = [
        (*one[:never], one[:2] == ("sm2", "60"), *one[never + 1 :])
        for one in shipped_card_rows()
        if one[0] == "sm2"
    ]
    loading.load_cards(newer, [])
    assert lists.rejudge_all_lists_of_event(made, stale=True) == 1
    [line] = JournalEvent.objects.filter(kind="ListsRechecked")
    assert [(one["before"], one["now"]) for one in line.facts["verdicts"]] == [(True, False)]
    assert fresh(row).lock == DeckList.Lock.LOCKED


def test_locks_and_rulings_stay() -> None:
    made = event(players=2)
    first, second = of(made)
    for row in (first, second):
        lists.submit_list(row, text=LEGAL, now=BEFORE)
    lists.lock_list_for_player(first, by=None)
    lists.lock_all_lists(made, by=None, now=AFTER)
    ban(build.user("keeper"))
    assert lists.rejudge_all_lists_of_event(made, stale=True) == 2
    lists.rule_on_problem(first, code="CARD_BANNED", card="Tapu Lele-GX", reason="Agreed before.", by=None)
    assert (legal(first), legal(second)) == (True, False)
    with catalogue.locked_catalogue_change():
        """Another version of the catalogue."""
    assert lists.rejudge_all_lists_of_event(made, stale=True) == 0
    assert (legal(first), legal(second)) == (True, False)
    assert fresh(first).lock == DeckList.Lock.LOCKED
    made.list_rules.refresh_from_db()
    assert made.list_rules.locked_at == AFTER


def test_the_journal_names_who_and_how() -> None:
    made = event()
    [row] = of(made)
    lists.submit_list(row, text=LEGAL, now=BEFORE)
    ban(build.user("keeper"))
    lists.rejudge_all_lists_of_event(made, stale=True)
    [line] = JournalEvent.objects.filter(kind="ListsRechecked")
    facts = {"entry": row.entry_id, "name": str(row.entry.player), "before": True, "now": False}
    assert line.facts["verdicts"] == [facts]


def test_once_round_1_is_posted_the_version_that_counts_stays() -> None:
    """R-032: the deck is on the table; only its verdict can change."""
    made = event()
    [row] = of(made)
    lists.submit_list(row, text=OTHER.replace("Tapu Lele-GX GRI 60", "Drampa-GX GRI 115"), now=BEFORE)
    lists.submit_list(row, text=LEGAL, now=BEFORE)
    row.entry.division.started_at = AFTER
    row.entry.division.save()
    ban(build.user("keeper"))
    lists.rejudge_all_lists_of_event(made, stale=True)
    counts = fresh(row).counts
    assert counts is not None
    assert (counts.number, counts.legal) == (2, False)


def soon(**fields: object) -> Tournament:
    return event(starts_at=timezone.now() + timedelta(days=3), rules={"deadline": None}, **fields)


def test_a_change_of_the_cards_judges_lists_again_by_itself(
    client: Client, django_capture_on_commit_callbacks: object
) -> None:
    made = soon(card_format="unlimited", edition="2026")
    [row] = of(made)
    lists.submit_list(row, text=LEGAL)
    assert legal(row)
    keeper = build.user("keeper")
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        ban(keeper, "unlimited")
    assert not legal(row)
    assert not Version.objects.exclude(catalogue_version=stored_catalogue_version()).exists()
    client.force_login(made.created_by)
    page = client.get(reverse("decks:lists", args=[made.slug])).text
    assert "a different verdict for 1 player" in page
    assert "No longer legal" in page
    assert tasks.judge_lists_again() == 0


def test_an_event_that_cannot_be_judged_keeps_no_other_waiting(caplog: pytest.LogCaptureFixture) -> None:
    rows = [of(soon())[0] for _ in range(2)]
    for row in rows:
        lists.submit_list(row, text=LEGAL)
    Version.objects.update(catalogue_version=0)
    Version.objects.filter(deck_list=rows[0]).update(read={"lines": 3})
    tasks.judge_lists_again()
    assert Version.objects.get(deck_list=rows[1]).catalogue_version == stored_catalogue_version()
    assert rows[0].entry.tournament.slug in caplog.text
