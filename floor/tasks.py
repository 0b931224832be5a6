"""The job that removes personal data of events long over."""

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from floor.services import retention


@shared_task
def remove_personal_data() -> int:
    """Remove what PERSONAL_DATA_DAYS says; runs each day. Of how many events."""
    if not settings.PERSONAL_DATA_DAYS:
        return 0
    return len(retention.remove(days=settings.PERSONAL_DATA_DAYS, now=timezone.now()).events)
