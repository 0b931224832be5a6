"""The table of an event's penalties, and its filters."""

from typing import Any

import django_filters
import django_tables2 as tables
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from core.templatetags.icons import state
from floor.engine.penalties import INFRACTIONS, PenaltyLevel
from floor.models import Penalty
from floor.queries.penalties import penalties_of_event
from floor.words.penalty_words import INFRACTION_NAMES, LEVEL_NAMES, level_choices
from pairings.queries.bracket import cut_titles
from pairings.words import round_names
from tournaments.models import Tournament
from tournaments.queries.people import entry_search_condition
from tournaments.words.entrants import players_or_teams_text

ENTRANT = players_or_teams_text(gettext_lazy("Player"), pgettext_lazy("players", "Team"))
STATES = (
    ("waiting", gettext_lazy("Waiting for the head judge")),
    ("counting", gettext_lazy("Counting")),
    ("withdrawn", gettext_lazy("Withdrawn")),
)


class PenaltyFilter(django_filters.FilterSet):
    """Filter penalties by player, infraction, level, round and state."""

    q = django_filters.CharFilter(label=ENTRANT, method="filter_by_player")
    level = django_filters.ChoiceFilter(label=gettext_lazy("Penalty"), empty_label=gettext_lazy("Any"))
    infraction = django_filters.ChoiceFilter(
        label=gettext_lazy("Infraction"),
        empty_label=gettext_lazy("Any"),
        choices=[(code, INFRACTION_NAMES[code]) for code in INFRACTIONS],
    )
    state = django_filters.ChoiceFilter(
        label=gettext_lazy("State"), empty_label=gettext_lazy("Any"), choices=STATES, method="filter_by_state"
    )

    class Meta:
        model = Penalty
        fields: tuple[str, ...] = ()

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, queryset=penalties_of_event(event), **kwargs)
        self.filters["level"].extra["choices"] = level_choices(event.edition)

    def filter_by_player(self, rows: QuerySet[Penalty], name: str, value: str) -> QuerySet[Penalty]:
        condition = entry_search_condition(value, "entry__")
        return rows.none() if condition is None else rows.filter(condition)

    def filter_by_state(self, rows: QuerySet[Penalty], name: str, value: str) -> QuerySet[Penalty]:
        heavy = [level.value for level in PenaltyLevel if level.heavy]
        if value == "withdrawn":
            return rows.exclude(withdrawn_at=None)
        unconfirmed = rows.filter(withdrawn_at=None, confirmed_at=None, level__in=heavy)
        if value == "waiting":
            return unconfirmed
        return rows.filter(withdrawn_at=None).exclude(pk__in=unconfirmed.values("pk"))


class PenaltyTable(tables.Table):
    """The penalties of an event, one per row, newest first."""

    caption = gettext_lazy("Penalties of this event")
    entry = tables.Column(
        verbose_name=ENTRANT,
        attrs={"td": {"scope": "row", "class": "full strong"}},
    )
    level = tables.Column(
        verbose_name=gettext_lazy("Penalty"), attrs={"td": {"class": "full", "data-label": ""}}
    )
    infraction = tables.Column(
        verbose_name=gettext_lazy("Infraction"), attrs={"td": {"class": "full", "data-label": ""}}
    )
    round_number = tables.Column(
        verbose_name=gettext_lazy("Round"),
        default="–",
        attrs={"th": {"class": "mid"}, "td": {"class": "mid"}},
    )
    by_name = tables.Column(
        verbose_name=gettext_lazy("Judge"),
        default="–",
        attrs={"th": {"class": "wide"}, "td": {"class": "wide"}},
    )
    at = tables.DateTimeColumn(
        verbose_name=gettext_lazy("When"),
        format="j M, H:i",
        attrs={"th": {"class": "end"}, "td": {"class": "end", "data-label": ""}},
    )

    class Meta:
        orderable = False
        row_attrs = {"class": "tap"}

    def __init__(self, rows: list[Penalty], *, event: Tournament, **kwargs: Any) -> None:
        self.event, self.titles = event, cut_titles.cut_round_titles_of_event(event)
        super().__init__(rows, **kwargs)

    def render_entry(self, record: Penalty) -> SafeString:
        href = reverse("floor:penalty", args=[self.event.slug, record.pk])
        return format_html('<a class="strong" href="{}">{}</a>', href, str(record.entry))

    def render_round_number(self, record: Penalty) -> str:
        return round_names.round_number_or_title(self.titles, record.entry.division_id, record.round_number)

    def render_level(self, record: Penalty) -> SafeString | str:
        level = PenaltyLevel(record.level)
        if record.withdrawn_at:
            return format_html('<s class="soft">{}</s>', LEVEL_NAMES[level])
        if level.heavy and record.confirmed_at is None:
            return state(
                "missing", _("%(penalty)s, not confirmed") % {"penalty": LEVEL_NAMES[level]}, "scale"
            )
        return state("dispute" if level.heavy else "playing", LEVEL_NAMES[level], "scale")

    def render_infraction(self, value: str) -> str:
        return str(INFRACTION_NAMES.get(value, value))
