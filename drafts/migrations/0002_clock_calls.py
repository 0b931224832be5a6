from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("drafts", "0001_runs_and_pods")]

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
                ],
                max_length=8,
            ),
        ),
    ]
