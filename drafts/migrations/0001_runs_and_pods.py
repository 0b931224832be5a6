import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Move the models of running a draft to this room; their tables, created by `decks`, do not change."""

    initial = True

    dependencies = [
        ('decks', '0004_version_unknown_cards'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name='BuildMark',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('pod', models.PositiveSmallIntegerField(default=0)),
                        ('kind', models.CharField(choices=[('start', 'Building begins'), ('more', 'More minutes'), ('paused', 'Building is paused'), ('resumed', 'Building resumes'), ('end', 'Building is over')], max_length=7)),
                        ('minutes', models.PositiveSmallIntegerField(default=0)),
                        ('reason', models.CharField(blank=True, max_length=200)),
                        ('at', models.DateTimeField()),
                        ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                        ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('draft', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='build_marks', to='decks.draft')),
                    ],
                    options={
                        'verbose_name': 'tap on a building clock',
                        'verbose_name_plural': 'taps on building clocks',
                        'db_table': 'decks_buildmark',
                        'ordering': ['draft_id', 'pod', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='DraftMark',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('pod', models.PositiveSmallIntegerField(default=0)),
                        ('kind', models.CharField(choices=[('next', 'Next'), ('back', 'Back'), ('paused', 'Paused'), ('resumed', 'Resumed')], max_length=8)),
                        ('step', models.PositiveSmallIntegerField()),
                        ('seat', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('at', models.DateTimeField()),
                        ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('draft', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='marks', to='decks.draft')),
                    ],
                    options={
                        'verbose_name': 'step of a draft',
                        'verbose_name_plural': 'steps of drafts',
                        'db_table': 'decks_draftmark',
                        'ordering': ['draft_id', 'pod', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='Pod',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveSmallIntegerField()),
                        ('seed', models.BigIntegerField()),
                        ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pods', to='tournaments.division')),
                    ],
                    options={
                        'verbose_name': 'pod',
                        'verbose_name_plural': 'pods',
                        'db_table': 'decks_pod',
                        'ordering': ['division_id', 'number'],
                    },
                ),
                migrations.CreateModel(
                    name='PodSeat',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('seat', models.PositiveSmallIntegerField()),
                        ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='pod_seat', to='tournaments.entry')),
                        ('pod', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='drafts.pod')),
                    ],
                    options={
                        'verbose_name': 'pod seat',
                        'verbose_name_plural': 'pod seats',
                        'db_table': 'decks_podseat',
                        'ordering': ['pod_id', 'seat'],
                    },
                ),
                migrations.CreateModel(
                    name='DraftMove',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('pod', models.PositiveSmallIntegerField()),
                        ('number', models.PositiveIntegerField()),
                        ('key', models.CharField(max_length=64)),
                        ('kind', models.CharField(choices=[('open', 'Opened'), ('pick', 'Picked'), ('undo_move', 'Undone'), ('rename', 'Another card'), ('short', 'A card is missing'), ('extra', 'An extra card'), ('leave', 'Left')], max_length=9)),
                        ('seat', models.PositiveSmallIntegerField(default=0)),
                        ('card', models.PositiveIntegerField(blank=True, null=True)),
                        ('of', models.PositiveIntegerField(blank=True, null=True)),
                        ('names', models.JSONField(blank=True, default=list)),
                        ('way', models.CharField(blank=True, max_length=8)),
                        ('reason', models.CharField(blank=True, max_length=200)),
                        ('at', models.DateTimeField()),
                        ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('draft', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='moves', to='decks.draft')),
                    ],
                    options={
                        'verbose_name': 'move of a draft',
                        'verbose_name_plural': 'moves of drafts',
                        'db_table': 'decks_draftmove',
                        'ordering': ['draft_id', 'pod', 'number'],
                        'constraints': [models.UniqueConstraint(fields=('draft', 'pod', 'number'), name='draft_move_once'), models.UniqueConstraint(fields=('draft', 'pod', 'key'), name='draft_move_key_once')],
                    },
                ),
                migrations.AddConstraint(
                    model_name='pod',
                    constraint=models.UniqueConstraint(fields=('division', 'number'), name='pod_once_in_a_division'),
                ),
                migrations.AddConstraint(
                    model_name='podseat',
                    constraint=models.UniqueConstraint(fields=('pod', 'seat'), name='pod_one_entry_a_seat'),
                ),
            ],
        ),
    ]
