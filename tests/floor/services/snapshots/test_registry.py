"""Every model of an event is in its snapshot or left out for a reason, and every key within plain values is known."""

import pytest
from django.apps import apps
from django.db import connection

from core import hooks
from core.engine.model_labels import stored_model_label
from core.models import JournalEvent
from core.queries import snapshots as queries
from floor.services.rehearsal import demo
from tests.floor.services.snapshots.full import fill
from tournaments.models import Tournament

SPACING = 10**7
"""The distance between keys of different models; all keys are below 2**31, as locks of PostgreSQL require."""

MAX_ROWS = 10**5
"""The maximum number of rows of a model in the demo, so that a day written as a number, 20261124, is not a key."""

LEFT_OUT = {
    "api.ApiToken": "it opens one installation",
    "tournaments.JournalRedaction": "what was taken out is out of the file too; that it was stays where it happened",
    "tournaments.SealRecord": "the seals are in the file, and a restore seals at once",
    "tournaments.Webhook": "it is sent by one installation, with a secret of its own",
    "tournaments.WebhookDelivery": "it was sent by one installation",
    "registration.AccountRegistration": "it is of an account of one installation",
    "tournaments.AccountLink": "it is of an account of one installation",
    "tournaments.EndedLink": "it opens nothing, and the undo of a merge makes another link elsewhere",
    "pairings.EventCopies": "a folder of one machine",
    "pairings.PrintedRound": "what a print shows",
    "pairings.StoredPrint": "paper of one place; all it shows is in the snapshot and can be printed again",
    "tournaments.PushSubscription": "a phone lets one installation send it notices",
    "tournaments.StaffInvitation": "it lets somebody into an account of one installation",
}


def models_of_events():
    """Return the models from which single keys lead to an event, and those that connect two of them."""
    found, before = {Tournament}, 0
    every = apps.get_models(include_auto_created=True)
    while len(found) != before:
        before = len(found)
        found |= {
            model
            for model in every
            if any(field.related_model in found for field in model._meta.concrete_fields)
        }
    return {stored_model_label(model) for model in found}


def test_every_model_of_an_event_is_in_its_snapshot_or_left_out_for_a_reason():
    known = {part.label for part in hooks.snapshot_parts}

    assert models_of_events() - known == LEFT_OUT.keys()
    assert not known & LEFT_OUT.keys()


def ranges():
    """Give the keys of each model a separate range, so that a number in a fact identifies the row."""
    models = sorted({part.model for part in hooks.snapshot_parts}, key=stored_model_label)
    starts = {model: (at + 1) * SPACING for at, model in enumerate(models)}
    with connection.cursor() as cursor:
        for model, start in starts.items():
            table = model._meta.db_table
            if connection.vendor == "postgresql":
                cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", [f'"{table}"', start])
            else:
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, start])
    return {start: stored_model_label(model) for model, start in starts.items()}


def keys_anywhere(value, starts):
    """Return each number within a value that is in the range of a model."""
    if isinstance(value, dict):
        names = [int(name) for name in value if name.isdecimal()]
        inside = [*names, *value.values()]
    elif isinstance(value, list):
        inside = value
    else:
        is_key = type(value) is int and value % SPACING < MAX_ROWS
        label = starts.get(value // SPACING * SPACING) if is_key else None
        return [(label, value)] if label else []
    return [found for one in inside for found in keys_anywhere(one, starts)]


@pytest.mark.django_db
@pytest.mark.sqlite
def test_every_key_inside_plain_values_is_found():
    starts = ranges()
    demo.create_demo()
    fill(Tournament.objects.get(slug="harbor-league-cup"))

    for event in Tournament.objects.all():
        for part in hooks.snapshot_parts:
            table = queries.read_part_table(part, event.pk)
            plain = [f.attname for f in part.fields if f.get_internal_type() == "JSONField"]
            there = [
                found
                for row in table.dicts()
                for name in plain
                if not (part.model is not JournalEvent and name == "keys")
                for found in keys_anywhere(row[name], starts)
            ]
            assert sorted(there) == sorted(
                (label, key) for label, key in part.keys_in(table.dicts()) if label in starts.values()
            ), part.label
