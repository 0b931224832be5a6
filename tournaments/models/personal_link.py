"""Personal links, which open a player's pages without an account, and the accounts that store them."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.entry import Entry
from tournaments.models.tournament import Tournament


class PersonalLink(models.Model):
    """The secret URL of one player in one event. Anyone who has it can act as the player.

    A new token replaces the old one, which stops working. Written only by `services.personal_links`.
    """

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="link")
    token = models.CharField(max_length=40, unique=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("personal link")
        verbose_name_plural = _("personal links")

    def __str__(self) -> str:
        return f"{self.entry}"


class EndedLink(models.Model):
    """A personal link that stopped working when two entries were merged. It works again if the merge is undone.

    `line` is the key of the merge's journal line, and `entry` the key of the link's entry, which may have been removed.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="ended_links")
    line = models.PositiveBigIntegerField()
    entry = models.PositiveBigIntegerField()
    token = models.CharField(max_length=40, unique=True)
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("ended personal link")
        verbose_name_plural = _("ended personal links")
        ordering = ["tournament_id", "line", "id"]

    def __str__(self) -> str:
        return f"{self.line}"


class AccountLink(models.Model):
    """A personal link stored in an account, so that its user finds it on every device.

    `link` is None once the link is replaced or its player removed. Then the user sees a note, and the row is
    deleted. Written only by `services.account_links`.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="account_links")
    link = models.ForeignKey(PersonalLink, models.SET_NULL, null=True, related_name="accounts")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("entry of an account")
        verbose_name_plural = _("entries of accounts")
        constraints = [models.UniqueConstraint(fields=["user", "link"], name="account_link_once")]

    def __str__(self) -> str:
        return f"{self.link or self.pk}"
