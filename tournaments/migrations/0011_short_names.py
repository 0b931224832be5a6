from collections import defaultdict

from django.db import migrations, models

from core.engine.person_names import short_name_key

A_PIECE = 500


def number_short_names(apps, _schema_editor):
    """Number children who share a short name in an event, in the order they were entered."""
    entries = apps.get_model("tournaments", "Entry").objects
    children = entries.exclude(age_division="masters").exclude(first_name="")
    found = defaultdict(list)
    for pk, event, *name in children.order_by("pk").values_list("pk", "tournament", "first_name", "last_name").iterator():
        found[event, short_name_key(*name)].append(pk)
    numbers = {
        pk: number
        for same in found.values()
        if len(same) > 1
        for number, pk in enumerate(same, start=1)
    }
    keys = sorted(numbers)
    for start in range(0, len(keys), A_PIECE):
        rows = list(entries.filter(pk__in=keys[start : start + A_PIECE]))
        for row in rows:
            row.short_namesake = numbers[row.pk]
        entries.bulk_update(rows, ["short_namesake"])


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0010_bubble_public'),
    ]

    operations = [
        migrations.AddField(
            model_name='entry',
            name='short_namesake',
            field=models.PositiveSmallIntegerField(default=0, editable=False),
        ),
        migrations.RunPython(number_short_names, migrations.RunPython.noop, elidable=True),
    ]
