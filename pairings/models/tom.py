"""The TOM file of an event, and TOM's fields without another home."""

from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament


class TomFile(models.Model):
    """The file an event was imported from, byte for byte.

    `baseline` is Stadium's export right after the import. A later export differing from it shows what changed here, and
    only that is changed in `data` for the way back to TOM. `timezone`: that of the event at the import; times before
    `taken_at` are written in it, even if the event's changed.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="tom_file")
    filename = models.CharField(max_length=255, blank=True)
    data = models.BinaryField()
    baseline = models.BinaryField()
    timezone = models.CharField(max_length=63, default="UTC")
    taken_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("TOM file")
        verbose_name_plural = _("TOM files")

    def __str__(self) -> str:
        return self.filename


class TomDetails(models.Model):
    """The head of a TOM file apart from the event's settings; no row means TOM's defaults.

    `country` is its name in the file; `mode`, `game_type` and `version` are TOM's own words. `cut_sizes`: the file
    lists the cut sizes TOM offered. `let_in_later`: Player IDs of players who were no starters in the file.
    `file_words` is where the file differed from what we would write (`pairings/queries/tom/file_words.py`).
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="tom_details")
    organizer_name = models.CharField(_("organizer"), max_length=120, blank=True)
    organizer_id = models.CharField(
        _("Player ID of the organizer"),
        max_length=20,
        blank=True,
        validators=[RegexValidator(r"^\d{1,20}$", _("A Player ID has digits only."))],
    )
    state = models.CharField(_("state or province"), max_length=80, blank=True)
    country = models.CharField(max_length=80, blank=True)
    mode = models.CharField(max_length=40, blank=True)
    game_type = models.CharField(max_length=40, blank=True)
    version = models.CharField(max_length=20, blank=True)
    less_swiss = models.BooleanField(default=False)
    auto_table_number = models.BooleanField(default=True)
    overflow_table_start = models.PositiveIntegerField(_("overflow tables start at"), default=0)
    seconds_elapsed = models.IntegerField(default=0)
    let_in_later = models.JSONField(default=list, blank=True)
    cut_sizes = models.BooleanField(default=True)
    file_words = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = _("TOM details")
        verbose_name_plural = _("TOM details")

    def __str__(self) -> str:
        return self.organizer_name
