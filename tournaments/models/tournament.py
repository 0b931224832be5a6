"""Events."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from django_countries.fields import CountryField

from core.models import Team
from core.models.names import NameField
from tournaments.models.people import User


class Tournament(models.Model):
    """One event on one or more days. `seed` is the source of all its random choices.

    `features` are the `engine.features` that staff see in addition to the short path of a small event; None
    means all.
    """

    class Kind(models.TextChoices):
        LEAGUE_CHALLENGE = "league_challenge", _("League Challenge")
        LEAGUE_CUP = "league_cup", _("League Cup")
        PRERELEASE = "prerelease", _("Prerelease")
        REGIONAL = "regional", _("Regional Championships")
        LEAGUE_SESSION = "league_session", _("League session")
        SIDE_EVENT = "side_event", _("Side event")
        TWO_ON_TWO = "two_on_two", _("2-on-2")
        TEAM_BATTLE = "team_battle", _("Team Battle")
        CUSTOM = "custom", _("Custom")

    class EventClass(models.TextChoices):
        """The class of an event (R-152).

        In order: events for Championship Points; Worlds, Internationals and their side events; other official
        events; unofficial events.
        """

        CHAMPIONSHIP_POINTS = "championship_points", _("Championship Points event")
        INTERNATIONAL = "international", _("World or International Championships")
        OTHER = "other", _("Other official event")
        UNOFFICIAL = "unofficial", _("Unofficial")

    class CardFormat(models.TextChoices):
        STANDARD = "standard", _("Standard")
        EXPANDED = "expanded", _("Expanded")
        UNLIMITED = "unlimited", _("Unlimited")

    class PlayStyle(models.TextChoices):
        """Constructed, Limited, and the 30-card forms of both (R-100, R-101)."""

        CONSTRUCTED = "constructed", _("Constructed, 60 cards")
        LIMITED = "limited", _("Limited, 40 cards")
        THIRTY = "thirty", _("30-card deck")
        THIRTY_LIMITED = "thirty_limited", _("Limited, 30 cards")

    class Edition(models.TextChoices):
        RULES_2017 = "2017", _("Tournament rules of 26 July 2017")
        RULES_2026 = "2026", _("Tournament rules of 1 September 2026")

    class BestOf(models.IntegerChoices):
        ONE = 1, _("Single game")
        THREE = 3, _("Best of three")

    class BothLate(models.TextChoices):
        """Choices for open point S3 of the rules. The values are from `floor.engine.resolution.lateness`."""

        AS_ON_TIME = "as_on_time", _("As if neither player was late")
        HEAD_JUDGE = "head_judge", _("The head judge decides")
        DOUBLE_LOSS = "double_loss", _("Double loss")

    class AwardedBye(models.TextChoices):
        """What a bye awarded in advance counts in percentages. It is always worth 3 match points."""

        TOM = "tom", _("As TOM does: a played win, and an opponent of 100%")
        BYE = "bye", _("Like any other bye: in no percentage")

    class Structure(models.TextChoices):
        SWISS = "swiss", _("Swiss rounds only")
        SWISS_CUT = "swiss_cut", _("Swiss rounds, then a top cut")
        ELIMINATION = "elimination", _("Single elimination only")

    organizer = models.ForeignKey(
        Team, models.PROTECT, related_name="events", verbose_name=_("organizing team")
    )
    slug = models.SlugField(max_length=80, unique=True)
    name = NameField(_("name"), max_length=120)
    kind = models.CharField(_("kind"), max_length=20, choices=Kind, default=Kind.LEAGUE_CHALLENGE)
    starts_at = models.DateTimeField(_("starts at"))
    timezone = models.CharField(_("time zone"), max_length=63, default="UTC")
    venue = NameField(_("venue"), max_length=120, blank=True)
    city = NameField(_("city"), max_length=80, blank=True)
    country = CountryField(_("country"), blank=True)
    event_class = models.CharField(_("class"), max_length=20, choices=EventClass, default=EventClass.OTHER)
    card_format = models.CharField(
        _("format"), max_length=10, choices=CardFormat, default=CardFormat.STANDARD
    )
    play_style = models.CharField(_("decks"), max_length=16, choices=PlayStyle, default=PlayStyle.CONSTRUCTED)
    edition = models.CharField(_("rules edition"), max_length=8, choices=Edition, default=Edition.RULES_2026)
    structure = models.CharField(_("structure"), max_length=12, choices=Structure, default=Structure.SWISS)
    attendance_table = models.CharField(_("attendance table"), max_length=30, blank=True)
    best_of = models.PositiveSmallIntegerField(_("Swiss matches"), choices=BestOf, default=BestOf.ONE)
    cut_best_of = models.PositiveSmallIntegerField(_("top cut matches"), choices=BestOf, default=BestOf.THREE)
    round_minutes = models.PositiveSmallIntegerField(
        _("minutes per Swiss round"), default=30, validators=[MaxValueValidator(240)]
    )
    cut_round_minutes = models.PositiveSmallIntegerField(
        _("minutes per top cut round"),
        default=75,
        validators=[MaxValueValidator(240)],
        help_text=_("0 means untimed."),
    )
    clock_delay = models.PositiveSmallIntegerField(
        _("clock starts, minutes after posting"),
        default=0,
        null=True,
        blank=True,
        validators=[MaxValueValidator(60)],
        help_text=_(
            "0 starts it when the round is posted. Leave blank if a judge starts it, on the clock page."
        ),
    )
    phone_reports = models.BooleanField(_("players report results on their phones"), default=True)
    bubble_public = models.BooleanField(_("players see the bubble"), default=True)
    both_late = models.CharField(
        _("both late, or a judge learned of it too late"),
        max_length=12,
        choices=BothLate,
        default=BothLate.AS_ON_TIME,
    )
    awarded_bye = models.CharField(
        _("byes awarded in advance"), max_length=4, choices=AwardedBye, default=AwardedBye.TOM
    )
    decider_minutes = models.PositiveSmallIntegerField(
        _("minutes for Sudden Death or a tiebreaker after time"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(240)],
    )
    single_report_minutes = models.PositiveSmallIntegerField(
        _("minutes after which one player’s report is enough"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(240)],
    )
    minutes_reason = models.CharField(
        _("reason for less time than the rules require"), max_length=200, blank=True
    )
    table_from = models.PositiveSmallIntegerField(
        _("first table"), default=1, validators=[MinValueValidator(1)]
    )
    table_to = models.PositiveSmallIntegerField(_("last table"), null=True, blank=True)
    sanction_id = models.CharField(_("sanction number"), max_length=30, blank=True)
    reported_at = models.DateTimeField(_("reported on"), null=True, blank=True)
    reported_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    published = models.BooleanField(_("public"), default=True)
    notes = models.TextField(_("notes for players"), blank=True)
    features = models.JSONField(
        _("pages shown"), null=True, blank=True, editable=False, help_text=_("Leave blank for all of them.")
    )
    webhook_topics = models.JSONField(default=dict, editable=False)
    """The topics of each active webhook, by its key. Written by `services.webhooks`."""
    by_numbers = models.BooleanField(_("divisions by the number of players"), default=False, editable=False)
    """Whether the first pairing groups the age divisions by attendance, as TOM does (M-031)."""
    seed = models.BigIntegerField(editable=False)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["-starts_at", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(table_to__isnull=True) | models.Q(table_to__gte=models.F("table_from")),
                name="tournament_tables_in_order",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def table_rule_choices(self) -> dict[str, str]:
        """The choices for open points of table rules (S3 and S15), where they differ from the default."""
        choices = {"S3": self.both_late, "S15": str(self.decider_minutes or "")}
        return {name: value for name, value in choices.items() if value not in ("", self.BothLate.AS_ON_TIME)}

    @property
    def official(self) -> bool:
        """Whether results are reported to Play! Pokémon (R-099, R-104)."""
        return self.event_class != self.EventClass.UNOFFICIAL
