import django.core.serializers.json
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from core.models.create_tables import CreateTables


class Migration(migrations.Migration):

    initial = True

    replaces = [  # data of versions before this one goes on as it is
        ('cards', '0001_initial'),
        ('cards', '0003_pending_import'),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [CreateTables([
        migrations.CreateModel(
            name='Card',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.CharField(max_length=12, verbose_name='number')),
                ('plain_number', models.CharField(editable=False, max_length=12)),
                ('name', models.CharField(max_length=120, verbose_name='English name')),
                ('key', models.CharField(db_index=True, editable=False, max_length=120)),
                ('supertype', models.CharField(choices=[('pokemon', 'Pokémon'), ('trainer', 'Trainer'), ('energy', 'Energy')], max_length=7, verbose_name='kind of card')),
                ('subtypes', models.CharField(blank=True, max_length=120, verbose_name='subtypes')),
                ('mark', models.CharField(blank=True, max_length=2, verbose_name='regulation mark')),
                ('basic', models.BooleanField(default=False, verbose_name='Basic Pokémon')),
                ('restored', models.BooleanField(default=False, verbose_name='Restored Pokémon')),
                ('basic_energy', models.BooleanField(default=False, verbose_name='basic Energy')),
                ('ace_spec', models.BooleanField(default=False, verbose_name='ACE SPEC')),
                ('radiant', models.BooleanField(default=False, verbose_name='Radiant')),
                ('prism_star', models.BooleanField(default=False, verbose_name='Prism Star')),
                ('star', models.BooleanField(default=False, verbose_name='Pokémon ★')),
                ('limit', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='limit of copies')),
                ('not_tournament_legal', models.BooleanField(default=False, verbose_name='not tournament legal')),
                ('text_key', models.CharField(blank=True, editable=False, max_length=16)),
                ('evolves_from', models.CharField(blank=True, max_length=120, verbose_name='evolves from')),
                ('edited', models.BooleanField(default=False, editable=False)),
            ],
            options={
                'verbose_name': 'card',
                'verbose_name_plural': 'cards',
                'ordering': ['expansion', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Erratum',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=120, unique=True, verbose_name='name')),
                ('starts_on', models.DateField(blank=True, null=True, verbose_name='since')),
                ('source', models.CharField(blank=True, max_length=200, verbose_name='source')),
            ],
            options={
                'verbose_name': 'erratum',
                'verbose_name_plural': 'errata',
                'ordering': ['key'],
            },
        ),
        migrations.CreateModel(
            name='Expansion',
            fields=[
                ('id', models.CharField(max_length=20, primary_key=True, serialize=False, verbose_name='id')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('codes', models.CharField(blank=True, max_length=120, verbose_name='codes')),
                ('released', models.DateField(blank=True, null=True, verbose_name='released')),
                ('legal_from', models.DateField(blank=True, null=True, verbose_name='legal from')),
                ('kind', models.CharField(choices=[('expansion', 'Expansion'), ('promo', 'Numbered promos'), ('product', 'Other product'), ('collector', 'Collector set, never legal'), ('energy', 'Basic Energy')], default='expansion', max_length=9, verbose_name='kind')),
                ('series', models.CharField(blank=True, max_length=60, verbose_name='series')),
                ('names', models.JSONField(blank=True, default=dict, verbose_name='names in other languages')),
                ('order', models.PositiveIntegerField(default=0)),
            ],
            options={
                'verbose_name': 'expansion',
                'verbose_name_plural': 'expansions',
                'ordering': ['order', 'released', 'id'],
            },
        ),
        migrations.CreateModel(
            name='CardText',
            fields=[
                ('card', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='text', serialize=False, to='cards.card')),
                ('parts', models.JSONField(default=dict)),
            ],
            options={
                'verbose_name': 'text of a card',
                'verbose_name_plural': 'texts of cards',
            },
        ),
        migrations.CreateModel(
            name='CardImport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=200)),
                ('data', models.BinaryField(null=True)),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('running', 'Running'), ('done', 'Done'), ('refused', 'Refused'), ('failed', 'Stopped')], default='waiting', max_length=7)),
                ('report', models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('last_seen_at', models.DateTimeField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'import of cards',
                'verbose_name_plural': 'imports of cards',
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='CatalogueState',
            fields=[
                ('id', models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ('version', models.PositiveIntegerField(default=1)),
                ('pending', models.BooleanField(default=False)),
                ('changed_at', models.DateTimeField(auto_now=True)),
            ],
            options={
                'verbose_name': 'state of the catalog',
                'verbose_name_plural': 'states of the catalog',
                'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='one_catalogue')],
            },
        ),
        migrations.AddField(
            model_name='card',
            name='expansion',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='cards', to='cards.expansion', verbose_name='expansion'),
        ),
        migrations.CreateModel(
            name='Ban',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('format', models.CharField(choices=[('standard', 'Standard'), ('expanded', 'Expanded'), ('unlimited', 'Unlimited')], max_length=9, verbose_name='format')),
                ('starts_on', models.DateField(verbose_name='from')),
                ('ends_on', models.DateField(blank=True, null=True, verbose_name='until the day before')),
                ('source', models.CharField(blank=True, max_length=200, verbose_name='source')),
                ('number', models.CharField(max_length=12, verbose_name='number')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('expansion', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='cards.expansion', verbose_name='expansion')),
            ],
            options={
                'verbose_name': 'ban',
                'verbose_name_plural': 'bans',
                'ordering': ['format', 'name', 'expansion', 'number'],
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='LocalName',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=120)),
                ('language', models.CharField(max_length=2)),
                ('name', models.CharField(max_length=120)),
                ('order', models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                'verbose_name': 'name in another language',
                'verbose_name_plural': 'names in other languages',
                'ordering': ['key', 'language', 'order'],
                'constraints': [models.UniqueConstraint(fields=('key', 'language', 'name'), name='local_name_once')],
            },
        ),
        migrations.CreateModel(
            name='NameGroup',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('format', models.CharField(choices=[('standard', 'Standard'), ('expanded', 'Expanded'), ('unlimited', 'Unlimited')], max_length=9, verbose_name='format')),
                ('starts_on', models.DateField(verbose_name='from')),
                ('ends_on', models.DateField(blank=True, null=True, verbose_name='until the day before')),
                ('source', models.CharField(blank=True, max_length=200, verbose_name='source')),
                ('names', models.TextField(verbose_name='names')),
            ],
            options={
                'verbose_name': 'group of names',
                'verbose_name_plural': 'groups of names',
                'ordering': ['format', 'starts_on', 'names'],
                'abstract': False,
                'constraints': [models.CheckConstraint(condition=models.Q(('ends_on__isnull', True), ('ends_on__gt', models.F('starts_on')), _connector='OR'), name='namegroup_ends_after_it_starts')],
            },
        ),
        migrations.CreateModel(
            name='PromoCutoff',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('format', models.CharField(choices=[('standard', 'Standard'), ('expanded', 'Expanded'), ('unlimited', 'Unlimited')], max_length=9, verbose_name='format')),
                ('starts_on', models.DateField(verbose_name='from')),
                ('ends_on', models.DateField(blank=True, null=True, verbose_name='until the day before')),
                ('source', models.CharField(blank=True, max_length=200, verbose_name='source')),
                ('first', models.PositiveSmallIntegerField(verbose_name='first number')),
                ('expansion', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='cards.expansion', verbose_name='expansion')),
            ],
            options={
                'verbose_name': 'promo cut-off',
                'verbose_name_plural': 'promo cut-offs',
                'ordering': ['expansion', 'format', 'starts_on'],
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='PromoDate',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.CharField(max_length=12, verbose_name='number')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('legal_from', models.DateField(verbose_name='legal from')),
                ('source', models.CharField(blank=True, max_length=200, verbose_name='source')),
                ('expansion', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='cards.expansion', verbose_name='promos')),
            ],
            options={
                'verbose_name': 'date of a promo',
                'verbose_name_plural': 'dates of promos',
                'ordering': ['expansion', 'legal_from', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Reprint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=120, verbose_name='name')),
                ('old_number', models.CharField(blank=True, max_length=12, verbose_name='old number')),
                ('new_number', models.CharField(max_length=12, verbose_name='new number')),
                ('identical', models.BooleanField(default=True, verbose_name='works the same')),
                ('source', models.CharField(blank=True, max_length=200, verbose_name='source')),
                ('new_expansion', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='cards.expansion', verbose_name='new expansion')),
                ('old_expansion', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='cards.expansion', verbose_name='old expansion')),
            ],
            options={
                'verbose_name': 'reprint',
                'verbose_name_plural': 'reprints',
                'ordering': ['key', 'old_expansion', 'old_number'],
            },
        ),
        migrations.CreateModel(
            name='Rotation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('format', models.CharField(choices=[('standard', 'Standard'), ('expanded', 'Expanded'), ('unlimited', 'Unlimited')], max_length=9, verbose_name='format')),
                ('starts_on', models.DateField(verbose_name='from')),
                ('ends_on', models.DateField(blank=True, null=True, verbose_name='until the day before')),
                ('source', models.CharField(blank=True, max_length=200, verbose_name='source')),
                ('also', models.TextField(blank=True, verbose_name='other products')),
                ('marks', models.CharField(blank=True, max_length=60, verbose_name='regulation marks')),
                ('since', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='cards.expansion', verbose_name='since')),
            ],
            options={
                'verbose_name': 'rotation',
                'verbose_name_plural': 'rotations',
                'ordering': ['format', 'starts_on'],
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='CopyLimit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.CharField(max_length=12, verbose_name='number')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('most', models.PositiveSmallIntegerField(default=1, verbose_name='maximum copies')),
                ('source', models.CharField(blank=True, max_length=200, verbose_name='source')),
                ('expansion', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='cards.expansion', verbose_name='expansion')),
            ],
            options={
                'verbose_name': 'limit of copies',
                'verbose_name_plural': 'limits of copies',
                'ordering': ['name', 'expansion', 'number'],
                'constraints': [models.UniqueConstraint(fields=('expansion', 'number', 'name'), name='copy_limit_once')],
            },
        ),
        migrations.AddConstraint(
            model_name='card',
            constraint=models.UniqueConstraint(fields=('expansion', 'plain_number', 'key'), name='card_once_in_its_expansion'),
        ),
        migrations.AddConstraint(
            model_name='card',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('basic_energy', True), _negated=True), ('supertype', 'energy'), _connector='OR'), name='basic_energy_is_energy'),
        ),
        migrations.AddConstraint(
            model_name='ban',
            constraint=models.CheckConstraint(condition=models.Q(('ends_on__isnull', True), ('ends_on__gt', models.F('starts_on')), _connector='OR'), name='ban_ends_after_it_starts'),
        ),
        migrations.AddConstraint(
            model_name='ban',
            constraint=models.UniqueConstraint(fields=('expansion', 'number', 'format', 'starts_on'), name='ban_once'),
        ),
        migrations.AddConstraint(
            model_name='promocutoff',
            constraint=models.CheckConstraint(condition=models.Q(('ends_on__isnull', True), ('ends_on__gt', models.F('starts_on')), _connector='OR'), name='promocutoff_ends_after_it_starts'),
        ),
        migrations.AddConstraint(
            model_name='promodate',
            constraint=models.UniqueConstraint(fields=('expansion', 'number'), name='promo_date_once'),
        ),
        migrations.AddConstraint(
            model_name='reprint',
            constraint=models.UniqueConstraint(condition=models.Q(('old_expansion__isnull', False)), fields=('key', 'old_expansion', 'old_number', 'new_expansion', 'new_number'), name='reprint_once'),
        ),
        migrations.AddConstraint(
            model_name='reprint',
            constraint=models.UniqueConstraint(condition=models.Q(('old_expansion__isnull', True)), fields=('key', 'new_expansion', 'new_number'), name='reprint_of_all_older_once'),
        ),
        migrations.AddConstraint(
            model_name='reprint',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('old_expansion__isnull', True), ('old_number', '')), models.Q(('old_expansion__isnull', False), models.Q(('old_number', ''), _negated=True)), _connector='OR'), name='reprint_old_printing_whole'),
        ),
        migrations.AddConstraint(
            model_name='rotation',
            constraint=models.CheckConstraint(condition=models.Q(('ends_on__isnull', True), ('ends_on__gt', models.F('starts_on')), _connector='OR'), name='rotation_ends_after_it_starts'),
        ),
    ])]
