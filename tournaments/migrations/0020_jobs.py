from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0019_words")]

    operations = [
        migrations.RenameModel("WaitingJob", "Job"),
        migrations.AlterModelOptions(
            "job", options={"ordering": ["id"], "verbose_name": "job", "verbose_name_plural": "jobs"}
        ),
        migrations.AddField("job", "event", models.BigIntegerField(null=True)),
        migrations.AddField("job", "state", models.CharField(default="waiting", max_length=7)),
        migrations.AddField("job", "tries", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField("job", "last_try", models.PositiveSmallIntegerField(default=1)),
        migrations.AddField("job", "due_at", models.DateTimeField(null=True)),
        migrations.AddField("job", "sent_at", models.DateTimeField(null=True)),
        migrations.AddField("job", "seen_at", models.DateTimeField(null=True)),
        migrations.AddField("job", "ended_at", models.DateTimeField(null=True)),
        migrations.AddField("job", "reached", models.BigIntegerField(default=0)),
        migrations.AddField(
            "job",
            "reason",
            models.CharField(
                blank=True,
                choices=[
                    ("error", "It failed"),
                    ("killed", "Its worker was stopped in the middle of it"),
                    ("time", "It took too long"),
                ],
                max_length=6,
            ),
        ),
        migrations.AddField("job", "problem", models.CharField(blank=True, max_length=80)),
    ]
