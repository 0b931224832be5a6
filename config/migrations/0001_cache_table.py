from django.core.management import call_command
from django.db import migrations

from config.caches import TABLE


def make(apps, schema_editor):
    call_command("createcachetable", TABLE, database=schema_editor.connection.alias, verbosity=0)


class Migration(migrations.Migration):
    """The table that serves as cache where there is no Redis."""

    initial = True
    dependencies = []
    operations = [migrations.RunPython(make, migrations.RunPython.noop)]
