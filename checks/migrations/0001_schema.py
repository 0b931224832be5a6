import django.core.serializers.json
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from core.models.create_tables import CreateTables


class Migration(migrations.Migration):

    initial = True

    replaces = [  # data of versions before this one goes on as it is
        ('checks', '0001_initial'),
        ('checks', '0002_cheap_orderings'),
        ('checks', '0003_words'),
        ('checks', '0004_words'),
    ]

    dependencies = [
        ('decks', '0001_schema'),
        ('tournaments', '0001_schema'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [CreateTables([
        migrations.CreateModel(
            name='DeckCheck',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_number', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='round')),
                ('table', models.PositiveIntegerField(blank=True, null=True, verbose_name='table')),
                ('kind', models.CharField(choices=[('random', 'At random'), ('top', 'Top tables'), ('cut', 'The whole top cut'), ('suspicion', 'Requested by a judge'), ('before', 'Before the event, against the cards')], default='random', max_length=10, verbose_name='why')),
                ('why', models.CharField(blank=True, max_length=200, verbose_name='in a few words')),
                ('seed', models.BigIntegerField(blank=True, null=True)),
                ('facts', models.JSONField(blank=True, default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('state', models.CharField(choices=[('picked', 'To be checked'), ('running', 'Being checked'), ('done', 'Checked'), ('removed', 'Removed')], default='picked', max_length=8)),
                ('picked_at', models.DateTimeField()),
                ('began_at', models.DateTimeField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('outcome', models.CharField(blank=True, choices=[('passed', 'No problems'), ('fixed_list', 'The list was corrected'), ('fixed_deck', 'The deck was corrected'), ('penalty', 'Penalty given'), ('refused', 'Player cannot continue')], max_length=10, verbose_name='outcome')),
                ('minutes', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='time extension in minutes')),
                ('rewrite', models.BooleanField(default=False, verbose_name='the player must rewrite the list')),
                ('note', models.CharField(blank=True, max_length=500, verbose_name='note')),
                ('not_counted', models.CharField(blank=True, max_length=200, verbose_name='reason the deck was not counted')),
                ('began_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('ended_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deck_checks', to='tournaments.entry')),
                ('picked_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('version', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='decks.version')),
            ],
            options={
                'verbose_name': 'deck check',
                'verbose_name_plural': 'deck checks',
                'ordering': ['picked_at', 'id'],
            },
        ),
        migrations.CreateModel(
            name='CheckTap',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=64)),
                ('kind', models.CharField(max_length=8)),
                ('subject', models.CharField(blank=True, max_length=120)),
                ('number', models.IntegerField(default=0)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('check_of', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='taps', to='checks.deckcheck')),
            ],
            options={
                'verbose_name': 'tap of a deck check',
                'verbose_name_plural': 'taps of deck checks',
                'ordering': ['check_of_id', 'id'],
            },
        ),
        migrations.CreateModel(
            name='CheckPhoto',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=64)),
                ('image', models.ImageField(upload_to='checks/%Y/%m')),
                ('note', models.CharField(blank=True, max_length=200, verbose_name='caption')),
                ('at', models.DateTimeField()),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('check_of', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='photos', to='checks.deckcheck')),
            ],
            options={
                'verbose_name': 'photo of a deck check',
                'verbose_name_plural': 'photos of deck checks',
                'ordering': ['check_of_id', 'id'],
            },
        ),
        migrations.AddConstraint(
            model_name='deckcheck',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ['picked', 'running'])), fields=('entry',), name='deck_check_one_open_an_entry'),
        ),
        migrations.AddConstraint(
            model_name='checktap',
            constraint=models.UniqueConstraint(fields=('check_of', 'key'), name='check_tap_once'),
        ),
        migrations.AddConstraint(
            model_name='checkphoto',
            constraint=models.UniqueConstraint(fields=('check_of', 'key'), name='check_photo_once'),
        ),
    ])]
