"""The drafts of an event, and the seats of one, as spreadsheets. For staff: with full names."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from core.documents.spreadsheets import Field, Value, as_file
from decks.documents.deck_sheet import sheet_head
from decks.models import Draft
from decks.queries.drafts import PodRow, round_of
from decks.words.limited_words import subtype_name
from drafts.queries import drafts as queries
from drafts.words import draft_words as words
from tournaments.models import Tournament

DRAFTS = (
    Field(pgettext_lazy("age", "Division"), 18),
    Field(gettext_lazy("Number"), 9, "0"),
    Field(gettext_lazy("Format"), 18),
    Field(gettext_lazy("Round"), 8, "0"),
    Field(gettext_lazy("Packs"), 8, "0"),
    Field(gettext_lazy("Cards per pack"), 10, "0"),
    Field(gettext_lazy("Expansions"), 18),
    Field(gettext_lazy("Players"), 9, "0"),
    Field(gettext_lazy("Pods"), 18),
    Field(gettext_lazy("How it is run"), 40),
    Field(gettext_lazy("Basic Energy supplied"), 14),
    Field(gettext_lazy("Seconds per pick"), 12, "0"),
    Field(gettext_lazy("Random seed"), 22),
    Field(gettext_lazy("Announced"), 12, "0"),
    Field(gettext_lazy("Not announced"), 12, "0"),
)
"""One row per draft."""

SEATS = (
    Field(gettext_lazy("Pod"), 8, "0"),
    Field(gettext_lazy("Seat"), 8, "0"),
    Field(gettext_lazy("Player"), 30),
    Field(gettext_lazy("State"), 16),
)
"""One row per seat."""


def overview(event: Tournament, drafts: Iterable[Draft], kind: str) -> tuple[bytes, str]:
    """The drafts in order as "csv" or "xlsx", and the content type."""
    return as_file(kind, _("Drafts"), DRAFTS, (_draft(row) for row in drafts), sheet_head(event))


def seats(event: Tournament, title: str, pods: Sequence[PodRow], kind: str) -> tuple[bytes, str]:
    """The seats by pod as "csv" or "xlsx", and the content type."""
    rows = (
        (pod.number, seat.seat, seat.name, "" if seat.here else _("dropped"))
        for pod in pods
        for seat in pod.seats
    )
    return as_file(kind, title, SEATS, rows, sheet_head(event))


def _draft(row: Draft) -> tuple[Value, ...]:
    setup, plan = queries.setup_of(row), queries.plan_of(row)
    announced = [row_.at is not None for row_ in queries.notice_rows(row, plan.notices)]
    return (
        str(row.division),
        row.number,
        subtype_name(row.subtype),
        round_of(row),
        setup.packs_each,
        setup.pack_size,
        ", ".join(dict.fromkeys(setup.boosters)),
        setup.players,
        ", ".join(words.tables_text(row.subtype, table.pods, table.size) for table in plan.tables)
        if row.subtype != "sealed"
        else "",
        str(row.get_way_display()),
        _("yes") if row.energy_supplied else _("no"),
        row.pick_seconds,
        None if row.seed is None else str(row.seed),
        announced.count(True),
        announced.count(False),
    )
