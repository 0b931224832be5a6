"""Subscriptions to push notices."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from core.engine.notices import MAX_ENDPOINT_LENGTH


class PushSubscription(models.Model):
    """A browser that gets a person's notices, either as a participant (`entry`) or as staff (`member`).

    `endpoint` is an address of the browser's push service. `p256dh` and `auth` are keys for messages that only that
    browser can decrypt. A parent's phone has the same endpoint for each child. Silent hours are in the time zone of the
    `tournament`.

    `failed` counts failures since the last notice that arrived, and `trouble` is the reason. Written only by
    `services.notices`. A subscription is deleted with the row that it refers to.
    """

    class Trouble(models.TextChoices):
        NONE = "", "–"
        UNREACHABLE = "unreachable", _("not reached")
        REFUSED = "refused", _("refused")

    tournament = models.ForeignKey("tournaments.Tournament", models.CASCADE, related_name="+")
    entry = models.ForeignKey(
        "tournaments.Entry", models.CASCADE, null=True, related_name="push_subscriptions"
    )
    member = models.ForeignKey(
        "tournaments.StaffMember", models.CASCADE, null=True, related_name="push_subscriptions"
    )
    endpoint = models.CharField(max_length=MAX_ENDPOINT_LENGTH)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=30)
    origin = models.CharField(max_length=200)
    language = models.CharField(max_length=10)
    topics = models.JSONField(default=list)
    silent_from = models.TimeField(_("silent from"), null=True, blank=True)
    silent_to = models.TimeField(_("silent until"), null=True, blank=True)
    made_at = models.DateTimeField()
    arrived_at = models.DateTimeField(null=True)
    failed = models.PositiveIntegerField(default=0)
    failed_at = models.DateTimeField(null=True)
    trouble = models.CharField(max_length=12, choices=Trouble, default=Trouble.NONE, blank=True)

    class Meta:
        db_table = "tournaments_pushsubscription"
        verbose_name = _("phone with notifications")
        verbose_name_plural = _("phones with notifications")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(entry__isnull=False) ^ models.Q(member__isnull=False),
                name="push_of_one_person",
            ),
            models.UniqueConstraint(fields=["entry", "endpoint"], name="push_once_a_player"),
            models.UniqueConstraint(fields=["member", "endpoint"], name="push_once_a_staff_member"),
        ]
        indexes = [models.Index(fields=["endpoint"], name="push_by_endpoint")]

    def __str__(self) -> str:
        return f"{self.entry or self.member}"
