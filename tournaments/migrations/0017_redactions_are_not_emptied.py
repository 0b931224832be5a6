"""PostgreSQL refuses to empty the redactions of the journal, as it does the journal itself; SQLite knows no TRUNCATE."""

from django.db import migrations

TABLE = "tournaments_journalredaction"


def forwards(apps, editor):
    _run(
        editor,
        f"CREATE TRIGGER {TABLE}_is_not_emptied BEFORE TRUNCATE ON {TABLE} "
        "FOR EACH STATEMENT EXECUTE FUNCTION journal_is_for_good()",
    )


def backwards(apps, editor):
    _run(editor, f"DROP TRIGGER {TABLE}_is_not_emptied ON {TABLE}")


def _run(editor, statement):
    if editor.connection.vendor == "postgresql":
        with editor.connection.cursor() as cursor:
            cursor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0016_sign_ins")]
    operations = [migrations.RunPython(forwards, backwards)]
