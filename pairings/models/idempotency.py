"""Entries that were kept on a phone until the connection was back: each is taken once."""

from django.db import models
from django.utils.translation import gettext_lazy as _

LONGEST_KEY = 80


class IdempotencyKey(models.Model):
    """The key of one entry that was taken. Whoever sends the same key again sends the same entry again."""

    key = models.CharField(max_length=LONGEST_KEY, unique=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("entry taken once")
        verbose_name_plural = _("entries taken once")

    def __str__(self) -> str:
        return self.key
