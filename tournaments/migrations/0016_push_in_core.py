from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0015_teams_in_core"),
        ("core", "0005_push"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.DeleteModel(name="PushSubscription")]
        ),
    ]
