from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('pairings', '0004_countries_apart'),
    ]

    operations = [
        migrations.AddField(
            model_name='qualifier',
            name='mark',
            field=models.CharField(choices=[('missing', 'Not checked in'), ('here', 'Checked in'), ('expected', 'On the way')], default='missing', max_length=8),
        ),
        migrations.AddField(
            model_name='qualifier',
            name='marked_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
