from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0012_jobs_in_core"),
        ("core", "0010_push"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.DeleteModel(name="PushSubscription")]
        ),
    ]
