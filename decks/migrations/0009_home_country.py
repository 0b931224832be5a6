import django_countries.fields
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("decks", "0008_checks")]

    operations = [
        migrations.AddField(
            model_name="decklist",
            name="home",
            field=django_countries.fields.CountryField(
                blank=True, max_length=2, verbose_name="home country of the player"
            ),
        ),
    ]
