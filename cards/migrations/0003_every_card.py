"""Cards with HP and types, those only announced, those as shipped, and names in languages of a region."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("cards", "0002_shipped_facts")]

    operations = [
        migrations.AddField("card", "announced", models.BooleanField(default=False, editable=False)),
        migrations.AddField(
            "card", "hp", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="HP")
        ),
        migrations.AddField("card", "shipped", models.BooleanField(default=False, editable=False)),
        migrations.AddField(
            "card", "types", models.CharField(blank=True, max_length=60, verbose_name="types")
        ),
        migrations.AddField("cardimport", "address", models.CharField(blank=True, max_length=200)),
        migrations.AddField("cardimport", "again", models.CharField(blank=True, max_length=20)),
        migrations.AddField("cataloguestate", "shipped", models.CharField(blank=True, max_length=16)),
        migrations.AlterField("localname", "language", models.CharField(max_length=5)),
    ]
