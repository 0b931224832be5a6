"""The player's key to their own pages: no account needed."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.entry import Entry


class PersonalLink(models.Model):
    """The secret address of one player in one event. Whoever has it is the player: it opens their table and list.

    A new token takes the place of the old one, which opens nothing any more. Written by `services.links` alone.
    """

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="link")
    token = models.CharField(max_length=40, unique=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("personal link")
        verbose_name_plural = _("personal links")

    def __str__(self) -> str:
        return f"{self.entry}"
