from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('decks', '0004_version_unknown_cards'),
        ('drafts', '0001_runs_and_pods'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel(name='BuildMark'),
                migrations.DeleteModel(name='DraftMark'),
                migrations.DeleteModel(name='DraftMove'),
                migrations.DeleteModel(name='PodSeat'),
                migrations.DeleteModel(name='Pod'),
            ],
        ),
    ]
