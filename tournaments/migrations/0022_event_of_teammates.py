import django.db.models.deletion
from django.db import migrations, models


def copy_events(apps, _schema_editor):
    """Copy the event of each team to its players. A Player ID in several teams counts for the first of them."""
    teammates = apps.get_model("tournaments", "Teammate").objects
    entered, rows = set(), []
    for mate in teammates.select_related("entry").order_by("pk"):
        key = (mate.entry.tournament_id, mate.player_id)
        if mate.player_id and key in entered:
            continue
        entered.add(key)
        mate.tournament_id = mate.entry.tournament_id
        rows.append(mate)
    teammates.bulk_update(rows, ["tournament"], batch_size=500)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0021_players_by_name'),
    ]

    operations = [
        migrations.AddField(
            model_name='teammate',
            name='tournament',
            field=models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.tournament', verbose_name='event'),
        ),
        migrations.RunPython(copy_events, migrations.RunPython.noop, elidable=True),
    ]
