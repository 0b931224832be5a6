"""R-002: every verdict can be overridden with name, time and reason."""

import pytest

from cards.models import Card, CatalogueState
from core.models import JournalEvent
from decks.engine.stored_values import problem_from_values
from decks.engine.verdicts import ruling_subject
from decks.services import lists
from tests import build
from tests.decks.lists import BEFORE, ILLEGAL, LEGAL, event, of

pytestmark = pytest.mark.django_db
FIVE = ("COPIES_OVER_LIMIT", "5 N")


@pytest.fixture
def row():
    return of(event())[0]


def ruled(row, code, card, **more):
    return lists.rule_on_problem(
        row, code=code, card=card, reason="The fifth is a proxy.", by=build.user("hana"), **more
    )


def counts(row):
    row.refresh_from_db()
    return (row.counts.number, row.counts.legal)


def test_subjects_are_narrow(row):
    version = lists.submit_list(row, text=ILLEGAL, now=BEFORE)
    assert [ruling_subject(problem_from_values(problem)) for problem in version.problems] == ["61", "5 N"]


def test_a_list_is_legal_once_every_error_is_settled(row):
    lists.submit_list(row, text=ILLEGAL, now=BEFORE)
    ruled(row, *FIVE)
    assert counts(row) == (1, False)
    lists.rule_on_problem(row, code="DECK_SIZE", card="61", reason="As above.", by=None)
    assert counts(row) == (1, True)


def test_name_time_and_reason_are_kept_and_told(row):
    lists.submit_list(row, text=ILLEGAL, now=BEFORE)
    made = ruled(row, *FIVE, now=BEFORE)
    assert (made.by_name, made.at, made.reason) == ("hana", BEFORE, "The fifth is a proxy.")
    line = JournalEvent.objects.get(kind="ListRuled")
    assert (line.by_name, line.facts["card"], line.facts["reason"]) == (
        "hana",
        "5 N",
        "The fifth is a proxy.",
    )


def test_a_ruling_holds_for_later_versions_but_not_for_worse(row):
    lists.submit_list(row, text=ILLEGAL, now=BEFORE)
    ruled(row, *FIVE)
    same = lists.submit_list(row, text=ILLEGAL.replace("40 Psychic", "39 Psychic"), now=BEFORE)
    worse = lists.submit_list(
        row, text=ILLEGAL.replace("5 N", "6 N").replace("40 Psychic", "38 Psychic"), now=BEFORE
    )
    assert (same.legal, worse.legal) == (True, False)


def test_a_ruling_withdrawn(row):
    lists.submit_list(row, text=LEGAL, now=BEFORE)
    lists.submit_list(row, text=ILLEGAL.replace("40 Psychic", "39 Psychic"), now=BEFORE)
    made = ruled(row, *FIVE)
    assert counts(row) == (2, True)
    lists.withdraw_list_ruling(made, by=None)
    assert counts(row) == (1, True)
    assert build.refusal(lists.withdraw_list_ruling, made, by=None).code == "RULING_NOT_FOUND"
    assert row.rulings.count() == 1


def test_what_cannot_be_ruled(row):
    lists.submit_list(row, text=ILLEGAL, now=BEFORE)
    made = ruled(row, *FIVE)
    again = build.refusal(lists.rule_on_problem, row, code=FIVE[0], card=FIVE[1], reason="Again.", by=None)
    assert (again.code, again.facts["by"]) == ("ALREADY_RULED", made.by_name)
    refused = build.refusal(
        lists.rule_on_problem, row, code="CARD_BANNED", card="Lysandre", reason="No.", by=None
    )
    assert refused.code == "PROBLEM_NOT_FOUND"
    assert (
        build.refusal(lists.rule_on_problem, row, code="DECK_SIZE", card="61", reason=" ", by=None).code
        == "REASON_MISSING"
    )


def test_judged_again_when_settings_change(row):
    made = row.entry.tournament
    version = lists.submit_list(row, text=LEGAL, now=BEFORE)
    made.starts_at = made.starts_at.replace(month=5, day=1)
    made.save()
    assert (version.legal, lists.rejudge_all_lists_of_event(made)) == (True, 1)
    assert counts(row) == (1, False)
    assert JournalEvent.objects.get(kind="ListsRechecked").facts["count"] == 1
    assert lists.rejudge_all_lists_of_event(made) == 0


def test_judged_again_when_cards_change(row):
    made = row.entry.tournament
    lists.submit_list(row, text=LEGAL, now=BEFORE)
    Card.objects.filter(name="N").update(not_tournament_legal=True)
    CatalogueState.objects.update(version=99)
    assert lists.rejudge_all_lists_of_event(made) == 1
    row.refresh_from_db()
    assert (row.counts.legal, row.counts.catalogue_version) == (False, 99)
