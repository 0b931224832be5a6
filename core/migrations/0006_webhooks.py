from django.db import migrations, models
import django.db.models.deletion


class Migration(migrations.Migration):
    """Move webhooks and their deliveries to this room; their tables do not change."""

    dependencies = [
        ('core', '0005_push'),
        ('tournaments', '0016_push_in_core'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name='Webhook',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(max_length=20, unique=True)),
                        ('address', models.CharField(max_length=500, verbose_name='address')),
                        ('origin', models.CharField(max_length=200)),
                        ('topics', models.JSONField(default=list)),
                        ('secret', models.CharField(max_length=100)),
                        ('secret_before', models.CharField(blank=True, max_length=100)),
                        ('secret_before_until', models.DateTimeField(null=True)),
                        ('made_at', models.DateTimeField()),
                        ('off', models.CharField(blank=True, choices=[('', '–'), ('staff', 'switched off'), ('gone', 'switched off: the receiver said it no longer exists'), ('failing', 'switched off: nothing was received for days')], default='', max_length=8)),
                        ('off_at', models.DateTimeField(null=True)),
                        ('sequence', models.PositiveBigIntegerField(default=0)),
                        ('failing_since', models.DateTimeField(null=True)),
                        ('busy_until', models.DateTimeField(null=True)),
                        ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to='tournaments.tournament')),
                    ],
                    options={
                        'verbose_name': 'webhook',
                        'verbose_name_plural': 'webhooks',
                        'db_table': 'tournaments_webhook',
                        'ordering': ['tournament_id', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='WebhookDelivery',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('type', models.CharField(max_length=30, verbose_name='type')),
                        ('line', models.PositiveBigIntegerField(default=0)),
                        ('seal', models.PositiveBigIntegerField(null=True)),
                        ('at', models.DateTimeField(verbose_name='at')),
                        ('state', models.CharField(choices=[('waiting', 'Waiting'), ('delivered', 'Delivered'), ('failed', 'Failed'), ('skipped', 'No longer public')], default='waiting', max_length=10, verbose_name='state')),
                        ('sequence', models.PositiveBigIntegerField(null=True)),
                        ('body', models.TextField(blank=True)),
                        ('headers', models.JSONField(default=dict)),
                        ('tries', models.PositiveIntegerField(default=0, verbose_name='tries')),
                        ('tried_at', models.DateTimeField(null=True)),
                        ('next_at', models.DateTimeField(null=True)),
                        ('status', models.PositiveSmallIntegerField(null=True)),
                        ('trouble', models.CharField(blank=True, choices=[('', '–'), ('answer', 'The receiver answered with an error.'), ('timeout', 'The receiver did not respond in time.'), ('unreachable', 'The receiver could not be reached.'), ('certificate', 'The certificate of the receiver is not valid.'), ('private', 'The address is on a private network.'), ('plain', 'The address leads to the Internet: it must begin with https://.')], default='', max_length=12)),
                        ('response', models.TextField(blank=True)),
                        ('webhook', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='core.webhook')),
                    ],
                    options={
                        'verbose_name': 'delivery of a webhook',
                        'verbose_name_plural': 'deliveries of webhooks',
                        'db_table': 'tournaments_webhookdelivery',
                        'ordering': ['-id'],
                        'indexes': [models.Index(fields=['webhook', '-id'], name='deliveries_newest_first'), models.Index(condition=models.Q(('state', 'waiting')), fields=['webhook', 'line', 'id'], name='deliveries_that_wait')],
                    },
                ),
            ],
        ),
    ]
