import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("decks", "0006_import_heard"), ("tournaments", "0007_personal_link")]

    operations = [
        migrations.CreateModel(
            name="Pod",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("seed", models.BigIntegerField()),
                (
                    "division",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pods",
                        to="tournaments.division",
                    ),
                ),
            ],
            options={
                "verbose_name": "pod",
                "verbose_name_plural": "pods",
                "ordering": ["division", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("division", "number"), name="pod_once_in_a_division")
                ],
            },
        ),
        migrations.CreateModel(
            name="PodSeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pod_seat",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "pod",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="decks.pod"
                    ),
                ),
            ],
            options={
                "verbose_name": "pod seat",
                "verbose_name_plural": "pod seats",
                "ordering": ["pod", "seat"],
                "constraints": [models.UniqueConstraint(fields=("pod", "seat"), name="pod_one_entry_a_seat")],
            },
        ),
    ]
