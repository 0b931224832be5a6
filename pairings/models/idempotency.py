"""Idempotency keys of entries queued on an offline phone, so that each is processed only once."""

from django.db import models
from django.utils.translation import gettext_lazy as _

MAX_KEY_LENGTH = 80


class IdempotencyKey(models.Model):
    """Key of a processed entry. A second entry with the same key is a repetition."""

    key = models.CharField(max_length=MAX_KEY_LENGTH, unique=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("entry taken once")
        verbose_name_plural = _("entries taken once")

    def __str__(self) -> str:
        return self.key
