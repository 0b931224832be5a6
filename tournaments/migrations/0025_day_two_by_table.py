from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0024_awarded_bye'),
    ]

    operations = [
        migrations.AddField(
            model_name='division',
            name='day_two_freezes',
            field=models.BooleanField(default=True, verbose_name='players not on day 2 keep their percentages from day 1'),
        ),
        migrations.AddField(
            model_name='division',
            name='day_two_table_rounds',
            field=models.PositiveSmallIntegerField(blank=True, editable=False, null=True),
        ),
        migrations.AlterField(
            model_name='division',
            name='day_two_by',
            field=models.CharField(blank=True, choices=[('table', 'By the attendance table'), ('place', 'By place'), ('points', 'By match points'), ('either', 'By place or match points, one is enough'), ('both', 'By place and match points, both are needed')], default='table', max_length=8, verbose_name='who plays on day 2'),
        ),
    ]
