from django.db import migrations, models


class Migration(migrations.Migration):
    """Name what a job is about in any program; its column does not change."""

    dependencies = [("core", "0006_webhooks")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField("job", "event", "about"),
                migrations.AlterField("job", "about", models.BigIntegerField(db_column="event", null=True)),
            ]
        )
    ]
