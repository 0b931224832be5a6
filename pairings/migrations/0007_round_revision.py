"""How often the pairings of a round were shown in another state; of rounds that were posted before: once."""

from django.db import migrations, models


def count_posted(apps, schema_editor):
    rounds = apps.get_model("pairings", "Round").objects.exclude(state="unposted")
    rounds.update(revision=1)


class Migration(migrations.Migration):
    dependencies = [
        ("pairings", "0006_cheap_orderings"),
    ]

    operations = [
        migrations.AddField(
            model_name="round",
            name="revision",
            field=models.PositiveSmallIntegerField(default=0, editable=False),
        ),
        migrations.RunPython(count_posted, migrations.RunPython.noop, elidable=True),
    ]
