from collections import defaultdict

from django.db import migrations, models

A_PIECE = 500


def number_namesakes(apps, _schema_editor):
    """Number players who share a name in an event, in the order they were entered."""
    entries = apps.get_model("tournaments", "Entry").objects
    found = defaultdict(list)
    for pk, *name in entries.order_by("pk").values_list("pk", "tournament", "search_key").iterator():
        found[tuple(name)].append(pk)
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
            row.namesake = numbers[row.pk]
        entries.bulk_update(rows, ["namesake"])


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0007_ended_links'),
    ]

    operations = [
        migrations.AddField(
            model_name='entry',
            name='namesake',
            field=models.PositiveSmallIntegerField(default=0, editable=False),
        ),
        migrations.RunPython(number_namesakes, migrations.RunPython.noop, elidable=True),
    ]
