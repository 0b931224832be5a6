from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('pairings', '0003_prizes'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='entrywish',
            name='wish_for_something',
        ),
        migrations.AddField(
            model_name='entrywish',
            name='country',
            field=models.CharField(blank=True, default='', max_length=40, verbose_name='country'),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='pairingoptions',
            name='country_rounds',
            field=models.PositiveSmallIntegerField(default=0, verbose_name='rounds that separate countries'),
        ),
        migrations.AddConstraint(
            model_name='entrywish',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('country', ''), ('group', ''), _negated=True), ('table__isnull', False), ('seed__isnull', False), _connector='OR'), name='wish_for_something'),
        ),
    ]
