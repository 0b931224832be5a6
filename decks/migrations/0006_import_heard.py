from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("decks", "0005_last_day")]
    operations = [
        migrations.AddField(
            model_name="cardimport",
            name="heard_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="cardimport",
            name="state",
            field=models.CharField(
                choices=[
                    ("waiting", "Waiting"),
                    ("running", "Running"),
                    ("done", "Done"),
                    ("refused", "Refused"),
                    ("failed", "Stopped"),
                ],
                default="waiting",
                max_length=7,
            ),
        ),
    ]
