import django.core.serializers.json
import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from core.models.create_tables import CreateTables


class Migration(migrations.Migration):

    initial = True

    replaces = [  # data of versions before this one goes on as it is
        ('pairings', '0001_initial'),
        ('pairings', '0002_tom_files'),
        ('pairings', '0003_tom_file_timezone'),
        ('pairings', '0004_event_copies'),
        ('pairings', '0005_tom_file_words'),
        ('pairings', '0006_cheap_orderings'),
        ('pairings', '0007_round_revision'),
        ('pairings', '0008_prints'),
        ('pairings', '0009_words'),
    ]

    dependencies = [
        ('tournaments', '0001_schema'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [CreateTables([
        migrations.CreateModel(
            name='Bracket',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('age_division', models.CharField(default='all', max_length=16)),
                ('size', models.PositiveSmallIntegerField()),
                ('third_place', models.BooleanField(default=False)),
                ('by_victor', models.BooleanField(default=False)),
            ],
            options={
                'verbose_name': 'bracket',
                'verbose_name_plural': 'brackets',
                'ordering': ['stage_id', 'id'],
            },
        ),
        migrations.CreateModel(
            name='IdempotencyKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=80, unique=True)),
                ('at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'verbose_name': 'entry taken once',
                'verbose_name_plural': 'entries taken once',
            },
        ),
        migrations.CreateModel(
            name='EventCopies',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('folder', models.CharField(blank=True, max_length=400, verbose_name='folder')),
                ('language', models.CharField(default='en', max_length=10)),
                ('site', models.CharField(blank=True, max_length=200)),
                ('copied_at', models.DateTimeField(null=True)),
                ('failing_since', models.DateTimeField(null=True)),
                ('problem', models.CharField(blank=True, max_length=40)),
                ('facts', models.JSONField(default=dict)),
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='copies', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'copies of an event',
                'verbose_name_plural': 'copies of events',
            },
        ),
        migrations.CreateModel(
            name='Match',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveIntegerField(default=0)),
                ('table', models.PositiveIntegerField(blank=True, null=True, verbose_name='table')),
                ('outcome', models.CharField(choices=[('pending', 'No result yet'), ('left', 'Player 1 won'), ('right', 'Player 2 won'), ('tie', 'Tie'), ('double_loss', 'Double loss'), ('bye', 'Bye'), ('awarded_bye', 'Bye awarded in advance'), ('late_loss', 'Loss for a missed round')], default='pending', max_length=12, verbose_name='result')),
                ('reason', models.CharField(blank=True, choices=[('', 'Played'), ('no_show', 'No-show'), ('concession', 'Conceded'), ('intentional_tie', 'Intentional draw'), ('penalty', 'Penalty'), ('dropped', 'Dropped'), ('walkover', 'Walkover')], default='', max_length=16, verbose_name='why')),
                ('games_left', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('games_right', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('slot', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('third_place', models.BooleanField(default=False)),
                ('reported_at', models.DateTimeField(blank=True, null=True)),
                ('bracket', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='matches', to='pairings.bracket')),
                ('left', models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='matches_left', to='tournaments.entry')),
                ('reported_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('right', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='matches_right', to='tournaments.entry')),
            ],
            options={
                'verbose_name': 'match',
                'verbose_name_plural': 'matches',
                'ordering': ['round_id', 'position', 'id'],
            },
        ),
        migrations.CreateModel(
            name='PairingOptions',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('fewest_pair_downs', models.BooleanField(default=False, verbose_name='fewest players outside their group')),
                ('last_by_standing', models.BooleanField(default=False, verbose_name='last round by standings')),
                ('random_tables', models.BooleanField(default=False, verbose_name='tables in random order')),
                ('groups_apart', models.BooleanField(default=True, verbose_name='keep families and teams apart')),
                ('leave_places_empty', models.BooleanField(default=False, verbose_name='leave places of disqualified players vacant')),
                ('pod_rounds', models.PositiveSmallIntegerField(default=0, verbose_name='rounds inside the draft pods')),
                ('blocked_tables', models.JSONField(blank=True, default=list, verbose_name='blocked tables')),
                ('division', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='pairing_options', to='tournaments.division')),
            ],
            options={
                'verbose_name': 'pairing options',
                'verbose_name_plural': 'pairing options',
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('outcome', models.CharField(choices=[('pending', 'No result yet'), ('left', 'Player 1 won'), ('right', 'Player 2 won'), ('tie', 'Tie'), ('double_loss', 'Double loss'), ('bye', 'Bye'), ('awarded_bye', 'Bye awarded in advance'), ('late_loss', 'Loss for a missed round')], max_length=12)),
                ('reason', models.CharField(blank=True, choices=[('', 'Played'), ('no_show', 'No-show'), ('concession', 'Conceded'), ('intentional_tie', 'Intentional draw'), ('penalty', 'Penalty'), ('dropped', 'Dropped'), ('walkover', 'Walkover')], default='', max_length=16)),
                ('games_left', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('games_right', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('source', models.CharField(choices=[('desk', 'Desk'), ('slip', 'Match slip'), ('judge', 'Judge'), ('command', 'Command line'), ('phone', 'Player’s phone')], default='desk', max_length=8)),
                ('note', models.CharField(blank=True, max_length=200)),
                ('games', models.JSONField(blank=True, default=list)),
                ('leaves', models.BooleanField(default=False)),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='tournaments.entry')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='pairings.match')),
            ],
            options={
                'verbose_name': 'report',
                'verbose_name_plural': 'reports',
                'ordering': ['match_id', '-id'],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('state', models.CharField(choices=[('unposted', 'Not posted'), ('posted', 'Posted'), ('closed', 'Closed')], default='unposted', max_length=8)),
                ('seed', models.BigIntegerField()),
                ('draw', models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('revision', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('paired_at', models.DateTimeField()),
                ('posted_at', models.DateTimeField(blank=True, null=True)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournaments.division')),
            ],
            options={
                'verbose_name': 'round',
                'verbose_name_plural': 'rounds',
                'ordering': ['division_id', 'number'],
            },
        ),
        migrations.AddField(
            model_name='match',
            name='round',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='matches', to='pairings.round'),
        ),
        migrations.CreateModel(
            name='ClockMark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('pregame', 'Two minutes to set up'), ('started', 'Started'), ('paused', 'Stopped'), ('resumed', 'Resumed'), ('adjusted', 'Changed')], max_length=8)),
                ('seconds', models.IntegerField(default=0)),
                ('why', models.CharField(blank=True, max_length=200, verbose_name='why')),
                ('at', models.DateTimeField()),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='clock_marks', to='pairings.round')),
            ],
            options={
                'verbose_name': 'mark of a round clock',
                'verbose_name_plural': 'marks of round clocks',
                'ordering': ['round_id', 'at', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='seats', to='tournaments.entry')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='pairings.match')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='pairings.round')),
            ],
            options={
                'verbose_name': 'seat',
                'verbose_name_plural': 'seats',
                'ordering': ['round_id', 'match_id'],
            },
        ),
        migrations.CreateModel(
            name='Stage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField(default=0)),
                ('kind', models.CharField(choices=[('swiss', 'Swiss'), ('elimination', 'Single elimination')], default='swiss', max_length=12)),
                ('rounds_planned', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stages', to='tournaments.division')),
            ],
            options={
                'verbose_name': 'stage',
                'verbose_name_plural': 'stages',
                'ordering': ['division_id', 'position', 'id'],
            },
        ),
        migrations.AddField(
            model_name='round',
            name='stage',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='pairings.stage'),
        ),
        migrations.CreateModel(
            name='Qualifier',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveIntegerField()),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='+', to='tournaments.entry')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='qualifiers', to='pairings.stage')),
            ],
            options={
                'verbose_name': 'qualifier',
                'verbose_name_plural': 'qualifiers',
                'ordering': ['stage_id', 'place', 'id'],
            },
        ),
        migrations.AddField(
            model_name='bracket',
            name='stage',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='brackets', to='pairings.stage'),
        ),
        migrations.CreateModel(
            name='Standing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('age_division', models.CharField(max_length=8)),
                ('place', models.PositiveIntegerField()),
                ('points', models.PositiveSmallIntegerField()),
                ('wins', models.PositiveSmallIntegerField()),
                ('losses', models.PositiveSmallIntegerField()),
                ('ties', models.PositiveSmallIntegerField()),
                ('owp', models.FloatField()),
                ('oowp', models.FloatField()),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='standings', to='tournaments.entry')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='standings', to='pairings.round')),
            ],
            options={
                'verbose_name': 'standing',
                'verbose_name_plural': 'standings',
                'ordering': ['round_id', 'age_division', 'place'],
            },
        ),
        migrations.CreateModel(
            name='StoredPrint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('choice', 'Chosen sheets'), ('pack', 'Round pack'), ('crash', 'Crash pack')], default='choice', max_length=6)),
                ('choice', models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('site', models.CharField(blank=True, max_length=200)),
                ('key', models.CharField(max_length=40)),
                ('state', models.CharField(choices=[('waiting', 'Waiting to start'), ('running', 'Printing'), ('done', 'Printed'), ('failed', 'Stopped')], default='waiting', max_length=7)),
                ('problem', models.CharField(blank=True, max_length=40)),
                ('attempt', models.PositiveSmallIntegerField(default=1)),
                ('sheet', models.PositiveIntegerField(default=0)),
                ('sheets', models.PositiveIntegerField(default=0)),
                ('pages', models.PositiveIntegerField(default=0)),
                ('size', models.PositiveIntegerField(default=0)),
                ('digest', models.CharField(blank=True, max_length=64)),
                ('file', models.FileField(blank=True, upload_to='prints/%Y/%m')),
                ('at', models.DateTimeField()),
                ('last_seen_at', models.DateTimeField(blank=True, null=True)),
                ('printed_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='prints', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'print',
                'verbose_name_plural': 'prints',
                'ordering': ['tournament_id', '-id'],
            },
        ),
        migrations.CreateModel(
            name='PrintedRound',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('revision', models.PositiveSmallIntegerField()),
                ('round', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='prints', to='pairings.round')),
                ('stored', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='pairings.storedprint')),
            ],
            options={
                'verbose_name': 'printed round',
                'verbose_name_plural': 'printed rounds',
                'ordering': ['stored_id', 'id'],
            },
        ),
        migrations.CreateModel(
            name='TomDetails',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('organizer_name', models.CharField(blank=True, max_length=120, verbose_name='organizer')),
                ('organizer_id', models.CharField(blank=True, max_length=20, validators=[django.core.validators.RegexValidator('^\\d{1,20}$', 'A Player ID has digits only.')], verbose_name='organizer’s Player ID')),
                ('state', models.CharField(blank=True, max_length=80, verbose_name='state or province')),
                ('country', models.CharField(blank=True, max_length=80)),
                ('mode', models.CharField(blank=True, max_length=40)),
                ('game_type', models.CharField(blank=True, max_length=40)),
                ('version', models.CharField(blank=True, max_length=20)),
                ('less_swiss', models.BooleanField(default=False)),
                ('auto_table_number', models.BooleanField(default=True)),
                ('overflow_table_start', models.PositiveIntegerField(default=0, verbose_name='overflow tables start at')),
                ('seconds_elapsed', models.IntegerField(default=0)),
                ('let_in_later', models.JSONField(blank=True, default=list)),
                ('cut_sizes', models.BooleanField(default=True)),
                ('file_words', models.JSONField(blank=True, default=dict)),
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='tom_details', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'TOM details',
                'verbose_name_plural': 'TOM details',
            },
        ),
        migrations.CreateModel(
            name='TomFile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('filename', models.CharField(blank=True, max_length=255)),
                ('data', models.BinaryField()),
                ('baseline', models.BinaryField()),
                ('timezone', models.CharField(default='UTC', max_length=63)),
                ('taken_at', models.DateTimeField(auto_now_add=True)),
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='tom_file', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'TOM file',
                'verbose_name_plural': 'TOM files',
            },
        ),
        migrations.CreateModel(
            name='BracketSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seed', models.PositiveSmallIntegerField()),
                ('bracket', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seeds', to='pairings.bracket')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='+', to='tournaments.entry')),
            ],
            options={
                'verbose_name': 'seed',
                'verbose_name_plural': 'seeds',
                'ordering': ['bracket_id', 'seed'],
                'constraints': [models.UniqueConstraint(fields=('bracket', 'seed'), name='bracket_one_entry_a_seed'), models.UniqueConstraint(fields=('bracket', 'entry'), name='bracket_one_seed_an_entry')],
            },
        ),
        migrations.CreateModel(
            name='EntryWish',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('group', models.CharField(blank=True, max_length=40, verbose_name='family or team')),
                ('table', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='fixed table')),
                ('reason', models.CharField(blank=True, max_length=120, verbose_name='reason for the table')),
                ('seed', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='seed')),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='wish', to='tournaments.entry')),
            ],
            options={
                'verbose_name': 'pairing request',
                'verbose_name_plural': 'pairing requests',
                'ordering': ['entry_id'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('group', ''), _negated=True), ('table__isnull', False), ('seed__isnull', False), _connector='OR'), name='wish_for_something')],
            },
        ),
        migrations.CreateModel(
            name='KeptApart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(blank=True, max_length=120, verbose_name='reason')),
                ('first', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.entry')),
                ('second', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.entry')),
            ],
            options={
                'verbose_name': 'players who must not meet',
                'verbose_name_plural': 'players who must not meet',
                'ordering': ['first_id', 'second_id'],
                'constraints': [models.UniqueConstraint(fields=('first', 'second'), name='kept_apart_once'), models.CheckConstraint(condition=models.Q(('first__lt', models.F('second'))), name='kept_apart_smaller_first')],
            },
        ),
        migrations.CreateModel(
            name='Extension',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cause', models.CharField(choices=[('call', 'Judge call'), ('deck_check', 'Deck check'), ('ruling', 'Ruling'), ('slow_play', 'Slow play'), ('other', 'Other')], default='call', max_length=12, verbose_name='cause')),
                ('why', models.CharField(blank=True, max_length=200, verbose_name='why')),
                ('began_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('seconds', models.PositiveIntegerField(blank=True, null=True)),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                ('began_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('ended_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='extensions', to='pairings.match')),
            ],
            options={
                'verbose_name': 'time extension',
                'verbose_name_plural': 'time extensions',
                'ordering': ['match_id', 'began_at', 'id'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True), ('withdrawn_at__isnull', True)), fields=('match',), name='extension_one_running_at_a_table'), models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('seconds__isnull', True)), models.Q(('ended_at__isnull', False), ('seconds__isnull', False)), _connector='OR'), name='extension_ends_with_its_seconds')],
            },
        ),
        migrations.CreateModel(
            name='Dispute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('opened_at', models.DateTimeField()),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
                ('why', models.CharField(blank=True, max_length=200, verbose_name='why')),
                ('settled_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='disputes', to='pairings.match')),
            ],
            options={
                'verbose_name': 'dispute',
                'verbose_name_plural': 'disputes',
                'ordering': ['opened_at', 'id'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('settled_at__isnull', True)), fields=('match',), name='dispute_one_open_a_match')],
            },
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(fields=['round', 'outcome'], name='match_open'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.UniqueConstraint(fields=('round', 'left'), name='match_left_once_a_round'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.UniqueConstraint(fields=('round', 'right'), name='match_right_once_a_round'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.UniqueConstraint(fields=('round', 'table'), name='match_own_table'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('right__isnull', True), models.Q(('left', models.F('right')), _negated=True), _connector='OR'), name='match_of_two_people'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('outcome__in', ['bye', 'awarded_bye', 'late_loss']), ('right__isnull', True)), models.Q(('right__isnull', False), models.Q(('outcome__in', ['bye', 'awarded_bye', 'late_loss']), _negated=True)), _connector='OR'), name='match_alone_only_without_opponent'),
        ),
        migrations.AddConstraint(
            model_name='clockmark',
            constraint=models.CheckConstraint(condition=models.Q(('kind', 'adjusted'), ('seconds', 0), _connector='OR'), name='clock_seconds_of_adjusting'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('round', 'entry'), name='seat_once_a_round'),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.UniqueConstraint(fields=('division', 'position'), name='stage_once_at_a_position'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('division', 'number'), name='round_once_in_a_division'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'closed'), _negated=True), fields=('division',), name='round_one_open_in_a_division'),
        ),
        migrations.AddConstraint(
            model_name='qualifier',
            constraint=models.UniqueConstraint(fields=('stage', 'entry'), name='qualifier_once_a_stage'),
        ),
        migrations.AddConstraint(
            model_name='bracket',
            constraint=models.UniqueConstraint(fields=('stage', 'age_division'), name='bracket_once_an_age_division'),
        ),
        migrations.AddConstraint(
            model_name='standing',
            constraint=models.UniqueConstraint(fields=('round', 'entry'), name='standing_once_a_round'),
        ),
        migrations.AddConstraint(
            model_name='standing',
            constraint=models.UniqueConstraint(fields=('round', 'age_division', 'place'), name='standing_one_a_place'),
        ),
        migrations.AddConstraint(
            model_name='storedprint',
            constraint=models.UniqueConstraint(fields=('tournament', 'key'), name='print_once_a_press'),
        ),
    ])]
