"""Claims from phones without a personal link: limited tries per entry, and responses that reveal nothing."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.engine.snapshots.parts import Row
from core.models import JournalEvent
from core.services import journal
from registration.engine.claims import MAX_TRIES, TRIES_FOR, ClaimState, first_claim_state
from registration.engine.journal_kinds import ClaimApproved, ClaimDeclined
from registration.engine.refusals import RegistrationRefusal
from registration.models import Claim
from registration.queries import claims as queries
from registration.queries.mails import has_mail_server
from registration.services import mails
from tournaments.models import PersonalLink, Tournament, User
from tournaments.services import locks, personal_links

AFTER = {ClaimApproved.__name__: ClaimState.APPROVED, ClaimDeclined.__name__: ClaimState.DECLINED}


@transaction.atomic
def claim_player(
    event: Tournament,
    player_id: str,
    birth_year: int,
    *,
    phone: str,
    site: str,
    language: str,
    now: datetime | None = None,
) -> None:
    """Store a phone's claim of the player with this Player ID. Nothing is returned that could reveal more.

    If the birth year is right, the link is sent to the stored address. Without an address, a mail server or a
    stored birth year the staff decide. After MAX_TRIES within TRIES_FOR, or for an unused Player ID, nothing is
    stored or sent. `language` is used unless another one is stored for the player.
    Refused: CHANGED_MEANWHILE if the entry was removed.
    """
    now = now or timezone.now()
    entry = event.entries.filter(player_number=player_id).select_related("tournament").first()
    if entry is None:
        return
    entry = locks.lock_entry(entry)
    if Claim.objects.filter(entry=entry, at__gt=now - TRIES_FOR).count() >= MAX_TRIES:
        return
    can_mail = bool(entry.email) and has_mail_server()
    state = first_claim_state(birth_year, entry.birth_year, can_mail=can_mail)
    Claim.objects.create(tournament=event, entry=entry, phone=phone, state=state, at=now)
    if state == ClaimState.MAILED:
        mails.send_claimed_link(entry, site=site, language=language, now=now)


@transaction.atomic
def answer_claim(row: Claim, *, is_player: bool, by: User, now: datetime | None = None) -> Claim:
    """Approve a claim if `is_player`, which means that the player made it, or else decline it.

    Repeating this changes nothing.
    Refused: CLAIM_ANSWERED if it has another answer or needs none, CHANGED_MEANWHILE if the entry was removed.
    """
    now = now or timezone.now()
    entry = locks.lock_entry(row.entry)
    row = Claim.objects.get(pk=row.pk)
    state = ClaimState.APPROVED if is_player else ClaimState.DECLINED
    if row.state == state:
        return row
    if row.state != ClaimState.WAITING:
        raise Refused(RegistrationRefusal.CLAIM_ANSWERED)
    row.state, row.answered_at, row.answered_by = state, now, by
    row.save()
    kind = ClaimApproved if is_player else ClaimDeclined
    line = kind(claim=row.pk, entry=entry.pk, name=str(entry))
    journal.write_journal_line(entry.tournament, line, by=by, at=now, division=entry.division)
    return row


@transaction.atomic
def open_approved_claim(
    event: Tournament, phone: str, key: int, *, now: datetime | None = None
) -> PersonalLink | None:
    """Return the personal link for this phone's approved claim `key`, and store when it was opened.

    Return None if the phone has no such claim.
    Refused: CHANGED_MEANWHILE.
    """
    now = now or timezone.now()
    row = queries.approved_claims(event, phone, now=now).filter(pk=key).first()
    if row is None:
        return None
    entry = locks.lock_entry(row.entry)
    # The staff may have undone their answer at this moment.
    if not Claim.objects.filter(pk=row.pk, state=ClaimState.APPROVED).update(opened_at=row.opened_at or now):
        return None
    return personal_links.ensure_link(entry)


def undo_claim_answer(line: JournalEvent) -> None:
    """Undo an answer, so that the claim is pending again.

    Refused: UNDO_OVERTAKEN if the phone has opened the page, or the claim was answered again or removed;
    CHANGED_MEANWHILE if the entry was removed.
    """
    row = Claim.objects.select_related("entry").filter(pk=line.facts["claim"]).first()
    if row is None or _is_claim_answer_final(line):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    locks.lock_entry(row.entry)
    waiting = {"state": ClaimState.WAITING, "answered_at": None, "answered_by": None}
    if not Claim.objects.filter(pk=row.pk, state=AFTER[line.kind], opened_at=None).update(**waiting):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)


def _is_claim_answer_final(line: JournalEvent) -> bool:
    """Return whether an answer can no longer be undone.

    That is so if the phone opened the page, or the claim was answered again or removed.
    """
    row = Claim.objects.filter(pk=line.facts["claim"]).first()
    return row is None or row.state != AFTER[line.kind] or row.opened_at is not None


add_undo(undo_claim_answer, ClaimApproved, ClaimDeclined, is_past=_is_claim_answer_final)


def renew_secrets_of_restored_claims(rows: list[Row], *_snapshot: object) -> list[Row]:
    """Give each restored claim a new secret, so that no phone still has it."""
    for row in rows:
        row["phone"] = mails.new_press_key()
    return rows
