import django.core.serializers.json
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Move the models of the journal to this room; their tables, created by the former room, do not change."""

    dependencies = [
        ('core', '0001_jobs'),
        ('tournaments', '0012_jobs_in_core'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name='JournalRedaction',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('at', models.DateTimeField(verbose_name='at')),
                        ('by_name', models.CharField(blank=True, max_length=150)),
                        ('lines', models.PositiveIntegerField(default=0)),
                        ('done', models.BooleanField(default=False)),
                        ('by', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('tournament', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='redactions', to='tournaments.tournament')),
                    ],
                    options={
                        'verbose_name': 'redaction of the journal',
                        'verbose_name_plural': 'redactions of the journal',
                        'db_table': 'tournaments_journalredaction',
                        'ordering': ['-id'],
                    },
                ),
                migrations.CreateModel(
                    name='SealRecord',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveIntegerField()),
                        ('digest', models.CharField(max_length=64)),
                        ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='seal_record', to='tournaments.tournament')),
                    ],
                    options={
                        'verbose_name': 'number of seals',
                        'verbose_name_plural': 'numbers of seals',
                        'db_table': 'tournaments_sealrecord',
                    },
                ),
                migrations.CreateModel(
                    name='JournalEvent',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(max_length=40)),
                        ('at', models.DateTimeField(verbose_name='at')),
                        ('by_name', models.CharField(blank=True, max_length=150)),
                        ('facts', models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                        ('by', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('division', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='journal', to='tournaments.division')),
                        ('tournament', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='journal', to='tournaments.tournament')),
                        ('undoes', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='undone_by', to='core.journalevent')),
                    ],
                    options={
                        'verbose_name': 'journal event',
                        'verbose_name_plural': 'journal',
                        'db_table': 'tournaments_journalevent',
                        'ordering': ['-id'],
                        'indexes': [models.Index(fields=['tournament', '-id'], name='journal_newest_first'), models.Index(fields=['division', '-id'], name='journal_of_a_division')],
                    },
                ),
                migrations.CreateModel(
                    name='JournalSeal',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveIntegerField()),
                        ('upto', models.PositiveBigIntegerField()),
                        ('total', models.PositiveIntegerField()),
                        ('digest', models.CharField(max_length=64)),
                        ('previous', models.CharField(blank=True, max_length=64)),
                        ('at', models.DateTimeField(verbose_name='at')),
                        ('why', models.CharField(choices=[('round', 'A round was closed'), ('demand', 'On demand'), ('restore', 'The event was restored')], max_length=8)),
                        ('lines', models.TextField(blank=True)),
                        ('gaps', models.JSONField(default=list)),
                        ('by', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seals', to='tournaments.tournament')),
                    ],
                    options={
                        'verbose_name': 'seal of the journal',
                        'verbose_name_plural': 'seals of the journal',
                        'db_table': 'tournaments_journalseal',
                        'ordering': ['tournament_id', 'number'],
                        'constraints': [models.UniqueConstraint(fields=('tournament', 'number'), name='one_seal_of_a_number')],
                    },
                ),
            ],
        ),
    ]
