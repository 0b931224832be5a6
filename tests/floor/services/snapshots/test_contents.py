"""No data of an event is lost or changed on the way: every value of every row of each model of an event."""

import pytest
from django.utils import timezone

from core import hooks
from core.queries import seals as stored
from core.queries import snapshots as queries
from core.services.snapshots import local_keys
from floor.services.rehearsal import demo
from tests.floor.services.snapshots.full import fill
from tournaments.models import Tournament
from tournaments.services import snapshots
from tournaments.services.snapshots.scheme import check_snapshot

pytestmark = pytest.mark.django_db

OTHERWISE = {
    "tournaments.Tournament": ("slug", "published"),
    "tournaments.PersonalLink": ("token",),
    "registration.Registration": ("token", "site"),
    "registration.Mail": ("site",),
    "registration.Claim": ("phone",),
    "floor.HallScreen": ("code",),
}
"""Fields that get other values while the event itself still exists."""

MADE_BY_IT = {"tournaments.EventOrigin": 1, "tournaments.JournalEvent": 1, "tournaments.JournalSeal": 1}

ELSEWHERE = {
    "checks.CheckPhoto": "tests/checks/services/test_restored_photos.py",
    "core.Cover": "tests/tournaments/services/test_pictures.py",
}
"""Models whose restore is tested elsewhere."""


def contents(event):
    """Return every row of an event with keys counted from 1 by model, so that two events can be compared."""
    snapshot = queries.read_home_for_snapshot(event, now=timezone.now())
    rows = check_snapshot(snapshot)
    named = {label: {row["id"] for row in some} for label, some in rows.of.items()}
    for part in hooks.snapshot_parts:
        for model, key in local_keys._mentioned_keys(part, rows.of[part.label]):
            named[model].add(key)
    counted = {label: {key: at for at, key in enumerate(sorted(keys), 1)} for label, keys in named.items()}
    found = {}
    for part in hooks.snapshot_parts:
        some = rows.of[part.label][
            : len(rows.of[part.label]) - MADE_BY_IT.get(part.label, 0) * is_restored(event)
        ]
        made = [local_keys.remap_row(part, row, counted, counted) for row in some]
        left_out = ("id", *OTHERWISE.get(part.label, ()))
        found[part.label] = [
            {name: value for name, value in row.items() if name not in left_out} for row in made
        ]
    return found


def is_restored(event):
    return event.origins.exists()


def test_every_value_comes_back():
    demo.create_demo()
    fill(Tournament.objects.get(slug="harbor-league-cup"))
    known = {part.label for part in hooks.snapshot_parts} - ELSEWHERE.keys() - MADE_BY_IT.keys()
    assert {part.label for part in hooks.snapshot_parts if part.model.objects.exists()} >= known
    for event in Tournament.objects.order_by("pk"):
        back = snapshots.restore_event(snapshots.make_snapshot(event).data, by=None, trusted=True)

        here, there = contents(event), contents(back)
        here.pop("tournaments.StaffMember")
        there.pop("tournaments.StaffMember")
        for label, rows in here.items():
            assert there[label] == rows, label
        assert sum(map(len, here.values())) > 20
        assert stored.verify_journal(back, now=timezone.now()).faults == []
