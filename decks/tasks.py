"""Background jobs for deck lists."""

from logging import getLogger
from smtplib import SMTPRecipientsRefused
from typing import TYPE_CHECKING, NotRequired, TypedDict
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
from decks.queries.lists.deck_pages import deck_pages_of_event
from decks.queries.lists.event_lists import missing_or_illegal_lists
from decks.queries.lists.rechecks import events_with_stale_lists, stale_lists
from decks.services import lists
from tournaments.models import Tournament, User

if TYPE_CHECKING:
    from core.engine.papers import Paper

LOG = getLogger(__name__)

RECHECK_DELAY = 10
"""Delay in seconds before lists are judged again, so that several changes of the catalogue are handled together."""

MAX_LISTS_IN_REQUEST = 300
"""Maximum number of lists judged within the request if there is no worker. Staff have to start a larger recheck."""

EMAIL_TRIES = 8
"""The number of times that a job of emails is tried."""

SHEET_SECONDS = 15 * 60
"""Seconds for which a printed PDF stays in the cache."""

LISTS_PER_UPDATE = 20
"""Number of lists drawn between updates of the progress."""


class PrintedLists(TypedDict):
    """The cached result of a finished job: the PDF, or a failure flag."""

    event: int
    failed: NotRequired[bool]
    pdf: NotRequired[bytes]


def printed_lists_cache_key(job: str) -> str:
    return f"lists:sheet:{job}"


@durable_jobs.durable_task(_("Printed deck lists"), tries=2, soft_time_limit=SHEET_SECONDS - 60)
def print_lists(job: str, event: int, paper: "Paper", language: str = "en") -> None:
    """Print the effective lists, one per player.

    The progress, and then the PDF or the failure, is stored in the cache.
    """

    from decks.documents.deck_sheet import DeckSheet
    from tournaments.documents.paper import sheet_head

    def progress(done: int, total: int) -> None:
        if done % LISTS_PER_UPDATE == 1:
            cache.set(
                printed_lists_cache_key(job), {"event": event, "done": done, "total": total}, SHEET_SECONDS
            )

    result = PrintedLists(event=event, failed=True)
    try:
        tournament = Tournament.objects.get(pk=event)
        with override(language):
            sheet = DeckSheet(
                sheet_head(tournament), deck_pages_of_event(tournament), paper=paper, progress=progress
            )
            result = PrintedLists(event=event, pdf=sheet.render())
    finally:
        cache.set(printed_lists_cache_key(job), result, SHEET_SECONDS)


@shared_task
def close_lists() -> int:
    """Lock the lists of every event whose deadline has passed, and return the number of events.

    Runs every minute.
    """
    return lists.close_due_lists()


@durable_jobs.durable_task(_("Deck lists rechecked"))
def recheck_lists(event: int, by: int | None = None) -> int:
    """Judge the lists of an event again after its settings changed. `by`: key of the user who changed them."""
    tournament = Tournament.objects.filter(pk=event, list_rules__isnull=False).first()
    user = User.objects.filter(pk=by).first() if by else None
    return lists.rejudge_all_lists_of_event(tournament, by=user) if tournament else 0


@receiver(lists.lists_to_judge)
def recheck_changed_event(*, event: int, by: int | None, **_facts: object) -> None:
    """Judge the lists of a large event again in a job, or within the request if there is no worker."""
    jobs.send_after_commit(recheck_lists, event, by, about=event)


@shared_task
def judge_lists_again() -> int:
    """Judge lists again after changes to cards, and return the number of players with a new verdict.

    Only ongoing and future events are considered. Runs every few minutes, and soon after each change. An
    event that fails does not block the others.
    """
    changed = 0
    for event in events_with_stale_lists(timezone.now()):
        try:
            changed += lists.rejudge_all_lists_of_event(event, stale=True)
        except Exception:
            LOG.exception("The lists of %s could not be judged again", event.slug)
    return changed


@receiver(catalogue.catalogue_changed)
def cards_changed(**_facts: object) -> None:
    """Schedule one job that judges lists again after any number of changes.

    Without a worker, judge them in the request, unless there are more than MAX_LISTS_IN_REQUEST.
    """
    if not app.conf.task_always_eager:
        if cache.add("decks:judge-again", 1, RECHECK_DELAY):
            jobs.send_job_now(judge_lists_again, countdown=RECHECK_DELAY)
    elif stale_lists(timezone.now()).count() <= MAX_LISTS_IN_REQUEST:
        judge_lists_again()


@durable_jobs.durable_task(_("Reminders by email"), tries=EMAIL_TRIES)
def mail_reminder(event: int, text: str, site: str, language: str = "en") -> int:
    """Email the players who have an address but no legal list, and return the number of emails.

    A retry continues after the last sent email.
    """
    tournament = Tournament.objects.get(pk=event)
    with override(language):
        subject = gettext("Your deck list for %(event)s") % {"event": tournament.name}
    sent = 0
    for deck_list in (
        missing_or_illegal_lists(tournament).filter(pk__gt=durable_jobs.last_finished_key()).order_by("pk")
    ):
        sent += _email_link(deck_list, subject, text, site)
        durable_jobs.record_finished_key(deck_list.pk)
    return sent


@durable_jobs.durable_task(_("Email about a changed list"), tries=EMAIL_TRIES)
def mail_changed(deck_list: int, site: str, language: str = "en") -> int:
    """Email a player that staff changed their list or sent it back, and return the number of emails."""
    related = ("entry__tournament", "entry__player__user", "entry__link")
    changed_list = DeckList.objects.select_related(*related).get(pk=deck_list)
    with override(language):
        subject = gettext("Your deck list for %(event)s") % {"event": changed_list.entry.tournament.name}
        text = gettext("Staff changed your list. Check it on its page.")
        if changed_list.sent_back:
            text = gettext("A judge sent your list back: %(reason)s") % {"reason": changed_list.sent_back}
    return _email_link(changed_list, subject, text, site)


def _email_link(deck_list: DeckList, subject: str, text: str, site: str) -> int:
    """Send one email with the personal link, and return the number of emails sent (0 or 1).

    Players without an address get none. If the mail server is down, a worker retries later, while a request
    continues without the email. A rejected address does not stop the remaining emails.
    """
    user = deck_list.entry.player.user
    if user is None or not user.email or settings.EMAIL_BACKEND.endswith("console.EmailBackend"):
        return 0
    headers = {}
    if (job := durable_jobs.current_job()) is not None:
        # If a killed worker causes a second email, mail programs can merge both by this stable Message-ID.
        message_hash = salted_hmac(
            "decks.letter", f"{job.pk} {deck_list.pk}", algorithm="sha256"
        ).hexdigest()[:32]
        headers["Message-ID"] = f"<{message_hash}@{urlsplit(site).hostname}>"
    link = f"{site}{reverse('decks:mine', args=[deck_list.token])}"
    email = EmailMessage(subject, f"{text}\n\n{link}\n", None, [user.email], headers=headers)
    try:
        return email.send()
    except SMTPRecipientsRefused:
        LOG.warning("The mail server refuses the address of account %s", user.pk)
    except OSError as error:
        if not app.conf.task_always_eager:
            raise
        LOG.warning("No email to account %s: %s", user.pk, type(error).__name__)
    return 0
