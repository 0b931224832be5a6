"""The database itself refuses to edit a journal row."""

from django.db import migrations

TABLE = "tournaments_journalevent"
SQLITE = f"""
CREATE TRIGGER journal_is_append_only BEFORE UPDATE ON {TABLE}
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
"""
POSTGRES = f"""
CREATE FUNCTION journal_is_append_only() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'the journal is append-only' USING ERRCODE = 'integrity_constraint_violation'; END $$;
CREATE TRIGGER journal_is_append_only BEFORE UPDATE ON {TABLE}
FOR EACH ROW EXECUTE FUNCTION journal_is_append_only();
"""


def forwards(apps, editor):
    with editor.connection.cursor() as cursor:
        cursor.execute(POSTGRES if editor.connection.vendor == "postgresql" else SQLITE)


def backwards(apps, editor):
    with editor.connection.cursor() as cursor:
        if editor.connection.vendor == "postgresql":
            cursor.execute(f"DROP TRIGGER journal_is_append_only ON {TABLE}; DROP FUNCTION journal_is_append_only();")
        else:
            cursor.execute("DROP TRIGGER journal_is_append_only")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]
    operations = [migrations.RunPython(forwards, backwards)]
