"""Webhooks and their deliveries."""

from urllib.parse import urlsplit

from django.db import models
from django.utils.translation import gettext_lazy as _

from core.engine.addresses import MAX_ADDRESS_LENGTH


class Webhook(models.Model):
    """A receiver of messages about a `tournament`.

    `origin` is the address of this site, for links in messages. `secret` signs messages; until
    `secret_before_until`, the previous secret signs them too. `sequence` is the number of the last delivery
    created. `failing_since` is the time of the first failure after the last delivery that arrived. `busy_until`
    is the end of a sender's lease. Written only by `services.webhooks`.
    """

    class Off(models.TextChoices):
        NO = "", "–"
        STAFF = "staff", _("switched off")
        ENDED = "gone", _("switched off: the receiver said it no longer exists")
        FAILING = "failing", _("switched off: nothing was received for days")

    tournament = models.ForeignKey("tournaments.Tournament", models.CASCADE, related_name="webhooks")
    code = models.CharField(max_length=20, unique=True)
    address = models.CharField(_("address"), max_length=MAX_ADDRESS_LENGTH)
    origin = models.CharField(max_length=200)
    topics = models.JSONField(default=list)
    secret = models.CharField(max_length=100)
    secret_before = models.CharField(max_length=100, blank=True)
    secret_before_until = models.DateTimeField(null=True)
    made_at = models.DateTimeField()
    off = models.CharField(max_length=8, choices=Off, default=Off.NO, blank=True)
    off_at = models.DateTimeField(null=True)
    sequence = models.PositiveBigIntegerField(default=0)
    failing_since = models.DateTimeField(null=True)
    busy_until = models.DateTimeField(null=True)

    class Meta:
        db_table = "tournaments_webhook"
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ["tournament_id", "id"]

    def __str__(self) -> str:
        return self.host

    @property
    def host(self) -> str:
        """The scheme and host of the address. Its other parts may contain a password of the receiver."""
        parts = urlsplit(self.address)
        return f"{parts.scheme}://{parts.netloc}"


class WebhookDelivery(models.Model):
    """A message of a webhook, written with its journal line and sent after the commit.

    `line` or `seal` is the key of the reported row; a ping has neither. `sequence`, `body` and `headers` are set
    by the first try, and `body` is the same for every try. There is no database constraint to the webhook, so
    that deleting a webhook never blocks a step.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        DELIVERED = "delivered", _("Delivered")
        FAILED = "failed", _("Failed")
        SKIPPED = "skipped", _("No longer public")

    class Trouble(models.TextChoices):
        NONE = "", "–"
        ANSWER = "answer", _("The receiver answered with an error.")
        TIMEOUT = "timeout", _("The receiver did not respond in time.")
        UNREACHABLE = "unreachable", _("The receiver could not be reached.")
        CERTIFICATE = "certificate", _("The certificate of the receiver is not valid.")
        PRIVATE = "private", _("The address is on a private network.")
        PLAIN = "plain", _("The address leads to the Internet: it must begin with https://.")

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries", db_constraint=False)
    type = models.CharField(_("type"), max_length=30)
    line = models.PositiveBigIntegerField(default=0)
    seal = models.PositiveBigIntegerField(null=True)
    at = models.DateTimeField(_("at"))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.WAITING)
    sequence = models.PositiveBigIntegerField(null=True)
    body = models.TextField(blank=True)
    headers = models.JSONField(default=dict)
    tries = models.PositiveIntegerField(_("tries"), default=0)
    tried_at = models.DateTimeField(null=True)
    next_at = models.DateTimeField(null=True)
    status = models.PositiveSmallIntegerField(null=True)
    trouble = models.CharField(max_length=12, choices=Trouble, default=Trouble.NONE, blank=True)
    response = models.TextField(blank=True)

    class Meta:
        db_table = "tournaments_webhookdelivery"
        verbose_name = _("delivery of a webhook")
        verbose_name_plural = _("deliveries of webhooks")
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["webhook", "-id"], name="deliveries_newest_first"),
            models.Index(
                fields=["webhook", "line", "id"],
                name="deliveries_that_wait",
                condition=models.Q(state="waiting"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.type} {self.at:%H:%M}"
