"""Entries keep the names, Player IDs and births of their event; the journal takes lines of the installation."""

from importlib import import_module

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import migrations, models
from django.db.models import F, OuterRef, Q, Subquery

COPIED = ("first_name", "last_name", "birth_year", "birth_date", "search_key")


def copy_names(apps, editor):
    """Each entry takes what its person is called today."""
    people = apps.get_model("tournaments", "Player").objects.filter(pk=OuterRef("player"))
    copied = {name: Subquery(people.values(name)[:1]) for name in COPIED}
    entries = apps.get_model("tournaments", "Entry").objects
    entries.update(player_number=Subquery(people.values("player_id")[:1]), **copied)


def trigger_again(apps, editor):
    """SQLite makes a table anew to change a column, and its triggers go with the old one."""
    if editor.connection.vendor == "sqlite":
        import_module("tournaments.migrations.0002_journal_is_append_only").forwards(apps, editor)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0011_waiting_jobs")]
    operations = [
        migrations.AlterModelOptions(
            name="entry",
            options={
                "ordering": ["last_name", "first_name", "id"],
                "verbose_name": "entry",
                "verbose_name_plural": "entries",
            },
        ),
        migrations.AddField("entry", "first_name", models.CharField("first name", max_length=80, blank=True)),
        migrations.AddField(
            "entry", "last_name", models.CharField("last name", max_length=80, default="–"), preserve_default=False
        ),
        migrations.AddField(
            "entry", "player_number", models.CharField("Player ID", max_length=20, null=True, blank=True)
        ),
        migrations.AddField(
            "entry", "birth_year", models.PositiveSmallIntegerField("birth year", null=True, blank=True)
        ),
        migrations.AddField("entry", "birth_date", models.DateField("date of birth", null=True, blank=True)),
        migrations.AddField(
            "entry",
            "search_key",
            models.CharField(max_length=200, editable=False, db_index=True, default=""),
            preserve_default=False,
        ),
        migrations.RunPython(copy_names, migrations.RunPython.noop),
        migrations.AddConstraint(
            "entry",
            models.UniqueConstraint(fields=("tournament", "player_number"), name="entry_player_id_once"),
        ),
        migrations.AddConstraint(
            "entry",
            models.CheckConstraint(
                condition=Q(birth_date__isnull=True)
                | Q(birth_year__isnull=False, birth_date__year=F("birth_year")),
                name="entry_born_in_birth_year",
            ),
        ),
        migrations.AddConstraint(
            "entry", models.CheckConstraint(condition=~Q(player_number=""), name="entry_player_id_or_null")
        ),
        migrations.AddConstraint(
            "entry", models.CheckConstraint(condition=~Q(last_name=""), name="entry_has_a_name")
        ),
        migrations.AlterField(
            "player",
            "player_id",
            models.CharField(
                "Player ID",
                max_length=20,
                null=True,
                blank=True,
                db_index=True,
                validators=[RegexValidator(r"^\d{1,20}$", "A Player ID has digits only.")],
            ),
        ),
        migrations.AlterField(
            "player",
            "user",
            models.OneToOneField(
                settings.AUTH_USER_MODEL,
                models.SET_NULL,
                null=True,
                blank=True,
                related_name="player",
                verbose_name="account",
            ),
        ),
        migrations.AlterField(
            "journalevent",
            "tournament",
            models.ForeignKey(
                "tournaments.tournament",
                models.CASCADE,
                null=True,
                blank=True,
                related_name="journal",
            ),
        ),
        migrations.RunPython(trigger_again, migrations.RunPython.noop),
    ]
