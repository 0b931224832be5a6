import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Move push subscriptions to this room; their table does not change."""

    dependencies = [
        ("core", "0004_teams"),
        ("tournaments", "0015_teams_in_core"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="PushSubscription",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("endpoint", models.CharField(max_length=1000)),
                        ("p256dh", models.CharField(max_length=100)),
                        ("auth", models.CharField(max_length=30)),
                        ("origin", models.CharField(max_length=200)),
                        ("language", models.CharField(max_length=10)),
                        ("topics", models.JSONField(default=list)),
                        ("silent_from", models.TimeField(blank=True, null=True, verbose_name="silent from")),
                        ("silent_to", models.TimeField(blank=True, null=True, verbose_name="silent until")),
                        ("made_at", models.DateTimeField()),
                        ("arrived_at", models.DateTimeField(null=True)),
                        ("failed", models.PositiveIntegerField(default=0)),
                        ("failed_at", models.DateTimeField(null=True)),
                        (
                            "trouble",
                            models.CharField(
                                blank=True,
                                choices=[("", "–"), ("unreachable", "not reached"), ("refused", "refused")],
                                default="",
                                max_length=12,
                            ),
                        ),
                        (
                            "entry",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="push_subscriptions",
                                to="tournaments.entry",
                            ),
                        ),
                        (
                            "member",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="push_subscriptions",
                                to="tournaments.staffmember",
                            ),
                        ),
                        (
                            "tournament",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="tournaments.tournament",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "phone with notifications",
                        "verbose_name_plural": "phones with notifications",
                        "db_table": "tournaments_pushsubscription",
                        "ordering": ["id"],
                        "indexes": [models.Index(fields=["endpoint"], name="push_by_endpoint")],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("entry__isnull", False), ("member__isnull", False), _connector="XOR"
                                ),
                                name="push_of_one_person",
                            ),
                            models.UniqueConstraint(fields=("entry", "endpoint"), name="push_once_a_player"),
                            models.UniqueConstraint(
                                fields=("member", "endpoint"), name="push_once_a_staff_member"
                            ),
                        ],
                    },
                ),
            ],
        ),
    ]
