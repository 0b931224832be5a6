from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0013_journal_in_core'),
        ('core', '0003_accounts'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel(name='PublicAddress'),
                migrations.DeleteModel(name='SignIn'),
            ],
        ),
    ]
