from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0011_short_names'),
        ('core', '0001_jobs'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(state_operations=[migrations.DeleteModel(name='Job')]),
    ]
