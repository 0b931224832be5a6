from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("decks", "0004_personal_links")]
    operations = [
        migrations.AddField(
            model_name="listrules",
            name="last_day",
            field=models.DateField(blank=True, null=True, verbose_name="last day of the event"),
        ),
    ]
