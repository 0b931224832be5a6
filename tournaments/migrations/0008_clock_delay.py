import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [('tournaments', '0008_phone_reports')]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="clock_delay",
            field=models.PositiveSmallIntegerField(
                blank=True,
                default=0,
                help_text="0: it runs from the posting on. Empty: a judge starts it, on the page of the clock.",
                null=True,
                validators=[django.core.validators.MaxValueValidator(60)],
                verbose_name="clock starts, minutes after posting",
            ),
        ),
    ]
