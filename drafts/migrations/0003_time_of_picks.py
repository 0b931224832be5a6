from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("drafts", "0002_clock_calls")]

    operations = [
        migrations.AlterField(
            model_name="draftmark",
            name="kind",
            field=models.CharField(
                choices=[
                    ("next", "Next"),
                    ("back", "Back"),
                    ("paused", "Paused"),
                    ("resumed", "Resumed"),
                    ("clock", "Called by the clock"),
                    ("hand", "Called by hand"),
                    ("wait", "More time for a pick"),
                    ("over", "More time undone"),
                ],
                max_length=8,
            ),
        ),
    ]
