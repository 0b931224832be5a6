"""Triggers that protect the journal, its seals and the records of deleted events.

Rows are written once, and deleted only with their event, after its deletion record. One exception: names and typed text
of lines may change while a redaction is open, so that a person can be forgotten.
"""

from django.db import migrations

LINES, SEALS = "tournaments_journalevent", "tournaments_journalseal"
REDACTIONS, DELETED_EVENTS = "tournaments_journalredaction", "tournaments_deletedevent"

APPEND_ONLY, STAYS = "the journal is append-only", "the journal is kept"

SAME = ("id", "tournament_id", "division_id", "kind", "at", "by_id", "by_name", "undoes_id")
"""The columns of a line that may not change, all but its facts; `verify_journal` checks their sealed part."""

CLOSED = ("id", "tournament_id", "at", "by_id", "by_name")
"""The columns of a redaction that may not change, all but its end and its count of lines."""

DELETED = f"EXISTS (SELECT 1 FROM {DELETED_EVENTS} WHERE event = OLD.tournament_id)"


def _alike(names, equal):
    return " AND ".join(f"OLD.{name} {equal} NEW.{name}" for name in names)


def _may_change(equal, false):
    is_open = f"SELECT 1 FROM {REDACTIONS} r WHERE r.tournament_id {equal} OLD.tournament_id AND r.done = {false}"
    return f"({_alike(SAME, equal)} AND EXISTS ({is_open}))"


def _may_close(equal, false):
    return f"({_alike(CLOSED, equal)} AND OLD.done = {false} AND NOT (NEW.done = {false}))"


def _refuse(message, unless=""):
    return f"{f'WHEN NOT {unless} ' if unless else ''}BEGIN SELECT RAISE(ABORT, '{message}'); END"


SQLITE = {
    "journal_is_append_only": f"BEFORE UPDATE ON {LINES} {_refuse(APPEND_ONLY, _may_change('IS', '0'))}",
    f"{LINES}_is_for_good": f"BEFORE DELETE ON {LINES} {_refuse(STAYS, DELETED)}",
    f"{SEALS}_is_written_once": f"BEFORE UPDATE ON {SEALS} {_refuse(STAYS)}",
    f"{SEALS}_is_for_good": f"BEFORE DELETE ON {SEALS} {_refuse(STAYS, DELETED)}",
    f"{DELETED_EVENTS}_is_written_once": f"BEFORE UPDATE ON {DELETED_EVENTS} {_refuse(STAYS)}",
    f"{DELETED_EVENTS}_is_for_good": f"BEFORE DELETE ON {DELETED_EVENTS} {_refuse(STAYS)}",
    f"{REDACTIONS}_is_closed_once": f"BEFORE UPDATE ON {REDACTIONS} {_refuse(STAYS, _may_close('IS', '0'))}",
    f"{REDACTIONS}_is_for_good": f"BEFORE DELETE ON {REDACTIONS} {_refuse(STAYS, DELETED)}",
}
"""The body of each trigger. SQLite has no TRUNCATE."""


def _function(message, result, unless=""):
    refuse = f"RAISE EXCEPTION '{message}' USING ERRCODE = 'integrity_constraint_violation';"
    return f"BEGIN {f'IF {unless} THEN RETURN {result}; END IF; ' if unless else ''}{refuse} END"


EQUAL = "IS NOT DISTINCT FROM"

FUNCTIONS = {
    "journal_is_append_only": _function(APPEND_ONLY, "NEW", _may_change(EQUAL, "false")),
    "journal_is_for_good": _function(STAYS, "NEW"),
    "journal_goes_with_its_event": _function(STAYS, "OLD", DELETED),
    "redaction_is_closed_once": _function(STAYS, "NEW", _may_close(EQUAL, "false")),
}
POSTGRES = {
    "journal_is_append_only": (f"BEFORE UPDATE ON {LINES}", "journal_is_append_only"),
    f"{REDACTIONS}_is_closed_once": (f"BEFORE UPDATE ON {REDACTIONS}", "redaction_is_closed_once"),
    **{
        f"{table}_is_written_once": (f"BEFORE UPDATE ON {table}", "journal_is_for_good")
        for table in (SEALS, DELETED_EVENTS)
    },
    f"{DELETED_EVENTS}_is_for_good": (f"BEFORE DELETE ON {DELETED_EVENTS}", "journal_is_for_good"),
    **{
        f"{table}_is_for_good": (f"BEFORE DELETE ON {table}", "journal_goes_with_its_event")
        for table in (LINES, SEALS, REDACTIONS)
    },
    **{
        f"{table}_is_not_emptied": (f"BEFORE TRUNCATE ON {table}", "journal_is_for_good")
        for table in (LINES, SEALS, REDACTIONS, DELETED_EVENTS)
    },
}
"""The event of each trigger and its function."""


def forwards(apps, editor):
    with editor.connection.cursor() as cursor:
        if editor.connection.vendor != "postgresql":
            for name, rule in SQLITE.items():
                cursor.execute(f"CREATE TRIGGER {name} {rule}")
            return
        for name, body in FUNCTIONS.items():
            cursor.execute(f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ {body} $$")
        for name, (rule, function) in POSTGRES.items():
            each = "STATEMENT" if "TRUNCATE" in rule else "ROW"
            cursor.execute(f"CREATE TRIGGER {name} {rule} FOR EACH {each} EXECUTE FUNCTION {function}()")


def backwards(apps, editor):
    with editor.connection.cursor() as cursor:
        if editor.connection.vendor != "postgresql":
            for name in SQLITE:
                cursor.execute(f"DROP TRIGGER {name}")
            return
        for name in FUNCTIONS:
            cursor.execute(f"DROP FUNCTION {name}() CASCADE")


class Migration(migrations.Migration):
    replaces = [
        ("tournaments", "0002_journal_is_append_only"),
        ("tournaments", "0010_sealed_journal"),
        ("tournaments", "0012_redactions"),
        ("tournaments", "0017_redactions_are_not_emptied"),
    ]
    dependencies = [("tournaments", "0001_schema")]
    operations = [migrations.RunPython(forwards, backwards)]
