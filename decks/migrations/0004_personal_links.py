"""The token of the personal link belongs to the entry: links that players have go on working."""

from django.db import migrations, models
from django.utils import timezone


def move(apps, _schema):
    lists, links = apps.get_model('decks', 'DeckList'), apps.get_model('tournaments', 'PersonalLink')
    rows = lists.objects.order_by('pk').values_list('entry_id', 'token').iterator(chunk_size=1000)
    made = [links(entry_id=entry, token=token, made_at=timezone.now()) for entry, token in rows]
    links.objects.bulk_create(made, batch_size=500)


def move_back(apps, _schema):
    lists, links = apps.get_model('decks', 'DeckList'), apps.get_model('tournaments', 'PersonalLink')
    tokens = dict(links.objects.values_list('entry_id', 'token'))
    rows = list(lists.objects.all())
    for row in rows:
        row.token = tokens[row.entry_id]
    lists.objects.bulk_update(rows, ['token'], batch_size=500)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0007_personal_link'),
        ('decks', '0003_lists'),
    ]

    operations = [
        migrations.AlterField('decklist', 'token', models.CharField(max_length=40, null=True, unique=True)),
        migrations.RunPython(move, move_back),
        migrations.RemoveField('decklist', 'token'),
    ]
