"""The seasons shipped with Stadium; an existing season is not changed."""

from pathlib import Path

from django.db import migrations

from tournaments.engine.divisions import read_seasons

FILE = Path(__file__).resolve().parent.parent / "data" / "seasons.csv"


def load(apps, editor):
    seasons = apps.get_model("tournaments", "Season").objects.using(editor.connection.alias)
    rows = read_seasons(FILE.read_text(encoding="utf-8").splitlines())
    seasons.bulk_create(
        (
            seasons.model(
                year=row.year,
                starts_on=row.starts_on,
                junior_from=row.junior_from,
                senior_from=row.senior_from,
            )
            for row in rows
        ),
        ignore_conflicts=True,
    )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_append_only_journal")]
    operations = [migrations.RunPython(load, migrations.RunPython.noop)]
