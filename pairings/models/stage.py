"""Stages of a division and their rounds."""

from collections.abc import Mapping
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import Division, Entry


class Stage(models.Model):
    """The Swiss rounds or the top cut of a division, in order of `position`.

    A second Swiss stage is day 2: its `qualifiers` keep their points and opponents of day 1. `rounds_planned`
    is set when the stage starts; an additional round raises it. For a Swiss stage, it is the number of the
    last round, counted from day 1; for a bracket, the number of its rounds.
    """

    class Kind(models.TextChoices):
        SWISS = "swiss", _("Swiss")
        ELIMINATION = "elimination", _("Single elimination")

    division = models.ForeignKey(Division, models.CASCADE, related_name="stages")
    position = models.PositiveSmallIntegerField(default=0)
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.SWISS)
    rounds_planned = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("stage")
        verbose_name_plural = _("stages")
        ordering = ["division_id", "position", "id"]
        constraints = [
            models.UniqueConstraint(fields=["division", "position"], name="stage_once_at_a_position")
        ]

    def __str__(self) -> str:
        return str(self.get_kind_display())

    @property
    def is_cut(self) -> bool:
        return bool(self.kind == Stage.Kind.ELIMINATION)


class Qualifier(models.Model):
    """A player of day 2, with their place in their age division after day 1.

    `mark` and `marked_at` are the player's check-in for day 2. Players who are MISSING or EXPECTED are paired too,
    until they are dropped.
    """

    class Mark(models.TextChoices):
        MISSING = "missing", _("Not checked in")
        HERE = "here", _("Checked in")
        EXPECTED = "expected", _("On the way")

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="qualifiers")
    entry = models.ForeignKey(Entry, models.RESTRICT, related_name="+")
    place = models.PositiveIntegerField()
    mark = models.CharField(max_length=8, choices=Mark, default=Mark.MISSING)
    marked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("qualifier")
        verbose_name_plural = _("qualifiers")
        ordering = ["stage_id", "place", "id"]
        constraints = [models.UniqueConstraint(fields=["stage", "entry"], name="qualifier_once_a_stage")]

    def __str__(self) -> str:
        return f"{self.place}. {self.entry}"


class Bracket(models.Model):
    """One single-elimination bracket of a stage.

    `age_division` is set if a combined division has one cut per age division (M-031), else "all". `size` is
    the number of seeds; if it is not a power of two, high seeds get byes (M-027). With `by_victor`, losers of
    a round are ranked by the record of their victors, as in a pure elimination (M-027).
    """

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="brackets")
    age_division = models.CharField(max_length=16, default="all")
    size = models.PositiveSmallIntegerField()
    third_place = models.BooleanField(default=False)
    by_victor = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("bracket")
        verbose_name_plural = _("brackets")
        ordering = ["stage_id", "id"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "age_division"], name="bracket_once_an_age_division")
        ]

    def __str__(self) -> str:
        return f"{self.age_division} {self.size}"


class BracketSeat(models.Model):
    """A seed of a bracket, 1 for the best."""

    bracket = models.ForeignKey(Bracket, models.CASCADE, related_name="seeds")
    seed = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, models.RESTRICT, related_name="+")

    class Meta:
        verbose_name = _("seed")
        verbose_name_plural = _("seeds")
        ordering = ["bracket_id", "seed"]
        constraints = [
            models.UniqueConstraint(fields=["bracket", "seed"], name="bracket_one_entry_a_seed"),
            models.UniqueConstraint(fields=["bracket", "entry"], name="bracket_one_seed_an_entry"),
        ]

    def __str__(self) -> str:
        return f"{self.seed}. {self.entry}"


class Round(models.Model):
    """One round of a division; cut rounds continue the numbering.

    The pairings can be replayed from `seed` and `draw`, which also explain them. `revision` is the version of
    the public pairings: 1 at the first posting, incremented with each change of the seating and each further
    posting. Sheets show it, so that outdated sheets can be recognized.
    """

    class State(models.TextChoices):
        UNPOSTED = "unposted", _("Not posted")
        POSTED = "posted", _("Posted")
        CLOSED = "closed", pgettext_lazy("round", "Closed")

    division = models.ForeignKey(Division, models.CASCADE, related_name="rounds")
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=State, default=State.UNPOSTED)
    seed = models.BigIntegerField()
    draw = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    revision = models.PositiveSmallIntegerField(default=0, editable=False)
    paired_at = models.DateTimeField()
    posted_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["division_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="round_once_in_a_division"),
            models.UniqueConstraint(
                fields=["division"], condition=~models.Q(state="closed"), name="round_one_open_in_a_division"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.division}, {self.number}"

    @property
    def draw_inputs(self) -> Mapping[str, Any]:
        """Inputs stored with the draw; empty for an imported round."""
        inputs: Mapping[str, Any] = self.draw.get("inputs", {})
        return inputs

    @property
    def best_of(self) -> int:
        """Maximum number of games in a match of the round."""
        event = self.division.tournament
        return int(event.cut_best_of if self.stage.kind == Stage.Kind.ELIMINATION else event.best_of)
