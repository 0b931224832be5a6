"""Teams of accounts."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.models.names import NameField
from core.models.pictures import FOLDER


class Team(models.Model):
    """A team of accounts. It owns the people that its members work with, and only its members can find them.

    A member's role in a home determines their powers over it. `of_installation` marks the team without members, for the
    command line. If `names_stay`, names stay in results when other personal data is removed. Written only by
    `services.teams`, the logo by `services.pictures`, the public page by `services.team_pages`. The address of that
    page ends with `page_name`, which is set at the first publication and never changes, so that links keep working.
    """

    name = NameField(_("name"), max_length=120)
    of_installation = models.BooleanField(default=False, editable=False)
    names_stay = models.BooleanField(
        _("keep names in results"),
        default=True,
        help_text=_("Otherwise names are replaced with “Player 1”, “Player 2” …"),
    )
    logo = models.ImageField(_("logo"), upload_to=FOLDER, blank=True)
    page_name = models.SlugField(max_length=80, unique=True, null=True, blank=True, editable=False)
    page_is_public = models.BooleanField(_("public page"), default=False)
    about = models.TextField(_("about us"), max_length=2000, blank=True)
    venue = NameField(_("venue"), max_length=200, blank=True)
    map_link = models.CharField(_("link to a map"), max_length=500, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "tournaments_organizer"
        verbose_name = _("organizing team")
        verbose_name_plural = _("organizing teams")
        ordering = ["name", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["of_installation"],
                condition=models.Q(of_installation=True),
                name="one_organizer_of_the_installation",
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="organizer_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class TeamMember(models.Model):
    """An account of a team. Owners choose the members.

    Until `accepted`, the account is only invited and has no rights.
    """

    team = models.ForeignKey(Team, models.CASCADE, db_column="organizer_id", related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    owner = models.BooleanField(_("owner"), default=False)
    accepted = models.BooleanField(_("has joined"), default=True)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "tournaments_organizermember"
        verbose_name = _("member of an organizing team")
        verbose_name_plural = _("members of organizing teams")
        ordering = ["team_id", "id"]
        constraints = [models.UniqueConstraint(fields=["team", "user"], name="member_once_in_a_team")]

    def __str__(self) -> str:
        return f"{self.user}, {self.team}"


class TeamInvitation(models.Model):
    """A code that lets one account join a team, until it expires, is used or is withdrawn."""

    team = models.ForeignKey(Team, models.CASCADE, db_column="organizer_id", related_name="invitations")
    token = models.CharField(max_length=40, unique=True)
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"))

    class Meta:
        db_table = "tournaments_organizerinvitation"
        verbose_name = _("invitation to an organizing team")
        verbose_name_plural = _("invitations to organizing teams")
        ordering = ["team_id", "id"]

    def __str__(self) -> str:
        return str(self.team)
