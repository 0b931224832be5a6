from django.db import migrations, models


class Migration(migrations.Migration):
    """Add what an awarded bye counts. All earlier versions counted it as TOM does."""

    dependencies = [
        ('tournaments', '0023_one_team_a_person'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='awarded_bye',
            field=models.CharField(choices=[('tom', 'As TOM does: a played win, and an opponent of 100%'), ('bye', 'Like any other bye: in no percentage')], default='tom', max_length=4, verbose_name='byes awarded in advance'),
        ),
    ]
