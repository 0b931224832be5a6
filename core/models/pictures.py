"""The cover pictures of homes. The logo of a team is a field of the team."""

from django.db import models
from django.utils.translation import gettext_lazy as _

FOLDER = "pictures"
"""The folder of public pictures below MEDIA_ROOT."""


class Cover(models.Model):
    """The cover picture of a home. Each row has a separate file, whose name is never reused for other content."""

    tournament = models.OneToOneField("tournaments.Tournament", models.CASCADE, related_name="cover")
    image = models.ImageField(upload_to=FOLDER)

    class Meta:
        verbose_name = _("cover picture")
        verbose_name_plural = _("cover pictures")

    def __str__(self) -> str:
        return str(self.image)
