"""The daily job that removes personal data of past events."""

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from floor.services import retention


@shared_task
def remove_personal_data() -> int:
    """Remove personal data PERSONAL_DATA_DAYS after an event, and return the number of cleared events.

    Runs daily. Does nothing if PERSONAL_DATA_DAYS is 0.
    """
    if not settings.PERSONAL_DATA_DAYS:
        return 0
    return len(retention.remove_expired_data(days=settings.PERSONAL_DATA_DAYS, now=timezone.now()).events)
