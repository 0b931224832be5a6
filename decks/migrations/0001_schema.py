import django.core.serializers.json
import django.db.models.deletion
import django_countries.fields
from django.conf import settings
from django.db import migrations, models

from core.models.create_tables import CreateTables


class Migration(migrations.Migration):

    initial = True

    replaces = [  # data of versions before this one goes on as it is
        ('decks', '0001_initial'),
        ('decks', '0002_cheap_orderings'),
        ('decks', '0003_words'),
    ]

    dependencies = [
        ('tournaments', '0001_schema'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [CreateTables([
        migrations.CreateModel(
            name='CheckRules',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('target', models.PositiveSmallIntegerField(default=10, verbose_name='decks to check, in percent')),
                ('base', models.CharField(choices=[('registered', 'All decks registered'), ('still_playing', 'Decks of players still in the event')], default='registered', max_length=13, verbose_name='percentage of')),
                ('shuffling', models.PositiveSmallIntegerField(default=3, verbose_name='minutes for shuffling')),
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='check_rules', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'deck check rules',
                'verbose_name_plural': 'deck check rules',
            },
        ),
        migrations.CreateModel(
            name='DeckList',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('lock', models.CharField(blank=True, choices=[('', 'Same as the event'), ('locked', 'Locked'), ('open', 'Open')], default='', max_length=6, verbose_name='lock')),
                ('sent_back', models.CharField(blank=True, max_length=300, verbose_name='reason it was sent back')),
                ('working_copy', models.TextField(blank=True, max_length=100000)),
                ('working_copy_unused', models.TextField(blank=True, max_length=100000)),
                ('working_copy_supplied', models.PositiveSmallIntegerField(default=0)),
                ('home', django_countries.fields.CountryField(blank=True, max_length=2, verbose_name='home country of the player')),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='deck_list', to='tournaments.entry')),
            ],
            options={
                'verbose_name': 'deck list',
                'verbose_name_plural': 'deck lists',
            },
        ),
        migrations.CreateModel(
            name='Draft',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(default=1)),
                ('setup', models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('energy_supplied', models.BooleanField(default=True, verbose_name='basic Energy supplied')),
                ('pick_seconds', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='seconds per pick')),
                ('look_seconds', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='seconds to look')),
                ('starts', models.TimeField(blank=True, null=True, verbose_name='start')),
                ('reason', models.CharField(blank=True, max_length=200, verbose_name='why a judge goes ahead anyway')),
                ('seed', models.BigIntegerField(blank=True, null=True)),
                ('seats', models.JSONField(blank=True, default=list)),
                ('announced', models.JSONField(blank=True, default=dict)),
                ('way', models.CharField(choices=[('paper', 'On paper: the draft page shows each step; pools are registered at the end'), ('tracked', 'Tracked: every pick is tapped on a phone or a tablet')], default='paper', max_length=7, verbose_name='draft mode')),
                ('pool_check', models.CharField(choices=[('none', 'No verification'), ('verify', 'The neighbor verifies it and gives it back'), ('pass_on', 'The neighbor verifies it and plays with it')], default='verify', max_length=7, verbose_name='pool verification')),
                ('tablets', models.PositiveSmallIntegerField(default=0)),
                ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='drafts', to='tournaments.division')),
            ],
            options={
                'verbose_name': 'draft',
                'verbose_name_plural': 'drafts',
                'ordering': ['division_id', 'number'],
            },
        ),
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
                'ordering': ['draft_id', 'pod', 'id'],
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
                'ordering': ['draft_id', 'pod', 'number'],
            },
        ),
        migrations.CreateModel(
            name='ListRules',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('deadline', models.DateTimeField(blank=True, null=True, verbose_name='lists close at')),
                ('required', models.BooleanField(default=True, verbose_name='every player needs a list')),
                ('visibility', models.CharField(choices=[('never', 'Only staff and the player'), ('in_cut', 'Everyone, for the players in the top cut'), ('after', 'Everyone, once the event is over')], default='never', max_length=8, verbose_name='lists visible to')),
                ('energy_supplied', models.BooleanField(default=False, verbose_name='basic Energy is supplied')),
                ('prerelease_expansion', models.CharField(blank=True, max_length=20, verbose_name='expansion of the prerelease')),
                ('last_day', models.DateField(blank=True, null=True, verbose_name='last day of the event')),
                ('settings', models.JSONField(blank=True, default=dict)),
                ('locked_at', models.DateTimeField(blank=True, null=True)),
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='list_rules', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'deck list rules',
                'verbose_name_plural': 'deck list rules',
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
                'ordering': ['division_id', 'number'],
            },
        ),
        migrations.CreateModel(
            name='PodSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='pod_seat', to='tournaments.entry')),
                ('pod', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='decks.pod')),
            ],
            options={
                'verbose_name': 'pod seat',
                'verbose_name_plural': 'pod seats',
                'ordering': ['pod_id', 'seat'],
            },
        ),
        migrations.CreateModel(
            name='Pool',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('draft', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pools', to='decks.draft')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pools', to='tournaments.entry')),
                ('opened_by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.entry')),
            ],
            options={
                'verbose_name': 'pool',
                'verbose_name_plural': 'pools',
                'ordering': ['draft_id', 'entry_id'],
            },
        ),
        migrations.CreateModel(
            name='PoolVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('cards', models.JSONField(default=list)),
                ('source', models.CharField(choices=[('tracked', 'From the picks'), ('player', 'Registered by a player'), ('desk', 'Entered by staff')], default='player', max_length=7)),
                ('note', models.CharField(blank=True, max_length=200)),
                ('at', models.DateTimeField()),
                ('by_name', models.CharField(blank=True, max_length=150)),
                ('verified_at', models.DateTimeField(blank=True, null=True)),
                ('discrepancy', models.CharField(blank=True, max_length=200)),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('pool', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='versions', to='decks.pool')),
                ('signed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.entry')),
                ('verified_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.entry')),
                ('verified_staff', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'registration of a pool',
                'verbose_name_plural': 'registrations of pools',
                'ordering': ['pool_id', '-number'],
            },
        ),
        migrations.AddField(
            model_name='pool',
            name='counts',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='decks.poolversion'),
        ),
        migrations.CreateModel(
            name='Proxy',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('card', models.CharField(max_length=120, verbose_name='card')),
                ('reason', models.CharField(choices=[('damaged', 'Damaged during the event'), ('misprint', 'Misprinted, so that it counts as marked')], default='damaged', max_length=8, verbose_name='why')),
                ('round_number', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='round')),
                ('original_kept', models.BooleanField(default=True, verbose_name='the original is at hand')),
                ('at', models.DateTimeField()),
                ('by_name', models.CharField(blank=True, max_length=150)),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='proxies', to='tournaments.entry')),
            ],
            options={
                'verbose_name': 'proxy',
                'verbose_name_plural': 'proxies',
                'ordering': ['at', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Ruling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=40)),
                ('card', models.CharField(blank=True, max_length=200)),
                ('reason', models.CharField(max_length=300, verbose_name='reason')),
                ('by_name', models.CharField(blank=True, max_length=150)),
                ('at', models.DateTimeField()),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('deck_list', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rulings', to='decks.decklist')),
            ],
            options={
                'verbose_name': 'ruling on a list',
                'verbose_name_plural': 'rulings on lists',
                'ordering': ['-at', '-id'],
            },
        ),
        migrations.CreateModel(
            name='Version',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('text', models.TextField()),
                ('unused', models.TextField(blank=True)),
                ('supplied', models.PositiveSmallIntegerField(default=0, verbose_name='basic Energy supplied')),
                ('read', models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('cards', models.JSONField(default=list, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('problems', models.JSONField(default=list, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('legal', models.BooleanField()),
                ('total', models.PositiveIntegerField()),
                ('unused_total', models.PositiveIntegerField(default=0)),
                ('catalogue_version', models.PositiveIntegerField()),
                ('late', models.BooleanField(default=False)),
                ('at', models.DateTimeField()),
                ('by_name', models.CharField(blank=True, max_length=150)),
                ('by_player', models.BooleanField(default=True)),
                ('note', models.CharField(blank=True, max_length=300)),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('deck_list', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='versions', to='decks.decklist')),
            ],
            options={
                'verbose_name': 'version of a deck list',
                'verbose_name_plural': 'versions of deck lists',
                'ordering': ['deck_list_id', '-number'],
            },
        ),
        migrations.AddField(
            model_name='decklist',
            name='counts',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='decks.version'),
        ),
        migrations.AddConstraint(
            model_name='draft',
            constraint=models.UniqueConstraint(fields=('division', 'number'), name='draft_number_once'),
        ),
        migrations.AddConstraint(
            model_name='draftmove',
            constraint=models.UniqueConstraint(fields=('draft', 'pod', 'number'), name='draft_move_once'),
        ),
        migrations.AddConstraint(
            model_name='draftmove',
            constraint=models.UniqueConstraint(fields=('draft', 'pod', 'key'), name='draft_move_key_once'),
        ),
        migrations.AddConstraint(
            model_name='pod',
            constraint=models.UniqueConstraint(fields=('division', 'number'), name='pod_once_in_a_division'),
        ),
        migrations.AddConstraint(
            model_name='podseat',
            constraint=models.UniqueConstraint(fields=('pod', 'seat'), name='pod_one_entry_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='poolversion',
            constraint=models.UniqueConstraint(fields=('pool', 'number'), name='pool_version_once'),
        ),
        migrations.AddConstraint(
            model_name='pool',
            constraint=models.UniqueConstraint(fields=('draft', 'entry'), name='pool_once_an_entry'),
        ),
        migrations.AddConstraint(
            model_name='pool',
            constraint=models.UniqueConstraint(fields=('draft', 'opened_by'), name='pool_once_an_opener'),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.UniqueConstraint(condition=models.Q(('withdrawn_at__isnull', True)), fields=('deck_list', 'code', 'card'), name='deck_list_one_ruling_a_problem'),
        ),
        migrations.AddConstraint(
            model_name='version',
            constraint=models.UniqueConstraint(fields=('deck_list', 'number'), name='deck_list_version_once'),
        ),
    ])]
