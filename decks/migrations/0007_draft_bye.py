import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("decks", "0006_version_questions"), ("tournaments", "0023_one_team_a_person")]

    operations = [
        migrations.AddField(
            model_name="draft",
            name="bye",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="tournaments.entry",
            ),
        ),
    ]
