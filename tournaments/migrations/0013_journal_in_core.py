from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0012_jobs_in_core'),
        ('core', '0002_journal'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel(name='JournalEvent'),
                migrations.DeleteModel(name='JournalRedaction'),
                migrations.DeleteModel(name='JournalSeal'),
                migrations.DeleteModel(name='SealRecord'),
            ],
        ),
    ]
