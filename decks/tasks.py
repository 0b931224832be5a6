"""Background jobs of this room."""

from logging import getLogger
from smtplib import SMTPRecipientsRefused
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from celery import current_app as app
from celery import shared_task
from django.conf import settings
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.dispatch import receiver
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from cards.services import catalogue
from core.services import jobs
from core.services.jobs import durable_jobs
from decks.models import DeckList
from decks.queries.lists.event_lists import stale_events, stale_lists, without_list
from decks.queries.lists.sheets import pages_of
from decks.services import lists
from tournaments.models import Tournament, User

if TYPE_CHECKING:
    from core.documents.sheet import Paper

LOG = getLogger(__name__)

SOON = 10
"""Seconds to collect catalogue changes before lists are judged again."""

AT_ONCE = 300
"""Lists judged within the request if there is no worker; with more, judging waits for a request by staff."""


LETTER_TRIES = 8

SHEET_SECONDS = 15 * 60
"""Seconds a printed PDF stays in the cache."""

PROGRESS_EVERY = 20
"""Lists drawn between progress updates."""


def sheet_key(job: str) -> str:
    return f"lists:sheet:{job}"


@durable_jobs.durable(_("Printed deck lists"), tries=2, soft_time_limit=SHEET_SECONDS - 60)
def print_lists(job: str, event: int, paper: "Paper", language: str = "en") -> None:
    """Print every list that counts; progress, then the PDF or the failure, are stored in the cache."""

    from decks.documents.deck_sheet import DeckSheet, sheet_head

    def progress(done: int, total: int) -> None:
        if done % PROGRESS_EVERY == 1:
            cache.set(sheet_key(job), {"event": event, "done": done, "total": total}, SHEET_SECONDS)

    result: dict[str, object] = {"event": event, "failed": True}
    try:
        tournament = Tournament.objects.get(pk=event)
        with override(language):
            sheet = DeckSheet(sheet_head(tournament), pages_of(tournament), paper=paper, progress=progress)
            result = {"event": event, "pdf": sheet.render()}
    finally:
        cache.set(sheet_key(job), result, SHEET_SECONDS)


@shared_task
def close_lists() -> int:
    """Journal every list deadline that has passed; runs each minute."""
    return lists.close_due()


@durable_jobs.durable(_("Deck lists rechecked"))
def recheck_lists(event: int, by: int | None = None) -> int:
    """Judge the lists of an event again after its settings changed; `by`: key of the user who changed them."""
    tournament = Tournament.objects.filter(pk=event, list_rules__isnull=False).first()
    who = User.objects.filter(pk=by).first() if by else None
    return lists.recheck(tournament, by=who) if tournament else 0


@receiver(lists.lists_to_judge)
def event_changed(*, event: int, by: int | None, **_facts: object) -> None:
    """Judge the lists of a large event again; without a worker, within the request."""
    jobs.send_beside(recheck_lists, event, by, about=event)


@shared_task
def judge_lists_again() -> int:
    """Judge lists outdated by card changes, for events not yet over.

    Runs every few minutes, and soon after each change. Returns for how many players the verdict differs. An event that
    fails does not block the others.
    """
    differ = 0
    for event in stale_events(timezone.now()):
        try:
            differ += lists.recheck(event, stale=True)
        except Exception:
            LOG.exception("The lists of %s could not be judged again", event.slug)
    return differ


@receiver(catalogue.catalogue_changed)
def cards_changed(**_facts: object) -> None:
    """Judge lists again soon; many changes at once cost one job. Without a worker it runs within the request."""
    if not app.conf.task_always_eager:
        if cache.add("decks:judge-again", 1, SOON):
            jobs.publish(judge_lists_again, countdown=SOON)
    elif stale_lists(timezone.now()) <= AT_ONCE:
        judge_lists_again()


@durable_jobs.durable(_("Reminders by email"), tries=LETTER_TRIES)
def mail_reminder(event: int, text: str, site: str, language: str = "en") -> int:
    """Email players without a legal list whose address is known; returns the number of emails.

    A retry continues after the last one sent.
    """
    tournament = Tournament.objects.get(pk=event)
    with override(language):
        subject = gettext("Your deck list for %(event)s") % {"event": tournament.name}
    written = 0
    for row in without_list(tournament).filter(pk__gt=durable_jobs.reached()).order_by("pk"):
        written += _mail(row, subject, text, site)
        durable_jobs.reach(row.pk)
    return written


@durable_jobs.durable(_("Email about a changed list"), tries=LETTER_TRIES)
def mail_changed(deck_list: int, site: str, language: str = "en") -> int:
    """Email a player whose address is known that staff changed the list or sent it back."""
    related = ("entry__tournament", "entry__player__user", "entry__link")
    row = DeckList.objects.select_related(*related).get(pk=deck_list)
    with override(language):
        subject = gettext("Your deck list for %(event)s") % {"event": row.entry.tournament.name}
        text = gettext("A judge sent your list back: %(reason)s") % {"reason": row.sent_back}
        changed = gettext("Staff changed your list. Check it on its page.")
    return _mail(row, subject, text if row.sent_back else changed, site)


def _mail(row: DeckList, subject: str, text: str, site: str) -> int:
    """Send one email with the personal link.

    If the mail server is down, a worker retries and a request goes on; a refused address blocks no other email.
    """
    user = row.entry.player.user
    if user is None or not user.email or settings.EMAIL_BACKEND.endswith("console.EmailBackend"):
        return 0
    link = f"{site}{reverse('decks:mine', args=[row.token])}"
    letter = EmailMessage(
        subject, f"{text}\n\n{link}\n", None, [user.email], headers=_name_of_letter(row, site)
    )
    try:
        return letter.send()
    except SMTPRecipientsRefused:
        LOG.warning("The mail server refuses the address of account %s", user.pk)
    except OSError as problem:
        if not app.conf.task_always_eager:
            raise
        LOG.warning("No letter to account %s: %s", user.pk, type(problem).__name__)
    return 0


def _name_of_letter(row: DeckList, site: str) -> dict[str, str]:
    job = durable_jobs.current()
    if job is None:
        return {}
    # A stable Message-ID lets mailboxes merge an email sent twice because its worker was killed.
    number = salted_hmac("decks.letter", f"{job.pk} {row.pk}", algorithm="sha256").hexdigest()[:32]
    return {"Message-ID": f"<{number}@{urlsplit(site).hostname}>"}
