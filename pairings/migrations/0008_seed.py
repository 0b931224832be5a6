from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("pairings", "0007_causes_of_extra_time")]

    operations = [
        migrations.AddField(
            model_name="entrywish",
            name="seed",
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="seed"),
        ),
        migrations.RemoveConstraint(model_name="entrywish", name="wish_for_something"),
        migrations.AddConstraint(
            model_name="entrywish",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("group", ""), _negated=True),
                    ("table__isnull", False),
                    ("seed__isnull", False),
                    _connector="OR",
                ),
                name="wish_for_something",
            ),
        ),
    ]
