import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Move the public address and the log of sign-ins to this room; their tables do not change."""

    dependencies = [
        ('core', '0002_journal'),
        ('tournaments', '0013_journal_in_core'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name='PublicAddress',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('address', models.CharField(max_length=200, verbose_name='address')),
                        ('network', models.CharField(blank=True, max_length=32, verbose_name='Wi-Fi')),
                        ('network_password', models.CharField(blank=True, max_length=63, verbose_name='password of the Wi-Fi')),
                        ('check_token', models.CharField(max_length=40)),
                        ('opened_at', models.DateTimeField(null=True)),
                    ],
                    options={
                        'verbose_name': 'address for phones',
                        'verbose_name_plural': 'address for phones',
                        'db_table': 'tournaments_publicaddress',
                    },
                ),
                migrations.CreateModel(
                    name='SignIn',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('at', models.DateTimeField(db_index=True, verbose_name='when')),
                        ('outcome', models.CharField(choices=[('ok', 'Signed in'), ('wrong_password', 'Wrong password'), ('wrong_code', 'Wrong code')], max_length=20, verbose_name='outcome')),
                        ('address', models.GenericIPAddressField(null=True, verbose_name='address')),
                        ('browser', models.CharField(blank=True, max_length=40, verbose_name='browser')),
                        ('system', models.CharField(blank=True, max_length=40, verbose_name='system')),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sign_ins', to=settings.AUTH_USER_MODEL, verbose_name='account')),
                    ],
                    options={
                        'verbose_name': 'sign-in',
                        'verbose_name_plural': 'sign-ins',
                        'db_table': 'tournaments_signin',
                        'ordering': ['-at', '-id'],
                        'indexes': [models.Index(fields=['user', '-at'], name='sign_ins_of_an_account')],
                    },
                ),
            ],
        ),
    ]
