"""People: accounts and players."""

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.engine.code_labels import Facts
from core.models.names import NameField


def require_no_address(username: str) -> None:
    """Require that a new username does not look like an email address, which might be another person's.

    Older accounts may keep such names, even when saved in the admin. Raises ValidationError.
    """
    if "@" in username and not User.objects.filter(username=username).exists():
        raise ValidationError(_("A username has no @. Choose a name, and enter the address as your email."))


class User(AbstractUser):
    """An account. Its role in an event is a `StaffMember` row."""

    _roles: dict[int, str | None]
    username = models.CharField(
        _("username"),
        max_length=150,
        unique=True,
        help_text=_("At most 150 letters, digits and . + - _"),
        validators=[AbstractUser.username_validator, require_no_address],
        error_messages={"unique": _("A user with that username already exists.")},
    )
    codes_anyway = models.JSONField(default=list, blank=True, editable=False)
    """Site addresses for which this user prints QR codes although phones cannot open them (`core.public_address`)."""

    def __str__(self) -> str:
        return self.get_full_name() or self.username


class Season(models.Model):
    """One season, with the birth years that define its age divisions (M-030)."""

    year = models.PositiveSmallIntegerField(_("season"), primary_key=True)
    starts_on = models.DateField(_("starts on"))
    senior_from = models.PositiveSmallIntegerField(_("Seniors: born in or after"))
    junior_from = models.PositiveSmallIntegerField(_("Juniors: born in or after"))

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ["-year"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(senior_from__lt=models.F("junior_from")), name="season_seniors_older"
            )
        ]

    def __str__(self) -> str:
        return str(self.year)


class Player(models.Model):
    """The record of a person in all events of one organizer. It links the person's entries and account.

    A player at two organizers has two unrelated records, which may have the same account. `forgotten_at` is
    when the name was replaced by a neutral word and a number (`floor.services.forget`). Earlier versions had one
    record of a person for the whole installation; `copied_from` is the key of the record from which this one was
    split off.
    Events show the name stored in the entry. The facts of the record are used for searches by exact Player ID
    and birth year, and administrators correct them. Two records may have the same Player ID until a user who
    sees both merges them. `birth_date` is only for the printed list (R-034); if set, `birth_year` is its
    year.
    """

    organizer = models.ForeignKey(
        "core.Team", models.CASCADE, related_name="people", verbose_name=_("organizing team")
    )
    first_name = NameField(_("first name"), max_length=80, blank=True)
    last_name = NameField(_("last name"), max_length=80)
    player_id = models.CharField(  # noqa: DJ001 - unknown is no number
        _("Player ID"),
        max_length=20,
        null=True,
        blank=True,
        db_index=True,
        validators=[RegexValidator(r"^\d{1,20}$", _("A Player ID has digits only."))],
    )
    birth_year = models.PositiveSmallIntegerField(
        _("birth year"), null=True, blank=True, validators=[MinValueValidator(1900), MaxValueValidator(2100)]
    )
    birth_date = models.DateField(_("date of birth"), null=True, blank=True)
    email = models.EmailField(_("email address"), max_length=254, blank=True)
    search_key = models.CharField(max_length=200, editable=False, db_index=True)
    user = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="players", verbose_name=_("account")
    )
    copied_from = models.BigIntegerField(null=True, editable=False)
    forgotten_at = models.DateTimeField(null=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["last_name", "first_name", "id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(birth_date__isnull=True)
                | models.Q(birth_year__isnull=False, birth_date__year=models.F("birth_year")),
                name="player_born_in_birth_year",
            ),
            models.UniqueConstraint(fields=["organizer", "user"], name="account_once_at_an_organizer"),
            models.CheckConstraint(condition=~models.Q(player_id=""), name="player_id_null_or_given"),
            models.CheckConstraint(condition=~models.Q(last_name=""), name="player_has_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()

    @property
    def facts(self) -> Facts:
        """The facts that a new entry of this person copies, by field name of the entry."""
        return {
            "first_name": self.first_name,
            "last_name": self.last_name,
            "player_number": self.player_id,
            "birth_year": self.birth_year,
            "birth_date": self.birth_date,
            "email": self.email,
            "search_key": self.search_key,
        }


class KnownPlayer(models.Model):
    """A player on an organizer's list, imported from TOM and offered when players are added to the organizer's events.

    This is not a person's record: only the organizer can search it, and entries are not linked to it.
    """

    organizer = models.ForeignKey("core.Team", models.CASCADE, related_name="known_players")
    player_id = models.CharField(_("Player ID"), max_length=20)
    first_name = NameField(_("first name"), max_length=80, blank=True)
    last_name = NameField(_("last name"), max_length=80)
    birth_year = models.PositiveSmallIntegerField(_("birth year"), null=True, blank=True)
    search_key = models.CharField(max_length=200, editable=False)

    class Meta:
        verbose_name = _("known player")
        verbose_name_plural = _("known players")
        ordering = ["last_name", "first_name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["organizer", "player_id"], name="known_player_id_once"),
            models.CheckConstraint(condition=~models.Q(player_id=""), name="known_player_has_an_id"),
            models.CheckConstraint(condition=~models.Q(last_name=""), name="known_player_has_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


class KnownPlayersLoad(models.Model):
    """One import into an organizer's list of known players, so that it can be undone.

    `changes` has an item for each affected Player ID: `player_id`, and the facts `before` (None for a new
    player) and `after`.
    """

    organizer = models.ForeignKey("core.Team", models.CASCADE, related_name="known_players_loads")
    filename = models.CharField(max_length=500)
    loaded_at = models.DateTimeField(auto_now_add=True)
    changes = models.JSONField(default=list)

    class Meta:
        verbose_name = _("import of known players")
        verbose_name_plural = _("imports of known players")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.filename
