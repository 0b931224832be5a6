from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0014_event_origins'),
    ]

    operations = [
        migrations.AddField(
            model_name='organizermember',
            name='accepted',
            field=models.BooleanField(default=True, verbose_name='has joined'),
        ),
    ]
