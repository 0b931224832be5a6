import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Move the models of teams of accounts to this room; their tables and columns do not change."""

    dependencies = [
        ('core', '0003_accounts'),
        ('tournaments', '0014_accounts_in_core'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name='Team',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=120, verbose_name='name')),
                        ('of_installation', models.BooleanField(default=False, editable=False)),
                        ('names_stay', models.BooleanField(default=True, help_text='Otherwise names are replaced with “Player 1”, “Player 2” …', verbose_name='keep names in results')),
                        ('created_at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'verbose_name': 'organizing team',
                        'verbose_name_plural': 'organizing teams',
                        'db_table': 'tournaments_organizer',
                        'ordering': ['name', 'id'],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('of_installation', True)), fields=('of_installation',), name='one_organizer_of_the_installation'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='organizer_has_a_name')],
                    },
                ),
                migrations.CreateModel(
                    name='TeamInvitation',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('token', models.CharField(max_length=40, unique=True)),
                        ('made_at', models.DateTimeField(auto_now_add=True)),
                        ('expires_at', models.DateTimeField(verbose_name='expires')),
                        ('team', models.ForeignKey(db_column='organizer_id', on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='core.team')),
                    ],
                    options={
                        'verbose_name': 'invitation to an organizing team',
                        'verbose_name_plural': 'invitations to organizing teams',
                        'db_table': 'tournaments_organizerinvitation',
                        'ordering': ['team_id', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='TeamMember',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('owner', models.BooleanField(default=False, verbose_name='owner')),
                        ('accepted', models.BooleanField(default=True, verbose_name='has joined')),
                        ('joined_at', models.DateTimeField(auto_now_add=True)),
                        ('team', models.ForeignKey(db_column='organizer_id', on_delete=django.db.models.deletion.CASCADE, related_name='members', to='core.team')),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'member of an organizing team',
                        'verbose_name_plural': 'members of organizing teams',
                        'db_table': 'tournaments_organizermember',
                        'ordering': ['team_id', 'id'],
                        'constraints': [models.UniqueConstraint(fields=('team', 'user'), name='member_once_in_a_team')],
                    },
                ),
            ],
        ),
    ]
