from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("pairings", "0005_two_days")]

    operations = [
        migrations.CreateModel(
            name="Kept",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=80, unique=True)),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
            options={"verbose_name": "entry taken once", "verbose_name_plural": "entries taken once"},
        ),
    ]
