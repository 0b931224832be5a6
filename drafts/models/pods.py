"""Draft pods and their seats (R-091)."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models import Division, Entry


class Pod(models.Model):
    """One pod of a division, numbered from 1. All pods of a division were drawn from the same `seed`."""

    division = models.ForeignKey(Division, models.CASCADE, related_name="pods")
    number = models.PositiveSmallIntegerField()
    seed = models.BigIntegerField()

    class Meta:
        db_table = "decks_pod"
        verbose_name = _("pod")
        verbose_name_plural = _("pods")
        ordering = ["division_id", "number"]
        constraints = [models.UniqueConstraint(fields=["division", "number"], name="pod_once_in_a_division")]

    def __str__(self) -> str:
        return f"{self.division}, {self.number}"


class PodSeat(models.Model):
    """A seat of a pod, numbered clockwise from 1. An entry sits in at most one pod."""

    pod = models.ForeignKey(Pod, models.CASCADE, related_name="seats")
    entry = models.OneToOneField(Entry, models.CASCADE, related_name="pod_seat")
    seat = models.PositiveSmallIntegerField()

    class Meta:
        db_table = "decks_podseat"
        verbose_name = _("pod seat")
        verbose_name_plural = _("pod seats")
        ordering = ["pod_id", "seat"]
        constraints = [models.UniqueConstraint(fields=["pod", "seat"], name="pod_one_entry_a_seat")]

    def __str__(self) -> str:
        return f"{self.seat}. {self.entry}"
