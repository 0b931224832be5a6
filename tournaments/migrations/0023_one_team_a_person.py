from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0022_event_of_teammates'),
    ]

    operations = [
        migrations.AddConstraint(
            model_name='teammate',
            constraint=models.UniqueConstraint(condition=models.Q(('player_id', ''), _negated=True), fields=('tournament', 'player_id'), name='teammate_in_one_team'),
        ),
    ]
