"""Building clocks can be paused and go on."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("decks", "0012_tracked_drafts")]

    operations = [
        migrations.AlterField(
            model_name="buildmark",
            name="kind",
            field=models.CharField(
                choices=[
                    ("start", "Building begins"),
                    ("more", "More minutes"),
                    ("paused", "Building is paused"),
                    ("resumed", "Building goes on"),
                    ("end", "Building is over"),
                ],
                max_length=7,
            ),
        ),
    ]
