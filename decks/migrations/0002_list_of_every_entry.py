from django.db import migrations

SOME = 500


def fill(apps, schema_editor):
    """Entries added since lists were opened had none until staff looked at them."""
    entries = apps.get_model("tournaments", "Entry").objects.using(schema_editor.connection.alias)
    lists = apps.get_model("decks", "DeckList")
    without = entries.filter(tournament__list_rules__isnull=False, deck_list=None).values_list("pk", flat=True)
    keys = list(without)
    for start in range(0, len(keys), SOME):
        lists.objects.using(schema_editor.connection.alias).bulk_create(
            [lists(entry_id=key) for key in keys[start : start + SOME]], ignore_conflicts=True
        )


class Migration(migrations.Migration):
    dependencies = [("decks", "0001_schema"), ("tournaments", "0001_schema")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
