"""Jobs that take longer than a click."""

from celery import shared_task
from django.conf import settings
from django.core.cache import cache
from django.core.mail import send_mail
from django.urls import reverse
from django.utils.translation import gettext

from decks.models import CardImport, DeckList
from decks.queries.lists import without_list
from decks.services import catalogue, lists
from tournaments.models import Tournament

KEPT = 60 * 60
"""Seconds the progress of an import can be asked for."""


def key_of(job: int) -> str:
    return f"cards:import:{job}"


@shared_task
def import_cards(job: int) -> None:
    """Read an uploaded file of cards; how far it is stands in the cache, what came of it in its row."""

    def tell(stage: str, done: int, total: int) -> None:
        cache.set(key_of(job), {"stage": stage, "done": done, "total": total}, KEPT)

    catalogue.run(CardImport.objects.get(pk=job), told=tell)
    cache.delete(key_of(job))


@shared_task
def close_lists() -> int:
    """Write down every deadline of lists that has passed; runs each minute."""
    return lists.close_due()


@shared_task
def recheck_lists(event: int) -> int:
    """Judge the lists of an event again, after its settings or the cards have changed."""
    found = Tournament.objects.filter(pk=event, list_rules__isnull=False).first()
    return lists.recheck(found) if found else 0


@shared_task
def mail_reminder(event: int, text: str, site: str) -> int:
    """Write to players without a legal list whose address is known; how many letters."""
    found = Tournament.objects.get(pk=event)
    subject = gettext("Your deck list for %(event)s") % {"event": found.name}
    return sum(_mail(row, subject, text, site) for row in without_list(found))


@shared_task
def mail_changed(deck_list: int, site: str) -> int:
    """Tell a player whose address is known that the staff changed the list or sent it back."""
    row = DeckList.objects.select_related("entry__tournament", "entry__player__user").get(pk=deck_list)
    subject = gettext("Your deck list for %(event)s") % {"event": row.entry.tournament.name}
    said = gettext("A judge sent your list back: %(reason)s") % {"reason": row.sent_back}
    changed = gettext("The staff changed your list. Look at it on its page.")
    return _mail(row, subject, said if row.sent_back else changed, site)


def _mail(row: DeckList, subject: str, text: str, site: str) -> int:
    """One letter with the personal link. A post office that is down keeps nobody from working."""
    user = row.entry.player.user
    if user is None or not user.email or settings.EMAIL_BACKEND.endswith("console.EmailBackend"):
        return 0
    link = f"{site}{reverse('decks:mine', args=[row.token])}"
    return send_mail(subject, f"{text}\n\n{link}\n", None, [user.email], fail_silently=True)
