"""Organizers: teams of accounts that share the people of their events."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from core.models.names import NameField
from tournaments.models.people import User


class Organizer(models.Model):
    """A team of accounts. Each event, person and known player belongs to one, and is found only inside it.

    A team owns the people; what a member may do in an event depends on the role there. `of_installation`: the team
    without members, for events of the command line. `names_stay`: names stay in the results of its events when other
    personal data is removed. Written only by `services.organizers`.
    """

    name = NameField(_("name"), max_length=120)
    of_installation = models.BooleanField(default=False, editable=False)
    names_stay = models.BooleanField(
        _("names stay in results"),
        default=True,
        help_text=_("Otherwise names are replaced with “Player 1”, “Player 2” …"),
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
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


class OrganizerMember(models.Model):
    """One account of a team; owners choose the members.

    Until `accepted`, the account is only invited and has no rights.
    """

    organizer = models.ForeignKey(Organizer, models.CASCADE, related_name="members")
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    owner = models.BooleanField(_("owner"), default=False)
    accepted = models.BooleanField(_("has joined"), default=True)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("member of an organizing team")
        verbose_name_plural = _("members of organizing teams")
        ordering = ["organizer_id", "id"]
        constraints = [models.UniqueConstraint(fields=["organizer", "user"], name="member_once_in_a_team")]

    def __str__(self) -> str:
        return f"{self.user}, {self.organizer}"


class OrganizerInvitation(models.Model):
    """A code with which one account joins a team, until it expires, is used or is withdrawn."""

    organizer = models.ForeignKey(Organizer, models.CASCADE, related_name="invitations")
    token = models.CharField(max_length=40, unique=True)
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"))

    class Meta:
        verbose_name = _("invitation to an organizing team")
        verbose_name_plural = _("invitations to organizing teams")
        ordering = ["organizer_id", "id"]

    def __str__(self) -> str:
        return str(self.organizer)
