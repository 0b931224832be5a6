import django.db.models.deletion
from django.db import migrations, models

from core.models.create_tables import CreateTables


class Migration(migrations.Migration):

    initial = True

    replaces = [  # data of versions before this one goes on as it is
        ('api', '0001_api_tokens'),
    ]

    dependencies = [
        ('tournaments', '0001_schema'),
    ]

    operations = [CreateTables([
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, verbose_name='name')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('scopes', models.JSONField(blank=True, default=list, verbose_name='may read')),
                ('made_at', models.DateTimeField(verbose_name='created')),
                ('expires_at', models.DateTimeField(verbose_name='expires')),
                ('last_used', models.DateField(blank=True, null=True, verbose_name='last used')),
                ('revoked_at', models.DateTimeField(blank=True, null=True, verbose_name='revoked')),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to='tournaments.staffmember')),
            ],
            options={
                'verbose_name': 'API token',
                'verbose_name_plural': 'API tokens',
                'ordering': ['member_id', 'id'],
            },
        ),
    ])]
