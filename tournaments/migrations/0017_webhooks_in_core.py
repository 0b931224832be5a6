from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0016_push_in_core'),
        ('core', '0006_webhooks'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel(name='WebhookDelivery'),
                migrations.DeleteModel(name='Webhook'),
            ],
        ),
    ]
