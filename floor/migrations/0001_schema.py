import django.core.serializers.json
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from core.models.create_tables import CreateTables


class Migration(migrations.Migration):

    initial = True

    replaces = [  # data of versions before this one goes on as it is
        ('floor', '0001_initial'),
        ('floor', '0002_cheap_orderings'),
        ('floor', '0003_hall_screens'),
        ('floor', '0004_confiscations'),
        ('floor', '0005_words'),
        ('floor', '0006_words'),
    ]

    dependencies = [
        ('pairings', '0001_schema'),
        ('tournaments', '0001_schema'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [CreateTables([
        migrations.CreateModel(
            name='Confiscation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cards', models.TextField(max_length=1000, verbose_name='confiscated cards')),
                ('reason', models.CharField(blank=True, max_length=300, verbose_name='reason')),
                ('by_name', models.CharField(blank=True, max_length=150)),
                ('at', models.DateTimeField()),
                ('returned_at', models.DateTimeField(blank=True, null=True)),
                ('returned_by_name', models.CharField(blank=True, max_length=150)),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='confiscations', to='tournaments.entry')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='confiscations', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'confiscation',
                'verbose_name_plural': 'confiscations',
                'ordering': ['-at', '-id'],
            },
        ),
        migrations.CreateModel(
            name='FloorRuling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('question', models.CharField(max_length=300, verbose_name='question')),
                ('answer', models.TextField(max_length=2000, verbose_name='answer')),
                ('rule', models.CharField(blank=True, max_length=60, verbose_name='rule')),
                ('at', models.DateTimeField()),
                ('by_name', models.CharField(blank=True, max_length=150)),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rulings', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'ruling of the event',
                'verbose_name_plural': 'rulings of the event',
                'ordering': ['-at', '-id'],
            },
        ),
        migrations.CreateModel(
            name='HallScreen',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, verbose_name='name')),
                ('code', models.CharField(max_length=10, unique=True)),
                ('parts', models.JSONField(blank=True, default=list)),
                ('letter_from', models.CharField(blank=True, max_length=1)),
                ('letter_to', models.CharField(blank=True, max_length=1)),
                ('table', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='feature match')),
                ('seconds', models.PositiveSmallIntegerField(default=12, verbose_name='seconds per page')),
                ('small', models.BooleanField(default=False)),
                ('message', models.CharField(blank=True, max_length=200, verbose_name='message')),
                ('message_fills', models.BooleanField(default=False)),
                ('removed_at', models.DateTimeField(blank=True, null=True)),
                ('division', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.division')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='screens', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'hall screen',
                'verbose_name_plural': 'hall screens',
                'ordering': ['tournament_id', 'id'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('removed_at__isnull', True)), fields=('tournament', 'name'), name='screen_one_name')],
            },
        ),
        migrations.CreateModel(
            name='JudgeCall',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table', models.PositiveIntegerField(blank=True, null=True)),
                ('reason', models.CharField(blank=True, choices=[('', 'No reason given'), ('question', 'A question about the rules'), ('mistake', 'Something went wrong in the game'), ('slow', 'Slow play'), ('result', 'The result'), ('away', 'A player has to leave the table'), ('other', 'Something else')], default='', max_length=10, verbose_name='reason for the call')),
                ('text', models.CharField(blank=True, max_length=200, verbose_name='in a few words')),
                ('raised_at', models.DateTimeField()),
                ('claimed_at', models.DateTimeField(blank=True, null=True)),
                ('escalated_at', models.DateTimeField(blank=True, null=True)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('withdrawn', models.BooleanField(default=False)),
                ('note', models.CharField(blank=True, max_length=300, verbose_name='note')),
                ('claimed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('closed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.entry')),
                ('escalated_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='pairings.match')),
                ('raised_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'judge call',
                'verbose_name_plural': 'judge calls',
                'ordering': ['raised_at', 'id'],
                'indexes': [models.Index(fields=['tournament', 'closed_at'], name='call_open')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('closed_at__isnull', True)), fields=('match', 'entry'), name='call_one_open_a_player')],
            },
        ),
        migrations.CreateModel(
            name='Penalty',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_number', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('game', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='game')),
                ('infraction', models.CharField(max_length=40, verbose_name='infraction')),
                ('level', models.CharField(max_length=24, verbose_name='penalty')),
                ('prizes', models.PositiveSmallIntegerField(default=0, verbose_name='Prizes')),
                ('note', models.TextField(blank=True, max_length=2000, verbose_name='what happened')),
                ('by_name', models.CharField(blank=True, max_length=150)),
                ('at', models.DateTimeField()),
                ('confirmed_at', models.DateTimeField(blank=True, null=True)),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                ('withdrawn_why', models.CharField(blank=True, max_length=200)),
                ('applied', models.JSONField(blank=True, default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('confirmed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='penalties', to='tournaments.entry')),
                ('match', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='penalties', to='pairings.match')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='penalties', to='tournaments.tournament')),
                ('withdrawn_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'penalty',
                'verbose_name_plural': 'penalties',
                'ordering': ['-at', '-id'],
                'indexes': [models.Index(fields=['tournament', 'entry'], name='penalty_of_player')],
            },
        ),
        migrations.CreateModel(
            name='Sector',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, verbose_name='name')),
                ('table_from', models.PositiveSmallIntegerField(verbose_name='from table')),
                ('table_to', models.PositiveSmallIntegerField(verbose_name='to table')),
                ('judges', models.ManyToManyField(blank=True, related_name='sectors', to='tournaments.staffmember', verbose_name='judges')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sectors', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'sector',
                'verbose_name_plural': 'sectors',
                'ordering': ['tournament_id', 'table_from', 'id'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'name'), name='sector_one_name'), models.CheckConstraint(condition=models.Q(('table_from__gte', 1), ('table_to__gte', models.F('table_from'))), name='sector_tables_in_order')],
            },
        ),
        migrations.CreateModel(
            name='TableMark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('kind', models.CharField(max_length=24)),
                ('game', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('side', models.CharField(blank=True, max_length=5)),
                ('facts', models.JSONField(blank=True, default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('at', models.DateTimeField()),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.entry')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='marks', to='pairings.match')),
            ],
            options={
                'verbose_name': 'mark of a table',
                'verbose_name_plural': 'marks of tables',
                'ordering': ['match_id', 'number'],
                'constraints': [models.UniqueConstraint(fields=('match', 'number'), name='table_mark_once')],
            },
        ),
    ])]
