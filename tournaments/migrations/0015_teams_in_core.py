import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Move the models of teams to the core; their tables and columns do not change."""

    dependencies = [
        ('tournaments', '0014_accounts_in_core'),
        ('core', '0004_teams'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name='player',
                    name='organizer',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='people', to='core.team', verbose_name='organizing team'),
                ),
                migrations.AlterField(
                    model_name='tournament',
                    name='organizer',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='core.team', verbose_name='organizing team'),
                ),
                migrations.AlterField(
                    model_name='knownplayer',
                    name='organizer',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='known_players', to='core.team'),
                ),
                migrations.RemoveField(
                    model_name='organizermember',
                    name='organizer',
                ),
                migrations.AlterField(
                    model_name='knownplayersload',
                    name='organizer',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='known_players_loads', to='core.team'),
                ),
                migrations.RemoveField(
                    model_name='organizermember',
                    name='user',
                ),
                migrations.DeleteModel(
                    name='OrganizerInvitation',
                ),
                migrations.DeleteModel(
                    name='Organizer',
                ),
                migrations.DeleteModel(
                    name='OrganizerMember',
                ),
            ],
        ),
    ]
