"""Deck lists of an event: rules, one list per player, and versions."""

from datetime import datetime

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _
from django_countries.fields import CountryField

from tournaments.models import Entry, Tournament, User

MAX_WORKING_COPY_LENGTH = 100_000
MAX_NOTE_LENGTH = 300


class ListRules(models.Model):
    """The list rules of an event. An event without a row does not collect lists.

    `settings` stores the choices for S1 to S22 that differ from their defaults. `locked_at` locks all lists;
    `DeckList.lock` locks or opens a single list.
    """

    class Visibility(models.TextChoices):
        NEVER = "never", _("Only staff and the player")
        IN_CUT = "in_cut", _("Everyone, for the players in the top cut")
        AFTER = "after", _("Everyone, once the event is over")

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="list_rules")
    deadline = models.DateTimeField(_("lists close at"), null=True, blank=True)
    required = models.BooleanField(_("every player needs a list"), default=True)
    visibility = models.CharField(
        _("lists visible to"), max_length=8, choices=Visibility, default=Visibility.NEVER
    )
    energy_supplied = models.BooleanField(_("basic Energy is supplied"), default=False)
    prerelease_expansion = models.CharField(_("expansion of the prerelease"), max_length=20, blank=True)
    last_day = models.DateField(_("last day of the event"), null=True, blank=True)
    settings = models.JSONField(default=dict, blank=True)
    locked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("deck list rules")
        verbose_name_plural = _("deck list rules")

    def __str__(self) -> str:
        return f"{self.tournament}"

    def closed_at(self, now: datetime) -> datetime | None:
        """Return when lists were closed manually or by the deadline, or None while they are open."""
        deadline_passed = self.deadline if self.deadline is not None and self.deadline <= now else None
        return min((moment for moment in (self.locked_at, deadline_passed) if moment), default=None)


class DeckList(models.Model):
    """The deck list of an entry, accessible through the player's personal link (`entry.link`).

    - `counts`: the effective version, which is the latest legal version, or the latest of all if none is legal.
    - `working_copy`: the text that the player is writing; it is saved on every change and never judged.
    - `sent_back`: why a judge requests another version.
    - `home`: the country whose languages the player may use at World and International Championships (R-017).
    """

    class Lock(models.TextChoices):
        AS_EVENT = "", _("Same as the event")
        LOCKED = "locked", _("Locked")
        OPEN = "open", _("Open")

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="deck_list")
    lock = models.CharField(_("lock"), max_length=6, choices=Lock, blank=True, default=Lock.AS_EVENT)
    counts = models.ForeignKey("Version", models.SET_NULL, null=True, blank=True, related_name="+")
    sent_back = models.CharField(_("reason it was sent back"), max_length=MAX_NOTE_LENGTH, blank=True)
    working_copy = models.TextField(max_length=MAX_WORKING_COPY_LENGTH, blank=True)
    working_copy_unused = models.TextField(max_length=MAX_WORKING_COPY_LENGTH, blank=True)
    working_copy_supplied = models.PositiveSmallIntegerField(default=0)
    home = CountryField(_("home country of the player"), blank=True)

    class Meta:
        verbose_name = _("deck list")
        verbose_name_plural = _("deck lists")

    def __str__(self) -> str:
        return f"{self.entry}"

    @property
    def token(self) -> str:
        return str(self.entry.link.token)


class Version(models.Model):
    """A submitted list.

    `text` never changes. `read` are the parsed lines; `unused`: the cards of a Limited pool that are not in the
    deck (R-030); `supplied`: basic Energy from the organizer (R-058); `cards`: the rows to print; `problems`: the
    verdict as codes with facts. They and the figures of the verdict are updated when cards or settings change, or
    when a judge rules (R-002).
    `unknown_cards`: the number of cards missing from the catalogue, in a list with no other problem. `questions`:
    the number of doubtful reprints that the head judge has not decided (R-013). `drafted` is the number of the
    draft from which the list was built; it is not stored, and pages set it.
    """

    drafted: int | None
    deck_list = models.ForeignKey(DeckList, models.CASCADE, related_name="versions")
    number = models.PositiveSmallIntegerField()
    text = models.TextField()
    unused = models.TextField(blank=True)
    supplied = models.PositiveSmallIntegerField(_("basic Energy supplied"), default=0)
    read = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    cards = models.JSONField(default=list, encoder=DjangoJSONEncoder)
    problems = models.JSONField(default=list, encoder=DjangoJSONEncoder)
    legal = models.BooleanField()
    unknown_cards = models.PositiveIntegerField(default=0)
    questions = models.PositiveSmallIntegerField(default=0)
    total = models.PositiveIntegerField()
    unused_total = models.PositiveIntegerField(default=0)
    catalogue_version = models.PositiveIntegerField()
    late = models.BooleanField(default=False)
    at = models.DateTimeField()
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    by_name = models.CharField(max_length=150, blank=True)
    by_player = models.BooleanField(default=True)
    note = models.CharField(max_length=MAX_NOTE_LENGTH, blank=True)

    class Meta:
        verbose_name = _("version of a deck list")
        verbose_name_plural = _("versions of deck lists")
        ordering = ["deck_list_id", "-number"]
        constraints = [models.UniqueConstraint(fields=["deck_list", "number"], name="deck_list_version_once")]

    def __str__(self) -> str:
        return f"{self.deck_list}, {self.number}"


class Ruling(models.Model):
    """A judge's ruling that a problem is disregarded in this and later versions of a list (R-002).

    `card` is the subject of the problem, from `decks.engine.verdicts.ruling_subject`.
    """

    deck_list = models.ForeignKey(DeckList, models.CASCADE, related_name="rulings")
    code = models.CharField(max_length=40)
    card = models.CharField(max_length=200, blank=True)
    reason = models.CharField(_("reason"), max_length=MAX_NOTE_LENGTH)
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    by_name = models.CharField(max_length=150, blank=True)
    at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("ruling on a list")
        verbose_name_plural = _("rulings on lists")
        ordering = ["-at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["deck_list", "code", "card"],
                condition=models.Q(withdrawn_at__isnull=True),
                name="deck_list_one_ruling_a_problem",
            )
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.card}".strip()
