"""A person can be forgotten: the one way past the trigger that keeps the journal, for names and typed text alone."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

LINES, REDACTIONS = "tournaments_journalevent", "tournaments_journalredaction"
REFUSED, STAYS = "the journal is append-only", "the journal is kept"
SAME = ("id", "tournament_id", "division_id", "kind", "at", "by_id", "by_name", "undoes_id")
"""Of a line only its facts may change; that what is sealed of them does not, `verify_journal` shows."""

CLOSED = ("id", "tournament_id", "at", "by_id", "by_name")
DELETED = "EXISTS (SELECT 1 FROM tournaments_deletedevent WHERE event = OLD.tournament_id)"


def _may_change(same, equal, false):
    alike = " AND ".join(f"OLD.{name} {equal} NEW.{name}" for name in same)
    is_open = f"EXISTS (SELECT 1 FROM {REDACTIONS} r WHERE r.tournament_id {equal} OLD.tournament_id AND r.done = {false})"
    return f"({alike} AND {is_open})"


def _may_close(equal, false):
    alike = " AND ".join(f"OLD.{name} {equal} NEW.{name}" for name in CLOSED)
    return f"({alike} AND OLD.done = {false} AND NOT (NEW.done = {false}))"


SQLITE_BEFORE = f"""CREATE TRIGGER journal_is_append_only BEFORE UPDATE ON {LINES}
BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END"""
SQLITE = (
    "DROP TRIGGER journal_is_append_only",
    f"""CREATE TRIGGER journal_is_append_only BEFORE UPDATE ON {LINES} WHEN NOT {_may_change(SAME, "IS", "0")}
BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END""",
    f"""CREATE TRIGGER {REDACTIONS}_is_closed_once BEFORE UPDATE ON {REDACTIONS} WHEN NOT {_may_close("IS", "0")}
BEGIN SELECT RAISE(ABORT, '{STAYS}'); END""",
    f"""CREATE TRIGGER {REDACTIONS}_is_for_good BEFORE DELETE ON {REDACTIONS} WHEN NOT {DELETED}
BEGIN SELECT RAISE(ABORT, '{STAYS}'); END""",
)
SQLITE_BACK = (
    "DROP TRIGGER journal_is_append_only",
    SQLITE_BEFORE,
    f"DROP TRIGGER {REDACTIONS}_is_closed_once",
    f"DROP TRIGGER {REDACTIONS}_is_for_good",
)
EQUAL = "IS NOT DISTINCT FROM"


def _function(name, allowed, message):
    guard = f"IF {allowed} THEN RETURN NEW; END IF; " if allowed else ""
    return f"""CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN {guard}RAISE EXCEPTION '{message}' USING ERRCODE = 'integrity_constraint_violation'; END $$"""


POSTGRES = (
    _function("journal_is_append_only", _may_change(SAME, EQUAL, "false"), REFUSED),
    _function("redaction_is_closed_once", _may_close(EQUAL, "false"), STAYS),
    f"""CREATE TRIGGER {REDACTIONS}_is_closed_once BEFORE UPDATE ON {REDACTIONS}
FOR EACH ROW EXECUTE FUNCTION redaction_is_closed_once()""",
    f"""CREATE TRIGGER {REDACTIONS}_is_for_good BEFORE DELETE ON {REDACTIONS}
FOR EACH ROW EXECUTE FUNCTION journal_goes_with_its_event()""",
)
POSTGRES_BACK = (
    _function("journal_is_append_only", "", REFUSED),
    "DROP FUNCTION redaction_is_closed_once() CASCADE",
    f"DROP TRIGGER {REDACTIONS}_is_for_good ON {REDACTIONS}",
)


def forwards(apps, editor):
    _run(editor, POSTGRES if editor.connection.vendor == "postgresql" else SQLITE)


def backwards(apps, editor):
    _run(editor, POSTGRES_BACK if editor.connection.vendor == "postgresql" else SQLITE_BACK)


def _run(editor, statements):
    with editor.connection.cursor() as cursor:
        for one in statements:
            cursor.execute(one)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0011_organizers'),
    ]

    operations = [
        migrations.CreateModel(
            name='JournalRedaction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('by_name', models.CharField(blank=True, max_length=150)),
                ('lines', models.PositiveIntegerField(default=0)),
                ('done', models.BooleanField(default=False)),
                ('by', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='redactions', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'redaction of the journal',
                'verbose_name_plural': 'redactions of the journal',
                'ordering': ['-id'],
            },
        ),
        migrations.AddField('player', 'forgotten_at', models.DateTimeField(editable=False, null=True)),
        migrations.RunPython(forwards, backwards),
    ]
