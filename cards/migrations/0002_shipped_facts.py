"""Fill the tables with the facts the project ships."""

from django.db import migrations

from cards.services.catalogue.loading_facts import load_tables


def fill(apps, schema_editor):
    load_tables(apps.get_model)
    apps.get_model("cards", "CatalogueState").objects.get_or_create(pk=1)


class Migration(migrations.Migration):
    dependencies = [("cards", "0001_schema")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
