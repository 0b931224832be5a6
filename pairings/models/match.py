"""Matches of a round, their players and the reported results."""

from typing import Self

from django.db import models
from django.utils.translation import gettext_lazy as _

from pairings.models.stage import Bracket, Round
from tournaments.models import Entry, User

ALONE = ["bye", "awarded_bye", "late_loss"]


class Outcome(models.TextChoices):
    """Outcome of a match, with the values of `pairings.engine.outcomes.Outcome`."""

    PENDING = "pending", _("No result yet")
    LEFT = "left", _("Player 1 won")
    RIGHT = "right", _("Player 2 won")
    TIE = "tie", _("Tie")
    DOUBLE_LOSS = "double_loss", _("Double loss")
    BYE = "bye", _("Bye")
    AWARDED_BYE = "awarded_bye", _("Bye awarded in advance")
    LATE_LOSS = "late_loss", _("Loss for a missed round")


class Reason(models.TextChoices):
    """Reason of an outcome; PLAYED for an ordinary one."""

    PLAYED = "", _("Played")
    NO_SHOW = "no_show", _("No-show")
    CONCESSION = "concession", _("Conceded")
    INTENTIONAL_TIE = "intentional_tie", _("Intentional draw")
    PENALTY = "penalty", _("Penalty")
    DROPPED = "dropped", _("Dropped")
    WALKOVER = "walkover", _("Walkover")


class Match(models.Model):
    """Two players at a table, or one player without a table (bye, loss for a missed round).

    Outcomes "left" and "right" name the winner's side. `slot` is the place in its `bracket`, 0 at the top;
    `third_place` marks the match of the losing semifinalists. `games_left` and `games_right` are game wins,
    if reported. `home_table` is the table that a match at a feature table came from and returns to; no other match
    of an open round is seated there.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="matches")
    position = models.PositiveIntegerField(default=0)
    table = models.PositiveIntegerField(_("table"), null=True, blank=True)
    home_table = models.PositiveIntegerField(_("table before the feature table"), null=True, blank=True)
    left = models.ForeignKey(Entry, models.RESTRICT, related_name="matches_left")
    right = models.ForeignKey(Entry, models.RESTRICT, null=True, blank=True, related_name="matches_right")
    outcome = models.CharField(_("result"), max_length=12, choices=Outcome, default=Outcome.PENDING)
    reason = models.CharField(_("why"), max_length=16, choices=Reason, blank=True, default=Reason.PLAYED)
    games_left = models.PositiveSmallIntegerField(null=True, blank=True)
    games_right = models.PositiveSmallIntegerField(null=True, blank=True)
    bracket = models.ForeignKey(Bracket, models.CASCADE, null=True, blank=True, related_name="matches")
    slot = models.PositiveSmallIntegerField(null=True, blank=True)
    third_place = models.BooleanField(default=False)
    reported_at = models.DateTimeField(null=True, blank=True)
    reported_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")

    has_reports: bool | None = None
    """Whether a player had reported the result just saved (`results.record_result`); not a column."""

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering = ["round_id", "position", "id"]
        constraints = [
            models.UniqueConstraint(fields=["round", "left"], name="match_left_once_a_round"),
            models.UniqueConstraint(fields=["round", "right"], name="match_right_once_a_round"),
            models.UniqueConstraint(fields=["round", "table"], name="match_own_table"),
            models.CheckConstraint(
                condition=models.Q(right__isnull=True) | ~models.Q(left=models.F("right")),
                name="match_of_two_people",
            ),
            models.CheckConstraint(
                condition=models.Q(right__isnull=True, outcome__in=ALONE)
                | (models.Q(right__isnull=False) & ~models.Q(outcome__in=ALONE)),
                name="match_alone_only_without_opponent",
            ),
        ]
        indexes = [models.Index(fields=["round", "outcome"], name="match_open")]

    def __str__(self) -> str:
        return f"{self.round} · {self.table or '-'}"


class SeatQuerySet(models.QuerySet["Seat"]):
    def paired(self) -> Self:
        """Return the seats of all rounds, even unposted ones, except losses for missed rounds."""
        return self.exclude(match__outcome=Outcome.LATE_LOSS)

    def posted(self) -> Self:
        """Return the seats of posted and closed rounds."""
        return self.exclude(round__state=Round.State.UNPOSTED)


class Seat(models.Model):
    """A player's seat in a round; its constraint prevents pairing a player twice, on either side.

    Only `pairings.services.rounds.match_seating` writes it, together with the match.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="seats")
    entry = models.ForeignKey(Entry, models.RESTRICT, related_name="seats")
    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")

    objects = SeatQuerySet.as_manager()

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["round_id", "match_id"]
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="seat_once_a_round")]

    def __str__(self) -> str:
        return f"{self.entry}"


class ReportQuerySet(models.QuerySet["Report"]):
    def current(self) -> Self:
        """Return players' reports that were not withdrawn."""
        return self.filter(entry__isnull=False, withdrawn_at__isnull=True)


class Report(models.Model):
    """One reported result of a match.

    All reports are stored; the official result is stored with the match. A player's report has an `entry`; only
    the player's latest report counts, unless withdrawn. `games` are the winners of the games in order ("left",
    "right", "tie") if reported one by one. `leaves` means that the player drops after the match.
    """

    class Source(models.TextChoices):
        DESK = "desk", _("Desk")
        SLIP = "slip", _("Match slip")
        JUDGE = "judge", _("Judge")
        COMMAND = "command", _("Command line")
        PHONE = "phone", _("Player’s phone")

    match = models.ForeignKey(Match, models.CASCADE, related_name="reports")
    outcome = models.CharField(max_length=12, choices=Outcome)
    reason = models.CharField(max_length=16, choices=Reason, blank=True, default=Reason.PLAYED)
    games_left = models.PositiveSmallIntegerField(null=True, blank=True)
    games_right = models.PositiveSmallIntegerField(null=True, blank=True)
    source = models.CharField(max_length=8, choices=Source, default=Source.DESK)
    note = models.CharField(max_length=200, blank=True)
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    entry = models.ForeignKey(Entry, models.SET_NULL, null=True, blank=True, related_name="reports")
    games = models.JSONField(default=list, blank=True)
    leaves = models.BooleanField(default=False)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    at = models.DateTimeField()

    objects = ReportQuerySet.as_manager()

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ["match_id", "-id"]

    def __str__(self) -> str:
        return f"{self.get_outcome_display()} {self.at:%H:%M}"
