import django.core.validators
from django.db import migrations, models

WORDS = 'players report results on their phones'


class Migration(migrations.Migration):
    """Off for events that are there already, on for new ones."""

    dependencies = [
        ('tournaments', '0007_personal_link'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='phone_reports',
            field=models.BooleanField(default=False, verbose_name=WORDS),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='phone_reports',
            field=models.BooleanField(default=True, verbose_name=WORDS),
        ),
        migrations.AddField(
            model_name='tournament',
            name='one_word_minutes',
            field=models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(240)], verbose_name="minutes after which one player's word is enough"),
        ),
    ]
