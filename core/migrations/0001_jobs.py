from django.db import migrations, models


class Migration(migrations.Migration):
    """Move the model of jobs to this room; its table, created by the former room, does not change."""

    initial = True

    dependencies = [
        ('tournaments', '0010_bubble_public'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name='Job',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('task', models.CharField(max_length=200)),
                        ('args', models.JSONField(default=list)),
                        ('event', models.BigIntegerField(null=True)),
                        ('at', models.DateTimeField(auto_now_add=True)),
                        ('state', models.CharField(default='waiting', max_length=7)),
                        ('tries', models.PositiveSmallIntegerField(default=0)),
                        ('last_try', models.PositiveSmallIntegerField(default=1)),
                        ('due_at', models.DateTimeField(null=True)),
                        ('sent_at', models.DateTimeField(null=True)),
                        ('seen_at', models.DateTimeField(null=True)),
                        ('ended_at', models.DateTimeField(null=True)),
                        ('reached', models.BigIntegerField(default=0)),
                        ('reason', models.CharField(blank=True, choices=[('error', 'It failed'), ('killed', 'Its worker was stopped before it finished'), ('time', 'It took too long')], max_length=6)),
                        ('problem', models.CharField(blank=True, max_length=80)),
                    ],
                    options={
                        'verbose_name': 'job',
                        'verbose_name_plural': 'jobs',
                        'db_table': 'tournaments_job',
                        'ordering': ['id'],
                    },
                ),
            ],
        ),
    ]
