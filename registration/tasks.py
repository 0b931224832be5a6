"""Background jobs of registrations."""

from celery import shared_task
from django.utils import timezone

from registration.services import seating


@shared_task
def move_up_waiting_lists() -> int:
    """End expired offers and offer free seats in every event. Return the number of events that changed."""
    return seating.catch_up_everywhere(now=timezone.now())
