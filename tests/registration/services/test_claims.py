"""Claims by Player ID and birth year: a mail to the stored address or the staff, five tries a day, and no word more."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from core.services import undo
from registration.engine.claims import ClaimState
from registration.engine.mails import MailKind
from registration.models import Claim, Mail
from registration.queries import claims as queries
from registration.services import claims
from tests import build
from tests.build import refusal
from tournaments.models import Entry, Tournament, User

pytestmark = pytest.mark.django_db

NOW = build.NOON


@pytest.fixture
def event() -> Tournament:
    made = build.event(published=True, by_age=False)
    build.add_players(made, 2)
    return made


@pytest.fixture
def entry(event: Tournament) -> Entry:
    return event.entries.earliest("pk")


@pytest.fixture
def staff(event: Tournament) -> User:
    return build.staff(event, "scorekeeper")


def try_claim(entry: Entry, year: int = 1990, *, phone: str = "phone-1", now: Any = NOW) -> None:
    claims.claim_player(
        entry.tournament,
        entry.player_number or "",
        year,
        phone=phone,
        site="https://stadium.example",
        language="pt-br",
        now=now,
    )


def states() -> list[str]:
    return list(Claim.objects.order_by("pk").values_list("state", flat=True))


def with_address(entry: Entry) -> Entry:
    entry.email = "ana@example.org"
    entry.save()
    return entry


def test_with_a_stored_address_the_link_goes_there_and_nowhere_else(entry: Entry):
    try_claim(with_address(entry))
    mail = Mail.objects.get()
    assert (mail.kind, mail.address, mail.language) == (MailKind.CLAIM, "ana@example.org", "pt-br")
    assert states() == [ClaimState.MAILED]
    assert not queries.approved_claims(entry.tournament, "phone-1", now=NOW).exists()


def test_without_an_address_the_staff_decide(entry: Entry, staff: User):
    try_claim(entry)
    row = queries.waiting_claims(entry.tournament).get()
    assert claims.open_approved_claim(entry.tournament, "phone-1", row.pk, now=NOW) is None
    claims.answer_claim(row, is_player=True, by=staff, now=NOW)
    line = entry.tournament.journal.latest("pk")
    assert (line.kind, line.facts["entry"], line.by) == ("ClaimApproved", entry.pk, staff)
    assert claims.open_approved_claim(entry.tournament, "phone-2", row.pk, now=NOW) is None
    link = claims.open_approved_claim(entry.tournament, "phone-1", row.pk, now=NOW)
    assert link is not None
    assert link.entry == entry


def test_without_a_mail_server_the_staff_decide_too(entry: Entry, settings: Any):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    try_claim(with_address(entry))
    assert states() == [ClaimState.WAITING]


def test_nobody_mails_a_player_whose_birth_year_is_not_known(entry: Entry):
    entry.birth_year = None
    try_claim(with_address(entry))
    assert states() == [ClaimState.WAITING]
    assert not Mail.objects.exists()


def test_a_wrong_year_is_seen_by_the_staff_and_sends_nothing(entry: Entry):
    try_claim(with_address(entry), 1991)
    assert states() == [ClaimState.WRONG]
    assert not Mail.objects.exists()
    assert [row.entry for row in queries.settled_claims(entry.tournament)] == [entry]


def test_five_tries_a_day_right_or_wrong(entry: Entry):
    with_address(entry)
    for number in range(5):
        try_claim(entry, 1970 + number, now=NOW + timedelta(hours=number))
    try_claim(entry, now=NOW + timedelta(hours=6))
    assert states() == [ClaimState.WRONG] * 5
    assert not Mail.objects.exists(), "the right year comes too late"
    other = entry.tournament.entries.latest("pk")
    try_claim(other, now=NOW + timedelta(hours=6))
    assert states()[-1] == ClaimState.WAITING, "tries count for one player"
    try_claim(entry, now=NOW + timedelta(hours=24, minutes=1))
    assert states()[-1] == ClaimState.MAILED
    assert Mail.objects.count() == 1


def test_an_unknown_player_id_stores_nothing(event: Tournament):
    claims.claim_player(event, "999", 1990, phone="p", site="", language="en", now=NOW)
    assert not Claim.objects.exists()


def test_a_player_of_another_event_is_not_claimed_here(event: Tournament, entry: Entry):
    other = build.event(published=True)
    claims.claim_player(other, entry.player_number or "", 1990, phone="p", site="", language="en", now=NOW)
    assert not Claim.objects.exists()


def test_an_answer_is_undone_until_the_phone_is_in(entry: Entry, staff: User):
    event = entry.tournament
    try_claim(entry)
    row = Claim.objects.get()
    claims.answer_claim(row, is_player=False, by=staff, now=NOW)
    undo.undo_step(event.journal.latest("pk"), by=staff)
    assert states() == [ClaimState.WAITING]
    claims.answer_claim(row, is_player=True, by=staff, now=NOW)
    line = event.journal.latest("pk")
    claims.open_approved_claim(event, "phone-1", row.pk, now=NOW)
    assert refusal(undo.undo_step, line, by=staff).code == "UNDO_OVERTAKEN"
    assert refusal(claims.answer_claim, row, is_player=False, by=staff).code == "CLAIM_ANSWERED"


def test_an_approved_claim_opens_the_page_for_a_day(entry: Entry, staff: User):
    try_claim(entry)
    row = claims.answer_claim(Claim.objects.get(), is_player=True, by=staff, now=NOW)
    late = NOW + timedelta(hours=24, minutes=1)
    assert claims.open_approved_claim(entry.tournament, "phone-1", row.pk, now=late) is None


def test_the_clock_is_that_of_the_server_if_none_is_given(entry: Entry):
    try_claim(entry, now=None)
    assert abs(Claim.objects.get().at - timezone.now()) < timedelta(minutes=1)
