import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("floor", "0002_call_arrivals"),
        ("tournaments", "0023_one_team_a_person"),
    ]

    operations = [
        migrations.AddField(
            model_name="sector",
            name="division",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="tournaments.division",
                verbose_name="division",
            ),
        ),
        migrations.AddField(
            model_name="sector",
            name="division_start",
            field=models.PositiveSmallIntegerField(blank=True, editable=False, null=True),
        ),
    ]
