"""Keys of entries queued on an offline phone, so that each is processed once."""

from django.db import models
from django.utils.translation import gettext_lazy as _

LONGEST_KEY = 80


class IdempotencyKey(models.Model):
    """The key of one processed entry. The same key again is the same entry sent again."""

    key = models.CharField(max_length=LONGEST_KEY, unique=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("entry taken once")
        verbose_name_plural = _("entries taken once")

    def __str__(self) -> str:
        return self.key
