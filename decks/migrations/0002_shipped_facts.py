"""Fill the tables with the facts the project ships."""

from django.db import migrations

from decks.services.catalogue.shipping import load


def fill(apps, schema_editor):
    load(apps.get_model)
    apps.get_model("decks", "CatalogueState").objects.get_or_create(pk=1)


class Migration(migrations.Migration):
    dependencies = [("decks", "0001_cards")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
