"""The copy folder of an event, and the state of its last copy."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament


class EventCopies(models.Model):
    """The folder to which the event is copied after each round; without a folder, no copies are made.

    `language` is the language of the sheets and `site` the host of their QR codes, both from the user who chose
    the folder. `failing_since` is the time of the first failure since the last good copy, and `problem` is the
    code of the failure, with `facts`. Only `services.event_copies` writes it.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="copies")
    folder = models.CharField(_("folder"), max_length=400, blank=True)
    language = models.CharField(max_length=10, default="en")
    site = models.CharField(max_length=200, blank=True)
    copied_at = models.DateTimeField(null=True)
    failing_since = models.DateTimeField(null=True)
    problem = models.CharField(max_length=40, blank=True)
    facts = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("copies of an event")
        verbose_name_plural = _("copies of events")

    def __str__(self) -> str:
        return self.folder

    def change_folder(self, folder: str) -> None:
        """Set the folder and reset the state of the last copy, without saving."""
        self.folder, self.copied_at, self.failing_since, self.problem, self.facts = folder, None, None, "", {}
