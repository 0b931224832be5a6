"""Seals of the journal, what stays of a deleted event, and triggers that keep all of it."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

REFUSED = "the journal is kept"
GUARDED = ("tournaments_journalevent", "tournaments_journalseal")
"""Rows that go with their event alone, once the line that outlives it is written."""

WRITTEN_ONCE = ("tournaments_journalseal", "tournaments_deletedevent")

DELETED = "EXISTS (SELECT 1 FROM tournaments_deletedevent WHERE event = OLD.tournament_id)"
SQLITE = {
    **{
        f"{table}_is_for_good": f"BEFORE DELETE ON {table} WHEN NOT {DELETED} "
        f"BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END"
        for table in GUARDED
    },
    **{
        f"{table}_is_written_once": f"BEFORE UPDATE ON {table} BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END"
        for table in WRITTEN_ONCE
    },
    "tournaments_deletedevent_is_for_good": "BEFORE DELETE ON tournaments_deletedevent "
    f"BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END",
}
FUNCTIONS = f"""
CREATE FUNCTION journal_is_for_good() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '{REFUSED}' USING ERRCODE = 'integrity_constraint_violation'; END $$;
CREATE FUNCTION journal_goes_with_its_event() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
IF NOT {DELETED} THEN RAISE EXCEPTION '{REFUSED}' USING ERRCODE = 'integrity_constraint_violation'; END IF;
RETURN OLD;
END $$;
"""
POSTGRES = {
    **{
        f"{table}_is_for_good": f"BEFORE DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION journal_goes_with_its_event()"
        for table in GUARDED
    },
    **{
        f"{table}_is_written_once": f"BEFORE UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION journal_is_for_good()"
        for table in WRITTEN_ONCE
    },
    "tournaments_deletedevent_is_for_good": "BEFORE DELETE ON tournaments_deletedevent "
    "FOR EACH ROW EXECUTE FUNCTION journal_is_for_good()",
    **{
        f"{table}_is_not_emptied": f"BEFORE TRUNCATE ON {table} FOR EACH STATEMENT EXECUTE FUNCTION journal_is_for_good()"
        for table in (*GUARDED, "tournaments_deletedevent")
    },
}


def forwards(apps, editor):
    postgres = editor.connection.vendor == "postgresql"
    with editor.connection.cursor() as cursor:
        if postgres:
            cursor.execute(FUNCTIONS)
        for name, rule in (POSTGRES if postgres else SQLITE).items():
            cursor.execute(f"CREATE TRIGGER {name} {rule}")


def backwards(apps, editor):
    with editor.connection.cursor() as cursor:
        if editor.connection.vendor == "postgresql":
            cursor.execute("DROP FUNCTION journal_is_for_good() CASCADE; DROP FUNCTION journal_goes_with_its_event() CASCADE")
        else:
            for name in SQLITE:
                cursor.execute(f"DROP TRIGGER {name}")


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0009_push_subscriptions'),
    ]

    operations = [
        migrations.CreateModel(
            name='DeletedEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('event', models.PositiveBigIntegerField(unique=True)),
                ('name', models.CharField(max_length=200, verbose_name='name')),
                ('slug', models.CharField(max_length=100)),
                ('at', models.DateTimeField(verbose_name='at')),
                ('by_name', models.CharField(blank=True, max_length=150)),
                ('lines', models.PositiveIntegerField()),
                ('digest', models.CharField(blank=True, max_length=64)),
                ('by', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'deleted event',
                'verbose_name_plural': 'deleted events',
                'ordering': ['-at', '-id'],
            },
        ),
        migrations.CreateModel(
            name='JournalSeal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('upto', models.PositiveBigIntegerField()),
                ('total', models.PositiveIntegerField()),
                ('digest', models.CharField(max_length=64)),
                ('previous', models.CharField(blank=True, max_length=64)),
                ('at', models.DateTimeField(verbose_name='at')),
                ('why', models.CharField(choices=[('round', 'A round was closed'), ('demand', 'On demand')], max_length=8)),
                ('lines', models.TextField(blank=True)),
                ('gaps', models.JSONField(default=list)),
                ('by', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seals', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'seal of the journal',
                'verbose_name_plural': 'seals of the journal',
                'ordering': ['tournament_id', 'number'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'number'), name='one_seal_of_a_number')],
            },
        ),
        migrations.RunPython(forwards, backwards),
    ]
