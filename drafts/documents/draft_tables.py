"""The drafts of an event, and the seats of one draft, as spreadsheets for staff, with full names."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from core.documents.spreadsheets import Field, Value, spreadsheet_file
from decks.models import Draft
from decks.queries.drafts import PodRow, round_of_draft
from decks.words.limited_words import subtype_name
from drafts.queries import drafts as queries
from drafts.words import draft_words as words
from tournaments.documents.paper import sheet_head
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
    Field(gettext_lazy("Draft mode"), 40),
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


def drafts_file(event: Tournament, drafts: Iterable[Draft], kind: str) -> tuple[bytes, str]:
    """Return the drafts, in their order, as a "csv" or "xlsx" file with its content type."""
    rows: list[tuple[Value, ...]] = []
    for draft in drafts:
        setup, plan = queries.setup_of_draft(draft), queries.plan_of(draft)
        announced = [notice.at is not None for notice in queries.notice_rows(draft, plan.notices)]
        pods = [words.draft_tables_text(draft.subtype, table.pods, table.size) for table in plan.tables]
        rows.append(
            (
                str(draft.division),
                draft.number,
                subtype_name(draft.subtype),
                round_of_draft(draft),
                setup.packs_each,
                setup.pack_size,
                ", ".join(dict.fromkeys(setup.boosters)),
                setup.players,
                ", ".join(pods) if draft.subtype != "sealed" else "",
                str(draft.get_way_display()),
                _("yes") if draft.energy_supplied else _("no"),
                draft.pick_seconds,
                None if draft.seed is None else str(draft.seed),
                announced.count(True),
                announced.count(False),
            )
        )
    return spreadsheet_file(kind, _("Drafts"), DRAFTS, rows, sheet_head(event))


def draft_seats_file(event: Tournament, title: str, pods: Sequence[PodRow], kind: str) -> tuple[bytes, str]:
    """Return the seats by pod as a "csv" or "xlsx" file with its content type."""
    rows = (
        (pod.number, seat.seat, seat.name, "" if seat.here else _("dropped"))
        for pod in pods
        for seat in pod.seats
    )
    return spreadsheet_file(kind, title, SEATS, rows, sheet_head(event))
